"""The sandbox as a command: the simulation and its page, served on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from bot.client.client import Bot, ClientOptions
from bot.commands import setup_all
from bot.core import log_format
from bot.core.errors import UsageError
from bot.core.settings import Broken, make_room
from bot.sandbox.room_index import HOST, Index
from bot.sandbox.simulation import Sandbox, UnseenTimers
from bot.storage.engine import NewerDatabase, Unusable
from bot.storage.store import Locked, Store
from titles import TITLES

TICK = 1.0  # seconds between two moments of Discord's clock
HTTP = 80  # the port that an address of a page means if it names none
LOOK = 0.1  # seconds until the page shows what was posted after a press, such as the next panel
MIN_LOCAL_PLAYERS, MAX_LOCAL_PLAYERS = 3, 5  # local players


@asynccontextmanager
async def run_sandbox(
    folder: Path, people: Sequence[str], *, port: int = 0, with_demo: bool = False, learn: bool = False
) -> AsyncIterator[Index]:
    """The sandbox with its page served; raises UsageError."""
    clock = UnseenTimers()
    store = Store(f"sqlite+aiosqlite:///{folder / 'sandbox.sqlite'}", clock)
    try:
        await store.open(new=True)
    except (Locked, NewerDatabase, Unusable) as error:
        raise UsageError(f"{folder}: {error}. Name another folder with --data") from error
    try:
        options = ClientOptions(shard_count=1, always_sync=True, held=True)
        bot = Bot(store, TITLES, setup_all, options)
        sandbox = Sandbox(bot, people)
        await sandbox.start()
        index = Index(sandbox)
        runner = web.AppRunner(index.make_app(), access_log=None)
        await runner.setup()
        try:
            site = web.TCPSite(runner, HOST, port)
            try:
                await site.start()
            except OSError as error:
                raise UsageError(f"port {port} is taken. Name another one with --port, or 0 for any") from error
            index.origin = make_origin(runner.addresses[0][1])
            index.loader.start(demos=with_demo, learn=learn)
            yield index
        finally:
            await index.loader.stop()
            await runner.cleanup()
            await sandbox.stop()
    finally:
        await store.close()


def make_origin(port: int) -> str:
    """The origin of the page at a port, as browsers name it: the port that is meant without one is left out."""
    return f"http://{HOST}{'' if port == HTTP else f':{port}'}"


async def serve(folder: Path, people: Sequence[str], port: int, *, with_demo: bool, learn: bool) -> None:
    """Run the sandbox with its page, and move its clock, until a signal comes."""
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with run_sandbox(folder, people, port=port, with_demo=with_demo, learn=learn) as index:
        print(f"The sandbox is open: {index.origin}/")  # noqa: T201
        print(f"Its data is in {folder}. Stop it with Ctrl-C; tables go on at the next start.", flush=True)  # noqa: T201
        await keep_moving(index.sandbox, stopped)


async def keep_moving(sandbox: Sandbox, stopped: asyncio.Event) -> None:
    """Move the clock of the simulation, and show what was posted, until it is stopped."""
    looks = 0
    while not stopped.is_set():
        await (sandbox.show_news() if looks % round(TICK / LOOK) else sandbox.tick())
        looks += 1
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), LOOK)


def main(*, demo: bool, port: int, data: Path | None, names: Sequence[str], learn: bool = False) -> None:
    """Run the sandbox until Ctrl-C; raises UsageError."""
    if not MIN_LOCAL_PLAYERS <= len(names) <= MAX_LOCAL_PLAYERS or len(set(names)) != len(names):
        raise UsageError(
            f"--players: name {MIN_LOCAL_PLAYERS} to {MAX_LOCAL_PLAYERS} different players, such as ann,bob,cid"
        )
    if not all(n.isidentifier() and n.islower() and n.isascii() for n in names):
        raise UsageError("--players: names are of small letters and digits, such as ann,bob,cid")
    if data is None:
        import platformdirs

        data = Path(platformdirs.user_data_dir("trunkline", appauthor=False))
    try:
        make_room(data)
    except Broken as error:
        raise UsageError(error) from error
    log_format.send_to_error_output("warning", log_format.TextLines())
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(data, names, port, with_demo=demo, learn=learn))
