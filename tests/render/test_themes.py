"""Light and dark pictures: one drawing, two palettes, and everything legible in both."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

import render
from bot.sandbox import demo_game
from game.play import Game
from render.drawing import style
from render.pictures.table_images import bar_ink
from render.results.charts import worth_chart
from titles import TITLES

pytestmark = pytest.mark.unit


@cache
def middle(title: str) -> Game:
    """A game of the title in its middle."""
    players = ("ann", "bob", "cid", "dora")[: TITLES[title].file.players[1]]
    rules = TITLES[title].rules((), len(players))
    g = Game.new(rules, players, demo_game.SEED)
    for action in demo_game.play_demo(rules, players)[1]:
        g.play(action)
    return g


def named() -> dict[str, style.RGB]:
    """Colours of the table by their names."""
    plain = {n: c for n, c in vars(style).items() if n.isupper() and isinstance(c, tuple) and len(c) == 3}
    tiles = {f"HEX {n}": c for n, c in style.HEX.items()} | {f"ZONE {n}": c for n, c in style.ZONE.items()}
    colours = {n: c for n, c in plain.items() if all(isinstance(part, int) for part in c)}
    return colours | tiles


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_picture_in_the_dark_is_the_same_drawing_with_other_colours(title: str) -> None:
    g = middle(title)
    image = render.draw_market(g.view(None), g.rules)
    light, dark = render.png(image), render.png(image, "dark")
    assert len(light) == len(dark)
    assert light != dark
    day, night = Image.open(BytesIO(light)), Image.open(BytesIO(dark))
    assert day.tobytes() == night.tobytes()
    assert dark == render.png(image, "dark")
    companies = style.company_colours(g.rules.data)
    assert style.recoloured(light, companies, "dark") == dark
    assert style.recoloured(dark, companies, "light") == light


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_colour_has_a_place_of_its_own_in_the_palette(title: str) -> None:
    """Of two colours that fell together only one could be turned round."""
    companies = style.company_colours(middle(title).rules.data)
    for theme in ("light", "dark"):
        flat = style.palette(companies, theme).getpalette() or []
        known = {(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)}
        missing = {n for n, c in named().items() if style.themed(c, theme) not in known}
        assert not missing, (theme, missing)
        assert set(companies) - {*named().values()} <= known


def test_words_are_legible_in_the_dark() -> None:
    night = {n: style.themed(c, "dark") for n, c in named().items()}
    for ground in ("PAPER", "SHADE", "SEA"):
        assert style.contrast(night["INK"], night[ground]) >= 10, ground
        assert style.contrast(night["SOFT"], night[ground]) >= 4.5, ground
    for zone in style.ZONE:
        assert style.contrast(night["INK"], night[f"ZONE {zone}"]) >= 6, zone
    for tile in style.HEX:
        assert style.contrast(night["BLACK"], night[f"HEX {tile}"]) >= 4, tile
    assert style.contrast(night["WHITE"], night["BLACK"]) >= 12
    for player in style.PLAYERS:
        assert style.contrast(style.themed(player, "dark"), night["PAPER"]) >= 3, player


def test_percents_of_unsold_shares_are_legible_in_both_themes() -> None:
    """A page's grey turns round at night: words in the black of the board would vanish on it."""
    for theme in ("light", "dark"):
        for ground in (style.RULE, style.PALE):
            ink = style.themed(bar_ink(ground), theme)
            assert style.contrast(ink, style.themed(ground, theme)) >= 4.5, (theme, ground)
        for player in style.PLAYERS:
            ink = style.themed(bar_ink(player), theme)
            assert style.contrast(ink, style.themed(player, theme)) >= 3, (theme, player)


def test_what_is_printed_on_the_board_stays_as_it_is() -> None:
    """City circles stay white and track black; words and paper of a page change places."""
    assert style.luminance(style.themed(style.WHITE, "dark")) > 0.8
    assert style.luminance(style.themed(style.TRACK, "dark")) < 0.02
    assert style.luminance(style.themed(style.PAPER, "dark")) < 0.02
    assert style.luminance(style.themed(style.INK, "dark")) > 0.8


def share_of(image: Image.Image, dark: bool) -> float:
    """The share of pixels that are dark, or light."""
    counts = image.convert("L").histogram()
    return sum(counts[:90] if dark else counts[165:]) / sum(counts)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_kind_of_picture_is_dark(title: str) -> None:
    g = middle(title)
    view = g.view(None)
    worth = {p: sum(g.rules.worth(g, p).values()) for p in view.order}
    pages = {
        "market": render.draw_market(view, g.rules),
        "holdings": render.draw_holdings(view, g.rules, g.deciders()),
        "bank": render.draw_bank(view, g.rules),
        "player": render.draw_player(view, g.rules, view.order[0], worth[view.order[0]]),
    }
    for kind, image in pages.items():
        assert share_of(Image.open(BytesIO(render.png(image))), dark=False) > 0.6, kind
        assert share_of(Image.open(BytesIO(render.png(image, "dark"))), dark=True) > 0.6, kind
    land = Image.open(BytesIO(render.png(render.draw_map(view, g.rules), "dark")))
    assert share_of(land, dark=False) < 0.1


def test_curves_stand_out_from_dark_paper() -> None:
    light, dark = (
        worth_chart(("start", "SR 1"), {"a": (400, 500), "b": (400, 300)}, {}, "$", theme)
        for theme in ("light", "dark")
    )
    assert light.alt == dark.alt
    assert share_of(Image.open(BytesIO(light.png)), dark=False) > 0.9
    assert share_of(Image.open(BytesIO(dark.png)), dark=True) > 0.9
