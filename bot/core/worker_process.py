"""Work on whole games in a process of its own: it plays every action, and meanwhile nobody else shall wait."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from bot.core.discord_limits import fit
from bot.core.errors import Busy, NotPossible

if TYPE_CHECKING:
    from pebble import ProcessFuture

SECONDS = 60.0  # for one piece of work; then its process is ended
MAX_PROCESSES = 4  # at a time, of about 100 MB each

T = TypeVar("T")
Outcome = tuple[T | None, str]  # the result, or None and why there is none
_running: set[object] = set()


async def run_in_process(work: Callable[..., T], *args: object, timeout_message: str, crash_message: str) -> T:
    """Return what `work` returns; its NotPossible is raised here, and the messages for failures of the process itself.

    Raises Busy when MAX_PROCESSES are running.
    """
    if len(_running) >= MAX_PROCESSES:
        raise Busy("Too many files are being read and written. Please try again in a minute")
    token = object()
    _running.add(token)
    from pebble import ProcessExpired

    try:
        future = await asyncio.to_thread(start, work, *args)  # hands a large file over, which takes its time
        result, reason = await asyncio.wrap_future(future)
    except TimeoutError:
        raise NotPossible(timeout_message) from None
    except ProcessExpired:  # such as out of memory
        raise NotPossible(crash_message) from None
    finally:
        _running.discard(token)
    if result is None:
        raise NotPossible(reason)
    return result


def start(work: Callable[..., T], *args: object, seconds: float = SECONDS) -> Future[Outcome[T]]:
    """Begin work in a process of its own, which ends with it, with the bot, or after so many seconds."""
    from pebble import concurrent  # loaded by the first file, not by the start of the bot

    spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
    started: ProcessFuture[Outcome[T]] = concurrent.process(timeout=seconds, mp_context=spawn)(outcome)(work, *args)
    return started


def outcome(work: Callable[..., T], *args: object) -> Outcome[T]:
    """The result, or why there is none: a sentence travels between processes, not every exception does."""
    try:
        return work(*args), ""
    except NotPossible as error:
        return None, fit(str(error), 500)
