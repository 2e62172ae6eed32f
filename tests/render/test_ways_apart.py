"""Ways to lay a tile are told apart in words: what leads where, and of three stops on a tile which one earns more."""

from __future__ import annotations

from bot.model.action_form import Draft
from bot.views.options.labels import option_labels
from bot.views.options.screen import make_screen
from game.actions import LayTile
from render import draw_lays
from render.pictures.choices.lays import caption_of
from tests.support.golden_positions import golden_position


def lays_of(number: int, title: str = "18India-bank", **given: str) -> tuple[list[LayTile], list[str], list[str]]:
    """What may be laid there with what is given, its captions and the words of its buttons."""
    g = golden_position(title, number)
    choices, view = g.choices(g.deciders()[0]), g.view(None)
    screen = make_screen(choices, Draft("LayTile", {**given}))
    lays = [o.action for o in screen.options if isinstance(o.action, LayTile)]
    return (
        lays,
        [caption_of(view, g.rules, lay, lays) for lay in lays],
        option_labels(screen, choices, view, g.rules),
    )


def test_turns_of_a_tile_with_three_towns_say_which_earns_more():
    """Buttons 1, 3 and 5 named the same three links in another order."""
    lays, captions, labels = lays_of(69, hex="E22", tile="IND5")
    assert captions == labels
    assert labels[4] == "20 on Pune–Mumbai"
    assert len({*labels}) == len(lays) == 6


def test_captions_say_what_differs():
    """“6 in Pune” stood below each of six pictures."""
    lays, captions, _ = lays_of(297, hex="K10")
    assert captions == ["7: to K12", "7: to J9", "8: to L11", "9: to L9"]
    assert len({lay.tile for lay in lays}) == 3


def test_tiles_with_three_stops_are_drawn_two_to_a_row():
    """The tile was 40 pixels wide on a phone, with six names on its track."""
    g = golden_position("18India-bank", 69)
    lays, _, _ = lays_of(69, hex="E22", tile="IND5")
    image = draw_lays(g.view(None), g.rules, lays)
    assert image.height > image.width
