"""Looking for work when woken, and again when the next of it falls due: for posts and for reminders.

Nothing waits: each poll runs to completion, and the clock rings for what comes later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.core.clock import Clock
from bot.core.log_context import copy_context_without_fields
from bot.core.tasks import RETRY_DELAY, start_observed

MAX_SLEEP = timedelta(hours=1)  # until the next look, in case the machine's clock was set


class Poller:
    """One look at a time, one timer for the next."""

    def __init__(self, name: str, clock: Clock, look: Callable[[], Awaitable[datetime | None]]) -> None:
        """`look` does what is due by now and returns when something falls due next; None: nothing is known to.

        After an error it is done again a while later.
        """
        self.name = name
        self.task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self._clock = clock
        self._look = look
        self._rings = clock.now()
        self._again = False
        self._over = False

    def wake(self) -> None:
        """Look at once, or once more if a look is under way. Called in the event loop; returns at once."""
        if self._over:
            return
        self._again = True
        if self.task is None or self.task.done():
            self.task = copy_context_without_fields().run(
                start_observed, self.name, self._look_while_woken(), lambda _: self.retry()
            )

    def retry(self) -> None:
        """Look again in a while: something has failed."""
        if not self._over:
            self._set_timer(self._clock.now() + RETRY_DELAY)

    async def stop(self) -> None:
        """Look no more; what is due waits for the next start."""
        self._over = True
        self._cancel_timer()
        if self.task is not None:
            await asyncio.wait([self.task])

    async def _look_while_woken(self) -> None:
        """Look once, and again for as long as somebody woke it meanwhile."""
        while self._again and not self._over:
            self._again = False
            due = await self._look()
            if due is not None and not self._over:
                self._set_timer(due)

    def _set_timer(self, due: datetime) -> None:
        """Look again then. A timer that rings before stays: it finds nothing and is set anew."""
        now = self._clock.now()
        due = min(max(due, now), now + MAX_SLEEP)
        if self.timer is not None and now < self._rings <= due:
            return
        self._cancel_timer()
        self._rings = due
        self.timer = self._clock.call_later((due - now).total_seconds(), self._on_timer)

    def _on_timer(self) -> None:
        """Look for work, now that the timer has rung."""
        self.timer = None
        self.wake()

    def _cancel_timer(self) -> None:
        """Stop the timer, if there is one."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
