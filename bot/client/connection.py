"""Keeps the client connected to Discord until a signal comes, and says why Discord refused it."""

from __future__ import annotations

import asyncio
import logging
import signal

import discord

from bot.client.client import Bot
from bot.storage.engine import explain_error
from bot.storage.errors import DatabaseError

log = logging.getLogger(__name__)

LOGIN_FAILED = "token: Discord does not know it. Copy it again from the developer portal (Bot, Reset Token)"
REFUSED_INTENTS = "Discord refused the connection: switch off all privileged intents, the bot needs none"


async def connect(bot: Bot, token: str, lost: asyncio.Event | None = None) -> int:
    """Run the client until SIGTERM or Ctrl-C; the exit status of the process.

    `lost`: is set when this process may serve its shards no longer; the client is stopped then too, and the status is 1, so that
    whoever looks after the process starts it again.
    """
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(name, stopped.set)
        except NotImplementedError:  # Windows: Ctrl-C raises KeyboardInterrupt instead
            break
    running = asyncio.create_task(bot.start(token))
    waiting = [asyncio.create_task(event.wait()) for event in (stopped, lost) if event is not None]
    await asyncio.wait({running, *waiting}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    if not running.done():
        log.info("stopping")
        await bot.stop()
    try:
        await running
    except discord.LoginFailure:
        log.error(LOGIN_FAILED)  # noqa: TRY400 a sentence for the operator, not a fault
        return 2
    except discord.PrivilegedIntentsRequired:
        log.error(REFUSED_INTENTS)  # noqa: TRY400
        return 2
    except DatabaseError as error:
        log.error("%s", explain_error(bot.store.file, error))  # noqa: TRY400
        return 2
    except OSError as error:
        log.error("Discord cannot be reached: %s", error)  # noqa: TRY400
        return 1
    finally:
        await bot.close()
    return 1 if lost is not None and lost.is_set() else 0
