"""Light and dark pictures: the same drawing in two sets of colours, smooth and legible in both."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageDraw
from zlib_ng import zlib_ng

import render
from bot.sandbox import demo_game
from game.play import Game
from render.drawing import fonts, packing, style, symbols
from render.drawing.colours import LEGIBLE, SEEN, TABLES
from render.drawing.sprites import _lines, letters_on, token
from render.pictures.market_legend import FEET
from render.pictures.share_bar import bar_ink, unsold
from render.results.charts import Chart, worth_chart
from titles import TITLES

pytestmark = pytest.mark.unit
MILD = 2.0  # contrast up to which the rim of a word does not glare


@cache
def middle(title: str) -> Game:
    """A game of the title in its middle."""
    players = ("ann", "bob", "cid", "dora")[: TITLES[title].file.players[1]]
    rules = TITLES[title].rules((), len(players))
    g = Game.new(rules, players, demo_game.SEED)
    for action in demo_game.play_demo(rules, players)[1]:
        g.play(action)
    return g


def named(theme: style.Theme) -> dict[str, style.RGB]:
    """Colours of the table in a theme by their names."""
    table = vars(TABLES[theme])
    colours = {n: c for n, c in table.items() if isinstance(c, tuple) and isinstance(c[0], int)}
    return colours | {f"{kind} {n}": c for kind in ("HEX", "ZONE") for n, c in table[kind].items()}


def drawings(title: str) -> dict[str, Callable[[], Image.Image]]:
    """Pictures of many kinds, not drawn yet."""
    g = middle(title)
    view, marks = g.view(None), render.marks_of(g.events)
    return {
        "map": lambda: render.draw_map(view, g.rules, marks, asked=g.deciders()),
        "phone": lambda: render.draw_map(view, g.rules, marks, canvas=render.TALL),
        "crop": lambda: render.draw_crop(view, g.rules, render.latest(g.rules.data, [*view.tiles])),
        "market": lambda: render.draw_market(view, g.rules, marks),
        "holdings": lambda: render.draw_holdings(view, g.rules, g.deciders()),
    }


@pytest.mark.parametrize("title", sorted(TITLES))
def test_edges_are_smooth_sizes_alike_and_bytes_the_same_each_time_in_both_themes(title: str) -> None:
    """At night letters were torn: an edge between two colours took entries of the palette that belonged to two others."""
    for kind, make in drawings(title).items():
        light = make()
        with style.drawn_in("dark"):
            dark, again = make(), make()
        assert light.size == dark.size, kind
        files = [render.png(image) for image in (light, dark, again)]
        assert files[1] == files[2] != files[0], kind
        for theme, image, file in (("light", light, files[0]), ("dark", dark, files[1])):
            stored = Image.open(BytesIO(file)).convert("RGB")
            wrong = ImageChops.difference(image, stored).convert("L").histogram()
            assert sum(wrong[48:]) / sum(wrong) < 0.0005, (theme, kind)
            assert sum(wrong[24:]) / sum(wrong) < 0.02, (theme, kind)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_words_are_legible_in_the_dark(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Coordinates and costs were as dark as the land; words on a hex with a halo were white on white."""
    pale, glaring = set[tuple[str, style.RGB, style.RGB]](), set[tuple[str, style.RGB, style.RGB]]()
    real = fonts.write

    def write(draw, at, text, size, *, bold=False, ink=None, anchor="la", halo=0, rim=None):
        left, top, right, bottom = fonts.bounds(text, size, bold, anchor)
        x, y = round(at[0]), round(at[1])
        box = max(0, x + left), max(0, y + top), max(1, x + right), max(1, y + bottom)
        there = draw._image.crop(box).convert("RGB")
        counts = there.getcolors(there.width * there.height)
        around = max(counts, default=(0, style.BLACK))[1]
        ground = (rim or style.halo()) if halo else around
        colour = ink or (style.BLACK if halo else style.INK)
        if halo and text in along_edges and style.contrast(ground, style.SEA) > MILD:
            glaring.add((text, ground, around))
        if text and style.contrast(colour, ground) < LEGIBLE:
            pale.add((text, colour, ground))
        real(draw, at, text, size, bold=bold, ink=ink, anchor=anchor, halo=halo, rim=rim)

    monkeypatch.setattr(fonts, "write", write)
    g = middle(title)
    along_edges = {part for h in g.rules.data.hexes for part in re.findall(r"\d+|\D+", h)}
    view, marks = g.view(None), render.marks_of(g.events)
    with style.drawn_in("dark"):
        for canvas in ((1480, 1110), (1110, 1480)):  # sizes that nobody has drawn: every word is written anew
            render.draw_map(view, g.rules, marks, canvas=canvas, asked=g.deciders())
        render.draw_market(view, g.rules, marks)
        render.draw_holdings(view, g.rules, g.deciders())
        render.draw_crop(view, g.rules, render.latest(g.rules.data, [*view.tiles]), canvas=(1010, 910))
    tokens = {part for c in g.rules.data.companies for part in (c, *_lines(c))}  # in the companies' own colours
    assert {p for p in pale if p[0] not in tokens} == set()
    assert glaring == set(), "coordinates had a white rim on the dark sea"


