"""Work on the database that is not cut off in the middle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


def uncancellable(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a cancelled call end what it has begun, and only then be cancelled.

    A statement runs in the driver's thread whether or not somebody still waits for it; cut off there, its connection and its
    transaction would stay behind.
    """

    @wraps(work)
    async def finish_first(*args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work to its end, even while the caller is being cancelled."""
        task = asyncio.create_task(work(*args, **kwargs))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            while not task.done():
                await asyncio.wait([task])
            if not task.cancelled() and task.exception() is not None:  # nobody else will hear of it
                log.error("failed after its caller had gone", exc_info=task.exception())  # noqa: TRY400
            raise

    return finish_first
