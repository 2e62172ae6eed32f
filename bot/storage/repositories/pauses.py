"""A table that is paused: nobody is reminded there."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import update

from bot.core.errors import NotPossible
from bot.model.kinds import PostKind
from bot.model.models import GameRow, NewPost
from bot.model.post_contents import PauseContent
from bot.storage import row_mapping
from bot.storage.repositories import reminder_rows
from bot.storage.schema import games
from bot.storage.store import Store


async def set_pause(store: Store, row: GameRow, deciders: Iterable[str], by: int, *, on: bool) -> GameRow:
    """Stop the reminders of a table, or let the waiting begin anew; the table is told. Raises NotPossible if it is so already."""
    now = store.clock.now()
    async with store.writing(row.id) as conn:
        before = await row_mapping.load_game(conn, row.id)
        assert before is not None, "tables are never deleted"
        if bool(before.paused) == on:
            raise NotPossible("The table is paused already" if on else "The table is not paused")
        await conn.execute(update(games).where(games.c.id == row.id).values(paused=now if on else None))
        after = await row_mapping.load_game(conn, row.id)
        assert after is not None, "tables are never deleted"
        await reminder_rows.drop_reminders(conn, row.id)
        if not on and not after.alone:
            await reminder_rows.write_first_nudges(conn, after, deciders, after.head, now)
        await row_mapping.enqueue(
            conn, NewPost(kind=PostKind.PAUSE, game=row.id, content=PauseContent(on=on, by=by)), now
        )
        if not on:
            await row_mapping.enqueue(conn, NewPost(kind=PostKind.PANEL, game=row.id), now)
    return after