@pytest.mark.parametrize("theme", get_args(style.Theme))
def test_words_with_a_halo_are_dark_on_white(theme: style.Theme) -> None:
    """Names of exits were written in the pale ink of a dark page on their white halo: contrast 1.05."""
    with style.drawn_in(theme):
        image = Image.new("RGB", (200, 60), style.PAPER)
        fonts.write(ImageDraw.Draw(image), (100, 30), "B10", 34, bold=True, anchor="mm", halo=6)
        halo = style.halo()
        inks = {(c[0], c[1], c[2]) for _, c in image.getcolors(1 << 20) or () if isinstance(c, tuple)}
        assert halo in inks
        assert max(style.contrast(ink, halo) for ink in inks - {style.PAPER}) >= LEGIBLE
        assert theme != "dark" or style.contrast(halo, style.WHITE) >= 1.4, "names shouted louder than stations"


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_colour_has_a_place_of_its_own_in_the_palette(title: str) -> None:
    companies = style.company_colours(middle(title).rules.data)
    for theme in get_args(style.Theme):
        flat = style.palette(companies, theme).getpalette() or []
        known = {(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)}
        missing = {n for n, c in named(theme).items() if c not in known}
        assert not missing, (theme, missing)
        assert set(companies) <= known


def test_words_are_legible_in_the_dark() -> None:
    night = named("dark")
    for ground in ("PAPER", "SHADE", "SEA"):
        assert style.contrast(night["INK"], night[ground]) >= 10, ground
        assert style.contrast(night["SOFT"], night[ground]) >= 4.5, ground
    for zone in TABLES["dark"].ZONE:
        assert style.contrast(night["INK"], night[f"ZONE {zone}"]) >= 6, zone
    for tile in TABLES["dark"].HEX:
        assert style.contrast(night["BLACK"], night[f"HEX {tile}"]) >= 4, tile
    assert style.contrast(night["WHITE"], night["BLACK"]) >= 12
    for player in TABLES["dark"].PLAYERS:
        assert style.contrast(player, night["PAPER"]) >= 4.5, player
    red, green, blue = night["HEX white"]
    assert green - max(red, blue) >= 20, "land that nobody has built on looked like a grey hex"


@pytest.mark.parametrize("theme", get_args(style.Theme))
def test_words_and_marks_stand_out_from_what_lies_below_them(theme: style.Theme) -> None:
    """The winner's name in the winner's colour could not be read (contrast 2.6), nor what was out (2.0); zones had hues alone."""
    with style.drawn_in(theme):
        order = [f"p{n}" for n in range(len(style.PLAYERS))]
        for player in order:
            for ground in (style.PAPER, style.TURN):
                assert style.contrast(style.seat_ink(order, player), ground) >= LEGIBLE, player
            assert style.contrast(bar_ink(style.seat(order, player)), style.seat(order, player)) >= LEGIBLE, player
        for ground in (style.PAPER, style.SHADE, style.TURN, style.SEA, style.BEYOND, *style.ZONE.values()):
            assert style.contrast(style.SOFT, ground) >= LEGIBLE, ground
        for colour in (style.PALE, style.MARK, style.CHANGED, style.GAUGE):
            assert style.contrast(colour, style.PAPER) >= style.SEEN, (
                "an edge of shares, what can be chosen, what is new"
            )
        for colour in (style.MARK, style.CHANGED):
            assert style.contrast(colour, style.WHITE) >= LEGIBLE, "an outline on the map lies on white, in grey too"
            assert style.on(colour) == style.WHITE, "the numbers of buttons"
        for zone in FEET:
            assert style.contrast(style.apart_from(style.ZONE[zone]), style.ZONE[zone]) >= style.SEEN
        assert len(set(FEET.values())) == len(FEET), "told apart without colour"
        for colour in style.RUNS:
            assert style.contrast(style.on(colour), colour) >= LEGIBLE
        for title in TITLES.values():
            for name, company in title.rules((), title.file.players[0]).data.companies.items():
                ground, ink = style.reserved(style.rgb(company.colour), theme)
                assert style.contrast(ink, ground) >= LEGIBLE, name
                ink = letters_on(fill := style.rgb(company.colour), style.rgb(company.ink))
                assert style.contrast(ink, fill) >= 4, name


