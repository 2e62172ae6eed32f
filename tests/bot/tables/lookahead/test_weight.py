"""What is shown before it is done."""

from __future__ import annotations

from bot.model.results import examine_position
from bot.tables.lookahead.run_options import judge_runs
from bot.tables.lookahead.weight import earns_less
from game.actions import RunTrains
from game.routing import validator
from tests.support.golden_positions import golden_position


def test_a_run_that_leaves_coal_earns_less() -> None:
    """18VA: C&O's trains bring as much by several ways, of which one alone carries all its coal."""
    g = golden_position("18VA-options", 515)
    position = examine_position(g, 0)
    company, ran = g.top_step().company, judge_runs(g.rules, position, position.deciders[0])  # type: ignore[union-attr]
    best = max(r.revenue for r in ran.values())
    coal = {a: validator.tie_break(g, company, r.runs) for a, r in ran.items() if r.revenue == best}
    assert len({*coal.values()}) > 1
    for action, income in coal.items():
        assert isinstance(action, RunTrains)
        assert earns_less(g.rules, position, action) is (income < max(coal.values()))
