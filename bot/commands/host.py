"""`/host`: what the host of a table decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import find_row, find_table
from bot.client.registry import Registry
from bot.client.services import Services
from bot.client.table_thread import Room, refresh, settle_in
from bot.commands.completion import (
    GAME_OPTION,
    Choices,
    autocomplete,
    complete_game,
    matching_choices,
    table_being_typed,
)
from bot.commands.game.handover import replace_player
from bot.commands.turn import show_console
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.model.kinds import MessageRole, PostKind
from bot.model.models import GameRow
from bot.model.short_codes import code
from bot.storage.repositories import waiting_rows
from bot.views import console as desk
from bot.views.formatting import name, names
from bot.views.post_registry import reason
from game.state import COVERED

ABSENT = timedelta(hours=24)  # of waiting until the host may act for a seat


def setup(registry: Registry, services: Services) -> None:
    """Register the group."""
    group = app_commands.Group(name="host", description="For the host of a table")

    @group.command(name="actfor", description="Act for an absent seat")
    @app_commands.describe(seat="Whose decision you take; after a day of waiting", game=GAME_OPTION)
    async def actfor(interaction: discord.Interaction[Any], seat: str, game: str | None = None) -> None:
        await handle(services, interaction, lambda context: act_for(context, seat, game))

    @group.command(name="undopolicy", description="Who decides on undo")
    @app_commands.describe(policy="free: anybody; vote: those who have acted since; host: the host", game=GAME_OPTION)
    async def undopolicy(
        interaction: discord.Interaction[Any], policy: Literal["free", "vote", "host"], game: str | None = None
    ) -> None:
        await handle(services, interaction, lambda context: change(context, game, f"undo is {policy}", undo=policy))

    @group.command(name="pace", description="How often people mean to move: decides when reminders come")
    @app_commands.describe(pace="live: minutes; daily: hours; relaxed: a day", game=GAME_OPTION)
    async def pace(
        interaction: discord.Interaction[Any], pace: Literal["live", "daily", "relaxed"], game: str | None = None
    ) -> None:
        await handle(services, interaction, lambda context: change(context, game, f"pace is {pace}", pace=pace))

    @group.command(name="post", description="How much is posted")
    @app_commands.describe(
        level="quiet: pictures at the ends of rounds only; lively: also a close look at each tile laid",
        game=GAME_OPTION,
    )
    async def post(
        interaction: discord.Interaction[Any], level: Literal["quiet", "normal", "lively"], game: str | None = None
    ) -> None:
        await handle(
            services, interaction, lambda context: change(context, game, f"level is {level}", post_level=level)
        )

    @group.command(name="pause", description="Stop reminders; people may still move")
    @app_commands.describe(game=GAME_OPTION)
    async def pause(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await handle(services, interaction, lambda context: rest(context, game, on=True))

    @group.command(name="resume", description="Bring reminders back")
    @app_commands.describe(game=GAME_OPTION)
    async def resume(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await handle(services, interaction, lambda context: rest(context, game, on=False))

    @group.command(name="transfer", description="Give the host role away")
    @app_commands.describe(user="Who is the host from now on", game=GAME_OPTION)
    async def transfer(interaction: discord.Interaction[Any], user: discord.User, game: str | None = None) -> None:
        await handle(services, interaction, lambda context: hand_on(context, user, game))

    @group.command(name="close", description="Close a table: one that is open, or a game that will not be finished")
    @app_commands.describe(confirm="The number of the table, to be sure", game=GAME_OPTION)
    async def close(interaction: discord.Interaction[Any], confirm: int, game: str | None = None) -> None:
        await handle(services, interaction, lambda context: end(context, confirm, game))

    @group.command(name="resend", description="Post what could not be posted; in a new thread if the old one is gone")
    @app_commands.describe(game=GAME_OPTION)
    async def resend(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await handle(services, interaction, lambda context: post_again(context, game))

    @group.command(name="replace", description="Find somebody else for a seat whose player has vanished")
    @app_commands.describe(seat="Whose seat: after three days of waiting", user="Who is asked", game=GAME_OPTION)
    async def replace_(
        interaction: discord.Interaction[Any], seat: str, user: discord.User, game: str | None = None
    ) -> None:
        await handle(services, interaction, lambda context: replace_player(context, seat, user, game))

    for command in group.commands:
        if isinstance(command, app_commands.Command):
            command.autocomplete("game")(autocomplete(services, complete_game))
    actfor.autocomplete("seat")(autocomplete(services, complete_seat))
    replace_.autocomplete("seat")(autocomplete(services, complete_seat))
    registry.tree.add_command(group)


async def complete_seat(context: InteractionContext, current: str) -> Choices:
    """Seats that are waited for."""
    table = (await table_being_typed(context)).table
    return matching_choices(current, [(s.shown, s.name) for s in table.seats if s.name in table.position.deciders])


def hosted(context: InteractionContext, row: GameRow) -> None:
    """Raises NotPossible for others than the host."""
    if row.host != context.user:
        raise NotPossible(f"Only the host may do that: <@{row.host}>.")


async def act_for(context: InteractionContext, seat: str, game: str | None) -> None:
    """Open the console of a seat that has let the table wait; what is played so is shown as such."""
    await context.defer()
    table = (await find_table(context, game)).table
    hosted(context, table.row)
    owner = table.row.seat(seat)
    if owner is None:
        raise NotPossible(f"There is no seat {quoted(seat)} at this table.")
    if seat not in table.position.deciders:
        raise NotPossible(f"{name(owner)} has nothing to decide now. {desk.waiting(table)}")
    covered = (await table.view(None)).marks.get(COVERED, [])
    if not table.row.practice and seat in covered and table.row.seats_of(context.user):
        raise NotPossible(
            f"{name(owner)} holds cards that no other player may see, so only a host without a seat may act there."
        )
    if table.row.paused:
        raise NotPossible("The table is paused: nobody is late. `/host resume` lets it go on.")
    since = (await waiting_rows.pending_since(context.services.store, table.id)).get(seat)
    if not table.row.practice and since is not None and context.services.clock.now() < since + ABSENT:
        when = int((since + ABSENT).timestamp())
        raise NotPossible(f"{name(owner)} has time until <t:{when}:f>; then you may act for that seat.")
    await context.services.store.set_note(f"actfor:{table.id}", f"{context.user}:{seat}:{table.action_version(seat)}")
    owner = replace(owner, stand_in=context.user) if owner.user != context.user else owner
    state = await desk.kept(context.services.store, table, owner)
    await show_console(context, table, owner, state, f"You act for {name(owner)}.")


async def change(context: InteractionContext, game: str | None, news: str, **fields: Any) -> None:
    """Change settings of a table; `news` says what they are now."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    row = await context.services.tables.change(row.id, context.user, **fields)
    await refresh(context.services, row)
    await context.notify(f"{code(row)}: {news} now.")


