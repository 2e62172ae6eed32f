"""A seat gives a standing order, or withdraws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert

from bot.core.errors import NotPossible
from bot.model.standing_order import Wish
from bot.storage.orders import load
from bot.storage.schema import orders

if TYPE_CHECKING:
    from bot.tables.table import Table


async def ask(table: Table, wish: Wish) -> None:
    """Take in a wish for the present stock round, in place of that seat's last of its kind; acts at once if it can."""
    now = table.position
    if table.row.status != "running" or not now.round.startswith("SR"):
        raise NotPossible(f"I {wish.kind} for you in stock rounds only, and there is none now")
    await withdraw(table, wish.seat, type(wish))
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(insert(orders).values(game=table.id, seat=wish.seat, rule=wish.rule))
    await table.play_standing()


async def withdraw(table: Table, seat: str, sort: type[Wish]) -> bool:
    """Do it no more; whether there was such a wish, in force or not."""
    mine = [w.id for w in await load(table.store, table.id, sort) if w.seat == seat]
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(delete(orders).where(orders.c.id.in_(mine)))
    return bool(mine)
