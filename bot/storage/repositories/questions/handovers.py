"""Seats that are offered and taken over, as they are stored."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from bot.core.errors import DECIDED, GAME_OVER, NO_QUESTION, AskedAlready, NotPossible, OfferedTooOften
from bot.model.kinds import PostKind, QuestionState, TableStatus
from bot.model.models import GameRow, NewPost
from bot.model.post_contents import QuestionContent, SeatTakenContent
from bot.storage import row_mapping
from bot.storage.repositories import reminder_rows
from bot.storage.schema import drafts, games, orders, seat_offers, seats
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

OFFER_TIME = timedelta(days=3)
DAY = timedelta(days=1)
OFFERS_PER_DAY = 3  # of one seat: each calls somebody


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that somebody may take over, and how the question stands."""

    proposal: int
    seat: str
    by: int  # user who offers it
    user: int  # who is asked
    until: datetime
    state: QuestionState


async def write_seat_offer(store: Store, game: int, seat: str, by: int, user: int) -> int:
    """Offer a seat to a user, in place of an open offer of it; returns its number.

    Raises NotPossible where the seat was offered too often.
    """
    o, now = seat_offers.c, store.clock.now()
    values = {"game": game, "seat": seat, "offered_by": by, "offered_to": user, "until": now + OFFER_TIME}
    async with store.writing(game) as conn:
        await _check_frequency(conn, game, seat, user, now)
        same = (o.game == game, o.seat == seat, o.state == QuestionState.OPEN)
        await conn.execute(update(seat_offers).where(*same).values(state=QuestionState.VOID))
        number = row_mapping.new_id(await conn.execute(insert(seat_offers).values(**values, state=QuestionState.OPEN)))
        question = QuestionContent(proposal=number)
        await row_mapping.enqueue(conn, NewPost(kind=PostKind.SEAT_OFFER, game=game, content=question), now)
    return number


async def _check_frequency(conn: AsyncConnection, game: int, seat: str, user: int, now: datetime) -> None:
    """Raises AskedAlready, OfferedTooOften: the table hears of each offer."""
    o = seat_offers.c
    recent = (o.game == game, o.seat == seat, o.until > now + OFFER_TIME - DAY)
    rows = (await conn.execute(select(o.offered_to, o.until, o.state).where(*recent))).all()
    if any(r.offered_to == user and r.state == QuestionState.OPEN for r in rows):
        raise AskedAlready(user)
    if len(rows) >= OFFERS_PER_DAY:
        raise OfferedTooOften(len(rows), min(r.until for r in rows) - OFFER_TIME + DAY)


async def load_seat_offer(store: Store, game: int, number: int) -> SeatOffer:
    """The offer of that number; raises NotPossible for one of another table."""
    o = seat_offers.c
    query = select(seat_offers).where(o.id == number, o.game == game)
    async with store.reading() as conn:
        row = (await conn.execute(query)).first()
    if row is None:
        raise NotPossible(NO_QUESTION)
    return SeatOffer(row.id, row.seat, row.offered_by, row.offered_to, row.until, row.state)


async def decline_seat_offer(store: Store, number: int) -> None:
    """Settle an open offer with a no."""
    o = seat_offers.c
    async with store.writing(quiet=True) as conn:
        await conn.execute(
            update(seat_offers)
            .where(o.id == number, o.state == QuestionState.OPEN)
            .values(state=QuestionState.DECLINED)
        )


async def take_seat(store: Store, game: int, offer: SeatOffer, label: str, deciders: Collection[str]) -> GameRow:
    """Give the seat to who was asked, shown as `label`; returns the table as it is then.

    All in one transaction: seat, counter (old buttons are dead), host, due times; what the other had prepared is dropped.
    `deciders`: seats that must act now. Raises NotPossible.
    """
    now, o, s = store.clock.now(), seat_offers.c, seats.c
    async with store.writing(game) as conn:
        here = (
            update(seat_offers)
            .where(o.id == offer.proposal, o.state == QuestionState.OPEN)
            .values(state=QuestionState.DONE)
        )
        if (await conn.execute(here)).rowcount != 1:
            raise NotPossible(DECIDED)
        row = await _load_row(conn, game)
        if row.status != TableStatus.RUNNING:
            raise NotPossible(GAME_OVER)
        old = row.seat(offer.seat)
        assert old is not None, "seats stay as long as their table"
        if row.seats_of(offer.user):
            raise NotPossible("You have a seat at this table already")
        own = (s.game == game, s.name == old.name)
        await conn.execute(
            update(seats).where(*own).values(user=offer.user, shown=label, action_version=s.action_version + 1)
        )
        if row.host == old.user:
            await conn.execute(update(games).where(games.c.id == game).values(host=offer.user))
        await conn.execute(delete(drafts).where(drafts.c.game == game, drafts.c.seat == old.name))
        await conn.execute(delete(orders).where(orders.c.game == game, orders.c.seat == old.name))
        await reminder_rows.drop_reminders(conn, game, [old.name])
        row = await _load_row(conn, game)
        waited = old.name in deciders
        if waited and not row.paused:
            await reminder_rows.write_first_nudges(conn, row, [old.name], row.head, now)
        content = SeatTakenContent(seat=old.name, old=old.user, waited=waited)
        await row_mapping.enqueue(conn, NewPost(kind=PostKind.SEAT_TAKEN, game=game, content=content), now)
    return row


async def _load_row(conn: AsyncConnection, game: int) -> GameRow:
    """The row of a table, within the transaction."""
    row = await row_mapping.load_game(conn, game)
    assert row is not None, "tables are never deleted"
    return row
