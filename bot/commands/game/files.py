"""`/game export` and `/game import`: a game as a file, and a file as a game."""

from __future__ import annotations

from typing import Literal

import discord

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.game.transfer import read_in_file
from bot.core.discord_limits import CONTENT, FILE, fit
from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.short_codes import short_code
from bot.tables.service import Table
from bot.views.messages import File, Private
from bot.views.story import move_browser

commands = CommandGroup()


@commands.command(
    "export",
    "Download a game",
    format="transcript, json: ours; 18xx.games: for that site; log: sentences; csv: numbers",
)
async def export_game(
    context: InteractionContext,
    format: Literal["transcript", "json", "18xx.games", "log", "csv"] = "transcript",
    game: str | None = None,
) -> None:
    """Send the game as a file."""
    await context.defer()
    table = (await find_table(context, game)).table
    await context.reply(await file_answer(table, format))


@commands.command(
    "import",
    "Continue or study a game from a file",
    file="A transcript of this bot, or a game of 18xx.games as JSON",
    kind=OptionDetails(
        "live table: you say who plays whom, and they are asked; practice: you play all seats", shown_name="as"
    ),
)
async def import_game(
    context: InteractionContext, file: discord.Attachment, kind: Literal["live table", "practice"] = "live table"
) -> None:
    """Make a table of a file."""
    await read_in_file(context, file, practice=kind == "practice")


async def file_answer(table: Table, format: str) -> Private:
    """The private answer that holds the game in that format, as far as it is public."""
    from bot.files import table_export  # with what writes files of 18xx.games, which few want

    exported = await table_export.write_table(
        table, format, await move_browser.collect_log(table) if format == "log" else ""
    )
    name = f"{table.row.title.replace(' ', '')}-{table.id}{table_export.SUFFIXES[format]}"
    if len(exported.data) > FILE:
        raise NotPossible(
            "That file would be larger than Discord takes. On the bot's machine, trunkline export writes it."
        )
    notes = "".join(f"\n• {escape_markup(w)}" for w in exported.warnings)
    return Private(fit(f"{short_code(table.row)} as a file.{notes}", CONTENT), files=(File(name, exported.data),))
