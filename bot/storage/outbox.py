"""What is still to be posted: rows written with the moves, sent after the commit, each once.

Where several processes share the database, whoever holds the lease of a channel (`leases`) sends its posts.
The sender (which knows Discord) drains `find_pending` and `load_queue` whenever `Store.listen` calls it and at start-up,
marks a row `sending` before it sends, then `sent`. A row found `sending` may or may not have arrived: the sender looks for its
mark among the bot's own messages first. What Discord refuses for good is `failed` until somebody sends it again; `dead` is what
nobody misses.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, case, delete, func, or_, select, update

from bot.model.kinds import SUMMARIES, PostKind, PostState, TableStatus
from bot.model.models import Post, Sent
from bot.model.post_contents import PanelContent, decode_content, encode_content
from bot.storage import leases, row_mapping
from bot.storage.made_once import made_once
from bot.storage.schema import games, outbox, people, posts
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

WAITING = (PostState.NEW, PostState.SENDING)
# that a post is put off; what seems to wait longer was written before the clock was set back
MAX_DELAY = timedelta(hours=1)
POST_COLUMNS = tuple(c for c in outbox.c if c.name != "why")
TO_SEND = made_once(update(outbox).where(outbox.c.id == bindparam("post"), outbox.c.state.in_(WAITING)))
WITH_ID = made_once(update(outbox).where(outbox.c.id == bindparam("post")))
UNSENT = made_once(
    select(outbox.c.id, outbox.c.payload)
    .where(outbox.c.game == bindparam("number"), outbox.c.kind == bindparam("what"), outbox.c.state == PostState.NEW)
    .order_by(outbox.c.id)
)
UNSENT_COUNT = made_once(select(func.count()).select_from(UNSENT.order_by(None).subquery()))
FORGET = made_once(delete(posts).where(posts.c.game == bindparam("number"), posts.c.kind == bindparam("what")))
TOLD_BY_NEWER = made_once(
    update(outbox)
    .where(outbox.c.game == bindparam("number"), outbox.c.state == PostState.FAILED)
    .where(outbox.c.kind.in_(SUMMARIES), outbox.c.id < bindparam("post"))
    .values(state=PostState.DEAD, why="overtaken")
)
WAITING_COUNT = made_once(select(func.count()).select_from(outbox).where(outbox.c.state.in_(WAITING)))


def _target_channel() -> ColumnElement[int]:
    """Where a post goes: 0 for direct messages, its own channel, or the table's as it is now."""
    o = outbox.c
    return case((o.user != 0, 0), (o.channel != 0, o.channel), else_=func.coalesce(games.c.channel, 0))


def _is_due() -> ColumnElement[bool]:
    """The condition that a post may be sent by `now`; one that is put off for longer than anything is, beyond `far`, too."""
    at = outbox.c.not_before
    return or_(at <= bindparam("now", type_=at.type), at > bindparam("far", type_=at.type))


def _due_parameters(store: Store) -> dict[str, datetime]:
    """The parameters of a statement with `_is_due`: `now`, and `far`, beyond which a time to wait for is a mistake."""
    now = store.clock.now()
    return {"now": now, "far": now + MAX_DELAY}


def _join_games() -> Any:
    """The FROM clause: the outbox joined with the tables that its posts belong to."""
    return outbox.outerjoin(games, games.c.id == outbox.c.game)


def _select_pending() -> Select[Any]:
    """The statement for what waits: where to, and whether it is due or when the first of it will be."""
    o = outbox.c
    later = func.min(case((~_is_due(), o.not_before)), type_=o.not_before.type)
    return (
        select(
            _target_channel().label("at"),
            o.user,
            func.max(case((_is_due(), 1), else_=0)).label("due"),
            later.label("later"),
        )
        .select_from(_join_games())
        .where(o.state.in_(WAITING))
        .group_by("at", o.user)
    )


def _select_queue() -> Select[Any]:
    """The statement for what may be sent to `channel` by now, oldest first, and what may have arrived there before."""
    o = outbox.c
    return (
        select(*POST_COLUMNS, func.coalesce(games.c.channel, 0).label("table_channel"))
        .select_from(_join_games())
        .where(o.state.in_(WAITING), or_(_is_due(), o.state == PostState.SENDING))
        .where(_target_channel() == bindparam("channel"))
        .order_by(o.id)
    )


# Made once, since they are run after each move: to make such a statement takes as long as to run it.
PENDING = made_once(_select_pending())
QUEUE = made_once(_select_queue())
QUEUE_OF_PEOPLE = made_once(QUEUE.where(outbox.c.user != 0))


async def find_pending(store: Store) -> tuple[list[int], datetime | None]:
    """Channels with something to send by now (0: direct messages), and when the next post falls due after now.

    Posts of tables without a channel yet wait.
    """
    async with store.reading() as conn:
        rows = (await conn.execute(PENDING, _due_parameters(store))).all()
    due = {row.at for row in rows if (row.at or row.user) and row.due}
    return sorted(due), min((row.later for row in rows if row.later is not None), default=None)


