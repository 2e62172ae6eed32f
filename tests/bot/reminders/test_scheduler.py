"""Reminders: waking hours over changes of the clock, stages and caps over a month, restarts, snoozes, settings."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.clock import SystemClock
from bot.core.errors import AlwaysQuiet, NotPossible, ZoneUnknown
from bot.model.kinds import ReminderChannel, Via
from bot.model.models import Person, Post, QuietWindow
from bot.model.quiet_hours import (  # fmt: skip
    add_waking_time,
    after_quiet_hours,
    check_zone,
    count_waking_minutes,
    list_zones,
    next_morning,
    quiet_windows,
    zone_of,
)
from bot.reminders import scheduler
from bot.reminders.scheduler import Scheduler, change_settings, send_due_reminders, snooze_reminders
from bot.storage import outbox
from bot.storage.repositories.reminders import first_due
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import (
    ANN,
    BOTH,
    CHANNEL,
    GUILD,
    LEFT,
    NOON,
    PASS,
    act,
    first,
    opened,
    pledge,
    running,
    tables_of,
    url,
    user_of,
)

DATABASES = BOTH
ZONES = (
    "Europe/London", "Europe/Paris", "Europe/Dublin", "America/New_York", "America/Los_Angeles", "America/Sao_Paulo",
    "America/St_Johns", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Africa/Cairo", "Africa/Casablanca",
    "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati",
    "Pacific/Apia", "America/Santiago", "Antarctica/Troll", "UTC",
)  # fmt: skip
EVERY_NIGHT = QuietWindow(22 * 60, 8 * 60)


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def person(zone: str, *quiet: QuietWindow) -> Person:
    return Person(1, zone=zone, quiet=quiet)


# ---------------------------------------------------------------------- waking hours


@pytest.mark.parametrize(
    ("zone", "start", "minutes", "end"),
    [
        # 22:00 to 8:00 quiet. Berlin, spring: the night of 28 March 2026 is nine hours long, in autumn eleven.
        ("Europe/Berlin", "2026-03-28 20:00", 600, "2026-03-29 16:00"),
        ("Europe/Berlin", "2026-10-24 20:00", 600, "2026-10-25 16:00"),
        ("America/New_York", "2026-03-07 21:00", 600, "2026-03-08 17:00"),
        ("Asia/Tokyo", "2026-03-28 20:00", 600, "2026-03-29 16:00"),
        ("Australia/Lord_Howe", "2026-04-04 20:00", 600, "2026-04-05 16:00"),
        ("Europe/Berlin", "2026-03-02 23:30", 60, "2026-03-03 09:00"),
        ("Europe/Berlin", "2026-03-02 09:00", 60, "2026-03-02 10:00"),
    ],
)
def test_waking_time_is_counted_by_the_persons_clock(zone: str, start: str, minutes: int, end: str) -> None:
    assert add_waking_time(person(zone, EVERY_NIGHT), at(start, zone), minutes) == at(end, zone)


def test_hours_that_the_clock_skips_or_repeats_are_counted_as_they_pass():
    berlin = person("Europe/Berlin", QuietWindow(60, 4 * 60))  # 1:00 to 4:00
    nights = [
        (end - begin) / timedelta(hours=1)
        for begin, end in quiet_windows(berlin, at("2026-03-27 12:00"))
        if begin < at("2026-03-30 12:00")
    ]
    assert nights == [3.0, 2.0, 3.0]
    (autumn,) = [w for w in quiet_windows(berlin, at("2026-10-24 12:00")) if w[0] < at("2026-10-25 12:00")]
    assert autumn[1] - autumn[0] == timedelta(hours=4)


def test_a_window_that_ends_in_a_repeated_hour_ends_the_second_time():
    new_york = person("America/New_York", QuietWindow(22 * 60, 90))  # to 1:30, which comes twice on 1 November 2026
    begin, end = next(quiet_windows(new_york, at("2026-11-01 00:00", "America/New_York")))
    assert begin == at("2026-10-31 22:00", "America/New_York")
    assert end == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)


def test_windows_of_single_days_and_whole_days():
    friday = person("Europe/London", QuietWindow(18 * 60, 9 * 60, (4,)), QuietWindow(0, 0, (5, 6)))
    found = [w for w in quiet_windows(friday, at("2026-01-05 00:00")) if w[0] < at("2026-01-19 00:00")]
    assert found == [
        (at("2026-01-09 18:00"), at("2026-01-12 00:00")),
        (at("2026-01-16 18:00"), at("2026-01-19 00:00")),
    ]


instants = st.integers(0, 3 * 365 * 1440).map(lambda n: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=n))
quiets = st.lists(
    st.builds(
        QuietWindow,
        start=st.integers(0, 1439),
        end=st.integers(0, 1439),
        days=st.sets(st.integers(0, 6), min_size=1, max_size=4).map(tuple),
    ),
    max_size=3,
)


def is_quiet(p: Person, instant: datetime) -> bool:
    """By the clock on the wall: whether that minute lies in a window that began today or yesterday.

    Not for days on which the clocks are changed.
    """
    local = instant.astimezone(zone_of(p))
    minute, today = local.hour * 60 + local.minute, local.weekday()
    yesterday = (today - 1) % 7
    for q in p.quiet:
        over = q.end <= q.start
        if today in q.days and q.start <= minute < (q.end + 1440 if over else q.end):
            return True
        if over and yesterday in q.days and minute < q.end:
            return True
    return False


def steady(zone: str, around: datetime, days: int) -> bool:
    """Whether the clocks there are not changed for some days around."""
    z = ZoneInfo(zone)
    offsets = {(around + timedelta(days=d)).astimezone(z).utcoffset() for d in range(-days, days + 1)}
    return len(offsets) == 1


@given(st.sampled_from(ZONES), quiets, instants)
def test_quiet_is_what_the_clock_on_the_wall_says(zone, quiet, instant):
    p = person(zone, *quiet)
    told = any(begin <= instant < end for begin, end in quiet_windows(p, instant))
    if steady(zone, instant, 2):
        assert told == is_quiet(p, instant)


@given(st.sampled_from(ZONES), quiets, instants, st.integers(1, 3000))
def test_waking_time_adds_up_in_every_zone(zone, quiet, instant, minutes):
    p = person(zone, *quiet)
    week = timedelta(days=7)
    if count_waking_minutes(p, instant, instant + week) < 600:
        return  # refused as settings
    end = add_waking_time(p, instant, minutes)
    assert count_waking_minutes(p, instant, end) == minutes
    assert end >= instant + timedelta(minutes=minutes)
    found = [w for w in quiet_windows(p, instant) if w[0] < end]
    assert all(a[1] < b[0] for a, b in pairwise(found)), "in order and apart"
    rings = after_quiet_hours(p, end, "x")
    assert rings >= end
    assert not any(begin <= rings < stop for begin, stop in quiet_windows(p, rings))


@pytest.mark.parametrize("zone", ZONES)
def test_no_reminder_rings_at_night_in_any_hour_of_a_year_with_its_changes(zone: str) -> None:
    p = person(zone, EVERY_NIGHT)
    instant = datetime(2026, 1, 1, tzinfo=UTC)
    z = ZoneInfo(zone)
    while instant.year == 2026:
        local = after_quiet_hours(p, instant, "k").astimezone(z)
        assert 8 <= local.hour < 22, f"{instant} -> {local}"
        instant += timedelta(hours=7)


def test_reminders_after_the_night_are_spread_and_each_keeps_its_minute():
    p = person("Europe/Paris", EVERY_NIGHT)
    midnight = at("2026-05-05 00:00", "Europe/Paris")
    found = {after_quiet_hours(p, midnight, f"{n}") for n in range(200)}
    morning = at("2026-05-05 08:00", "Europe/Paris")
    assert all(morning <= f < morning + timedelta(minutes=20) for f in found)
    assert len(found) > 100
    assert after_quiet_hours(p, midnight, "7") == after_quiet_hours(p, midnight, "7")


def test_tomorrow_at_nine_is_the_persons_tomorrow():
    assert next_morning(person("Asia/Tokyo"), at("2026-03-01 20:00")) == at("2026-03-03 09:00", "Asia/Tokyo")
    assert next_morning(person("Europe/Berlin"), at("2026-03-28 12:00")) == at("2026-03-29 09:00", "Europe/Berlin")
    assert next_morning(person(""), at("2026-03-01 20:00")) == at("2026-03-02 09:00")


def test_zones_are_places():
    assert check_zone(" europe/PARIS ") == "Europe/Paris"
    assert check_zone("america/new york") == "America/New_York"
    assert {"Europe/Paris", "UTC", "Asia/Kolkata"} <= set(list_zones())
    assert not {"EST", "Etc/GMT+5"} & set(list_zones())
    for bad in ("", "Mars/Olympus", "../../etc/passwd", "GMT+5"):
        with pytest.raises(NotPossible):
            check_zone(bad)


# ---------------------------------------------------------------------- stages and caps


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOON)


@pytest.fixture
async def store(clock: FrozenClock, scratch: str) -> AsyncIterator[Store]:
    store = await opened(scratch, clock)
    yield store
    await store.close()


@pytest.fixture
async def table(store: Store) -> Table:
    return await running(tables_of(store))


async def posts(store: Store, *kinds: str) -> list[Post]:
    found = [p for c in (await outbox.find_pending(store))[0] for p in await outbox.load_queue(store, c)]
    return sorted((p for p in found if p.kind in kinds), key=lambda p: p.id)


async def pass_time(store: Store, clock: FrozenClock, until: datetime) -> list[tuple[datetime, str]]:
    """Let the alarm ring whenever it is due until then; what was posted when."""
    told: list[tuple[datetime, str]] = []
    known = {p.id for p in await posts(store, "reminder", "question", "still")}
    while (due := await first_due(store)) is not None and due <= until:
        clock.set(max(due, clock.now()))
        await send_due_reminders(store)
        for p in await posts(store, "reminder", "question", "still"):
            if p.id not in known:
                known.add(p.id)
                told.append((clock.now(), p.kind))
    clock.set(until)
    return told


async def everybody(store: Store, **fields: object) -> None:
    for user in (101, 102, 103):
        await change_settings(store, user, **fields)


async def test_a_turn_has_four_stages_and_then_peace(store: Store, clock: FrozenClock, table: Table):
    await everybody(store, zone="Europe/Paris")
    told = await pass_time(store, clock, NOON + timedelta(days=30))
    nudge = NOON + timedelta(hours=10)
    day = timedelta(days=1)
    assert told == [
        (nudge, "reminder"),
        (nudge + day, "reminder"),
        (nudge + 2 * day, "reminder"),
        (nudge + 2 * day, "still"),
        (nudge + 3 * day, "question"),
    ]
    (one, *_), (question,) = await posts(store, "reminder"), await posts(store, "question")
    user = user_of(table, first(table))
    item = {"game": table.id, "seat": first(table), "kind": "nudge1", "move": table.position.move, "since": 1772452800}
    assert (one.channel, one.user, one.payload) == (CHANNEL, 0, {"user": user, "items": [item]})
    assert question.payload == item | {"kind": "question"}


async def test_quiet_hours_count_for_nothing_and_nothing_rings_in_them(store: Store, clock: FrozenClock, table: Table):
    await everybody(store, zone="Asia/Tokyo", quiet=(EVERY_NIGHT,))  # noon UTC is 21:00 there
    told = [
        when.astimezone(ZoneInfo("Asia/Tokyo")) for when, _ in await pass_time(store, clock, NOON + timedelta(days=6))
    ]
    assert [(t.day, t.hour, t.minute) for t in told[:2]] == [(3, 17, 0), (5, 13, 0)], (
        "five hours, a day of fourteen, five hours"
    )


async def test_somebody_without_a_zone_is_given_twelve_hours(store: Store, clock: FrozenClock, table: Table):
    told = await pass_time(store, clock, NOON + timedelta(hours=13))
    assert told == [(NOON + timedelta(hours=12), "reminder")]


async def test_a_move_ends_the_reminders_of_its_seat_and_begins_those_of_the_next(store, clock, table):
    await everybody(store, zone="UTC")
    clock.advance(hours=9)
    await act(table, PASS)
    assert await first_due(store) == NOON + timedelta(hours=19)
    await act(table, PASS)
    await act(table, PASS)
    a, b, c = table.position.deciders
    clock.advance(hours=5)
    await act(table, LEFT, b)
    assert await first_due(store) == NOON + timedelta(hours=19), (
        "the others have waited since; b's act is no reason for more"
    )
    told = await pass_time(store, clock, NOON + timedelta(hours=20))
    assert [k for _, k in told] == ["reminder", "reminder"]
    assert {p.payload["items"][0]["seat"] for p in await posts(store, "reminder")} == {a, c}


async def test_undo_begins_the_waiting_anew(store, clock, table):
    await everybody(store, zone="UTC")
    a = first(table)
    await act(table, PASS)
    clock.advance(hours=3)
    await table.undo(a)
    assert await first_due(store) == NOON + timedelta(hours=13)


async def test_one_nudge_in_twelve_hours_over_all_tables_in_one_message(store: Store, clock: FrozenClock):
    tables = tables_of(store)
    await everybody(store, zone="UTC")
    waited: list[tuple[Table, int]] = []
    for n in range(4):
        t = await running(tables, channel=20 + n, seed="7")
        waited.append((t, user_of(t, first(t))))
        clock.advance(hours=1)
    assert len({u for _, u in waited}) == 1, "the same seed, the same first player"
    told = await pass_time(store, clock, NOON + timedelta(hours=36))
    assert [when - NOON for when, _ in told] == [timedelta(hours=10), timedelta(hours=22), timedelta(hours=34)]
    first_, second, third = await posts(store, "reminder")
    games = [t.id for t, _ in waited]
    assert [i["game"] for i in first_.payload["items"]] == games[:1]
    assert [i["game"] for i in second.payload["items"]] == games[1:], "those that fell due meanwhile come together"
    assert [i["game"] for i in third.payload["items"]] == games[:1]


@pytest.mark.parametrize("where", ["thread", "dm"])
async def test_no_server_is_told_of_what_is_played_in_another(where: str, store: Store, clock: FrozenClock):
    """A nudge that comes to a thread can be read by all there, and a direct message that is refused goes to a thread."""
    tables = tables_of(store)
    await everybody(store, zone="UTC", reminder_channel=where)
    here = [await running(tables, channel=20 + n, seed="7") for n in range(2)]
    there = await running(tables, guild=GUILD + 1, channel=30, seed="7")
    clock.advance(hours=11)
    await send_due_reminders(store)
    told = await posts(store, "reminder")
    assert sorted([i["game"] for i in p.payload["items"]] for p in told) == [[t.id for t in here], [there.id]]
    assert {p.game for p in told} == {here[0].id, there.id}
    assert {bool(p.user) for p in told} == {where == "dm"}


async def test_no_nudge_for_somebody_who_is_here(store, clock, table):
    other = await running(tables_of(store), channel=12)
    await everybody(store, zone="UTC")
    assert first(other) == first(table)
    user = user_of(table, first(table))
    clock.advance(hours=9, minutes=50)
    await other.play(first(other), pledge(1), Via.PANEL, user=user)
    told = await pass_time(store, clock, NOON + timedelta(hours=11))
    assert told == [(NOON + timedelta(hours=10, minutes=10), "reminder")]


async def test_the_longer_of_personal_and_table_interval_counts(store, clock):
    tables = tables_of(store)
    await everybody(store, zone="UTC", first_nudge_minutes=20 * 60)
    await running(tables)
    assert await first_due(store) == NOON + timedelta(hours=20)
    await everybody(store, first_nudge_minutes=2 * 60)
    assert await first_due(store) == NOON + timedelta(hours=10)
    live = await running(tables, channel=12, pace="live")
    assert await first_due(store) == NOON + timedelta(minutes=15)
    await tables.end(live.id, "abandoned")
    assert await first_due(store) == NOON + timedelta(hours=10), "the other table's"


async def test_settings_count_for_what_waits_already(store, clock, table):
    await everybody(store, zone="UTC")
    clock.advance(hours=9)
    await everybody(store, quiet=(QuietWindow(20 * 60, 9 * 60),), zone="UTC")
    told = await pass_time(store, clock, NOON + timedelta(hours=30))
    assert [when.hour for when, _ in told] == [11], "eight hours awake on the first day, two on the second"


@pytest.mark.parametrize(
    ("where", "expected"),
    [("thread", [0]), ("dm", [1]), ("both", [1, 0]), ("never", [])],
)
async def test_nudges_go_where_the_person_wants_them(where: str, expected: list[int], store, clock, table):
    await everybody(store, zone="UTC", reminder_channel=where)
    await pass_time(store, clock, NOON + timedelta(hours=10))
    user = user_of(table, first(table))
    assert [p.user for p in await posts(store, "reminder")] == [user * n for n in expected]


async def test_the_table_asks_its_host_even_where_the_person_wants_no_nudges(store, clock, table):
    await everybody(store, zone="UTC", reminder_channel="never")
    told = await pass_time(store, clock, NOON + timedelta(days=30))
    assert told == [(NOON + timedelta(days=3, hours=10), "question")]


async def test_direct_messages_that_were_refused_go_to_the_thread_until_the_setting_is_changed(store, clock, table):
    await everybody(store, zone="UTC", reminder_channel="dm")
    await pass_time(store, clock, NOON + timedelta(hours=10))
    (post,) = await posts(store, "reminder")
    await outbox.redirect_to_thread(store, post.id)
    await pass_time(store, clock, NOON + timedelta(hours=34))
    assert [p.user for p in await posts(store, "reminder")] == [0, 0]
    await everybody(store, reminder_channel="dm")
    await pass_time(store, clock, NOON + timedelta(hours=58))
    assert [bool(p.user) for p in await posts(store, "reminder")] == [False, False, True]


async def test_a_muted_table_is_silent_until_the_date(store, clock, table):
    await everybody(store, zone="UTC")
    user = user_of(table, first(table))
    await scheduler.mute_table(store, user, table.id, NOON + timedelta(hours=20))
    told = await pass_time(store, clock, NOON + timedelta(hours=40))
    assert told == [(NOON + timedelta(hours=34), "reminder")]
    await scheduler.unmute_table(store, user, table.id)
    assert (await scheduler.load_person_settings(store, user)).mutes == {}


async def test_snooze(store, clock, table):
    await everybody(store, zone="Europe/Paris", quiet=(EVERY_NIGHT,))
    user, seat = user_of(table, first(table)), first(table)
    until = at("2026-03-05 18:00", "Europe/Paris")
    assert await snooze_reminders(store, user, table.id, until, post_at_table=True, interaction=9) == until
    assert await snooze_reminders(store, user, table.id, until, post_at_table=True, interaction=9) == until
    (told,) = await posts(store, "later")
    assert told.payload == {"seat": seat, "user": user, "until": int(until.timestamp())}
    await change_settings(store, user, first_nudge_minutes=120)
    assert await first_due(store) == until, "settings do not shorten what the person asked for"
    assert [w for w, _ in await pass_time(store, clock, until + timedelta(hours=1))] == [until]
    late = await snooze_reminders(store, user, table.id, at("2026-03-07 01:00", "Europe/Paris"))
    assert 8 <= late.astimezone(ZoneInfo("Europe/Paris")).hour < 9
    with pytest.raises(NotPossible, match="thirty days"):
        await snooze_reminders(store, user, table.id, NOON)
    other = next(s.user for s in table.seats if s.user != user)
    with pytest.raises(NotPossible, match="Nothing waits"):
        await snooze_reminders(store, other, table.id, clock.now() + timedelta(hours=4))


async def test_settings_that_make_no_sense_are_refused(store):
    with pytest.raises(ZoneUnknown):
        await change_settings(store, ANN, quiet=(EVERY_NIGHT,))
    await change_settings(store, ANN, zone="Europe/Paris")
    with pytest.raises(AlwaysQuiet):
        await change_settings(store, ANN, quiet=(QuietWindow(0, 0),))
    with pytest.raises(NotPossible, match="from one time of day"):
        await change_settings(store, ANN, quiet=(QuietWindow(0, 5000),))
    with pytest.raises(NotPossible, match="Between 2 and 72"):
        await change_settings(store, ANN, first_nudge_minutes=30)
    saved = await change_settings(
        store, ANN, quiet=(EVERY_NIGHT, QuietWindow(0, 0, (6,))), first_nudge_minutes=180, reminder_channel="both"
    )
    assert saved == replace(
        await scheduler.load_person_settings(store, ANN),
        zone="Europe/Paris",
        quiet=(EVERY_NIGHT, QuietWindow(0, 0, (6,))),
        first_nudge_minutes=180,
        reminder_channel=ReminderChannel.BOTH,
    )


# ---------------------------------------------------------------------- restarts and the alarm


async def month(folder: Path, restart: Callable[[int], bool], start: datetime) -> list[tuple[datetime, str, str]]:
    """Thirty days of a slow table in three zones, looked at every hour; the store is reopened where `restart` says."""
    clock = FrozenClock(start)
    store = await opened(url(folder), clock)
    tables = tables_of(store)
    for user, zone in ((101, "Europe/Berlin"), (102, "America/New_York"), (103, "Australia/Sydney")):
        await change_settings(
            store, user, zone=zone, quiet=(EVERY_NIGHT, QuietWindow(9 * 60, 17 * 60, (0, 1, 2, 3, 4)))
        )
    table = await running(tables)
    told: list[tuple[datetime, str, str]] = []
    due = await first_due(store)
    for hour in range(30 * 24):
        clock.advance(hours=1)
        if restart(hour):
            await store.close()
            store = await opened(url(folder), clock)
            table = await Tables(store, tables.titles).get(table.id)
            due = await first_due(store)
        if due is not None and due <= clock.now():
            await send_due_reminders(store)
            for p in await posts(store, "reminder", "question"):
                await outbox.mark_sent(store, p, 1)
                told.append((clock.now(), p.kind, str(p.payload.get("user", "host"))))
            due = await first_due(store)
        if hour % 307 == 306:
            await act(table, PASS if table.position.step == "pledge" else LEFT)
            due = await first_due(store)
    await store.close()
    return told


@pytest.mark.parametrize("start", ["2026-03-01", "2026-10-10"])
async def test_a_month_with_a_change_of_the_clock_and_restarts_loses_and_doubles_none(start: str, tmp_path):
    begin = datetime.fromisoformat(start).replace(tzinfo=UTC)
    for name in ("calm", "rough"):
        (tmp_path / name).mkdir()
    calm = await month(tmp_path / "calm", lambda _h: False, begin)
    rough = await month(tmp_path / "rough", lambda h: h % 37 == 5, begin)
    assert calm == rough
    assert len([1 for _, k, _ in calm if k == "question"]) >= 2
    zones_of = {"101": "Europe/Berlin", "102": "America/New_York", "103": "Australia/Sydney"}
    for user, zone in zones_of.items():
        mine = [when for when, kind, who in calm if who == user and kind == "reminder"]
        assert mine
        for when in mine:
            local = when.astimezone(ZoneInfo(zone))
            assert 8 <= local.hour <= 22
            assert local.weekday() > 4 or not 9 <= local.hour < 17
        assert all(b - a >= timedelta(hours=23) for a, b in pairwise(mine)), "a nudge a day at most, looked at hourly"


async def test_overdue_reminders_come_in_one_message_after_a_long_stop(store: Store, clock: FrozenClock):
    tables = tables_of(store)
    await everybody(store, zone="UTC")
    for n in range(3):
        await running(tables, channel=20 + n, seed="7")
        clock.advance(hours=1)
    clock.advance(days=5)
    alarm = Scheduler(store)
    await alarm.start()
    (one,) = await posts(store, "reminder")
    assert len(one.payload["items"]) == 3
    await alarm.stop()


async def test_the_alarm_rings_by_itself_and_is_set_anew_by_an_earlier_time(tmp_path):
    class Fast(SystemClock):
        """A clock on which an hour takes a few hundredths of a second."""

        def __init__(self) -> None:
            self.began = time.monotonic()

        def now(self) -> datetime:
            return NOON + (time.monotonic() - self.began) * timedelta(hours=30)

    store = Store(url(tmp_path), Fast())
    await store.open()
    alarm = Scheduler(store)
    await alarm.start()
    assert alarm.watch.timer is None
    table = await running(tables_of(store), pace="live")
    await alarm.wait_for_look()
    assert alarm.watch.timer is not None
    # The alarm counts real seconds, so it would ring in minutes; a look at a moved clock is what the alarm does.
    async with asyncio.timeout(60):
        while not await posts(store, "reminder"):
            await asyncio.sleep(0.01)
            alarm.watch.wake()
    post, *_ = await posts(store, "reminder")  # on a busy machine the next may have fallen due
    assert post.payload["items"][0]["seat"] == first(table)
    await alarm.stop()
    alarm.watch.wake()
    assert alarm.watch.task.done()
    await store.close()


async def test_no_task_waits_while_nothing_is_due(tmp_path):
    before = asyncio.all_tasks()
    store = await opened(url(tmp_path))
    alarm = Scheduler(store)
    await alarm.start()
    await running(tables_of(store))
    await alarm.wait_for_look()
    assert asyncio.all_tasks() == before
    assert alarm.watch.timer is not None
    await alarm.stop()
    await store.close()


async def test_an_alarm_that_rings_before_what_is_due_is_left_alone(clock: FrozenClock):
    """Each move changes due times; only an earlier one is worth a new timer."""
    store = await opened(clock=clock)
    tables = tables_of(store)
    alarm = Scheduler(store)
    await alarm.start()

    async def look() -> Any:
        alarm.watch.wake()
        await alarm.wait_for_look()
        return alarm.watch.timer

    await running(tables)
    first_look = await look()
    clock.advance(minutes=5)
    await running(tables, channel=20)
    assert await look() is first_look
    await running(tables, channel=21, pace="live")
    earlier = await look()
    assert earlier is not first_look
    assert first_look.cancelled()
    clock.advance(minutes=30)
    assert await look() is not earlier, "it has not rung, though it should have"
    await alarm.stop()
    await store.close()