@pytest.mark.parametrize("title", TITLES)
def test_no_station_is_taken_for_an_empty_slot(title: str) -> None:
    """18India's GIPR was white, 18EU's AIRS nearly: on a phone their stations looked like empty slots."""
    data = TITLES[title].rules((), TITLES[title].file.players[0]).data
    for company in data.companies:
        pixels = token(data, company, 10).convert("RGBA").get_flattened_data()
        seen = [
            style.contrast((p[0], p[1], p[2]), style.WHITE) >= 1.4
            for p in pixels
            if isinstance(p, tuple) and p[3] > 128
        ]
        assert sum(seen) >= 0.64 * len(seen), company


@pytest.mark.parametrize("good", sorted(symbols.KNOWN.keys() - symbols.PLAIN))
def test_goods_are_seen_on_dark_ground(good: str) -> None:
    """A drop of oil was black on near black, and leaves of tea were lost on a list."""
    with style.drawn_in("dark"):
        seen, sign = Image.new("RGB", (28, 28), style.PAPER), symbols.symbol(good, 28)
        seen.paste(sign, (0, 0), sign)
        colours = [(n, rgb) for n, rgb in seen.getcolors(784) or () if isinstance(rgb, tuple)]
        stands_out = (n for n, (r, g, b) in colours if style.contrast((r, g, b), style.PAPER) >= SEEN)
        assert sum(stands_out) > 60


def test_percents_of_unsold_shares_are_legible_in_both_themes() -> None:
    """A page's grey turns round at night: words in the black of the board would vanish on it."""
    for theme in get_args(style.Theme):
        with style.drawn_in(theme):
            for ground in map(unsold, ("treasury", "offering", "pool")):
                assert style.contrast(ground, style.PAPER) < 4, "the bar of a company not started glared at night"
                assert style.contrast(bar_ink(ground), ground) >= 4.5, (theme, ground)
            for player in style.PLAYERS:
                assert style.contrast(bar_ink(player), player) >= 3.9, (theme, player)


def test_what_is_printed_on_the_board_stays_as_it_is() -> None:
    """City circles stay white and track black; words and paper of a page change places."""
    night = named("dark")
    assert style.luminance(night["WHITE"]) > 0.8
    assert style.luminance(night["TRACK"]) < 0.02
    assert style.luminance(night["PAPER"]) < 0.02
    assert style.luminance(night["INK"]) > 0.8


def test_a_picture_to_be_printed_lies_on_white_and_its_grounds_take_little_ink() -> None:
    """Each ground is told from the others, and words on it are read; track and stations are as dark as ever."""
    table = TABLES["print"]
    assert table.PAPER == (255, 255, 255)
    assert style.luminance(table.HEX["white"]) > 0.95
    assert style.luminance(table.SEA) > 0.8
    for kind in ("HEX", "ZONE"):
        for name, colour in getattr(table, kind).items():
            assert style.luminance(colour) > 0.6, name
            assert style.luminance(colour) > style.luminance(getattr(TABLES["light"], kind)[name]), name
            assert style.contrast(table.INK, colour) >= 10
    assert len({*table.HEX.values()}) == len(table.HEX)
    assert table.TRACK == TABLES["light"].TRACK
    with style.drawn_in("print"):
        g = middle("18GA")
        sheets = [
            draw()
            for draw in (
                lambda: render.draw_market(g.view(None), g.rules),
                lambda: render.draw_map(g.view(None), g.rules),
            )
        ]
    assert all(share_of(Image.open(BytesIO(render.png(image))), dark=False) > 0.85 for image in sheets)


