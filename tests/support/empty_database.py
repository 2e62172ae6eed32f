"""An empty SQLite database with all tables: made once in a process, then copied, as migrations take longer than many a test."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete

from bot.core.clock import SystemClock
from bot.storage import schema
from bot.storage.store import Store

MEMORY = "sqlite+aiosqlite://"
READ_VERSION, WRITE_VERSION = 18, 19  # bytes of the header: 1 for a database without a write-ahead log
_made: list[bytes] = []


async def place_empty_database(file: Path) -> None:
    """Write it to a file, without the identity that each database has of its own."""
    await asyncio.to_thread(file.write_bytes, await _empty_database())


async def fill_memory(store: Store) -> None:
    """Make it of a database in memory that is not opened yet."""
    data = bytearray(await _empty_database())
    data[READ_VERSION] = data[WRITE_VERSION] = 1  # in memory there is no log
    async with store.reading() as conn:
        await conn.run_sync(_fill, bytes(data))


def _fill(conn: Connection, data: bytes) -> None:
    """Replace what a connection is connected to."""
    driver: Any = conn.connection.driver_connection
    driver.opened.deserialize(data)


async def _empty_database() -> bytes:
    """The pages of the database."""
    if not _made:
        with tempfile.TemporaryDirectory(prefix="trunkline-empty-") as folder:
            first = Path(folder) / "empty.sqlite"
            store = Store(f"sqlite+aiosqlite:///{first}", SystemClock())
            await store.open()
            async with store.writing() as conn:
                await conn.execute(delete(schema.notes))
            await store.close()
            _made.append(await asyncio.to_thread(first.read_bytes))
    return _made[0]
