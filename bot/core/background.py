"""Tasks that nobody waits for: an error that ends one is logged and counted, and whoever started it starts it again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from bot.core import metrics

log = logging.getLogger(__name__)
AGAIN = timedelta(seconds=30)  # until what has failed is started again


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
