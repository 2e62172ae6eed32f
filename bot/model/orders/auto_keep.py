"""A question that comes back in each of a company's turns, whether it grows, passed on for a player until that player says
otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.model.action_form import pass_action
from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import StandingOrder, find_order
from bot.model.results import Position
from game.actions import Action
from game.events import Event
from game.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOrder(StandingOrder):
    """A wish that all companies of a player stay as they are, in this round and all that follow."""

    kind: ClassVar[OrderKind] = OrderKind.KEEP
    lasting: ClassVar[bool] = True
    untimely: ClassVar[str] = "None of your companies can grow now"

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Nothing but its player ends it."""
        return ""


def wanted_pass(position: Position, orders: Sequence[StandingOrder]) -> Action | None:
    """The pass of whoever is asked, if that player wants it made."""
    wish = find_order(orders, KeepOrder, position.deciders, position.round)
    return pass_action(position.choices[wish.seat]) if wish is not None and position.recurs else None
