"""Several processes on one PostgreSQL: who is faster writes, each post is sent once, each reminder rings once, whoever dies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest
from sqlalchemy import select, text

from bot.model.kinds import PostState, TableStatus, Via
from bot.reminders import scheduler
from bot.storage import engine, leases, outbox, schema
from bot.storage.databases import postgres_backend
from bot.storage.errors import DatabaseError
from bot.storage.repositories.moves import load_line
from bot.storage.store import Locked, Store
from bot.tables.service import Tables
from game.play import Game
from tests.conftest import ROOT
from tests.support.held_clock import FrozenClock
from tests.support.network_cut import wire
from tests.support.rival_process import FastClock, Wall
from tests.support.toy_tables import ANN, CHANNEL, NOON, PASS, act, first, opened, pledge, race, running, tables_of

DATABASES = ("postgres",)
TABLES = 6


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what another process, or the server, does."""
    async with asyncio.timeout(120):
        while not await done():  # noqa: ASYNC110 no event of ours tells
            await asyncio.sleep(0.02)


async def rival_store(address: str, clock: FrozenClock | None = None) -> Store:
    """Another process on the same database, but in this one."""
    store = Store(address, clock or FrozenClock(NOON))
    await store.open(exclusive=False)
    return store


async def dropped(tables: Tables, game: int) -> bool:
    return tables.table_in_memory(game) is None


# ---------------------------------------------------------------------- moves


async def test_the_loser_answers_from_what_the_winner_has_left(address: str, monkeypatch: pytest.MonkeyPatch):
    one, two = await opened(address), await rival_store(address)
    table = await running(tables_of(one))
    other = await tables_of(two).get(table.id)
    seat = first(table)
    race(monkeypatch)
    results = await asyncio.gather(*(t.play(seat, pledge(n), Via.PANEL) for n, t in enumerate((table, other), 1)))
    assert sorted(r.stale for r in results) == [False, True]
    winner = next(r for r in results if not r.stale)
    assert {r.move for r in results} == {winner.move}, "both answers tell of the same position"
    assert table.position.move == other.position.move == winner.move
    assert table.row == other.row
    await one.close()
    await two.close()


async def test_a_press_that_comes_to_two_processes_is_played_once_and_answered_twice(address: str):
    one, two = await opened(address), await rival_store(address)
    table = await running(tables_of(one))
    other = await tables_of(two).get(table.id)
    seat = first(table)
    results = await asyncio.gather(*(t.play(seat, pledge(3), Via.PANEL, 77) for t in (table, other)))
    assert [r.refused for r in results] == [None, None]
    assert sorted(r.repeated for r in results) == [False, True]
    assert len(await table.history()) == 2
    await one.close()
    await two.close()


async def test_a_press_on_what_another_process_has_posted_is_not_taken_for_an_old_one(address: str):
    """Though nothing was heard of the change."""
    one, two = await opened(address), await rival_store(address)
    table = await running(tables_of(one))
    deaf = tables_of(two)
    two._changed.clear()
    other = await deaf.get(table.id)
    await act(table, pledge(3))
    seat = first(table)
    assert other.position.move != table.position.move
    played = await other.play(seat, PASS, Via.PANEL, action_version=table.action_version(seat))
    assert played.refused is None
    await one.close()
    await two.close()


async def test_others_hear_of_a_change_and_load_the_table_anew(address: str):
    one, two = await opened(address), await rival_store(address)
    table = await running(tables_of(one))
    others = tables_of(two)
    await others.get(table.id)
    await act(table, pledge(3))
    await until(lambda: dropped(others, table.id))
    assert (await others.get(table.id)).position.move == table.position.move
    await tables_of(one).change_settings(table.id, ANN, pace="live")
    await until(lambda: dropped(others, table.id))
    assert (await others.get(table.id)).row.pace == "live"
    await one.close()
    await two.close()


async def test_after_a_broken_connection_changes_are_heard_again(address: str, postgres):
    one, two = await opened(address), await rival_store(address)
    tables = tables_of(one)
    table = await running(tables)
    others = tables_of(two)
    await others.get(table.id)
    await postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    await until(lambda: dropped(others, table.id))
    await others.get(table.id)

    async def heard() -> bool:
        await act(table, pledge(1))
        return await dropped(others, table.id)

    await until(heard)
    await one.close()
    await two.close()


