"""An evening at two tables that can be cut off anywhere and goes on where it was: moves, taking back, an import, reminders.

What was acknowledged is a line in a file; what was not is delivered again, with the same interaction, as a gateway does after a
resume. `verdict` counts what was lost and what was there twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from sqlalchemy import func, or_, select

from bot.model.kinds import PostState, Via
from bot.model.replayed_game import PlayedActions
from bot.storage.databases.backend import backend_of
from bot.storage.schema import interactions, moves, outbox, reminders
from bot.tables.service import Table, Tables
from game.actions import Bid, Pass
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import ANN, BOB, CID, GUILD, NOON, USERS, new

TITLE = "18GA"
PLAYS = ("bid", "bid", "pass", "bid", "pass", "undo", "redo", "undo", "bid", "bid")
FIRST = 10  # interaction of the first play
IMPORT, LATER = 5, (40, 41)  # interactions; the last are hours that go by
HOURS = 26  # each time: somebody is reminded, then once more
BROUGHT = 2  # moves of the import


@dataclass
class Tally:
    """What an evening, or several, came to."""

    acknowledged: int = 0
    moves_lost: int = 0
    moves_doubled: int = 0
    posts: int = 0
    posts_lost: int = 0
    posts_doubled: int = 0
    reminders: int = 0
    reminders_lost: int = 0
    reminders_doubled: int = 0

    def add(self, other: Tally) -> None:
        for name, value in zip(self.__dataclass_fields__, astuple(other), strict=True):
            setattr(self, name, getattr(self, name) + value)

    @property
    def faults(self) -> int:
        return sum(value for name, value in vars(self).items() if name.endswith(("lost", "doubled")))

    def __str__(self) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in vars(self).items())


class Journal:
    """What is known beside the database: what was acknowledged, and the hour."""

    def __init__(self, folder: Path) -> None:
        self.acks = folder / "acks"
        self.hour = folder / "hour"
        self.done = {int(n) for n in self.acks.read_text("utf-8").split()} if self.acks.exists() else set[int]()

    def clock(self) -> FrozenClock:
        return FrozenClock(datetime.fromisoformat(self.hour.read_text("utf-8")) if self.hour.exists() else NOON)

    def acknowledge(self, interaction: int) -> None:
        with self.acks.open("ab", buffering=0) as file:
            file.write(f"{interaction}\n".encode())
        self.done.add(interaction)

    def set(self, now: datetime) -> None:
        part = self.hour.with_name("hour.part")
        part.write_text(now.isoformat(), "utf-8")
        part.replace(self.hour)


async def evening(
    tables: Tables, journal: Journal, clock: FrozenClock, channels: tuple[int, int], rest: Callable[[], Awaitable[None]]
) -> None:
    """Go on where it was cut off. `rest`: send what is due."""
    one, two = channels

    async def once(interaction: int, work: Callable[[], Awaitable[object]]) -> None:
        if interaction not in journal.done:
            await work()
            journal.acknowledge(interaction)
            await rest()

    await rest()  # what was left
    fresh = new(title=TITLE, channel=one, undo="free")
    await once(1, lambda: tables.create(fresh, 1))
    row = await tables.store.table_in_channel(GUILD, one)
    assert row is not None
    game = row.id  # which is not always 1: a server gives no number twice, even if the transaction was not committed
    for n, user in enumerate((BOB, CID), 2):
        await once(n, lambda user=user, n=n: tables.join(game, user, USERS[user], n))  # type: ignore[misc]
    await once(4, lambda: tables.start(game, ANN, 4))
    table = await tables.get(game)
    for n, what in enumerate(PLAYS, FIRST):
        await once(n, lambda what=what, n=n: play(table, what, n))  # type: ignore[misc]
    players = [(name.lower(), user, name) for user, name in USERS.items()]
    passes = [Pass(by=name) for name, _, _ in players[:BROUGHT]]
    brought = new(title=TITLE, channel=two)
    await once(IMPORT, lambda: tables.import_game(brought, players, PlayedActions(passes), interaction=IMPORT))
    for n in LATER:
        if n not in journal.done:
            clock.advance(hours=HOURS)
            journal.set(clock.now())
            journal.acknowledge(n)
            await rest()


async def play(table: Table, what: str, interaction: int) -> None:
    seat = table.position.deciders[0]
    user = next(s.user for s in table.seats if s.name == seat)
    if what == "undo":
        await table.undo(seat, interaction=interaction, user=user)
    elif what == "redo":
        await table.redo(seat, interaction=interaction, user=user)
    else:
        listed = [a for c in table.choices(seat) for a in c.actions]
        action = next((a for a in listed if isinstance(a, Bid if what == "bid" else Pass)), listed[0])
        played = await table.play(seat, action, Via.COMMAND, interaction, user=user)
        assert played.refused is None, played.refused


async def verdict(address: str, journal: Journal, made: Mapping[str, int]) -> Tally:
    """`made`: how often Discord has made a message, by its nonce."""
    tally = Tally(acknowledged=len(journal.done))
    o, r = outbox.c, reminders.c
    of_games = select(moves.c.game, func.count()).group_by(moves.c.game).order_by(moves.c.game)
    of_posts = select(o.id, o.kind, o.state, o.message, o.why, o.payload).order_by(o.id)
    of_reminders = select(r.game, r.seat, r.move, r.kind, r.sent)
    backend = backend_of(address)
    async with backend.reading() as conn:
        told = set(await conn.scalars(select(interactions.c.id)))
        played = [number for _, number in await conn.execute(of_games)]
        rows = (await conn.execute(of_posts)).all()
        due = (await conn.execute(of_reminders.where(or_(r.sent.is_not(None), r.due <= journal.clock().now())))).all()
    await backend.close()
    tally.moves_lost = len(journal.done - told - set(LATER))
    wanted = [1 + len([p for p in PLAYS if p not in {"undo", "redo"}]), 1 + BROUGHT]
    for there, right in zip_longest(played, wanted, fillvalue=0):
        tally.moves_doubled += max(0, there - right)
        tally.moves_lost += max(0, right - there)
    shown: set[int] = set()
    said: Counter[tuple[object, ...]] = Counter()
    for id, kind, state, message, why, data in rows:
        times = made.get(f"ob{id}", 0)
        tally.posts += 1
        tally.posts_doubled += max(0, times - 1)
        edited = state == PostState.SENT and message in shown
        tally.posts_lost += state != PostState.DEAD and not (state == PostState.SENT and (times or edited))
        tally.posts_lost += state == PostState.DEAD and why not in {"overtaken", "nothing to say any more"}
        shown.add(message)
        if kind in {"reminder", "question"}:
            said.update((i["game"], i["seat"], i["move"], i["kind"]) for i in data.get("items", [data]))
    tally.reminders = len(due)
    for *which, sent in due:
        tally.reminders_lost += not sent or not said[tuple(which)]
    tally.reminders_doubled = sum(n - 1 for n in said.values())
    return tally
