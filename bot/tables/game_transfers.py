"""Games that are carried over from a file: who plays whom, and whether everybody agrees. They outlive a restart.

A transfer is a `draft` while its host names the players, `asked` while they answer, `done` with the table's beginning, `void`
when it was withdrawn or nobody answered in time.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Row, Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.core.text import plain
from bot.model.imported_game import HIDDEN, Incoming
from bot.model.models import NewGame
from bot.model.player_names import readable
from bot.storage import row_mapping
from bot.storage.schema import games, transfers
from bot.storage.store import Store
from bot.tables import position_copies
from bot.tables.service import Table, Tables
from game.actions import Action
from game.codec import Codec, encode

PATIENCE = timedelta(days=7)
OPEN = ("draft", "asked")
TOLD = "hands known from a file"  # a table's name, so that it is seen as long as the table is
COLUMNS = tuple(c for c in transfers.c if c.name != "data")


@dataclass(frozen=True, slots=True)
class Place:
    """A player of the file, and who that is here."""

    name: str  # in the actions
    shown: str  # as the file writes it
    user: int = 0  # 0: nobody yet
    called: str = ""  # the user's display name
    said: str = ""  # yes, no; empty: no answer yet


@dataclass(frozen=True, slots=True)
class Transfer:
    """A game on its way."""

    id: int
    guild: int
    room: int  # the channel that it is carried into
    host: int
    title: str
    options: tuple[str, ...]
    seats: tuple[Place, ...]
    state: str  # draft, asked, done, void
    game: int  # the table, when it is done
    channel: int  # of the public card
    message: int
    until: datetime
    practice: bool  # one user may play several

    @property
    def missing(self) -> tuple[Place, ...]:
        """Players whom nobody plays yet."""
        return tuple(p for p in self.seats if not p.user)

    @property
    def waiting(self) -> tuple[Place, ...]:
        """Who has not agreed yet."""
        return tuple(p for p in self.seats if p.said != "yes")


class Cargo(msgspec.Struct, frozen=True):
    """What the file held, beside title and options."""

    players: tuple[str, ...]
    seed: str
    seated: bool
    actions: list[msgspec.Raw]
    offered: tuple[str, ...]  # the options under which the file was read
    round: str = ""
    deciders: tuple[str, ...] = ()
    over: str = ""
    snapshot: bytes = b""  # of a copied position, which has no actions
    anew: int = 0  # cards that were dealt anew for the copy
    told: bool = False  # the file gives away what players hold in secret

    def played(self, codec: Codec) -> tuple[Action, ...]:
        return tuple(codec.action(bytes(a)) for a in self.actions)


async def begin(store: Store, guild: int, room: int, host: int, found: Incoming, interaction: int) -> Transfer:
    """A draft of what a file holds; the same interaction again: the same draft."""
    cargo = Cargo(
        players=found.players,
        seed="" if found.seed == HIDDEN else found.seed,
        seated=found.seated,
        actions=[msgspec.Raw(encode(a)) for a in found.actions],
        offered=found.options,
        round=found.round,
        deciders=found.deciders,
        over=found.over,
        told=found.told,
    )
    seats = [Place(name, readable(shown)) for name, shown in zip(found.players, found.shown, strict=True)]
    return await write(store, guild, room, host, found.title, found.options, seats, cargo, interaction)


async def write(
    store: Store,
    guild: int,
    room: int,
    host: int,
    title: str,
    options: Sequence[str],
    seats: Sequence[Place],
    cargo: Cargo,
    interaction: int,
) -> Transfer:
    """Write a draft."""
    data = await asyncio.to_thread(lambda: zlib.compress(msgspec.json.encode(cargo)))
    now = store.clock.now()
    values = {"guild": guild, "room": room, "host": host, "title": title, "options": list(options), "data": data}
    values |= {"seats": [asdict(p) for p in seats], "state": "draft", "until": now + PATIENCE}
    values |= {"practice": bool(cargo.snapshot)}
    async with store.writing() as conn:
        told = await row_mapping.told(conn, interaction) if interaction else None
        if told is None:
            made = await conn.execute(insert(transfers).values(**values, game=0, channel=0, message=0))
            number = row_mapping.new_id(made)
            if interaction:
                await row_mapping.tell(conn, interaction, 0, {"transfer": number}, now)
        else:
            number = int(told["transfer"])
        return await _row(conn, number)


async def load(store: Store, number: int) -> Transfer:
    """Raises NotPossible for one that never was."""
    async with store.reading() as conn:
        return await _row(conn, number)


async def cargo(store: Store, number: int) -> Cargo:
    """What the file held."""
    async with store.reading() as conn:
        data = await conn.scalar(select(transfers.c.data).where(transfers.c.id == number))
    if not data:
        raise NotPossible("That file is no longer kept")
    return await asyncio.to_thread(lambda: msgspec.json.decode(zlib.decompress(data), type=Cargo))


async def name(store: Store, number: int, by: int, player: str, user: int, called: str) -> Transfer:
    """The host says who plays whom: a player of the file is that user from now on, who must agree."""

    def change(t: Transfer) -> Transfer:
        if not t.practice and any(p.user == user and p.name != player for p in t.seats):
            other = next(p for p in t.seats if p.user == user)
            raise NotPossible(f"{plain(called)} is {plain(other.shown)} already: one player cannot have two seats")
        said = "yes" if user == t.host else ""
        seats = [Place(p.name, p.shown, user, readable(called), said) if p.name == player else p for p in t.seats]
        return replace(t, seats=tuple(seats))

    return await _change(store, number, by, change)


async def choose(store: Store, number: int, by: int, options: Sequence[str]) -> Transfer:
    """Other options. Whoever agreed before agreed to other rules: all but the host are asked again."""

    def change(t: Transfer) -> Transfer:
        seats = tuple(p if p.user == t.host else replace(p, said="") for p in t.seats)
        return replace(t, options=tuple(options), seats=seats)

    return await _change(store, number, by, change)


async def ask(store: Store, number: int, by: int) -> Transfer:
    """Put it to the players."""

    def change(t: Transfer) -> Transfer:
        if t.missing:
            raise NotPossible(f"Say first who plays {', '.join(plain(p.shown) for p in t.missing)}")
        return replace(t, state="asked")

    return await _change(store, number, by, change)


async def withdraw(store: Store, number: int, by: int) -> Transfer:
    return await _change(store, number, by, lambda t: replace(t, state="void"))


async def answer(store: Store, number: int, user: int, *, yes: bool) -> Transfer:
    """The word of a player who is named. Nobody else is heard."""

    def change(t: Transfer) -> Transfer:
        if all(p.user != user for p in t.seats):
            raise NotPossible("Only those who are named here may answer")
        if t.state != "asked":
            raise NotPossible("The host has not asked yet")
        word = "yes" if yes else "no"
        return replace(t, seats=tuple(replace(p, said=word) if p.user == user else p for p in t.seats))

    return await _change(store, number, 0, change)


async def posted(store: Store, number: int, channel: int, message: int) -> Transfer:
    """Where the public card stands."""
    async with store.writing(quiet=True) as conn:
        here = update(transfers).where(transfers.c.id == number)
        await conn.execute(here.values(channel=channel, message=message))
        return await _row(conn, number)


async def finish(conn: AsyncConnection, number: int, game: int) -> None:
    """The table has begun, within its transaction; raises NotPossible where it had begun before, or is no longer wanted."""
    t = transfers.c
    here = update(transfers).where(t.id == number, t.state.in_(OPEN))
    if (await conn.execute(here.values(state="done", game=game, data=b""))).rowcount != 1:
        raise NotPossible("That game has been carried over already, or was withdrawn")


async def unplaced(store: Store) -> list[Transfer]:
    """Transfers whose table has no place yet: a stop came in between."""
    t, homeless = transfers.c, select(games.c.id).where(games.c.channel == 0)
    async with store.reading() as conn:
        rows = await conn.execute(select(*COLUMNS).where(t.state == "done", t.game.in_(homeless)))
        return [_transfer(row) for row in rows]


async def asked(store: Store, guild: int) -> list[Transfer]:
    """Those of a server that wait for answers."""
    t = transfers.c
    async with store.reading() as conn:
        rows = await conn.execute(select(*COLUMNS).where(t.state == "asked", t.guild == guild))
        return [_transfer(row) for row in rows]


def first_due() -> Select[Any]:
    """When the earliest one lapses."""
    return select(func.min(transfers.c.until)).where(transfers.c.state.in_(OPEN))


async def lapse(conn: AsyncConnection, now: datetime) -> None:
    """Forget what nobody agreed to in time, with its file."""
    t = transfers.c
    await conn.execute(update(transfers).where(t.state.in_(OPEN), t.until <= now).values(state="void", data=b""))


def table_of(
    t: Transfer, held: Cargo, practice: int = 0, shown: str = ""
) -> tuple[NewGame, list[tuple[str, int, str]]]:
    """The table that it becomes, and its people. `practice`: that user plays all seats."""
    people = [(p.name, practice or p.user, p.shown if practice else p.called) for p in t.seats]
    host = next((p.called for p in t.seats if p.user == t.host), shown)
    new = NewGame(
        guild=t.guild,
        host=practice or t.host,
        title=t.title,
        name=TOLD if held.told else "",
        shown=host or shown,
        options=t.options,
        home=t.room,
        practice=bool(practice) or t.practice,
        seed=held.seed,
    )
    return new, people


def still_open(t: Transfer, now: datetime) -> None:
    """Raises NotPossible for one that is settled."""
    if t.state not in OPEN or now >= t.until:
        raise NotPossible("That game is played here already" if t.state == "done" else "That offer is no more")


async def become(tables: Tables, t: Transfer, held: Cargo, new: NewGame, people: list[tuple[str, int, str]]) -> Table:
    """The table, and the transfer's end in the same transaction; raises NotPossible."""

    async def also(conn: AsyncConnection, game: int) -> None:
        await finish(conn, t.id, game)

    if held.snapshot:
        return await position_copies.begin(tables, new, people, held.snapshot, also)
    actions = held.played(tables.codec(t.title, t.options, len(people)))
    return await tables.bring(new, people, actions, seated=held.seated, also=also)


async def _change(store: Store, number: int, by: int, change: Callable[[Transfer], Transfer]) -> Transfer:
    """One change of an open transfer. `by` not 0: only its host may."""
    async with store.writing() as conn:
        t = await _row(conn, number)
        still_open(t, store.clock.now())
        if by and by != t.host:
            raise NotPossible(f"Only <@{t.host}>, who brings the game, may do that")
        t = change(t)
        values: dict[str, Any] = {"options": list(t.options), "seats": [asdict(p) for p in t.seats], "state": t.state}
        if t.state == "void":
            values["data"] = b""
        await conn.execute(update(transfers).where(transfers.c.id == number).values(**values))
        return t


async def _row(conn: AsyncConnection, number: int) -> Transfer:
    row = (await conn.execute(select(*COLUMNS).where(transfers.c.id == number))).one_or_none()
    if row is None:
        raise NotPossible("There is no such game")
    return _transfer(row)


def _transfer(row: Row[Any]) -> Transfer:
    values = dict(row._mapping)
    seats = tuple(Place(**p) for p in values.pop("seats"))
    return Transfer(**values | {"options": tuple(values["options"])}, seats=seats)
