"""Clocks that move only when they are told to; one of them holds its timers too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.core.clock import Clock

NEVER = 10**6  # seconds; longer than any run of tests


class FrozenClock(Clock):
    """A clock that moves only when told to."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The instant that was set last."""
        return self._now

    def set(self, instant: datetime) -> None:
        """Stand at that instant from now on; it may lie in the past."""
        self._now = instant.astimezone(UTC)

    def advance(self, **by: float) -> None:
        """Move on by hours=, minutes=, days= ..."""
        self._now += timedelta(**by)


class HeldClock(FrozenClock):
    """Rings for nobody: whoever moves it on wakes what waits.

    A timer in real time would ring though the clock has not moved; and SimCord waits in real time for one that rings within its
    patience, so that on a busy machine it ran out of it.
    """

    def call_later(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """A timer that does not ring."""
        return asyncio.get_running_loop().call_later(NEVER, ring)
