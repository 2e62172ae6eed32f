"""Which message of Discord is the newest of its kind at a table."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select

from bot.model.kinds import MessageRole, PostKind
from bot.model.models import Sent
from bot.storage import row_mapping, schema
from bot.storage.made_once import made_once
from bot.storage.store import Store

# Made once: to make such a statement takes as long as to run it.
NEWEST = made_once(select(schema.posts).where(schema.posts.c.game == bindparam("number")))
NEWEST_OF_KIND = made_once(NEWEST.where(schema.posts.c.kind == bindparam("what")))


async def find_newest_posts(store: Store, game: int) -> dict[str, Sent]:
    """The newest message of each kind at a table."""
    async with store.reading() as conn:
        found = [Sent(*row) for row in await conn.execute(NEWEST, {"number": game})]
    return {sent.kind: sent for sent in found}


async def find_newest_post(store: Store, game: int, kind: PostKind | MessageRole) -> Sent | None:
    """The newest message of that kind at a table."""
    async with store.reading() as conn:
        row = (await conn.execute(NEWEST_OF_KIND, {"number": game, "what": kind})).one_or_none()
    return Sent(*row) if row else None


async def forget_post(store: Store, game: int, kind: PostKind | MessageRole) -> None:
    """Forget which message of a table is the newest of that kind, since it is gone with its channel."""
    p = schema.posts.c
    async with store.writing(game, quiet=True) as conn:
        await conn.execute(delete(schema.posts).where(p.game == game, p.kind == kind))


async def remember_post(store: Store, sent: Sent) -> None:
    """Remember a message as the newest of its kind at its table."""
    async with store.writing(sent.game, quiet=True) as conn:
        await row_mapping.remember_post(conn, sent)
