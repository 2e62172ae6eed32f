"""The connection's thread does not keep the program alive, as aiosqlite's would."""

from __future__ import annotations

import subprocess
import sys

import aiosqlite
import pytest

from bot.storage import sqlite_driver
from tests.conftest import ROOT


def test_a_program_ends_though_a_connection_is_open() -> None:
    script = "import asyncio, sys\nfrom bot.storage import sqlite_driver\nkept = []\n"
    script += "async def use():\n    kept.append(await sqlite_driver.connect(':memory:'))\nasyncio.run(use())\nprint('over')\n"
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout.strip()) == (0, "over"), ended.stderr


async def test_aiosqlite_still_waits_for_its_threads() -> None:
    """Once its own threads end with the program (omnilib/aiosqlite#299), `connect` needs no change of ours."""
    theirs, ours = aiosqlite.connect(":memory:"), sqlite_driver.connect(":memory:")
    assert (theirs._thread.daemon, ours._thread.daemon) == (False, True)
    for connection in (theirs, ours):
        await connection
        await connection.close()


async def test_a_statement_crosses_to_the_thread_once(monkeypatch: pytest.MonkeyPatch) -> None:
    crossings: list[object] = []
    real = aiosqlite.Connection._execute

    async def count(connection: aiosqlite.Connection, work: object, *args: object) -> object:
        crossings.append(work)
        return await real(connection, work, *args)

    connection = sqlite_driver.connect(":memory:")
    await connection
    monkeypatch.setattr(sqlite_driver.Connection, "_execute", count)
    cursor = await connection.cursor().execute("SELECT 1 UNION SELECT 2")
    assert (await cursor.fetchall(), len(crossings)) == ([(1,), (2,)], 1)
    monkeypatch.undo()
    await connection.close()
