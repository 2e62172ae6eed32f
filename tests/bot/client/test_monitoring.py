"""What an operator's tools are told: of the whole bot whether it is well, and how late posts and reminders are."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.client.client import Bot
from bot.client.monitoring import measure_delays, serve_monitoring
from bot.client.request_limits import RequestLimits
from bot.client.run_state import GateState
from bot.core import metrics
from bot.storage.repositories import reminders
from tests.support.bot_process import far_world, let_in, until
from tests.support.discord_world import World, world
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import BOTH, NOON, opened, running, tables_of

DATABASES = BOTH


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def read(port: int, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/{page}") as answer:
        return answer.status, await answer.text()


async def health(port: int) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/healthz") as answer:
        return answer.status, await answer.json()


async def figures(port: int) -> dict[str, float]:
    """The metrics without labels, by name."""
    _, text = await read(port, "metrics")
    samples = [s for family in text_string_to_metric_families(text) for s in family.samples]
    return {s.name: s.value for s in samples if not s.labels}


@asynccontextmanager
async def monitored(folder: Path) -> AsyncIterator[tuple[World, int]]:
    port = free_port()
    async with world(folder) as w, serve_monitoring(w.bot, port):
        yield w, port


async def test_a_bot_that_is_well_says_so(tmp_path: Path):
    async with monitored(tmp_path) as (_, port):
        assert await health(port) == (200, {"database": "ok", "discord": "ok", "users": "ok"})


async def test_who_is_not_let_in_yet_is_told(tmp_path: Path):
    async with monitored(tmp_path) as (w, port):
        w.bot.run_state.gate = GateState.STOPPING
        assert await health(port) == (503, {"database": "ok", "discord": "ok", "users": "not let in: stopping"})


async def test_shards_without_connection_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shards = {0: SimpleNamespace(is_closed=lambda: False), 3: SimpleNamespace(is_closed=lambda: True)}
    async with monitored(tmp_path) as (_, port):
        monkeypatch.setattr(Bot, "shards", shards)
        status, parts = await health(port)
        assert (status, parts["discord"]) == (503, "shards without connection: 3")


async def test_a_database_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    @asynccontextmanager
    async def broken() -> AsyncIterator[None]:
        raise ConnectionError("the server is gone")
        yield

    async with monitored(tmp_path) as (w, port):
        monkeypatch.setattr(w.store, "reading", broken)
        status, parts = await health(port)
        told = await figures(port)
    assert (status, parts["database"]) == (503, "the server is gone")
    assert told["trunkline_post_delay_seconds"] == told["trunkline_reminder_delay_seconds"] == -1


async def test_how_late_posts_and_reminders_are(address: str):
    clock = FrozenClock(NOON)
    store = await opened(address, clock)
    bot: Any = SimpleNamespace(store=store, clock=clock)

    async def measured() -> tuple[float, float]:
        await measure_delays(bot)
        return metrics.POST_DELAY._value.get(), metrics.REMINDER_DELAY._value.get()

    await running(tables_of(store))
    assert await measured() == (0, 0)
    due = await reminders.first_due(store)
    assert due is not None
    late = due - NOON + timedelta(seconds=90)
    clock.advance(seconds=late.total_seconds())
    assert await measured() == (late.total_seconds(), 90)
    await store.close()


async def test_the_service_answers_and_counts_what_discord_takes(tmp_path: Path):
    port = free_port()
    async with far_world(tmp_path) as (w, service):
        await service.stop()
        service.env["TRUNKLINE_METRICS_PORT"] = str(port)
        await service.start()
        await let_in(w, service)

        async def well() -> bool:
            return (await health(port))[0] == 200

        await until(well)
        _, text = await read(port, "metrics")
    assert 'trunkline_discord_requests_total{status="200"}' in text
    assert 'trunkline_discord_requests_left{limit="refusals in ten minutes"} 10000.0' in text


def test_requests_and_refusals_are_counted_until_they_are_past():
    now = 0.0
    limits = RequestLimits(lambda: now)
    for _ in range(20):
        limits.count("/api/v10/channels/1/messages", 200)
    limits.count("/api/v10/interactions/1/token/callback", 204)
    limits.count("/api/v10/channels/1/messages", 403)
    limits.count("/api/v10/channels/1/messages", 429, "shared")
    assert (limits.requests_left(), limits.refusals_left()) == (28, 9_999)
    now = 1.0
    assert (limits.requests_left(), limits.refusals_left()) == (50, 9_999)
    now = 600.0
    assert limits.refusals_left() == 10_000
