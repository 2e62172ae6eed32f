"""Reminders: one alarm for the earliest due time, and what happens when it rings.

Due times are rows (see `due`). When the alarm rings, what is to be said and the next stage are written in one transaction; the
outbox says it. So a restart at any moment loses none and doubles none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.core.poller import Watch
from bot.model.models import GameRow, NewPost, Person, Reminder
from bot.model.quiet_hours import considerate, next_morning
from bot.storage import reminder_rows, row_mapping, users
from bot.storage.schema import people as people_table
from bot.storage.schema import reminders
from bot.storage.store import Store
from bot.tables import game_transfers, position_copies

APART = timedelta(hours=12)  # between two nudges of a person, whatever the tables
PRESENT = timedelta(minutes=20)  # who acted within that time needs no nudge
SNOOZE = timedelta(hours=4)


class Schedule:
    """The alarm. `start` after the store is open, `stop` before it is closed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watch = Watch("reminders", store.clock, self._look)

    async def start(self) -> None:
        """Send what fell due while nobody looked, then set the alarm."""
        self.store.listen(self.watch.wake)
        self.watch.wake()
        await self.looked()

    async def looked(self) -> None:
        """Wait until the look that is under way is over."""
        if self.watch.task is not None:
            await self.watch.task

    async def stop(self) -> None:
        await self.watch.stop()

    async def _look(self) -> datetime | None:
        earliest = await next_due(self.store)
        if earliest is not None and earliest <= self.store.clock.now():
            await ring(self.store)
            earliest = await next_due(self.store)
        return earliest


async def next_due(store: Store) -> datetime | None:
    """The earliest due time of all: of reminders, and of what lapses."""
    rings = select(func.min(reminders.c.due)).where(reminders.c.sent.is_(None))
    async with store.reading() as conn:
        found = await conn.scalars(union_all(rings, game_transfers.first_due(), position_copies.first_due()))
        return min((at for at in found if at is not None), default=None)


@dataclass(frozen=True)
class Due:
    """A reminder that rings, with its table."""

    reminder: Reminder
    row: GameRow

    def item(self) -> dict[str, Any]:
        r = self.reminder
        return {"game": r.game, "seat": r.seat, "kind": r.kind, "move": r.move, "since": int(r.since.timestamp())}


async def ring(store: Store) -> int:
    """Carry out all that is due by the store's clock, in one transaction; returns how many posts were written."""
    now = store.clock.now()
    async with store.writing() as conn:
        written = 0
        await game_transfers.lapse(conn, now)
        await position_copies.lapse(conn, now)
        for user, found in (await _due(conn, now)).items():
            person = await users.load(conn, user)
            ringing = [d for d in found if not await _put_off(conn, person, d, now)]
            told = [d for d in ringing if _wanted(person, d, now)]
            for post in _posts(person, told):
                await row_mapping.enqueue(conn, post, now)
                written += 1
            if any(d.reminder.kind != reminder_rows.STAGES[-1] for d in told):
                await row_mapping.person_exists(conn, user)
                await conn.execute(update(people_table).where(people_table.c.user == user).values(nudged=now))
            for d in ringing:
                await _next_stage(conn, person, d, now)
    return written


async def _due(conn: AsyncConnection, now: datetime) -> dict[int, list[Due]]:
    """What is due, by person, longest waiting first. Rows of tables that no longer run are dropped."""
    r = reminders.c
    columns = (r.id, r.game, r.user, r.seat, r.move, r.kind, r.due, r.since)
    rows = await conn.execute(select(*columns).where(r.sent.is_(None), r.due <= now).order_by(r.since, r.id))
    found: dict[int, list[Due]] = {}
    for reminder in [Reminder(*row) for row in rows]:
        row = await row_mapping.game(conn, reminder.game)
        if row is None or row.status != "running":
            await reminder_rows.drop(conn, reminder.game)
        else:
            found.setdefault(reminder.user, []).append(Due(reminder, row))
    return found


async def _put_off(conn: AsyncConnection, person: Person, d: Due, now: datetime) -> bool:
    """Whether it rings later after all: settings were changed, the person is here, or was nudged not long ago."""
    r, row = d.reminder, d.row
    asked = person if r.kind != reminder_rows.STAGES[-1] else await users.load(conn, row.host)
    later = considerate(asked, now, reminder_rows.key(row, asked.user, r.move, r.kind))
    if r.kind == reminder_rows.STAGES[0]:
        later = max(later, reminder_rows.first(row, person, r.move, r.since))
    if r.kind != reminder_rows.STAGES[-1]:
        if person.acted and now < person.acted + PRESENT:
            later = max(later, person.acted + PRESENT)
        if person.nudged and row.pace != "live" and now < person.nudged + APART:
            later = max(
                later, considerate(person, person.nudged + APART, reminder_rows.key(row, r.user, r.move, "apart"))
            )
    if later <= now:
        return False
    await conn.execute(update(reminders).where(reminders.c.id == r.id).values(due=later))
    return True


