"""Shares that the bot buys for a player in a stock round: one in each of the player's turns, which then ends.

It goes on until the company floats or the player owns so many shares, and never pays more than the player's price a share.
Where it cannot buy, the player decides. It stops when somebody else sells shares of the company.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.model.action_form import pass_action
from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import STEPS_OF_BUYERS, StandingOrder, find_order
from bot.model.results import Position
from game.actions import Action, BuyShare
from game.events import Event, SharesSold
from game.play import Game
from game.rules import Rules
from game.state import State
from render.data.queries import asking, has_bought, holdings

SOURCES = ("ipo", "pool", "treasury")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyOrder(StandingOrder):
    """A wish to buy. `goal`: shares to own in the end, 0: until the company floats; `most`: dollars a share, 0: any price;
    `source`: the one place to buy from, "": the cheapest.
    """

    company: str
    goal: int = 0
    most: int = 0
    source: str = ""
    kind: ClassVar[OrderKind] = OrderKind.BUY
    untimely: ClassVar[str] = "I can only buy for you in a stock round, and this is not one"

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Why the order ends, in words: somebody else sold shares of the company. Empty: it goes on."""
        sold = (e for e in events if isinstance(e, SharesSold) and e.company == self.company and e.who != self.seat)
        return next((f"{e.who} sold shares of {e.company}" for e in sold), "")

    def is_fulfilled(self, state: State[object], rules: Rules) -> bool:
        """Whether there is nothing left to buy."""
        if self.goal:
            return holdings(state, rules, self.company).get(self.seat, 0) >= self.goal
        return state.companies[self.company].floated


def wanted_purchase(position: Position, rules: Rules, orders: Sequence[StandingOrder]) -> Action | None:
    """The purchase of whoever must act, or the pass that ends the turn after it, if that player wants it made."""
    wish = find_order(orders, BuyOrder, position.deciders, position.round)
    if wish is None or position.step not in STEPS_OF_BUYERS:
        return None
    seat = wish.seat
    state = Game.load(rules, position.state).state
    if has_bought(state):  # its purchase of this turn is made
        return pass_action(position.choices[seat])
    if wish.is_fulfilled(state, rules):
        return None
    offers = [
        a for c in position.choices[seat] for a in c.actions if isinstance(a, BuyShare) and a.company == wish.company
    ]
    priced = [(asking(state, rules, a.company, a.source), SOURCES.index(a.source), a) for a in offers]
    fit = [p for p in priced if (not wish.most or p[0] <= wish.most) and wish.source in {"", p[2].source}]
    return min(fit, key=lambda p: p[:2])[2] if fit else None
