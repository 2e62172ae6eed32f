"""Due times of reminders: planned and written in the transaction of the move that makes somebody wait.

Stages per turn of a seat: `nudge1` after the table's interval of the person's waking time, `nudge2` and `nudge3` each after 24
more hours of it, then `question`, which asks the table's host instead of the person. One that falls into quiet hours moves to
their end.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.model.models import Advance, GameRow, NewPost, Pace, Person
from bot.model.quiet_hours import after_waking, considerate
from bot.storage import row_mapping, users
from bot.storage.schema import games, reminders

if TYPE_CHECKING:
    from bot.storage.store import Store

STAGES = ("nudge1", "nudge2", "nudge3", "question")
INTERVAL: dict[Pace, int] = {"live": 15, "daily": 600, "relaxed": 1440, "custom": 600}  # minutes
APART = 24 * 60  # minutes of waking time between two stages
STRANGER = 720  # minutes: of people whose zone is unknown, at least this long


def interval(row: GameRow, person: Person) -> int:
    """Minutes of waking time until the first nudge: the longer of the table's and the person's, except at a live table."""
    if row.pace == "live":
        return row.nudge
    return max(row.nudge, person.after, 0 if person.zone else STRANGER)


def key(row: GameRow, user: int, move: int, kind: str) -> str:
    """Names a reminder for its delay after quiet hours."""
    return f"{row.id}/{user}/{move}/{kind}"


def first(row: GameRow, person: Person, move: int, since: datetime) -> datetime:
    """When the first nudge is due to somebody who is waited for since then."""
    at = after_waking(person, since, interval(row, person))
    return considerate(person, at, key(row, person.user, move, STAGES[0]))


def following(row: GameRow, person: Person, move: int, kind: str, rang: datetime) -> tuple[str, datetime] | None:
    """The stage after that one, which rang then."""
    if kind == STAGES[-1]:
        return None
    later = STAGES[STAGES.index(kind) + 1]
    at = after_waking(person, rang, APART)
    return later, considerate(person, at, key(row, person.user, move, later))


async def rewrite(conn: AsyncConnection, advance: Advance, move: int, now: datetime) -> GameRow:
    """Drop the due times of decisions that were made and write those of new ones; the table as it is now.

    Who was asked before and still is keeps the due time: what others do meanwhile is no reason to wait longer.
    """
    r = reminders.c
    row = await row_mapping.game(conn, advance.game)
    assert row is not None, "the head of a game has just been moved"
    if advance.anew or advance.over:
        await drop(conn, row.id)
    else:
        gone = [s.name for s in row.seats if s.name in advance.acted or s.name not in advance.deciders]
        await drop(conn, row.id, gone)
    if advance.over or row.alone or row.paused:
        return row
    kept = set(await conn.scalars(select(r.seat).where(r.game == row.id, r.sent.is_(None))))
    await write(conn, row, [s for s in advance.deciders if s not in kept], move, now)
    return row


async def pause(store: Store, row: GameRow, deciders: Iterable[str], by: int, *, on: bool) -> GameRow:
    """Stop the reminders of a table, or let the waiting begin anew; the table is told. Raises NotPossible if it is so already."""
    now = store.clock.now()
    async with store.writing() as conn:
        before = await row_mapping.game(conn, row.id)
        assert before is not None, "tables are never deleted"
        if bool(before.paused) == on:
            raise NotPossible("The table is paused already" if on else "The table is not paused")
        await conn.execute(update(games).where(games.c.id == row.id).values(paused=now if on else None))
        after = await row_mapping.game(conn, row.id)
        assert after is not None, "tables are never deleted"
        await drop(conn, row.id)
        if not on and not after.alone:
            await write(conn, after, deciders, after.head, now)
        await row_mapping.enqueue(conn, NewPost(kind="pause", game=row.id, payload={"on": on, "by": by}), now)
        if not on:
            await row_mapping.enqueue(conn, NewPost(kind="panel", game=row.id), now)
    return after


async def drop(conn: AsyncConnection, game: int, seats: Iterable[str] | None = None) -> None:
    """Forget the due times of a table, or of some seats there."""
    r = reminders.c
    query = delete(reminders).where(r.game == game)
    await conn.execute(query if seats is None else query.where(r.seat.in_(list(seats))))


async def write(conn: AsyncConnection, row: GameRow, seats: Iterable[str], move: int, now: datetime) -> None:
    """The first due times of seats that are asked from now on."""
    for name in seats:
        seat = row.seat(name)
        assert seat is not None, f"{name} has no seat at table {row.id}"
        person = await users.load(conn, seat.user)
        values = {"game": row.id, "user": seat.user, "seat": name, "move": move, "kind": STAGES[0], "since": now}
        await conn.execute(insert(reminders).values(**values, due=first(row, person, move, now), snoozed=False))
