"""A connection's thread does what it is given in turn, whoever waits, and does not keep the program alive."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import OperationalError

from bot.storage import engine, schema
from bot.storage.databases import sqlite_driver
from tests.conftest import ROOT
from tests.support.database_choice import file_address
from tests.support.toy_tables import opened


def test_a_program_ends_though_a_connection_is_open() -> None:
    script = (
        "import asyncio\nfrom bot.storage import engine\nfrom bot.storage.databases import sqlite_driver\nkept = []\n"
    )
    script += "async def use():\n"
    script += "    kept.append(await sqlite_driver.ThreadedConnection(engine.connect_file('sqlite://')).open())\n"
    script += "asyncio.run(use())\nprint('over')\n"
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "over"), ended.stderr


async def test_an_error_comes_to_whoever_asked_and_the_thread_goes_on() -> None:
    connection = await sqlite_driver.ThreadedConnection(engine.connect_file("sqlite://")).open()
    with pytest.raises(ZeroDivisionError):
        await connection.run(lambda: 1 // 0)
    assert (await connection.run(lambda: 7), connection.is_idle) == (7, True)
    await connection.end()


def test_a_thread_goes_on_after_the_loop_that_asked_is_closed() -> None:
    """aiosqlite's own answer to a closed loop is an error that ends its thread, with all that was still to be done."""
    held, done = threading.Event(), threading.Event()

    async def open_one() -> sqlite_driver.ThreadedConnection:
        return await sqlite_driver.ThreadedConnection(engine.connect_file("sqlite://")).open()

    async def ask_and_leave(connection: sqlite_driver.ThreadedConnection) -> None:
        task = asyncio.create_task(connection.run(held.wait, 60))
        await asyncio.sleep(0)
        task.cancel()

    connection = asyncio.run(open_one())
    asyncio.run(ask_and_leave(connection))
    connection._ask(done.set)
    held.set()
    assert done.wait(60)
    asyncio.run(connection.end())
    connection._thread.join(60)
    assert not connection._thread.is_alive()


async def test_aiosqlite_still_waits_for_its_threads() -> None:
    """Once its own threads end with the program (omnilib/aiosqlite#299), ours need no change."""
    theirs = aiosqlite.connect(":memory:")
    ours = sqlite_driver.ThreadedConnection(engine.connect_file("sqlite://"))
    assert (theirs._thread.daemon, ours._thread.daemon) == (False, True)


async def test_a_connection_that_cannot_be_opened_leaves_no_thread(tmp_path) -> None:
    connection = sqlite_driver.ThreadedConnection(engine.connect_file(file_address(tmp_path / "nowhere")))
    with pytest.raises(OperationalError):
        await connection.open()
    await asyncio.to_thread(connection._thread.join, 60)
    assert not connection._thread.is_alive()


async def test_a_connection_that_nobody_waits_for_any_more_is_closed(tmp_path, monkeypatch) -> None:
    held, opened_file = threading.Event(), sqlite_driver.connect

    def open_slowly(file: Path | str) -> sqlite_driver.Connection:
        held.wait(60)
        return opened_file(file)

    monkeypatch.setattr(sqlite_driver, "connect", open_slowly)
    connection = sqlite_driver.ThreadedConnection(engine.connect_file(file_address(tmp_path)))
    task = asyncio.create_task(connection.open())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    held.set()
    await asyncio.to_thread(connection._thread.join, 60)
    assert (connection._thread.is_alive(), connection.plain.closed) == (False, True)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.driver.cursor()


async def test_a_connection_that_is_closed_ends_its_thread_after_what_was_asked_for(tmp_path) -> None:
    connection = await sqlite_driver.ThreadedConnection(engine.connect_file(file_address(tmp_path))).open()
    held, done = threading.Event(), threading.Event()

    def work_slowly() -> None:
        held.wait(60)
        done.set()

    task = asyncio.create_task(connection.run(work_slowly))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert not connection.is_idle, "nobody waits for it, and it is still being done"
    held.set()
    await connection.end()
    await asyncio.to_thread(connection._thread.join, 60)
    assert (done.is_set(), connection._thread.is_alive()) == (True, False)


async def test_what_was_cancelled_is_undone_before_the_connection_is_used_again(tmp_path) -> None:
    """The statement runs in its thread, whether or not somebody waits; its transaction may not outlast it."""
    store = await opened(file_address(tmp_path))
    held, begun = threading.Event(), asyncio.Event()

    async def write_slowly() -> None:
        async with store.writing() as conn:
            await conn.execute(insert(schema.notes).values(key="slow", value="x"))
            begun.set()
            await conn.run_sync(lambda _conn: held.wait(60))

    task = asyncio.create_task(write_slowly())
    await asyncio.wait_for(begun.wait(), 60)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()  # also while it is being undone
    with pytest.raises(asyncio.CancelledError):
        await task
    held.set()
    await store.write_note("quick", "y")
    async with store.reading() as conn:
        keys = set(await conn.scalars(select(schema.notes.c.key)))
    assert (("slow" in keys), ("quick" in keys)) == (False, True)
    await store.close()


async def test_rows_are_read_as_far_as_they_are_wanted(tmp_path) -> None:
    store = await opened(file_address(tmp_path))
    for key in "abcde":
        await store.write_note(key, key)
    async with store.reading() as conn:
        rows = await conn.execute(
            select(schema.notes.c.key).where(schema.notes.c.key < "f").order_by(schema.notes.c.key)
        )
    assert rows.fetchone() == ("a",)
    assert rows.fetchmany(2) == [("b",), ("c",)]
    assert [*rows] == [("d",), ("e",)]
    await store.close()
