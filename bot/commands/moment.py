"""The option `at`: which earlier moment of a game is meant, and the list of moments while somebody types."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.client.lookup import At
from bot.commands.completion import Choices, here, hits
from bot.core.discord_limits import OPTIONS
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.views import inspection
from bot.views.command_options import unstamp
from bot.views.custom_ids import number

names_at = "An earlier moment: a move from the list or its number"


async def move_at(found: At, moment: str | None) -> int:
    """The move that `at` means: an id from the list, a move's number on the present line, or a round (its last move); 0: now."""
    if not moment:
        return 0
    said = unstamp(moment)[1].strip()
    if said.startswith("#") and (move := number(said[1:])) is not None:
        return move
    line = await found.table.history()
    if (depth := number(said)) is not None and depth < len(line):
        return line[depth].id
    inside = [m.id for m in line if _squeezed(m.round) == _squeezed(said)]
    if inside:
        return inside[-1]
    raise NotPossible(
        f"I know no move or round {quoted(said)}. There are {len(line) - 1} moves so far, the last in {line[-1].round}."
    )


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


async def complete_at(context: InteractionContext, current: str) -> Choices:
    """The last moves, newest first; typed numbers reach back to the start."""
    found = await here(context)
    x = await inspection.look(found.table, found.own)
    moves = (await found.table.history(limit=0 if current else OPTIONS + 1))[::-1]
    return hits(current, [(inspection.phrase(x, m), f"#{m.id}") for m in moves])