def share_of(image: Image.Image, dark: bool) -> float:
    """The share of pixels that are dark, or light."""
    counts = image.convert("L").histogram()
    return sum(counts[:90] if dark else counts[165:]) / sum(counts)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_kind_of_picture_is_dark(title: str) -> None:
    g = middle(title)
    view = g.view(None)
    worth = {p: sum(g.rules.worth(g, p).values()) for p in view.order}
    pages: dict[str, Callable[[], Image.Image]] = {
        "market": lambda: render.draw_market(view, g.rules),
        "holdings": lambda: render.draw_holdings(view, g.rules, g.deciders()),
        "bank": lambda: render.draw_bank(view, g.rules),
        "player": lambda: render.draw_player(view, g.rules, view.order[0], worth[view.order[0]]),
    }
    for kind, make in pages.items():
        assert share_of(Image.open(BytesIO(render.png(make()))), dark=False) > 0.6, kind
    with style.drawn_in("dark"):
        for kind, make in pages.items():
            assert share_of(Image.open(BytesIO(render.png(make()))), dark=True) > 0.6, kind
        land = Image.open(BytesIO(render.png(render.draw_map(view, g.rules))))
    assert share_of(land, dark=False) < 0.1


def test_curves_stand_out_from_dark_paper() -> None:
    def draw() -> Chart:
        return worth_chart(("start", "SR 1"), {"a": (400, 500), "b": (400, 300)}, {}, "$")

    assert share_of(Image.open(BytesIO(draw().png)), dark=False) > 0.9
    with style.drawn_in("dark"):
        assert share_of(Image.open(BytesIO(draw().png)), dark=True) > 0.9


@pytest.mark.parametrize("theme", get_args(style.Theme))
def test_a_picture_too_large_at_the_highest_level_keeps_the_colours_that_mean_something(
    theme: style.Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full map of 18 India for a phone had 209,000 bytes, and one with a run 306 too many in the fewest colours."""
    g = middle("18India")
    view = g.view(None)
    with style.drawn_in(theme):
        image = render.draw_map(view, g.rules, canvas=render.TALL)
        players = {style.seat(view.order, p) for p in view.order}
        land = style.HEX["white"]
    monkeypatch.setattr(packing, "MOST_BYTES", 1_000_000)
    usual = colours_of(render.png(image))
    monkeypatch.setattr(packing, "MOST_BYTES", 50_000)
    data = render.png(image)
    fewer = colours_of(data)
    assert data == render.png(image)
    assert len(fewer) <= packing.FEWER[-1][1] < len(usual)
    assert {land, *players} <= fewer
    assert {style.rgb(c.colour) for c in g.rules.data.companies.values()} & usual <= fewer
    plain = image.quantize(palette=packing.file_palette(image), dither=Image.Dither.NONE)
    same = packing._in_fewer_colours(image, plain, packing.FEWER[-1][1])
    rows = b"".join(b"\0" + same.crop((0, y, same.width, y + 1)).tobytes() for y in range(same.height))
    assert len(data) < len(zlib_ng.compress(rows, packing.TIGHTEST)), (
        "its head, its palette and longer blocks took room"
    )
    monkeypatch.setattr(packing, "LIMIT", 50_000)
    fewest = colours_of(render.png(image))
    assert len(fewest) <= packing.FEWEST < len(fewer)
    assert {land, *players} <= fewest


def test_no_colour_that_means_something_is_left_out_to_make_a_picture_smaller() -> None:
    """Of 18EU 43 are kept: a search among no pairs for the next one to go raised, and the picture was not sent."""
    kept = [(n, n, n) for n in range(0, 250, 5)]
    assert packing._leave_out_alike(dict.fromkeys(kept, 1), packing.FEWEST, kept) == kept
    assert packing._leave_out_alike({(1, 1, 1): 9, **dict.fromkeys(kept, 1)}, packing.FEWEST, kept) == kept


def test_a_file_keeps_every_pixel_and_is_smaller_than_one_packed_row_by_row() -> None:
    g = middle("18GA")
    image = render.draw_market(g.view(None), g.rules)
    plain = image.quantize(palette=packing.file_palette(image), dither=Image.Dither.NONE)
    out = BytesIO()
    plain.save(out, "PNG", compress_level=3)
    data = render.png(image)
    with Image.open(BytesIO(data)) as stored:
        assert stored.mode == "P"
        assert stored.convert("RGB").tobytes() == plain.convert("RGB").tobytes()
    assert len(data) < len(out.getvalue())


def colours_of(data: bytes) -> set[object]:
    """The colours of a file of a picture."""
    image = Image.open(BytesIO(data)).convert("RGB")
    return {colour for _, colour in image.getcolors(1 << 16) or ()}
