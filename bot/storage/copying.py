"""All rows of one database into another, whatever kinds they are, and whether they are the same afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Row, Table, func, insert, select

from bot.core.errors import UsageError
from bot.storage import engine, identity_file, row_mapping
from bot.storage.databases.backend import Backend, backend_of
from bot.storage.schema import games as games_table
from bot.storage.schema import leases, metadata, moves, notes
from bot.storage.snapshot_packing import unpack_snapshot
from bot.storage.store import IDENTITY_NOTE
from bot.storage.work import AsyncConnection

ROWS = 500  # at a time
TABLES = tuple(table for table in metadata.sorted_tables if table is not leases)  # of no use to other processes


@dataclass(frozen=True)
class Copied:
    """What was carried over."""

    rows: int
    games: int
    snapshots: int  # that were read back and have their fingerprints
    damaged: tuple[tuple[int, int], ...]  # table and move of those that are damaged in the source as well


async def copy_all(source: str, target: str) -> Copied:
    """Copy every row in one transaction and compare; the target stays as it was after an error.

    Neither may be in use. `target` must be new, or hold no rows. Raises UsageError, engine.NewerDatabase, OSError.
    """
    async with _open_locked(source) as old_backend, _open_locked(target) as new_backend:
        async with old_backend.reading() as old, new_backend.writing(0, announce=False) as new:
            for conn in (old, new):  # one waits while the other is read
                await conn.run_sync(engine.lift_time_limits)
            await _check_versions(old, new)
            rows = [await _copy_table(old, new, table) for table in TABLES]
            snapshots, damaged = await _check_snapshots(new)
            games = await new.scalar(select(func.count()).select_from(games_table))
            identity = await new.scalar(select(notes.c.value).where(notes.c.key == IDENTITY_NOTE))
        if new_backend.file is not None:
            identity_file.write_identity(new_backend.file, identity or "")
    return Copied(sum(rows), games or 0, snapshots, damaged)


@asynccontextmanager
async def _open_locked(url: str) -> AsyncIterator[Backend]:
    """A database that is open and locked, so that nobody else uses it meanwhile."""
    backend = backend_of(url)
    try:
        if not await backend.take_lock():
            raise UsageError("The bot is using one of the two databases: stop it first")
        yield backend
    finally:
        await backend.close()


async def _check_versions(old: AsyncConnection, new: AsyncConnection) -> None:
    """Raises UsageError where the old database is not of this release, or the new one is of another or holds rows; migrates an
    empty one.
    """
    newest = engine.versions()[-1]
    if await old.run_sync(engine.read_version) != newest:
        raise UsageError("The database to copy is not of this release: start the bot on it once")
    if not await new.run_sync(engine.read_version):
        await new.run_sync(engine.migrate)
    elif await new.run_sync(engine.read_version) != newest:
        raise UsageError("The target is a database of another release: name a new one")
    for table in TABLES:
        if await new.scalar(select(func.count()).select_from(table)):
            raise UsageError("The target is in use already: name a new database")


async def _copy_table(old: AsyncConnection, new: AsyncConnection, table: Table) -> int:
    """Copy a table and compare it; how many rows it has."""
    count = 0
    async for some in _read_chunks(old, table):
        await new.execute(insert(table), [row_mapping.row_by_key(row, table) for row in some])
        count += len(some)
    if await _digest_rows(old, table) != await _digest_rows(new, table):
        raise UsageError(f"The rows of {table.name} are not the same afterwards. Nothing was kept")
    await _reset_sequence(new, table)
    return count


async def _read_chunks(conn: AsyncConnection, table: Table) -> AsyncIterator[list[Row[Any]]]:
    """All rows of a table in the order of their key, some at a time."""
    keys = tuple(table.primary_key.columns)
    done = 0
    while True:
        some = list(await conn.execute(select(table).order_by(*keys).limit(ROWS).offset(done)))
        if not some:
            return
        yield some
        done += len(some)


async def _digest_rows(conn: AsyncConnection, table: Table) -> str:
    """A digest of all rows of a table, to compare it with its copy."""
    total = blake2b(digest_size=16)
    async for some in _read_chunks(conn, table):
        for row in some:
            total.update(repr(sorted(row_mapping.row_by_key(row, table).items())).encode())
    return total.hexdigest()


async def _reset_sequence(conn: AsyncConnection, table: Table) -> None:
    """Let a table's numbers go on after the last one: PostgreSQL counts beside its tables. SQLite sees what is there."""
    column = table.autoincrement_column
    last = await conn.scalar(select(func.max(column))) if column is not None else None
    if column is not None and last and conn.dialect.name == "postgresql":
        await conn.execute(select(func.setval(func.pg_get_serial_sequence(table.name, column.name), last)))


async def _check_snapshots(conn: AsyncConnection) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Read every snapshot back: how many have their fingerprints, and which have not, by table and move."""
    sound, damaged = 0, []
    async for some in _read_chunks(conn, moves):
        for row in some:
            if row.state and unpack_snapshot(row.state, row.fingerprint) is None:
                damaged.append((row.game, row.id))
            elif row.state:
                sound += 1
    return sound, tuple(damaged)
