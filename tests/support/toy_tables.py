"""Tables of the toy title for the tests of storage, reminders and undo."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.model.kinds import Via
from bot.model.models import NewGame, PlayWrite, WrittenPlay
from bot.storage.store import Store
from bot.tables.service import Played, Table, Tables
from game.actions import Action, Bid, Choose, Pass
from tests.support.empty_database import MEMORY, fill_memory
from tests.support.held_clock import FrozenClock
from tests.support.toy_title import TITLES

BOTH = ("sqlite", "postgres")
ANN, BOB, CID = 101, 102, 103
USERS = {ANN: "Ann", BOB: "Bob", CID: "Cid"}
GUILD, CHANNEL = 1, 11
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'games.db'}"


async def opened(where: str = MEMORY, clock: FrozenClock | None = None) -> Store:
    store = Store(where, clock or FrozenClock(NOON))
    if where == MEMORY:
        await fill_memory(store)
    await store.open()
    return store


def new(**fields: object) -> NewGame:
    known: dict[str, object] = {
        "guild": GUILD,
        "channel": CHANNEL,
        "host": ANN,
        "shown": "Ann",
        "title": "Toy",
        "seed": "7",
    }
    return NewGame(**(known | fields))  # type: ignore[arg-type]


async def running(tables: Tables, **fields: object) -> Table:
    """A started table of Ann, Bob and Cid; with seed 7 the order of play is that of `table.seats`."""
    row = await tables.create(new(**fields))
    for user in (BOB, CID):
        await tables.join(row.id, user, USERS[user])
    await tables.start(row.id, ANN)
    return await tables.get(row.id)


def tables_of(store: Store) -> Tables:
    return Tables(store, TITLES)


def first(table: Table) -> str:
    return table.position.deciders[0]


async def act(table: Table, action: Action, seat: str = "", interaction: int = 0) -> Played:
    """Play for a seat (the first that is asked), which must be accepted."""
    seat = seat or first(table)
    played = await table.play(seat, action, Via.COMMAND, interaction, user=user_of(table, seat))
    assert played.refused is None, played.refused
    return played


def user_of(table: Table, seat: str) -> int:
    return next(s.user for s in table.seats if s.name == seat)


def pledge(amount: int) -> Bid:
    return Bid("pot", amount)


def race(monkeypatch: pytest.MonkeyPatch, processes: int = 2) -> None:
    """The next plays of so many processes are written together: none before all have come as far. Else the first may be over
    before the second has begun, and nobody has lost.
    """
    line, append_play, left = asyncio.Barrier(processes), Store.append_play, [None] * processes

    async def start_together(store: Store, play: PlayWrite) -> WrittenPlay:
        if left:
            left.pop()
            await line.wait()
        return await append_play(store, play)

    monkeypatch.setattr(Store, "append_play", start_together)


PASS = Pass()
LEFT, RIGHT = Choose("left"), Choose("right")


async def play_out(table: Table) -> None:
    """The shortest way to the end."""
    while not table.position.over:
        await act(table, PASS if table.position.step == "pledge" else LEFT)
