"""`/game`: opening a table, taking seats, optional rules, starting; and the buttons of the lobby card."""

from __future__ import annotations

import contextlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.client.components import layout, public
from bot.client.interaction import Visit, attend
from bot.client.lookup import may_see, row_of
from bot.commands.common import complete_game, completes, names_game
from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.core.text import plain
from bot.model.models import GameRow, NewGame, Pace, Sent, Status, Visibility
from bot.model.player_names import of_table
from bot.model.short_codes import code
from bot.views import lobby_card as cards
from bot.views.custom_ids import LOBBY, Id, number
from bot.views.formatting import name
from bot.views.messages import Private

if TYPE_CHECKING:
    from bot.client.client import Bot

log = logging.getLogger(__name__)
TWICE = timedelta(seconds=10)  # the same table opened again within this time is the same wish
KEPT: Literal[10080] = 10_080  # minutes of silence until Discord archives a thread
SHOWN: dict[str, tuple[Status, ...]] = {
    "open": ("open",),
    "running": ("running",),
    "finished": ("finished",),
    "mine": ("open", "running"),
}
Room = discord.TextChannel | discord.ForumChannel | discord.Thread


def add(bot: Bot) -> None:
    bot.presses |= {LOBBY: press}
    group = app_commands.Group(name="game", description="Tables: create, join, start, hand over, export")
    titles = [app_commands.Choice(name=t, value=t) for t in bot.titles]

    @group.command(name="new", description="Open a table")
    @app_commands.describe(
        title="What is played",
        name="A name for the table",
        min="Seats needed to start",
        max="Seats at most",
        pace="How often people mean to move: decides when reminders come",
        visibility="Who may take a seat",
        where="A channel or forum for the table's thread; left out: here",
    )
    @app_commands.choices(title=titles)
    async def new(
        interaction: discord.Interaction[Any],
        title: str,
        name: app_commands.Range[str, 1, 60] | None = None,
        min: app_commands.Range[int, 1, 12] | None = None,
        max: app_commands.Range[int, 1, 12] | None = None,
        pace: Literal["live", "daily", "relaxed", "custom"] = "daily",
        visibility: Literal["open", "invited", "link"] = "open",
        where: discord.TextChannel | discord.ForumChannel | None = None,
    ) -> None:
        wanted = _Wish(title, name or "", min or 0, max or 0, pace, visibility)
        await attend(bot, interaction, lambda visit: open_table(visit, wanted, where))

    @group.command(name="list", description="Find tables")
    @app_commands.describe(title="Only of this title", show="Which tables", player="Only where this member has a seat")
    @app_commands.choices(title=titles)
    async def list_(
        interaction: discord.Interaction[Any],
        title: str | None = None,
        show: Literal["open", "running", "finished", "mine"] = "open",
        player: discord.User | None = None,
    ) -> None:
        user = player.id if player else interaction.user.id if show == "mine" else None
        await attend(bot, interaction, lambda visit: list_tables(visit, title or "", SHOWN[show], user))

    for verb, text, work in (
        ("info", "Settings, seats and state of a table", info),
        ("options", "Change optional rules before the start", options),
        ("join", "Take a seat or a place on the waiting list", join),
        ("leave", "Give the seat back before the start", leave),
        ("start", "Start the game", start),
        ("rematch", "Same players and options again", rematch),
    ):
        group.add_command(_simple(bot, verb, text, work))
    group.add_command(_of_user(bot, "invite", "Invite somebody", invite))
    group.add_command(_of_user(bot, "kick", "Remove a player before the start", kick))
    for command in group.commands:
        if isinstance(command, app_commands.Command) and any(p.name == "game" for p in command.parameters):
            command.autocomplete("game")(completes(bot, complete_game))
    bot.tree.add_command(group)


class _Wish:
    """What `/game new` was given."""

    def __init__(self, title: str, name: str, low: int, high: int, pace: Pace, visibility: Visibility) -> None:
        self.title, self.name, self.low, self.high, self.pace, self.visibility = (
            title,
            name,
            low,
            high,
            pace,
            visibility,
        )


def _simple(bot: Bot, verb: str, text: str, work: Any) -> app_commands.Command[Any, ..., Any]:
    async def callback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def at_table(visit: Visit) -> None:
            await visit.hold()
            await work(visit, await row_of(visit, game, lobby=True))

        await attend(bot, interaction, at_table)

    return app_commands.Command(name=verb, description=text, callback=app_commands.describe(game=names_game)(callback))


