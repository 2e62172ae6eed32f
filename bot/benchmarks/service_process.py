"""The bot as a service in processes of its own, and what their pages of metrics tell of it."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from aiohttp import ClientError, ClientSession
from prometheus_client.parser import text_string_to_metric_families

from bot.benchmarks.discord_gateway import Gateway
from bot.core.errors import UsageError

TOKEN = f"{b64encode(b'123456789012345678').decode()}.Measur.{'q' * 38}"  # of no bot
START_TIME = 300.0  # seconds
LOG_LINES = 5  # of the log that are told where the bot has ended

Samples = Mapping[tuple[str, str], float]  # by name and, where it has one, the value of the only label


class ServiceProcess:
    """`trunkline bot`, running."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process, port: int) -> None:
        self._folder = folder
        self._process = process
        self._page = f"http://127.0.0.1:{port}"

    def require_running(self) -> None:
        """Raises UsageError with the last lines of its log where it has ended."""
        if self._process.returncode is not None:
            lines = (self._folder / "log").read_text("utf-8").splitlines()[-LOG_LINES:]
            raise UsageError("\n".join(["The bot has ended by itself:", *lines]))

    async def wait_until_ready(self) -> None:
        """Wait until it lets people in; raises UsageError where it ends, or takes longer than any start."""
        async with asyncio.timeout(START_TIME), ClientSession() as session:
            while True:
                self.require_running()
                with suppress(ClientError):
                    async with session.get(f"{self._page}/healthz") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.2)  # another process: no event of ours tells

    async def read_metrics(self) -> Samples:
        """What it tells of itself now."""
        async with ClientSession() as session, session.get(f"{self._page}/metrics") as answer:
            text = await answer.text()
        samples: dict[tuple[str, str], float] = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                key = sample.name, next(iter(sample.labels.values()), "")
                samples[key] = samples.get(key, 0.0) + sample.value
        return samples


class Service:
    """All processes that serve one database."""

    def __init__(self, processes: Sequence[ServiceProcess]) -> None:
        self._processes = processes

    def require_running(self) -> None:
        """Raises UsageError with the last lines of its log where one has ended."""
        for process in self._processes:
            process.require_running()

    async def wait_until_ready(self) -> None:
        """Wait until all let people in; raises UsageError where one ends, or takes longer than any start."""
        for process in self._processes:
            await process.wait_until_ready()

    async def read_metrics(self) -> Sequence[Samples]:
        """What each tells of itself now."""
        return await asyncio.gather(*(p.read_metrics() for p in self._processes))

    async def wait_until_idle(self, seconds: float) -> None:
        """Wait until no post is left to be sent, for so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(samples["trunkline_outbox_depth", ""] for samples in await self.read_metrics()):
                    self.require_running()
                    await asyncio.sleep(0.5)  # other processes: no event of ours tells


@asynccontextmanager
async def run_service(folder: Path, discord: Gateway, database: str, processes: int = 1) -> AsyncIterator[Service]:
    """Start so many processes on a database, in folders of their own, and stop them at the end. `database`: its address."""
    async with AsyncExitStack() as stack:
        started = []
        for number in range(processes):
            place = folder / f"process-{number}"
            place.mkdir()
            shards = {"SHARDS": str(processes), "SHARD_IDS": str(number)} if processes > 1 else {}
            running = _run_process(place, discord, {"DATABASE": database, **shards})
            started.append(await stack.enter_async_context(running))
        yield Service(started)


@asynccontextmanager
async def _run_process(folder: Path, discord: Gateway, settings: Mapping[str, str]) -> AsyncIterator[ServiceProcess]:
    """Start the bot on a folder, with some settings beside, and stop it at the end."""
    port = find_free_port()
    own = {"TOKEN": TOKEN, "DATA": str(folder), "METRICS_PORT": str(port), **settings}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TRUNKLINE_")}
    environment |= {f"TRUNKLINE_{key}": value for key, value in own.items()}
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.cli.bot_process", f"{discord.url}/api/v10", discord.gateway_url,
            env=environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        yield ServiceProcess(folder, process, port)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def find_free_port() -> int:
    """A port of this machine that nobody listens on at the moment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
