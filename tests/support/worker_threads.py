"""Threads in the place of processes: to start a process for each file takes seconds."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from bot.core import worker_process

T = TypeVar("T")


def start_in_thread(work: Callable[..., T], *args: object, seconds: float = 0.0) -> Future[worker_process.Outcome[T]]:
    """What `bot.core.worker_process.start` does, in this process."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(worker_process.run_for_outcome, work, *args)
    finally:
        pool.shutdown(wait=False)
