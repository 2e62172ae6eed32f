"""Who may buy trains is told why the bank sells no other one."""

from __future__ import annotations

import pytest

from bot.views.turn_panel import train_end_line
from tests.support.typed_lines import typing_at


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        (
            "18VA-bank",
            74,
            "-# Any of these trains ends the turn: B&O then has $30, and a 2/1G-train costs $100.",
        ),
        (
            "18VA-bank",
            58,
            "-# Any of these trains ends the turn: a company may buy one new train of a type a turn.",
        ),
        ("18TN-bank", 44, "-# This train ends the turn: a company may buy one train a turn from the bank."),
    ],
)
async def test_the_panel_says_why_a_train_ends_the_turn(tmp_path, name, number, said):
    async with typing_at(tmp_path, name, number) as at:
        assert await train_end_line(at.table, at.table.position.deciders[0]) == said


async def test_a_train_that_is_in_the_bank_and_is_not_for_sale_has_its_reason(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 350) as at:
        (told,) = await at.ask("turn")
        assert "No 3/2G-train from the bank: VR has bought a new 3-train in this turn (18VA 4.5.8)." in told
