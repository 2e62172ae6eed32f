"""Rows of the database to plain values and back, within a transaction of the caller's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import (
    CTE,
    BindParameter,
    CompoundSelect,
    CursorResult,
    Integer,
    Row,
    Select,
    Table,
    bindparam,
    insert,
    literal,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert as upsert  # SQLite has the same words for it

from bot.model.kinds import PostState, ReminderChannel
from bot.model.models import GameRow, NewPost, Seat, Sent, StoredMove
from bot.model.post_contents import encode_content
from bot.storage.made_once import made_once
from bot.storage.schema import games as games_table
from bot.storage.schema import invited, moves, outbox, people, posts, seats, waiting
from bot.storage.snapshot_packing import unpack_snapshot
from bot.storage.work import AsyncConnection

# All of a move but its snapshot, which is most of its bytes.
PLAIN = tuple(c for c in moves.c if c.name != "state")
ONE_TABLE = made_once(select(games_table).where(games_table.c.id == bindparam("number")))
KNOWN = {f.name for f in fields(GameRow)}
COLUMNS_OF_TABLES = [(place, c.key) for place, c in enumerate(games_table.c) if c.key in KNOWN]
WHOLE_LINE = 2**31 - 1  # moves: as many as a line has
WRITE_POST = made_once(insert(outbox))
KNOWN_PERSON = made_once(select(people.c.user).where(people.c.user == bindparam("who")))


def new_id(made: CursorResult[Any]) -> int:
    """The id that an inserted row was given."""
    assert made.inserted_primary_key is not None, "an insert of one row"
    return int(made.inserted_primary_key[0])


def row_by_key(row: Row[Any], table: Table) -> dict[str, Any]:
    """A whole row of a table by the names in Python of its columns."""
    return {column.key: row._mapping[column] for column in table.c}


async def load_game(conn: AsyncConnection, number: int) -> GameRow | None:
    """A table with its people; None if there is none of that number."""
    rows = await load_games(conn, ONE_TABLE, {"number": number})
    return rows[0] if rows else None


async def load_games(
    conn: AsyncConnection, query: Select[Any], given: Mapping[str, Any] | None = None
) -> list[GameRow]:
    """The tables that a query for whole rows of `games` finds, with their people, in its order. `given`: its parameters."""
    rows = [{key: row[place] for place, key in COLUMNS_OF_TABLES} for row in await conn.execute(query, given)]
    if not rows:
        return []
    people_at: dict[str, dict[int, list[Any]]] = {"seats": {}, "waiting": {}, "invited": {}}
    for what, game, place, user, name, shown, turn in await conn.execute(
        PEOPLE_OF_TABLES, {"numbers": [row["id"] for row in rows]}
    ):
        member: Any = Seat(place, user, name, shown, turn) if what != "invited" else user
        people_at[what].setdefault(game, []).append(member)
    return [
        GameRow(
            **row
            | {"options": tuple(row["options"])}
            | {what: tuple(at.get(row["id"], ())) for what, at in people_at.items()}
        )
        for row in rows
    ]


def _select_people() -> CompoundSelect[Any]:
    """One statement for all seats, waiting lists and invitations of the tables `numbers`, by place."""
    s, w, i = seats.c, waiting.c, invited.c
    numbers: BindParameter[Any] = bindparam("numbers", expanding=True)
    nobody, none = literal(""), literal(0)
    action_version = s.action_version.label("action_version")
    return union_all(
        select(
            literal("seats").label("what"),
            s.game,
            s.place,
            s.user,
            s.name,
            s.shown,
            action_version,
        ).where(s.game.in_(numbers)),
        select(literal("waiting"), w.game, w.place, w.user, nobody, w.shown, none).where(w.game.in_(numbers)),
        select(literal("invited"), i.game, i.user, i.user, nobody, nobody, none).where(i.game.in_(numbers)),
    ).order_by("place")


# Made once: to make such a statement takes as long as to run it.
PEOPLE_OF_TABLES = made_once(_select_people())


def as_move(row: Row[Any]) -> StoredMove:
    """A stored move, its snapshot unpacked if the row has it; `damaged` where that is not what was written."""
    values = dict(row._mapping)
    packed = values.pop("state", None)
    state = unpack_snapshot(packed, values["fingerprint"]) if packed else None
    return StoredMove(**values, state=state, damaged=bool(packed) and state is None)


def _select_line_ids() -> CTE:
    """The query of the ids of the moves from `head` up to the deal, `limit` of them at most, none of them below `least`."""
    columns = (moves.c.id, moves.c.parent)
    start = select(*columns, literal(1).label("n")).where(
        moves.c.id == bindparam("head"), moves.c.game == bindparam("number")
    )
    up = start.cte("up", recursive=True)
    limit, least = bindparam("limit", type_=Integer), bindparam("least", type_=moves.c.id.type)
    return up.union_all(
        select(*columns, up.c.n + 1).where(moves.c.id == up.c.parent, up.c.n < limit, moves.c.id >= least)
    )


# Made once, as the statements above.
LINE = _select_line_ids()
LINE_IDS = made_once(select(LINE.c.id).order_by(LINE.c.n))
LINE_MOVES = made_once(select(*PLAIN).join(LINE, LINE.c.id == moves.c.id).order_by(moves.c.depth.desc()))


async def load_line_ids(conn: AsyncConnection, number: int, head: int, *, least: int = 0) -> Sequence[int]:
    """Ids of the moves from `head` up to the deal, or as far as none is below `least`."""
    given = {"head": head, "number": number, "limit": WHOLE_LINE, "least": least}
    return (await conn.scalars(LINE_IDS, given)).all()


async def load_line(conn: AsyncConnection, number: int, head: int, *, limit: int = 0) -> list[StoredMove]:
    """Moves from the deal (or the last `limit`) to `head`, oldest first, without snapshots."""
    given = {"head": head, "number": number, "limit": limit or WHOLE_LINE, "least": 0}
    return [as_move(row) for row in await conn.execute(LINE_MOVES, given)][::-1]


async def enqueue(conn: AsyncConnection, post: NewPost, now: datetime, *, game: int = 0, move: int = 0) -> int:
    """Write a post into the outbox; returns its id."""
    row = {
        "game": post.game or game,
        "channel": post.channel,
        "user": post.user,
        "kind": post.kind,
        "move": post.move or move,
        "payload": encode_content(post.content) if post.content is not None else {},
        "state": PostState.NEW,
        "message": 0,
        "not_before": post.not_before or now,
        "attempts": 0,
        "why": "",
    }
    return new_id(await conn.execute(WRITE_POST, row))


def upsert_whole(table: Table) -> Any:
    """The statement that writes a row in place of the one with the same key."""
    write = upsert(table)
    changed = {c.name: write.excluded[c.name] for c in table.c if not c.primary_key}
    return write.on_conflict_do_update(index_elements=[c.name for c in table.primary_key], set_=changed)


REMEMBER_POST = made_once(upsert_whole(posts))


async def remember_post(conn: AsyncConnection, sent: Sent) -> None:
    """Remember a message as the newest of its kind at its table, in place of the one before."""
    await conn.execute(REMEMBER_POST, {f.name: getattr(sent, f.name) for f in fields(Sent)})


async def ensure_person(conn: AsyncConnection, user: int) -> None:
    """Make a row of default settings for a person who has none, also where another process is about to."""
    if await conn.scalar(KNOWN_PERSON, {"who": user}) is None:
        row = upsert(people).values(
            user=user,
            zone="",
            quiet=[],
            reminder_channel=ReminderChannel.THREAD,
            first_nudge_minutes=0,
            dm_closed=False,
            confirm=True,
            ask_end=False,
            theme="",
            listed=False,
        )
        await conn.execute(row.on_conflict_do_nothing())
