"""The database: opened, locked, migrated, backed up; the lobby; one transaction per play, and what a kill leaves of it."""

from __future__ import annotations

import ast
import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import delete, insert, select, text
from sqlalchemy.exc import OperationalError

from bot.core.errors import NotPossible
from bot.model.kinds import MessageRole, PostKind, PostState, TableStatus, Via
from bot.model.models import HeadMoved, NewPost, PlayWrite, Sent
from bot.model.post_contents import PanelContent
from bot.storage import engine as storage_engine
from bot.storage import outbox, row_mapping, schema
from bot.storage.databases import sqlite_driver
from bot.storage.databases.backend import backend_of
from bot.storage.repositories.drafts import load_draft, save_draft
from bot.storage.repositories.interactions import answered_once
from bot.storage.repositories.moves import load_line, thin_snapshots
from bot.storage.repositories.posts import find_newest_post
from bot.storage.size import measure_size
from bot.storage.store import Locked, Store
from bot.tables.service import Tables
from tests.conftest import ROOT
from tests.support.held_clock import FrozenClock
from tests.support.module_graph import sources, tree
from tests.support.toy_tables import (
    ANN,
    BOB,
    BOTH,
    CHANNEL,
    CID,
    GUILD,
    LEFT,
    NOON,
    PASS,
    act,
    first,
    new,
    opened,
    play_out,
    pledge,
    race,
    running,
    tables_of,
    url,
)  # fmt: skip

DATABASES = BOTH
DAN = 104


def dump(file: Path) -> list[str]:
    connection = sqlite3.connect(file)
    lines = list(connection.iterdump())
    connection.close()
    return lines


# ---------------------------------------------------------------------- opening


async def test_a_second_process_is_kept_out_until_the_first_lets_go(address: str):
    store = await opened(address)
    second = Store(address, FrozenClock(NOON))
    with pytest.raises(Locked):
        await second.open()
    said = asyncio.Event()
    task = asyncio.create_task(second.open(waiting=said.set))
    await asyncio.wait_for(said.wait(), 60)
    assert not task.done()
    await store.close()
    await asyncio.wait_for(task, 60)
    await second.close()


async def test_settings_of_the_connection_hold(tmp_path):
    store = await opened(url(tmp_path))
    async with store.reading() as conn:
        found = [
            (await conn.exec_driver_sql(f"PRAGMA {p}")).scalar()
            for p in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]
    await store.close()


async def test_a_failed_transaction_leaves_nothing(store: Store):
    async def fail() -> None:
        async with store.writing() as conn:
            await conn.execute(insert(schema.notes).values(key="a", value="b"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await store.read_note("a") == ""


async def test_readers_do_not_wait_for_a_writer(address: str):
    store = await opened(address)
    async with store.writing() as conn:
        await conn.execute(insert(schema.notes).values(key="a", value="b"))
        assert await asyncio.wait_for(store.read_note("a"), 60) == "", "and do not see what is not committed"
    assert await store.read_note("a") == "b"
    await store.close()


# ---------------------------------------------------------------------- migrations


async def test_a_statement_crosses_to_the_thread_of_the_database_once(monkeypatch):
    store = await opened()
    crossed: list[object] = []
    real: Any = sqlite_driver.ThreadedConnection._ask

    def counted(connection: sqlite_driver.ThreadedConnection, work: Any, *args: Any) -> None:
        crossed.append(work)
        real(connection, work, *args)

    monkeypatch.setattr(sqlite_driver.ThreadedConnection, "_ask", counted)
    async with store.reading() as conn:
        rows = await conn.execute(select(schema.notes))
    assert [row.key for row in rows] == ["identity"]
    assert len(crossed) == 1, "begin and select: what only reads ends where it was asked"
    async with store.writing() as conn:
        await conn.execute(delete(schema.notes))
        await conn.rollback()
    assert await store.read_note("identity"), "what has written is undone"
    crossed.clear()
    async with store.writing() as conn:
        await conn.execute(insert(schema.notes).values(key="a", value="b"))
    assert len(crossed) == 2, "begin and insert, commit"
    crossed.clear()
    async with store.writing():
        pass
    assert not crossed, "what does nothing takes no lock either"
    await store.close()


async def test_nothing_is_written_outside_of_a_transaction_that_could_not_begin(tmp_path):
    store = await opened(url(tmp_path))
    engine = storage_engine.connect_file(url(tmp_path))
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other, engine.connect() as conn:
        conn.execute(text("PRAGMA busy_timeout = 1"))
        conn.rollback()
        driver: Any = conn.connection.driver_connection
        driver.begins = sqlite_driver.WRITE
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            conn.execute(insert(schema.notes).values(key="a", value="x"))
        other.rollback()
        conn.execute(insert(schema.notes).values(key="b", value="x"))  # by somebody who did not stop
    assert not await store.read_note("b"), "it was in a transaction, which nobody has committed"
    await store.close()


async def test_migrations_make_the_schema_that_the_code_speaks_of(store: Store):
    async with store.reading() as conn:
        found = await conn.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c, opts={"compare_type": True}), schema.metadata)
        )
    assert found == []


