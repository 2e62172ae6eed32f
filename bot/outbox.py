"""What is still to be posted: rows written with the moves, sent after the commit, each once.

The sender (which knows Discord) drains `channels()` and `queue(channel)` whenever `Store.listen` calls it and at start-up,
marks a row `sending` before it sends with the nonce "ob<id>", then `sent`. A row found `sending` at start-up may or may not have
arrived: the sender looks among the bot's own messages first.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import rowio
from bot.rows import Post, Sent
from bot.schema import games, outbox, people, posts
from bot.store import Store

WAITING = ("new", "sending")
COLUMNS = tuple(c for c in outbox.c if c.name != "why")


def _home() -> ColumnElement[int]:
    """Where a post goes: 0 for direct messages, its own channel, or the table's as it is now."""
    o = outbox.c
    return case((o.user != 0, 0), (o.channel != 0, o.channel), else_=func.coalesce(games.c.channel, 0))


def _from() -> Any:
    return outbox.outerjoin(games, games.c.id == outbox.c.game)


async def pending(store: Store) -> tuple[list[int], datetime | None]:
    """Channels with something to send by now (0: direct messages), and when the next post falls due after now.

    Posts of tables without a channel yet wait.
    """
    o, now = outbox.c, store.clock.now()
    later = func.min(case((o.not_before > now, o.not_before)), type_=o.not_before.type)
    query = (
        select(_home().label("at"), o.user, func.min(o.not_before).label("first"), later.label("later"))
        .select_from(_from())
        .where(o.state.in_(WAITING))
        .group_by("at", o.user)
    )
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    due = {row.at for row in rows if (row.at or row.user) and row.first <= now}
    return sorted(due), min((row.later for row in rows if row.later is not None), default=None)


async def queue(store: Store, channel: int) -> list[Post]:
    """What waits for a channel and may be sent by now, oldest first; `channel` of each is set. 0: all direct messages."""
    o = outbox.c
    query = (
        select(*COLUMNS, func.coalesce(games.c.channel, 0).label("table_channel"))
        .select_from(_from())
        .where(o.state.in_(WAITING), o.not_before <= store.clock.now(), _home() == channel)
        .order_by(o.id)
    )
    if not channel:
        query = query.where(o.user != 0)
    async with store.reading() as conn:
        rows = await conn.execute(query)
        posts = []
        for row in rows:
            values = dict(row._mapping)
            at = values.pop("table_channel")
            posts.append(Post(**{**values, "channel": values["channel"] or at}))
    return posts


async def shown_by(store: Store, channel: int, message: int) -> tuple[int, int] | None:
    """The table and the move that a message shows; None for one that shows no position."""
    p, o = posts.c, outbox.c
    newest = select(p.game, p.move).where(p.channel == channel, p.message == message, p.move != 0)
    older = select(o.game, o.move).where(o.message == message, o.state == "sent", o.move != 0, o.game != 0)
    async with store.reading() as conn:
        row = (await conn.execute(newest)).first() or (await conn.execute(older.order_by(o.id.desc()))).first()
    return (row[0], row[1]) if row is not None else None


async def depth(store: Store) -> int:
    """How many posts wait, whatever for."""
    query = select(func.count()).select_from(outbox).where(outbox.c.state.in_(WAITING))
    async with store.reading() as conn:
        return int(await conn.scalar(query) or 0)


async def sending(store: Store, post: int) -> bool:
    """Mark a post as on its way; False if it is no longer there to send (overtaken, sent)."""
    o = outbox.c
    values = {"state": "sending", "attempts": o.attempts + 1}
    async with store.writing(quiet=True) as conn:
        made = await conn.execute(update(outbox).where(o.id == post, o.state.in_(WAITING)).values(values))
    return made.rowcount == 1


async def sent(store: Store, post: int, message: int, *, channel: int = 0, kind: str = "") -> None:
    """It arrived as that message, in that channel. For a table's post the newest message of its kind is remembered too.

    `kind`: another one than the row's, under which it is remembered.
    """
    async with store.writing(quiet=True) as conn:
        row = (await conn.execute(select(*COLUMNS).where(outbox.c.id == post))).one()
        await conn.execute(update(outbox).where(outbox.c.id == post).values(state="sent", message=message))
        if row.game and not row.user and channel:
            await rowio.remember(conn, Sent(row.game, kind or row.kind, channel, message, row.move))


async def put_off(store: Store, post: int, until: datetime) -> None:
    """Try again then."""
    await _set(store, post, state="new", not_before=until)


async def give_up(store: Store, post: int, why: str) -> None:
    """It cannot be sent."""
    await _set(store, post, state="dead", why=why[:500])


async def to_thread(store: Store, post: int) -> None:
    """A direct message was refused: send it to the table's thread instead, and remember that for the person."""
    async with store.writing() as conn:
        row = (await conn.execute(select(*COLUMNS).where(outbox.c.id == post))).one()
        await rowio.person_exists(conn, row.user)
        await conn.execute(update(people).where(people.c.user == row.user).values(dm_closed=True))
        twin = await _said_in_thread(conn, row)
        await conn.execute(
            update(outbox).where(outbox.c.id == post).values(user=0, state="sent" if twin else "new", attempts=0)
        )


async def _said_in_thread(conn: AsyncConnection, row: Any) -> bool:
    """Whether the same reminder went to the thread anyway."""
    o = outbox.c
    same = (o.game == row.game, o.kind == row.kind, o.move == row.move, o.user == 0, o.id.between(row.id, row.id + 3))
    rows = await conn.execute(select(o.payload).where(*same))
    return any(twin.payload == row.payload for twin in rows)


async def overtake(store: Store, game: int, kind: str) -> int:
    """Drop the unsent posts of a kind at a table before the newest that calls somebody; how many were dropped.

    A silent one calls nobody, and may fall due much later: it takes the place of silent ones only.
    """
    o = outbox.c
    waiting = (o.game == game, o.kind == kind, o.state == "new")
    async with store.writing(quiet=True) as conn:
        rows = (await conn.execute(select(o.id, o.payload).where(*waiting).order_by(o.id))).all()
        loud = [row.id for row in rows if not row.payload.get("silent")]
        newest = max(loud or [row.id for row in rows], default=0)
        made = await conn.execute(update(outbox).where(*waiting, o.id < newest).values(state="dead", why="overtaken"))
    return made.rowcount


async def _set(store: Store, post: int, **values: Any) -> None:
    async with store.writing() as conn:
        await conn.execute(update(outbox).where(outbox.c.id == post).values(**values))
