"""One look at a time, and a timer for the next."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from bot.core import metrics
from bot.core.poller import MAX_SLEEP, Poller
from bot.core.tasks import RETRY_DELAY
from tests.support.held_clock import FrozenClock

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def watching(answers):
    """A watch whose looks give these answers, one after the other; and how many looks there were."""
    looks: list[None] = []

    async def look():
        looks.append(None)
        await asyncio.sleep(0)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return Poller("work", NotingClock(NOON), look), looks


class NotingClock(FrozenClock):
    """Knows for how long it was last asked to wait, however long a busy machine takes to look at that."""

    def call_later(self, seconds, ring):
        self.asked_for = seconds
        return super().call_later(seconds, ring)


def seconds(watch):
    return watch._clock.asked_for


async def test_whoever_wakes_it_during_a_look_makes_it_look_once_more():
    watch, looks = watching([None, None])
    watch.wake()
    await asyncio.sleep(0)
    assert len(looks) == 1
    watch.wake()
    watch.wake()
    await watch.task
    assert len(looks) == 2
    assert watch.timer is None, "nothing falls due"


async def test_a_look_that_fails_is_told_and_counted_and_comes_again_soon(caplog):
    watch, _ = watching([OSError("the disk"), NOON + timedelta(seconds=10)])
    before = metrics.FAILURES.labels("work")._value.get()
    watch.wake()
    await watch.task
    assert "the disk" in caplog.text
    assert metrics.FAILURES.labels("work")._value.get() == before + 1
    assert seconds(watch) == RETRY_DELAY.total_seconds()
    watch.wake()
    await watch.task
    assert seconds(watch) == 10
    await watch.stop()


async def test_far_times_are_looked_at_every_hour_and_past_ones_at_once():
    watch, _ = watching([NOON + timedelta(days=3), NOON - timedelta(days=1)])
    watch.wake()
    await watch.task
    assert seconds(watch) == MAX_SLEEP.total_seconds()
    watch.wake()
    await watch.task
    assert seconds(watch) == 0
    await watch.stop()


async def test_it_looks_no_more_once_stopped():
    watch, looks = watching([NOON + timedelta(minutes=1)])
    watch.wake()
    await watch.task
    timer = watch.timer
    await watch.stop()
    watch.wake()
    assert timer.cancelled()
    assert len(looks) == 1
