"""Anything that people may type, press, choose or hand in, at tables of all titles in all phases.

`python -m tests.fuzz_inputs 20000` tries so many inputs and prints each fault once, with the shortest list of inputs that leads
to it; it ends with 1 if there is one. `--seed S` tries others, `--database postgresql` does so on a server of the run's own. What
must hold after each input is in `Judge`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from PIL import Image
from sqlalchemy import ColumnElement, Row, Select, select

from bot.cli.render import draw_everything
from bot.client.client import Bot
from bot.core import worker_process
from bot.core.errors import NotPossible
from bot.core.free_memory import return_free_memory
from bot.core.log_format import TextLines
from bot.model.kinds import TableStatus
from bot.storage import engine, schema
from bot.storage.databases import sqlite_driver
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.views.messages import Picture
from bot.views.pictures import drawing
from tests.fuzz import damaged
from tests.support import api_contract
from tests.support.database_choice import SQLITE, add_database_option, databases, file_address
from tests.support.game_phases import phases
from tests.support.held_clock import HeldClock
from tests.support.random_inputs import Crowd, Input
from tests.support.thin_discord import GUILD, ROOM, SELF, START, Done, Thin, at_once, near, thin
from tests.support.worker_threads import start_in_thread
from titles import TITLES

FIRST = 1 << 50  # people's ids are as long as Discord's
PEOPLE = {FIRST + n: name for n, name in enumerate(("Ann", "Bob", "Cid", "Dora", "Emil", "Eve", "Max"))}
MAX = FIRST + 6  # who manages the server
LENGTH = 400  # inputs in one world
TABLES = 6  # that have begun, in one world
DRAWN = 8  # in one of so many worlds pictures are really drawn: what is kept of them is there before memory is measured
PROMPT = 1.0  # seconds of work until an interaction must be acknowledged; Discord waits for three
TRIES = 120  # replays for making a list of inputs shorter
GAMES, SEATS = schema.games.c, schema.seats.c
OF_TABLE: tuple[ColumnElement[Any], ...] = (  # what others must not change by acting elsewhere
    GAMES.status, GAMES.host, GAMES.head, GAMES.ended, GAMES.undo, GAMES.post_level, GAMES.pace, GAMES.options,
    GAMES.min_players, GAMES.max_players, GAMES.paused,
)  # fmt: skip
SETTLED, LATE, MORE = 20_000, 100_000, 1.1  # inputs after which the memory is measured, and how much it may grow


class Kept(logging.Handler):
    """What was logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@dataclass
class Fault:
    """Something that must not be. `key`: what tells it from others."""

    key: str
    text: str
    inputs: tuple[Input, ...] = ()


