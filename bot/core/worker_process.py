"""Work on whole games in a process of its own: it plays every action, and meanwhile nobody else shall wait."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, TypeVar

from bot.core.discord_limits import fit
from bot.core.errors import Busy, NotPossible

if TYPE_CHECKING:
    from pebble import ProcessFuture

SECONDS = 60.0  # for one piece of work; then its process is ended
MAX_PROCESSES = 4  # at a time, of about 100 MB each

T = TypeVar("T")
Report = Callable[[int, int], None]  # how much of how much is done
OnProgress = Callable[[int, int], Awaitable[None]]
Outcome = tuple[T | None, str]  # the result, or None and why there is none
_running: set[object] = set()
_readers = ThreadPoolExecutor(MAX_PROCESSES, "progress")  # the loop's own threads are for turns


def ignore_progress(done: int, of: int) -> None:
    """For work that nobody watches."""


async def run_in_process(
    work: Callable[..., T],
    *args: object,
    timeout_message: str,
    crash_message: str,
    seconds: float = SECONDS,
    on_progress: OnProgress | None = None,
) -> T:
    """Return what `work` returns; its NotPossible is raised here, and the messages for failures of the process itself.

    With `on_progress`, which raises nothing, `work` gets a `Report` as its last argument, and what it reports is handed on.
    Raises Busy when MAX_PROCESSES are running.
    """
    if len(_running) >= MAX_PROCESSES:
        raise Busy("Too much is being read, written and drawn. Please try again in a minute")
    token = object()
    _running.add(token)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    reading = asyncio.ensure_future(_hand_on_reports(receiver, on_progress)) if on_progress else None
    from pebble import ProcessExpired

    try:
        job: Callable[..., T] = partial(_run_reporting, work, sender) if on_progress else work
        future = await asyncio.to_thread(
            start_process, job, *args, seconds=seconds
        )  # handing a large file over takes its time
        result, reason = await asyncio.wrap_future(future)
    except TimeoutError:
        raise NotPossible(timeout_message) from None
    except ProcessExpired:  # such as out of memory
        raise NotPossible(crash_message) from None
    finally:
        _running.discard(token)
        if reading is not None:
            sender.send(None)
            await reading
        sender.close()
        receiver.close()
    if result is None:
        raise NotPossible(reason)
    return result


async def _hand_on_reports(receiver: Connection, on_progress: OnProgress) -> None:
    """Hand reports on as they come, until there is None."""
    loop = asyncio.get_running_loop()
    while (report := await loop.run_in_executor(_readers, receiver.recv)) is not None:
        await on_progress(*report)


def _run_reporting(work: Callable[..., T], sender: Connection, *args: object) -> T:
    """Do work that reports how far it is; in the process."""

    def report(done: int, of: int) -> None:
        """Send how far the work is to the process that waits."""
        sender.send((done, of))

    return work(*args, report)


def start_process(work: Callable[..., T], *args: object, seconds: float = SECONDS) -> Future[Outcome[T]]:
    """Begin work in a process of its own, which ends with it, with the bot, or after so many seconds."""
    from pebble import concurrent  # loaded by the first file, not by the start of the bot

    spawn = multiprocessing.get_context("spawn")  # a fork would take over locks that threads hold
    started: ProcessFuture[Outcome[T]] = concurrent.process(timeout=seconds, mp_context=spawn)(run_for_outcome)(
        work, *args
    )
    return started


def run_for_outcome(work: Callable[..., T], *args: object) -> Outcome[T]:
    """What `work` returns and "", or None and the sentence that says why not: a sentence travels between processes, not every
    exception does.
    """
    try:
        return work(*args), ""
    except NotPossible as error:
        return None, fit(str(error), 500)
