"""Passes in a stock round that the bot makes for a player, until the round ends or something happens that the player named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.model.action_form import pass_action
from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import STEPS_OF_BUYERS, StandingOrder
from bot.model.results import Position
from game.actions import Action
from game.events import Event, ParSet, SharesSold
from game.state import State

UNTIL = {
    "sale": "until the round ends, or somebody sells shares of a company that you own shares of",
    "start": "until the round ends, or somebody starts a company or sells shares that you own too",
    "round": "until the round ends, whatever happens",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOrder(StandingOrder):
    """A wish to pass. `until`: one of UNTIL."""

    until: str
    kind: ClassVar[OrderKind] = OrderKind.PASS

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Why the order ends after what happened, in words; empty: it goes on."""
        for e in events:
            match e:
                case SharesSold(who=who, company=company) if who != self.seat and self.until != "round":
                    if any(
                        place == self.seat and card.partition(".")[0] == company for card, place in state.place.items()
                    ):
                        return f"{who} sold shares of {company}"
                case ParSet(who=who, company=company) if who != self.seat and self.until == "start":
                    return f"{who} started {company}"
        return ""


def wanted_pass(position: Position, orders: Sequence[StandingOrder]) -> Action | None:
    """The pass of whoever must act, if that player wants it made."""
    if len(position.deciders) != 1 or position.step not in STEPS_OF_BUYERS:
        return None
    seat = position.deciders[0]
    if not any(isinstance(w, PassOrder) and w.is_active(seat, position.round) for w in orders):
        return None
    return pass_action(position.choices[seat])
