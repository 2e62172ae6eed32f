"""`/game export` and `/game import`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot import exports, files, imports, looks
from bot.commands.common import complete_game, completes, names_game
from bot.commands.lobby import settle_in
from bot.limits import CONTENT, FILE, fit
from bot.message import File, Private, plain
from bot.places import table_of
from bot.rows import NewGame, NotPossible
from bot.tables import Table
from bot.visit import Visit, attend
from bot.words import code

if TYPE_CHECKING:
    from bot.app import Bot

SEATS = 6  # seats that can be given out


def add(bot: Bot) -> None:
    group = bot.tree.get_command("game")
    assert isinstance(group, app_commands.Group)

    @group.command(name="export", description="Download a game")
    @app_commands.describe(
        format="transcript, json: ours; 18xx.games: for that site; log: sentences; csv: numbers", game=names_game
    )
    async def export(
        interaction: discord.Interaction[Any],
        format: Literal["transcript", "json", "18xx.games", "log", "csv"] = "transcript",
        game: str | None = None,
    ) -> None:
        async def work(visit: Visit) -> None:
            await visit.hold()
            table = (await table_of(visit, game)).table
            await visit.show(await as_file(table, format))

        await attend(bot, interaction, work)

    @group.command(name="import", description="Continue or study a game from a file")
    @app_commands.describe(
        file="A transcript of this bot, or a game of 18xx.games as JSON",
        seat1="Who plays the first player of the file; left out: you play all that are left out",
        seat2="The second player",
        seat3="The third player",
        seat4="The fourth player",
        seat5="The fifth player",
        seat6="The sixth player",
    )
    async def import_(
        interaction: discord.Interaction[Any],
        file: discord.Attachment,
        seat1: discord.User | None = None,
        seat2: discord.User | None = None,
        seat3: discord.User | None = None,
        seat4: discord.User | None = None,
        seat5: discord.User | None = None,
        seat6: discord.User | None = None,
    ) -> None:
        users = [seat1, seat2, seat3, seat4, seat5, seat6]
        await attend(bot, interaction, lambda visit: bring_in(visit, file, users))

    export.autocomplete("game")(completes(bot, complete_game))


async def as_file(table: Table, format: str) -> Private:
    """The game in that format, as far as it is public."""
    made = await exports.write(table, format, await looks.whole_log(table) if format == "log" else "")
    name = f"{table.row.title.replace(' ', '')}-{table.id}{exports.SUFFIXES[format]}"
    if len(made.data) > FILE:
        raise NotPossible(
            "That file would be larger than Discord takes. On the bot's machine, trunkline export writes it."
        )
    notes = "".join(f"\n• {plain(w)}" for w in made.warnings)
    return Private(fit(f"{code(table.row)} as a file.{notes}", CONTENT), files=(File(name, made.data),))


async def bring_in(visit: Visit, file: discord.Attachment, users: list[discord.User | None]) -> None:
    """Read, play and write a game, then give it a thread. Whoever holds several seats has a practice table."""
    await visit.hold()
    room = visit.interaction.channel
    if not visit.guild or not isinstance(room, discord.TextChannel | discord.ForumChannel | discord.Thread):
        raise NotPossible("Tables live in servers: use this in a text channel there.")
    if file.size > files.LARGEST:
        raise NotPossible(f"That file is too large: {files.LARGEST // 1024 // 1024} MiB at most.")
    bot = visit.bot
    found = await imports.read(await file.read())
    if any(users[len(found.players) :]):
        raise NotPossible(f"That game has {len(found.players)} players: {', '.join(map(plain, found.shown))}")
    people = [
        (name, u.id if u else visit.user, shown)
        for name, shown, u in zip(found.players, found.shown, users, strict=False)
    ]
    practice = len({user for _, user, _ in people}) < len(people)
    new = NewGame(
        guild=visit.guild,
        host=visit.user,
        title=found.title,
        shown=visit.shown,
        options=found.options,
        home=room.id,
        practice=practice,
        seed="" if found.seed == files.HIDDEN else found.seed,
    )
    table = await bot.tables.bring(new, people, found.actions, seated=found.seated, interaction=visit.id)
    row = table.row if table.row.channel else await settle_in(bot, table.row, room)
    kind = "a practice table" if practice else "a table"
    await visit.tell(f"{code(row)} is {kind} in <#{row.channel}> now, after {len(found.actions)} actions of the file.")