# ---------------------------------------------------------------------- locks of who is cut off


async def write(store: Store, game: int = 0) -> None:
    async with store.writing(game, quiet=True):
        pass


async def test_who_is_cut_off_in_the_middle_of_a_statement_keeps_no_lock(address: str, monkeypatch):
    """The driver has sent the words of a statement and not yet its values, so the server does not count it as idle."""
    assert engine.SESSION["server_settings"]["statement_timeout"] == "10s"
    monkeypatch.setitem(engine.SESSION["server_settings"], "statement_timeout", "1s")
    one = await rival_store(address)
    with suppress(OSError, DatabaseError):  # what it is told when the wire is mended
        async with one.writing() as conn:
            cut_off = (await conn.get_raw_connection()).driver_connection
            assert cut_off is not None
            await cut_off.prepare("SELECT 1")
            two = await rival_store(address)
            await asyncio.wait_for(write(two, 1), 60)
            await two.close()
    await one.close()


async def test_who_is_cut_off_gets_no_lock_after_waiting_for_it(address: str, postgres, monkeypatch):
    """It would keep one after the other, each until it counts as idle, which no machine is too slow to see here."""
    monkeypatch.setattr(postgres_backend, "LOCK_WAIT", 0.5)
    monkeypatch.setattr(postgres_backend, "LOCK_ATTEMPTS", 1000)
    for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
        monkeypatch.setitem(engine.SESSION["server_settings"], limit, "200s")
    async with wire(postgres.port) as cable:
        far = await rival_store(address.replace(f":{postgres.port}/", f":{cable.port}/"))
        near = await rival_store(address)
        async with near.writing():
            queued = [asyncio.create_task(write(far)) for _ in range(6)]
            await until(lambda: waiting_for_locks(near, 6))
            cable.cut()
            await until(lambda: waiting_for_locks(near, 0))
        await asyncio.wait_for(write(near), 60)
        cable.mend()
        await asyncio.gather(*queued, return_exceptions=True)
        await far.close()
        await near.close()


async def waiting_for_locks(store: Store, number: int) -> bool:
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
    async with store.claiming() as conn:
        return bool(await conn.scalar(text(waits)) == number)


async def test_who_is_connected_waits_longer_for_a_lock(address: str, monkeypatch):
    monkeypatch.setattr(postgres_backend, "LOCK_WAIT", 0.2)
    monkeypatch.setattr(postgres_backend, "LOCK_ATTEMPTS", 1000)
    one, two = await rival_store(address), await rival_store(address)
    async with one.writing():
        waiter = asyncio.create_task(write(two, 1))
        await asyncio.sleep(0.7)
        assert not waiter.done()
    await waiter
    monkeypatch.setattr(postgres_backend, "LOCK_ATTEMPTS", 2)
    async with one.writing():
        with pytest.raises(DatabaseError, match="lock timeout"):
            await write(two, 1)
    await write(two, 1)
    await one.close()
    await two.close()


# ---------------------------------------------------------------------- posts, reminders, shards


async def test_one_process_sends_to_a_channel_until_it_lets_go_or_dies(address: str):
    clock = FrozenClock(NOON)
    one, two = await opened(address, clock), await rival_store(address, clock)
    await running(tables_of(one))
    name, other = leases.channel_lease(CHANNEL), leases.channel_lease(12)
    assert await leases.claim_leases(one, [name]) == {name}
    assert await leases.claim_leases(two, [name, other]) == {other}
    (post, *_) = await outbox.load_queue(two, CHANNEL)
    assert not await outbox.mark_sending(two, post, lease=name)
    assert await outbox.mark_sending(one, post, lease=name)
    clock.advance(seconds=20)
    await leases.renew_leases(one, [name])
    clock.advance(seconds=20)
    assert await leases.claim_leases(two, [name]) == set(), "it was renewed"
    clock.advance(seconds=20)
    assert await leases.claim_leases(two, [name]) == {name}, "whoever held it has died"
    assert not await outbox.mark_sending(one, post, lease=name), "or comes back too late"
    await leases.release_leases(two, [name])
    assert await leases.claim_leases(one, [name]) == {name}
    await one.close()
    await two.close()


