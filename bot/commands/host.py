"""`/host`: what the host of a table decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import Visit, attend
from bot.client.lookup import row_of, table_of
from bot.commands.common import Choices, complete_game, completes, here, hits, names_game
from bot.commands.lobby import Room, refresh, settle_in
from bot.commands.turn import show_console
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.model.models import GameRow
from bot.model.short_codes import code
from bot.storage import waiting_rows
from bot.views import console as desk
from bot.views.formatting import name, names
from bot.views.post_registry import reason
from game.state import COVERED

if TYPE_CHECKING:
    from bot.client.client import Bot

ABSENT = timedelta(hours=24)  # of waiting until the host may act for a seat


def add(bot: Bot) -> None:
    group = app_commands.Group(name="host", description="For the host of a table")

    @group.command(name="actfor", description="Act for an absent seat")
    @app_commands.describe(seat="Whose decision you take; after a day of waiting", game=names_game)
    async def actfor(interaction: discord.Interaction[Any], seat: str, game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: act_for(visit, seat, game))

    @group.command(name="undopolicy", description="Who decides on undo")
    @app_commands.describe(policy="free: anybody; vote: those who have acted since; host: the host", game=names_game)
    async def undopolicy(
        interaction: discord.Interaction[Any], policy: Literal["free", "vote", "host"], game: str | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: change(visit, game, f"undo is {policy}", undo=policy))

    @group.command(name="pace", description="How often people mean to move: decides when reminders come")
    @app_commands.describe(pace="live: minutes; daily: hours; relaxed: a day", game=names_game)
    async def pace(
        interaction: discord.Interaction[Any], pace: Literal["live", "daily", "relaxed"], game: str | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: change(visit, game, f"pace is {pace}", pace=pace))

    @group.command(name="post", description="How much is posted")
    @app_commands.describe(
        level="quiet: pictures at the ends of rounds only; lively: also a close look at each tile laid", game=names_game
    )
    async def post(
        interaction: discord.Interaction[Any], level: Literal["quiet", "normal", "lively"], game: str | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: change(visit, game, f"level is {level}", post_level=level))

    @group.command(name="pause", description="Stop reminders; moves may be made all the same")
    @app_commands.describe(game=names_game)
    async def pause(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: rest(visit, game, on=True))

    @group.command(name="resume", description="Let reminders come again")
    @app_commands.describe(game=names_game)
    async def resume(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: rest(visit, game, on=False))

    @group.command(name="transfer", description="Give the host role away")
    @app_commands.describe(user="Who is the host from now on", game=names_game)
    async def transfer(interaction: discord.Interaction[Any], user: discord.User, game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: hand_on(visit, user, game))

    @group.command(name="close", description="Close a table: one that is open, or a game that will not be finished")
    @app_commands.describe(confirm="The number of the table, to be sure", game=names_game)
    async def close(interaction: discord.Interaction[Any], confirm: int, game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: end(visit, confirm, game))

    @group.command(name="resend", description="Post what could not be posted; in a new thread if the old one is gone")
    @app_commands.describe(game=names_game)
    async def resend(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: post_again(visit, game))

    for command in group.commands:
        if isinstance(command, app_commands.Command):
            command.autocomplete("game")(completes(bot, complete_game))
    actfor.autocomplete("seat")(completes(bot, complete_seat))
    bot.tree.add_command(group)


async def complete_seat(visit: Visit, current: str) -> Choices:
    """Seats that are waited for."""
    table = (await here(visit)).table
    return hits(current, [(s.shown, s.name) for s in table.seats if s.name in table.position.deciders])


def hosted(visit: Visit, row: GameRow) -> None:
    """Raises NotPossible for others than the host."""
    if row.host != visit.user:
        raise NotPossible(f"Only the host may do that: <@{row.host}>.")


async def act_for(visit: Visit, seat: str, game: str | None) -> None:
    """Open the console of a seat that has let the table wait; what is played so is shown as such."""
    await visit.hold()
    table = (await table_of(visit, game)).table
    hosted(visit, table.row)
    found = table.row.seat(seat)
    if found is None:
        raise NotPossible(f"There is no seat {quoted(seat)} at this table.")
    if seat not in table.position.deciders:
        raise NotPossible(f"{name(found)} has nothing to decide now. {desk.waiting(table)}")
    covered = (await table.view(None)).marks.get(COVERED, [])
    if not table.row.practice and seat in covered and table.row.seats_of(visit.user):
        raise NotPossible(
            f"{name(found)} holds cards that no other player may see, so only a host without a seat may act there."
        )
    if table.row.paused:
        raise NotPossible("The table is paused: nobody is late. `/host resume` lets it go on.")
    since = (await waiting_rows.pending_since(visit.bot.store, table.id)).get(seat)
    if not table.row.practice and since is not None and visit.bot.clock.now() < since + ABSENT:
        when = int((since + ABSENT).timestamp())
        raise NotPossible(f"{name(found)} has time until <t:{when}:f>; then you may act for that seat.")
    await visit.bot.store.set_note(f"actfor:{table.id}", f"{visit.user}:{seat}:{table.action_version(seat)}")
    found = replace(found, stand_in=visit.user) if found.user != visit.user else found
    now = await desk.kept(visit.bot.store, table, found)
    await show_console(visit, table, found, now, f"You act for {name(found)}.")


async def change(visit: Visit, game: str | None, news: str, **fields: Any) -> None:
    """Change settings of a table; `news` says what they are now."""
    await visit.hold()
    row = await row_of(visit, game, lobby=True)
    row = await visit.bot.tables.change(row.id, visit.user, **fields)
    await refresh(visit.bot, row)
    await visit.tell(f"{code(row)}: {news} now.")


async def rest(visit: Visit, game: str | None, *, on: bool) -> None:
    await visit.hold()
    row = await row_of(visit, game)
    row = await visit.bot.tables.pause(row.id, visit.user, on=on)
    done = "is paused: nobody is reminded" if on else "goes on: the waiting begins anew"
    await visit.tell(f"{code(row)} {done}.")


async def hand_on(visit: Visit, user: discord.User, game: str | None) -> None:
    await visit.hold()
    row = await row_of(visit, game, lobby=True)
    hosted(visit, row)
    row = await visit.bot.tables.hand_over_host(row.id, visit.user, user.id)
    await refresh(visit.bot, row)
    await visit.tell(f"<@{user.id}> is the host of {code(row)} now.")


async def post_again(visit: Visit, game: str | None) -> None:
    """Post what Discord has refused, and the newest panel; servers' managers may ask for it too."""
    await visit.hold()
    row = await row_of(visit, game, lobby=True)
    if not visit.manages:
        hosted(visit, row)
    row = await _with_place(visit, row)
    publisher = visit.bot.publisher
    await publisher.again(row.id)
    await publisher.delivered(row.channel)
    if row.id in publisher.refused.why:
        why = reason(publisher.refused.why[row.id])
        raise NotPossible(f"Discord still refuses posts of {code(row)}: {why}. `/guild check` tells what is missing.")
    await visit.tell(f"All that {code(row)} has to say is posted in <#{row.channel}>.")


