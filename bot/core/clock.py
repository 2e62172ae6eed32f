"""The bot's own clock: instants in UTC. Everything that asks for the time asks one of these.

Never an interaction's time stamp and never `time.monotonic`: a simulated Discord may stop either.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the present instant, aware and in UTC, and rings when time has gone by."""

    def now(self) -> datetime:
        """The present instant, in UTC."""

    def call_later(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """Ring once after so many seconds of the event loop, however this clock goes."""
        return asyncio.get_running_loop().call_later(seconds, ring)


class SystemClock(Clock):
    """The time of the machine."""

    def now(self) -> datetime:
        """The system's time, in UTC."""
        return datetime.now(UTC)
