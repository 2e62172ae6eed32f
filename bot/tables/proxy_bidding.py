"""Sealed maximum bids: a seat hands in how high it will go, and the bot bids the least that it takes, until then.

They lie apart from the record of the game and are shown to nobody but who handed them in, as long as their lot is not sold. The
table sees a pledge, the hash of item, dollars and a random word; when the lot is sold it sees these as well, so that anybody can
check that the bot bid as it was told. While the table is paused they do not bid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.model.proxy_bid import Sealed
from bot.model.results import Position
from bot.storage.proxy_bids import put
from game.actions import Action, Bid, Pass

if TYPE_CHECKING:
    from bot.tables.table import Table


# ---------------------------------------------------------------------- kept


# ---------------------------------------------------------------------- played


def wanted(now: Position, found: Sequence[Sealed]) -> Action | None:
    """What the maximum of whoever must act asks for; None: it asks for nothing, the player decides."""
    sale = now.auction
    if sale is None or len(now.deciders) != 1:
        return None
    seat = now.deciders[0]
    mine = {s.item: s.most for s in found if s.seat == seat and s.open and s.item in sale.now}
    offers = [a for c in now.choices[seat] for a in c]
    for item, most in mine.items():
        if sale.leads.get(item) != seat:
            bids = (a for a in offers if isinstance(a, Bid) and a.item == item and a.amount <= most)
            action = next(bids, None)
            if action is not None:
                return action
    return next((a for a in offers if isinstance(a, Pass)), None) if mine and sale.alone else None


def next_lot(before: Position, after: Position) -> bool:
    """Whether something was sold and something else is sold next."""
    return before.auction is not None and after.auction is not None and before.auction.lot != after.auction.lot


def over(now: Position, found: Sequence[Sealed]) -> list[Sealed]:
    """Those whose lot is over."""
    items = now.auction.items if now.auction is not None else ()
    return [s for s in found if s.open and s.item not in items]


def told_at_last(found: Sequence[Sealed], items: Collection[str]) -> list[Sealed]:
    """Those of what has been sold, of each seat the one that counted."""
    last = {(s.item, s.seat): s for s in found if s.item in items}
    return [s for s in found if last.get((s.item, s.seat)) is s]


def pledged(now: Position, found: Sequence[Sealed]) -> list[Sealed]:
    """Those of what is bid for now, as far as the table may know of them: not how high they are."""
    items = now.auction.now if now.auction is not None else ()
    return [s for s in found if s.open and s.item in items]


async def seal(table: Table, seat: str, user: int, item: str, most: int) -> Sealed | None:
    """Hand in a maximum of so many dollars for an item, or withdraw it (0), and bid if it is that seat's turn.

    Raises NotPossible, with a sentence.
    """
    sale = table.position.auction
    if table.row.seat(seat) is None:
        raise NotPossible("You have no seat at this table")
    if sale is None or table.row.status != "running":
        raise NotPossible("Nothing is being auctioned now")
    if item not in sale.items:
        raise NotPossible(f"{quoted(item)} is not to be auctioned. You may name: {', '.join(sale.items)}")
    has = (await table.view(seat)).cash[seat]
    if not 0 <= most <= has:
        raise NotPossible(f"Give dollars from 0 (no maximum) to {has}, which is what you have")
    made = await put(table.store, table.id, seat, user, item, most)
    await table.play_standing()
    return made
