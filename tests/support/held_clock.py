"""A clock that stands still, timers and all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.core.clock import FrozenClock

NEVER = 10**6  # seconds; longer than any run of tests


class HeldClock(FrozenClock):
    """Rings for nobody: whoever moves it on wakes what waits.

    A timer in real time would ring though the clock has not moved; and SimCord waits in real time for one that rings within its
    patience, so that on a busy machine it ran out of it.
    """

    def later(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """A timer that does not ring."""
        return asyncio.get_running_loop().call_later(NEVER, ring)
