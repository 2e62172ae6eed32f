"""A connection's thread does what it is given in turn, whoever waits, and does not keep the program alive."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest
from sqlalchemy import insert, select

from bot.storage import schema, sqlite_driver
from tests.conftest import ROOT
from tests.support.database_choice import file_address
from tests.support.toy_tables import opened


def test_a_program_ends_though_a_connection_is_open() -> None:
    script = "import asyncio\nfrom bot.storage import engine, sqlite_driver\nkept = []\n"
    script += "async def use():\n"
    script += "    kept.append(await sqlite_driver.ThreadedConnection().open(engine.connect_file('sqlite://')))\n"
    script += "asyncio.run(use())\nprint('over')\n"
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "over"), ended.stderr


async def test_an_error_comes_to_whoever_asked_and_the_thread_goes_on() -> None:
    thread = sqlite_driver.Thread()
    with pytest.raises(ZeroDivisionError):
        await thread.run(lambda: 1 // 0)
    assert (await thread.run(lambda: 7), thread.is_idle) == (7, True)
    thread.end()


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
