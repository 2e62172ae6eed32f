"""A seat changes hands in a running game: `/game handover`, what `/host replace` does, and the buttons of the question."""

from __future__ import annotations

import contextlib

import discord

from bot.client.components import post_layout
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, load_access, require_own_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.client.table_thread import refresh_card
from bot.commands.command_builder import CommandGroup
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.models import Seat
from bot.model.player_names import find_called
from bot.model.short_codes import short_code
from bot.tables import seat_handover
from bot.views import vote_posts
from bot.views.custom_ids import SEAT, Id, parse_number
from bot.views.formatting import safe_name
from bot.views.press_verbs import SeatVerb

commands = CommandGroup()


def add_handlers(registry: Registry, services: Services) -> None:
    """Register the buttons of the question."""
    registry.button_handlers[SEAT] = handle_press


@commands.command("handover", "Ask somebody to play on for you; they must accept", user="Who should take your seat")
async def hand_over_own_seat(context: InteractionContext, user: discord.User, game: str | None = None) -> None:
    """Offer the asker's own seat to somebody."""
    await context.defer()
    access = await find_table(context, game)
    await _offer_seat(context, access, require_own_seat(access), user)


async def replace_player(context: InteractionContext, seat: str, user: discord.User, game: str | None = None) -> None:
    """Offer somebody else's seat, which is for the host to do."""
    await context.defer()
    access = await find_table(context, game)
    vacant = find_called(access.table.seats, seat)
    if vacant is None:
        raise NotPossible(f"There is no seat {quote_typed(seat)} at this table.")
    await _offer_seat(context, access, vacant, user)


async def _offer_seat(context: InteractionContext, access: TableAccess, seat: Seat, user: discord.User) -> None:
    """Ask somebody to take over a seat; raises NotPossible for bots and for people who are no members of the server."""
    table = access.table
    if user.bot:
        raise NotPossible("A bot cannot play.")
    if not await _is_member(context, table.row.guild, user.id):
        raise NotPossible("Only members of this server can play here.")
    left = seat.user != context.user and not await _is_member(context, table.row.guild, seat.user)
    await seat_handover.offer_seat(table, context.user, seat, user.id, left=left)
    await context.notify(f"I have asked <@{user.id}>; they play for {safe_name(seat)} once they accept.")


async def _is_member(context: InteractionContext, guild: int, user: int) -> bool:
    """Whether Discord knows that user in that server; it is asked, since the bot keeps no lists of members."""
    server = context.services.lookup.get_guild(guild) or await context.services.lookup.fetch_guild(guild)
    try:
        await server.fetch_member(user)
    except discord.NotFound:
        return False
    return True


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Take in the word of who was asked; the question loses its buttons once it is settled."""
    await context.defer()
    access = await load_access(context, id.table)
    yes = id.verb == SeatVerb.YES
    offered = access.table.row.seat((await seat_handover.load_seat_offer(access.table, parse_number(id.arg) or 0)).seat)
    offer = await seat_handover.answer_offer(
        access.table, parse_number(id.arg) or 0, context.user, context.display_name, yes=yes
    )
    message = context.interaction.message
    if message is not None:
        with contextlib.suppress(*REFUSED_OR_LOST):
            await message.edit(view=post_layout(vote_posts.seat_offer_post(access.table, offer)))
    if not yes:
        await context.notify("Noted: the seat stays as it is.")
        return
    await refresh_card(context.services, access.table.row)
    await context.notify(
        f"You play for {safe_name(offered) if offered else offer.seat} at {short_code(access.table.row)} now. "
        "`/turn` shows what you can do."
    )
