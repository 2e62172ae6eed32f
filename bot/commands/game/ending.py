"""TODO: say what this is."""

from __future__ import annotations
import contextlib
import discord
from bot.client.components import layout
from bot.client.interaction import InteractionContext
from bot.client.lookup import at, table_of
from bot.model.short_codes import code
from bot.tables import end_votes
from bot.views import vote_posts
from bot.views.custom_ids import Id, number
from bot.views.formatting import names

async def propose_end(context: InteractionContext, game: str | None, how: str) -> None:
    """A wish to end the game; the table learns of it through the outbox."""
    await context.defer()
    found = await table_of(context, game)
    q = await end_votes.propose(context.services.tables, found.table, context.user, how)
    if q.state == "done":
        await context.notify(f"{code(found.table.row)} is over.")
    else:
        await context.notify(f"{names(found.table.row, q.asked)} must agree; I have asked.")


async def _end_vote(context: InteractionContext, id: Id) -> None:
    await context.defer()
    found = await at(context, id.table)
    q = await end_votes.answer(
        context.services.tables, found.table, number(id.arg) or 0, context.user, yes=id.verb == "endyes"
    )
    message = context.interaction.message
    if message is not None:
        with contextlib.suppress(discord.HTTPException):
            await message.edit(view=layout(vote_posts.ending(found.table, q)))
    if q.state == "declined":
        await context.notify("You declined: the game goes on.")
    elif q.state == "done":
        await context.notify(f"{code(found.table.row)} is over.")
    else:
        await context.notify(f"Noted. {names(found.table.row, q.asked)} must still agree.")
