"""A PostgreSQL of the tests' own: made for a run, on a free port of this machine, gone afterwards."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from bot.core.clock import SystemClock
from bot.storage.schema import metadata
from bot.storage.store import Store

DEBIAN = "/usr/lib/postgresql"
USER = "postgres"  # the server refuses to run as root
TEMPLATE = "trunkline_template"
# Nothing outlives the run, so nothing waits for a disk.
QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "autovacuum": "off"}
SMALL = {"shared_buffers": "16MB", "max_connections": "60", "max_wal_senders": "0", "wal_level": "minimal"}

CLEAN = f"TRUNCATE {', '.join(table.name for table in metadata.sorted_tables)} RESTART IDENTITY CASCADE"


class Missing(Exception):
    """No PostgreSQL can be started here; the sentence says why."""


def programs() -> Path:
    """The folder of `initdb` and `postgres`; raises Missing."""
    on_path = shutil.which("initdb")
    folders = sorted(Path(DEBIAN).glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    found = [p for p in ([Path(on_path).resolve().parent] if on_path else []) + folders if (p / "initdb").exists()]
    if not found:
        raise Missing("no PostgreSQL is installed (Debian: apt-get install postgresql)")
    return found[0]


END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="


class Cluster:
    """A server whose databases are used by one test after the other."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._made = 0
        self._free: list[str] = []
        self._taken: list[str] = []

    def url(self, name: str) -> str:
        """The address of a database, as the bot's settings have it."""
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{name}"

    async def database(self, *, empty: bool = False) -> str:
        """A database of the present version with nothing in it, or without any tables; its address."""
        if self._free and not empty:
            name = self._free.pop()
            await self.run(f"{END_SESSIONS} '{name}'")  # a test that failed may have left some, and their locks
            await self.run(CLEAN, name)
        else:
            self._made += 1
            name = f"t{self._made}"
            await self.run(f"CREATE DATABASE {name} TEMPLATE {'template0' if empty else TEMPLATE}")
        if not empty:
            self._taken.append(name)
        return self.url(name)

    def end_test(self) -> None:
        """All databases may be used again: copying one takes longer than emptying it."""
        self._free += self._taken
        self._taken = []

    async def run(self, statement: str, name: str = "postgres") -> None:
        connection = await asyncpg.connect(host="127.0.0.1", port=self.port, user=USER, database=name)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    async def prepare(self) -> None:
        """Make the template: all migrations, once."""
        await self.run(f"CREATE DATABASE {TEMPLATE}")
        store = Store(self.url(TEMPLATE), SystemClock())
        await store.open()
        await store.close()
        await self.run("DELETE FROM notes; CHECKPOINT", TEMPLATE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server; raises Missing where there can be none."""
    folder = programs()
    by = USER if os.geteuid() == 0 else None
    if by is not None:
        try:
            pwd.getpwnam(by)
        except KeyError as error:
            raise Missing(f"PostgreSQL refuses to run as root, and there is no user {by}") from error
    place = Path(tempfile.mkdtemp(prefix="trunkline-postgres-"))
    if by is not None:
        shutil.chown(place, by, by)
    data = place / "data"
    form = ("-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
    make: list[str | Path] = [folder / "initdb", "-D", data, *form]
    try:
        subprocess.run(
            make, user=by, group=by, extra_groups=[] if by else None, cwd=place, check=True, capture_output=True
        )
        port = free_port()  # only now: while a cluster is made, which takes seconds, somebody else might take it
        settings = {"listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": "", **QUICK, **SMALL}
        options = [f"--{name}={value}" for name, value in settings.items()]
        serve: list[str | Path] = [folder / "postgres", "-D", data, *options]
        with (place / "log").open("wb") as log:
            server = subprocess.Popen(
                serve, user=by, group=by, extra_groups=[] if by else None, cwd=place, stdout=log, stderr=log
            )
        try:
            made = Cluster(port)
            try:
                asyncio.run(_started(made))
            except TimeoutError as error:
                raise AssertionError((place / "log").read_text("utf-8")) from error
            yield made
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait(120)
    finally:
        shutil.rmtree(place, ignore_errors=True)


async def _started(made: Cluster) -> None:
    async with asyncio.timeout(150):
        while True:
            try:
                await made.run("SELECT 1")
                break
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
    await made.prepare()
