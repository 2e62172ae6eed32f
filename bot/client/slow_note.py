"""A word to whoever has pressed and waits long: Discord shows nothing of a press once it is acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import discord

from bot.core.tasks import start_observed

PATIENCE = 4.0  # seconds without an answer after which people wonder, and press again
STILL_WORKING = "Still working on it: no need to press again, the answer comes by itself."


class SlowNote:
    """The note of one interaction: sent where the answer takes long, deleted once the answer stands."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.Task[None] | None = None
        self._note: discord.WebhookMessage | None = None

    def start(self, send: Callable[[], Awaitable[discord.WebhookMessage | None]]) -> None:
        """Send the note after a while, unless it is stopped. `send` returns the message that is to be deleted, if any."""

        async def send_note() -> None:
            """Send it; that Discord refuses it changes nothing for the answer."""
            with contextlib.suppress(discord.HTTPException):
                self._note = await send()

        def begin() -> None:
            """The time is over."""
            self._sending = start_observed("a slow answer's note", send_note())

        self._timer = asyncio.get_running_loop().call_later(PATIENCE, begin)

    async def stop(self) -> None:
        """Send no note any more. One that is on its way arrives first, so that the answer comes after it."""
        if self._timer is not None:
            self._timer.cancel()
        if self._sending is not None:
            await self._sending

    async def withdraw(self) -> None:
        """Stop, and delete the note if it stands."""
        await self.stop()
        note, self._note = self._note, None
        if note is not None:
            with contextlib.suppress(discord.HTTPException):
                await note.delete()
