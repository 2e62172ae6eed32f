"""A person's own settings in words, and what people type for times and zones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.kinds import ReminderChannel
from bot.model.models import Person, QuietWindow
from bot.model.quiet_hours import list_zones
from bot.views.custom_ids import REMIND, Id
from bot.views.messages import Option, Private, answer_row, button
from bot.views.press_verbs import RemindVerb

WINDOWS = 5  # of quiet hours that one person may keep
DAYS = {"every day": (0, 1, 2, 3, 4, 5, 6), "weekdays": (0, 1, 2, 3, 4), "weekend": (5, 6)}
WHERE = {
    ReminderChannel.THREAD: "in the thread",
    ReminderChannel.DIRECT: "by direct message",
    ReminderChannel.BOTH: "in the thread and by direct message",
    ReminderChannel.NEVER: "never",
}
REMIND_WHERE = {
    ReminderChannel.THREAD: "Remind me in the thread",
    ReminderChannel.DIRECT: "Remind me by direct message",
    ReminderChannel.BOTH: "Remind me both ways",
    ReminderChannel.NEVER: "Never remind me",
}
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def zone_options(typed: str, now: datetime) -> list[tuple[str, str]]:
    """Zones whose name holds what was typed, with the time of day there: (label, zone)."""
    words = typed.casefold().replace(" ", "_")
    hits = [z for z in list_zones() if words in z.casefold()]
    return [(f"{z.replace('_', ' ')} · {now.astimezone(ZoneInfo(z)):%a %H:%M}", z) for z in hits[:25]]


def parse_clock(text: str) -> int:
    """`22:30` or `22` as minutes after midnight; raises NotPossible."""
    match = re.fullmatch(r"\s*([0-9]{1,2})(?:[:.h]([0-9]{2}))?\s*", text)
    if match is None or int(match[1]) > 24 or int(match[2] or 0) > 59:
        raise NotPossible(f"{quote_typed(text)} is not a time of day; write it like 22:30.")
    return (int(match[1]) * 60 + int(match[2] or 0)) % 1440


def parse_moment(text: str, now: datetime, zone: str) -> datetime:
    """`3d`, `5h`, `Monday 9:00`, `tomorrow`, `2026-12-24 18:00` in that zone; raises NotPossible."""
    timezone = ZoneInfo(zone) if zone else UTC
    words = text.strip().casefold()
    span = re.fullmatch(r"([0-9]{1,3})\s*(h|hours?|d|days?|w|weeks?)", words)
    if span:
        unit = {"h": "hours", "d": "days", "w": "weeks"}[span[2][0]]
        return now + timedelta(**{unit: int(span[1])})
    day, _, time = words.partition(" ")
    minutes = parse_clock(time) if time else 9 * 60
    local = now.astimezone(timezone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    if day == "tomorrow":
        day_start = midnight + timedelta(days=1)
    elif any(w.startswith(day) for w in WEEK) and len(day) >= 3:
        weekday = next(n for n, w in enumerate(WEEK) if w.startswith(day))
        day_start = midnight + timedelta(days=(weekday - local.weekday() - 1) % 7 + 1)
    elif re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        try:
            day_start = datetime.fromisoformat(day).replace(tzinfo=timezone)
        except ValueError:
            raise NotPossible(f"{quote_typed(text)} is not a date.") from None
    else:
        raise NotPossible(f"{quote_typed(text)} is not a time; write it like 3d, 5h, Monday 9:00 or 2026-12-24 18:00.")
    try:
        return day_start.replace(hour=minutes // 60, minute=minutes % 60).astimezone(UTC)
    except OverflowError:  # in UTC it lies beyond the calendar
        raise NotPossible(f"{quote_typed(text)} is not a date.") from None


def parse_duration(text: str) -> int:
    """`10h`, `90m`, `2d` as minutes; raises NotPossible."""
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*(m|min|h|hours?|d|days?)?\s*", text.casefold())
    if match is None:
        raise NotPossible(f"{quote_typed(text)} is not a length of time; write it like 10h.")
    return int(match[1]) * {"m": 1, "h": 60, "d": 1440}[(match[2] or "h")[0]]


def parse_quiet(start: str, end: str, days: str) -> QuietWindow:
    """Quiet hours as they were typed; raises NotPossible for what is not a time of day."""
    return QuietWindow(parse_clock(start), parse_clock(end), DAYS[days])


def add_quiet(windows: Sequence[QuietWindow], new: QuietWindow) -> tuple[QuietWindow, ...]:
    """Quiet hours with new ones: those with the same hours become one with the days of both. Raises NotPossible for too
    many.
    """
    same = [q for q in windows if (q.start, q.end) == (new.start, new.end)]
    days = sorted({d for q in (*same, new) for d in q.days})
    joined = (*(q for q in windows if q not in same), replace(new, days=tuple(days)))
    if len(joined) > WINDOWS:
        raise NotPossible(f"You can have at most {WINDOWS} quiet windows; `/me quiet days:none` removes them all")
    return joined


def quiet_words(window: QuietWindow) -> str:
    """A quiet window in words: `22:00–08:00 every day`."""
    names = {days: name for name, days in DAYS.items()}
    days = names.get(window.days) or ", ".join(WEEK[d][:3].capitalize() for d in window.days)
    return f"{window.start // 60:02}:{window.start % 60:02}–{window.end // 60:02}:{window.end % 60:02} {days}"


def settings_lines(person: Person, now: datetime) -> list[str]:
    """All that a person has set, as `/me` answers with it, a line each."""
    asks = "I ask you first" if person.confirm else "I do not ask"
    ends = "I ask you" if person.ask_end else "it ends by itself"
    return [
        *reminder_lines(person, now),
        f"If you end a step with a tile or train left: {asks} (/me confirm)",
        f"Pictures that only you see: {person.theme or 'in the colours of the table'} (/me theme)",
        f"When you could only buy a private or a company's only train in your turn: {ends} (/me endturn)",
    ]


def reminder_lines(person: Person, now: datetime) -> list[str]:
    """A person's settings about reminders."""
    zone = (
        f"{person.zone} (now {now.astimezone(ZoneInfo(person.zone)):%H:%M})"
        if person.zone
        else "not set (/me timezone)"
    )
    after = (
        f"after {person.first_nudge_minutes / 60:g} hours of waking time"
        if person.first_nudge_minutes
        else "at each table's own pace"
    )
    closed = " (your direct messages are closed, so I write in the thread)" if person.dm_closed else ""
    return [
        f"Time zone: {zone}",
        f"Quiet hours: {'; '.join(map(quiet_words, person.quiet)) or 'none (/me quiet)'}",
        f"Reminders: {WHERE[person.reminder_channel]}{closed}, the first {after}",
    ]


def reminder_panel(person: Person, now: datetime, table: int, muted: bool) -> Private:
    """What can be set about reminders with buttons."""
    places = tuple(Option(k, text, chosen=k == person.reminder_channel) for k, text in REMIND_WHERE.items())
    silence = (RemindVerb.UNMUTE, "Unmute this table") if muted else (RemindVerb.MUTE, "Mute this table")
    row = (
        button(Id(REMIND, table, 0, RemindVerb.SNOOZE), "Snooze 4 h"),
        button(Id(REMIND, table, 0, RemindVerb.TOMORROW), "Tomorrow 9:00"),
        button(Id(REMIND, table, 0, RemindVerb.UNTIL), "I need until…"),
        button(Id(REMIND, table, 0, silence[0]), silence[1]),
    )
    where = answer_row(Id(REMIND, table, 0, RemindVerb.WHERE), places, "Where to remind you")
    return Private(title="Reminders", body="\n".join(reminder_lines(person, now)), rows=(where, row))
