"""How far long work is, told in the chat: one message that is edited, every other second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from bot.core.worker_process import OnProgress, Report, ignore_progress

EVERY = 2.0  # seconds between two sentences

Tell = Callable[[str], Awaitable[object]]


async def tell_nobody(text: str) -> None:
    """For work of which nobody hears."""


def tell_progress(tell: Tell, words: str) -> OnProgress:
    """What tells how far work is, unless it has done so just now. `words` have places for {done} and {of}, or for {percent} where
    these would be numbers of nothing that people know.

    One who cannot be told any more is no reason to stop.
    """
    last_told = -EVERY

    async def on_progress(done: int, of: int) -> None:
        """Tell it, when it is time."""
        nonlocal last_told
        if monotonic() - last_told >= EVERY:
            last_told = monotonic()
            told = words.format(done=f"{done:,}", of=f"{of:,}", percent=100 * done // of if of else 100)
            await asyncio.gather(tell(told), return_exceptions=True)

    return on_progress


def report_from_thread(on_progress: OnProgress | None) -> Report:
    """What a thread beside this loop calls to report; who has told it does not hold it up."""
    if on_progress is None:
        return ignore_progress
    loop, heard, last_told = asyncio.get_running_loop(), on_progress, monotonic()

    def report(done: int, of: int) -> None:
        """Hand on how far the work is, when it is time."""
        nonlocal last_told
        if monotonic() - last_told >= EVERY:
            last_told = monotonic()
            asyncio.run_coroutine_threadsafe(_hear(heard, done, of), loop)

    return report


async def _hear(on_progress: OnProgress, done: int, of: int) -> None:
    """Hand a report on."""
    await on_progress(done, of)
