"""In which words facts go on in a line, a round ends with a turn, and a stock round asks."""

from __future__ import annotations

import pytest

from bot.views.console.effect_lines import effects_head
from bot.views.console.layout import join_facts
from game.events import RoundEnded, TurnEnded
from render.text.questions import ask
from tests.support.golden_positions import golden_position


def test_a_company_keeps_its_letters_within_a_line():
    """“coG $55 costs more than its market price”."""
    assert join_facts(["You have $95", "CoG $55 costs more", "W&A $55 too", "A 2-train costs $100 now."]) == (
        "-# You have $95 · CoG $55 costs more · W&A $55 too · a 2-train costs $100 now"
    )


def test_a_round_that_ends_with_a_turn_is_said_to_end():
    """“Then the turn ends by itself” stood above the beginning of the next round."""
    assert effects_head([TurnEnded("ann"), RoundEnded("SR 1", {})]) == "Then the round ends. Next:"


@pytest.mark.parametrize(
    ("name", "number", "asked"),
    [
        ("18EU-bank", 194, "sell shares, exchange a minor, or pass"),
        ("18GA-bank", 62, "buy or sell shares, or done"),
    ],
)
def test_a_question_tells_of_all_that_may_be_done(name, number, asked):
    """The exchange of a minor was the first button, and not in the question; nor was that a company could be started."""
    g = golden_position(name, number)
    player = g.deciders()[0]
    assert ask(g.choices(player), g.view(player), g.rules) == asked
