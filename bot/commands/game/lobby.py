"""`/game`: opening a table, taking seats, optional rules, starting; and the buttons of the lobby card."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_row, is_listed_for, may_see_table
from bot.client.registry import Registry
from bot.client.services import Services
from bot.client.table_thread import Room, adopt_card, open_table_thread, refresh_card
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import list_titles
from bot.commands.game import remark
from bot.commands.game.table_limit import check_table_count
from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.kinds import LIVE, Pace, TableStatus, Visibility
from bot.model.models import GameRow, NewGame
from bot.model.player_names import kept_table_name
from bot.model.short_codes import short_code
from bot.tables.practice import open_practice
from bot.tables.service import Tables
from bot.views import lobby_card
from bot.views.custom_ids import LOBBY, Id, parse_number
from bot.views.error_words import error_words
from bot.views.formatting import safe_name
from bot.views.messages import Private
from bot.views.press_verbs import LobbyVerb

log = logging.getLogger(__name__)
TWICE = timedelta(seconds=10)  # the same table opened again within this time is the same wish
STATUSES_BY_CHOICE: dict[str, tuple[TableStatus, ...]] = {
    "open": (TableStatus.OPEN,),
    "running": (TableStatus.RUNNING,),
    "finished": (TableStatus.FINISHED,),
    "mine": LIVE,
}


def add_handlers(registry: Registry, services: Services) -> None:
    """Register the buttons of the card and of the result."""
    registry.button_handlers[LOBBY] = handle_press
    registry.modal_handlers[LOBBY] = remark.handle_form


commands = CommandGroup()
TableHandler = Callable[[InteractionContext, GameRow], Awaitable[None]]
PersonHandler = Callable[[InteractionContext, GameRow, discord.User], Awaitable[None]]


def table_command(name: str, text: str) -> Callable[[TableHandler], TableHandler]:
    """Make the function below it, which is given a table, the handler of a command; the card's buttons call it, too."""

    def register_handler(handler: TableHandler) -> TableHandler:
        """Add the command; the handler stays callable as it is."""

        @commands.command(name, text)
        async def find_and_handle(context: InteractionContext, game: str | None = None) -> None:
            """Find the table that is meant, and hand it to the handler."""
            await context.defer()
            await handler(context, await find_row(context, game, lobby=True))

        return handler

    return register_handler


def person_command(name: str, text: str) -> Callable[[PersonHandler], PersonHandler]:
    """Make the function below it, which is given a table and a person, the handler of a command."""

    def register_handler(handler: PersonHandler) -> PersonHandler:
        """Add the command; the handler stays callable as it is."""

        @commands.command(name, text, user="Who")
        async def find_and_handle_person(
            context: InteractionContext, user: discord.User, game: str | None = None
        ) -> None:
            """Find the table that is meant, and hand it and the person to the handler."""
            await context.defer()
            await handler(context, await find_row(context, game, lobby=True), user)

        return handler

    return register_handler


@dataclass(frozen=True)
class TableRequest:
    """What `/game new` was given. Seats are 0 where the title decides."""

    title: str
    name: str
    min_players: int
    max_players: int
    pace: Pace
    visibility: Visibility
    practice: bool


@commands.command(
    "new",
    "Open a table",
    title=OptionDetails("Which game to play", choices=list_titles),
    practice="Play at once against the bot, which tells you what you can do and why",
    name="A name for the table",
    min="The fewest players to start with",
    max="The most players",
    pace="How often you all plan to move; sets when reminders come",
    visibility="Who may take a seat",
    where="A channel or forum for the table's thread; if left out: here",
)
async def new_table(  # one parameter for each option
    context: InteractionContext,
    title: str,
    practice: bool = False,
    name: app_commands.Range[str, 1, 60] | None = None,
    min: app_commands.Range[int, 1, 12] | None = None,
    max: app_commands.Range[int, 1, 12] | None = None,
    pace: Pace = Pace.DAILY,
    visibility: Literal[Visibility.OPEN, Visibility.INVITED, Visibility.LINK] = Visibility.OPEN,
    where: discord.TextChannel | discord.ForumChannel | None = None,
) -> None:
    """Open a table in a channel, or a first game against the bot."""
    request = TableRequest(title, name or "", min or 0, max or 0, pace, visibility, practice)
    await open_table(context, request, where)


