"""A database on a server: backup, restore, doctor; carried over from one kind to the other; looked at before an upgrade."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.upkeep import check_upgrade, doctor, maintenance, move_database
from bot.core.errors import UsageError
from bot.core.settings import Config
from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.storage import copying, engine
from bot.storage.databases import postgres_server
from bot.storage.databases.backend import backend_of
from bot.storage.schema import metadata, moves
from bot.storage.store import Store
from bot.tables.service import Tables
from game.play import Game
from tests.support.discord_world import START
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import ANN, BOB, BOTH, CID, PASS, USERS, act, new
from titles import TITLES

DATABASES = BOTH


async def filled(url: str) -> Store:
    """A database with a running table of 18GA after a move, a post, and somebody's settings; closed."""
    store = Store(url, FrozenClock(START))
    await store.open()
    tables = Tables(store, TITLES)
    row = await tables.create(new(title="18GA"))
    for user in (BOB, CID):
        await tables.join(row.id, user, USERS[user], user)
    await tables.start(row.id, ANN)
    await act(await tables.get(row.id), PASS)
    await store.close()
    return store


async def positions(url: str) -> list[Any]:
    store = Store(url, FrozenClock(START))
    await store.open()
    found = [(await Tables(store, TITLES).get(row.id)).position.state for row in await store.find_tables()]
    await store.close()
    return found


async def command(*args: str) -> tuple[int, str]:
    """Run in a thread, as commands have event loops of their own."""
    done = await asyncio.to_thread(lambda: CliRunner().invoke(app, args))
    return done.exit_code, done.output


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.to_thread(lambda: list(made) if hasattr(made := work(*args), "__next__") else made)


async def rows_of(url: str) -> dict[str, Sequence[Any]]:
    made = backend_of(url)
    async with made.reading() as conn:
        found: dict[str, Sequence[Any]] = {
            t.name: [tuple(r) for r in await conn.execute(select(t).order_by(*t.primary_key.columns))]
            for t in metadata.sorted_tables
        }
    await made.close()
    return found


# ---------------------------------------------------------------------- carried over


async def test_everything_is_carried_over_and_goes_on_there(address: str, kind: str, tmp_path: Path, postgres):
    await filled(address)
    await positions(address)
    back = await postgres.database() if kind == "sqlite" else f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite'}"
    status, said = await command("move-database", address, back)
    assert status == 0, said
    assert "1 tables are carried over" in said
    assert "2 positions were read back" in said
    assert await rows_of(back) == await rows_of(address)
    assert await positions(back) == await positions(address)
    store = Store(back, FrozenClock(START))
    await store.open()
    tables = Tables(store, TITLES)
    assert (await act(await tables.get(1), PASS)).refused is None, "numbers go on after the last"
    assert (await tables.create(new(channel=77, title="18GA"))).id == 2
    await store.close()


async def test_a_large_database_may_take_longer_than_a_move(
    address: str, kind: str, tmp_path: Path, postgres, monkeypatch
):
    await filled(address)
    real = copying._check_snapshots

    async def check(conn: Any) -> Any:
        await asyncio.sleep(1)
        if conn.dialect.name == "postgresql":
            await conn.exec_driver_sql("SELECT pg_sleep(1)")
        return await real(conn)

    monkeypatch.setattr(copying, "_check_snapshots", check)
    other = f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite'}" if kind == "postgres" else await postgres.database()
    with monkeypatch.context() as hasty:  # for the move alone: on a busy machine a move of a game may take as long
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            hasty.setitem(engine.SESSION["server_settings"], limit, "500ms")
        assert await in_thread(move_database.main, address, other)
    assert await positions(other) == await positions(address)


async def test_a_database_in_use_and_one_that_is_served_are_left_alone(
    address: str, kind: str, tmp_path: Path, postgres
):
    await filled(address)
    other = f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite'}" if kind == "postgres" else await postgres.database()
    await filled(other)
    with pytest.raises(UsageError, match="in use already"):
        await in_thread(move_database.main, address, other)
    fresh = str(tmp_path / "fresh.sqlite")
    serving = Store(address, FrozenClock(START))
    await serving.open()
    with pytest.raises(UsageError, match="stop it first"):
        await in_thread(move_database.main, address, fresh)
    await serving.close()
    with pytest.raises(UsageError, match="twice"):
        await in_thread(move_database.main, address, address)
    assert await in_thread(move_database.main, address, fresh)


async def test_a_copy_that_is_not_the_same_is_thrown_away(address: str, tmp_path: Path, monkeypatch):
    await filled(address)
    real = copying._digest_rows
    seen: list[str] = []

    async def digest(conn: Any, table: Any) -> str:
        seen.append(table.name)
        return await real(conn, table) + ("" if table is not moves or seen.count("moves") == 1 else "other")

    monkeypatch.setattr(copying, "_digest_rows", digest)
    target = tmp_path / "new.sqlite"
    with pytest.raises(UsageError, match="moves are not the same"):
        await in_thread(move_database.main, address, str(target))
    monkeypatch.undo()
    assert await in_thread(move_database.main, address, str(target)), "the target was left empty"


# ---------------------------------------------------------------------- before an upgrade


