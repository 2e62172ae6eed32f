"""Checks, by what they judge: each is one rule, and says why something that is proposed breaks it, or None."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from game.actions import SellShares
    from game.play import Game
    from game.state import Card, Company, Hex, Player
    from game.stations import Site
    from game.tile_lays import Lay

LayCheck = Callable[["Game", "Lay"], str | None]
"""Why a tile may not be laid so."""
StationCheck = Callable[["Game", "Site"], str | None]
"""Why a company may not place a station in a city."""
OfferCheck = Callable[["Game", "Player", "Offer"], str | None]
"""Why a player may not buy the shares of an offer."""
SaleCheck = Callable[["Game", "Player", "Company", int], str | None]
"""Why a player may not sell so many shares of a company."""
ParCheck = Callable[["Game", "Player", "Company", int], str | None]
"""Why a player may not start a company at a par price, dollars."""
DealCheck = Callable[["Game", "Player", "Card", int], str | None]
"""Why a player may not buy another player's private, for so many dollars."""
PurchaseCheck = Callable[["Game", "Purchase"], str | None]
"""Why a company may not buy a train."""
TrainCheck = Callable[["Game", "Card"], str | None]
"""Why its owner may not sell a train to another company."""
AidCheck = Callable[["Game", "SellShares", "Company", int, Sequence[int]], str | None]
"""Why a president may not sell shares to help a company buy a train: the sale, the company, dollars still missing, and what
earlier sales have brought, dollars a share.
"""
CompanyCheck = Callable[["Game", "Company"], str | None]
"""Why a company may not do what is asked."""


class Offer(Struct, frozen=True):
    """Shares that can be bought: which certificate, where it lies, what it costs in all (dollars)."""

    company: Company
    source: str  # as the player says it: ipo, pool, treasury
    card: Card
    price: int


class LayPermit(NamedTuple):
    """One kind of tile lay that is allowed now."""

    colours: tuple[str, ...] = ()  # empty: any that the phase has
    hexes: tuple[str, ...] = ()  # only there; empty: anywhere
    tiles: tuple[str, ...] = ()  # only these; empty: any
    free: bool = False  # no terrain cost
    connected: bool = True  # must be reached from a station
    using: str = ""  # the private whose power it is; empty: a normal lay of the turn
    after: tuple[Hex, ...] = ()  # where tiles were laid before in this turn, for checks that need to know


class StationPermit(NamedTuple):
    """One kind of station that may be placed now."""

    cost: int  # dollars
    hexes: tuple[str, ...] = ()  # only there; empty: anywhere
    connected: bool = True  # must be reached from another station
    outside_circle: Literal["", "full", "always"] = ""  # it stands in no circle: when all are taken, or always
    extra: bool = False  # beside the normal station of the turn
    using: str = ""  # the private whose power it is; empty: the normal station of the turn
    charter: bool = True  # it is one of the company's stations; False: a marker of its own


class Purchase(Struct, frozen=True):
    """A train that a company may buy: from the depot, the pool or another company, for so many dollars."""

    company: Company
    train: Card
    seller: str
    price: int
    bank: int = 0  # trains it has bought from the bank this turn
    side: str = ""
    using: str = ""  # the private whose power makes it cheaper
