"""What happened, in the past tense: ids and numbers, no sentences. Words and pictures are made from these elsewhere.

Every amount of money is a `Paid`, every card a `CardMoved`, every market marker a `PriceMoved`; that of a company that closes
leaves the market with its `CompanyClosed`. Cards that players give up unseen come to light together, in an event of the title.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from game.state import Run

DEALS = "deals"  # what a pass is about where a step has nothing but deals in privates and their powers


class Event(Struct, frozen=True, kw_only=True, tag=True):
    """Base of all events; `to` names the only players who may know of it, empty: everybody."""

    to: tuple[str, ...] = ()

    weighty: ClassVar[bool] = False  # for good, and easily overlooked: a typed line that brings it about is shown first


class RoundBegan(Event, frozen=True):
    name: str  # "SR 2", "OR 2.1"


class RoundEnded(Event, frozen=True):
    """Also tells each player's worth in dollars at that moment."""

    name: str
    worth: dict[str, int]


class TurnBegan(Event, frozen=True):
    who: str  # player or company


class TurnEnded(Event, frozen=True):
    who: str


class Passed(Event, frozen=True):
    who: str
    what: str = ""  # the step passed on: track, token, trains ...


class Skipped(Event, frozen=True):
    """A step that had nothing to offer."""

    who: str
    what: str
    why: str


class BidMade(Event, frozen=True):
    who: str
    item: str
    amount: int


class AuctionWon(Event, frozen=True):
    who: str
    item: str
    amount: int
    unopposed: bool = False  # nobody else had bid on it when it came up, so nobody was asked


class PriceCut(Event, frozen=True):
    """A private got cheaper since nobody wanted it."""

    item: str
    price: int


class Paid(Event, frozen=True):
    src: str
    dst: str
    amount: int
    why: str  # short key: dividend, terrain, station, train, share, private, revenue, capital, help ...


class CardMoved(Event, frozen=True):
    card: str
    src: str
    dst: str
    why: str = ""


class SharesBought(Event, frozen=True):
    who: str
    company: str
    shares: int
    source: str
    price: int  # dollars in all


class SharesSold(Event, frozen=True):
    who: str
    company: str
    shares: int
    price: int  # dollars in all


class ParSet(Event, frozen=True):
    who: str
    company: str
    price: int


class Floated(Event, frozen=True):
    company: str


class PresidentChanged(Event, frozen=True):
    company: str
    old: str
    new: str


class PriceMoved(Event, frozen=True):
    company: str
    old: str  # market cell "2,3"; empty: it entered the market
    new: str
    why: str = ""  # dividend, withheld, sold, sold out, par


class TileLaid(Event, frozen=True):
    company: str
    hex: str
    tile: str
    rotation: int
    old: str = ""  # the tile replaced
    cost: int = 0
    using: str = ""


class TokenPlaced(Event, frozen=True):
    company: str
    slot: str
    cost: int = 0
    using: str = ""


class TokenRemoved(Event, frozen=True):
    company: str
    slot: str


class Ran(Event, frozen=True):
    company: str
    runs: tuple[Run, ...]
    revenue: int
    best: int = 0  # dollars that the best runs would have earned; 0: not looked for (`Game.remarks`)


class Divided(Event, frozen=True):
    company: str
    kind: str  # full, half, none
    revenue: int
    each: int  # dollars per share


class TrainBought(Event, frozen=True):
    company: str
    train: str
    seller: str  # depot, pool or a company
    price: int
    face: str = ""  # what it shows, where it has sides


class TrainDiscarded(Event, frozen=True):
    weighty: ClassVar[bool] = True
    company: str
    train: str
    face: str = ""  # what it showed, where it has sides: its next buyer chooses anew


class PhaseBegan(Event, frozen=True):
    weighty: ClassVar[bool] = True
    phase: str


class Rusted(Event, frozen=True):
    weighty: ClassVar[bool] = True
    kind: str
    trains: tuple[str, ...]


class PrivateSold(Event, frozen=True):
    private: str
    seller: str
    buyer: str
    price: int


class PowerUsed(Event, frozen=True):
    private: str
    kind: str
    who: str = ""


class PrivateClosed(Event, frozen=True):
    private: str


class CompanyClosed(Event, frozen=True):
    weighty: ClassVar[bool] = True
    company: str


class Proposed(Event, frozen=True):
    """One player asks another for consent."""

    by: str
    of: str
    what: str  # id of the card
    price: int
    buyer: str
    seller: str


class Answered(Event, frozen=True):
    by: str
    yes: bool
    what: str
    withdrawn: bool = False  # by who proposed it


class Marked(Event, frozen=True):
    key: str
    value: str


class Revealed(Event, frozen=True):
    """Hidden information came out; undo past it needs everybody."""

    what: str


class BankBroke(Event, frozen=True):
    pass


class EndTriggered(Event, frozen=True):
    why: str  # bank, price, bankruptcy


class WentBankrupt(Event, frozen=True):
    weighty: ClassVar[bool] = True
    who: str


class GameEnded(Event, frozen=True):
    why: str
    worth: dict[str, int]


EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
