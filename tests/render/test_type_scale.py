"""The print of pictures: few sizes of one ladder, each with a meaning."""

from collections.abc import Callable, Iterator
from functools import partial
from inspect import unwrap
from itertools import chain, pairwise
from typing import cast

import pytest
from PIL import Image

from bot.files.replay import WIDTHS
from bot.views.pictures.picture_stack import TALLEST
from game.play import Game
from render.data.marks import marks_of
from render.data.tile_pages import ROWS, count_rows, tile_pages
from render.drawing import fonts, phone, style
from render.drawing.map_print import crop_print, phone_print, wide_print
from render.drawing.sprites import hex_sprite
from render.pictures.holdings import draw_holdings
from render.pictures.map import LAYERS, MAP_ALONE, TALL, draw_map
from render.pictures.market import draw_market
from render.pictures.preview import draw_crop
from render.pictures.reference import tiles_left
from render.pictures.reference.key import draw_key
from render.pictures.reference.tiles_left import draw_tiles
from render.pictures.table_images import draw_bank, draw_company, draw_player, draw_table
from render.pictures.window import latest, map_canvas, map_parts
from render.results import replay
from render.results.company_timeline import CompanyLine, Timeline, draw_timeline
from render.results.final import Ending, FinalPlace, draw_final
from render.results.player_statistics import (
    Duel,
    PlayerLine,
    PlayersSheet,
    Profile,
    TitleLine,
    draw_players,
    draw_profile,
)
from render.results.replay import Scene, draw_frame
from render.results.round_picture import CompanyResult, PlayerResult, RoundResult, draw_round
from render.results.title_statistics import SeatShare, TitleSheet, draw_title
from render.text.alt_text import alt_tiles
from tests.support.written_words import MOST_SIZES, check_sizes, note_sizes, note_word_sizes
from titles import TITLES

pytestmark = pytest.mark.unit
Draw = Callable[[], object]
# What finds no room on a tile in print of eleven pixels.
SMALLER = {
    ("tiles", "18GA"): ["20", "70", "ATL", "Aug"],
    ("tiles", "18VA"): ["60"],
    ("tiles", "18EU"): ["60", "B-V"],
    ("tiles", "18India"): ["60", "FERRY"],
}


def maps_of(g: Game) -> Iterator[tuple[str, Draw]]:
    """Each kind of map of a position that no other test looks through: whole ones are in `test_place_names`."""
    view, rules, data = g.view(None), g.rules, g.rules.data
    yield "alone", lambda: draw_map(view, rules, canvas=map_canvas(data), layers=MAP_ALONE)
    yield "crop", lambda: draw_crop(view, rules, latest(data, [*reversed(view.tiles), *data.hexes]))
    for part in map_parts(data)[:2]:
        yield part.word, partial(draw_crop, view, rules, part.hexes, canvas=part.canvas, layers=LAYERS)


def others_of(g: Game) -> Iterator[tuple[str, Draw]]:
    """Each other kind of picture of a position."""
    view, rules = g.view(None), g.rules
    yield "market", lambda: draw_market(view, rules, marks_of(g.events))
    yield "company", lambda: draw_company(view, rules, next(iter(view.companies)))
    yield "player", lambda: draw_player(view, rules, view.order[0])
    yield "bank", lambda: draw_bank(view, rules)
    yield "table", lambda: draw_table(view, rules, dict.fromkeys(view.order, 1234))[0]
    yield "holdings", lambda: draw_holdings(view, rules, g.deciders(), headed=True)
    yield "tiles", lambda: draw_tiles(view, rules)
    yield "key", lambda: draw_key(rules)[0]


def results_of(g: Game) -> Iterator[tuple[str, Draw]]:
    """Each kind of picture of what a game and its rounds came to, with all companies of the title."""
    data, names, players = g.rules.data, list(g.rules.data.companies), g.state.order
    held = tuple(name if data.companies[name].certificates == (1,) else f"{name} 20" for name in names)
    places = tuple(FinalPlace(n, p, p, 12345, {"cash": 345, "shares": 12000}, held) for n, p in enumerate(players, 1))
    rounds, worth = ("Start", "OR 1.1", "OR 1.2"), dict.fromkeys(players, (400, 900, 12345))
    yield "final", lambda: draw_final(Ending("head", places, tuple(players), rounds, worth, "note"), data)
    train = next(iter(data.trains))
    did = tuple(CompanyResult(name, 120, "paid out", 110, 120, (train,)) for name in names)
    gained = tuple(PlayerResult(p, 12345, 345, ((names[0], 2),)) for p in players)
    rusted = ((train, 5),)
    yield "round", lambda: draw_round(RoundResult("OR 1.1", gained, did, tuple(players), rusted), g.rules)
    lines = tuple(CompanyLine(name, ("ann", "", "bob"), (("2",), (), ("2", "3"))) for name in names)
    yield "timeline", lambda: draw_timeline(Timeline(rounds, lines, tuple(players)), g.rules)
    shares = tuple(SeatShare(n, 28, 7, 0.1, 0.6) for n in range(1, 4))
    games = TitleSheet(3, 28, 412, 31.4, (("the bank broke", 28),), shares, dict.fromkeys(names, (25, 150.2)))
    yield "title", lambda: draw_title(games, data)
    people = tuple(PlayerLine(p, 120, 60, 1.9, 1583, 21, provisional=True, thinking="3.5 h") for p in players)
    colours, duel = {p: n for n, p in enumerate(players)}, Duel(7, 4, 1)
    yield "players", lambda: draw_players(PlayersSheet("120 games", people, {(0, 1): duel, (1, 0): duel}, colours))
    titles, against = (TitleLine(g.rules.name, 3, 9, 4, 1.7, names[0]),), (("bob", duel),)
    replies = (("track", 210, "3.5 h", 88),)
    yield "profile", lambda: draw_profile(Profile(people[0], titles, against, replies, colours))


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The sizes of all print that is written from now on."""
    return note_sizes(monkeypatch)


@pytest.mark.parametrize("title", list(TITLES))
def test_a_picture_has_five_sizes_of_print_of_the_ladder(title: str, printed: set[int]) -> None:
    """Whole maps had 13 to 17, maps for a phone up to 24: each word had the size that its room left it."""
    rules = TITLES[title].rules((), 3)
    g = Game.new(rules, ("ann", "bob", "cid"), "demo")
    for _, draw in chain(maps_of(g), others_of(g)):
        printed.clear()
        draw()
        check_sizes(printed)


LEAST = 11  # pixels of print in pictures that are no maps, beside the words and buttons of a message


@pytest.mark.parametrize("title", list(TITLES))
def test_words_of_pictures_beside_a_message_are_read(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, cards and the bank had ten pixels, prices of the market eight and a half, what tiles pay four to eight."""
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "demo")
    monkeypatch.setattr(tiles_left, "hex_sprite", unwrap(hex_sprite))  # each tile is written on
    least = note_word_sizes(monkeypatch)
    for name, draw in others_of(g):
        if name == "key":  # its examples are as on hexes
            continue
        least.clear()
        drawn = draw()
        wide = cast("Image.Image", drawn[0] if isinstance(drawn, list) else drawn).width
        small = sorted(text for text, size in least.items() if size * phone.WIDTH / wide < LEAST)
        assert small == SMALLER.get((name, title), []), name