async def load_queue(store: Store, channel: int) -> list[Post]:
    """What waits for a channel and may be sent by now, oldest first; `channel` of each is set. 0: all direct messages.

    One that was on its way is there before its time: whatever is newer must not be sent before it is known to have arrived.
    """
    async with store.reading() as conn:
        rows = await conn.execute(QUEUE if channel else QUEUE_OF_PEOPLE, {**_due_parameters(store), "channel": channel})
        posts = []
        for row in rows:
            values = dict(row._mapping)
            at = values.pop("table_channel")
            posts.append(Post(**{**values, "channel": values["channel"] or at}))
    return posts


async def find_shown_move(store: Store, channel: int, message: int) -> tuple[int, int] | None:
    """The table and the move that a message shows; None for one that shows no position."""
    p, o = posts.c, outbox.c
    newest = select(p.game, p.move).where(p.channel == channel, p.message == message, p.move != 0)
    older = select(o.game, o.move).where(o.message == message, o.state == PostState.SENT, o.move != 0, o.game != 0)
    async with store.reading() as conn:
        row = (await conn.execute(newest)).first() or (await conn.execute(older.order_by(o.id.desc()))).first()
    return (row[0], row[1]) if row is not None else None


async def count_waiting(store: Store) -> int:
    """How many posts wait, whatever for."""
    async with store.reading() as conn:
        return int(await conn.scalar(WAITING_COUNT) or 0)


async def find_first_due(store: Store) -> datetime | None:
    """Since when the post waits that fell due first; None where none is due."""
    o, now = outbox.c, store.clock.now()
    query = select(func.min(o.not_before)).where(o.state.in_(WAITING), o.not_before <= now)
    async with store.reading() as conn:
        due: datetime | None = await conn.scalar(query)
        return due


async def mark_sending(store: Store, post: Post, *, move: int = 0, lot: int | None = None, lease: str = "") -> bool:
    """Mark a post as on its way; False if it is no longer there to send (overtaken, sent), or another process sends it.

    `lease`: the one under which it is sent.
    `move`: what it shows, `lot`: the move after which the story of the lot begins that it is the post of. Noted before it is
    sent, so that they are known of one that arrived while the bot was killed.
    """
    values: dict[str, Any] = {"state": PostState.SENDING} | ({"move": move} if move else {})
    if lot is not None:
        values["payload"] = encode_content(msgspec.structs.replace(post.content_as(PanelContent), lot=lot))

    async def mark(conn: AsyncConnection) -> bool:
        """Mark it, if it is still there and the lease still ours."""
        if lease and not await leases.holds_lease(conn, store, lease):
            return False
        return (await conn.execute(TO_SEND, {"post": post.id, **values})).rowcount == 1

    return await store.write(mark, post.game, quiet=True)


async def mark_sent(
    store: Store, post: Post, message: int, remembered: Sequence[Sent] = (), forgotten: str = ""
) -> None:
    """Note that a post has arrived as that message."""

    async def mark(conn: AsyncConnection) -> None:
        """Mark it, and remember which messages stand now."""
        await conn.execute(WITH_ID, {"post": post.id, "state": PostState.SENT, "message": message})
        if forgotten:
            await conn.execute(FORGET, {"number": post.game, "what": forgotten})
        for message_kept in remembered:
            await row_mapping.remember_post(conn, message_kept)
        if post.kind in SUMMARIES and not post.user:  # what older ones would have said stands in it
            await conn.execute(TOLD_BY_NEWER, {"number": post.game, "post": post.id})

    await store.write(mark, post.game, quiet=True)


async def put_off(store: Store, post: Post, until: datetime, *, arrived: bool = False) -> None:
    """Try to send a post again then, unless it was sent; `arrived`: it may have got there all the same, so look for it first."""
    o, state = outbox.c, PostState.SENDING if arrived else PostState.NEW
    later = update(outbox).where(o.id == post.id, o.state.in_(WAITING))
    async with store.writing() as conn:
        await conn.execute(later.values(state=state, not_before=until, attempts=o.attempts + 1))


async def is_followed(store: Store, post: Post) -> bool:
    """Whether a newer post of its table was sent, or is on its way, that edits or replaces a panel."""
    o = outbox.c
    newer = (
        o.game == post.game,
        o.id > post.id,
        o.kind.in_(SUMMARIES),
        o.state.in_((PostState.SENDING, PostState.SENT)),
    )
    async with store.reading() as conn:
        return await conn.scalar(select(o.id).where(*newer).limit(1)) is not None


async def is_replaced(store: Store, post: Post) -> bool:
    """Whether a newer post of its table that stands has told all that this one says, and calls whoever must act."""
    async with store.reading() as conn:
        return await _is_replaced(conn, post)


