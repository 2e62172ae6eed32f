"""Tiles that can be laid with and without the power of a private, asked one by one."""

from __future__ import annotations

from bot.commands.console_presses import apply_press, step_back
from bot.model.action_form import Draft
from bot.views.console.state import ConsoleState
from bot.views.options.screen import make_screen
from bot.views.options.single_press import next_question
from game.actions import LayTile, Pass
from game.choices import choice


def lays():
    plain = [LayTile("P17", "235", turn, by="bob") for turn in range(6)]
    return (
        choice(*plain, *(LayTile(a.hex, a.tile, a.rotation, "P2", by="bob") for a in plain)),
        choice(Pass(by="bob")),
    )


def test_a_power_beside_plain_lays_is_a_button_of_its_own():
    """Six buttons “0” to “5” stood below a table of holdings: the turn was asked as a number, since each had two ways."""
    shown = make_screen(lays(), Draft())
    assert [o.action for o in shown.options] == [LayTile("P17", "235", turn, by="bob") for turn in range(6)]
    (by_power,) = (o for o in shown.more if o.field == "using")
    pressed = apply_press(lays(), ConsoleState(), by_power.verb, (by_power.value,))
    assert pressed.draft == Draft("LayTile", {"hex": "P17", "using": "P2"})
    assert {getattr(o.action, "using", "") for o in make_screen(lays(), pressed.draft).options} == {"P2"}
    assert step_back(lays(), pressed.draft) == Draft()


def test_a_preview_of_a_plain_lay_stays_what_was_chosen():
    chosen = Draft("LayTile", {"hex": "P17", "tile": "235", "rotation": 2})
    assert next_question(lays(), chosen).action == LayTile("P17", "235", 2, by="bob")
