"""Offers of the turn that is played which were answered: the same again calls somebody who has said no, so that has a limit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.core.text import escape_markup
from bot.model.results import Move
from bot.storage.repositories.moves import load_line
from bot.tables.session import TableSession
from game.actions import Action
from game.events import Answered, TurnBegan, TurnEnded
from game.rules import Illegal, Refusal

RECENT = 20  # moves that are looked through for answers of the turn
MOST_ASKED = 2  # times that the same is asked in a turn: a no may be a slip, or be talked about


async def list_answered_offers(session: TableSession) -> list[tuple[Action, Answered]]:
    """What was asked in the turn that is played, oldest first, each with its answer or withdrawal."""
    moves = await session.decode_moves(await load_line(session.store, session.id, session.position.move, limit=RECENT))
    found: list[tuple[Action, Answered]] = []
    for asking, answer in reversed([*pairwise(moves)]):
        if _turns(answer):
            break
        if asking.action is not None:
            found += [(asking.action, e) for e in answer.events if isinstance(e, Answered)]
    return found[::-1]


def _turns(move: Move) -> bool:
    """Whether a turn begins or ends with a move."""
    return any(isinstance(e, TurnBegan | TurnEnded) for e in move.events)


async def refuse_repeated_offer(session: TableSession, offer: Action, asked: str) -> None:
    """Raise Illegal where the seat that is `asked` was asked the very same so often in this turn that it is enough."""
    answers: Sequence[Answered] = [a for action, a in await list_answered_offers(session) if action == offer]
    if len(answers) < MOST_ASKED:
        return
    who = escape_markup(session.rules.person(asked))
    no = "" if answers[-1].withdrawn else f"; {who} can still take the last no back"
    raise Illegal(Refusal(f"You have asked {who} that twice in this turn{no}"))