async def test_running_games_are_played_again_before_an_upgrade(address: str, tmp_path: Path):
    await filled(address)
    copy = address
    if "sqlite" in address:
        copy = str(maintenance.backup(Config(database=address, data=str(tmp_path)), tmp_path / "copy"))
    status, said = await command("check-upgrade", copy)
    assert (status, said) == (0, "ok   1 of 1 running games are the same when they are played again\n")
    store = Store(address, FrozenClock(START))
    await store.open()
    async with store.writing() as conn:
        await conn.execute(update(moves).values(state=b"damaged"))
    await store.close()
    status, said = await command("check-upgrade", address)
    assert status == 1
    assert "BAD  table 18GA #1: a stored position is damaged" in said


async def test_a_release_that_plays_otherwise_is_named(address: str, monkeypatch):
    await filled(address)
    with monkeypatch.context() as m:
        m.setattr(Game, "fingerprint", lambda _game: "another")
        ((good, text), total) = await in_thread(check_upgrade._replay_at, address)
    assert not good
    assert "action 1 (" in text
    assert "leads to another position" in text
    assert total == (True, "0 of 1 running games are the same when they are played again")
    with monkeypatch.context() as m:
        m.setattr(check_upgrade, "TITLES", {})
        ((good, text), _) = await in_thread(check_upgrade._replay_at, address)
    assert not good
    assert "this release cannot play it" in text


# ---------------------------------------------------------------------- on a server


async def test_a_table_is_exported_by_its_number(address: str, tmp_path: Path, monkeypatch):
    await filled(address)
    monkeypatch.setenv("TRUNKLINE_DATABASE", address)
    status, said = await command("export", "1", "--out", str(tmp_path / "game.txt"), "--format", "transcript")
    assert status == 0, said
    assert "pass" in (tmp_path / "game.txt").read_text("utf-8").lower()


async def test_a_missing_driver_and_a_missing_server_are_named(tmp_path: Path, monkeypatch):
    nowhere = "postgresql+asyncpg://trunkline@127.0.0.1:1/x"
    monkeypatch.setenv("TRUNKLINE_DATABASE", nowhere)
    monkeypatch.setenv("TRUNKLINE_TOKEN", "aaaaaaaaaaaaaaaaaaaaaaaa.bbbbbb.cccccccccccccccccccccccccc")
    for args in (("bot",), ("backup", str(tmp_path)), ("export", "1", "--out", "-"), ("check-upgrade", nowhere)):
        status, said = await command(*args)
        assert status == 2, (args, said)
        assert "Traceback" not in said
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(engine.Unusable, match=r"pip install 'trunkline\[postgres\]'"):
        Store(nowhere, FrozenClock(START))


@pytest.fixture
def config(address: str, kind: str, tmp_path: Path) -> Config:
    return Config(database=address, data=str(tmp_path))


async def findings(config: Config) -> list[tuple[bool, str]]:
    found: list[tuple[bool, str]] = await in_thread(doctor.examine, config)
    return found


async def test_a_backup_is_taken_while_the_bot_works_and_brought_back(
    config: Config, address: str, tmp_path: Path, monkeypatch
):
    monkeypatch.setattr(maintenance, "_time_stamp", lambda: "20260302-120000")  # all of it within one second
    await filled(address)
    before = await positions(address)
    store = Store(address, FrozenClock(START))
    await store.open()
    copy = await in_thread(maintenance.backup, config, None)
    await act(await Tables(store, TITLES).get(1), PASS)
    with pytest.raises(UsageError, match="stop it first"):
        await in_thread(maintenance.restore, config, copy)
    await store.close()
    after = await positions(address)
    bad = tmp_path / "bad"
    bad.write_bytes(copy.read_bytes()[:2000])
    with pytest.raises(UsageError, match="Nothing was changed"):
        await in_thread(maintenance.restore, config, bad)
    assert await positions(address) == after != before
    kept = await in_thread(maintenance.restore, config, copy)
    assert await positions(address) == before
    assert kept is not None
    assert await in_thread(maintenance.restore, config, kept) != kept, "what was put aside before is still there"
    assert await positions(address) == after
    store = Store(address, FrozenClock(START))
    await store.open()
    (post,) = await store.enqueue(NewPost(kind=PostKind.PAUSE, game=1))
    assert post > 1, "numbers go on"
    await store.close()


async def test_the_doctor_looks_at_the_server(postgres, tmp_path: Path, monkeypatch):
    address = await postgres.database()
    config = Config(database=address, data=str(tmp_path))
    await filled(address)
    found = {text: good for good, text in await findings(config)}
    assert found["the positions of 1 running tables are sound"]
    assert any("PostgreSQL" in text and good for text, good in found.items())
    assert not found["fsync or synchronous_commit is off: moves may be lost"], "as it is in tests"
    monkeypatch.setattr(postgres_server, "datetime", Behind)
    assert [good for good, text in await findings(config) if "clock" in text] == [False]
    nowhere = Config(database=address.rsplit(":", 1)[0] + ":1/x", data=config.data)
    ((good, text),) = await findings(nowhere)
    assert not good
    assert "cannot be used as the database" in text


class Behind:
    """A clock an hour behind."""

    @staticmethod
    def now(zone: Any) -> Any:
        from datetime import datetime, timedelta

        return datetime.now(zone) - timedelta(hours=1)
