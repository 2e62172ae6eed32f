"""Whether the moves of one line go together."""

from __future__ import annotations

import pytest

from bot.model.results import examine_position
from bot.model.words.moves.move_plan import Typist, plan_moves
from tests.support.golden_positions import golden_position


def plan_at(name, number, *parts):
    """What comes of the moves of a line in a position."""
    game = golden_position(name, number)
    typist = Typist(game.deciders()[0], {})
    return plan_moves(game.rules, examine_position(game, 0), typist, parts)


@pytest.mark.parametrize(
    ("name", "number", "line", "after", "misfit"),
    [
        ("18EU-bank", 560, "run; pay; hold", "pay", "hold"),
        ("18EU-bank", 560, "run; withhold; pay half", "withhold", "pay half"),
        ("18EU-bank", 739, "pay; half", "pay", "half"),
        ("18GA-bank", 62, "pass; sell w&a", "pass", "sell w&a"),
        ("18GA-bank", 62, "sell w&a; sell w&a", "sell w&a", "sell w&a"),
        ("18GA-bank", 62, "sell w&a; done; buy w&a", "done", "buy w&a"),
        ("18GA-bank", 62, "sell w&a; bid 20", "sell w&a", "bid 20"),
        ("18GA-bank", 5, "bid 410 on W&SR; bid 430 on W&SR", "bid 410 on W&SR", "bid 430 on W&SR"),
        ("18GA-bank", 257, "lay 57 d10; buy 3; no train", "buy 3", "no train"),
        ("18GA-bank", 257, "lay 57 d10; no track", "lay 57 d10", "no track"),
        ("18VA-bank", 10, "pass; bid 70 on p2", "pass", "bid 70 on p2"),
    ],
)
def test_two_moves_do_not_go_together(name, number, line, after, misfit):
    plan = plan_at(name, number, *line.split("; "))
    assert (plan.after, plan.misfit, plan.unclear) == (after, misfit, "")


@pytest.mark.parametrize(
    ("name", "number", "line", "parts"),
    [
        ("18GA-bank", 257, "lay 57 d10; run best; pay", "lay 57 d10"),  # it has no train to run
        ("18GA-bank", 257, "lay 57 d10; pass; run best; pay; done", "lay 57 d10; done"),  # no station was asked
        ("18GA-bank", 257, "lay 57 d10; buy 3; pass", "lay 57 d10; buy 3; pass"),
        ("18GA-bank", 62, "sell w&a; pass", "sell w&a; pass"),
        ("18EU-bank", 560, "run best; pay; buy 4 from gsr for 1", "run best; pay; buy 4 from gsr for 1"),
        ("18EU-bank", 560, "run; pay; end turn", "run; pay; end turn"),
        ("18TN-bank", 420, "buy tc; sell tc", "buy tc; sell tc"),
        ("18India-bank", 60, "lay 235 P17 to P19; run; pay", "lay 235 P17 to P19; run; pay"),  # its city is asked first
    ],
)
def test_moves_that_go_together(name, number, line, parts):
    plan = plan_at(name, number, *line.split("; "))
    assert ("; ".join(plan.parts), plan.unclear, plan.misfit) == (parts, "", "")


def test_what_is_no_move_is_unclear():
    assert plan_at("18EU-bank", 560, "run", "wait").unclear == "wait"
    assert plan_at("18EU-bank", 560, "run", "pay?").unclear == "pay?"
    assert plan_at("18GA-bank", 257, "lay 57 d10", "no", "pass").unclear == "no"
    assert plan_at("18EU-bank", 560, "what", "wait").unclear == "wait"
    assert plan_at("18EU-bank", 560, "what", "pay").unclear == "what"
