"""SQLite: one process, held together by a lock on a file beside the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import engine


class SqliteBackend:
    """A file, or a database in memory."""

    shared = False

    def __init__(self, url: str) -> None:
        self.file = engine.file_of(url)
        self.engine = engine.connect(url)
        self.readers = self.engine.execution_options(reading=True)
        self._write = asyncio.Lock()
        self._lock = engine.FileLock(self.file.with_name(self.file.name + ".lock")) if self.file else None

    @asynccontextmanager
    async def writing(self, _game: int, /, *, announce: bool) -> AsyncIterator[AsyncConnection]:
        """One after the other, whatever they concern; there is nobody to announce anything to."""
        async with self._write, self.engine.begin() as conn:
            yield conn

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
        await self.engine.dispose()  # the last connection to close writes the log back into the file
        if self._lock:
            self._lock.release()
