"""`/host`: what the host of a table decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

import discord

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_row, find_table, plays_against_hidden_cards
from bot.client.registry import Registry
from bot.client.services import Services
from bot.client.table_thread import Room, open_table_thread, refresh_card
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices, find_typed_table, matching_choices
from bot.commands.console_answers import store_and_show
from bot.commands.game.handover import replace_player
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.kinds import Ending, MessageRole, Pace, PostKind, PostLevel, Theme, UndoPolicy
from bot.model.models import GameRow
from bot.model.player_names import find_called, name_to_type
from bot.model.short_codes import short_code
from bot.storage.repositories import waiting_rows
from bot.storage.repositories.posts import forget_post
from bot.views.console.message import whose_turn_words
from bot.views.console.state import load_state
from bot.views.formatting import datestamp, join_names, safe_name
from bot.views.post_registry import discord_refusal_words

ABSENT = timedelta(hours=24)  # of waiting until the host may act for a seat


host = CommandGroup("host", "For the host of a table")


def setup(registry: Registry, services: Services) -> None:
    """Register `/host`."""
    host.add_to(registry, services)


async def complete_seat(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: seats that are waited for."""
    table = (await find_typed_table(context)).table
    waiting = [s for s in table.seats if s.name in table.position.deciders]
    return matching_choices(current, [(s.shown, name_to_type(s, table.seats)) for s in waiting])


def require_host(context: InteractionContext, row: GameRow) -> None:
    """Raises NotPossible for others than the host."""
    if row.host != context.user:
        raise NotPossible(f"Only the host may do that: <@{row.host}>.")


def require_host_or_manager(context: InteractionContext, row: GameRow) -> None:
    """Raises NotPossible for others than the host and those who manage the table's own server, asked from there."""
    if not (context.manages_server and context.guild == row.guild):
        require_host(context, row)


@host.command(
    "actfor",
    "Act for a player who is away",
    seat=OptionDetails("For whom; possible after a day of waiting", complete_seat),
)
async def act_for(context: InteractionContext, seat: str, game: str | None = None) -> None:
    """Open the console of a seat that has let the table wait; what is played so is shown as such."""
    await context.defer()
    table = (await find_table(context, game)).table
    require_host(context, table.row)
    owner = find_called(table.seats, seat)
    if owner is None:
        raise NotPossible(f"There is no seat {quote_typed(seat)} at this table.")
    seat = owner.name
    if seat not in table.position.deciders:
        raise NotPossible(f"{safe_name(owner)} has nothing to do now. {whose_turn_words(table)}")
    if await plays_against_hidden_cards(table, seat, context.user):
        raise NotPossible(
            f"{safe_name(owner)} holds cards that no other player may see, so only a host who does not play may act for them."
        )
    if table.row.paused:
        raise NotPossible("The table is paused, so nobody is late. `/host resume` ends the pause.")
    since = (await waiting_rows.pending_since(context.services.store, table.id)).get(seat)
    if not table.row.practice and since is not None and context.services.clock.now() < since + ABSENT:
        raise NotPossible(f"{safe_name(owner)} has time until {datestamp(since + ABSENT)}; then you may act for them.")
    await context.services.store.write_note(f"actfor:{table.id}", f"{context.user}:{seat}:{table.action_version(seat)}")
    owner = replace(owner, stand_in=context.user) if owner.user != context.user else owner
    state = await load_state(context.services.store, table, owner)
    await store_and_show(context, table, owner, state, f"You act for {safe_name(owner)}.")


@host.command(
    "undopolicy",
    "Who decides whether a move is taken back",
    policy="free: anybody; vote: those who have acted since; host: the host",
)
async def set_undo_policy(
    context: InteractionContext,
    policy: Literal[UndoPolicy.FREE, UndoPolicy.VOTE, UndoPolicy.HOST],
    game: str | None = None,
) -> None:
    """Change who decides on undo."""
    await change_settings(context, game, f"undo is {policy}", undo=policy)


@host.command(
    "pace",
    "How often people plan to move; sets when reminders come",
    pace="live: minutes; daily: hours; relaxed: a day",
)
async def set_pace(
    context: InteractionContext, pace: Literal[Pace.LIVE, Pace.DAILY, Pace.RELAXED], game: str | None = None
) -> None:
    """Change when reminders come."""
    await change_settings(context, game, f"pace is {pace}", pace=pace)


@host.command(
    "post",
    "How many pictures I post",
    level="quiet: pictures only at the end of each round; lively: also a close-up of each tile laid",
)
async def set_post_level(context: InteractionContext, level: PostLevel, game: str | None = None) -> None:
    """Change how much is posted."""
    await change_settings(context, game, f"posts are {level}", post_level=level)


