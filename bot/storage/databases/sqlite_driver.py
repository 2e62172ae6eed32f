"""SQLite by aiosqlite's connections: in the thread of each, SQLAlchemy's plain connection works.

SQLAlchemy's own way to aiosqlite switches between stacks and crosses to that thread for opening a cursor, executing, fetching
and closing it, which takes five times as long as the statement. Here a statement crosses to the thread once, and so does what
`run_together` is given, however many statements it runs. aiosqlite has no public way to do something of one's own in its thread,
and its threads keep a program alive that has not closed each connection (omnilib/aiosqlite#299, sqlalchemy/sqlalchemy#13039);
ours do not. No other module touches its private parts.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, cast

import aiosqlite
import sqlalchemy
from aiosqlite.core import _STOP_RUNNING_SENTINEL
from sqlalchemy.exc import DBAPIError

from bot.core.cpu_time import Part, measure_part
from bot.storage.made_once import find_statement
from bot.storage.work import AsyncConnection, T, Work

READ = "BEGIN"  # what begins a transaction that reads
WRITE = "BEGIN IMMEDIATE"  # and one that writes: two such never wait for each other in the middle


class WaitedElsewhere(Exception):
    """Work that is done in one visit to the database awaits something else."""


class Cursor:
    """What SQLAlchemy asks of a cursor. The rows of a statement are here once it has run: they are read in another thread."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._cursor = connection.opened.cursor()
        self._rows: list[Any] = []  # the next one last
        self.description: Any = None

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that the statement has inserted."""
        return self._cursor.lastrowid

    def execute(self, sql: str, parameters: Any = ()) -> None:
        """Run a statement and keep its rows."""
        self._run_statement(self._cursor.execute, sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any]) -> None:
        """Run a statement once for each set of parameters."""
        self._run_statement(self._cursor.executemany, sql, parameters)

    def _run_statement(self, run: Callable[[str, Any], Any], sql: str, parameters: Any) -> None:
        """Run a statement, the first of a transaction after what begins it."""
        if not self._connection.in_transaction:  # also after a statement that failed to begin one
            self._cursor.execute(self._connection.begins)
        run(sql, parameters)
        self.description = self._cursor.description
        self._rows = self._cursor.fetchall()[::-1] if self.description else []

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        return self._rows.pop() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows, so many at most."""
        return [self._rows.pop() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        """The rows that are left; there are none afterwards."""
        rows, self._rows = self._rows[::-1], []
        return rows

    def close(self) -> None:
        """Let the statement go."""
        self._cursor.close()


class Connection:
    """What SQLAlchemy asks of a connection. The first statement after the end of a transaction begins the next one."""

    def __init__(self, opened: sqlite3.Connection) -> None:
        self.opened = opened
        self.begins = READ

    def cursor(self) -> Cursor:
        """A cursor for one statement."""
        return Cursor(self)

    def create_function(self, *args: Any, **options: Any) -> None:
        """Let statements call a function."""
        self.opened.create_function(*args, **options)

    def commit(self) -> None:
        """Keep what the transaction has done."""
        self.opened.commit()

    def rollback(self) -> None:
        """Undo what is under way."""
        self.opened.rollback()

    def close(self) -> None:
        """Let the file go."""
        self.opened.close()

    @property
    def in_transaction(self) -> bool:
        """Whether there is something to end."""
        return self.opened.in_transaction


def connect(file: Path | str) -> Connection:
    """A connection to a file, to be used in any thread, though by one at a time."""
    return Connection(sqlite3.connect(file, isolation_level=None, check_same_thread=False))


class ThreadedConnection(aiosqlite.Connection):
    """A connection and its thread, which transactions use in turn. The thread ends with the program.

    The thread does what it is given, one after the other, also where nobody waits for it any more. An event loop that has been
    closed meanwhile is told nothing: aiosqlite's own way to tell it is an error that ends the thread. So `_connection`, by which
    aiosqlite knows that it has something to close, is never set.
    """

    def __init__(self, engine: sqlalchemy.Engine) -> None:
        super().__init__(_connect_nothing, iter_chunk_size=64)
        self._thread.daemon = True
        self._engine = engine
        self._asked = 0  # counted in the event loop
        self._done = 0  # counted in the thread
        self.plain: sqlalchemy.Connection  # from `open` on
        self.driver: Connection  # below that one

    @property
    def is_idle(self) -> bool:
        """Whether everything that was asked for is done."""
        return self._asked == self._done

    async def open(self) -> Self:
        """Connect to the file."""
        self._thread.start()
        try:
            await self.run(self._connect_plain)
        except BaseException:
            self._ask(self._close_plain)
            self._end_thread()
            raise
        return self

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do this in the thread, after what was asked for before; it is done also where the caller is cancelled."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._ask(self._do_and_answer, answer, partial(work, *args))
        return await answer

    async def end(self) -> None:
        """Let the file go, and end the thread."""
        try:
            await self.run(self._close_plain)
        finally:
            self._end_thread()

    def _end_thread(self) -> None:
        """End the thread after what was asked for."""
        self._tx.put_nowait((None, _give_sentinel))

    def _ask(self, work: Callable[..., None], *args: Any) -> None:
        """Give the thread something to do that tells by itself what came of it."""
        self._asked += 1
        self._tx.put_nowait((None, partial(work, *args)))

    def _do_and_answer(self, answer: asyncio.Future[T], work: Callable[[], T]) -> None:
        """Do something and tell the event loop of it; in the thread."""
        tell: Callable[[], None]
        try:
            with measure_part(Part.WRITE):
                done = work()
        except BaseException as error:
            tell = partial(_settle, answer, answer.set_exception, error)
        else:
            tell = partial(_settle, answer, answer.set_result, done)
        self._done += 1
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            answer.get_loop().call_soon_threadsafe(tell)

    def _connect_plain(self) -> None:
        """Connect to the file; in the thread."""
        self.plain = self._engine.connect()
        self.driver = cast("Connection", self.plain.connection.driver_connection)

    def _close_plain(self) -> None:
        """Let the file go, if it was opened; in the thread."""
        if hasattr(self, "plain"):
            self.plain.close()


def _connect_nothing() -> sqlite3.Connection:
    """What aiosqlite is not asked for: `open` connects."""
    raise NotImplementedError


def _give_sentinel() -> object:
    """What ends aiosqlite's thread once it is returned there."""
    return _STOP_RUNNING_SENTINEL


def _settle(answer: asyncio.Future[T], settle: Callable[[Any], None], what: Any) -> None:
    """Tell whoever still waits for it."""
    if not answer.done():
        settle(what)


class Statements:
    """What is used here of SQLAlchemy's `AsyncConnection`."""

    def __init__(self, used: ThreadedConnection, run: Callable[..., Awaitable[Any]]) -> None:
        """`run`: calls what it is given, wherever that is to be done, and returns what comes of it."""
        self._plain, self._driver, self._run = used.plain, used.driver, run
        self.dialect = used.plain.dialect

    async def execute(self, statement: Any, parameters: Any = None) -> sqlalchemy.CursorResult[Any]:
        """Run a statement; its rows are there at once."""
        known = find_statement(statement)
        if known is None or isinstance(parameters, list):
            done: sqlalchemy.CursorResult[Any] = await self._run(self._plain.execute, statement, parameters)
        else:
            done = await self._run(known.run, self._driver.cursor, self.dialect, parameters or {})
        return done

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        """The first column of a statement's first row; None where there is none."""
        return (await self.execute(statement, parameters)).scalar()

    async def scalars(self, statement: Any, parameters: Any = None) -> sqlalchemy.ScalarResult[Any]:
        """The first column of each of a statement's rows."""
        return (await self.execute(statement, parameters)).scalars()

    async def exec_driver_sql(self, statement: str, parameters: Any = None) -> sqlalchemy.CursorResult[Any]:
        """Run a statement in SQLite's own words."""
        done: sqlalchemy.CursorResult[Any] = await self._run(self._plain.exec_driver_sql, statement, parameters)
        return done

    async def run_sync(self, work: Callable[..., T], *args: Any, **options: Any) -> T:
        """Call `work` with SQLAlchemy's plain connection."""
        done: T = await self._run(partial(work, self._plain, **options), *args)
        return done


class ThreadedTransaction(Statements):
    """One use of a connection: each statement crosses to its thread, and `run_together` crosses once."""

    def __init__(self, used: ThreadedConnection, begins: str) -> None:
        """`begins`: the statement that it begins with, READ or WRITE."""
        super().__init__(used, self._cross)
        self._used, self._begins = used, begins

    async def run_together(self, work: Work[T]) -> T:
        """Do work and commit, in one visit to the thread."""

        def do_all() -> T:
            """All of it, in the thread."""
            done = _run_to_end(work(cast("AsyncConnection", Statements(self._used, _do_at_once))))
            self._end(self._driver.commit)
            return done

        return await self._cross(do_all)

    async def commit(self) -> None:
        """Keep what was done so far."""
        if self._is_under_way():
            await self._cross(self._end, self._driver.commit)

    async def rollback(self) -> None:
        """Undo what was done since the last commit."""
        if not self._is_under_way():
            return
        if self._begins == READ and self._used.is_idle:
            self._end(self._driver.rollback)  # there is nothing to undo, and nobody to wait for
        else:
            await self._cross(self._end, self._driver.rollback)

    def _end(self, end: Callable[[], None]) -> None:
        """End the transaction, for SQLAlchemy too where it has had a part in it. Raises SQLAlchemy's errors."""
        try:
            end()
        except sqlite3.Error as error:
            raise DBAPIError.instance(None, None, error, sqlite3.Error, dialect=self.dialect) from error
        finally:
            if self._plain.in_transaction():
                self._plain.rollback()

    def _is_under_way(self) -> bool:
        """Whether there is something to end, or the thread may still be about to begin it."""
        return not self._used.is_idle or self._driver.in_transaction

    async def _cross(self, work: Callable[..., T], *args: Any) -> T:
        """Do something in the thread; it is done also where the caller is cancelled."""
        return await self._used.run(self._begin_and_do, work, *args)

    def _begin_and_do(self, work: Callable[..., T], *args: Any) -> T:
        """Do something, in a transaction that begins as this one is to; called in the thread."""
        self._driver.begins = self._begins
        return work(*args)


def do_together(conn: Any, work: Work[T]) -> Coroutine[Any, Any, T]:
    """Do work in a transaction of any database: on SQLite in one visit to its thread, after which nothing is under way."""
    return conn.run_together(work) if isinstance(conn, ThreadedTransaction) else work(conn)


async def _do_at_once(work: Callable[..., T], *args: Any) -> T:
    """Do something; whoever awaits it does not wait."""
    return work(*args)


def _run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine without an event loop; raises WaitedElsewhere where it waits for something."""
    try:
        work.send(None)
    except StopIteration as end:
        done: T = end.value
        return done
    work.close()
    raise WaitedElsewhere
