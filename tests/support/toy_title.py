"""A toy title on the real engine: turns with a number to choose, decisions of all players at once, a secret, and an end.

Each of its rounds is "T n" (everybody in order pledges dollars to the bank, any number of times, until he passes) or "S n" (all
choose a side in secret at the same time; when the last has chosen, the sides are revealed and the majority gets 30 dollars each).
Three of both, then it is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from msgspec import field, structs

from game import ending
from game.actions import Action, Bid, Choose, Pass
from game.choices import Choice, Span, choice
from game.events import BidMade, Marked, Paid, Passed, Revealed
from game.play import Game
from game.rules import NOW, Refusal, Rules
from game.steps import Step
from game.steps.round_sequence import RoundSequence
from game.title_data import TitleFile
from titles import find

ROUNDS = 3
MOST = 20  # dollars of one pledge


class Turns(Step):
    """Everybody in order."""

    todo: list[str]

    def resume(self, g: Game) -> bool:
        if not self.todo:
            return False
        g.push(Pledge(self.todo.pop(0)))
        return True


class Pledge(Step):
    """Pledge any number of times, then pass."""

    key: ClassVar[str] = "pledge"
    player: str
    done: bool = False

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done:
            yield choice(Pass(by=self.player))
            yield choice(Bid("pot", 1, by=self.player), amount=Span(1, MOST))

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Bid):
            g.emit(BidMade(self.player, action.item, action.amount))
            g.state.cash[self.player] -= action.amount
            g.state.cash["bank"] += action.amount
            g.emit(Paid(self.player, "bank", action.amount, "pledge"))
        else:
            self.done = True
            g.emit(Passed(self.player, self.key))

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if isinstance(action, Bid) and not 1 <= action.amount <= MOST:
            return Refusal(f"Pledges go from 1 to {MOST}", "Toy 1")
        return None


class Sides(Step):
    """All choose at once and in secret."""

    key: ClassVar[str] = "sides"
    chosen: dict[str, str] = field(default_factory=dict)

    def choices(self, g: Game) -> Iterator[Choice]:
        for player in g.state.order:
            if player not in self.chosen:
                yield choice(Choose("left", by=player), Choose("right", by=player))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, Choose)
        self.chosen = {**self.chosen, action.by: action.option}
        g.emit(Marked("chosen", action.by))
        g.emit(Marked("side", action.option, to=(action.by,)))
        if len(self.chosen) < len(g.state.order):
            return
        g.emit(Revealed("sides"))
        sides = list(self.chosen.values())
        winning = max(("left", "right"), key=sides.count)
        for player in g.state.order:
            if self.chosen[player] == winning:
                g.state.cash[player] += 30
                g.state.cash["bank"] -= 30
                g.emit(Paid("bank", player, 30, "majority"))

    def seen_by(self, player: str) -> Step:
        return Sides({p: side if p == player else "" for p, side in self.chosen.items()})


def begin_next(g: Game, sequence: RoundSequence) -> Step | None:
    if sequence.stage == "T":
        sequence.stage = "S"
        g.state.round = f"S {sequence.stock}"
        return Sides()
    if sequence.stock == ROUNDS:
        g.state.ending = "done"
        return None
    sequence.stage = "T"
    sequence.stock += 1
    g.state.round = f"T {sequence.stock}"
    return Turns(list(g.state.order))


@lru_cache(maxsize=8)
def _rules(players: int) -> Rules:
    base = find("18GA").rules((), 3)
    data = structs.replace(base.data, file=structs.replace(base.data.file, name="Toy", players=(2, 5), cash=CASH))
    return replace(
        base,
        data=data,
        players=players,
        sequence=begin_next,
        ends={"done": NOW},
        worth=ending.cash_shares_privates,
        steps=(Turns, Pledge, Sides),
        reactions={},
    )


CASH = {"2": 500, "3": 400, "4": 300, "5": 200}


@dataclass(frozen=True)
class Toy:
    """The toy as the table of titles would hold it. Its only option is "odd", which conflicts with itself twice."""

    name: str = "Toy"

    @property
    def file(self) -> TitleFile:
        return _rules(3).data.file

    def options(self, wanted: Iterable[str]) -> tuple[str, ...]:
        found = tuple(sorted(wanted))
        if set(found) - {"odd"}:
            raise ValueError("The toy knows only the option odd")
        return found

    def rules(self, options: Iterable[str], players: int) -> Rules:
        return _rules(players)


TITLES = {"Toy": Toy()}
