"""Running trains: the best routes are proposed, others are judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import judge, routes
from game.actions import Action, Route, RunTrains
from game.choices import Choice, choice
from game.events import Ran, Skipped
from game.rules import Refusal
from game.state import Run
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game


class RunRoutes(Step):
    """The president names the routes. Less than the best is accepted only where `rules.lesser_runs` says so."""

    company: str
    done: bool = False

    key: ClassVar[str] = "run"

    def best(self, g: Game) -> list[routes.Runs]:
        found: list[routes.Runs] = g.memo(("best runs", self.company), lambda: routes.best(g, self.company))
        return found

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        best = self.best(g)
        if not best or not best[0].runs:
            return
        lesser = g.rules.lesser_runs(g, self.company)
        by = g.president(self.company)
        listed = [
            RunTrains(written(r.runs), by=by) for r in best if r.runs and (lesser or r.revenue == best[0].revenue)
        ]
        yield choice(*listed, judge=lambda action: str(self.why_not(g, action) or ""))

    def why_not(self, g: Game, action: RunTrains) -> Refusal | None:
        judged = judge.judge(g, self.company, action.routes)
        if isinstance(judged, Refusal):
            return judged
        best = self.best(g)[0].revenue
        revenue = judge.total(g, self.company, judged)
        if revenue < best and not g.rules.lesser_runs(g, self.company):
            why = f"these routes earn {revenue}, the best earn {best}: less is not accepted"
            return Refusal(why, g.rules.paragraph(g.rules.lesser_runs))
        return None

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        return self.why_not(g, action) if isinstance(action, RunTrains) else None

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, RunTrains)
        judged = judge.judge(g, self.company, action.routes)
        assert not isinstance(judged, Refusal)
        best = self.best(g)[0].revenue
        self.note(g, judged)
        g.emit(Ran(self.company, judged, g.company(self.company).earned, best))

    def resume(self, g: Game) -> bool:
        if not self.done:
            self.note(g, ())
            g.emit(Skipped(self.company, self.key, "no train can run"))
        return False

    def note(self, g: Game, runs: tuple[Run, ...]) -> None:
        self.done = True
        company = g.company(self.company)
        company.ran, company.earned = list(runs), judge.total(g, self.company, runs)


def written(runs: tuple[Run, ...]) -> tuple[Route, ...]:
    """Runs as a player writes them down."""
    return tuple(Route(r.train, r.stops, r.sides) for r in runs)
