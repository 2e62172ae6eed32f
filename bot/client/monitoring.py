"""What an operator's tools ask of a running bot over HTTP, on this machine's own address: `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.client.client import Bot
from bot.client.run_state import GateState
from bot.core import metrics
from bot.core.cpu_time import tell_counters
from bot.storage import outbox
from bot.storage.errors import DatabaseError
from bot.storage.repositories import reminders

ADDRESS = "127.0.0.1"
ANSWER_TIME = 3.0  # seconds within which the database must answer
WELL = "ok"


@asynccontextmanager
async def serve_monitoring(bot: Bot, port: int) -> AsyncIterator[None]:
    """Answer on that port for as long as the context lasts. Raises OSError where the port cannot be had."""
    app = web.Application()
    app.add_routes([web.get("/healthz", _Answers(bot).serve_health), web.get("/metrics", _Answers(bot).serve_metrics)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, ADDRESS, port).start()
        yield
    finally:
        await runner.cleanup()


class _Answers:
    """The handlers of the two pages."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def serve_health(self, _request: web.Request) -> web.Response:
        """Status 200 where all parts are well, else 503; in either case a JSON object that says of each part how it is."""
        parts = await check_health(self._bot)
        return web.json_response(parts, status=200 if set(parts.values()) == {WELL} else 503)

    async def serve_metrics(self, _request: web.Request) -> web.Response:
        """All metrics in Prometheus' form. How late posts and reminders are is read now; -1: the database does not answer."""
        try:
            async with asyncio.timeout(ANSWER_TIME):
                await measure_delays(self._bot)
        except (OSError, DatabaseError):  # TimeoutError is an OSError
            for gauge in (metrics.OUTBOX, metrics.POST_DELAY, metrics.REMINDER_DELAY):
                gauge.set(-1)
        tell_counters()
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def check_health(bot: Bot) -> dict[str, str]:
    """What /health tells: "ok" or what is wrong, of the database, the connection to Discord and the gate for users."""
    return {
        "database": await _check_database(bot),
        "discord": _check_gateway(bot),
        "users": WELL if bot.run_state.gate == GateState.OPEN else f"not let in: {bot.run_state.gate}",
    }


async def _check_database(bot: Bot) -> str:
    """Returns "ok", or why the database does not answer a small question."""
    try:
        async with asyncio.timeout(ANSWER_TIME):
            await outbox.count_waiting(bot.store)
    except TimeoutError:
        return f"no answer within {ANSWER_TIME:.0f} seconds"
    except (OSError, DatabaseError) as error:
        return str(error).splitlines()[0]
    return WELL


def _check_gateway(bot: Bot) -> str:
    """Returns "ok", or which shards have no connection to Discord."""
    if not bot.is_ready():
        return "not connected yet"
    cut_off = [str(number) for number, shard in bot.shards.items() if shard.is_closed()]
    return f"shards without connection: {', '.join(cut_off)}" if cut_off else WELL


async def measure_delays(bot: Bot) -> None:
    """Set the gauges of what waits in the database."""
    now = bot.clock.now()
    metrics.OUTBOX.set(await outbox.count_waiting(bot.store))
    metrics.POST_DELAY.set(_seconds_late(await outbox.find_first_due(bot.store), now))
    metrics.REMINDER_DELAY.set(_seconds_late(await reminders.first_due(bot.store), now))


def _seconds_late(due: datetime | None, now: datetime) -> float:
    """How long ago something fell due, in seconds; 0 where nothing is, or it is still to come."""
    return max((now - due).total_seconds(), 0.0) if due is not None else 0.0
