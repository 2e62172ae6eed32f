"""Tasks of the event loop: those that nobody waits for, and work that goes on when whoever waited for it is cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.core import metrics
from bot.core.cpu_time import as_same_part

log = logging.getLogger(__name__)
RETRY_DELAY = timedelta(seconds=30)  # until what has failed is started again
P = ParamSpec("P")
T = TypeVar("T")


def start_observed(
    name: str, work: Coroutine[Any, Any, None], failed: Callable[[Exception], None] | None = None
) -> asyncio.Task[None]:
    """Start a task of that work. `failed` hears of the error that ended it, and sees to it that it is started again."""

    async def run_watched() -> None:
        """Do the work; an error is logged, counted and handed to `failed`."""
        try:
            await work
        except Exception as error:
            log.exception("%s failed", name)
            metrics.FAILURES.labels(name).inc()
            if failed is not None:
                failed(error)

    return asyncio.get_running_loop().create_task(run_watched())


def uncancellable(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a cancelled call end what it has begun, and only then be cancelled.

    A statement runs in the driver's thread whether or not somebody still waits for it; cut off there, its connection and its
    transaction would stay behind.
    """

    @wraps(work)
    async def finish_first(*args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work to its end, even while the caller is being cancelled."""
        task = asyncio.create_task(as_same_part(work(*args, **kwargs)))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            while not task.done():
                await asyncio.wait([task])
            if not task.cancelled() and task.exception() is not None:  # nobody else will hear of it
                log.error("failed after its caller had gone", exc_info=task.exception())  # noqa: TRY400
            raise

    return finish_first