async def open_table(context: InteractionContext, request: TableRequest, where: Room | None) -> None:
    """Open a table: its card here, its thread below the card. A repeated wish finds the table that is there."""
    await context.defer()
    if not context.guild:
        raise NotPossible("Games are played in servers: use /game new in a server's channel.")
    services, called = context.services, kept_table_name(request.name, context.display_name)
    for row in await services.store.find_tables(
        guild=context.guild, user=context.user, statuses=(TableStatus.OPEN,), title=request.title, limit=5
    ):
        if (
            row.host == context.user
            and row.name == called
            and services.clock.now() - row.created < TWICE
            and row.channel
        ):
            await context.notify(f"You opened {short_code(row)} a moment ago: <#{row.channel}>")
            return
    await check_table_count(context)
    room = where or context.interaction.channel
    if not isinstance(room, Room):
        raise NotPossible("A table needs a text channel, a thread or a forum.")
    member = context.interaction.user
    if where is not None and isinstance(member, discord.Member) and not where.permissions_for(member).send_messages:
        raise NotPossible(f"You cannot write in {where.mention}, so I cannot open a table there for you.")
    existing = await services.store.table_in_channel(context.guild, room.id)
    if isinstance(room, discord.Thread) and existing is not None and existing.status in LIVE:
        raise NotPossible(
            f"{short_code(existing)} is played in this thread already. Use the channel above, or another one."
        )
    new = NewGame(
        guild=context.guild,
        host=context.user,
        title=request.title,
        shown=context.display_name,
        name=request.name,
        min_players=request.min_players,
        max_players=request.max_players,
        pace=request.pace,
        visibility=request.visibility,
        parent_channel=room.id,
    )
    make = open_practice if request.practice else Tables.create
    row = await make(services.tables, new, context.id)
    if not row.channel:
        row = await open_table_thread(services, row, room)
    if request.practice:  # the same command delivered again finds it started
        if row.status == TableStatus.OPEN:
            await services.tables.start(row.id, context.user)
            started = await services.store.load_table(row.id)
            if started is not None:
                await refresh_card(services, started)
        await context.notify(f"Your first game waits for you in <#{row.channel}>: the bot plays the others.")
        return
    await context.notify(
        f"{short_code(row)} is open: others join on its card, then you press *Start*. It is played in <#{row.channel}>."
    )


@commands.command(
    "list",
    "Find tables",
    title=OptionDetails("Only tables of this game", choices=list_titles),
    show="Which tables",
    player="Only where this member has a seat",
)
async def find_tables(
    context: InteractionContext,
    title: str | None = None,
    show: Literal["open", "running", "finished", "mine"] = "open",
    player: discord.User | None = None,
) -> None:
    """List tables, the asker's own or those of this server."""
    user = player.id if player else context.user if show == "mine" else None
    await list_tables(context, title or "", STATUSES_BY_CHOICE[show], user)


async def list_tables(
    context: InteractionContext, title: str, statuses: tuple[TableStatus, ...], user: int | None
) -> None:
    """Answer with the tables of this server, 25 at most: of one title, of these states, with this player, where
    such are given. In direct messages: with the asker's own tables, of all servers; raises NotPossible for another player's.
    """
    await context.defer()
    if not context.guild:
        if user not in {None, context.user}:
            raise NotPossible("Use this in a server: here I can only list your own tables")
        user = context.user
    rows = await context.services.store.find_tables(
        guild=context.guild or None, user=user, statuses=statuses, title=title, limit=25
    )
    lines = [
        f"• **{short_code(r)}** {escape_markup(r.name)} · {len(r.seats)} of {r.max_players}: "
        + ", ".join(safe_name(s) for s in r.seats)
        + (f" · <#{r.channel}>" if r.channel else "")
        for r in rows
        if is_listed_for(r, context.user)
    ]
    await context.reply(
        Private(title="Tables", body=fit("\n".join(lines) or "There are none. Open one with /game new.", 4000))
    )


@table_command("info", "Settings, seats and state of a table")
async def show_details(context: InteractionContext, row: GameRow) -> None:
    """Show the table's settings and optional rules to the asker."""
    await context.reply(lobby_card.table_details(row, context.services.titles[row.title]))


@table_command("join", "Take a seat or a place on the waiting list")
async def join_table(context: InteractionContext, row: GameRow) -> None:
    """Take a seat, or a place among those who wait for one, and say which it was."""
    joined = await context.services.tables.join(row.id, context.user, context.display_name, context.id)
    await refresh_card(context.services, joined.row)
    if joined.seat is not None:
        await context.notify(f"You now have a seat at {short_code(row)}.")
    else:
        await context.notify(f"{short_code(row)} is full. You are number {joined.waiting} on the waiting list.")


