"""The bot as a service: opens the database, joins client and commands, closes the database when the client has stopped."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import AsyncExitStack
from functools import partial

from bot.client.client import Bot, ClientOptions
from bot.client.connection import connect
from bot.client.monitoring import serve_monitoring
from bot.commands import setup_all
from bot.core import log_format
from bot.core.clock import SystemClock
from bot.core.free_memory import spare_collector
from bot.core.settings import Config
from bot.storage.engine import NewerDatabase, Unusable, explain_error
from bot.storage.errors import DatabaseError
from bot.storage.shard_leases import ShardLeases
from bot.storage.store import Locked, Store
from bot.views.pictures import drawing
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
        if config.claim_shards:
            return await _serve_claimed_shards(store, config, token)
        return await _run_client(store, config, token, config.own_shards)
    finally:
        await store.close()


async def _serve_claimed_shards(store: Store, config: Config, token: str) -> int:
    """Claim a range of shards and serve it until stopped, or until it is lost; the exit status."""
    claim = ShardLeases(store, config.shards, config.claim_shards)
    try:
        await claim.wait_for_range(lambda: log.warning("all shards are taken: waiting for some"))
        log.info("shards: %d to %d of %d", claim.own[0], claim.own[-1], config.shards)
        return await _run_client(store, config, token, claim.own, claim.lost)
    except (OSError, DatabaseError) as error:
        log.error("%s", explain_error(store.file, error))  # noqa: TRY400
        return 2
    finally:
        await claim.release()


async def _run_client(
    store: Store, config: Config, token: str, shards: tuple[int, ...] | None, lost: asyncio.Event | None = None
) -> int:
    """Join client and commands and run until stopped, or until the shards are `lost`; the exit status."""
    bot = Bot(store, TITLES, setup_all, ClientOptions(shard_count=config.shards or None, shard_ids=shards))
    bot.registry.startup_hooks.append(
        partial(asyncio.to_thread, spare_collector)
    )  # only where a process is all the bot's
    async with AsyncExitStack() as stack:
        stack.enter_context(drawing.draw_in_processes(config.picture_processes, beforehand=True))
        if config.metrics_port:
            try:
                await stack.enter_async_context(serve_monitoring(bot, config.metrics_port))
            except OSError as error:
                why = os.strerror(error.errno) if error.errno else error
                log.error("metrics_port = %d: %s. Name a free port, or 0 for none", config.metrics_port, why)  # noqa: TRY400
                return 2
        return await connect(bot, token, lost)
