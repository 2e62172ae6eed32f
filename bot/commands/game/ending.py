"""`/game end`: a proposal to end the game, and the votes on it."""

from __future__ import annotations

import contextlib
from typing import Literal

from bot.client.components import post_layout
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, load_access
from bot.commands.command_builder import CommandGroup
from bot.model.kinds import Ending, QuestionState
from bot.model.short_codes import short_code
from bot.tables import end_votes
from bot.views import vote_posts
from bot.views.custom_ids import Id, parse_number
from bot.views.formatting import join_names
from bot.views.press_verbs import VoteVerb

commands = CommandGroup()


@commands.command(
    "end",
    "Ask the others to end the game",
    how="agreed: as it stands; abandoned: without a result; concede: you give up",
)
async def propose_end(
    context: InteractionContext, how: Literal[Ending.AGREED, Ending.ABANDONED, Ending.CONCEDED], game: str | None = None
) -> None:
    """Put the wish to end the game to the other players; the table learns of it through the outbox."""
    await context.defer()
    access = await find_table(context, game)
    question = await end_votes.propose_end(context.services.tables, access.table, context.user, how)
    if question.state == QuestionState.DONE:
        await context.notify(f"{short_code(access.table.row)} is over.")
    else:
        await context.notify(f"{join_names(access.table.row, question.asked)} must agree; I have asked them.")


async def answer_end_vote(context: InteractionContext, id: Id) -> None:
    """Take in a yes or no to the proposal; its post shows who must still agree."""
    await context.defer()
    access = await load_access(context, id.table)
    question = await end_votes.answer_end(
        context.services.tables, access.table, parse_number(id.arg) or 0, context.user, yes=id.verb == VoteVerb.END_YES
    )
    message = context.interaction.message
    if message is not None:
        with contextlib.suppress(*REFUSED_OR_LOST):
            await message.edit(view=post_layout(vote_posts.end_question_post(access.table, question)))
    if question.state == QuestionState.DECLINED:
        await context.notify("You declined: the game goes on.")
    elif question.state == QuestionState.DONE:
        await context.notify(f"{short_code(access.table.row)} is over.")
    else:
        await context.notify(f"Noted. {join_names(access.table.row, question.asked)} must still agree.")
