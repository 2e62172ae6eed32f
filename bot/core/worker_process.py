"""Work on whole games in a process of its own: it plays every action, and meanwhile nobody else shall wait."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.model.models import Busy

PATIENCE = 60.0  # seconds
MOST = 4  # processes at a time, of about 100 MB each

T = TypeVar("T")
_under_way: set[object] = set()


async def apart(work: Callable[..., T], *given: object, late: str, broken: str) -> T:
    """What `work` returns; its NotPossible is raised here. `late`, `broken`: sentences for the process's own failures.

    Raises Busy where too many are at it already.
    """
    if len(_under_way) >= MOST:
        raise Busy("Too many files are being read and written. Please try again in a minute")
    pool = helper()
    _under_way.add(pool)
    try:
        done = asyncio.get_running_loop().run_in_executor(pool, _told, work, *given)
        found, why = await asyncio.wait_for(done, PATIENCE)
    except TimeoutError:
        raise NotPossible(late) from None
    except BrokenProcessPool:  # such as out of memory
        raise NotPossible(broken) from None
    finally:
        _under_way.discard(pool)
        pool.shutdown(wait=False)  # one that works on ends by itself
    if found is None:
        raise NotPossible(why)
    return found


def helper(seconds: float = PATIENCE + 1) -> Executor:
    """A process for one piece of work, which is gone after so many seconds, done or not: else the bot could not stop."""
    spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
    return ProcessPoolExecutor(1, mp_context=spawn, initializer=_end_after, initargs=(seconds,))


def _end_after(seconds: float) -> None:
    clock = threading.Timer(seconds, os._exit, (1,))
    clock.daemon = True
    clock.start()


def _told(work: Callable[..., T], *given: object) -> tuple[T | None, str]:
    """The result, or why there is none: a sentence travels between processes, not every exception does."""
    try:
        return work(*given), ""
    except NotPossible as error:
        return None, fit(str(error), 500)