def test_the_versions_are_those_that_the_migrations_name():
    line = ScriptDirectory(str(storage_engine.migrations_folder())).walk_revisions()
    assert storage_engine.versions() == tuple(reversed([migration.revision for migration in line]))


@pytest.mark.parametrize("version", ["", *storage_engine.versions()])
async def test_every_older_version_comes_up_to_date(version: str, empty_address: str):
    if version:
        backend = backend_of(empty_address)
        async with backend.writing(0, announce=False) as conn:
            await conn.run_sync(storage_engine.migrate, version)
        await backend.close()
    store = await opened(empty_address)
    async with store.reading() as conn:
        assert await conn.run_sync(storage_engine.read_version) == storage_engine.versions()[-1]
    assert (await running(tables_of(store))).row.status == "running"
    await store.close()


def later_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A release whose schema has one more version."""
    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "bot" / "migrations", folder)
    last = storage_engine.versions()[-1]
    (folder / "versions" / "9999_later.py").write_text(
        f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '9999'\ndown_revision = {last!r}\n\n"
        f"def upgrade():\n    {body}\n",
        "utf-8",
    )
    monkeypatch.setattr(storage_engine, "migrations_folder", lambda: folder)


HALF = "op.create_table('half', sa.Column('x', sa.Integer))\n    op.drop_table('notes')\n    "


async def test_a_migration_that_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    store = await opened(url(tmp_path))
    table = await running(tables_of(store))
    await store.close()
    file = tmp_path / "games.db"
    before = dump(file)
    with monkeypatch.context() as m:
        later_release(tmp_path, m, HALF + "op.execute('nonsense')")
        with pytest.raises(Exception, match="nonsense"):
            await opened(url(tmp_path))
    assert dump(file) == before
    assert dump(tmp_path / f"games.db.{storage_engine.versions()[-1]}.backup") == before
    store = await opened(url(tmp_path))
    assert (await act(await tables_of(store).get(table.id), PASS)).refused is None
    await store.close()


async def test_a_database_of_a_later_release_is_left_alone(tmp_path, monkeypatch):
    with monkeypatch.context() as m:
        later_release(tmp_path, m, "op.create_table('later', sa.Column('x', sa.Integer))")
        await (await opened(url(tmp_path))).close()
    before = dump(tmp_path / "games.db")
    with pytest.raises(storage_engine.NewerDatabase, match="9999"):
        await opened(url(tmp_path))
    assert dump(tmp_path / "games.db") == before


async def test_a_backup_taken_in_the_middle_of_play_opens_and_plays_on(tmp_path):
    store = await opened(url(tmp_path))
    table = await running(tables_of(store))
    await act(table, pledge(3))
    (tmp_path / "copy").mkdir()
    await store.backup(tmp_path / "copy" / "games.db")
    for file in (tmp_path / "games.db", tmp_path / "copy" / "games.db"):
        assert file.stat().st_mode & 0o077 == 0, "hands and secret maxima are for nobody else on the machine"
    await act(table, pledge(4))
    await store.close()
    copy = await opened(url(tmp_path / "copy"))
    again = await tables_of(copy).get(table.id)
    assert (await again.view(None)).cash[first(again)] == 397
    assert (await act(again, PASS)).refused is None
    await copy.close()


# ---------------------------------------------------------------------- one transaction


async def test_two_processes_on_one_database_cannot_both_advance_a_game(address: str, monkeypatch: pytest.MonkeyPatch):
    one = await opened(address)
    two = Store(address, FrozenClock(NOON))
    await two.open(exclusive=False)
    table = await running(tables_of(one))
    other = await tables_of(two).get(table.id)
    race(monkeypatch)
    results = await asyncio.gather(
        *(t.play(first(table), pledge(n), Via.PANEL) for n, t in enumerate((table, other), 1))
    )
    assert sorted(r.stale for r in results) == [False, True]
    loser = other if results[1].stale else table
    assert (await act(loser, pledge(5))).move > max(r.move for r in results)
    line = await load_line(one, table.id, loser.position.move)
    assert len(line) == 3
    cash = (await loser.view(None)).cash[first(table)]
    assert cash == 400 - 5 - (1 if loser is other else 2)
    await one.close()
    await two.close()


async def test_a_play_on_an_old_head_writes_nothing(store: Store, tables: Tables):
    table = await running(tables)
    old = table.position.move
    await act(table, pledge(1))
    async with store.reading() as conn:
        before = (await conn.execute(select(schema.moves.c.id))).all()
    with pytest.raises(HeadMoved):
        await store.append_play(
            PlayWrite(game=table.id, parent=old, target=old, interaction=5, posts=(NewPost(kind=PostKind.PANEL),))
        )
    assert await store.recorded_result(5) is None
    async with store.reading() as conn:
        assert (await conn.execute(select(schema.moves.c.id))).all() == before


async def test_a_play_writes_all_that_belongs_to_it_at_once(store: Store, tables: Tables):
    table = await running(tables)
    a, b, _ = (s.name for s in table.seats)
    for seat in (a, b):
        await save_draft(store, table.id, seat, {"verb": "bid"})
    heard: list[int] = []
    store.listen(lambda: heard.append(1))
    await act(table, PASS, interaction=60)
    assert heard == [1]
    assert await store.recorded_result(60) == {"move": table.position.move}
    assert await load_draft(store, table.id, a) == {}
    assert await load_draft(store, table.id, b) == {"verb": "bid"}, "a draft of somebody else stays"
    kinds = [(p.kind, p.payload) for p in await outbox.load_queue(store, CHANNEL)]
    assert kinds[-1] == ("panel", {}), "it calls those who must act when it is sent"
    async with store.reading() as conn:
        due = (await conn.execute(select(schema.reminders.c.seat, schema.reminders.c.move))).all()
    assert [tuple(row) for row in due] == [(b, table.position.move)]


async def test_moves_are_only_ever_added(store: Store, tables: Tables):
    table = await running(tables)
    seen: dict[int, tuple[Any, ...]] = {}

    async def look() -> None:
        async with store.reading() as conn:
            now = {row.id: tuple(row) for row in await conn.execute(select(schema.moves))}
        assert {k: v for k, v in now.items() if k in seen} == seen
        seen.update(now)

    for _ in range(2):
        await act(table, pledge(2))
        await look()
        await table.undo(first(table))
        await look()
    await play_out(table)
    await look()
    assert len(seen) > 20


def run(folder: Path, point: int) -> int:
    """An evening of `crash` in a process of its own; how it ended."""
    command = [sys.executable, "-m", "tests.support.crash_process", str(folder), str(point)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False, timeout=300).returncode


def outcome(folder: Path) -> tuple[Any, ...]:
    """All that an evening leaves behind, what "Discord" was sent included."""
    connection = sqlite3.connect(folder / "games.db")
    queries = (
        "SELECT seat, action, fingerprint, depth FROM moves ORDER BY id",
        "SELECT name, turn FROM seats ORDER BY place",
        "SELECT kind, state, payload FROM outbox ORDER BY id",
        "SELECT user, kind, due, sent FROM reminders ORDER BY id",
        "SELECT status FROM games",
        "SELECT id FROM interactions ORDER BY id",
    )
    found = tuple(connection.execute(q).fetchall() for q in queries)
    connection.close()
    return (*found, sorted((folder / "sent").read_text("utf-8").splitlines()))


async def test_an_evening_survives_kills_at_every_kind_of_moment(tmp_path):
    """After each kill the same interactions come again; nothing is lost, nothing is there twice."""
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    calm.mkdir()
    rough.mkdir()
    assert run(calm, 0) == 0
    points = int((calm / "points").read_text("utf-8"))
    assert points > 40
    # Each run goes on where the one before was killed, and meets fewer points on its way through what is done already.
    deaths = 0
    for point in (2, 3, 9, 12, 13, 15, 17, 14, 16):
        deaths += run(rough, point) == -signal.SIGKILL
    assert deaths >= 7
    assert run(rough, 0) == 0
    assert outcome(rough) == outcome(calm)
    assert "reminder" in (calm / "sent").read_text("utf-8")


@pytest.mark.long
async def test_evenings_with_two_hundred_kills_at_random_points(tmp_path):
    (tmp_path / "calm").mkdir()
    assert run(tmp_path / "calm", 0) == 0
    expected = outcome(tmp_path / "calm")
    chance = random.Random(20260301)
    deaths = evenings = 0
    while deaths < 200:
        evenings += 1
        folder = tmp_path / str(evenings)
        folder.mkdir()
        while (ended := run(folder, chance.randint(1, 30))) != 0:
            assert ended == -signal.SIGKILL
            deaths += 1
        assert outcome(folder) == expected, f"evening {evenings}"


# ---------------------------------------------------------------------- the lobby


async def test_the_same_press_twice_opens_one_table(tables: Tables, store: Store):
    one, two = await asyncio.gather(tables.create(new(), 70), tables.create(new(), 70))
    assert one.id == two.id
    assert len(await store.find_tables(guild=GUILD)) == 1


async def test_a_table_is_as_it_was_asked_for(tables: Tables):
    row = await tables.create(
        new(name="Friday\n@everyone \u202e night", options=("odd",), min_players=3, max_players=4, pace="live", seed="")
    )
    assert (row.title, row.options, row.min_players, row.max_players, row.status, row.host) == (
        "Toy",
        ("odd",),
        3,
        4,
        "open",
        ANN,
    )
    assert row.name == "Friday@everyone night"
    assert (row.pace, row.nudge_minutes) == ("live", 15)
    assert [(s.user, s.name, s.shown) for s in row.seats] == [(ANN, "ann", "Ann")]
    assert len(row.seed) == 32
    assert row.seed not in repr(row), "logs show no seed"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": "18XX"}, "I do not know that title. There are: Toy"),
        ({"options": ("even",)}, "The toy knows only the option odd"),
        ({"max_players": 6}, "Toy is played by 2 to 5"),
        ({"min_players": 4, "max_players": 3}, "Toy is played by 2 to 5"),
    ],
)
async def test_what_a_title_does_not_allow_is_refused_before_the_table_exists(
    fields, why, tables: Tables, store: Store
):
    with pytest.raises(NotPossible, match=why):
        await tables.create(new(**fields))
    assert await store.find_tables() == []


async def test_one_live_table_per_channel(tables: Tables, store: Store):
    row = await tables.create(new())
    with pytest.raises(NotPossible, match="in this channel already"):
        await tables.create(new())
    other = await tables.create(new(channel=0))
    with pytest.raises(NotPossible, match="in this channel already"):
        await tables.place_in_channel(other.id, CHANNEL)
    await tables.end(row.id, "closed")
    placed = await tables.place_in_channel(other.id, CHANNEL, parent_channel=10)
    assert (placed.channel, placed.parent_channel) == (CHANNEL, 10)
    found = await tables.store.table_in_channel(GUILD, CHANNEL)
    assert found is not None
    assert found.id == other.id
    assert await tables.store.table_in_channel(GUILD + 1, CHANNEL) is None


async def test_seats_fill_then_a_line_forms_and_moves_up(tables: Tables):
    row = await tables.create(new(max_players=2, min_players=2))
    assert (await tables.join(row.id, BOB, "Ann")).seat is not None
    third = await tables.join(row.id, CID, "Cid")
    assert (third.seat, third.waiting) == (None, 1)
    assert (await tables.join(row.id, DAN, "Dan")).waiting == 2
    with pytest.raises(NotPossible, match="waiting list already"):
        await tables.join(row.id, CID, "Cid")
    left = await tables.leave(row.id, BOB)
    assert left.moved_up is not None
    assert (left.moved_up.user, left.moved_up.name) == (CID, "cid")
    assert [s.user for s in left.row.seats] == [ANN, CID]
    assert [s.user for s in left.row.waiting] == [DAN]
    more = await tables.change_settings(row.id, ANN, max_players=3)
    assert [s.user for s in more.seats] == [ANN, CID, DAN]
    with pytest.raises(NotPossible, match="3 seats are taken"):
        await tables.change_settings(row.id, ANN, max_players=2)


async def test_a_repeated_join_or_leave_does_nothing_more(tables: Tables):
    row = await tables.create(new())
    await tables.join(row.id, BOB, "Bob", 71)
    again = await tables.join(row.id, BOB, "Bob", 71)
    assert again.seat is not None
    assert again.seat.user == BOB
    with pytest.raises(NotPossible, match="a seat already"):
        await tables.join(row.id, BOB, "Bob", 72)
    await tables.leave(row.id, BOB, 73)
    assert len((await tables.leave(row.id, BOB, 73)).row.seats) == 1


async def test_what_an_interaction_asks_for_is_done_once_and_again_only_after_an_error(store: Store):
    done = []

    async def ask(interaction: int, *, broken: bool = False) -> Any:
        async with store.writing() as conn, answered_once(conn, interaction, NOON, 7) as answer:
            if not answer.repeated:
                done.append(interaction)
                answer.result["count"] = len(done)
                if broken:
                    raise NotPossible("No")
            return answer.result

    with pytest.raises(NotPossible):
        await ask(5, broken=True)
    assert await ask(5) == {"count": 2}
    assert await ask(5) == {"count": 2}
    assert done == [5, 5]
    await ask(0)
    await ask(0)
    assert done == [5, 5, 0, 0], "0 is no interaction"


def test_only_one_function_asks_whether_an_interaction_was_answered():
    asked = {"load_result", "record_result"}
    users = [
        path.relative_to(ROOT).as_posix()
        for path in sources("bot")
        if path.name != "interactions.py" and any(name in path.read_text("utf-8") for name in asked)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Name | ast.Attribute) and getattr(node, "attr", getattr(node, "id", "")) in asked
    ]
    # The store reads one before anything is done, and a table notes a refusal: both call the store's own.
    assert set(users) == {"bot/storage/store.py", "bot/tables/session.py"}


async def test_names_of_seats_are_words_of_their_own(tables: Tables):
    row = await tables.create(new(max_players=5, shown="Bank"))
    for user, shown in ((BOB, "Ánn-Élise Ø 2"), (CID, "ann elise 2"), (DAN, "列車")):
        row = (await tables.join(row.id, user, shown)).row
    assert [s.name for s in row.seats] == ["bank2", "annelise2", "annelise22", "player"]
    assert [s.shown for s in row.seats][1:] == ["Ánn-Élise Ø 2", "ann elise 2", "列車"]
    assert (await tables.start(row.id, ANN)).refused is None


async def test_the_host_hands_on_and_an_empty_table_closes(tables: Tables):
    row = await tables.create(new())
    await tables.join(row.id, BOB, "Bob")
    assert (await tables.leave(row.id, ANN)).row.host == BOB
    assert (await tables.leave(row.id, BOB)).row.status == "closed"


async def test_only_the_invited_may_join_an_invited_table(tables: Tables):
    row = await tables.create(new(visibility="invited", invited=(BOB,)))
    with pytest.raises(NotPossible, match="for invited players"):
        await tables.join(row.id, CID, "Cid")
    assert (await tables.join(row.id, BOB, "Bob")).seat
    with pytest.raises(NotPossible, match="Only the host"):
        await tables.invite(row.id, BOB, CID)
    await tables.invite(row.id, ANN, CID)
    await tables.invite(row.id, ANN, CID)
    assert (await tables.join(row.id, CID, "Cid")).seat
    assert [s.user for s in (await tables.kick(row.id, ANN, BOB)).row.seats] == [ANN, CID]


async def test_the_start_is_for_the_host_with_enough_players_and_happens_once(tables: Tables, store: Store):
    row = await tables.create(new(min_players=2))
    with pytest.raises(NotPossible, match="2 players are needed to start; 1 so far"):
        await tables.start(row.id, ANN)
    await tables.join(row.id, BOB, "Bob")
    with pytest.raises(NotPossible, match="Only the host"):
        await tables.start(row.id, BOB)
    one, two = await asyncio.gather(
        tables.start(row.id, ANN, 80), tables.start(row.id, ANN, 81), return_exceptions=True
    )
    assert sorted(isinstance(r, NotPossible) for r in (one, two)) == [False, True]
    started = 81 if isinstance(one, NotPossible) else 80
    assert (await tables.start(row.id, ANN, started)).deciders == (await tables.get(row.id)).position.deciders
    with pytest.raises(NotPossible, match="only before the start"):
        await tables.join(row.id, CID, "Cid")
    assert [p.kind for p in await outbox.load_queue(store, CHANNEL)] == ["start", "panel"]


async def test_seats_take_the_order_of_play(tables: Tables):
    orders = set()
    for n in range(8):
        table = await running(tables, channel=20 + n, seed=str(n))
        view = await table.view(None)
        assert [s.name for s in table.seats] == view.order
        orders.add(tuple(view.order))
    assert len(orders) > 1


async def test_tables_are_found_by_guild_user_and_state(tables: Tables, store: Store):
    mine = await running(tables)
    abroad = await tables.create(new(guild=2, channel=12, host=BOB, shown="Bob"))
    assert [r.id for r in await store.find_tables(guild=GUILD)] == [mine.id]
    assert [r.id for r in await store.find_tables(user=BOB)] == [abroad.id, mine.id]
    assert [r.id for r in await store.find_tables(user=BOB, statuses=[TableStatus.OPEN])] == [abroad.id]
    assert await store.find_tables(guild=2, title="18GA") == []


# ---------------------------------------------------------------------- outbox


async def test_posts_follow_a_table_that_moves_and_wait_for_one_without_a_channel(tables: Tables, store: Store):
    row = await tables.create(new(channel=0))
    await store.enqueue(NewPost(kind=PostKind.PAUSE, game=row.id))
    assert (await outbox.find_pending(store))[0] == []
    await tables.place_in_channel(row.id, 44)
    assert (await outbox.find_pending(store))[0] == [44]
    (post,) = await outbox.load_queue(store, 44)
    assert (post.channel, post.kind, post.state) == (44, PostKind.PAUSE, PostState.NEW)
    assert await outbox.mark_sending(store, post)
    assert [p.state for p in await outbox.load_queue(store, 44)] == ["sending"], "a restart finds it and looks"
    await outbox.mark_sent(store, post, 999, [Sent(row.id, "lobby", 44, 999, 0)])
    assert await outbox.load_queue(store, 44) == []
    assert not await outbox.mark_sending(store, post)
    assert await find_newest_post(store, row.id, MessageRole.LOBBY) == Sent(row.id, "lobby", 44, 999, 0)


async def test_posts_are_put_off_given_up_and_overtaken(tables: Tables, store: Store):
    assert isinstance(store.clock, FrozenClock)
    table = await running(tables)
    for _ in range(2):
        await act(table, PASS)
    queue = await outbox.load_queue(store, CHANNEL)
    assert [p.kind for p in queue] == ["start", "panel", "panel", "panel"]
    assert await outbox.drop_superseded(store, table.id, "panel") == 2
    start, panel = await outbox.load_queue(store, CHANNEL)
    assert panel.payload == {}, "it calls those who must act when it is sent"
    later = store.clock.now().replace(minute=5)
    await outbox.put_off(store, panel, later)
    await outbox.drop_post(store, start.id, "50001")
    assert await outbox.load_queue(store, CHANNEL) == []
    assert (await outbox.find_pending(store))[1] == later
    store.clock.advance(minutes=5)
    assert [p.id for p in await outbox.load_queue(store, CHANNEL)] == [panel.id]


async def test_what_was_sent_or_dropped_is_not_marked_failed(tables: Tables, store: Store):
    """Another process may have sent a post while this one waited for an answer; `/host resend` must not send it again."""
    table = await running(tables)
    start, panel = await outbox.load_queue(store, CHANNEL)
    await outbox.mark_sent(store, start, 998, [Sent(table.id, "start", CHANNEL, 998, 0)])
    await outbox.drop_post(store, panel.id, "said")
    for post in (start, panel):
        await outbox.mark_failed(store, post.id, "50001")
    assert not await outbox.find_failed(store)
    assert not await outbox.requeue_failed(store, table.id)


async def test_a_silent_panel_does_not_take_the_place_of_one_that_calls(tables: Tables, store: Store):
    """Whoever must act is called though somebody else acts, or hands in a maximum, before the panel has left."""
    table = await running(tables)
    await act(table, PASS)
    calling = (await outbox.load_queue(store, CHANNEL))[-1]
    quiet = NewPost(kind=PostKind.PANEL, game=table.id, content=PanelContent(silent=True))
    await store.enqueue(quiet)
    await store.enqueue(replace(quiet, not_before=store.clock.now() + timedelta(seconds=90)))
    assert await outbox.drop_superseded(store, table.id, "panel") == 1, "the call before is overtaken"
    assert calling.id in [p.id for p in await outbox.load_queue(store, CHANNEL)]
    await outbox.drop_post(store, calling.id, "said")
    assert await outbox.drop_superseded(store, table.id, "panel") == 1, "of silent ones the newest is left"


async def test_a_refused_direct_message_goes_to_the_thread_and_stays_there(tables: Tables, store: Store):
    from bot.reminders.scheduler import load_person_settings

    table = await running(tables)
    (number,) = await store.enqueue(NewPost(kind=PostKind.REMINDER, game=table.id, user=BOB))
    assert (await outbox.find_pending(store))[0] == [0, CHANNEL]
    (post,) = await outbox.load_queue(store, 0)
    assert (post.id, post.channel, post.user) == (number, CHANNEL, BOB)
    await outbox.redirect_to_thread(store, number)
    assert (await outbox.find_pending(store))[0] == [CHANNEL]
    assert (await outbox.load_queue(store, CHANNEL))[-1].id == number
    assert (await load_person_settings(store, BOB)).dm_closed


async def test_ids_of_posts_are_never_used_twice(store: Store):
    (one,) = await store.enqueue(NewPost(kind=PostKind.PANEL, channel=5))
    async with store.writing() as conn:
        await conn.execute(schema.outbox.delete())
    (two,) = await store.enqueue(NewPost(kind=PostKind.PANEL, channel=5))
    assert two > one, "the id is the nonce"


async def test_old_interactions_are_forgotten_at_the_next_start(address: str):
    clock = FrozenClock(NOON)
    store = await opened(address, clock)
    await store.record_result(1, 0, {})
    clock.advance(days=6)
    await store.record_result(2, 0, {})
    clock.advance(days=2)
    await store.close()
    store = await opened(address, clock)
    assert await store.recorded_result(1) is None
    assert await store.recorded_result(2) == {}
    await store.close()


async def test_thinned_snapshots_leave_room_for_other_moves():
    store = await opened()
    table = await running(tables_of(store))
    before = await measure_size(store)
    for _ in range(240):
        await act(table, pledge(1))
    await play_out(table)
    written = await measure_size(store) - before
    await thin_snapshots(store, table.id)
    thinned = await measure_size(store) - before
    async with store.reading() as conn:
        moves = (await conn.execute(select(schema.moves).order_by(schema.moves.c.id))).all()
    assert [m.id for m in moves if m.state is None], "some are dropped"
    assert thinned < 0.6 * written, "whole pages are free"
    await store.close()


async def test_a_finished_game_stays_small():
    store = await opened()
    table = await running(tables_of(store))
    for _ in range(30):
        await act(table, pledge(1))
    await play_out(table)
    await thin_snapshots(store, table.id)
    async with store.reading() as conn:
        rows = (await conn.execute(select(schema.moves.c.state, schema.moves.c.events, schema.moves.c.action))).all()
        again = await row_mapping.load_game(conn, table.id)
    assert sum(len(part or b"") for row in rows for part in row) < 40_000
    assert again == table.row
    assert LEFT.option == "left"
    await store.close()
