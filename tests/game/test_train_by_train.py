"""Sets of runs put together train by train: whatever is picked at each train is legal, and as good as is demanded."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bot.benchmarks.dense import load_positions
from game.actions import Route, RunTrains
from game.play import Game
from game.routing import routes, validator
from game.routing.train_by_train import TrainRun, list_train_runs
from game.rules import Refusal
from game.steps.run import RunRoutes
from titles import TITLES


def pick_all(g: Game, company: str, rng: Random | None) -> tuple[list[Route], list[TrainRun]]:
    """A route for each train, and what was picked: the first that is listed, or any."""
    known = [(r.runs, r.revenue) for r in routes.best(g, company)]
    chosen: list[Route] = []
    picked = []
    for train in routes.trains(g, company):
        options = list_train_runs(g, company, train, chosen, known)
        assert options, "whatever was picked before leads on"
        assert len({o.run.stops if o.run else () for o in options}) == len(options)
        picked.append(rng.choice(options) if rng else options[0])
        chosen.append(routes.written([run])[0] if (run := picked[-1].run) else Route(train, ()))
    return [r for r in chosen if r.stops], picked


@pytest.mark.parametrize("title", TITLES)
def test_every_way_through_the_trains_ends_in_a_legal_set(title):
    rng, several = Random(5), 0
    for g, company in islice(load_positions(title), 24):
        if not routes.best(g, company):
            continue
        several += len(routes.trains(g, company)) > 1
        best, step = routes.best(g, company)[0].revenue, RunRoutes(company)
        for habit in (None, rng, rng):
            chosen, picked = pick_all(g, company, habit)
            runs = validator.judge(g, company, chosen)
            assert not isinstance(runs, Refusal)
            assert validator.total(g, company, runs) == picked[-1].together
            assert step.why_not(g, RunTrains(tuple(chosen), by=g.president(company))) is None
            if habit is None or not g.rules.allows_suboptimal_run(g, company):
                assert picked[-1].together == best
    assert several, "positions in which trains are picked one after the other"
