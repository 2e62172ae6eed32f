"""PostgreSQL: several processes on one database.

A transaction that writes takes an advisory lock first: one of its table, or one that excludes all others. So what it reads
stays true until it commits, as on SQLite. A process holds a lock of the session on the shards that it serves, which is gone at
once when the process is; on the same connection it hears which tables others have changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any
from uuid import uuid4

from sqlalchemy import text
from sqlalchemy.engine import make_url

from bot.core.tasks import start_observed
from bot.storage import engine
from bot.storage.errors import DatabaseError, is_lock_timeout
from bot.storage.work import AsyncConnection

log = logging.getLogger(__name__)

# First numbers of our advisory locks; the second is 0, a table's number, a shard's.
WHOLE, TABLE, SHARD = 18_001, 18_002, 18_003
ALL_SHARDS = -1
# A process that is cut off stays in the queue for a lock. The server drops it from there after LOCK_WAIT, so that it does not
# get one lock after the other and keep each until it counts as idle; a process that is connected queues again.
LOCK_WAIT = 5.0  # seconds
LOCK_ATTEMPTS = 6
WAITING = "set_config('lock_timeout', :wait, true)"  # in force for what stands after it in the same statement
ALONE = text(f"SELECT {WAITING}, pg_advisory_xact_lock({WHOLE}, 0)")
OF_TABLE = text(f"SELECT {WAITING}, pg_advisory_xact_lock_shared({WHOLE}, 0), pg_advisory_xact_lock({TABLE}, :game)")
CHANNEL = "trunkline"  # of notifications
NOTIFY = text("SELECT pg_notify(:channel, :payload)")
RECONNECT = 2.0  # seconds between two attempts


class PostgresBackend:
    """A database on a server that several processes may work on."""

    shared = True
    file = None

    def __init__(self, url: str, shards: tuple[int, ...] | None = None) -> None:
        self._engine = engine.connect_server(url)
        self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._owner = uuid4().hex  # tells our own notifications from others'
        self._where = self._engine.dialect.create_connect_args(make_url(url))[1]
        self._shards = shards
        self._claimed: tuple[int, ...] = ()  # shards that are ours by leases
        self._session: Any = None  # asyncpg's connection
        self._serves = False  # the session holds the locks on the shards
        self._changed: Callable[[int], None] | None = None
        self._over = False
        self._reconnecting: asyncio.Task[None] | None = None

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads."""
        return self._readers.connect()

    def claiming(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction without the lock of a table."""
        return self._engine.begin()

    @asynccontextmanager
    async def writing(self, game: int, /, *, announce: bool) -> AsyncIterator[AsyncConnection]:
        """Those of different tables go side by side, one without a table goes alone."""
        async with self._engine.connect() as conn:
            await _begin_locked(conn, game)
            yield conn
            if game and announce:
                await conn.execute(NOTIFY, {"channel": CHANNEL, "payload": f"{self._owner} {game}"})
            await conn.commit()

    async def take_lock(self) -> bool:
        """Take the locks on the shards: all of them at once, or none."""
        alone, beside_others = "pg_try_advisory_lock", "pg_try_advisory_lock_shared"
        wanted = [(alone if self._shards is None else beside_others, ALL_SHARDS)]
        wanted += [(alone, shard) for shard in self._shards or ()]
        # Among those that claim shards the leases decide: a process that hangs keeps its session, and with it its locks.
        wanted += [(beside_others, shard) for shard in self._claimed]
        with engine.as_os_errors():
            session = await self._open_session()
            for take, shard in wanted:
                if not await session.fetchval(f"SELECT {take}({SHARD}, $1)", shard):
                    await session.execute("SELECT pg_advisory_unlock_all()")
                    return False
        self._serves = True
        return True

    async def take_shards(self, shards: Sequence[int]) -> bool:
        """Take the locks on these in place of those claimed before. Where that fails the process holds none."""
        self._claimed = tuple(shards)
        if await self.take_lock():
            return True
        self._claimed = ()
        return False

    async def listen(self, changed: Callable[[int], None]) -> None:
        """Hear what others change; after a time without connection, whichever table may have changed."""
        self._changed = changed
        with engine.as_os_errors():
            await (await self._open_session()).add_listener(CHANNEL, self._on_notify)

    async def close(self) -> None:
        """Let the connections go, and with them the locks."""
        self._over = True
        if self._reconnecting is not None:  # cut off in the middle it would leave a connection behind
            await asyncio.wait([self._reconnecting])
        session, self._session = self._session, None
        if session is not None:
            session.remove_termination_listener(self._on_lost_session)
            with suppress(OSError, TimeoutError), engine.as_os_errors():
                await session.close(timeout=5)
        await self._engine.dispose()
        self._over = False

    async def _open_session(self) -> Any:
        """The session's own connection; made when it is first needed."""
        if self._session is None:
            self._session = await engine.connect_session(self._where)
            self._session.add_termination_listener(self._on_lost_session)
        return self._session

    def _on_notify(self, _session: Any, _pid: int, _channel: str, payload: str) -> None:
        """Tell the store that another process has changed a table; called by the session for each notification."""
        owner, _, game = payload.partition(" ")
        if owner != self._owner and self._changed is not None:
            self._changed(int(game))

    def _on_lost_session(self, session: Any) -> None:
        """Begin to connect again after the session broke: whatever others change meanwhile is not heard of."""
        if session is self._session and not self._over:
            self._session = None
            log.warning("the connection to the database broke")
            self._reconnecting = start_observed("connecting to the database", self._reconnect())

    async def _reconnect(self) -> None:
        """Connect until it works, take the locks anew, and let the store know that anything may have changed."""
        while not self._over:
            try:
                if self._changed is not None:
                    await self.listen(self._changed)
                if self._serves and not await self.take_lock():
                    log.error("another process has taken over what this one serves: stop one of them")
                break
            except OSError:
                await asyncio.sleep(RECONNECT)
        if self._changed is not None and not self._over:
            self._changed(0)
        log.info("connected to the database again")


async def _begin_locked(conn: AsyncConnection, game: int) -> None:
    """Begin a transaction that holds the lock of a table, or (0) the one that excludes all others. Raises DatabaseError."""
    wait = {"wait": f"{LOCK_WAIT * 1000:.0f}ms"}
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            await conn.execute(OF_TABLE, wait | {"game": game}) if game else await conn.execute(ALONE, wait)
        except DatabaseError as error:
            if attempt == LOCK_ATTEMPTS or not is_lock_timeout(error):
                raise
            await conn.rollback()
        else:
            return
