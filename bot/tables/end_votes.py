"""Ending a game by agreement: one proposes, everybody else with a seat is asked, and one no is enough.

Whoever has let the table wait for three days is not asked: a deserter holds nobody up. Silence for three days is a no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.model.models import GameRow, NewPost
from bot.storage import row_mapping, waiting_rows
from bot.storage.schema import proposals
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table

PATIENCE = timedelta(days=3)
KIND = "end"


@dataclass(frozen=True, slots=True)
class Question:
    """A wish to end the game."""

    proposal: int
    by: str  # seat; "" for a host without one
    how: str
    asked: tuple[str, ...]  # seats that must still agree
    until: datetime
    state: str  # open, done, declined


async def propose(tables: Tables, table: Table, user: int, how: str) -> Question:
    """Put it to the others; where nobody else must be asked, the game ends at once. Raises NotPossible."""
    row, store = table.row, table.store
    if row.status != "running":
        raise NotPossible("The game is over")
    mine = row.seats_of(user)
    if not mine and user != row.host:
        raise NotPossible("You have no seat at this table")
    if how == "concede" and not mine:
        raise NotPossible("Only players concede")
    now = store.clock.now()
    away = await _away(store, row, now)
    asked = [s.name for s in row.seats if s.user != user and s.name not in away]
    p = proposals.c
    values = {"game": row.id, "kind": KIND, "seat": mine[0].name if mine else "", "head": row.head, "target": 0}
    values |= {"asked": asked, "host": False, "agreed": [], "reason": how, "until": now + PATIENCE, "state": "open"}
    async with store.writing() as conn:
        await conn.execute(
            update(proposals).where(p.game == row.id, p.kind == KIND, p.state == "open").values(state="void")
        )
        number = row_mapping.new_id(await conn.execute(insert(proposals).values(**values)))
        if asked:
            post = NewPost(kind="endvote", game=row.id, payload={"proposal": number})
            await row_mapping.enqueue(conn, post, now)
    found = await load(table, number)
    return found if asked else await _end(tables, table, found)


async def load(table: Table, number: int) -> Question:
    """Raises NotPossible for one of another table."""
    p = proposals.c
    async with table.store.reading() as conn:
        found = (
            await conn.execute(select(proposals).where(p.id == number, p.game == table.id, p.kind == KIND))
        ).first()
    if found is None:
        raise NotPossible("There is no such question")
    away = await _away(table.store, table.row, table.store.clock.now())
    left = tuple(s for s in found.asked if s not in found.agreed and s not in away)
    return Question(found.id, found.seat, found.reason, left, found.until, found.state)


async def answer(tables: Tables, table: Table, number: int, user: int, *, yes: bool) -> Question:
    """The word of somebody who was asked; all of a user's seats speak together. The one who proposed may say no.

    Raises NotPossible for others, and when it is settled or too late.
    """
    q = await load(table, number)
    store, now = table.store, table.store.clock.now()
    if q.state != "open" or table.row.status != "running" or now > q.until:
        raise NotPossible("That question is settled" if now <= q.until else "Too late: silence was a no")
    mine = [s.name for s in table.row.seats_of(user)]
    proposed = q.by in mine or (not q.by and user == table.row.host)
    p = proposals.c
    async with store.writing() as conn:
        row = (await conn.execute(select(p.asked, p.agreed).where(p.id == number))).one()
        words = [s for s in mine if s in row.asked]
        if not words and not (proposed and not yes):
            raise NotPossible("You were not asked")
        here = update(proposals).where(p.id == number, p.state == "open")
        if not yes:
            await conn.execute(here.values(state="declined"))
        else:
            await conn.execute(here.values(agreed=sorted({*row.agreed, *words})))
    q = await load(table, number)
    return q if q.asked or not yes else await _end(tables, table, q)


async def _end(tables: Tables, table: Table, q: Question) -> Question:
    """Everybody who counts has agreed."""

    async def done(conn: AsyncConnection, _game: int) -> None:
        p = proposals.c
        here = update(proposals).where(p.id == q.proposal, p.state == "open")
        if (await conn.execute(here.values(state="done"))).rowcount != 1:
            raise NotPossible("That question is settled")

    seat = table.row.seat(q.by)
    how = f"{seat.shown if seat else 'A player'} conceded"[:100] if q.how == "concede" else q.how
    table.row = await tables.end(table.id, how, done)
    return replace(q, state="done")


async def _away(store: Store, row: GameRow, now: datetime) -> set[str]:
    """Seats that have let the table wait for too long to be asked."""
    return (
        set()
        if row.paused
        else {s for s, since in (await waiting_rows.at(store, row.id)).items() if now >= since + PATIENCE}
    )
