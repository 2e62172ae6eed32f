"""The bot as a service: opens the database, joins client and commands, closes the database when the client has stopped."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import AsyncExitStack

from bot.client.client import Bot, ClientOptions
from bot.client.connection import connect
from bot.client.monitoring import serve_monitoring
from bot.commands import setup_all
from bot.core import log_format
from bot.core.clock import SystemClock
from bot.core.settings import Config
from bot.storage.engine import NewerDatabase, Unusable
from bot.storage.store import Locked, Store
from titles import TITLES

log = logging.getLogger(__name__)


def set_up_log(config: Config) -> None:
    """Send the log to standard error, in the form and at the level of the settings; migrations are heard from a
    warning on.
    """
    log_format.send_to_error_output(
        config.log_level, log_format.JsonLines() if config.log_format == "json" else log_format.TextLines()
    )
    logging.getLogger("alembic").setLevel("DEBUG" if config.log_level == "debug" else "WARNING")


def main(config: Config, token: str, *, new: bool = False) -> int:
    """Run until stopped; the exit status. `new`: though another database was served here."""
    set_up_log(config)
    return asyncio.run(serve(config, token, new=new))


async def serve(config: Config, token: str, *, new: bool = False) -> int:
    """Open, run, close. A first signal stops in good order."""
    clock = SystemClock()
    try:
        store = Store(config.url, clock, config.own_shards)
        await store.open(
            waiting=lambda: log.warning("another process works on the database: waiting until it has stopped"), new=new
        )
    except (Locked, NewerDatabase, Unusable) as error:
        log.error("%s", error)  # noqa: TRY400 a sentence for the operator, not a fault
        return 2
    try:
        options = ClientOptions(shard_count=config.shards or None, shard_ids=config.own_shards or None)
        bot = Bot(store, TITLES, setup_all, options)
        async with AsyncExitStack() as stack:
            if config.metrics_port:
                try:
                    await stack.enter_async_context(serve_monitoring(bot, config.metrics_port))
                except OSError as error:
                    why = os.strerror(error.errno) if error.errno else error
                    log.error("metrics_port = %d: %s. Name a free port, or 0 for none", config.metrics_port, why)  # noqa: TRY400
                    return 2
            return await connect(bot, token)
    finally:
        await store.close()
