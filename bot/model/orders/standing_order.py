"""What players want the bot to do for them in a stock round or an auction: rows of `orders`, until it is over or something
stops them.

Nobody else is told of a wish; the record says of each play that it came about so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, TypeVar

from bot.model.kinds import OrderKind
from game.events import Event
from game.state import State
from game.step_keys import StepKey

STEPS_OF_BUYERS = (StepKey.STOCK, "selling turn")  # in which the bot acts for players
OURS = ("id", "seat")  # columns of their own; all else of a wish is its rule


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrder(ABC):
    """What the bot does for a seat in one round, or from that one on where it is `lasting`. `stopped`: what ended it before its
    round was over. `untimely`: what is said where it can do nothing now.
    """

    id: int = 0
    seat: str
    round: str
    stopped: str = ""
    kind: ClassVar[OrderKind]
    lasting: ClassVar[bool] = False
    untimely: ClassVar[str]

    @abstractmethod
    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """What of these events ends it; "" if nothing does."""

    def update_after(self, events: Sequence[Event], state: State[object]) -> StandingOrder:
        """The order as it is after these events: itself, or stopped for the reason that they are."""
        return self if self.stopped else replace(self, stopped=self.why_stopped(events, state))

    def concerns(self, round_: str) -> bool:
        """Whether it was given for that round, or goes on in it."""
        return self.lasting or self.round == round_

    def is_active(self, seat: str, round_: str) -> bool:
        """Whether it is in force for that seat in that round."""
        return self.seat == seat and self.concerns(round_) and not self.stopped

    @property
    def stored_rule(self) -> dict[str, object]:
        """What is stored as JSON: the kind, and the fields that only this kind has."""
        return {"kind": self.kind} | {f.name: getattr(self, f.name) for f in fields(self) if f.name not in OURS}


OrderT = TypeVar("OrderT", bound=StandingOrder)


def find_order(
    orders: Sequence[StandingOrder], sort: type[OrderT], deciders: Sequence[str], round_: str
) -> OrderT | None:
    """The order of a sort that is in force for the only seat that must act; None where there is none, or several must."""
    if len(deciders) != 1:
        return None
    return next((o for o in orders if isinstance(o, sort) and o.is_active(deciders[0], round_)), None)
