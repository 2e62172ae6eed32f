"""What a store asks of its database beyond statements: a value per kind of database, made from its address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from bot.storage import engine
from bot.storage.databases.postgres_backend import PostgresBackend
from bot.storage.databases.sqlite_backend import SqliteBackend
from bot.storage.work import AsyncConnection

Changed = Callable[[int], None]  # gets the number of a table; 0: whichever


class Backend(Protocol):
    """One database, open or not."""

    @property
    def file(self) -> Path | None:
        """The file that it is; None for one in memory or on a server."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads, and sees one moment: it begins with the first statement and is thrown away."""

    def claiming(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction on rows that processes take from each other; it waits for no transaction on tables."""

    def writing(self, game: int, /, *, announce: bool) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that sees what all before it have written.

        `game`: it concerns that table, and waits for others of the same table; 0: it waits for all others. `announce`: other
        processes learn that the table has changed.
        """

    async def take_lock(self) -> bool:
        """Whether this process may serve the database from now on; False while another one does. May raise OSError."""

    async def take_shards(self, shards: Sequence[int]) -> bool:
        """Whether this process, which has claimed these shards by leases, may serve them; False while one that has them by its
        settings does. May raise OSError.
        """

    async def listen(self, changed: Changed) -> None:
        """Call `changed` in the event loop when another process has changed a table."""

    async def close(self) -> None:
        """Let everything go. It may be closed twice."""


def backend_of(url: str, shards: tuple[int, ...] | None = None) -> Backend:
    """The kind of database that an address names; nothing is opened yet. Raises engine.Unusable.

    `shards`: those of Discord that this process serves; None: all; (): those that it will claim.
    """
    return SqliteBackend(url) if engine.is_sqlite(url) else PostgresBackend(url, shards)