async def rest(context: InteractionContext, game: str | None, *, on: bool) -> None:
    """Pause a table, or let it go on; only its host may."""
    await context.defer()
    row = await find_row(context, game)
    row = await context.services.tables.pause(row.id, context.user, on=on)
    done = "is paused: nobody is reminded" if on else "goes on: everybody's waiting time starts again"
    await context.notify(f"{code(row)} {done}.")


async def hand_on(context: InteractionContext, user: discord.User, game: str | None) -> None:
    """Make somebody else the host of a table."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    hosted(context, row)
    row = await context.services.tables.hand_over_host(row.id, context.user, user.id)
    await refresh(context.services, row)
    await context.notify(f"<@{user.id}> is the host of {code(row)} now.")


async def post_again(context: InteractionContext, game: str | None) -> None:
    """Post what Discord has refused, and the newest panel; servers' managers may ask for it too."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    if not context.manages:
        hosted(context, row)
    row = await _with_place(context, row)
    sender = context.services.sender
    await sender.resend(row.id)
    await sender.drain_channel(row.channel)
    if row.id in sender.refused.why:
        why = reason(sender.refused.why[row.id])
        raise NotPossible(f"Discord still refuses posts of {code(row)}: {why}. `/guild check` tells what is missing.")
    await context.notify(f"All posts of {code(row)} are in <#{row.channel}> now.")


async def _with_place(context: InteractionContext, row: GameRow) -> GameRow:
    """A table whose thread is gone gets a new one where the old one was, or else where this is asked."""
    if not row.channel or await _there(context.services, row.channel) is not None:
        return row
    room = await _there(context.services, row.parent_channel) or context.interaction.channel
    if not isinstance(room, Room) or context.guild != row.guild:
        raise NotPossible(f"The channel of {code(row)} is gone: use this in a text channel where it may go on.")
    for kind in (MessageRole.LOBBY, PostKind.PANEL):
        await context.services.store.forget_post(row.id, kind)
    return await settle_in(context.services, row, room)


async def _there(services: Services, channel: int) -> object | None:
    """A channel that still is."""
    try:
        return await services.lookup.fetch_channel(channel) if channel else None
    except discord.NotFound:
        return None
    except discord.HTTPException as error:
        raise NotPossible(f"I cannot look at <#{channel}>: {reason(f'{error.status} {error.code}')}.") from error


async def end(context: InteractionContext, confirm: int, game: str | None) -> None:
    """Close an open table, or give a running game up; servers' managers may do so too."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    if not context.manages:
        hosted(context, row)
    if confirm != row.id:
        raise NotPossible(f"To close {code(row)}, give its number: `/host close confirm:{row.id}`.")
    row = await context.services.tables.end(row.id, "abandoned")
    await refresh(context.services, row)
    await context.notify(f"{code(row)} is closed. Seats: {names(row, [s.name for s in row.seats])}.")