async def _with_place(visit: Visit, row: GameRow) -> GameRow:
    """A table whose thread is gone gets a new one where the old one was, or else where this is asked."""
    if not row.channel or await _there(visit.bot, row.channel) is not None:
        return row
    room = await _there(visit.bot, row.parent_channel) or visit.interaction.channel
    if not isinstance(room, Room) or visit.guild != row.guild:
        raise NotPossible(f"The channel of {code(row)} is gone: use this in a text channel where it may go on.")
    for kind in ("lobby", "panel"):
        await visit.bot.store.forget_post(row.id, kind)
    return await settle_in(visit.bot, row, room)


async def _there(bot: Bot, channel: int) -> object | None:
    """A channel that still is."""
    try:
        return await bot.fetch_channel(channel) if channel else None
    except discord.NotFound:
        return None
    except discord.HTTPException as error:
        raise NotPossible(f"I cannot look at <#{channel}>: {reason(f'{error.status} {error.code}')}.") from error


async def end(visit: Visit, confirm: int, game: str | None) -> None:
    """Close an open table, or give a running game up; servers' managers may do so too."""
    await visit.hold()
    row = await row_of(visit, game, lobby=True)
    if not visit.manages:
        hosted(visit, row)
    if confirm != row.id:
        raise NotPossible(f"To close {code(row)}, give its number: `/host close confirm:{row.id}`.")
    row = await visit.bot.tables.end(row.id, "abandoned")
    await refresh(visit.bot, row)
    await visit.tell(f"{code(row)} is closed. Seats: {names(row, [s.name for s in row.seats])}.")
