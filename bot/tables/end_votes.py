"""Ending a game by agreement: one proposes, everybody else with a seat is asked, and one no is enough.

Whoever has let the table wait for three days is not asked: a deserter holds nobody up. Silence for three days is a no.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.core.errors import DECIDED, GAME_OVER, NO_SEAT, TOO_LATE, NotPossible
from bot.model.kinds import Ending, QuestionState, TableStatus
from bot.model.models import GameRow
from bot.storage.repositories import waiting_rows
from bot.storage.repositories.questions import votes
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table

VOTE_TIME = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class EndQuestion:
    """A wish to end the game."""

    proposal: int
    by: str  # seat; "" for a host without one
    how: Ending
    asked: tuple[str, ...]  # seats that must still agree
    until: datetime
    state: QuestionState


async def propose_end(tables: Tables, table: Table, user: int, how: Ending) -> EndQuestion:
    """Put the wish to end the game to the others; where nobody else must be asked, the game ends at once. Raises
    NotPossible.
    """
    async with table.locked():
        number = await _write_proposal(table, user, how)
    question = await load_end_question(table, number)
    return question if question.asked else await _end_game(tables, table, question)


async def _write_proposal(table: Table, user: int, how: Ending) -> int:
    """Under the table's lock, put the wish to end the game to those who have not left; its number. Raises NotPossible."""
    row, store = table.row, table.store
    if row.status != TableStatus.RUNNING:
        raise NotPossible(GAME_OVER)
    own_seats = row.seats_of(user)
    if not own_seats and user != row.host:
        raise NotPossible(NO_SEAT)
    if how == Ending.CONCEDED and not own_seats:
        raise NotPossible("Only players can concede")
    now = store.clock.now()
    away = await _absent_seats(store, row, now)
    voters = [s.name for s in row.seats if s.user != user and not s.by_bot and s.name not in away]
    seat = own_seats[0].name if own_seats else ""
    return await votes.write_end_vote(store, row.id, seat, how, voters, now + VOTE_TIME)


async def load_end_question(table: Table, number: int) -> EndQuestion:
    """The vote of that number at this table as it stands; raises NotPossible for one of another table."""
    vote = await votes.load_end_vote(table.store, table.id, number)
    away = await _absent_seats(table.store, table.row, table.store.clock.now())
    voters = tuple(s for s in vote.asked if s not in vote.agreed and s not in away)
    return EndQuestion(vote.id, vote.seat, vote.ending, voters, vote.until, vote.state)


async def answer_end(tables: Tables, table: Table, number: int, user: int, *, yes: bool) -> EndQuestion:
    """Take in the word of somebody who was asked; all of a user's seats speak together. The one who proposed may say no. The last
    yes and the end of the game are one transaction.

    Raises NotPossible for others, and when it is settled or too late.
    """
    async with table.locked():
        question, voters = await _find_voters(table, number, user, yes=yes)
        is_last = yes and set(question.asked) <= set(voters)
        if not is_last:
            await votes.record_vote(table.store, table.id, number, voters, yes=yes)
    if is_last:
        return await _end_game(tables, table, question, voters)
    question = await load_end_question(table, number)  # in another process somebody may have agreed meanwhile
    return question if question.asked or not yes else await _end_game(tables, table, question)


async def _find_voters(table: Table, number: int, user: int, *, yes: bool) -> tuple[EndQuestion, list[str]]:
    """Under the table's lock, a vote and the seats for which a user's word counts; raises NotPossible as `answer_end` does."""
    question = await load_end_question(table, number)
    now = table.store.clock.now()
    if question.state != QuestionState.OPEN or table.row.status != TableStatus.RUNNING or now > question.until:
        raise NotPossible(DECIDED if now <= question.until else TOO_LATE)
    own_seats = [s.name for s in table.row.seats_of(user)]
    proposed = question.by in own_seats or (not question.by and user == table.row.host)
    asked = (await votes.load_end_vote(table.store, table.id, number)).asked
    voters = [s for s in own_seats if s in asked]
    if not voters and not (proposed and not yes):
        raise NotPossible("You were not asked")
    return question, voters


async def _end_game(tables: Tables, table: Table, question: EndQuestion, last: Sequence[str] = ()) -> EndQuestion:
    """End the game as the vote says, since everybody who counts has agreed. `last`: the seats that have agreed just now."""
    seat = table.row.seat(question.by)
    reason = f"{seat.shown if seat else 'A player'} conceded"[:100] if question.how == Ending.CONCEDED else question.how
    await tables.end(table.id, reason, votes.make_settling_hook(question.proposal, last))
    return replace(question, state=QuestionState.DONE, asked=())


async def _absent_seats(store: Store, row: GameRow, now: datetime) -> set[str]:
    """Seats that have let the table wait for too long to be asked."""
    return (
        set()
        if row.paused
        else {s for s, since in (await waiting_rows.pending_since(store, row.id)).items() if now >= since + VOTE_TIME}
    )