@dataclass
class World:
    """Tables in some phases, and a crowd around them."""

    bot: Bot
    thin: Thin
    log: Kept
    loose: list[str] = field(default_factory=list)  # errors of tasks that nobody awaited

    def crowd(self, dice: Random) -> Crowd:
        """People who have seen the posts that there are."""
        made = Crowd(dice, self.bot, [*PEOPLE])
        for message in self.thin.messages.values():
            made.see(0, 0, message["components"])
        return made

    async def do(self, made: Input) -> Done:
        """One input, and all that it sets off."""
        to, channel = self.thin, await self.channel(made)
        if made.kind == "time":
            return await to.wait(made.amount)
        if made.kind == "press":
            return await to.press(
                made.user, channel, made.what, made.values, private=made.private, members=bool(made.given)
            )
        if made.kind == "submit":
            return await to.submit(made.user, channel, made.what, made.given, private=made.private)
        if made.kind == "menu":
            posts = [id for at, id in to.messages if at == channel] or [1]
            target = made.amount if made.amount in PEOPLE else posts[-1 - made.amount % len(posts)]
            return await to.menu(made.user, channel, made.what, target)
        return await to.command(made.user, channel, made.what, made.given, self._resolved(made), focused=made.focused)

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """What stands in the database."""
        async with self.bot.store.reading() as conn:
            rows: Sequence[Row[Any]] = (await conn.execute(query)).all()
        return rows

    async def channel(self, made: Input) -> int:
        if made.at < 0:
            return made.user
        rows = await self.rows(select(GAMES.channel).where(GAMES.id == made.at))
        return rows[0].channel if rows and rows[0].channel in self.thin.channels else ROOM

    def _resolved(self, made: Input) -> dict[str, Any]:
        """People, channels and files that options name."""
        found: dict[str, dict[str, Any]] = {"users": {}, "members": {}, "channels": {}, "attachments": {}}
        for value in made.given.values():
            if not isinstance(value, dict):
                continue
            id = value["value"]
            if value["type"] == 6:
                found["users"][id] = self.thin.user(int(id))
                if int(id) in {*PEOPLE, SELF}:
                    found["members"][id] = {k: v for k, v in self.thin.member(int(id)).items() if k != "user"}
            elif value["type"] == 7:
                found["channels"][id] = self.thin.channels[int(id)] | {"permissions": "0"}
            else:
                data = self.thin.files["file"] = file(made.amount)
                found["attachments"][id] = {
                    "id": id,
                    "filename": "file",
                    "size": len(data),
                    "url": "https://cdn.invalid/file",
                    "proxy_url": "",
                }
        return found

    async def tables(self) -> dict[int, Table | None]:
        """Those that there are, by number."""
        found: dict[int, Table | None] = {}
        for row in await self.rows(select(GAMES.id, GAMES.status).order_by(GAMES.id)):
            number = row.id
            found[number] = None
            if row.status in {TableStatus.RUNNING, TableStatus.FINISHED}:
                with contextlib.suppress(NotPossible):
                    found[number] = await self.bot.tables.get(number)
        return found


def file(number: int) -> bytes:
    """A file that somebody hands in: a damaged game, or anything."""
    dice = Random(number)
    if dice.random() < 0.5:
        with contextlib.suppress(IndexError):  # where there are no recorded games
            return damaged(dice.choice([*TITLES]), number)
    return dice.choice(
        (
            b"",
            b"{}",
            b"[]",
            b"title 18GA\nplayers a b c\nseed 1\n\n",
            b"\xff\xfe",
            b"title 18GA\n" * 99,
            dice.randbytes(200),
        )
    )


def small(_: Any, kind: str, view: Any, make: Any, alts: Sequence[str], *key: object) -> tuple[Picture, ...]:
    return tuple(Picture(f"{kind}-{n}.png", PNG, alt) for n, alt in enumerate(alts))


async def stub(table: Table, kind: str, view: Any, make: Any, alts: Sequence[str], *key: object) -> tuple[Picture, ...]:
    """Pictures that take no time."""
    return small(table, kind, view, make, alts)


def _png() -> bytes:
    out = BytesIO()
    Image.new("RGB", (1, 1)).save(out, "PNG")
    return out.getvalue()


PNG = _png()
DRAW = drawing.draw_all


NewWorld = Callable[[], Awaitable[str]]  # makes an empty database; returns its address


def copy_of(empty: Path, path: Path) -> NewWorld:
    """What copies a database without tables each time, which takes less time than making one."""

    async def copy() -> str:
        for old in path.parent.glob(f"{path.name}*"):
            old.unlink()
        shutil.copyfile(empty, path)
        return f"sqlite+aiosqlite:///{path}"

    return copy


@asynccontextmanager
async def world(new_database: NewWorld, dice: Random, drawn: bool, longest: int) -> AsyncIterator[World]:
    """A fresh world."""
    address = await new_database()
    log, loop = Kept(), asyncio.get_running_loop()
    drawing.draw_all = DRAW if drawn else stub

    async def tables(made: Tables) -> None:
        for number in range(TABLES):
            found = phases(dice.choice([*TITLES]), longest)
            by_step = {p.step: [q for q in found if q.step == p.step] for p in found}
            users = dice.sample([*PEOPLE][:5], 5)
            host = users[0] if dice.random() < 0.7 else MAX
            await dice.choice(by_step[dice.choice([*by_step])]).table(made, GUILD, 20 + number, host, users, PEOPLE)

    logging.getLogger().addHandler(log)
    try:
        async with thin(address, PEOPLE, {MAX}, tables) as found:
            made = World(found.bot, found, log)
            loop.set_exception_handler(lambda _, c: made.loose.append(str(c.get("exception") or c["message"])))
            for user in [*PEOPLE][:2]:  # a table that has not begun
                await found.command(user, ROOM, "game new", {"title": dice.choice([*TITLES])})
            log.records.clear()
            found.bot.run_state.faults, found.bot.run_state.last_fault = 0, None
            yield made
    finally:
        loop.set_exception_handler(None)
        logging.getLogger().removeHandler(log)


