"""The statements that write a play, made once: to make one takes longer than to run it.

A parameter that is the name of a column sets that column; those of conditions have other names.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, func, insert, select, update

from bot.model.kinds import QuestionState
from bot.storage.made_once import made_once
from bot.storage.schema import drafts, games, moves, people, proposals, seats

OF_GAME: BindParameter[Any] = bindparam("number")
NAMES: BindParameter[Any] = bindparam("names", expanding=True)

_below = select(moves.c.depth + 1).where(moves.c.id == bindparam("above")).scalar_subquery()
WRITE_MOVE = made_once(insert(moves).values(depth=func.coalesce(_below, 0)))

MOVE_HEAD = made_once(
    update(games).where(
        games.c.id == OF_GAME,
        games.c.head == bindparam("head_was"),
        games.c.status.in_(bindparam("status_was", expanding=True)),
    )
)

COUNT_ALL = made_once(update(seats).where(seats.c.game == OF_GAME).values(action_version=seats.c.action_version + 1))
COUNT_SEATS = made_once(COUNT_ALL.where(seats.c.name.in_(NAMES)))
PLACE_SEAT = made_once(update(seats).where(seats.c.game == OF_GAME, seats.c.name == bindparam("which")))

DROP_DRAFTS = made_once(delete(drafts).where(drafts.c.game == OF_GAME))
DROP_DRAFTS_OF_SEATS = made_once(DROP_DRAFTS.where(drafts.c.seat.in_(NAMES)))

VOID_PROPOSALS = made_once(
    update(proposals)
    .where(proposals.c.game == OF_GAME, proposals.c.state == QuestionState.OPEN)
    .values(state=QuestionState.VOID)
)
NOTE_AGREEMENT = made_once(update(proposals).where(proposals.c.id == bindparam("proposal")))
NOTE_PERSON = made_once(update(people).where(people.c.user == bindparam("who")))
