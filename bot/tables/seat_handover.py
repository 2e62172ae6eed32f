"""A seat changes hands in a running game: who has it offers it, or the host offers that of somebody who has vanished.

The seat keeps its name in the record, on pictures and in the engine; shown is who plays it from now on, and for whom. Whoever is
asked must accept. Silence for three days is a no.
"""

from __future__ import annotations

from bot.core.errors import (
    DECIDED,
    TOO_LATE,
    NotLateYet,
    NotPossible,
    NotYoursToOffer,
    OfferedToAnother,
    PausedTable,
    SeatedAlready,
)
from bot.model.kinds import QuestionState, TableStatus
from bot.model.models import Seat
from bot.model.player_names import kept_name
from bot.storage.repositories import waiting_rows
from bot.storage.repositories.questions import handovers
from bot.storage.repositories.questions.handovers import OFFER_TIME, SeatOffer
from bot.tables.table import Table


async def offer_seat(table: Table, by: int, seat: Seat, user: int, *, left: bool = False) -> SeatOffer:
    """Ask a user to take over that seat; an earlier question about it is void.

    By who has it, or by the host: after three days of waiting, at once where its user has `left` the server. Raises NotPossible.
    """
    async with table.locked():
        await _check_offer(table, by, seat, user, left=left)
        number = await handovers.write_seat_offer(table.store, table.id, seat.name, by, user)
    return await load_seat_offer(table, number)


async def _check_offer(table: Table, by: int, seat: Seat, user: int, *, left: bool) -> None:
    """Raises NotPossible where that seat may not be offered to that user."""
    row = table.row
    if row.status != TableStatus.RUNNING:
        raise NotPossible("A seat can only change hands while the game is running")
    if row.practice:
        raise NotPossible("At a practice table nobody needs a substitute: one person may play all seats")
    if row.seats_of(user):
        raise SeatedAlready(user)
    if by != seat.user:
        await _check_host(table, by, seat, left=left)


async def _check_host(table: Table, by: int, seat: Seat, *, left: bool) -> None:
    """Raises NotPossible where the host may not look for somebody else: not while the player has acted of late."""
    if by != table.row.host:
        raise NotYoursToOffer(table.row.host)
    if left:
        return
    if table.row.paused:
        raise PausedTable
    since = (await waiting_rows.pending_since(table.store, table.id)).get(seat.name)
    if since is None:
        raise NotPossible("Nobody is waiting for that player now")
    if table.store.clock.now() < since + OFFER_TIME:
        raise NotLateYet(since + OFFER_TIME)


async def load_seat_offer(table: Table, number: int) -> SeatOffer:
    """Raises NotPossible for one of another table."""
    return await handovers.load_seat_offer(table.store, table.id, number)


async def answer_offer(table: Table, number: int, user: int, shown: str, *, yes: bool) -> SeatOffer:
    """Take in the word of who was asked; a no may also come from who offered the seat and from who has it. Raises
    NotPossible.
    """
    async with table.locked():
        return await _answer_offer(table, number, user, shown, yes=yes)


async def _answer_offer(table: Table, number: int, user: int, shown: str, *, yes: bool) -> SeatOffer:
    """Under the table's lock, take in the word of who was asked."""
    offer, now = await load_seat_offer(table, number), table.store.clock.now()
    if offer.state != QuestionState.OPEN or table.row.status != TableStatus.RUNNING:
        raise NotPossible(DECIDED)
    if now > offer.until:
        raise NotPossible(TOO_LATE)
    seat = table.row.seat(offer.seat)
    assert seat is not None, "seats stay as long as their table"
    if user not in ((offer.user,) if yes else (offer.user, offer.by, seat.user)):
        raise OfferedToAnother(offer.user)
    if not yes:
        await handovers.decline_seat_offer(table.store, number)
        return await load_seat_offer(table, number)
    first = seat.shown.rpartition(" for ")[2]  # who had the seat at the start of the game
    label = f"{kept_name(shown)[:50]} for {first[:40]}"
    await table.write_row(lambda: handovers.take_seat(table.store, table.id, offer, label, table.position.deciders))
    return await load_seat_offer(table, number)
