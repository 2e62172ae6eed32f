"""Kills at numbered points of an evening, and what is lost or there twice afterwards.

`python -m tests.kill_process N` kills the bot N times with SIGKILL, each time before or after a step of its event loop or a
statement of its database: in moves, posts, reminders, an import, taking back. Its Discord runs on and forgets all nonces at each
kill. `--database postgresql` does so on a server of the run's own. `--simulate` does the same to the store alone, in this
process, with a Discord that is a list. Exit status 1 after a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import discord

from bot.client.client import Bot, ClientOptions
from bot.commands import setup_all
from bot.reminders import scheduler
from bot.storage import engine, outbox
from bot.storage.databases import sqlite_driver
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views.pictures import post_pictures
from tests.support.bot_process import TOKEN, Afar
from tests.support.crash_process import Points
from tests.support.database_choice import POSTGRESQL, NewDatabase, add_database_option, databases, file_address
from tests.support.discord_server import serving
from tests.support.scripted_evening import Journal, Tally, evening, verdict
from tests.support.thin_discord import at_once, near
from titles import TITLES

LONGEST = 600  # seconds until a run that does not end is a fault
OFTEN = 0.85  # of the deaths come soon: a long transaction needs the others
FEW = 12  # kills of an evening, each in what the one before has left


def install(points: Points) -> None:
    """Before and after each step of the loop, and each statement of the database in its thread."""
    loops: Any = asyncio.Handle
    cursor: Any = sqlite_driver.Cursor
    step, do = loops._run, cursor._run_statement

    def run(handle: Any) -> None:
        points.pass_()
        step(handle)
        points.pass_()

    def done(cursor: Any, *args: Any) -> Any:
        points.pass_()
        found = do(cursor, *args)
        points.pass_()
        return found

    loops._run, cursor._run_statement = run, done


async def reckon(total: Tally, folder: Path, address: str, made: Counter[str]) -> None:
    """Add an evening to all; one with a fault is told and its folder kept, with the database if that is a file."""
    found = await verdict(address, Journal(folder), made)
    total.add(found)
    if found.faults:
        print(f"the evening in {folder}: {found}", flush=True)  # noqa: T201
    else:
        shutil.rmtree(folder)


# ---------------------------------------------------------------------- real kills


def child(folder: Path, database: str, discord_url: str, channels: tuple[int, int], deadly: int) -> None:
    """The bot in a process of its own."""
    discord.http.Route.BASE = f"{discord_url}/api/v10"

    async def no_pictures(*_args: object, **_more: object) -> tuple[()]:
        return ()

    post_pictures.panel_pictures = no_pictures
    points = Points(deadly)
    install(points)
    asyncio.run(bot_evening(folder, database, channels))
    (folder / "points").write_text(str(points.met), "utf-8")


async def bot_evening(folder: Path, database: str, channels: tuple[int, int]) -> None:
    journal = Journal(folder)
    clock = journal.clock()
    store = Store(database, clock)
    await store.open(waiting=lambda: None)  # a server takes a moment to notice that the process before was killed
    bot = Bot(store, TITLES, setup_all, ClientOptions(shard_count=1, held=True))

    async def rest() -> None:
        bot.schedule.watch.wake()
        await bot.schedule.wait_for_look()
        bot.sender.wake()
        await bot.sender.drain()

    try:
        await bot.login(TOKEN)
        await bot.open_gate()
        await evening(bot.tables, journal, clock, channels, rest)
        assert bot.run_state.last_fault is None, bot.run_state.last_fault
        await bot.stop_work()
    finally:
        await bot.close()
        await store.close()


async def kills(number: int, seed: int, places: Path, new_database: NewDatabase) -> Tally:
    """So many kills; each evening has a few and then comes to its end."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.support.scripted_evening", "tests.support.bot_process", "bot.commands"])
    env = Afar()
    guild = env.create_guild("Rails")
    made: Counter[str] = Counter()
    notes = env.wire._nonces

    async def run(folder: Path, database: str, channels: tuple[int, int], deadly: int) -> int:
        process = processes.Process(target=child, args=(folder, database, env.wire.url, channels, deadly))
        process.start()
        async with asyncio.timeout(LONGEST):
            while process.is_alive():  # noqa: ASYNC110 another process: no event of ours tells
                await asyncio.sleep(0.01)
        process.join()
        made.update(nonce for (path, nonce) in notes if path.split("/")[2] in map(str, channels))
        notes.clear()
        assert process.exitcode is not None
        return process.exitcode

    chance, total, died, evenings = random.Random(seed), Tally(), 0, 0
    async with serving(env.wire):
        points = 0
        began = time.monotonic()
        while died < number or not points:
            folder = places / str(evenings)
            folder.mkdir()
            database = await new_database(folder)
            channels = tuple(guild.create_text_channel(f"t{evenings}-{n}").id for n in range(2))
            made.clear()
            deaths = 0
            while True:
                # The first of each evening walks through all points in turn, the others come where they may.
                first = 1 + (evenings * 7919) % max(points, 1)
                wanted = 0 if not points or deaths == FEW else chance.randint(1, points // FEW) if deaths else first
                ended = await run(folder, database, channels, wanted)  # type: ignore[arg-type]
                if ended == -signal.SIGKILL:
                    deaths += 1
                    continue
                assert ended == 0, f"the bot ended with {ended} in {folder}"
                break
            points = points or int((folder / "points").read_text("utf-8"))
            died += deaths
            evenings += 1
            await reckon(total, folder, database, made)
            if evenings % 10 == 0:
                seconds = time.monotonic() - began
                print(f"{died} kills, {evenings} evenings, {seconds:.0f} s: {total}", flush=True)  # noqa: T201
    print(f"{died} kills at {points} points of an evening, {evenings} evenings: {total}", flush=True)  # noqa: T201
    return total


# ---------------------------------------------------------------------- the store alone


class Mortal:
    """A database that dies at a statement: neither that nor any later one is carried out."""

    def __init__(self) -> None:
        self.left = 0  # statements until it dies; 0: never
        self.dead = False
        self.after = False  # the deadly statement is carried out
        do: Any = sqlite_driver.Cursor._run_statement
        commit, rollback = sqlite_driver.Connection.commit, sqlite_driver.Connection.rollback

        def done(cursor: Any, *args: Any) -> Any:
            self._step()
            found = None if self.dead and not self.after else do(cursor, *args)
            self._check()
            return found

        def committed(connection: Any) -> None:
            self._step()
            if not self.dead or self.after:
                commit(connection)
            self._check()

        def rolled_back(connection: Any) -> None:
            if not self.dead:
                rollback(connection)

        connection: Any = sqlite_driver.Connection
        cursor: Any = sqlite_driver.Cursor
        cursor._run_statement, connection.commit, connection.rollback = done, committed, rolled_back

    def _step(self) -> None:
        if self.dead:
            raise sqlite3.OperationalError("dead")
        if self.left:
            self.left -= 1
            self.dead = not self.left

    def _check(self) -> None:
        if self.dead:
            self.after = False
            raise sqlite3.OperationalError("dead")


async def deliver(store: Store, made: Counter[str], mortal: Mortal) -> None:
    """What the publisher does, with a Discord that keeps the nonce for good."""
    for channel in (await outbox.find_pending(store))[0]:
        for post in await outbox.load_queue(store, channel):
            if post.state != "sending" or not made[f"ob{post.id}"]:
                await outbox.mark_sending(store, post)
                made[f"ob{post.id}"] += not mortal.dead
            await outbox.mark_sent(store, post, 1000 + post.id)


async def simulate(number: int, seed: int, places: Path) -> Tally:
    """So many deaths of the database, each some statements after the last; all in this thread, by one engine."""
    vars(engine)["PRAGMAS"] = (*engine.PRAGMAS, "synchronous=OFF")
    setattr(sqlite_driver.ThreadedConnection, "run", near)  # noqa: B010 of another kind
    asyncio.to_thread = at_once  # type: ignore[assignment]
    engine.connect_file = cache(engine.connect_file)  # which keeps its statements; connections end with each store
    chance, mortal, total = random.Random(seed), Mortal(), Tally()
    died = evenings = 0
    empty = Store(file_address(places), Journal(places).clock())
    await empty.open()
    await empty.close()
    folder = places / "now"
    while died < number:
        folder.mkdir()
        shutil.copy(places / "trunkline.sqlite", folder)
        made: Counter[str] = Counter()
        over = False
        while not over:
            mortal.dead, mortal.after = False, chance.random() < 0.5
            mortal.left = chance.randint(1, 40 if chance.random() < OFTEN else 300)
            journal = Journal(folder)
            clock = journal.clock()
            store = Store(file_address(folder), clock)
            try:
                await store.open()

                async def rest(store: Store = store, made: Counter[str] = made) -> None:
                    await scheduler.send_due_reminders(store)
                    await deliver(store, made, mortal)

                await evening(Tables(store, TITLES), journal, clock, (11, 12), rest)
                over = True
            except Exception:
                if not mortal.dead:
                    raise
                died += 1
            mortal.left = 0
            mortal.dead = True  # what is open is thrown away, as with the process
            await store.close()
            mortal.dead = False
        evenings += 1
        done = folder.rename(places / str(evenings))
        await reckon(total, done, file_address(done), made)
        if evenings % 20 == 0:
            print(f"{died} deaths, {evenings} evenings: {total}", flush=True)  # noqa: T201
    print(f"{died} deaths of the database in {evenings} evenings: {total}", flush=True)  # noqa: T201
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulate", action="store_true", help="of the store alone, in this process")
    add_database_option(parser)
    given = parser.parse_args()
    if given.simulate and given.database == POSTGRESQL:
        parser.error("--simulate lets SQLite's driver die: there is none for PostgreSQL")
    places = Path(tempfile.mkdtemp(prefix="kills-"))
    if given.simulate:
        total = asyncio.run(simulate(given.number, given.seed, places))
    else:
        with databases(given.database) as new_database:
            total = asyncio.run(kills(given.number, given.seed, places, new_database))
    if not total.faults:
        shutil.rmtree(places)
    return 1 if total.faults else 0


if __name__ == "__main__":
    sys.exit(main())
