"""The bot as a service in a process of its own, and the people of a Discord that it reaches by network alone."""

from __future__ import annotations

import asyncio
import os
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord._dpy_internals import get_state
from yarl import URL

from bot.client.client import Bot
from bot.client.run_state import REFUSALS, GateState
from bot.commands import setup_all
from bot.core.clock import SystemClock
from bot.storage import outbox
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table
from tests.conftest import ROOT
from tests.support import api_contract
from tests.support.discord_server import Now, Wire, serving
from tests.support.discord_world import NAMES, World, said
from titles import TITLES

PATIENCE = 100.0  # seconds, for any machine; below the time-out of a test
TOKEN = f"{b64encode(b'123456789012345678').decode()}.GxYzAb.{'q' * 38}"
# The command as it is installed, but for where Discord is.
AUDIO = "ignore:'audioop' is deprecated:DeprecationWarning"  # discord.py imports it below Python 3.13
START = """
import sys, discord.http
discord.http.Route.BASE = sys.argv.pop(1)
from bot.__main__ import app
app()
"""


class Service:
    """`trunkline bot` on a folder of data."""

    def __init__(self, folder: Path, discord_url: str, token: str = TOKEN, database: str = "") -> None:
        self.folder = folder
        self.url = discord_url
        self.env = {
            **{k: v for k, v in os.environ.items() if not k.startswith("TRUNKLINE_")},
            "TRUNKLINE_PICTURE_PROCESSES": "0",  # those that draw would have to start in each test
            "PYTHONPATH": str(ROOT), "TRUNKLINE_TOKEN": token, "TRUNKLINE_DATA": str(folder),
            "TRUNKLINE_DATABASE": database,
        }  # fmt: skip
        self.log = folder / "log"
        self.process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-W", "error", "-W", AUDIO, "-c", START, f"{self.url}/api/v10", "bot",
                env=self.env, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip

    async def ended(self) -> int:
        """Its exit status."""
        assert self.process is not None
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return await self.ended()

    async def kill(self) -> None:
        """As when the power goes."""
        assert self.process is not None
        self.process.kill()
        await self.ended()


class Afar(simcord.Env):
    """SimCord's world, whose bot is elsewhere: it has come to rest when it has answered and posted all."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()))
        self.backend.clock = Now()
        self._message_states.add(get_state(self.bot))  # messages that tests read are nobody's
        self._register_dispatch_observer(self._ask)
        self.wire = Wire(self, TOKEN)
        self.store: Store | None = None
        self.asked: Any = None

    def _ask(self, interaction: Any) -> None:
        self.asked = interaction

    async def _settle_internal(self, **_: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            if self.asked is not None:
                await self.wire.answered[self.asked.token].wait()
                self.asked = None
        await until(self._quiet)

    async def _quiet(self) -> bool:
        """Whether all is posted that is due."""
        assert self.store is not None
        return not self.wire.busy and not (await outbox.find_pending(self.store))[0]


class Onlooker:
    """Reads tables from the database that the bot writes."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def get(self, game: int) -> Table:
        return await Tables(self.store, TITLES).get(game)


def rails(folder: Path, database: str = "") -> tuple[Afar, World]:
    """A guild with a channel and people, still without the bot."""
    env = Afar()
    guild = env.create_guild("Rails")
    channel = guild.create_text_channel("tables")
    people: dict[str, Any] = {n: guild.add_member(env.create_user(n)) for n in NAMES[:3]}
    clock = SystemClock()
    url = database or f"sqlite+aiosqlite:///{folder / 'trunkline.sqlite'}"
    env.store = Store(url, clock)
    return env, World(env, env.store, clock, guild, channel, people, url)  # type: ignore[arg-type]


@asynccontextmanager
async def far_world(folder: Path, database: str = "") -> AsyncIterator[tuple[World, Service]]:
    """A guild with a channel and people; the bot as a service that has let people in. `database`: "" for a file there."""
    env, w = rails(folder, database)
    store = w.store
    bot: Any = SimpleNamespace(user=env.backend.bot_user, tables=Onlooker(store), last_fault=None)
    w.bots.append(bot)
    async with serving(env.wire):
        service = Service(folder, env.wire.url, database=database)
        try:
            await service.start()
            await let_in(w, service)
            yield w, service
            assert await service.stop() == 0, service.log.read_text("utf-8")
        finally:
            if service.runs:
                await service.kill()
            await store.close()
    assert not env.wire.unknown
    wrong = {
        f"{r.method} {r.path}": p for r in env.http_requests if (p := api_contract.problems(r.method, r.path, r.json))
    }
    assert not wrong, wrong


@asynccontextmanager
async def near_world(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The same with the bot in this process: a whole client, over sockets."""
    env, w = rails(folder)
    store = w.store
    await store.open()
    bot = Bot(store, TITLES, setup_all)
    w.bots.append(bot)

    async def there() -> bool:
        return bot.run_state.gate == GateState.OPEN

    async with serving(env.wire):
        monkeypatch.setattr(discord.http.Route, "BASE", f"{env.wire.url}/api/v10")
        gateway = URL(env.wire.url.replace("http", "ws") + "/gateway/")  # asked for again after a session is over
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        running = asyncio.create_task(bot.start(TOKEN))
        try:
            await until(there)
            yield w
        finally:
            await bot.stop()
            await running
            await store.close()
    assert bot.run_state.last_fault is None, bot.run_state.last_fault
    assert not env.wire.unknown


async def let_in(w: World, service: Service) -> None:
    """Wait until the bot answers."""
    sessions = len(w.env.wire.sessions)

    async def there() -> bool:
        assert service.runs, service.log.read_text("utf-8")
        return len(w.env.wire.sessions) > sessions and bool(w.env.backend.commands)

    async def answers() -> bool:
        return REFUSALS[GateState.STARTING] not in said(await w["Ann"].slash(w.channel, "game list"))

    await until(there)
    await w.store.open(exclusive=False)
    await until(answers)


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something in another process, of which no event of ours tells."""
    async with asyncio.timeout(PATIENCE):
        while not await done():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
