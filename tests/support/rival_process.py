"""One of several processes on one PostgreSQL, each of which may be killed at any time.

`python -m tests.support.rival_process URL FOLDER NUMBER BEGAN`: plays at all tables, with the bot's own tables, sender and
reminders, until FOLDER/stop is there, then sends what is left. "Discord" is FOLDER/posts, a line per message in the order in
which they came; an answer to a player is a line in FOLDER/acks. An hour of its clock is a second.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord

import bot.storage.store
from bot.client import outbox_sender
from bot.client.outbox_sender import OutboxSender
from bot.client.run_state import GateState, RunState
from bot.core.clock import Clock
from bot.core.errors import NotPossible
from bot.model.kinds import TableStatus, Via
from bot.model.models import Post, Sent
from bot.reminders.scheduler import Scheduler
from bot.storage import leases, outbox
from bot.storage.errors import DatabaseError
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.views.messages import ComposedPost, Public
from tests.support.toy_tables import NOON
from tests.support.toy_title import TITLES

CUT_OFF = (OSError, DatabaseError)  # from the database
HOUR = 1.0  # seconds of the machine


class FastClock(Clock):
    """The same for all processes that know when it began."""

    def __init__(self, began: float) -> None:
        self.began = began

    def now(self) -> datetime:
        return NOON + (time.time() - self.began) / HOUR * timedelta(hours=1)


class Wall:
    """What was posted, for all processes."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> list[str]:
        return self.file.read_text("utf-8").splitlines() if self.file.exists() else []

    def find(self, post: int) -> int | None:
        """The number of the message that a row has become."""
        return next((n for n, line in enumerate(self.read(), 1) if line.split()[0] == f"ob{post}"), None)

    def add(self, line: str) -> None:
        append(self.file, line)


def append(file: Path, line: str) -> None:
    """At once and as a whole, or not at all."""
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, f"{line}\n".encode())
    os.close(handle)


class Sender(OutboxSender):
    """The bot's own sender, on that wall."""

    def __init__(self, wall: Wall, store: Store, tables: Tables) -> None:
        run_state = RunState()
        run_state.gate = GateState.OPEN
        super().__init__(SimpleNamespace(), store, tables, store.clock, run_state)  # type: ignore[arg-type]
        self.wall = wall

    async def _find_destination(self, post: Post) -> Any:
        async def send(nonce: str, **_: Any) -> Any:
            await asyncio.sleep(0.002)  # Discord takes its time
            self.wall.add(f"{nonce} {0 if post.user else post.channel}")
            await asyncio.sleep(0.002)
            return SimpleNamespace(id=self.wall.find(post.id))

        return SimpleNamespace(send=send)

    async def _find_message(self, post: Post) -> tuple[int, bool] | None:
        found = self.wall.find(post.id)
        return None if found is None else (found, False)

    async def _strip_buttons(self, old: Sent, last: Public | None) -> None:
        """There are none."""


async def compose(_store: Store, _tables: Tables, post: Post, *, patient: bool) -> ComposedPost:
    return ComposedPost(Public(()), post.move)


async def play(table: Table, chance: random.Random, interaction: int) -> bool:
    """Whoever must act does something, or takes something back; whether the player was told that it was done."""
    seat = chance.choice(table.position.deciders)
    user = next(s.user for s in table.seats if s.name == seat)
    if chance.random() < 0.1:
        done: Any = await table.undo(seat, interaction=interaction, user=user)
        return getattr(done, "refused", ()) is None
    listed = [a for c in table.choices(seat) for a in c.actions]
    action_version = table.action_version(seat) if chance.random() < 0.5 else None
    played = await table.play(
        seat, chance.choice(listed), Via.COMMAND, interaction, user=user, action_version=action_version
    )
    return played.refused is None


async def rival(url: str, folder: Path, number: int, began: float) -> None:
    vars(outbox_sender)["post_registry"] = SimpleNamespace(compose=compose)
    vars(leases)["LENGTH"], vars(leases)["RENEWAL"] = timedelta(hours=2 / HOUR), timedelta(seconds=0.5)
    vars(bot.storage.store)["INTERACTION_TTL"] = timedelta(days=365)  # seven days of that clock are three minutes
    store = Store(url, FastClock(began), (number,))
    await store.open()
    tables = Tables(store, TITLES)
    sender, schedule = Sender(Wall(folder / "posts"), store, tables), Scheduler(store)
    store.listen(sender.wake)
    await schedule.start()
    chance, interaction = (
        random.Random(f"{number}-{time.time()}"),
        (number + 1) * 10**12 + time.time_ns() // 1000 % 10**12,
    )
    try:
        while not (folder / "stop").exists():
            interaction += 1
            await turn(tables, chance, interaction, folder)
            sender.wake()
            schedule.watch.wake()
        await schedule.stop()
        async with asyncio.timeout(60):
            while await waiting(store):
                sender.wake()
                await sender.drain()
                await asyncio.sleep(0.05)
        await sender.stop()
        fault = sender._run_state.last_fault
        assert fault is None or isinstance(fault, CUT_OFF), fault
    finally:
        await store.close()


async def turn(tables: Tables, chance: random.Random, interaction: int, folder: Path) -> None:
    try:
        rows = await tables.store.find_tables(statuses=(TableStatus.RUNNING,))
        table = await tables.get(chance.choice(rows).id)
        done = bool(table.position.deciders) and await play(table, chance, interaction)
    except (NotPossible, *CUT_OFF):  # the player is told so, and tries again
        await asyncio.sleep(0.05)
        return
    if done:
        append(folder / "acks", str(interaction))


async def waiting(store: Store) -> bool:
    return bool((await outbox.find_pending(store))[0])


if __name__ == "__main__":
    discord.VoiceClient.warn_nacl = False
    asyncio.run(rival(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
