"""A seat changes hands in a running game: who has it offers it, or the host offers that of somebody who has vanished.

The seat keeps its name in the record, on pictures and in the engine; shown is who plays it from now on, and for whom. Whoever is
asked must accept. Silence for three days is a no.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import NotPossible
from bot.model.models import GameRow, NewPost, Seat
from bot.model.player_names import readable
from bot.storage import reminder_rows, row_mapping, waiting_rows
from bot.storage.schema import drafts, games, orders, proposals, seats
from bot.tables.end_votes import PATIENCE
from bot.tables.table import Table

KIND = "seat"
DAY = timedelta(days=1)
OFFERS = 3  # of one seat within a day: each calls somebody


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that somebody may take."""

    proposal: int
    seat: str
    by: int  # user who offers it
    user: int  # who is asked
    until: datetime
    state: str  # open, done, declined, void


async def offer(table: Table, by: int, seat: Seat, user: int, *, left: bool = False) -> Offer:
    """Ask a user to take over that seat; an earlier question about it is void.

    By who has it, or by the host: after three days of waiting, at once where its user has `left` the server. Raises NotPossible.
    """
    row, store = table.row, table.store
    if row.status != "running":
        raise NotPossible("Seats change hands in running games only")
    if row.practice:
        raise NotPossible("At a practice table nobody needs a substitute: its seats may be played by one person")
    if row.seats_of(user):
        raise NotPossible(f"<@{user}> has a seat at this table already")
    if by != seat.user:
        await _host_may(table, by, seat, left=left)
    p, now = proposals.c, store.clock.now()
    values = {"game": row.id, "kind": KIND, "seat": seat.name, "head": by, "target": user, "asked": [], "agreed": []}
    values |= {"host": by != seat.user, "reason": "", "until": now + PATIENCE, "state": "open"}
    here = (p.game == row.id, p.kind == KIND, p.seat == seat.name)
    async with store.writing() as conn:
        await _not_too_often(conn, here, user, now)
        await conn.execute(update(proposals).where(*here, p.state == "open").values(state="void"))
        number = row_mapping.new_id(await conn.execute(insert(proposals).values(**values)))
        await row_mapping.enqueue(conn, NewPost(kind="seatoffer", game=row.id, payload={"proposal": number}), now)
    return await load(table, number)


async def _not_too_often(
    conn: AsyncConnection, here: tuple[ColumnElement[bool], ...], user: int, now: datetime
) -> None:
    """Nobody is called twice about the same, nor is the table told of ever new offers of one seat."""
    p = proposals.c
    rows = (await conn.execute(select(p.target, p.until, p.state).where(*here, p.until > now + PATIENCE - DAY))).all()
    if any(r.target == user and r.state == "open" for r in rows):
        raise NotPossible(f"<@{user}> has been asked already and has not answered yet")
    if len(rows) >= OFFERS:
        when = int((min(r.until for r in rows) - PATIENCE + DAY).timestamp())
        raise NotPossible(f"That seat was offered {len(rows)} times within a day. You may ask again <t:{when}:R>")


async def _host_may(table: Table, by: int, seat: Seat, *, left: bool) -> None:
    """The host may look for somebody else when a player has vanished."""
    if by != table.row.host:
        raise NotPossible(f"Only who has the seat or the host may offer it: <@{table.row.host}>")
    if left:
        return
    if table.row.paused:
        raise NotPossible("The table is paused: nobody is late. `/host resume` lets it go on")
    since = (await waiting_rows.at(table.store, table.id)).get(seat.name)
    if since is None:
        raise NotPossible("That seat has nothing to decide now, so nobody waits for it")
    if table.store.clock.now() < since + PATIENCE:
        when = int((since + PATIENCE).timestamp())
        raise NotPossible(f"That seat has time until <t:{when}:f>; then you may look for somebody else")


async def load(table: Table, number: int) -> Offer:
    """Raises NotPossible for one of another table."""
    p = proposals.c
    query = select(proposals).where(p.id == number, p.game == table.id, p.kind == KIND)
    async with table.store.reading() as conn:
        found = (await conn.execute(query)).first()
    if found is None:
        raise NotPossible("There is no such question")
    return Offer(found.id, found.seat, found.head, found.target, found.until, found.state)


async def answer(table: Table, number: int, user: int, shown: str, *, yes: bool) -> Offer:
    """The word of who was asked; a no may also come from who offered the seat and from who has it. Raises NotPossible."""
    asked, now = await load(table, number), table.store.clock.now()
    if asked.state != "open" or table.row.status != "running":
        raise NotPossible("That question is settled")
    if now > asked.until:
        raise NotPossible("Too late: silence was a no")
    seat = table.row.seat(asked.seat)
    assert seat is not None, "seats stay as long as their table"
    if user not in ((asked.user,) if yes else (asked.user, asked.by, seat.user)):
        raise NotPossible(f"Only <@{asked.user}> was asked")
    if yes:
        await _take(table, asked, shown)
    else:
        p = proposals.c
        async with table.store.writing(quiet=True) as conn:
            await conn.execute(update(proposals).where(p.id == number, p.state == "open").values(state="declined"))
    return await load(table, number)


async def _take(table: Table, asked: Offer, shown: str) -> None:
    """All in one transaction: seat, counter (old buttons are dead), host, due times; what the other had prepared is dropped."""
    store, now, p, s = table.store, table.store.clock.now(), proposals.c, seats.c
    async with store.writing() as conn:
        here = update(proposals).where(p.id == asked.proposal, p.state == "open").values(state="done")
        if (await conn.execute(here)).rowcount != 1:
            raise NotPossible("That question is settled")
        row = await _row(conn, table.id)
        old = row.seat(asked.seat)
        assert old is not None, "seats stay as long as their table"
        if row.seats_of(asked.user):
            raise NotPossible("You have a seat at this table already")
        mine = (s.game == row.id, s.name == old.name)
        label = f"{readable(shown)[:50]} for {old.name}"
        await conn.execute(update(seats).where(*mine).values(user=asked.user, shown=label, turn=s.turn + 1))
        if row.host == old.user:
            await conn.execute(update(games).where(games.c.id == row.id).values(host=asked.user))
        await conn.execute(delete(drafts).where(drafts.c.game == row.id, drafts.c.seat == old.name))
        await conn.execute(delete(orders).where(orders.c.game == row.id, orders.c.seat == old.name))
        await reminder_rows.drop(conn, row.id, [old.name])
        row = await _row(conn, row.id)
        waited = old.name in table.position.deciders
        if waited and not row.paused:
            await reminder_rows.write(conn, row, [old.name], row.head, now)
        payload = {"seat": old.name, "old": old.user, "waited": waited}
        await row_mapping.enqueue(conn, NewPost(kind="seattaken", game=row.id, payload=payload), now)
    table.row = row


async def _row(conn: AsyncConnection, game: int) -> GameRow:
    row = await row_mapping.game(conn, game)
    assert row is not None, "tables are never deleted"
    return row
