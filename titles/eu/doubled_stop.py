"""18EU 4.4.9 where runs need not be the best: the president says which stop the Pullman doubles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game.actions import Action, Choose, Pass
from game.choices import Choice, choice
from game.events import Event, Passed
from game.rules import Refusal
from game.steps import Step
from titles.eu import pullman, routes

if TYPE_CHECKING:
    from game.play import Game


class StopDoubled(Event, frozen=True):
    company: str
    stop: str
    revenue: int  # dollars of all runs with it


class ChooseDoubled(Step):
    """One of the cities and off-map places that the trains ran to, or none."""

    company: str
    done: bool = False

    key: ClassVar[str] = "doubled"

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done and pullman.owned(g, self.company) and (stops := self.stops(g)):
            by = g.president(self.company)
            yield choice(*(Choose(stop, by=by) for stop in stops))
            yield choice(Pass(by=by))

    def stops(self, g: Game) -> list[str]:
        """The dearest first."""
        values = routes.doubled(g).values
        stops_run = {s for run in g.company(self.company).ran for s in run.stops if s in values}
        return sorted(stops_run, key=lambda s: (-values[s], s))

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        company = g.company(self.company)
        company.earned = sum(run.revenue for run in company.ran)
        if isinstance(action, Choose):
            company.earned += routes.doubled(g).values[action.option]
            g.emit(StopDoubled(self.company, action.option, company.earned))
        else:
            g.emit(Passed(self.company, self.key))

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        return Refusal(f"the Pullman doubles one of {', '.join(self.stops(g))}", "18EU 4.4.9")