def _wanted(person: Person, d: Due, now: datetime) -> bool:
    """Whether anybody is told: not of muted tables, nor people who want no nudges. Tables ask their host all the same."""
    if d.reminder.kind == reminder_rows.STAGES[-1]:
        return True
    return person.where != "never" and not users.muted(person, d.row.id, now)


def _posts(person: Person, told: list[Due]) -> list[NewPost]:
    """One nudge for all tables of a person, and a question for each table whose host must look after it."""
    posts = [
        NewPost(kind="question", game=d.row.id, move=d.reminder.move, payload=d.item())
        for d in told
        if d.reminder.kind == reminder_rows.STAGES[-1]
    ]
    nudges = [d for d in told if d.reminder.kind != reminder_rows.STAGES[-1]]
    if nudges:
        direct = person.where in {"dm", "both"} and not person.dm_closed
        payload: Mapping[str, Any] = {"user": person.user, "items": [d.item() for d in nudges]}
        first = nudges[0]
        nudge = NewPost(kind="reminder", game=first.row.id, move=first.reminder.move, payload=payload)
        if direct:
            posts.append(replace(nudge, user=person.user))
        if not direct or person.where == "both":
            posts.append(nudge)
        posts += [
            NewPost(kind="still", game=d.row.id, move=d.reminder.move, payload=d.item())
            for d in nudges
            if d.reminder.kind == "nudge3"
        ]
    return posts


async def _next_stage(conn: AsyncConnection, person: Person, d: Due, now: datetime) -> None:
    r = d.reminder
    await conn.execute(update(reminders).where(reminders.c.id == r.id).values(sent=now))
    following = reminder_rows.following(d.row, person, r.move, r.kind, now)
    if following is not None:
        kind, at = following
        values = {"game": r.game, "user": r.user, "seat": r.seat, "move": r.move, "since": r.since}
        await conn.execute(insert(reminders).values(**values, kind=kind, due=at, snoozed=False))


# ---------------------------------------------------------------------- what people set


async def person(store: Store, user: int) -> Person:
    """A person's settings; the defaults for somebody unknown."""
    async with store.reading() as conn:
        return await users.load(conn, user)


async def set_person(store: Store, user: int, **fields: Any) -> Person:
    """Change zone, quiet, where, after, language, confirm; waiting reminders move to where the new settings put them.

    Raises NotPossible for settings that make no sense.
    """
    async with store.writing() as conn:
        found = await users.save(conn, user, **fields)
        r = reminders.c
        rows = await conn.execute(
            select(r.id, r.game, r.move, r.since).where(
                r.user == user, r.sent.is_(None), r.kind == reminder_rows.STAGES[0], r.snoozed.is_(False)
            )
        )
        for row in rows.all():
            table = await row_mapping.game(conn, row.game)
            if table is not None:
                at = reminder_rows.first(table, found, row.move, row.since)
                await conn.execute(update(reminders).where(r.id == row.id).values(due=at))
        return found


async def mute(store: Store, user: int, game: int, until: datetime | None) -> None:
    """No reminders from that table until then; None: for good."""
    async with store.writing() as conn:
        await users.mute(conn, user, game, until)


async def unmute(store: Store, user: int, game: int) -> None:
    async with store.writing() as conn:
        await users.unmute(conn, user, game)


async def snooze(
    store: Store, user: int, game: int, until: datetime, *, tell: bool = False, interaction: int = 0
) -> datetime:
    """Put the reminders of a person at a table off until then, but not into quiet hours; `tell`: the table hears of it.

    Returns when the next is due. Raises NotPossible where nothing waits for that person.
    """
    now = store.clock.now()
    if not now < until <= now + timedelta(days=30):
        raise NotPossible("A time within the next thirty days, please")
    async with store.writing() as conn:
        said = await row_mapping.told(conn, interaction) if interaction else None
        r = reminders.c
        mine = (r.user == user, r.game == game, r.sent.is_(None))
        waiting = (await conn.execute(select(r.seat, r.move, r.kind).where(*mine))).first()
        if waiting is None:
            raise NotPossible("Nothing waits for you at that table")
        row = await row_mapping.game(conn, game)
        assert row is not None, "reminders belong to a table"
        asked = await users.load(conn, user)
        at = considerate(asked, until, reminder_rows.key(row, user, waiting.move, waiting.kind))
        if said is None:
            await conn.execute(update(reminders).where(*mine).values(due=at, snoozed=True))
            if tell:
                payload = {"seat": waiting.seat, "user": user, "until": int(until.timestamp())}
                await row_mapping.enqueue(conn, NewPost(kind="later", game=game, payload=payload), now)
            if interaction:
                await row_mapping.tell(conn, interaction, game, {"until": int(until.timestamp())}, now)
    return at


def tomorrow(asked: Person, now: datetime) -> datetime:
    """Nine in the morning of the person's next day."""
    return next_morning(asked, now)
