"""Reminders: one alarm for the earliest due time, and what happens when it rings.

Due times are rows (see `bot.storage.repositories.reminder_rows`). When the alarm rings, what is to be said and the
next stage are written in one transaction; the outbox says it. So a restart at any moment loses none and doubles none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.core.errors import NotPossible
from bot.core.poller import Poller
from bot.model.kinds import Pace, PostKind, ReminderChannel, ReminderStage
from bot.model.models import GameRow, NewPost, Person, Reminder
from bot.model.post_contents import BackLaterContent, NudgeContent, WaitingContent
from bot.model.quiet_hours import after_quiet_hours, next_morning
from bot.storage import row_mapping
from bot.storage.repositories import reminder_rows, reminders, transfers, users, what_ifs
from bot.storage.repositories.interactions import answered_once
from bot.storage.store import Store, Transaction

NUDGE_GAP = timedelta(hours=12)  # between two nudges of a person, whatever the tables
RECENTLY_ACTIVE = timedelta(minutes=20)  # who acted within that time needs no nudge
SNOOZE = timedelta(hours=4)


class Scheduler:
    """The alarm. `start` after the store is open, `stop` before it is closed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watch = Poller("reminders", store.clock, self._send_what_is_due)

    async def start(self) -> None:
        """Send what fell due while nobody looked, then set the alarm."""
        self.store.listen(self.watch.wake)
        self.watch.wake()
        await self.wait_for_look()

    async def wait_for_look(self) -> None:
        """Wait until the look that is under way is over."""
        if self.watch.task is not None:
            await self.watch.task

    async def stop(self) -> None:
        """End the alarm; a look that is under way is finished first."""
        await self.watch.stop()

    async def _send_what_is_due(self) -> datetime | None:
        """Send what is due by now; returns when something falls due next."""
        earliest = await reminders.first_due(self.store)
        if earliest is not None and earliest <= self.store.clock.now():
            await send_due_reminders(self.store)
            earliest = await reminders.first_due(self.store)
        return self.store.choose_next_poll(earliest)


@dataclass(frozen=True)
class DueReminder:
    """A reminder that rings, with its table."""

    reminder: Reminder
    row: GameRow

    def content(self) -> WaitingContent:
        """What a post says of it."""
        r = self.reminder
        return WaitingContent(game=r.game, seat=r.seat, kind=r.kind, move=r.move, since=int(r.since.timestamp()))


async def send_due_reminders(store: Store) -> int:
    """Carry out all that is due by the store's clock, in one transaction; returns how many posts were written."""
    now = store.clock.now()
    async with store.writing() as conn:
        written = 0
        await transfers.void_lapsed(conn, now)
        await what_ifs.drop_lapsed(conn, now)
        for user, due in (await _due_by_person(conn, now)).items():
            person = await users.load_person(conn, user)
            ringing = [d for d in due if not await _put_off_if_early(conn, person, d, now)]
            wanted = [d for d in ringing if _is_wanted(person, d, now)]
            for post in _make_posts(person, wanted):
                await row_mapping.enqueue(conn, post, now)
                written += 1
            if any(d.reminder.kind != ReminderStage.HOST for d in wanted):
                await reminders.record_nudge(conn, user, now)
            for d in ringing:
                r = d.reminder
                following = reminder_rows.next_stage(d.row, person, r.move, r.kind, now)
                await reminders.record_ring(conn, r, now, following)
    return written


async def _due_by_person(conn: Transaction, now: datetime) -> dict[int, list[DueReminder]]:
    """What is due, by person, longest waiting first."""
    due: dict[int, list[DueReminder]] = {}
    for reminder, row in await reminders.load_due(conn, now):
        due.setdefault(reminder.user, []).append(DueReminder(reminder, row))
    return due


async def _put_off_if_early(conn: Transaction, person: Person, due: DueReminder, now: datetime) -> bool:
    """Put a reminder off where it may not ring yet, and say whether: settings were changed, the person is here, or was nudged
    of late.
    """
    reminder, row = due.reminder, due.row
    asked = person if reminder.kind != ReminderStage.HOST else await users.load_person(conn, row.host)
    later = after_quiet_hours(asked, now, reminder_rows.jitter_key(row, asked.user, reminder.move, reminder.kind))
    if reminder.kind == ReminderStage.FIRST:
        later = max(later, reminder_rows.first_nudge_at(row, person, reminder.move, reminder.since))
    if reminder.kind != ReminderStage.HOST:
        if person.acted and now < person.acted + RECENTLY_ACTIVE:
            later = max(later, person.acted + RECENTLY_ACTIVE)
        if person.nudged and row.pace != Pace.LIVE and now < person.nudged + NUDGE_GAP:
            later = max(
                later,
                after_quiet_hours(
                    person,
                    person.nudged + NUDGE_GAP,
                    reminder_rows.jitter_key(row, reminder.user, reminder.move, "apart"),
                ),
            )
    if later <= now:
        return False
    await reminders.put_off(conn, reminder.id, later)
    return True