async def test_a_reminder_rings_in_one_process(address: str):
    clock = FrozenClock(NOON)
    one, two = await opened(address, clock), await rival_store(address, clock)
    for n in range(4):
        await running(tables_of(one), channel=20 + n)
    clock.advance(days=2)
    written = await asyncio.gather(*(scheduler.send_due_reminders(s) for s in (one, two, one, two)))
    assert sorted(written)[:3] == [0, 0, 0]
    assert max(written) > 0
    await one.close()
    await two.close()


async def test_each_shard_is_served_once(address: str):
    def serving(*shards: int) -> Store:
        return Store(address, FrozenClock(NOON), shards or None)

    low, high, both, every = serving(0, 1), serving(2), serving(1, 2), serving()
    await low.open()
    await high.open()
    for late in (both, every):
        with pytest.raises(Locked):
            await late.open()
    waited = asyncio.Event()
    task = asyncio.create_task(both.open(waiting=waited.set))
    await asyncio.wait_for(waited.wait(), 120)
    await low.close()
    await high.close()
    await asyncio.wait_for(task, 120)
    await both.close()
    await every.open()
    await every.close()


# ---------------------------------------------------------------------- kills


class Rivals:
    """Processes that play at the same tables, each with an address of the one database."""

    def __init__(self, folder: Path, addresses: Sequence[str]) -> None:
        self.folder = folder
        self.addresses = addresses
        self.began = time.time()
        self.processes: list[asyncio.subprocess.Process] = []

    async def begin(self, address: str) -> None:
        """Tables, and everybody at them."""
        store = Store(address, FastClock(self.began))
        await store.open(exclusive=False)
        for n in range(TABLES):
            await running(tables_of(store), channel=20 + n, undo="free", pace="live", nudge_minutes=15)
        await store.close()
        self.processes = [await self._start(n) for n in range(len(self.addresses))]

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        where = (self.addresses[number], str(self.folder), str(number), str(self.began))
        with (self.folder / f"log{number}").open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.support.rival_process", *where,
                cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=log, stderr=log,
            )  # fmt: skip

    def _acknowledged(self) -> int:
        acks = self.folder / "acks"
        return len(acks.read_text("utf-8").split()) if acks.exists() else 0

    def _logs(self) -> str:
        return "".join(log.read_text("utf-8") for log in sorted(self.folder.glob("log*")))

    async def go_on(self, moves: int) -> None:
        """Wait until so many more moves are acknowledged."""
        wanted = self._acknowledged() + moves

        async def enough() -> bool:
            assert all(p.returncode is None for p in self.processes), self._logs()
            return self._acknowledged() >= wanted

        await until(enough)

    async def kill(self, number: int) -> None:
        """As when the power goes, and comes again."""
        self.processes[number].send_signal(signal.SIGKILL)
        await self.processes[number].wait()
        self.processes[number] = await self._start(number)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def stop(self) -> None:
        """All end in good order, with nothing left to send."""
        (self.folder / "stop").touch()
        ended = [await asyncio.wait_for(p.wait(), 120) for p in self.processes]
        assert ended == [0] * len(ended), self._logs()


async def play_and_kill(address: str, folder: Path, processes: int, kills: int) -> None:
    """So many processes play on one database, one of them is killed so often; in the end all stop in good order."""
    chance = random.Random(4)
    async with Rivals(folder, [address] * processes) as rivals:
        await rivals.begin(address)
        for _ in range(kills):
            await rivals.go_on(chance.randint(1, 8))
            await asyncio.sleep(chance.random() * 0.1)
            await rivals.kill(chance.randrange(processes))
        await rivals.stop()


async def check(address: str, folder: Path) -> Counter[str]:
    """Nothing is lost, nothing is there twice; how much there was."""
    store = await opened(address)
    try:
        return await _compare(store, folder)
    finally:
        await store.close()


