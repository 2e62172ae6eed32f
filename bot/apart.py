"""Work on whole games in a process of its own: it plays every action, and meanwhile nobody else shall wait."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from bot.limits import fit
from bot.rows import NotPossible

PATIENCE = 60.0  # seconds

T = TypeVar("T")


async def apart(work: Callable[..., T], *given: object, late: str, broken: str) -> T:
    """What `work` returns; its NotPossible is raised here. `late`, `broken`: sentences for the process's own failures."""
    pool = helper()
    try:
        done = asyncio.get_running_loop().run_in_executor(pool, _told, work, *given)
        found, why = await asyncio.wait_for(done, PATIENCE)
    except TimeoutError:
        raise NotPossible(late) from None
    except BrokenProcessPool:  # such as out of memory
        raise NotPossible(broken) from None
    finally:
        pool.shutdown(wait=False)  # nobody waits for one that works on
    if found is None:
        raise NotPossible(why)
    return found


def helper() -> Executor:
    """A process for one piece of work."""
    spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
    return ProcessPoolExecutor(1, mp_context=spawn)


def _told(work: Callable[..., T], *given: object) -> tuple[T | None, str]:
    """The result, or why there is none: a sentence travels between processes, not every exception does."""
    try:
        return work(*given), ""
    except NotPossible as error:
        return None, fit(str(error), 500)