@pytest.mark.parametrize("title", list(TITLES))
def test_print_of_results_is_of_the_ladder_and_read_on_a_phone(title: str, printed: set[int]) -> None:
    """They had print of 30, 34, 38, 40, 46 and 50 pixels; letters on tokens had four to six on a phone."""
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "demo")
    for name, draw in results_of(g):
        printed.clear()
        draw()
        check_sizes(printed)
        assert min(printed) / 3 >= 7, name


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_replay_has_print_of_the_ladder_in_every_width(
    wide: int, printed: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that gets too large is drawn smaller, its words by the same factor: 32, 24 and 22 pixels."""
    g = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "demo")
    monkeypatch.setattr(replay, "draw_map", lambda *_, canvas, **__: style.canvas(canvas, g.rules.data))
    for company in ("AIRS", "1"):
        printed.clear()
        draw_frame(g.view(None), g.rules, Scene("OR 1.1", company, "It runs.", 500, (12, 80)), {}, wide=wide)
        check_sizes(printed | {*phone_print(30)[2:8]})
        assert min(printed) * phone.SCREEN_WIDTH / wide >= 9


def test_a_step_of_the_ladder_is_seen() -> None:
    assert all(1.2 <= high / low <= 1.3 for low, high in pairwise(style.LADDER))
    assert {style.SMALL, style.BODY, style.HEAD, style.TITLE} <= {*style.LADDER}
    assert style.SMALL * phone.SCREEN_WIDTH / 1200 >= 7


@pytest.mark.parametrize("size", [20, 33, 43, 62, 76, 92, 124, 164, 400])
def test_the_print_of_a_map_is_read_where_it_is_shown(size: int) -> None:
    """`size`: pixels of an apothem."""
    for wide in (594, 895, 990, 1000, 1098, 1106, 1200, 2000):
        crop = crop_print(size, wide)
        assert len(crop.sizes) <= MOST_SIZES or wide > 1200
        assert size < 33 or wide > 1200 or fonts.width("10", crop.edge, bold=True) < size, "`10111213` along an edge"
        assert min(crop.name, crop.edge, crop.value, crop.small) * phone.SCREEN_WIDTH / max(wide, 895) >= 7 - 0.2
    for whole in (wide_print(size), wide_print(size, 2), phone_print(size)):
        assert len(whole.sizes) <= MOST_SIZES
        assert whole.title > whole.list > whole.edge >= whole.small >= whole.fine
    assert phone_print(size).edge * phone.SCREEN_WIDTH / TALL[0] >= 7


def test_words_that_find_no_room_take_the_next_step() -> None:
    wide = fonts.width("Charlottesville", 28)
    assert fonts.fitting("Charlottesville", wide, 28) == 28
    assert fonts.fitting("Charlottesville", wide - 1, 28) == 22
    assert fonts.fitting("Charlottesville", wide - 1, 28, sizes=(35, 28, 18)) == 18
    assert fonts.fitting("Charlottesville", 5, 28, sizes=(35, 28, 18)) == 18, "the smallest, where none fits"


@pytest.mark.parametrize("title", list(TITLES))
def test_tiles_stand_by_colours_in_pictures_of_a_few_rows(title: str) -> None:
    """One picture of all tiles was up to four times as high as it was wide; each has words of its own."""
    rules = TITLES[title].rules((), 3)
    pages, known = tile_pages(rules), {rules.data.tile_number(n) for n, count in rules.data.map.tiles.items() if count}
    shown = [rules.data.tile_number(n) for page in pages for _, names in page for n in names]
    assert sorted(shown) == sorted(known), "three tiles were called 170"
    assert all(count_rows(page, rules) <= ROWS for page in pages)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    said = alt_tiles(view, rules)
    assert len(said) == len(pages)
    assert title != "18VA" or ", 170 ×5, " in said[-1]
    for words, page in zip(said, pages, strict=True):
        assert all(colour.capitalize() in words and names[-1] in words for colour, names in page)
    assert all(sheet.height <= TALLEST * sheet.width for sheet in draw_tiles(view, rules)), "a phone shows it less wide"
