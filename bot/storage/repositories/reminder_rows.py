"""Due times of reminders: planned and written in the transaction of the move that makes somebody wait.

Stages per turn of a seat: `FIRST` after the table's interval of the person's waking time, `SECOND` and `THIRD` each after 24
more hours of it, then `HOST`, which asks the table's host instead of the person. One that falls into quiet hours moves to
their end.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from bot.model.kinds import Pace, ReminderStage
from bot.model.models import GameRow, Person, PlayWrite
from bot.model.quiet_hours import add_waking_time, after_quiet_hours
from bot.storage import row_mapping
from bot.storage.made_once import made_once
from bot.storage.repositories import users
from bot.storage.schema import reminders
from bot.storage.work import AsyncConnection

STAGES = tuple(ReminderStage)
INTERVAL: dict[Pace, int] = {Pace.LIVE: 15, Pace.DAILY: 600, Pace.RELAXED: 1440, Pace.CUSTOM: 600}  # minutes
STAGE_GAP = 24 * 60  # minutes of waking time between two stages
UNKNOWN_ZONE_MINUTES = 720  # minutes: of people whose zone is unknown, at least this long

# Made once, since they are run with each move.
R = reminders.c
DROP_OF_TABLE = made_once(delete(reminders).where(R.game == bindparam("number")))
DROP_OF_SEATS = made_once(DROP_OF_TABLE.where(R.seat.in_(bindparam("names", expanding=True))))
WAITED_FOR = made_once(select(R.seat).where(R.game == bindparam("number"), R.sent.is_(None)))
WRITE = made_once(insert(reminders))


def first_interval(row: GameRow, person: Person) -> int:
    """Minutes of waking time until the first nudge: the longer of the table's and the person's, except at a live table."""
    if row.pace == Pace.LIVE:
        return row.nudge_minutes
    return max(row.nudge_minutes, person.first_nudge_minutes, 0 if person.zone else UNKNOWN_ZONE_MINUTES)


def jitter_key(row: GameRow, user: int, move: int, kind: str) -> str:
    """Names a reminder for its delay after quiet hours."""
    return f"{row.id}/{user}/{move}/{kind}"


def first_nudge_at(row: GameRow, person: Person, move: int, since: datetime) -> datetime:
    """When the first nudge is due to somebody who is waited for since then."""
    at = add_waking_time(person, since, first_interval(row, person))
    return after_quiet_hours(person, at, jitter_key(row, person.user, move, ReminderStage.FIRST))


def next_stage(
    row: GameRow, person: Person, move: int, stage: ReminderStage, rang: datetime
) -> tuple[ReminderStage, datetime] | None:
    """The stage after that one, which rang then."""
    if stage == ReminderStage.HOST:
        return None
    later = STAGES[STAGES.index(stage) + 1]
    at = add_waking_time(person, rang, STAGE_GAP)
    return later, after_quiet_hours(person, at, jitter_key(row, person.user, move, later))


async def rewrite_reminders(conn: AsyncConnection, advance: PlayWrite, move: int, now: datetime) -> GameRow:
    """Drop the due times of decisions that were made and write those of new ones; the table as it is now.

    Who was asked before and still is keeps the due time: what others do meanwhile is no reason to wait longer.
    """
    row = await row_mapping.load_game(conn, advance.game)
    assert row is not None, "the head of a game has just been moved"
    if advance.restart or advance.over:
        await drop_reminders(conn, row.id)
    else:
        gone = [s.name for s in row.seats if s.name in advance.acted or s.name not in advance.deciders]
        await drop_reminders(conn, row.id, gone)
    if advance.over or row.alone or row.paused:
        return row
    kept = set(await conn.scalars(WAITED_FOR, {"number": row.id}))
    await write_first_nudges(conn, row, [s for s in advance.deciders if s not in kept], move, now)
    return row


async def drop_reminders(conn: AsyncConnection, game: int, seats: Iterable[str] | None = None) -> None:
    """Forget the due times of a table, or of some seats there."""
    if seats is None:
        await conn.execute(DROP_OF_TABLE, {"number": game})
    else:
        await conn.execute(DROP_OF_SEATS, {"number": game, "names": list(seats)})


async def write_first_nudges(
    conn: AsyncConnection, row: GameRow, seats: Iterable[str], move: int, now: datetime
) -> None:
    """Write the first due times of seats that are asked from now on."""
    for name in seats:
        seat = row.seat(name)
        assert seat is not None, f"{name} has no seat at table {row.id}"
        person = await users.load_person(conn, seat.user)
        values = {
            "game": row.id,
            "user": seat.user,
            "seat": name,
            "move": move,
            "kind": ReminderStage.FIRST,
            "since": now,
            "due": first_nudge_at(row, person, move, now),
            "snoozed": False,
        }
        await conn.execute(WRITE, values)
