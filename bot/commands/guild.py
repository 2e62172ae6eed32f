"""`/guild check`: which rights the bot has here, each lack by its name; `/guild statistics`: the finished games as numbers."""

from __future__ import annotations

from typing import Literal

import discord

from bot.client.interaction import InteractionContext
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.reminders.scheduler import load_person_settings
from bot.tables.statistics import guild_statistics
from bot.tables.statistics.records import record_players, record_titles
from bot.views.messages import File, Private
from bot.views.story import statistics_text

# Name in discord.py -> (name in Discord's settings, what it is for). The bot works without the last ones.
NEEDED = {
    "view_channel": ("View Channel", "to see the tables' channels"),
    "send_messages": ("Send Messages", "to post in channels"),
    "send_messages_in_threads": ("Send Messages in Threads", "to post at tables"),
    "create_public_threads": (
        "Create Public Threads",
        "to give each table its thread; without it a table takes the whole channel",
    ),
    "attach_files": ("Attach Files", "to post maps and markets; without it there is text only"),
    "embed_links": ("Embed Links", "to show private answers well"),
    "read_message_history": ("Read Message History", "to find my own posts after a crash"),
}
WISHED = {
    "manage_threads": ("Manage Threads", "to keep live tables' threads open"),
}


guild = CommandGroup("guild", "Set-up of this server", for_managers=True)


def setup(registry: Registry, services: Services) -> None:
    """Register `/guild`, for those who may manage the server."""
    guild.add_to(registry, services)


@guild.command("check", "Test permissions and channels", channel="Which channel; left out: this one")
async def check_rights(
    context: InteractionContext, channel: discord.TextChannel | discord.ForumChannel | None = None
) -> None:
    """List each right with its purpose; what is missing is named as Discord's settings name it."""
    if not context.guild:
        raise NotPossible("This is for servers.")
    if not context.manages_server:
        raise NotPossible("Only those who manage the server may check it.")
    await context.defer()
    server = context.interaction.guild
    if channel is None or server is None:
        rights, place = context.interaction.app_permissions, f"<#{context.channel}>"
    else:
        rights, place = channel.permissions_for(server.me), channel.mention
    lines = [_right_line("✓" if getattr(rights, key) else "✗ missing:", *words) for key, words in NEEDED.items()]
    lines += [_right_line("✓" if getattr(rights, key) else "– not given:", *words) for key, words in WISHED.items()]
    if rights.administrator:
        lines.append("⚠ I am an Administrator here, which I neither need nor want.")
    missing = [words[0] for key, words in NEEDED.items() if not getattr(rights, key)]
    head = f"In {place} I am missing: **{', '.join(missing)}**." if missing else f"In {place} I have all that I need."
    for row in await context.services.store.find_tables(guild=context.guild):
        await context.services.sender.failures.resend_if_refused(row.id)
    await context.reply(Private(title="Rights of the bot", body="\n".join([head, "", *lines])))


@guild.command(
    "statistics",
    "Finished games: players, titles, or every game as a table of numbers",
    about="games: a row for each player of each game, as CSV",
    where="everywhere: games of all servers where I am",
)
async def send_statistics(
    context: InteractionContext,
    about: Literal["games", "players", "titles"] = "games",
    where: Literal["this server", "everywhere"] = "this server",
) -> None:
    """Send statistics of finished games, in words and as CSV. The games of this server name their players, as their tables do;
    figures of players only name those who let themselves be listed.
    """
    if not context.guild:
        raise NotPossible("This is for servers.")
    await context.defer()
    if about != "games":
        await _send_records(context, about, None if where == "everywhere" else context.guild)
        return
    if where == "everywhere":
        raise NotPossible("Single games are listed for this server only.")
    games, table = await guild_statistics.tabulate_games(context.services.tables, context.guild)
    if not games:
        raise NotPossible("No game has been finished here yet; practice tables do not count.")
    text = f"{games} finished game{'s' * (games > 1)}, the newest first"
    text += f"; no more than {guild_statistics.MAX_GAMES} are listed." if games == guild_statistics.MAX_GAMES else "."
    await context.reply(Private(title="Games of this server", body=text, files=(File("games.csv", table.encode()),)))


async def _send_records(context: InteractionContext, about: str, server: int | None) -> None:
    """Answer with the records of players, or of titles, of a server or (None) of all."""
    tables = context.services.tables
    games = await guild_statistics.collect_results(tables, server)
    if not games:
        raise NotPossible("No game has been finished here yet; practice tables do not count.")
    if about == "titles":
        titles = record_titles(games)
        body, data = "\n\n".join(map(statistics_text.title_text, titles)), statistics_text.titles_csv(titles)
    else:
        records, named = record_players(games), {}
        for record in records:
            person = await load_person_settings(context.services.store, record.user)
            if person.listed:
                minutes = await guild_statistics.thinking_minutes(tables, games, person)
                named[record.user] = f"<@{record.user}>, replies in {statistics_text.minutes_words(minutes)}"
        body, data = (
            statistics_text.players_text(records, named),
            statistics_text.players_csv(records, {u: str(u) for u in named}),
        )
    newest = ", the newest of all" if len(games) == guild_statistics.MAX_GAMES else ""
    title = f"{about.capitalize()} · {len(games)} finished game{'s' * (len(games) > 1)}{newest}"
    await context.reply(Private(title=title, body=fit(body, EMBED_TEXT), files=(File(f"{about}.csv", data.encode()),)))


def _right_line(mark: str, name: str, purpose: str) -> str:
    """A right in a line: whether the bot has it, its name, its purpose."""
    return f"{mark} **{name}** {purpose}"
