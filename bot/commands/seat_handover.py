"""`/game handover`, `/host replace`: a seat changes hands in a running game, and the buttons of the question."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.components import layout
from bot.client.interaction import Visit, attend
from bot.client.lookup import At, at, own, table_of
from bot.commands.common import complete_game, completes, names_game
from bot.commands.host import complete_seat
from bot.commands.lobby import refresh
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.model.models import Seat
from bot.model.short_codes import code
from bot.tables import seat_handover
from bot.views import vote_posts
from bot.views.custom_ids import SEAT, Id, number
from bot.views.formatting import name

if TYPE_CHECKING:
    from bot.client.client import Bot


def add(bot: Bot) -> None:
    bot.presses[SEAT] = press
    games, hosts = bot.tree.get_command("game"), bot.tree.get_command("host")
    assert isinstance(games, app_commands.Group)
    assert isinstance(hosts, app_commands.Group)

    @games.command(name="handover", description="Ask somebody to play on for you; that member must accept")
    @app_commands.describe(user="Who takes your seat", game=names_game)
    async def handover(interaction: discord.Interaction[Any], user: discord.User, game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: hand_over(visit, user, game))

    @hosts.command(name="replace", description="Find somebody else for a seat whose player has vanished")
    @app_commands.describe(seat="Whose seat: after three days of waiting", user="Who is asked", game=names_game)
    async def replace(
        interaction: discord.Interaction[Any], seat: str, user: discord.User, game: str | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: replace_by(visit, seat, user, game))

    handover.autocomplete("game")(completes(bot, complete_game))
    replace.autocomplete("game")(completes(bot, complete_game))
    replace.autocomplete("seat")(completes(bot, complete_seat))


async def hand_over(visit: Visit, user: discord.User, game: str | None) -> None:
    """The caller's own seat is offered."""
    await visit.hold()
    found = await table_of(visit, game)
    await _offer(visit, found, own(found), user)


async def replace_by(visit: Visit, seat: str, user: discord.User, game: str | None) -> None:
    """The host offers somebody else's seat."""
    await visit.hold()
    found = await table_of(visit, game)
    wanted = found.table.row.seat(seat)
    if wanted is None:
        raise NotPossible(f"There is no seat {quoted(seat)} at this table.")
    await _offer(visit, found, wanted, user)


async def _offer(visit: Visit, found: At, seat: Seat, user: discord.User) -> None:
    table = found.table
    if user.bot:
        raise NotPossible("A bot cannot play.")
    if not await _is_member(visit, table.row.guild, user.id):
        raise NotPossible("Only members of this server can play here.")
    left = seat.user != visit.user and not await _is_member(visit, table.row.guild, seat.user)
    await seat_handover.offer_seat(table, visit.user, seat, user.id, left=left)
    await visit.tell(f"I have asked <@{user.id}>; the seat of {name(seat)} changes hands when that is accepted.")


async def _is_member(visit: Visit, guild: int, user: int) -> bool:
    """Whether Discord knows that user in that server; it is asked, since the bot keeps no lists of members."""
    where = visit.bot.get_guild(guild) or await visit.bot.fetch_guild(guild)
    try:
        await where.fetch_member(user)
    except discord.NotFound:
        return False
    return True


async def press(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    """The word of who was asked; the question loses its buttons once it is settled."""
    await visit.hold()
    found = await at(visit, id.table)
    yes = id.verb == "yes"
    done = await seat_handover.answer_offer(found.table, number(id.arg) or 0, visit.user, visit.shown, yes=yes)
    message = visit.interaction.message
    if message is not None:
        with contextlib.suppress(discord.HTTPException):
            await message.edit(view=layout(vote_posts.offered(found.table, done)))
    if not yes:
        await visit.tell("Noted: the seat stays as it is.")
        return
    await refresh(visit.bot, found.table.row)
    await visit.tell(f"You play {done.seat} at {code(found.table.row)} now. `/turn` shows what is to be decided.")
