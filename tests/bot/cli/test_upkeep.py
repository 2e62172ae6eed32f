"""What becomes of a database that is lost, damaged, full or read-only; backup, restore and doctor."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.upkeep import doctor, maintenance
from bot.client.connection import connect
from bot.core.errors import UsageError
from bot.core.settings import Config
from bot.model.kinds import PostKind
from bot.model.models import Damaged, NewPost
from bot.storage import engine, identity_file, outbox
from bot.storage.repositories.moves import load_line, load_move
from bot.storage.schema import moves
from bot.storage.store import Store
from bot.tables.service import Tables
from tests.support.discord_world import START, said
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    PASS,
    USERS,
    act,
    new,
    opened,
    pledge,
    running,
    tables_of,
    url,
)
from titles import TITLES

DAMAGE = bytes(range(80))


async def spoil(store: Store, *numbers: int) -> None:
    """Eighty bytes in the middle of the snapshots after these moves."""
    async with store.writing() as conn:
        for number in numbers:
            packed = await conn.scalar(select(moves.c.state).where(moves.c.id == number))
            assert packed is not None
            middle = len(packed) // 2
            bad = packed[:middle] + DAMAGE + packed[middle + len(DAMAGE) :]
            await conn.execute(update(moves).where(moves.c.id == number).values(state=bad))


# ---------------------------------------------------------------------- which database was served


def gone(file: Path) -> None:
    file.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def without_tables(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("CREATE TABLE other (x)")


def another(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("UPDATE notes SET value = 'another' WHERE key = 'identity'")


def tables_in(file: Path) -> list[str] | None:
    if not file.exists():
        return None
    with closing(sqlite3.connect(file)) as conn:
        return [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]


@pytest.mark.parametrize(
    ("lose", "why"),
    [(gone, "is gone"), (emptied, "is empty"), (without_tables, "holds no tables"), (another, "is another database")],
)
async def test_a_lost_database_is_not_taken_for_a_new_one(tmp_path: Path, lose, why):
    await (await opened(url(tmp_path))).close()
    file = tmp_path / "games.db"
    lose(file)
    before = tables_in(file)
    with pytest.raises(engine.Unusable, match=f"{why}.*trunkline restore FILE.*--new"):
        await opened(url(tmp_path))
    with pytest.raises(engine.Unusable, match=why):
        await Store(url(tmp_path), FrozenClock(START)).open(exclusive=False)
    assert tables_in(file) == before
    store = Store(url(tmp_path), FrozenClock(START))
    await store.open(new=True)
    await store.close()
    await (await opened(url(tmp_path))).close()


async def test_a_database_of_a_release_that_kept_no_identity_is_taken_over(tmp_path: Path):
    store = await opened(url(tmp_path))
    table = await running(tables_of(store))
    await store.close()
    file = tmp_path / "games.db"
    identity_file.path_beside(file).unlink()
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("DELETE FROM notes WHERE key = 'identity'")
    store = await opened(url(tmp_path))
    assert (await act(await tables_of(store).get(table.id), PASS)).refused is None
    await store.close()
    assert identity_file.read_identity(file)


# ---------------------------------------------------------------------- damaged snapshots


async def test_a_damaged_position_is_played_again_to_the_byte(tmp_path: Path):
    store = await opened(url(tmp_path))
    table = await running(tables_of(store))
    await act(table, pledge(3))
    await act(table, PASS)
    state = table.position.state
    before = (await load_line(store, table.id, table.position.move))[-2].id
    await spoil(store, table.position.move, before)
    assert await tables_of(store).repair_positions() == []
    stored = await load_move(store, table.position.move)
    assert stored is not None
    assert stored.state == state
    again = await tables_of(store).get(table.id)
    assert (await act(again, PASS)).refused is None
    assert await again.state_at(before), "one that is only looked at is played again each time"
    await store.close()


async def test_a_position_that_is_lost_freezes_its_table_alone(tmp_path: Path):
    store = await opened(url(tmp_path))
    tables = tables_of(store)
    table, other = await running(tables), await running(tables, channel=12)
    await act(table, pledge(3))
    await spoil(store, *(m.id for m in await load_line(store, table.id, table.position.move)))
    for _ in range(2):
        again = tables_of(store)
        (fault,) = await again.repair_positions()
        assert fault.game == table.id
        with pytest.raises(Damaged, match=r"The table is frozen.*damaged.*backup"):
            await again.get(table.id)
        assert (await act(await again.get(other.id), PASS)).refused is None
    cards = [p for p in await outbox.load_queue(store, CHANNEL) if p.kind == "frozen"]
    assert len(cards) == 1, "the table is told once"
    await store.close()


async def test_moves_that_lead_elsewhere_mend_nothing(tmp_path: Path):
    store = await opened(url(tmp_path))
    table = await running(tables_of(store))
    await act(table, pledge(3))
    await spoil(store, table.position.move)
    async with store.writing() as conn:
        await conn.execute(update(moves).where(moves.c.id == table.position.move).values(fingerprint="0" * 32))
    with pytest.raises(Damaged, match="lead to another one"):
        await tables_of(store).get(table.id)
    await store.close()


async def test_the_bot_starts_with_a_frozen_table_and_its_host_sees_a_card(w):
    thread, other = await w.table(), await w.table()
    table = await w.game(thread)
    await spoil(w.store, *(m.id for m in await load_line(w.store, table.id, table.position.move)))
    await w.restart()
    await w.env.settle()
    assert "is frozen" in w.posts(thread)[-1]
    assert f"<@{w['Ann'].id}>" in w.posts(thread)[-1]
    users = {s.name: s.user for s in table.seats}
    actor = next(p for p in w.people.values() if p.id == users[table.position.deciders[0]])
    assert "The table is frozen" in said(await actor.slash(thread, "play pass"))
    posts = len(w.posts(other))
    await (await w.actor(other)).slash(other, "play pass")
    assert len(w.posts(other)) > posts, "the other table goes on, and its next player is called"
    assert (await w.game(other)).position.seq == 1


# ---------------------------------------------------------------------- disk and rights


@pytest.mark.parametrize(
    ("pragma", "why"),
    [("max_page_count=10", "no room left.*Make room there"), ("query_only=ON", "cannot be written.*write in")],
)
async def test_a_full_disk_and_a_read_only_place_end_in_one_sentence(tmp_path: Path, monkeypatch, pragma, why):
    monkeypatch.setattr(engine, "PRAGMAS", (*engine.PRAGMAS, pragma))
    with pytest.raises(engine.Unusable, match=why):
        await opened(url(tmp_path))


@pytest.mark.parametrize(("number", "why"), [(errno.ENOSPC, "no room left"), (errno.EROFS, "cannot be written")])
async def test_a_folder_in_which_no_lock_can_be_made_is_named(tmp_path: Path, monkeypatch, number, why):
    def broken(_lock):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(engine.FileLock, "take", broken)
    with pytest.raises(engine.Unusable, match=why):
        await opened(url(tmp_path))


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path):
    (tmp_path / "games.db").write_bytes(b"not a database at all" * 500)
    with pytest.raises(engine.Unusable, match=r"is damaged.*trunkline doctor.*trunkline restore FILE"):
        await opened(url(tmp_path))


async def test_a_database_that_fails_at_the_start_is_told_in_one_sentence(tmp_path: Path, caplog):
    async def start(_token):
        raise OperationalError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))

    async def close():
        pass

    bot = SimpleNamespace(start=start, close=close, store=SimpleNamespace(file=tmp_path / "games.db"))
    assert await connect(bot, "token") == 2  # type: ignore[arg-type]
    assert "games.db is damaged" in caplog.text
    assert "Traceback" not in caplog.text


# ---------------------------------------------------------------------- doctor, backup, restore


async def a_table(folder: Path) -> Config:
    """A folder with a running table of a real title."""
    config = Config(data=str(folder))
    store = Store(config.url, FrozenClock(START))
    await store.open()
    tables = Tables(store, TITLES)
    row = await tables.create(new(title="18GA"))
    for user in (BOB, CID):
        await tables.join(row.id, user, USERS[user])
    await tables.start(row.id, ANN)
    await act(await tables.get(row.id), PASS)
    await store.close()
    return config


async def bad(config: Config) -> list[str]:
    found = await asyncio.to_thread(lambda: list(doctor.examine(config)))
    return [text for good, text in found if not good]


async def reopened(config: Config) -> Store:
    store = Store(config.url, FrozenClock(START))
    await store.open()
    return store


async def test_the_doctor_finds_what_is_wrong(tmp_path: Path, monkeypatch):
    config = await a_table(tmp_path)
    file = maintenance.database_file(config)
    assert await bad(config) == []
    with monkeypatch.context() as m:
        m.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1 << 20))
        assert ["make room" in text for text in await bad(config)] == [True]
    with monkeypatch.context() as m:
        m.setattr(os, "access", lambda _path, _how: False)
        assert ["cannot be written" in text for text in await bad(config)] == [True]
    store = await reopened(config)
    await store.enqueue(NewPost(kind=PostKind.PAUSE, game=1))
    await outbox.mark_failed(store, (await outbox.load_queue(store, CHANNEL))[-1].id, "403 50013")
    await spoil(store, (await Tables(store, TITLES).get(1)).position.move)
    await store.close()
    damaged, refused = await bad(config)
    assert "the next start plays the game again" in damaged
    assert "/host resend" in refused
    store = await reopened(config)
    await spoil(store, *(m.id for m in await load_line(store, 1, (await store.load_table(1)).head)))  # type: ignore[union-attr]
    await store.close()
    assert "from the first on" in (await bad(config))[0]
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + bytes(4096 * 10) + whole[8192 + 4096 * 10 :])
    assert any("damaged pages" in text for text in await bad(config))
    file.unlink()
    assert ["is gone" in text for text in await bad(config)] == [True]


async def test_a_backup_is_taken_during_play_and_brought_back(tmp_path: Path):
    config = await a_table(tmp_path)
    file = maintenance.database_file(config)
    store = await reopened(config)
    copy = maintenance.backup(config, None)
    move = (await Tables(store, TITLES).get(1)).position.move
    await act(await Tables(store, TITLES).get(1), PASS)
    with pytest.raises(UsageError, match="stop it first"):
        maintenance.restore(config, copy)
    await store.close()
    with pytest.raises(UsageError, match="is there already"):
        maintenance.backup(config, copy)
    spoiled = tmp_path / "spoiled"
    spoiled.write_bytes(copy.read_bytes()[:9000] + b"x" * 9000)
    with pytest.raises(UsageError, match=r"is not a sound backup.*Nothing was changed"):
        maintenance.restore(config, spoiled)
    kept = maintenance.restore(config, copy)
    assert kept is not None
    assert maintenance.find_damage(kept) == []
    store = await reopened(config)
    table = await Tables(store, TITLES).get(1)
    assert table.position.move == move
    assert (await act(table, PASS)).refused is None
    await store.close()
    file.unlink()
    assert maintenance.restore(config, copy) is None
    assert await bad(config) == []


async def test_a_backup_of_another_bot_takes_its_place_when_it_is_restored(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = await a_table(tmp_path / "one"), await a_table(tmp_path / "two")
    maintenance.restore(one, maintenance.backup(two, None))
    store = await reopened(one)
    assert (await Tables(store, TITLES).get(1)).position.seq == 1
    await store.close()


async def test_the_commands_say_what_they_did(tmp_path: Path, monkeypatch):
    await a_table(tmp_path)
    monkeypatch.setenv("TRUNKLINE_DATA", str(tmp_path))
    target = tmp_path / "copy"

    def run(*args: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, args)
        return done.exit_code, done.output

    def all_of_them() -> list[tuple[int, str]]:
        return [
            run("backup", str(target)),
            run("doctor"),
            run("restore", str(target)),
            run("restore", str(tmp_path / "no")),
        ]

    made, looked, brought, missed = await asyncio.to_thread(all_of_them)
    assert made == (0, f"The database is copied to {target}\n")
    assert looked[0] == 0
    assert "BAD" not in looked[1]
    assert brought[0] == 0
    assert "What was there before is in" in brought[1]
    assert missed[0] == 2
    assert "is not a file" in missed[1]
