"""Copies of positions: `/game clone` for a practice table, `/whatif` for a private one that cannot touch the game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import Visit, attend
from bot.client.lookup import seat_of, table_of
from bot.commands.common import Choices, complete_game, completes, names_game
from bot.commands.do import do_any, suggest
from bot.commands.transfer import begin_table, show_summary
from bot.commands.view import complete_at, move_at, names_at
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.game_transfer import ImportedGame, TransferSeat
from bot.model.models import NewPost
from bot.model.short_codes import code
from bot.model.what_if import WhatIf
from bot.storage import transfers, what_ifs
from bot.tables import position_copies
from bot.tables.service import Table
from bot.views import console as desk
from bot.views import inspection
from bot.views.custom_ids import CONSOLE, VIEW, VOTE, Id
from bot.views.formatting import move_words
from bot.views.messages import Private, button
from bot.views.transfer_card import DEALT

if TYPE_CHECKING:
    from bot.client.client import Bot

SHOWN = 10  # moves that are named


def add(bot: Bot) -> None:
    games = bot.tree.get_command("game")
    assert isinstance(games, app_commands.Group)

    @games.command(name="clone", description="Copy a position into a practice table")
    @app_commands.rename(kind="with")
    @app_commands.describe(
        at=names_at,
        kind="alone: you play all seats; others: you say who plays whom, and they are asked",
        game=names_game,
    )
    async def clone(
        interaction: discord.Interaction[Any],
        at: str | None = None,
        kind: Literal["alone", "others"] = "alone",
        game: str | None = None,
    ) -> None:
        await attend(bot, interaction, lambda visit: copy(visit, game, at, alone=kind == "alone"))

    group = app_commands.Group(name="whatif", description="Private sandbox")

    @group.command(name="open", description="Start from a position")
    @app_commands.describe(at=names_at, game=names_game)
    async def open_(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        await attend(bot, interaction, lambda visit: start(visit, game, at))

    @group.command(name="try", description="Try an action")
    @app_commands.describe(
        action="Choose from the list or type it, such as tile D10 57 2",
        number="Dollars or shares, where it asks for a number",
    )
    async def try_(interaction: discord.Interaction[Any], action: str, number: int | None = None) -> None:
        async def work(visit: Visit) -> None:
            await visit.hold()
            found = await position_copies.require_what_if(bot.store, visit.user)
            await do_any(visit, action, number, str(found.game))

        await attend(bot, interaction, work)

    @group.command(name="show", description="Show the sandbox")
    async def show(interaction: discord.Interaction[Any]) -> None:
        await attend(bot, interaction, look)

    @group.command(name="share", description="Show it to the table")
    @app_commands.describe(comment="What you want to say about it")
    async def share(
        interaction: discord.Interaction[Any], comment: app_commands.Range[str, 1, 300] | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: tell_table(visit, comment or ""))

    @group.command(name="close", description="Throw it away")
    async def close(interaction: discord.Interaction[Any]) -> None:
        await attend(bot, interaction, throw_away)

    clone.autocomplete("at")(completes(bot, complete_at))
    clone.autocomplete("game")(completes(bot, complete_game))
    open_.autocomplete("at")(completes(bot, complete_at))
    open_.autocomplete("game")(completes(bot, complete_game))
    try_.autocomplete("action")(completes(bot, complete_action))
    bot.tree.add_command(group)


async def complete_action(visit: Visit, current: str) -> Choices:
    found = await position_copies.require_what_if(visit.bot.store, visit.user)
    return await suggest(visit, current, str(found.game))


# ---------------------------------------------------------------------- practice tables


async def copy(visit: Visit, game: str | None, at: str | None, *, alone: bool) -> None:
    """A practice table that begins at a position of another table, in the channel where this is asked."""
    await visit.hold()
    room = visit.interaction.channel
    if not visit.guild or room is None:
        raise NotPossible("Practice tables live in servers: use this in a channel there")
    found = await table_of(visit, game)
    table = found.table
    snapshot, anew = await position_copies.copy_position(table, visit.user, await move_at(found, at))
    start = await asyncio.to_thread(position_copies.as_replayed, table.rules, snapshot)
    cargo = ImportedGame(
        players=start.order,
        seed="",
        seated=True,
        actions=[],
        offered=table.row.options,
        round=start.moves[0].round,
        deciders=tuple(s.shown for s in table.seats if s.name in start.deciders),
        snapshot=snapshot,
        redealt_cards=anew,
    )
    seats = [TransferSeat(s.name, s.shown) for s in table.row.seats]
    home = table.row.parent_channel if isinstance(room, discord.Thread) and table.row.parent_channel else room.id
    row = table.row
    t = await transfers.write_draft(
        visit.bot.store, visit.guild, home, visit.user, row.title, row.options, seats, cargo, visit.id
    )
    if alone:
        await begin_table(visit, t, practice=True)
    else:
        await show_summary(visit, t)


# ---------------------------------------------------------------------- what-ifs


async def start(visit: Visit, game: str | None, at: str | None) -> None:
    """A private copy, whose console opens at once. One that was open before is dropped."""
    await visit.hold()
    found = await table_of(visit, game)
    move = await move_at(found, at)
    table, made, anew = await position_copies.open_whatif(visit.bot.tables, found.table, move, visit.user)
    note = f"**A what-if of {code(found.table.row)}**: you play all seats, and nothing of it touches the game."
    note += f" It is dropped <t:{int(made.until.timestamp())}:R>." + (f" {DEALT}: {anew}." if anew else "")
    seat = seat_of(table, visit.user)
    assert seat is not None, "all seats are the user's"
    await visit.show(await desk.console(table, seat, desk.Kept(turn=table.action_version(seat.name)), note))


async def _mine(visit: Visit) -> tuple[WhatIf, Table]:
    found = await position_copies.require_what_if(visit.bot.store, visit.user)
    return found, await visit.bot.tables.get(found.game)


async def look(visit: Visit) -> None:
    """The board of the what-if, what was tried, and the way on and back."""
    await visit.hold()
    found, table = await _mine(visit)
    x = await inspection.look(table, seat_of(table, visit.user))
    shown = await inspection.map_(x)
    moves = (await table.history())[1:]
    tried = (
        "\n".join(f"• {move_words(m, x.view, table.rules, table.row)}" for m in moves[-SHOWN:])
        or "Nothing was tried yet."
    )
    origin = await visit.bot.tables.get(found.source)
    body = f"A what-if of {code(origin.row)}, dropped <t:{int(found.until.timestamp())}:R>.\n{tried}\n{desk.waiting(table)}"
    buttons = (
        button(Id(CONSOLE, table.id, 0, "open"), "Go on", "primary"),
        button(Id(VOTE, table.id, 0, "ask"), "Undo…"),
        button(Id(VIEW, table.id, 0, "more"), "More…"),
    )
    await visit.show(Private(title=shown.title, body=fit(body, EMBED_TEXT), pictures=shown.pictures, rows=(buttons,)))


async def tell_table(visit: Visit, comment: str) -> None:
    """Post at the game's table what was tried; of the copy only what everybody there may see."""
    await visit.hold()
    found, table = await _mine(visit)
    if not (await table.history())[1:]:
        raise NotPossible("Nothing was tried yet: `/whatif try` an action first")
    source = await visit.bot.tables.get(found.source)
    if not source.row.channel:
        raise NotPossible("That table has no channel to post to")
    payload = {"whatif": table.id, "comment": comment, "by": visit.user}
    await visit.bot.store.enqueue(NewPost(kind="whatif", game=source.id, payload=payload))
    await visit.tell(f"{code(source.row)} sees it.")


async def throw_away(visit: Visit) -> None:
    await visit.hold()
    found = await position_copies.require_what_if(visit.bot.store, visit.user)
    await what_ifs.drop_what_if(visit.bot.store, found.game)
    await visit.tell("Your what-if is gone.")
