"""The option `at`: which earlier moment of a game is meant, and the list of moments while somebody types."""

from __future__ import annotations

from typing import NamedTuple

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess
from bot.commands.command_builder import OptionDetails
from bot.commands.completion import Choices, find_typed_table, matching_choices
from bot.core.discord_limits import OPTIONS
from bot.core.errors import NotPossible
from bot.core.text import count_of, quote_typed
from bot.views import inspection
from bot.views.command_options import unstamp
from bot.views.custom_ids import parse_number
from bot.views.story import move_browser
from bot.views.story.game_log import is_round
from game.events import RoundEnded


class Moment(NamedTuple):
    """A move, 0: now; and the round that it ended, where the end of that is meant."""

    move: int
    ended: str = ""


async def find_move(access: TableAccess, moment: str | None) -> int:
    """The move that `at` means, as `find_moment` reads it."""
    return (await find_moment(access, moment)).move


async def find_moment(access: TableAccess, moment: str | None) -> Moment:
    """What `at` means: an id from the list, a move's number on the present line, or a round (its end)."""
    typed = unstamp(moment)[1].strip() if moment else ""
    if not typed:
        return Moment(0)
    if typed.startswith("#") and (number := parse_number(typed[1:])) is not None:
        return Moment(number)
    line = await access.table.history()
    if (depth := parse_number(typed)) is not None and depth < len(line):
        return Moment(line[depth].id)
    for move in reversed(line):
        names = [e.name for e in move.events if isinstance(e, RoundEnded) and is_round(typed, e.name)]
        if names:
            return Moment(move.id, names[-1])
        if is_round(typed, move.round):
            return Moment(move.id)  # it goes on
    raise NotPossible(
        f"There is no move or round {quote_typed(typed)}. "
        f"So far there {'is' if len(line) == 2 else 'are'} {count_of(len(line) - 1, 'move')}, the last in {line[-1].round}."
    )


async def complete_moment(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: the last moves, newest first; typed numbers reach back to the start."""
    access = await find_typed_table(context)
    look = await inspection.look_at(access.table, access.own)
    moves = (await access.table.history(limit=0 if current else OPTIONS + 1))[::-1]
    return matching_choices(current, [(move_browser.move_phrase(look, m), f"#{m.id}") for m in moves])


MOMENT = OptionDetails("An earlier moment: a move from the list or its number", complete_moment)