def _of_user(bot: Bot, verb: str, text: str, work: Any) -> app_commands.Command[Any, ..., Any]:
    async def callback(interaction: discord.Interaction[Any], user: discord.User, game: str | None = None) -> None:
        async def at_table(visit: Visit) -> None:
            await visit.hold()
            await work(visit, await row_of(visit, game, lobby=True), user)

        await attend(bot, interaction, at_table)

    described = app_commands.describe(user="Whom", game=names_game)(callback)
    return app_commands.Command(name=verb, description=text, callback=described)


# ---------------------------------------------------------------------- opening


async def open_table(visit: Visit, wanted: _Wish, where: Room | None) -> None:
    """Open a table: its card here, its thread below the card. A repeated wish finds the table that is there."""
    await visit.hold()
    if not visit.guild:
        raise NotPossible("Tables live in servers: use /game new in a channel there.")
    bot, called = visit.bot, of_table(wanted.name, visit.shown)
    for row in await bot.store.games(
        guild=visit.guild, user=visit.user, statuses=("open",), title=wanted.title, limit=5
    ):
        if row.host == visit.user and row.name == called and bot.clock.now() - row.created < TWICE and row.channel:
            await visit.tell(f"You opened {code(row)} a moment ago: <#{row.channel}>")
            return
    room = where or visit.interaction.channel
    if not isinstance(room, Room):
        raise NotPossible("A table needs a text channel, a thread or a forum.")
    here = await bot.tables.table_in_channel(visit.guild, room.id)
    if isinstance(room, discord.Thread) and here is not None and here.status in {"open", "running"}:
        raise NotPossible(f"{code(here)} is played in this thread already. Use the channel above, or another one.")
    row = await bot.tables.create(
        NewGame(
            guild=visit.guild,
            host=visit.user,
            title=wanted.title,
            shown=visit.shown,
            name=wanted.name,
            min_players=wanted.low,
            max_players=wanted.high,
            pace=wanted.pace,
            visibility=wanted.visibility,
            parent_channel=room.id,
        ),
        visit.id,
    )
    if not row.channel:
        row = await settle_in(bot, row, room)
    await visit.tell(f"{code(row)} is open in <#{row.channel}>. Start it there when everybody is seated.")


async def settle_in(bot: Bot, row: GameRow, room: Room, posted: discord.Message | None = None) -> GameRow:
    """Post the card and give the table its thread: below the card, as a post of a forum, or the thread or channel itself.

    `posted`: a message of ours there that becomes the card.
    """
    made = cards.card(row, bot.titles[row.title])
    label = fit(f"{code(row)} · {row.name or 'table of ' + row.seats[0].shown}", 100)
    if isinstance(room, discord.ForumChannel):
        found = await room.create_thread(name=label, auto_archive_duration=KEPT, view=layout(made))
        thread: int = found.thread.id
        message = found.message.id
        at = thread
    else:
        sent = posted or await room.send(**public(made))
        thread, message, at = room.id, sent.id, room.id
        if isinstance(room, discord.TextChannel):
            with contextlib.suppress(discord.Forbidden):
                thread = (await sent.create_thread(name=label, auto_archive_duration=KEPT)).id
        if posted is not None:
            await posted.edit(view=layout(made))
    try:
        row = await bot.tables.place_in_channel(row.id, thread, room.id)
    except NotPossible:
        await bot.tables.end(row.id, "closed")
        raise
    await bot.store.remember_post(Sent(row.id, "lobby", at, message, 0))
    return row


async def refresh(bot: Bot, row: GameRow) -> None:
    """Bring the lobby card up to date; a card that is gone is no loss."""
    sent = await bot.store.newest_post(row.id, "lobby")
    if sent is not None:
        with contextlib.suppress(discord.HTTPException):
            message = bot.get_partial_messageable(sent.channel).get_partial_message(sent.message)
            await message.edit(view=layout(cards.card(row, bot.titles[row.title])))


# ---------------------------------------------------------------------- at a table