async def _compare(store: Store, folder: Path) -> Counter[str]:
    acks = [int(n) for n in (folder / "acks").read_text("utf-8").split()]
    wall = Wall(folder / "posts").read()
    async with store.reading() as conn:
        results = {row.id: row.result for row in await conn.execute(select(schema.interactions))}
        moves = {row.id: row for row in await conn.execute(select(schema.moves))}
        posts = (await conn.execute(select(schema.outbox).order_by(schema.outbox.c.id))).all()
        rang = (await conn.execute(select(schema.reminders).where(schema.reminders.c.sent.is_not(None)))).all()
    # Moves: what was acknowledged is there, and what is there was asked for once.
    assert all(moves[results[n]["move"]].game for n in acks)
    made = [r["move"] for r in results.values() if "move" in r and "kind" not in r]
    asked = [m.id for m in moves.values() if m.via == Via.COMMAND]
    assert sorted(made) == sorted(asked)
    for row in await store.find_tables(statuses=(TableStatus.RUNNING, TableStatus.FINISHED)):
        table = await tables_of(store).get(row.id)
        line = await load_line(store, row.id, row.head)
        assert [m.depth for m in line] == list(range(len(line)))
        game = Game.load(table.rules, await table.state_at(line[0].id))
        for stored in line[1:]:
            game.play(Game.codec_of(table.rules).action(stored.action))
        assert game.fingerprint() == line[-1].fingerprint
    # Posts: each stands once, none waits, and those of a channel stand in order.
    counted = Counter(line.split()[0] for line in wall)
    assert not [line for line, times in counted.items() if times > 1]
    assert {p.state for p in posts} <= {PostState.SENT, PostState.DEAD}
    assert {f"ob{p.id}" for p in posts if p.state == PostState.SENT} == set(counted)
    # Reminders: what rang was said, and said once.
    said = Counter(
        (item["game"], item["seat"], item["move"], item["kind"], item["since"])
        for p in posts
        if p.kind in {"reminder", "question"} and not p.user
        for item in p.payload.get("items", [p.payload])
    )
    assert max(said.values(), default=1) == 1
    assert all((r.game, r.seat, r.move, r.kind, int(r.since.timestamp())) in said for r in rang)
    return Counter(acknowledged=len(acks), moves=len(moves), posts=len(wall), reminders=sum(said.values()))


async def test_two_processes_play_on_while_one_is_killed(address: str, tmp_path: Path):
    await play_and_kill(address, tmp_path, 2, 1)
    assert (await check(address, tmp_path))["posts"] > 0


async def test_three_processes_play_on_while_one_is_killed(address: str, tmp_path: Path):
    await play_and_kill(address, tmp_path, 3, 2)
    assert (await check(address, tmp_path))["acknowledged"] >= 2


@pytest.mark.long
async def test_a_process_that_is_cut_off_from_the_database_loses_and_doubles_nothing(
    address: str, tmp_path: Path, postgres
):
    """What it was doing is done by the other; when the wire is mended it goes on.

    Not among the short tests, as it often fails: a session cut off between preparing a statement and sending its values has been
    seen to keep its locks beyond the limit for statements, for the two minutes that are waited. The wire answers keepalives, so
    the server does not notice by them either. Not shown until that is mended: that others go on after every cut.
    """
    async with wire(postgres.port) as cable:
        far = address.replace(f":{postgres.port}/", f":{cable.port}/")
        async with Rivals(tmp_path, [far, address]) as rivals:
            await rivals.begin(address)
            for _ in range(2):
                await rivals.go_on(4)
                cable.cut()
                await rivals.go_on(6)
                cable.mend()
            await rivals.go_on(4)
            await rivals.stop()
    assert (await check(address, tmp_path))["acknowledged"] >= 20


@pytest.mark.long
@pytest.mark.timeout(3000)
async def test_two_hundred_kills(address: str, tmp_path: Path, record_testsuite_property):
    await play_and_kill(address, tmp_path, 3, 200)
    record_testsuite_property("200 kills", dict(await check(address, tmp_path)))
