"""Reminders as they are stored: what is due, put off and sent, and the times at which something falls due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import func, insert, select, union_all, update

from bot.core.errors import NotPossible
from bot.model.kinds import ReminderStage, TableStatus
from bot.model.models import GameRow, Person, Reminder
from bot.storage import row_mapping
from bot.storage.made_once import made_once
from bot.storage.repositories import reminder_rows, transfers, users, what_ifs
from bot.storage.schema import people as people_table
from bot.storage.schema import reminders
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

REMINDER_COLUMNS = tuple(reminders.c[name] for name in ("id", "game", "user", "seat", "move", "kind", "due", "since"))

RINGS = select(func.min(reminders.c.due)).where(reminders.c.sent.is_(None))
FIRST_TIMES = made_once(union_all(RINGS, transfers.select_first_lapse(), what_ifs.select_first_lapse()))


async def first_due(store: Store) -> datetime | None:
    """The earliest due time of all: of reminders, and of what lapses."""
    async with store.reading() as conn:
        times = await conn.scalars(FIRST_TIMES)
        return min((at for at in times if at is not None), default=None)


async def load_due(conn: AsyncConnection, now: datetime) -> list[tuple[Reminder, GameRow]]:
    """What is due with its table, longest waiting first. Rows of tables that no longer run are dropped."""
    r = reminders.c
    rows = await conn.execute(select(*REMINDER_COLUMNS).where(r.sent.is_(None), r.due <= now).order_by(r.since, r.id))
    due = []
    for reminder in [Reminder(*row) for row in rows]:
        row = await row_mapping.load_game(conn, reminder.game)
        if row is None or row.status != TableStatus.RUNNING:
            await reminder_rows.drop_reminders(conn, reminder.game)
        else:
            due.append((reminder, row))
    return due


async def put_off(conn: AsyncConnection, reminder: int, until: datetime) -> None:
    """Let a stored reminder ring at another time."""
    await conn.execute(update(reminders).where(reminders.c.id == reminder).values(due=until))


async def record_nudge(conn: AsyncConnection, user: int, now: datetime) -> None:
    """Remember when a person was nudged last."""
    await row_mapping.ensure_person(conn, user)
    await conn.execute(update(people_table).where(people_table.c.user == user).values(nudged=now))


async def record_ring(
    conn: AsyncConnection, reminder: Reminder, now: datetime, following: tuple[ReminderStage, datetime] | None
) -> None:
    """Note that a reminder rang. `following`: kind and due time of the next stage, if there is one."""
    r = reminder
    await conn.execute(update(reminders).where(reminders.c.id == r.id).values(sent=now))
    if following is not None:
        kind, at = following
        values = {"game": r.game, "user": r.user, "seat": r.seat, "move": r.move, "since": r.since}
        await conn.execute(insert(reminders).values(**values, kind=kind, due=at, snoozed=False))


async def reschedule_first(conn: AsyncConnection, person: Person) -> None:
    """Move a person's first nudges that wait to where the person's settings put them."""
    r = reminders.c
    rows = await conn.execute(
        select(r.id, r.game, r.move, r.since).where(
            r.user == person.user, r.sent.is_(None), r.kind == ReminderStage.FIRST, r.snoozed.is_(False)
        )
    )
    for row in rows.all():
        table = await row_mapping.load_game(conn, row.game)
        if table is not None:
            await put_off(conn, row.id, reminder_rows.first_nudge_at(table, person, row.move, row.since))


async def snooze(
    conn: AsyncConnection, user: int, game: int, at: Callable[[Person, GameRow, int, str], datetime], *, write: bool
) -> tuple[str, datetime]:
    """Put the reminders of a person at a table off; returns the seat and when the next is due.

    `at`: gives that from person, table, move and kind; `write` False: nothing is changed. Raises NotPossible where nothing waits
    for that person.
    """
    r = reminders.c
    own = (r.user == user, r.game == game, r.sent.is_(None))
    waiting = (await conn.execute(select(r.seat, r.move, r.kind).where(*own))).first()
    if waiting is None:
        raise NotPossible("Nothing waits for you at that table")
    row = await row_mapping.load_game(conn, game)
    assert row is not None, "reminders belong to a table"
    due = at(await users.load_person(conn, user), row, waiting.move, waiting.kind)
    if write:
        await conn.execute(update(reminders).where(*own).values(due=due, snoozed=True))
    return waiting.seat, due
