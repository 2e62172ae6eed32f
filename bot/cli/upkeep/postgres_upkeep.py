"""Backup, restore and doctor for a database on a PostgreSQL server, by PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

from bot.core.settings import Config
from bot.storage import engine
from bot.storage.databases import postgres_server
from bot.storage.databases.backend import backend_of
from bot.storage.engine import NewerDatabase, Unusable
from bot.storage.errors import DatabaseError

DEBIAN = Path("/usr/lib/postgresql")
CLOCKS = timedelta(seconds=5)  # that two machines may differ; leases last half a minute
VERSION = re.compile(r"^COPY \S*alembic_version .*?;\n(\w+)\n", re.MULTILINE)


class Failed(Exception):
    """A program of PostgreSQL is missing or has failed; the sentence says why."""


def _run_program(config: Config, program: str, *args: str | Path) -> str:
    """Run a program of PostgreSQL on the database; what it has printed. Raises Failed."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    places = [shutil.which(program), *(str(f / program) for f in folders if (f / program).exists())]
    path = next((place for place in places if place), None)
    if path is None:
        raise Failed(f"{program} is not installed (Debian: apt-get install postgresql-client)")
    env = os.environ | postgres_server.connection_variables(config.url)
    done = subprocess.run([path, *args], env=env, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise Failed((done.stderr.strip().splitlines() or [f"{program} ended with {done.returncode}"])[0])
    return done.stdout


def dump(config: Config, target: Path) -> None:
    """A consistent copy as one file, while the bot may be at work; under its name only when it is whole. Raises Failed."""
    part = target.with_name(target.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        _run_program(config, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        _run_program(config, "pg_restore", "--list", part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def dump_version(config: Config, source: Path) -> str:
    """The version of the tables in a dump; "" for none. Raises Failed for what is no dump."""
    text = _run_program(config, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", source)
    match = VERSION.search(text)
    return match[1] if match else ""


def restore_dump(config: Config, source: Path, kept: Path) -> Path | None:
    """Put a dump in the place of all tables, in one transaction; where those went, if there were any. Raises Failed, OSError."""
    return asyncio.run(_restore_dump(config, source, kept))


async def _restore_dump(config: Config, source: Path, kept: Path) -> Path | None:
    """What `restore_dump` does, while no process of the bot works on the database."""
    backend = backend_of(config.url)
    try:
        if not await backend.take_lock():
            raise Failed("the bot is using the database: stop it first")
        there = (await postgres_server.inspect_server(config.url)).schema
        if there:
            await asyncio.to_thread(dump, config, kept)
        with tempfile.TemporaryDirectory(prefix="trunkline-") as folder:
            script = Path(folder) / "restore.sql"
            await asyncio.to_thread(
                _run_program, config, "pg_restore", "--no-owner", "--no-privileges", f"--file={script}", source
            )
            once = ("--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1")
            await asyncio.to_thread(
                _run_program, config, "psql", *once, f"--command={postgres_server.DROP_ALL}", f"--file={script}"
            )
        return kept if there else None
    finally:
        await backend.close()


def examine(config: Config) -> Generator[tuple[bool, str], None, bool]:
    """Whether each finding about the server is good, and the finding in words; returns whether the tables can be read."""
    try:
        state = asyncio.run(postgres_server.inspect_server(config.url))
    except (NewerDatabase, Unusable) as error:
        yield False, str(error)
        return False
    except (OSError, DatabaseError) as error:
        yield False, engine.explain_error(None, error)
        return False
    yield True, f"PostgreSQL {state.release} answers"
    yield (
        state.lasting,
        "what is written is kept" if state.lasting else "fsync or synchronous_commit is off: moves may be lost",
    )
    apart = abs(state.clock_difference)
    yield apart < CLOCKS, f"its clock and this machine's are {apart.total_seconds():.1f} s apart"
    if state.schema != engine.versions()[-1]:
        yield True, f"version {state.schema or 'none'}: the next start brings it up to date"
        return False
    return True
