"""The bot's own clock: instants in UTC. Everything that asks for the time asks one of these.

Never an interaction's time stamp and never `time.monotonic`: a simulated Discord may stop either.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the present instant, aware and in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The time of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class FrozenClock:
    """A clock that moves only when told to; for tests and rehearsals."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def set(self, instant: datetime) -> None:
        self._now = instant.astimezone(UTC)

    def advance(self, **by: float) -> None:
        """Move on by hours=, minutes=, days= ..."""
        self._now += timedelta(**by)