def _is_wanted(person: Person, due: DueReminder, now: datetime) -> bool:
    """Whether anybody is told of a reminder: not of muted tables, nor people who want no nudges. Tables ask their host all the
    same.
    """
    if due.reminder.kind == ReminderStage.HOST:
        return True
    return person.reminder_channel != ReminderChannel.NEVER and not users.is_muted(person, due.row.id, now)


def _make_posts(person: Person, wanted: list[DueReminder]) -> list[NewPost]:
    """The posts that due reminders of one person become.

    One nudge for all tables of a server, as no server is told of what is played in another; after the third one a line at each
    table that says who is waited for; and a question to the host of each table where nobody is reminded any more.
    """
    posts = [
        NewPost(kind=PostKind.HOST_QUESTION, game=d.row.id, move=d.reminder.move, content=d.content())
        for d in wanted
        if d.reminder.kind == ReminderStage.HOST
    ]
    nudges = [d for d in wanted if d.reminder.kind != ReminderStage.HOST]
    for guild in dict.fromkeys(d.row.guild for d in nudges):
        posts += _make_nudges(person, [d for d in nudges if d.row.guild == guild])
    posts += [
        NewPost(kind=PostKind.STILL_WAITING, game=d.row.id, move=d.reminder.move, content=d.content())
        for d in nudges
        if d.reminder.kind == ReminderStage.THIRD
    ]
    return posts


def _make_nudges(person: Person, due: Sequence[DueReminder]) -> list[NewPost]:
    """One nudge for tables of one server, where that person wants it: by direct message, in the thread of the first, or both."""
    direct = person.reminder_channel in {ReminderChannel.DIRECT, ReminderChannel.BOTH} and not person.dm_closed
    content = NudgeContent(user=person.user, items=tuple(d.content() for d in due))
    first = due[0]
    nudge = NewPost(kind=PostKind.REMINDER, game=first.row.id, move=first.reminder.move, content=content)
    posts = [replace(nudge, user=person.user)] if direct else []
    if not direct or person.reminder_channel == ReminderChannel.BOTH:
        posts.append(nudge)
    return posts


async def load_person_settings(store: Store, user: int) -> Person:
    """A person's settings; the defaults for somebody unknown."""
    async with store.reading() as conn:
        return await users.load_person(conn, user)


async def change_settings(store: Store, user: int, **fields: Any) -> Person:
    """Change fields of `Person`; waiting reminders move to where the new settings put them.

    Raises NotPossible for settings that make no sense.
    """
    async with store.writing() as conn:
        person = await users.save_person(conn, user, **fields)
        await reminders.reschedule_first(conn, person)
        return person


async def mute_table(store: Store, user: int, game: int, until: datetime | None) -> None:
    """Silence the reminders of a table to a user until then; None: for good."""
    async with store.writing() as conn:
        await users.mute_table(conn, user, game, until)


async def unmute_table(store: Store, user: int, game: int) -> None:
    """Let the reminders of a table come to a user again."""
    async with store.writing() as conn:
        await users.unmute_table(conn, user, game)


async def snooze_reminders(
    store: Store, user: int, game: int, until: datetime, *, post_at_table: bool = False, interaction: int = 0
) -> datetime:
    """Put the reminders of a person at a table off until then, but not into quiet hours; `post_at_table`: the others read of it.

    Returns when the next is due. Raises NotPossible where nothing waits for that person.
    """
    now = store.clock.now()
    if not now < until <= now + timedelta(days=30):
        raise NotPossible("A time within the next thirty days, please")

    def due_at(asked: Person, row: GameRow, move: int, kind: str) -> datetime:
        """When a reminder of that kind is due after the rest that was asked for."""
        return after_quiet_hours(asked, until, reminder_rows.jitter_key(row, user, move, kind))

    async with store.writing() as conn, answered_once(conn, interaction, now, game) as answer:
        seat, due = await reminders.snooze(conn, user, game, due_at, write=not answer.repeated)
        if not answer.repeated:
            content = BackLaterContent(seat=seat, user=user, until=int(until.timestamp()))
            if post_at_table:
                await row_mapping.enqueue(conn, NewPost(kind=PostKind.BACK_LATER, game=game, content=content), now)
            answer.result["until"] = content.until
    return due


def tomorrow_morning(asked: Person, now: datetime) -> datetime:
    """Nine in the morning of the person's next day."""
    return next_morning(asked, now)
