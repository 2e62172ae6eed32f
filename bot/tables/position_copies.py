"""Positions that are copied: for practice tables, and for private what-ifs that lapse after a day.

A copy knows no more than whoever makes it. What that person cannot know is dealt anew: the same cards, in other places. Where
somebody has chosen in secret and the choice is not known yet, there is no position to copy.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.model.models import NewGame, NewMove
from bot.model.results import COPY
from bot.model.short_codes import code
from bot.storage.schema import drafts, games, moves, reminders, whatifs
from bot.storage.store import Also, Store
from bot.tables import game_setup
from bot.tables.game_setup import Replayed
from bot.tables.service import Table, Tables
from game.chance import commitment, shuffle
from game.codec import encode
from game.play import Game
from game.rules import Rules

LASTS = timedelta(days=1)
HIDDEN = "hidden"  # where a view puts what may not be known


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A private table on a copied position."""

    game: int
    user: int
    source: int  # the table that it was copied from
    move: int  # the move after which
    until: datetime


def as_known(rules: Rules, snapshot: bytes, seats: Sequence[str], dice: str) -> tuple[bytes, int]:
    """A position as the one in those seats (none: the public) may know it, what is unknown dealt anew; how many cards that were.

    `dice`: a fresh secret; the copy's seed is made of it too. Raises NotPossible while a secret choice is under way.
    """
    game = Game.load(rules, snapshot)
    if game.state.over:
        raise NotPossible("The game is over there: name an earlier move with `at`")
    views = [game.view(s) for s in seats or (None,)]
    secret = encode(game.state.agenda) not in [encode(v.agenda) for v in views]
    if secret and set(seats) != set(game.state.order):
        raise NotPossible("Others have chosen in secret there, and that cannot be copied. Name another move with `at`")
    unknown = sorted(card for card in game.state.place if all(v.place[card] == HIDDEN for v in views))
    places = sorted(game.state.place[card] for card in unknown)
    for card, place in zip(shuffle(dice, "copy", unknown), places, strict=True):
        game.state.place[card] = place
    game.state.seed = commitment(f"copy/{dice}")[:32]
    return encode(game.state), len(unknown)


async def position(table: Table, user: int, move: int) -> tuple[bytes, int]:
    """The position after that move (0: now), as that user may know it, and how many cards were dealt anew.

    Where the game is over nothing is secret any more.
    """
    snapshot = await table.snapshot(move)
    if table.row.status == "finished":
        if table.position.move == (move or table.position.move) and table.position.over:
            raise NotPossible("The game is over there: name an earlier move with `at`")
        return snapshot, 0
    seats = [s.name for s in table.row.seats_of(user)]
    return await asyncio.to_thread(as_known, table.rules, snapshot, seats, secrets.token_hex(16))


def beginning(rules: Rules, snapshot: bytes) -> Replayed:
    """A copied position as the first move of a table."""
    game = Game.load(rules, snapshot)
    move = NewMove(
        seat="",
        action=b"",
        events=b"[]",
        state=snapshot,
        fingerprint=game.fingerprint(),
        via=COPY,
        round=game.state.round,
    )
    return Replayed((move,), tuple(game.state.order), tuple(game.deciders()), game.state.over)


async def begin(
    tables: Tables, new: NewGame, people: list[tuple[str, int, str]], snapshot: bytes, also: Also | None = None
) -> Table:
    """A table that begins at a copied position. `people`: (name in the position, user, shown)."""
    new = tables.settled(new, len(people))
    rules = tables.rules(new.title, new.options, len(people))
    replayed = await asyncio.to_thread(beginning, rules, snapshot)
    return await tables.get(await game_setup.write(tables.store, new, people, replayed, 0, also))


# ---------------------------------------------------------------------- what-ifs


async def open_whatif(tables: Tables, source: Table, move: int, user: int) -> tuple[Table, WhatIf, int]:
    """A private table on a copy, all of whose seats are that user's; the one before is dropped. And how many cards are anew."""
    snapshot, anew = await position(source, user, move)
    until = tables.store.clock.now() + LASTS
    at = move or source.position.move
    row = source.row
    new = NewGame(
        guild=row.guild,
        host=user,
        title=row.title,
        shown="",
        name=f"What if, at {code(row)}",
        options=row.options,
        practice=True,
        visibility="private",
    )

    async def also(conn: AsyncConnection, game: int) -> None:
        for old in await conn.scalars(select(whatifs.c.game).where(whatifs.c.user == user)):
            await _drop(conn, old)
        await conn.execute(insert(whatifs).values(game=game, user=user, source=row.id, move=at, until=until))

    people = [(s.name, user, s.shown) for s in row.seats]
    made = await begin(tables, new, people, snapshot, also)
    return made, WhatIf(made.id, user, row.id, at, until), anew


async def whatif_of(store: Store, user: int) -> WhatIf:
    """The what-if of a user; raises NotPossible."""
    columns = (whatifs.c.game, whatifs.c.user, whatifs.c.source, whatifs.c.move, whatifs.c.until)
    async with store.reading() as conn:
        row = (await conn.execute(select(*columns).where(whatifs.c.user == user))).first()
    if row is None or row.until <= store.clock.now():
        raise NotPossible("You have no what-if: `/whatif open` starts one")
    return WhatIf(*row)


async def drop(store: Store, game: int) -> None:
    """Throw a what-if away."""
    async with store.writing(quiet=True) as conn:
        await _drop(conn, game)


def first_due() -> Select[Any]:
    """When the earliest what-if lapses."""
    return select(func.min(whatifs.c.until))


async def lapse(conn: AsyncConnection, now: datetime) -> None:
    """Drop all whose day is over."""
    for game in list(await conn.scalars(select(whatifs.c.game).where(whatifs.c.until <= now))):
        await _drop(conn, game)


async def _drop(conn: AsyncConnection, game: int) -> None:
    """Its moves go; its number stays taken, so that an old button never means another table."""
    for table in (whatifs, drafts, reminders, moves):
        await conn.execute(delete(table).where(table.c.game == game))
    await conn.execute(update(games).where(games.c.id == game).values(status="closed", ended="dropped", head=0))
