"""A connection to SQLite that crosses to its thread once for each statement.

aiosqlite crosses for opening a cursor, executing, fetching and closing it; crossing costs more than most of our statements do.
And its threads keep a program alive that has not closed each connection (omnilib/aiosqlite#299, sqlalchemy/sqlalchemy#13039);
ours do not. No other module touches its private parts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Self, cast

import aiosqlite

from bot.core.cpu_time import Part, measure_part

READ = "BEGIN"  # what begins a transaction that only reads
Rows = list[tuple[Any, ...]]
# Rows, their description, how many were changed, the id of the last one inserted.
Done = tuple[Rows, Any, int, int | None]


class Cursor:
    """What SQLAlchemy asks of aiosqlite's cursor. The rows of a statement are here once it is executed."""

    arraysize = 1

    def __init__(self, run: Callable[..., Awaitable[Done]]) -> None:
        self._run = run
        self._rows: Rows = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        """Run a statement in one visit to the connection's thread, and keep its rows."""
        return await self._run_and_keep("execute", sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Any]) -> Cursor:
        """Run a statement once for each set of parameters, in one visit to the thread."""
        return await self._run_and_keep("executemany", sql, parameters)

    async def fetchall(self) -> Rows:
        """The rows that are left; there are none afterwards."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Close nothing: the cursor of a statement is closed once its rows are read."""

    async def _run_and_keep(self, how: str, sql: str, parameters: Any) -> Cursor:
        """Run a statement and keep its rows, description, count and last id."""
        self._rows, self.description, self.rowcount, self.lastrowid = await self._run(how, sql, parameters)
        return self


class Connection(aiosqlite.Connection):
    """Gives out cursors of ours; cursors that fetch row by row are not to be had."""

    _beginning = ""
    _only_reads = False  # the transaction that is under way

    def begin_with_next(self, statement: str) -> None:
        """Begin a transaction in the same visit to the thread as the next statement; one without any statement never begins."""
        self._beginning = statement

    async def commit(self) -> None:
        """Keep what the transaction has done."""
        if self._has_begun():
            cross: Callable[..., Awaitable[None]] = self._execute
            await cross(self._conn.commit)

    def _has_begun(self) -> bool:
        """Whether there is a transaction; one that was still to begin is forgotten."""
        self._beginning = ""
        return self.in_transaction

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A cursor whose statements are run in one visit to the thread each."""
        return Cursor(partial(self._execute, self._run_statement))

    async def rollback(self) -> None:
        """Undo what is under way. SQLAlchemy asks for it at the end of every use, when mostly nothing is."""
        if self._has_begun():
            if self._only_reads:  # there is nothing to undo, and nobody to wait for
                self._conn.rollback()
                return
            cross: Callable[..., Awaitable[None]] = self._execute
            await cross(self._conn.rollback)

    def _run_statement(self, method: str, sql: str, parameters: Any) -> Done:
        """Run one statement and fetch all its rows; called in the connection's thread. `method`: `execute` or `executemany`."""
        with measure_part(Part.WRITE):
            return self._run_measured(method, sql, parameters)

    def _run_measured(self, method: str, sql: str, parameters: Any) -> Done:
        """The same, uncounted."""
        cursor = self._conn.cursor()
        try:
            if self._beginning:
                cursor.execute(self._beginning)
                self._only_reads = self._beginning == READ
                self._beginning = ""  # not sooner: nothing may be carried out after one that failed
            getattr(cursor, method)(sql, parameters)
            rows = cursor.fetchall() if cursor.description else []
            return cast("Rows", rows), cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


def connect(*args: Any, **options: Any) -> Connection:
    """A connection, to be awaited, with arguments and options of `sqlite3.connect`. Its thread ends with the program."""
    options["check_same_thread"] = (
        False  # what takes no time is done where it is asked for, while that thread has nothing to do
    )
    made = Connection(partial(sqlite3.connect, *args, **options), iter_chunk_size=64)
    made._thread.daemon = True
    return made
