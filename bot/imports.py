"""Files that people give, read in a process of its own: reading plays the whole game, and meanwhile nobody else shall wait."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from bot import files
from bot.files import Incoming
from bot.limits import fit
from bot.rows import NotPossible
from titles import TITLES

PATIENCE = 60.0  # seconds


async def read(data: bytes) -> Incoming:
    """The game in a file; raises NotPossible with one sentence about what is wrong with it."""
    spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
    pool = ProcessPoolExecutor(1, mp_context=spawn)
    try:
        found = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, _read, data), PATIENCE)
    except TimeoutError:
        raise NotPossible("That file takes too long to read") from None
    except BrokenProcessPool:  # such as out of memory
        raise NotPossible("That file cannot be read here") from None
    finally:
        pool.shutdown(wait=False)  # nobody waits for one that reads on
    if isinstance(found, str):
        raise NotPossible(found)
    return found


def _read(data: bytes) -> Incoming | str:
    """The game, or why there is none: a sentence travels between processes, not every exception does."""
    try:
        return files.incoming(data, TITLES)
    except NotPossible as error:
        return fit(str(error), 500)
