"""What a right click (a long press on a phone) offers on one of the bot's posts, and on a person."""

from __future__ import annotations

import discord

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, load_access
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import Handler, build_menu
from bot.commands.undo import report_head_move, require_voting_seat
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.kinds import TableStatus
from bot.model.short_codes import short_code
from bot.storage import outbox
from bot.views.messages import Private
from bot.views.story import move_browser


def setup(registry: Registry, services: Services) -> None:
    """Register what the menus of messages and of people offer."""
    for name, handler in MENUS.items():
        registry.tree.add_command(build_menu(services, name, handler))


async def _find_shown_position(context: InteractionContext, message: discord.Message) -> tuple[TableAccess, int]:
    """The table of which a post of ours shows a position, and the move after which that was."""
    shown_position = await outbox.find_shown_move(context.services.store, message.channel.id, message.id)
    if shown_position is None:
        raise NotPossible("That post does not show a position")
    return await load_access(context, shown_position[0]), shown_position[1]


async def show_board(context: InteractionContext, message: discord.Message) -> None:
    """Answer with the position of a post, to step on from."""
    await context.defer()
    access, move = await _find_shown_position(context, message)
    await context.reply(await move_browser.browse_position(access.table, access.own, move))


async def undo_to_post(context: InteractionContext, message: discord.Message) -> None:
    """Take back to the position of a post, with the consent that `/undo` needs."""
    await context.defer()
    access, move = await _find_shown_position(context, message)
    seat = require_voting_seat(context, access)
    result = await access.table.undo(seat, to=move, interaction=context.id, user=context.user)
    await report_head_move(context, access.table, result, reader=seat)


async def describe_pictures(context: InteractionContext, message: discord.Message) -> None:
    """Answer with what the pictures of a post show, in words."""
    await context.defer()
    descriptions = [a.description for a in message.attachments if a.description]
    if not descriptions:
        raise NotPossible("That post has no picture to describe")
    await context.reply(Private(title="In words", body=fit("\n\n".join(map(escape_markup, descriptions)), EMBED_TEXT)))


async def list_common_tables(context: InteractionContext, user: discord.User) -> None:
    """List the tables of this server at which both the asker and the person clicked have a seat."""
    await context.defer()
    if not context.guild:
        raise NotPossible("Games are played in servers: use this there")
    rows = await context.services.store.find_tables(
        guild=context.guild, user=context.user, statuses=(TableStatus.OPEN, TableStatus.RUNNING, TableStatus.FINISHED)
    )
    lines = [
        f"• **{short_code(r)}** {escape_markup(r.name)} · {r.status}" + (f" · <#{r.channel}>" if r.channel else "")
        for r in rows
        if r.seats_of(user.id)
    ]
    body = fit("\n".join(lines) or "You have no games together here.", EMBED_TEXT)
    await context.reply(Private(title="Games together", body=body))


MENUS: dict[str, Handler] = {  # (context, the message or person that was clicked on)
    "18xx: board here": show_board,
    "18xx: undo to here": undo_to_post,
    "18xx: describe picture": describe_pictures,
    "18xx: games together": list_common_tables,
}