# ---------------------------------------------------------------------- what must hold


class Judge:
    """Looks at the world before and after an input."""

    def __init__(self, w: World, dice: Random) -> None:
        self.w, self.dice = w, dice
        self.before: dict[int, tuple[Any, ...]] = {}

    async def look(self) -> None:
        """Note how the tables are before the next input."""
        self.before = await self._tables()

    async def _tables(self) -> dict[int, tuple[Any, ...]]:
        """Of each table what others must not change by acting elsewhere."""
        rows = await self.w.rows(select(GAMES.id, *OF_TABLE))
        seats: dict[int, list[Any]] = {}
        order = select(SEATS.game, SEATS.place, SEATS.user, SEATS.name, SEATS.action_version)
        for row in await self.w.rows(order.order_by(SEATS.game, SEATS.place)):
            seats.setdefault(row.game, []).append(tuple(row[1:]))
        return {row.id: (*row[1:], tuple(seats.get(row.id, ()))) for row in rows}

    async def faults(self, made: Input, done: Done) -> list[Fault]:
        """What is wrong after an input."""
        found = [*self._errors()]
        if made.kind != "time":
            found += self._answer(made, done)
        found += [f async for f in self._mentions(made, done)]
        after = await self._tables()
        found += self._others(made, after)
        self.before = after
        if self.dice.random() < 0.1:
            found += [
                Fault(f"contract {r.method} {problem[:40]}", f"{r.method} {r.path}: {problem}")
                for r in done.requests
                for problem in api_contract.problems(r.method, r.path, r.body)
            ]
        return found

    def _errors(self) -> Iterator[Fault]:
        """No exception, and each record of the log is one line."""
        w = self.w
        for text in w.loose:
            yield Fault(f"a task {text[:60]}", text)
        w.loose.clear()
        for record in w.log.records:
            if record.exc_info and record.exc_info[1] is not None:
                yield _raised(record.exc_info[1])
            elif record.levelno >= logging.ERROR:
                yield Fault(f"logged {record.msg}", record.getMessage())
            record.message, record.asctime = record.getMessage(), ""
            told = TextLines().formatMessage(record)
            if not told.isprintable():
                yield Fault(f"forged {record.msg}", repr(told))
        w.log.records.clear()
        if w.bot.run_state.last_fault is not None:
            yield _raised(w.bot.run_state.last_fault)
            w.bot.run_state.last_fault = None

    def _answer(self, made: Input, done: Done) -> Iterator[Fault]:
        """Answered once, in time, and with words where the first answer only said: wait."""
        what = f"{made.kind} {made.what.split(':')[1] if made.what.startswith('x1:') else made.what}"
        if len(done.answers) != 1:
            yield Fault(f"{len(done.answers)} answers {what}", f"answers: {done.answers}")
        elif done.answers[0] in {5, 6} and not done.later:
            yield Fault(f"silence {what}", "acknowledged, and nothing more")
        elif done.acknowledged > PROMPT:
            yield Fault(f"late {what}", f"acknowledged after {done.acknowledged:.2f} s of work")
        for data in done.shown:
            if "Something went wrong" in str(data.get("content")):
                yield Fault(f"went wrong {what}", str(data["content"]))

    async def _mentions(self, made: Input, done: Done) -> AsyncIterator[Fault]:
        """Only people whom it concerns are called, and none by what somebody typed."""
        for r in done.requests:
            policy = r.data.get("allowed_mentions") or {}
            called = {int(u) for u in policy.get("users", ())}
            if policy.get("parse") or policy.get("roles"):
                yield Fault("mentions are parsed", f"{r.path}: {policy}")
            if len(called) != len(policy.get("users", ())):
                yield Fault("called twice", f"{r.path}: {policy}")
            if called and "/channels/" not in r.path:
                yield Fault("a private answer calls", f"{r.path}: {policy}")
            if called:
                channel = int(r.path.split("/")[2])
                strangers = called - await self._concerned(channel, made)
                if strangers:
                    yield Fault("a stranger is called", f"{r.path}: {strangers}")

    async def _concerned(self, channel: int, made: Input) -> set[int]:
        """Whom posts in a channel may call."""
        found = {channel, made.user}
        found |= {int(v["value"]) for v in made.given.values() if isinstance(v, dict) and v["type"] == 6}
        invited, offers, transfers = schema.invited.c, schema.seat_offers.c, schema.transfers.c
        here = select(GAMES.id).where(GAMES.channel == channel)
        users: tuple[Select[Any], ...] = (
            select(GAMES.host).where(GAMES.channel == channel),
            select(SEATS.user).where(SEATS.game.in_(here)),
            select(invited.user).where(invited.game.in_(here)),
            select(offers.offered_to).where(offers.game.in_(here)),
        )
        for query in users:
            found |= {row[0] for row in await self.w.rows(query)}
        for row in await self.w.rows(select(transfers.seats).where(transfers.room == channel)):
            found |= {p["user"] for p in row.seats}
        return found

    def _others(self, made: Input, after: dict[int, tuple[Any, ...]]) -> Iterator[Fault]:
        """One input changes one table."""
        changed = [n for n in self.before if after.get(n) != self.before[n]]
        if len(changed) > 1 and not self._drops_whatif(changed, after):
            yield Fault(f"other tables {made.kind} {made.what[:12]}", f"changed: {changed}")
        parts = made.what.split(":")
        named = parts[2] if len(parts) > 4 and parts[1] != "b" and parts[4] != "rematch" else ""  # which lead elsewhere
        if named and changed and [str(n) for n in changed] != [named]:
            yield Fault(f"another table {made.what[:5]}", f"{made.what} changed {changed}")
        if made.kind in {"list", "time"} and any(
            after[n][2] != self.before[n][2] for n in changed if after[n][0] == "running"
        ):
            yield Fault(f"a move by {made.kind}", f"changed: {changed}")

    @staticmethod
    def _drops_whatif(changed: Sequence[int], after: dict[int, tuple[Any, ...]]) -> bool:
        return sum(bool(after[n][3] != "dropped") for n in changed) <= 1


