"""When a person is awake: zones, quiet hours and waking time, right over changes of daylight saving.

Everything is reckoned between instants in UTC. Each quiet window is put on the calendar of the person's zone date by date, so
one that begins or ends in a gap or a fold of the clock lies where the clocks of that day put it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zlib import crc32
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.core.errors import AlwaysQuiet, NotPossible
from bot.model.models import Person, QuietWindow

DAY = 24 * 60  # minutes
JITTER = 20 * 60  # seconds
HORIZON = timedelta(days=60)
FEWEST = 10 * 60  # minutes awake that every week must have


@lru_cache(maxsize=1)
def list_zones() -> tuple[str, ...]:
    """Names that people may choose: places, not the old abbreviations."""
    places = (z for z in available_timezones() if "/" in z and not z.startswith(("Etc/", "SystemV/")))
    return (*sorted(places), "UTC")


def zone_of(person: Person) -> ZoneInfo:
    """The person's zone; UTC where none was told, or where the machine no longer knows it."""
    try:
        return ZoneInfo(person.zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def local_instant(day: date, minute: int, zone: ZoneInfo, *, fold: int = 0) -> datetime:
    """The instant at which clocks there show that minute of the day; in a gap, as long after it as the minute says."""
    day, minute = day + timedelta(days=minute // DAY), minute % DAY
    return datetime.combine(day, time(minute // 60, minute % 60), tzinfo=zone).replace(fold=fold).astimezone(UTC)


def quiet_windows(person: Person, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Quiet times that end after `start`, in order, merged where they touch."""
    if not person.quiet or not person.zone:
        return
    zone = zone_of(person)
    first = start.astimezone(zone).date() - timedelta(days=2)
    open_: tuple[datetime, datetime] | None = None
    for n in range(HORIZON.days):
        day = first + timedelta(days=n)
        today = sorted(_window_on(day, quiet, zone) for quiet in person.quiet if day.weekday() in quiet.days)
        for begin, end in today:
            if open_ and begin <= open_[1]:
                open_ = (open_[0], max(open_[1], end))
                continue
            if open_ and open_[1] > start:
                yield open_
            open_ = (begin, end)
    if open_ and open_[1] > start:
        yield open_


def _window_on(day: date, quiet: QuietWindow, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """When a quiet window of that day begins and ends."""
    end = quiet.end if quiet.end > quiet.start else quiet.end + DAY
    return local_instant(day, quiet.start, zone), local_instant(day, end, zone, fold=1)


def add_waking_time(person: Person, start: datetime, minutes: int) -> datetime:
    """The instant at which so many minutes of the person's waking time have passed since `start`."""
    left = timedelta(minutes=minutes)
    at = start
    for begin, end in quiet_windows(person, start):
        free = max(begin - at, timedelta(0))
        if free >= left:
            break
        left -= free
        at = max(at, end)
    return at + left


def count_waking_minutes(person: Person, start: datetime, end: datetime) -> int:
    """Minutes of the person's waking time between two instants."""
    quiet = timedelta(0)
    for begin, stop in quiet_windows(person, start):
        if begin >= end:
            break
        quiet += min(stop, end) - max(begin, start)
    return int((end - start - quiet) / timedelta(minutes=1))


def after_quiet_hours(person: Person, instant: datetime, key: str) -> datetime:
    """That instant, or if it is quiet then, some minutes after the quiet time: spread, so that not all ring at once.

    `key` names the reminder: the same one always gets the same delay.
    """
    spread = timedelta(seconds=crc32(key.encode()) % JITTER)
    for begin, end in quiet_windows(person, instant):
        if not begin <= instant < end:
            return instant
        # The delay may lead into the next quiet time when little lies between.
        instant = end + spread
        spread = timedelta(0)
    return instant


def next_morning(person: Person, now: datetime, minute: int = 9 * 60) -> datetime:
    """Tomorrow at nine, or another minute of the day, by the person's clock."""
    zone = zone_of(person)
    return local_instant(now.astimezone(zone).date() + timedelta(days=1), minute, zone)


def check_zone(name: str) -> str:
    """The zone's proper name; raises NotPossible for anything else."""
    zone = {z.lower(): z for z in list_zones()}.get(name.strip().lower().replace(" ", "_"))
    if zone is None:
        raise NotPossible("I do not know that time zone. Choose one from the list, such as Europe/Paris")
    return zone


def check_quiet(person: Person) -> None:
    """Refuse quiet hours that leave hardly any time for a reminder."""
    if not person.quiet:
        return
    start = datetime(2024, 1, 1, tzinfo=UTC)
    if count_waking_minutes(person, start, start + timedelta(days=7)) < FEWEST:
        raise AlwaysQuiet
