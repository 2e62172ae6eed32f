"""What-ifs as they are stored: private tables that lapse after a day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update

from bot.model.kinds import Ending, TableStatus
from bot.model.models import GameRow
from bot.model.what_if import WhatIf
from bot.storage import row_mapping
from bot.storage.schema import drafts, games, moves, reminders, whatifs
from bot.storage.store import Store, TransactionHook
from bot.storage.work import AsyncConnection


def make_inserting_hook(user: int, source: int, move: int, until: datetime) -> TransactionHook:
    """What writes a what-if in the transaction that writes its table; the user's one before is dropped."""

    async def insert_what_if(conn: AsyncConnection, game: int) -> None:
        """Write whose copy it is, and drop the one before."""
        for old in await conn.scalars(select(whatifs.c.game).where(whatifs.c.user == user)):
            await _drop_copy(conn, old)
        await conn.execute(insert(whatifs).values(game=game, user=user, source=source, move=move, until=until))

    return insert_what_if


async def find_what_if(store: Store, user: int) -> WhatIf | None:
    """The what-if of a user, if it has not lapsed."""
    columns = (whatifs.c.game, whatifs.c.user, whatifs.c.source, whatifs.c.move, whatifs.c.until)
    async with store.reading() as conn:
        row = (await conn.execute(select(*columns).where(whatifs.c.user == user))).first()
    return WhatIf(*row) if row is not None and row.until > store.clock.now() else None


async def drop_what_if(store: Store, game: int) -> GameRow:
    """Throw a what-if away; returns its table, closed."""
    async with store.writing(game, quiet=True) as conn:
        await _drop_copy(conn, game)
        row = await row_mapping.load_game(conn, game)
    assert row is not None, "tables are never deleted"
    return row


def select_first_lapse() -> Select[Any]:
    """When the earliest what-if lapses."""
    return select(func.min(whatifs.c.until))


async def drop_lapsed(conn: AsyncConnection, now: datetime) -> None:
    """Drop all what-ifs whose day is over."""
    for game in list(await conn.scalars(select(whatifs.c.game).where(whatifs.c.until <= now))):
        await _drop_copy(conn, game)


async def _drop_copy(conn: AsyncConnection, game: int) -> None:
    """Delete the moves of a copy; its number stays taken, so that an old button never means another table.

    Where its day is over or another takes its place nobody waits for the table's lock: a play that is under way meets a head
    that has gone, and `Tables.get` asks for each what-if whether it is still there.
    """
    for table in (whatifs, drafts, reminders, moves):
        await conn.execute(delete(table).where(table.c.game == game))
    await conn.execute(
        update(games).where(games.c.id == game).values(status=TableStatus.CLOSED, ended=Ending.DROPPED, head=0)
    )
