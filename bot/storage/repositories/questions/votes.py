"""Votes on ending a game, as they are stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update

from bot.core.errors import DECIDED, NO_QUESTION, AskedTooOften, NotPossible, QuestionOpen
from bot.model.kinds import Ending, PostKind, QuestionState
from bot.model.models import NewPost
from bot.model.post_contents import QuestionContent
from bot.storage import row_mapping
from bot.storage.schema import end_votes
from bot.storage.store import Store, TransactionHook
from bot.storage.work import AsyncConnection

DAY = timedelta(days=1)
VOTES_PER_DAY = 3  # of one seat: each calls everybody


@dataclass(frozen=True, slots=True)
class EndVote:
    """A vote on ending a game, as it is stored."""

    id: int
    seat: str  # whose proposal it is; "" for a host without a seat
    ending: Ending
    asked: tuple[str, ...]  # seats
    agreed: tuple[str, ...]  # seats
    until: datetime
    state: QuestionState


async def write_end_vote(
    store: Store, game: int, seat: str, ending: Ending, asked: Sequence[str], until: datetime
) -> int:
    """Put the end of a game to a vote, in place of one that is open; the table is told if anybody is asked. Its number.

    Raises NotPossible for a seat that has asked the same and waits for the answer, or has asked too often.
    """
    v = end_votes.c
    values = {"game": game, "seat": seat, "ending": ending, "asked": list(asked), "agreed": [], "until": until}
    async with store.writing(game) as conn:
        if asked:
            await _check_frequency(conn, game, seat, ending, until, store.clock.now())
        await conn.execute(
            update(end_votes).where(v.game == game, v.state == QuestionState.OPEN).values(state=QuestionState.VOID)
        )
        number = row_mapping.new_id(await conn.execute(insert(end_votes).values(**values, state=QuestionState.OPEN)))
        if asked:
            post = NewPost(kind=PostKind.END_VOTE, game=game, content=QuestionContent(proposal=number))
            await row_mapping.enqueue(conn, post, store.clock.now())
    return number


async def _check_frequency(
    conn: AsyncConnection, game: int, seat: str, ending: Ending, until: datetime, now: datetime
) -> None:
    """Raises QuestionOpen, AskedTooOften: each vote calls everybody. `until`: when the new one would end."""
    v = end_votes.c
    recent = (v.game == game, v.seat == seat, v.until > until - DAY)
    rows = (await conn.execute(select(v.ending, v.until, v.state).where(*recent))).all()
    if any(r.ending == ending and r.state == QuestionState.OPEN for r in rows):
        raise QuestionOpen
    if len(rows) >= VOTES_PER_DAY:
        raise AskedTooOften(len(rows), min(r.until for r in rows) - (until - now) + DAY)


async def load_end_vote(store: Store, game: int, number: int) -> EndVote:
    """The vote of that number; raises NotPossible for one of another table."""
    v = end_votes.c
    async with store.reading() as conn:
        row = (await conn.execute(select(end_votes).where(v.id == number, v.game == game))).first()
    if row is None:
        raise NotPossible(NO_QUESTION)
    return EndVote(row.id, row.seat, row.ending, tuple(row.asked), tuple(row.agreed), row.until, row.state)


async def record_vote(
    store: Store, game: int, number: int, seats: Sequence[str], *, yes: bool, check: Callable[[Sequence[str]], None]
) -> None:
    """Note the word of these seats, of whom those count that are asked; `check` gets these and may raise.

    Raises NotPossible where the vote is settled.
    """
    v = end_votes.c
    async with store.writing(game) as conn:
        row = (await conn.execute(select(v.asked, v.agreed).where(v.id == number))).one()
        voters = [s for s in seats if s in row.asked]
        check(voters)
        here = update(end_votes).where(v.id == number, v.state == QuestionState.OPEN)
        values = {"agreed": sorted({*row.agreed, *voters})} if yes else {"state": QuestionState.DECLINED}
        if (await conn.execute(here.values(**values))).rowcount != 1:
            raise NotPossible(DECIDED)


def make_settling_hook(number: int) -> TransactionHook:
    """What settles a vote in the transaction that ends the game; it raises NotPossible where the vote is settled already."""

    async def settle(conn: AsyncConnection, _game: int) -> None:
        """Settle the vote, in the transaction that ends the game."""
        v = end_votes.c
        here = update(end_votes).where(v.id == number, v.state == QuestionState.OPEN)
        if (await conn.execute(here.values(state=QuestionState.DONE))).rowcount != 1:
            raise NotPossible(DECIDED)

    return settle