def _raised(error: BaseException) -> Fault:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "site-packages" not in f.filename]
    at = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "?"
    return Fault(f"{type(error).__name__} {at}", "".join(traceback.format_exception(error)))


# ---------------------------------------------------------------------- running


@dataclass
class Runner:
    """Tries inputs in one world after the other."""

    seed: str
    new_database: NewWorld
    longest: int = 10_000
    length: int = LENGTH
    counts: Counter[str] = field(default_factory=Counter)

    async def run(self, number: int, count: int, given: Sequence[Input] | None = None) -> list[Fault]:
        """So many inputs in world number so and so; or those that are given. Ends at the first fault."""
        dice = Random(f"{self.seed}/{number}")
        played: list[Input] = []
        async with world(self.new_database, dice, number % DRAWN == DRAWN - 1, self.longest) as w:
            crowd, judge = w.crowd(dice), Judge(w, dice)
            await judge.look()
            for n in range(count):
                made = given[n] if given is not None else crowd.next(await w.tables())
                played.append(made)
                async with asyncio.timeout(120):
                    done = await w.do(made)
                self.counts[made.kind] += 1
                crowd.note(made, done)
                found = await judge.faults(made, done)
                if found:
                    return [Fault(f.key, f.text, tuple(played)) for f in found]
        return []

    async def shorter(self, number: int, fault: Fault) -> tuple[Input, ...]:
        """The shortest list of inputs found that leads to the same fault."""
        tries = 0

        async def leads(inputs: Sequence[Input]) -> bool:
            nonlocal tries
            tries += 1
            with contextlib.suppress(TimeoutError):
                return fault.key in {f.key for f in await self.run(number, len(inputs), inputs)}
            return fault.key == "endless"

        best = list(fault.inputs)
        if await leads(best[-1:]):
            best = best[-1:]
        size = len(best) // 2
        while size and tries < TRIES:
            at = 0
            while at < len(best) - 1 and tries < TRIES:
                less = best[:at] + best[min(at + size, len(best) - 1) :]
                if await leads(less):
                    best = less
                else:
                    at += size
            size //= 2
        for name in list(best[-1].given):
            less = [
                *best[:-1],
                msgspec.structs.replace(best[-1], given={k: v for k, v in best[-1].given.items() if k != name}),
            ]
            if best[-1].kind in {"command", "list"} and name != best[-1].focused and await leads(less):
                best = less
        return tuple(best)