@table_command("leave", "Leave a table before it starts")
async def leave_table(context: InteractionContext, row: GameRow) -> None:
    """Give up a seat or a place among the waiting; whoever waited longest moves up."""
    result = await context.services.tables.leave(row.id, context.user, context.id)
    await refresh_card(context.services, result.row)
    await context.notify(
        f"You have left {short_code(row)}."
        + (f" {safe_name(result.moved_up)} has your seat now." if result.moved_up else "")
    )


@table_command("start", "Start the game")
async def start_game(context: InteractionContext, row: GameRow) -> None:
    """Begin the game and turn the lobby's card into that of a running table."""
    await context.services.tables.start(row.id, context.user, context.id)
    started = await context.services.store.load_table(row.id)
    if started is not None:
        await refresh_card(context.services, started)
    await context.notify(f"{short_code(row)} has started" + (f" in <#{row.channel}>." if row.channel else "."))


@table_command("options", "Change optional rules before the start")
async def show_options(context: InteractionContext, row: GameRow) -> None:
    """Show the menu of optional rules to the asker."""
    await context.reply(lobby_card.options_menu(row, context.services.titles[row.title]))


@table_command("rematch", "Play again with the same players and options")
async def open_rematch(context: InteractionContext, row: GameRow) -> None:
    """Open a new table with the same title and options; it gets a thread beside the old one."""
    services = context.services
    new_row = await services.tables.rematch(row.id, context.user, context.display_name, context.id)
    if not new_row.channel:
        room = services.lookup.get_channel(row.parent_channel) or await services.lookup.fetch_channel(
            row.parent_channel or row.channel
        )
        if not isinstance(room, Room):
            raise NotPossible("The channel of that table is gone. Open a table with /game new.")
        new_row = await open_table_thread(services, new_row, room)
    await context.notify(f"{short_code(new_row)} is open in <#{new_row.channel}>: the others are invited.")


@person_command("invite", "Invite somebody")
async def invite_person(context: InteractionContext, row: GameRow, user: discord.User) -> None:
    """Let somebody take a seat at a table that is not open to all."""
    changed = await context.services.tables.invite(row.id, context.user, user.id)
    await refresh_card(context.services, changed)
    await context.notify(f"<@{user.id}> may take a seat at {short_code(row)} now.")


@person_command("kick", "Remove a player before the start")
async def kick_person(context: InteractionContext, row: GameRow, user: discord.User) -> None:
    """Take a seat from somebody; whoever waited longest moves up."""
    result = await context.services.tables.kick(row.id, context.user, user.id, context.id)
    await refresh_card(context.services, result.row)
    await context.notify(f"<@{user.id}> has no seat at {short_code(row)} any more.")


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a button or menu of the lobby's card stands for. Raises NotPossible for tables that the presser may
    not see.
    """
    works: dict[str, Callable[[InteractionContext, GameRow], Awaitable[None]]] = {
        LobbyVerb.JOIN: join_table,
        LobbyVerb.LEAVE: leave_table,
        LobbyVerb.START: start_game,
        LobbyVerb.OPTIONS: show_options,
        LobbyVerb.INFO: show_details,
        LobbyVerb.REMATCH: open_rematch,
    }
    if id.verb == LobbyVerb.REMARK:
        await remark.ask_for_words(context, id)
        return
    await (context.defer() if id.verb in works else context.defer_update())
    row = await context.services.store.load_table(id.table)
    if row is None or row.guild != context.guild or not may_see_table(row, context):
        raise NotPossible("That table is gone.")
    await adopt_card(context.services, row, context.interaction.message)
    await (works[id.verb](context, row) if id.verb in works else _choose_options(context, row, id, values))


async def _choose_options(context: InteractionContext, row: GameRow, id: Id, values: tuple[str, ...]) -> None:
    """Store what was chosen in the menu of optional rules, or turn its page, and show it anew."""
    services = context.services
    title, page = services.titles[row.title], parse_number(id.arg) or 0
    choices: dict[str, tuple[str, ...]] = {
        LobbyVerb.RULES: lobby_card.chosen_options(row, title, page, values),
        LobbyVerb.PRESET: (id.arg,),
        LobbyVerb.PLAIN: (),
    }
    note = ""
    if id.verb in choices:
        try:
            row = await services.tables.change_settings(row.id, context.user, options=choices[id.verb])
            await refresh_card(services, row)
        except NotPossible as error:
            note = f"**{error_words(error)}.** Nothing was changed."
    await context.reply(
        lobby_card.options_menu(row, title, page if id.verb in {LobbyVerb.RULES, LobbyVerb.PAGE} else 0, note)
    )
