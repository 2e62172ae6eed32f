"""Sealed maximum bids: a seat hands in how high it will go, and the bot bids the least that it takes, until then.

They lie apart from the record of the game and are shown to nobody but who handed them in, as long as their lot is not sold. The
table sees a pledge, the hash of item, dollars and a random word; when the lot is sold it sees these as well, so that anybody can
check that the bot bid as it was told. While the table is paused they do not bid.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from bot.message import quoted
from bot.played import Position
from bot.rows import NotPossible
from bot.schema import orders
from bot.store import Store
from game.actions import Action, Bid, Pass

if TYPE_CHECKING:
    from bot.table import Table

KIND = "sealed"
VIA = "order"  # how the record says that such a bid came about
SHOWN = 32  # hexadecimal digits of a pledge


@dataclass(frozen=True, slots=True)
class Sealed:
    """A maximum. `open`: it still bids."""

    id: int
    seat: str
    user: int
    item: str
    most: int = field(repr=False)
    salt: str = field(repr=False)
    open: bool = True

    @property
    def proof(self) -> str:
        """What the pledge is the SHA-256 of."""
        return f"{self.item} {self.most} {self.salt}"

    @property
    def pledge(self) -> str:
        return sha256(self.proof.encode()).hexdigest()[:SHOWN]


# ---------------------------------------------------------------------- kept


async def load(store: Store, game: int) -> list[Sealed]:
    """All that were handed in at a table, oldest first, those of lots that are over as well."""
    query = select(orders).where(orders.c.game == game).order_by(orders.c.id)
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    found = []
    for row in rows:
        rule = dict(row.rule)
        if rule.pop("kind", "") == KIND:
            found.append(Sealed(row.id, row.seat, **rule))
    return found


async def put(store: Store, game: int, seat: str, user: int, item: str, most: int) -> Sealed | None:
    """Hand a maximum in, in place of an earlier one for that item; 0 withdraws it."""
    old = [s.id for s in await load(store, game) if (s.seat, s.item, s.open) == (seat, item, True)]
    rule = {"kind": KIND, "user": user, "item": item, "most": most, "salt": secrets.token_hex(8), "open": True}
    async with store.writing(quiet=True) as conn:
        await conn.execute(delete(orders).where(orders.c.id.in_(old)))
        if most:
            await conn.execute(insert(orders).values(game=game, seat=seat, rule=rule))
    return next((s for s in await load(store, game) if (s.seat, s.item, s.open) == (seat, item, True)), None)


async def close(store: Store, game: int, ended: Sequence[Sealed]) -> None:
    """Their lots are over: they bid no more, and stay for their owners to look at."""
    async with store.writing(quiet=True) as conn:
        for s in ended:
            rule = {"kind": KIND, "user": s.user, "item": s.item, "most": s.most, "salt": s.salt, "open": False}
            await conn.execute(update(orders).where(orders.c.id == s.id, orders.c.game == game).values(rule=rule))


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
