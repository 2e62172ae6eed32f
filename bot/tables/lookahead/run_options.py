"""What a company's trains may run, and what each run would bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.results import Position
from game.actions import Action, Route, RunTrains
from game.events import Ran
from game.play import Game
from game.routing import routes, validator
from game.routing.train_by_train import TrainRun, list_train_runs
from game.rules import Refusal, Rules
from game.state import Card


def judge_runs(rules: Rules, position: Position, seat: str) -> dict[Action, Ran]:
    """What each of the runs listed for that seat would bring. Whether others earn more is not asked again."""
    runs: dict[Action, Ran] = {}
    game = Game.load(rules, position.state)
    company = getattr(game.top_step(), "company", "")
    listed = [a for c in position.choices.get(seat, ()) for a in c.actions if isinstance(a, RunTrains)]
    for action in listed:
        judged = validator.judge(game, company, action.routes)
        if not isinstance(judged, Refusal):
            runs[action] = Ran(company, judged, validator.total(game, company, judged))
    return runs


@dataclass(frozen=True)
class TrainQuestion:
    """The train of a company whose route is asked next. `number`: its place among `count` trains, from 1."""

    train: Card
    number: int
    count: int
    options: tuple[TrainRun, ...]


def ask_train(rules: Rules, position: Position, seat: str, chosen: Sequence[Route]) -> TrainQuestion | None:
    """The next train that has no route yet, and what it may do; None once all have theirs.

    `chosen`: a route for each train before it, without stops where that stays idle.
    """
    game = Game.load(rules, position.state)
    company = getattr(game.top_step(), "company", "")
    trains = routes.trains(game, company)
    if len(chosen) >= len(trains):
        return None
    known = [(ran.runs, ran.revenue) for ran in judge_runs(rules, position, seat).values()]
    train = trains[len(chosen)]
    options = list_train_runs(game, company, train, chosen, known)
    return TrainQuestion(train, len(chosen) + 1, len(trains), tuple(options))