def memory() -> int:
    """Kilobytes that this process takes, without what is free and only waits to be used again.

    What drawing in threads leaves behind is spread over the heaps of all threads, and how much of it is in memory
    goes up and down by a third from one moment to the next; a leak is what stays when all that is free has gone back.
    """
    gc.collect()
    return_free_memory()
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def new_files(folder: Path) -> NewWorld:
    """What makes databases of SQLite in a folder, one in place of the other."""
    store = Store(file_address(folder), HeldClock(START))
    await store.open(exclusive=False)
    await store.close()
    assert store.file is not None
    return copy_of(store.file, folder / "bot.sqlite")


async def search(
    total: int,
    seed: str,
    new_database: NewWorld,
    say: Callable[[str], None],
    *,
    longest: int = 10_000,
    first: int = 0,
    shrink: bool = True,
) -> list[Fault]:
    """Try so many inputs; the faults, each once."""
    runner, known = Runner(seed, new_database, longest), dict[str, Fault]()
    begun, tried, number, settled = time.monotonic(), 0, first, 0
    while tried < total:
        count = min(LENGTH, total - tried)
        try:
            found = await runner.run(number, count)
        except TimeoutError:
            found = [Fault("endless", f"world {number}: an input takes more than two minutes")]
        for fault in found:
            if fault.key not in known:
                known[fault.key] = fault
                fault.inputs = await runner.shorter(number, fault) if shrink and fault.inputs else fault.inputs
                say(f"\nFAULT {fault.key} (world {number})\n{fault.text.strip()}")
                for made in fault.inputs[-12:]:
                    say(f"  {msgspec.json.encode(made).decode()}")
        tried += len(found[0].inputs) if found and not shrink else count
        number += 1
        if not settled and tried >= SETTLED:
            settled = memory()
        if number % 25 == 0:
            speed = sum(runner.counts.values()) / (time.monotonic() - begun)
            say(f"{tried} inputs, {speed:.0f} a second, {memory() // 1024} MB, {len(known)} faults")
    if settled and tried >= LATE and memory() > settled * MORE:
        known["memory"] = Fault("memory", f"{settled} kB after {SETTLED} inputs, {memory()} kB after {tried}")
        say(f"\nFAULT {known['memory'].text}")
    say(f"{tried} inputs ({dict(runner.counts)}), {len(known)} faults, {memory() // 1024} MB")
    return list(known.values())


def prepare() -> None:
    """Nobody cuts the power, all work is done in this thread, and the log is ours alone."""
    setattr(sqlite_driver.ThreadedConnection, "run", near)  # noqa: B010 of another kind
    asyncio.to_thread = at_once  # type: ignore[assignment]
    lasting = [p for p in engine.PRAGMAS if not p.startswith("synchronous")]
    setattr(engine, "PRAGMAS", (*lasting, "synchronous=OFF"))  # noqa: B010 of another length
    worker_process.start_process = start_in_thread
    logging.getLogger().setLevel(logging.INFO)


def fill_caches(folder: Path) -> None:
    """Draw every picture of every title: what is kept of them is bounded, and there before memory is measured."""
    for _ in draw_everything(folder):
        pass


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first world")
    add_database_option(parser)
    given = parser.parse_args()
    prepare()

    def say(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as name, databases(given.database) as made:
        folder = Path(name)
        fill_caches(folder / "pictures")

        async def run() -> list[Fault]:
            new = await new_files(folder) if given.database == SQLITE else partial(made, folder)
            return await search(given.count, given.seed, new, say, first=given.first)

        return 1 if asyncio.run(run()) else 0


if __name__ == "__main__":
    sys.exit(main())
