"""`/game clone`: a practice table that begins at a position of another table."""

from __future__ import annotations

import asyncio
from typing import Literal

import discord

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.game.table_limit import check_table_count
from bot.commands.game.transfer import begin_table, show_summary
from bot.commands.moment import MOMENT, find_move
from bot.core.errors import NotPossible
from bot.model.game_transfer import ImportedGame, NewTransfer, TransferSeat
from bot.storage.repositories import transfers
from bot.tables import position_copies

commands = CommandGroup()


@commands.command(
    "clone",
    "Copy a position into a practice table",
    at=MOMENT,
    kind=OptionDetails(
        "alone: you play all seats; others: you say who plays whom, and they are asked", shown_name="with"
    ),
)
async def clone_position(
    context: InteractionContext,
    at: str | None = None,
    kind: Literal["alone", "others"] = "alone",
    game: str | None = None,
) -> None:
    """A practice table that begins at a position of another table, in the channel where this is asked."""
    await context.defer()
    room = context.interaction.channel
    if not context.guild or room is None:
        raise NotPossible("Practice tables are played in servers: use this in a server's channel")
    await check_table_count(context)
    access = await find_table(context, game)
    table = access.table
    snapshot, redealt_cards = await position_copies.copy_position(table, context.user, await find_move(access, at))
    start = await asyncio.to_thread(position_copies.as_first_move, table.rules, snapshot)
    cargo = ImportedGame(
        players=start.order,
        seed="",
        seated=True,
        actions=[],
        offered=table.row.options,
        round=start.moves[0].round,
        deciders=tuple(s.shown for s in table.seats if s.name in start.deciders),
        snapshot=snapshot,
        redealt_cards=redealt_cards,
    )
    seats = tuple(TransferSeat(s.name, s.shown) for s in table.row.seats)
    home = table.row.parent_channel if isinstance(room, discord.Thread) and table.row.parent_channel else room.id
    row = table.row
    new = NewTransfer(context.guild, home, context.user, row.title, row.options, seats, cargo)
    transfer = await transfers.write_draft(context.services.store, new, context.id)
    if kind == "alone":
        await begin_table(context, transfer, practice=True)
    else:
        await show_summary(context, transfer)