async def _is_replaced(conn: AsyncConnection, post: Post) -> bool:
    """`is_replaced`, within a transaction."""
    if post.kind not in SUMMARIES or post.user:
        return False
    o = outbox.c
    newer = select(o.kind, o.payload).where(o.game == post.game, o.id > post.id, o.state == PostState.SENT)
    rows = await conn.execute(newer.where(o.kind.in_(SUMMARIES)))
    return any(r.kind != PostKind.PANEL or not decode_content(r.payload, PanelContent).silent for r in rows)


async def mark_not_arrived(store: Store, post: Post) -> bool:
    """It was on its way and has not arrived. Whether it is still to be sent: not where a newer one has told all."""
    async with store.writing(post.game, quiet=True) as conn:
        replaced = await _is_replaced(conn, post)
        values = {"state": PostState.DEAD, "why": "overtaken"} if replaced else {"state": PostState.NEW}
        await conn.execute(update(outbox).where(outbox.c.id == post.id).values(**values))
    return not replaced


async def drop_post(store: Store, post: int, why: str) -> None:
    """Drop a post that has nothing to say any more."""
    await _update_post(store, post, state=PostState.DEAD, why=why[:500])


async def mark_failed(store: Store, post: int, why: str) -> bool:
    """Note that Discord refuses a post. It waits until somebody has mended that and sends it again; False if it was sent or
    dropped.
    """
    return await _update_post(store, post, state=PostState.FAILED, why=why[:500])


async def find_failed(store: Store) -> dict[int, str]:
    """Tables with posts that Discord refuses, and why the newest of them was."""
    o = outbox.c
    query = (
        select(o.game, o.why)
        .join(games, games.c.id == o.game)
        .where(o.state == PostState.FAILED, games.c.status != TableStatus.CLOSED)
    )
    async with store.reading() as conn:
        return {row.game: row.why for row in await conn.execute(query.order_by(o.id))}


async def requeue_failed(store: Store, game: int) -> int:
    """Send what Discord has refused of a table, to wherever the table is now; how many posts that are."""
    o = outbox.c
    values = {"state": PostState.NEW, "channel": 0, "attempts": 0, "not_before": store.clock.now(), "why": ""}
    async with store.writing(game) as conn:
        made = await conn.execute(update(outbox).where(o.game == game, o.state == PostState.FAILED).values(values))
    return made.rowcount


async def redirect_to_thread(store: Store, post: int) -> None:
    """A direct message was refused: send it to the table's thread instead, and remember that for the person."""
    async with store.writing() as conn:
        row = (await conn.execute(select(*POST_COLUMNS).where(outbox.c.id == post))).one()
        await row_mapping.ensure_person(conn, row.user)
        await conn.execute(update(people).where(people.c.user == row.user).values(dm_closed=True))
        twin = await _is_told_in_thread(conn, row)
        await conn.execute(
            update(outbox)
            .where(outbox.c.id == post)
            .values(user=0, state=PostState.SENT if twin else PostState.NEW, attempts=0)
        )


async def _is_told_in_thread(conn: AsyncConnection, row: Any) -> bool:
    """Whether the same reminder went to the thread anyway."""
    o = outbox.c
    same = (o.game == row.game, o.kind == row.kind, o.move == row.move, o.user == 0, o.id.between(row.id, row.id + 3))
    rows = await conn.execute(select(o.payload).where(*same))
    return any(twin.payload == row.payload for twin in rows)


async def drop_superseded(store: Store, game: int, kind: str) -> int:
    """Drop the unsent posts of a kind at a table before the newest that calls somebody; how many were dropped.

    A silent one calls nobody, and may fall due much later: it takes the place of silent ones only.
    """
    o = outbox.c
    waiting = (o.game == game, o.kind == kind, o.state == PostState.NEW)
    async with store.reading() as conn:
        if (await conn.scalar(UNSENT_COUNT, {"number": game, "what": kind}) or 0) < 2:
            return 0
    async with store.writing(game, quiet=True) as conn:
        rows = (await conn.execute(UNSENT, {"number": game, "what": kind})).all()
        loud = [row.id for row in rows if not decode_content(row.payload, PanelContent).silent]
        newest = max(loud or [row.id for row in rows], default=0)
        if all(row.id >= newest for row in rows):
            return 0
        made = await conn.execute(
            update(outbox).where(*waiting, o.id < newest).values(state=PostState.DEAD, why="overtaken")
        )
    return made.rowcount


async def _update_post(store: Store, post: int, **values: Any) -> bool:
    """Change columns of a post that is still to be sent, in a transaction of its own; one that was sent or dropped stays so."""
    async with store.writing() as conn:
        waiting = update(outbox).where(outbox.c.id == post, outbox.c.state.in_(WAITING))
        return (await conn.execute(waiting.values(**values))).rowcount == 1
