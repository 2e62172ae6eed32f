"""Posts that Discord refuses: people at the table hear of it in their next answer, and the host sends them again."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import discord

from bot.components import private
from bot.message import Private
from bot.posts import reason
from bot.rows import GameRow
from bot.words import code

if TYPE_CHECKING:
    from bot.visit import Visit


async def mention(visit: Visit) -> None:
    """Tell somebody who has just been answered, once, that a table of theirs, or of this channel, cannot be posted to."""
    publisher = visit.bot.publisher
    answered = visit.interaction.response
    if not answered.is_done() or answered.type is discord.InteractionResponseType.modal:
        return  # there is nothing yet that could be added to
    for game, why in list(publisher.refused.items()):
        row = await visit.bot.store.game(game) if (game, visit.user) not in publisher.told else None
        if row is not None and _concerned(visit, row):
            publisher.told.add((game, visit.user))
            with contextlib.suppress(discord.HTTPException):
                await visit.interaction.followup.send(**private(Private(_sentence(row, why))), ephemeral=True)


def _concerned(visit: Visit, row: GameRow) -> bool:
    return row.channel == visit.channel or row.host == visit.user or bool(row.seats_of(visit.user))


def _sentence(row: GameRow, why: str) -> str:
    return (
        f"⚠ Some posts of {code(row)} could not be made: {reason(why)}. Moves are kept all the same, and `/turn` shows the "
        f"position. When that is mended, <@{row.host}> brings the posts with `/host resend`."
    )
