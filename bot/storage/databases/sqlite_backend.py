"""SQLite: one process, held together by a lock on a file beside the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

from bot.storage import engine
from bot.storage.databases.sqlite_driver import READ, WRITE, ThreadedConnection, ThreadedTransaction
from bot.storage.work import AsyncConnection

AT_ONCE = 4  # transactions, one of which writes; each connection has its own prepared statements and pages at hand


class SqliteBackend:
    """A file, or a database in memory."""

    shared = False

    def __init__(self, url: str) -> None:
        self.file = engine.file_of(url)
        self._engine = engine.connect_file(url)
        self._write = asyncio.Lock()
        self._room = asyncio.Semaphore(AT_ONCE if self.file else 1)  # in memory each would be a database of its own
        self._free: list[ThreadedConnection] = []  # the one used last at the end: its pages are at hand
        self._lock = engine.FileLock(self.file.with_name(self.file.name + ".lock")) if self.file else None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with self._transact(READ) as conn:
            yield cast("AsyncConnection", conn)  # of which it has whatever is used here

    @asynccontextmanager
    async def writing(self, _game: int = 0, /, *, announce: bool = False) -> AsyncIterator[AsyncConnection]:
        """One after the other, whatever they concern; there is nobody to announce anything to."""
        async with self._write, self._transact(WRITE) as conn:
            yield cast("AsyncConnection", conn)
            await conn.commit()

    def claiming(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """As any that writes: nobody else takes anything."""
        return self.writing()

    @asynccontextmanager
    async def _transact(self, begins: str) -> AsyncIterator[ThreadedTransaction]:
        """A transaction that begins with that statement and is undone at its end, as far as it was not committed."""
        async with self._room:
            used = self._free.pop() if self._free else await ThreadedConnection(self._engine).open()
            transaction = ThreadedTransaction(used, begins)
            try:
                yield transaction
            finally:
                try:
                    await transaction.rollback()  # also where that is cancelled: the thread does what it was asked for
                finally:
                    self._free.append(used)

    async def take_lock(self) -> bool:
        """Take the lock on the file."""
        return self._lock is None or self._lock.take()

    async def take_shards(self, _shards: Sequence[int]) -> bool:
        """Serve them: whoever has the lock on the file has all shards."""
        return True

    async def listen(self, changed: Callable[[int], None]) -> None:
        """Hear of nothing: no other process writes to a file that this one has locked."""

    async def close(self) -> None:
        """Let the database and the lock go."""
        while self._free:
            await self._free.pop().end()  # the last connection to close writes the log back into the file
        if self._lock:
            self._lock.release()
