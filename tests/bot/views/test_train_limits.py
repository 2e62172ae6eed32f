"""Who may buy trains is told why the bank sells no other one."""

from __future__ import annotations

import pytest

import render
from bot.model.action_form import Draft
from bot.views.console.hints import hints
from bot.views.options.screen import make_screen
from bot.views.turn_panel import train_end_line
from game.actions import BuyTrain
from game.steps.trains import BuyTrains
from tests.support import eu_positions
from tests.support.title_positions import operate
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
            "-# Any of these trains ends the turn: a company may buy only one new 2/1G-train a turn.",
        ),
        ("18TN-bank", 44, "-# This train ends the turn: a company may buy only one train a turn from the bank."),
    ],
)
async def test_the_panel_says_why_a_train_ends_the_turn(tmp_path, name, number, said):
    async with typing_at(tmp_path, name, number) as at:
        assert await train_end_line(at.table, at.table.position.deciders[0]) == said


async def test_the_only_train_is_asked_without_where_the_next_company_begins(tmp_path):
    """Twelve lines stood above one train: at a desk 757 pixels high its button lay below the window."""
    async with typing_at(tmp_path, "18TN-bank", 44) as at:
        (told,) = await at.ask("turn")
    assert "must buy a train" in told
    assert "places its home station" not in told
    assert told.count("only one train a turn from the bank") == 1
    assert len(told.splitlines()) <= 6


async def test_a_train_that_is_in_the_bank_and_is_not_for_sale_has_its_reason(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 350) as at:
        (told,) = await at.ask("turn")
        assert "No 3/2G-train from the bank: VR has bought a new 3-train in this turn (18VA 4.5.8)." in told


@pytest.mark.parametrize(
    ("options", "owner", "said"),
    [
        ((), "p1", "It can only buy trains of other companies, if their owner agrees."),
        (("no_consent",), "p1", "It can only buy trains of other companies."),
        ((), "p0", "It can only buy trains of your other companies, at any price."),
    ],
)
def test_a_minor_that_can_pay_no_train_of_the_bank_is_told_what_is_left(options, owner, said):
    """18EU: each minor was asked to “buy trains” with £35, while the cheapest cost £100: what for?"""
    g = eu_positions.game(*options)
    eu_positions.give(g, "p0", "1", 35, "2-1")
    eu_positions.give(g, owner, "2", 0, "2-2")
    operate(g, "1", BuyTrains("1"))
    view, choices = g.view("p0"), g.choices("p0")
    assert render.ask(choices, view, g.rules) == "minor 1: buy trains of other companies, or no more"
    told = hints(make_screen(choices, Draft()), view, g.rules)
    assert said in told
    if owner == "p1" and not options:
        eu_positions.give(g, "p0", "3", 0, "2-3")
        operate(g, "1", BuyTrains("1"))
        told = hints(make_screen(g.choices("p0"), Draft()), g.view("p0"), g.rules)
        assert "It can only buy trains of your other companies, and of others', who must agree." in told
    eu_positions.cash(g, **{"1": 200})
    operate(g, "1", BuyTrains("1"))
    assert render.ask(g.choices("p0"), g.view("p0"), g.rules) == "minor 1: buy trains, or no more"


def test_a_minor_that_can_pay_nothing_at_all_is_not_asked():
    g = eu_positions.game()
    eu_positions.give(g, "p0", "1", 0, "2-1")
    eu_positions.give(g, "p1", "2", 0, "2-2")
    operate(g, "1", BuyTrains("1"))
    assert not any(c.kind is BuyTrain for p in g.deciders() for c in g.choices(p))