@host.command("theme", "Light, dark or printable pictures in this table's posts", colours="What everybody sees here")
async def set_theme(context: InteractionContext, colours: Theme, game: str | None = None) -> None:
    """Change the colours of a table's pictures."""
    await change_settings(
        context, game, f"pictures are {'for printing' if colours == Theme.PRINT else colours}", theme=colours
    )


async def change_settings(context: InteractionContext, game: str | None, news: str, **fields: Any) -> None:
    """Change settings of a table; `news` says what they are now."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    row = await context.services.tables.change_settings(row.id, context.user, **fields)
    await refresh_card(context.services, row)
    await context.notify(f"{short_code(row)}: {news} now.")


@host.command("pause", "Stop reminders; people may still move")
async def pause_table(context: InteractionContext, game: str | None = None) -> None:
    """Nobody is reminded from now on."""
    await set_paused(context, game, paused=True)


@host.command("resume", "Bring reminders back")
async def resume_table(context: InteractionContext, game: str | None = None) -> None:
    """Let reminders at a paused table go on."""
    await set_paused(context, game, paused=False)


async def set_paused(context: InteractionContext, game: str | None, *, paused: bool) -> None:
    """Pause a table, or let it go on; only its host may."""
    await context.defer()
    row = await find_row(context, game)
    row = await context.services.tables.set_paused(row.id, context.user, on=paused)
    outcome = "is paused: no reminders" if paused else "goes on: everybody's waiting time starts again"
    await context.notify(f"{short_code(row)} {outcome}.")


@host.command("transfer", "Give the host role away", user="Who is the host from now on")
async def hand_over_table(context: InteractionContext, user: discord.User, game: str | None = None) -> None:
    """Make somebody else the host of a table."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    require_host(context, row)
    row = await context.services.tables.hand_over_host(row.id, context.user, user.id)
    await refresh_card(context.services, row)
    await context.notify(f"<@{user.id}> is the host of {short_code(row)} now.")


@host.command("resend", "Post what could not be posted; in a new thread if the old one is gone")
async def post_again(context: InteractionContext, game: str | None = None) -> None:
    """Post what Discord has refused, and the newest panel; servers' managers may ask for it too."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    require_host_or_manager(context, row)
    row = await _give_place(context, row)
    sender = context.services.sender
    await sender.failures.resend(row.id)
    await sender.drain_channel(row.channel)
    if row.id in sender.failures.refusals.why:
        refusal = discord_refusal_words(sender.failures.refusals.why[row.id])
        raise NotPossible(
            f"Discord still refuses posts of {short_code(row)}: {refusal}. `/guild check` shows what is missing."
        )
    await context.notify(f"All posts of {short_code(row)} are in <#{row.channel}> now.")


async def _give_place(context: InteractionContext, row: GameRow) -> GameRow:
    """Give a table whose thread is gone, or was never made, a new one where the old one was, or else where this is asked."""
    if row.private:
        raise NotPossible("A what-if is private, so nothing is posted. `/whatif show` shows it")
    if row.channel and await _existing_channel(context.services, row.channel) is not None:
        return row
    room = await _existing_channel(context.services, row.parent_channel) or context.interaction.channel
    if not isinstance(room, Room) or context.guild != row.guild:
        raise NotPossible(
            f"The channel of {short_code(row)} is gone: use this in the text channel where the game should go on."
        )
    for kind in (MessageRole.LOBBY, PostKind.PANEL):
        await forget_post(context.services.store, row.id, kind)
    return await open_table_thread(context.services, row, room)


async def _existing_channel(services: Services, channel: int) -> object | None:
    """The channel of that number, asked of Discord; None if it is no more."""
    try:
        return await services.lookup.fetch_channel(channel) if channel else None
    except discord.NotFound:
        return None
    except discord.HTTPException as error:
        raise NotPossible(
            f"I cannot see <#{channel}>: {discord_refusal_words(f'{error.status} {error.code}')}."
        ) from error


@host.command(
    "close",
    "Close an open table, or a game that will not be finished",
    confirm="The number of the table, to be sure",
)
async def close_table(context: InteractionContext, confirm: int, game: str | None = None) -> None:
    """Close an open table, or give a running game up; servers' managers may do so too."""
    await context.defer()
    row = await find_row(context, game, lobby=True)
    require_host_or_manager(context, row)
    if confirm != row.id:
        raise NotPossible(f"To close {short_code(row)}, give its number: `/host close confirm:{row.id}`.")
    row = await context.services.tables.end(row.id, Ending.ABANDONED)
    await refresh_card(context.services, row)
    await context.notify(f"{short_code(row)} is closed. Seats: {join_names(row, [s.name for s in row.seats])}.")


host.command(
    "replace",
    "Find somebody else for a player who is gone",
    seat=OptionDetails("Whose seat; possible after three days of waiting", complete_seat),
    user="Whom to ask",
)(replace_player)
