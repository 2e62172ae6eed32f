"""Running trains: the best routes are proposed, others are judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import trains
from game.actions import Action, RunTrains
from game.choices import Choice
from game.events import Ran, Skipped
from game.routing import routes, validator
from game.rules import Refusal
from game.state import Run
from game.step_keys import StepKey
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game


class RunRoutes(Step):
    """The president names the routes. Less than the best is accepted only where `rules.allows_suboptimal_run` says so.

    The best are searched for when somebody asks: to accept given routes it is enough that they are legal and, where the best
    are demanded, that none earn more.
    """

    company: str
    done: bool = False

    key: ClassVar[str] = StepKey.RUN

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done and routes.runnable(g, self.company):
            by = g.president(self.company)
            yield Choice(RunTrains, by, lambda: self._listed_runs(g, by), judge=lambda a: str(self.why_not(g, a) or ""))

    def _listed_runs(self, g: Game, by: str) -> tuple[RunTrains, ...]:
        """The best runs that the game's `effort` finds, and others that may be taken."""
        assert g.top_step() == self, "the game has moved on since you asked"
        best = routes.best(g, self.company, effort=g.effort)
        least = 0 if g.rules.allows_suboptimal_run(g, self.company) else best[0].revenue
        return tuple(RunTrains(routes.written(r.runs), by=by) for r in best if r.runs and r.revenue >= least)

    def why_not(self, g: Game, action: RunTrains) -> Refusal | None:
        """Why these runs are refused, None: they are legal."""
        judged = self._judged_runs(g, action)
        if isinstance(judged, Refusal):
            return judged
        idle = None if judged else g.rules.refusal((g.rules.must_run,), g, self.company)
        if idle:
            return idle
        if g.rules.allows_suboptimal_run(g, self.company):
            return None
        revenue = validator.total(g, self.company, judged)
        if not routes.beaten(g, self.company, revenue):
            return None
        best = routes.best(g, self.company)[0].revenue
        earned, possible = map(g.rules.data.money, (revenue, best))
        why = f"these routes earn {earned}, the best ones {possible}: the company must run for the most"
        return Refusal(why, g.rules.paragraph(g.rules.allows_suboptimal_run))

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        return self.why_not(g, action) if isinstance(action, RunTrains) else None

    def _judged_runs(self, g: Game, action: RunTrains) -> tuple[Run, ...] | Refusal:
        """The runs with their revenue, or why they are not legal."""
        key = ("judged", self.company, action.routes)
        return g.memo(key, lambda: validator.judge(g, self.company, action.routes))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, RunTrains)
        judged = self._judged_runs(g, action)
        assert not isinstance(judged, Refusal)
        best = routes.best(g, self.company)[0].revenue if g.remarks else 0
        self.note(g, judged)
        g.emit(Ran(self.company, judged, g.company(self.company).earned, best))

    def resume(self, g: Game) -> bool:
        if not self.done:
            self.note(g, ())
            why = "no train has a route" if trains.owned(g, self.company) else "it has no train"
            g.emit(Skipped(self.company, self.key, why))
        return False

    def note(self, g: Game, runs: tuple[Run, ...]) -> None:
        """Store what was run and earned."""
        self.done = True
        company = g.company(self.company)
        company.ran, company.earned = runs, validator.total(g, self.company, runs)