async def list_tables(visit: Visit, title: str, statuses: tuple[Status, ...], user: int | None) -> None:
    await visit.hold()
    found = (
        await visit.bot.store.games(guild=visit.guild or None, user=user, statuses=statuses, title=title, limit=25)
        if (visit.guild or user)
        else []
    )
    lines = [
        f"• **{code(r)}** {plain(r.name)} · {len(r.seats)} of {r.max_players}: {', '.join(name(s) for s in r.seats)}"
        + (f" · <#{r.channel}>" if r.channel else "")
        for r in found
        if r.visibility != "invited" or visit.user in r.invited or r.seats_of(visit.user)
    ]
    await visit.show(
        Private(title="Tables", body=fit("\n".join(lines) or "There are none. Open one with /game new.", 4000))
    )


async def info(visit: Visit, row: GameRow) -> None:
    await visit.show(cards.details(row, visit.bot.titles[row.title]))


async def join(visit: Visit, row: GameRow) -> None:
    joined = await visit.bot.tables.join(row.id, visit.user, visit.shown, visit.id)
    await refresh(visit.bot, joined.row)
    if joined.seat is not None:
        await visit.tell(f"You have a seat at {code(row)}.")
    else:
        await visit.tell(f"{code(row)} is full. You are number {joined.waiting} on the waiting list.")


async def leave(visit: Visit, row: GameRow) -> None:
    left = await visit.bot.tables.leave(row.id, visit.user, visit.id)
    await refresh(visit.bot, left.row)
    await visit.tell(
        f"You have left {code(row)}." + (f" {name(left.moved_up)} has your seat now." if left.moved_up else "")
    )


async def start(visit: Visit, row: GameRow) -> None:
    await visit.bot.tables.start(row.id, visit.user, visit.id)
    found = await visit.bot.store.game(row.id)
    if found is not None:
        await refresh(visit.bot, found)
    await visit.tell(f"{code(row)} has started" + (f" in <#{row.channel}>." if row.channel else "."))


async def options(visit: Visit, row: GameRow) -> None:
    await visit.show(cards.options_menu(row, visit.bot.titles[row.title]))


async def rematch(visit: Visit, row: GameRow) -> None:
    """A new table with the same title and options; it gets a thread beside the old one."""
    bot = visit.bot
    made = await bot.tables.rematch(row.id, visit.user, visit.shown, visit.id)
    if not made.channel:
        room = bot.get_channel(row.parent_channel) or await bot.fetch_channel(row.parent_channel or row.channel)
        if not isinstance(room, Room):
            raise NotPossible("The channel of that table is gone. Open a table with /game new.")
        made = await settle_in(bot, made, room)
    await visit.tell(f"{code(made)} is open in <#{made.channel}>: the others are invited.")


async def invite(visit: Visit, row: GameRow, user: discord.User) -> None:
    changed = await visit.bot.tables.invite(row.id, visit.user, user.id)
    await refresh(visit.bot, changed)
    await visit.tell(f"<@{user.id}> may take a seat at {code(row)} now.")


async def kick(visit: Visit, row: GameRow, user: discord.User) -> None:
    left = await visit.bot.tables.kick(row.id, visit.user, user.id, visit.id)
    await refresh(visit.bot, left.row)
    await visit.tell(f"<@{user.id}> has no seat at {code(row)} any more.")


# ---------------------------------------------------------------------- the card's buttons


async def press(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    works = {"join": join, "leave": leave, "start": start, "options": options, "info": info, "rematch": rematch}
    await (visit.hold() if id.verb in works else visit.stay())
    row = await visit.bot.store.game(id.table)
    if row is None or row.guild != visit.guild or not may_see(row, visit):
        raise NotPossible("That table is gone.")
    await (works[id.verb](visit, row) if id.verb in works else _choose(visit, row, id, values))


async def _choose(visit: Visit, row: GameRow, id: Id, values: tuple[str, ...]) -> None:
    """A press within the menu of optional rules."""
    bot = visit.bot
    title, page = bot.titles[row.title], number(id.arg) or 0
    wanted = {"rules": cards.chosen(row, title, page, values), "preset": (id.arg,), "plain": ()}
    note = ""
    if id.verb in wanted:
        try:
            row = await bot.tables.change(row.id, visit.user, options=wanted[id.verb])
            await refresh(bot, row)
        except NotPossible as error:
            note = f"**{error}.** Nothing was changed."
    await visit.show(cards.options_menu(row, title, page if id.verb in {"rules", "page"} else 0, note))
