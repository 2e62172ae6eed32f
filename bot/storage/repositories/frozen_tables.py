"""Tables that cannot go on because their stored position is damaged: each is told once."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.model.post_contents import FrozenContent
from bot.storage import row_mapping
from bot.storage.schema import notes
from bot.storage.store import Store


async def report_frozen(store: Store, game: int, head: int, why: str) -> None:
    """Tell the table, once for each last move, that it cannot go on."""
    key = f"frozen:{game}"
    async with store.writing(game) as conn:
        if await conn.scalar(select(notes.c.value).where(notes.c.key == key)) == str(head):
            return
        await conn.execute(delete(notes).where(notes.c.key == key))
        await conn.execute(insert(notes).values(key=key, value=str(head)))
        await row_mapping.enqueue(
            conn, NewPost(kind=PostKind.FROZEN, game=game, content=FrozenContent(why=why)), store.clock.now()
        )
