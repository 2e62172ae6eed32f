"""Which buttons a panel has, and what stands beside them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.model.action_form import Draft
from bot.model.results import examine_position
from bot.views.console.preview_step import shown_words
from bot.views.messages import Button
from bot.views.options.screen import make_screen
from bot.views.options.shortcuts import shortcut_buttons
from bot.views.story.move_lines import _lines_with_reasons
from bot.views.turn_panel import panel_button_rows
from game.actions import BuyPrivate, BuyShare, Pass
from game.choices import Span, choice
from game.events import Passed
from tests.bot.commands.test_eu_decisions import falling, up
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new


def pressed(g: Any) -> tuple[Any, Any]:
    """The panel's shortcuts at a position, and what can be done there."""
    seat = g.deciders()[0]
    choices = tuple(g.choices(seat))
    position = SimpleNamespace(auction=None, step="")
    table: Any = SimpleNamespace(rules=g.rules, id=1, position=position, choices=lambda _: choices)
    return shortcut_buttons(table, g.view(seat), seat, 1, {}, ""), choices


@pytest.mark.parametrize("at", [falling, lambda: up(100)])
def test_the_button_that_opens_a_turn_is_blue_everywhere(at):
    """It was gray beside a green one in one title, and blue in another."""
    g = at()
    seat, position = (
        g.deciders()[0],
        SimpleNamespace(auction=None, step="", over="", move=1, deciders=g.deciders(), round=""),
    )
    choices = tuple(g.choices(seat))
    table: Any = SimpleNamespace(
        rules=g.rules, id=1, position=position, choices=lambda _: choices, action_version=lambda _: 1
    )
    first, *_ = panel_button_rows(table, g.view(seat))[0]
    assert isinstance(first, Button)
    assert (first.label, first.style) == ("Take my turn", "primary")


@pytest.mark.parametrize(
    ("name", "number", "ending", "shown"),
    [
        ("18GA-bank", 330, "", ["Pay out", "Withhold"]),
        ("18GA-bank", 330, "End it", ["Pay out", "End it"]),
        ("18VA-bank", 649, "", ["Buy a 4-train", "Buy a 3G-train"]),
    ],
)
def test_the_map_and_the_rest_are_always_a_press_away(name: str, number: int, ending: str, shown: list[str]):
    """Two trains and *No more trains*, or two dividends and the end of the turn, left no room for the map."""
    g = golden_position(name, number)
    choices, position = tuple(g.choices(g.deciders()[0])), examine_position(g, 0)
    table: Any = SimpleNamespace(
        rules=g.rules, id=1, position=position, choices=lambda _: choices, action_version=lambda _: 1
    )
    (row,) = panel_button_rows(table, g.view(None), {}, ending)
    labels = [button.label for button in row if isinstance(button, Button)]
    assert [labels[0], *labels[3:]] == ["Take my turn", "Map", "Market, more"]
    assert all(label.startswith(begin) for label, begin in zip(labels[1:3], shown, strict=True))


def test_a_panel_has_what_nearly_everybody_chooses():
    """“Should the GIPR take over its station?” had one button, the red one that loses it."""
    made, _ = pressed(golden_position("18India-bank", 736))
    assert made[0].label == "GIPR takes over Pune (E24)"


def test_privates_that_alone_can_be_bought_have_a_button_each():
    """*Buy a private…* stood above cards without numbers, and the cards with numbers a press further."""
    offers = (BuyPrivate(p, 1, "CoG", by="ann") for p in ("LTR", "MRC"))
    choices = (choice(*offers, price=Span(1, 40)), choice(Pass(by="ann")))
    shown = make_screen(choices, Draft())
    assert [o.choice for o in shown.options] == ["LTR", "MRC"]
    assert not shown.more


def test_who_passes_unasked_is_said_to_have_nothing_left():
    """“Cid, Bob and Ann pass.”: nobody had pressed Pass."""
    g = new("18GA")
    events = tuple(Passed(f"p{n}", "stock round") for n in range(3))
    bought: Any = SimpleNamespace(action=BuyShare("GA", "ipo", by="p0"), seat="p0", events=events[1:])
    told = "p1 and p2 pass: no purchase or sale is possible."
    assert _lines_with_reasons(bought, g.view(None), g.rules) == [told]
    passed: Any = SimpleNamespace(action=Pass(by="p0"), seat="p0", events=events)
    assert _lines_with_reasons(passed, g.view(None), g.rules) == ["p0 passes.", told]


def test_a_picture_does_not_say_that_a_city_is_chosen_which_is_asked_next():
    """“The picture shows it done” stood above a station in a city where it never stood."""
    asks: Any = SimpleNamespace(step_key="city")
    assert shown_words(asks) == "Next you choose the city of its station."
    assert shown_words(SimpleNamespace(step_key="")) == "The picture shows it done."  # type: ignore[arg-type]
