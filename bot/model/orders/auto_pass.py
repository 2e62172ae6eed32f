"""Passes that the bot makes for a player: in a stock round until it ends, in an auction until something is sold, or until
something happens that the player named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar

from bot.model.action_form import pass_action
from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import STEPS_OF_BUYERS, StandingOrder, find_order
from bot.model.results import Position
from game.actions import Action
from game.choices import Auction
from game.events import AuctionWon, BidMade, Event, Floated, Paid, ParSet, PresidentChanged, SharesBought, SharesSold
from game.state import State

UNTIL = {
    "sale": "until the round ends, or somebody sells shares that you own too or buys into a company of yours",
    "start": "until the round ends, or somebody starts a company, sells shares or buys into a company of yours",
    "deal": "until the round ends, or somebody buys or sells shares",
    "round": "until the round ends, whatever happens",
}
UNTIL_IN_AUCTION = {  # with the name of the only thing for sale, or `something`
    "bid": "until somebody else bids or {} is sold",
    "lot": "until {} is sold, whatever the others bid",
}


def ways_to_pass(auction: Auction | None) -> dict[str, str]:
    """Until when one may have the bot pass, in words: in that auction, or without one in a stock round."""
    return UNTIL if auction is None else UNTIL_IN_AUCTION


def offered_lots(auction: Auction | None) -> str:
    """What is bid for now, as an order keeps it: nothing else is passed on. "" where nothing is."""
    return f"{auction.lot}: {', '.join(auction.now)}" if auction is not None and auction.now else ""


def moment_key(position: Position) -> str:
    """What a button carries of the moment it was made for: what is for sale, and the round, whose question it answers."""
    lot = blake2b(offered_lots(position.auction).encode(), digest_size=4).hexdigest()
    return f"{lot}.{position.round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOrder(StandingOrder):
    """A wish to pass. `until`: one of `ways_to_pass`; `lot`: of an auction the `offered_lots`."""

    until: str
    lot: str = ""
    kind: ClassVar[OrderKind] = OrderKind.PASS
    untimely: ClassVar[str] = "I can only pass for you in a stock round or an auction, and this is neither"

    @property
    def only_lot(self) -> str:
        """The only thing for sale that is passed on; "" in a stock round, or where there are several."""
        now = self.lot.partition(": ")[2]
        return "" if ", " in now else now

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Why the order ends after what happened, in words; empty: it goes on."""
        for e in events:
            match e:
                case SharesSold(who=who, company=company) if who != self.seat and self.until in {"start", "deal"}:
                    return f"{who} sold shares of {company}"
                case SharesSold(who=who, company=company) if who != self.seat and self.until != "round":
                    if any(
                        place == self.seat and card.partition(".")[0] == company for card, place in state.place.items()
                    ):
                        return f"{who} sold shares of {company}"
                case ParSet(who=who, company=company) if who != self.seat and self.until in {"start", "deal"}:
                    return f"{who} started {company}"
                case SharesBought(who=who, company=company) if who != self.seat and self.until == "deal":
                    return f"{who} bought shares of {company}"
                case SharesBought(who=who, company=company) if (
                    who != self.seat and self.until == "start" and _is_start(e, events, state)
                ):
                    return f"{who} started {company}"
                case SharesBought(who=who, company=company) if who != self.seat and self.until != "round":
                    if state.companies[company].president == self.seat:
                        return f"{who} bought shares of {company}"
                case PresidentChanged(company=company, old=self.seat, new=new) if self.until != "round":
                    return f"{new} leads {company} now"
                case AuctionWon(who=who):
                    return f"{who} bought something"
                case BidMade(who=who) if who != self.seat and self.until == "bid":
                    return f"{who} bid"
                case Paid(why="private") if self.lot:  # all have passed, and pass for ever else
                    return "privates have paid"
        return ""


def _is_start(bought: SharesBought, events: Sequence[Event], state: State[object]) -> bool:
    """Whether these purchases began a company for which no par price is set: its buyer leads it, owned none of it before, and it
    had not floated.
    """
    who, company = bought.who, bought.company
    if state.companies[company].floated and not any(isinstance(e, Floated) and e.company == company for e in events):
        return False
    own = sum(place == who and card.partition(".")[0] == company for card, place in state.place.items())
    new = sum(isinstance(e, SharesBought) and (e.who, e.company) == (who, company) for e in events)
    taken = any(isinstance(e, PresidentChanged) and e.company == company for e in events)
    return state.companies[company].president == who and own == new and not taken


def is_in_force(order: StandingOrder, position: Position) -> bool:
    """Whether an order still does something: its round goes on, what it passes on is for sale, and nothing has stopped it."""
    same = not isinstance(order, PassOrder) or order.lot == offered_lots(position.auction)
    return same and order.is_active(order.seat, position.round)


def wanted_pass(position: Position, orders: Sequence[StandingOrder]) -> Action | None:
    """The pass of whoever must act, if that player wants it made."""
    lot = offered_lots(position.auction)
    wish = find_order(orders, PassOrder, position.deciders, position.round)
    if wish is None or wish.lot != lot or not (lot or position.step in STEPS_OF_BUYERS):
        return None
    return pass_action(position.choices[wish.seat])
