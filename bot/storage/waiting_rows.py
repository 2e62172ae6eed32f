"""Who is waited for, read off the due times: every seat that must act has one, from the transaction of the move on."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select

from bot.storage.schema import reminders
from bot.storage.store import Store


async def since(store: Store, user: int) -> dict[int, datetime]:
    """Tables that wait for a user, and since when."""
    r = reminders.c
    async with store.reading() as conn:
        rows = await conn.execute(select(r.game, func.min(r.since)).where(r.user == user).group_by(r.game))
        return {row[0]: row[1] for row in rows}


async def at(store: Store, game: int) -> dict[str, datetime]:
    """Seats that a table waits for, and since when."""
    r = reminders.c
    async with store.reading() as conn:
        rows = await conn.execute(select(r.seat, func.min(r.since)).where(r.game == game).group_by(r.seat))
        return {row[0]: row[1] for row in rows}
