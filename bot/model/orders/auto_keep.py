"""A company's question whether it grows, answered with a pass for a player until that player says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.model.action_form import pass_action
from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import StandingOrder
from bot.model.results import Position
from game.actions import Action
from game.events import Event
from game.state import State

STEP = "convert"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOrder(StandingOrder):
    """A wish that all companies of a player stay as they are, in this round and all that follow."""

    kind: ClassVar[OrderKind] = OrderKind.KEEP

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Nothing but its player ends it."""
        return ""

    def is_active(self, seat: str, round_: str) -> bool:
        """Whether it is that seat's: it lasts from round to round."""
        return self.seat == seat and not self.stopped


def wanted_pass(position: Position, orders: Sequence[StandingOrder]) -> Action | None:
    """The pass of whoever is asked, if that player wants it made."""
    if len(position.deciders) != 1 or position.step != STEP:
        return None
    seat = position.deciders[0]
    if not any(isinstance(w, KeepOrder) and w.is_active(seat, position.round) for w in orders):
        return None
    return pass_action(position.choices[seat])
