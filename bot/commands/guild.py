"""`/guild check`: which rights the bot has here, each lack by its name; `/guild statistics`: the finished games as numbers."""

from __future__ import annotations

import discord

from bot.client.interaction import InteractionContext
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.core.errors import NotPossible
from bot.tables import guild_statistics
from bot.views.messages import File, Private

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
    for row in await context.services.store.games(guild=context.guild):
        await context.services.sender.failures.resend_if_refused(row.id)
    await context.reply(Private(title="Rights of the bot", body="\n".join([head, "", *lines])))


@guild.command("statistics", "Finished games of this server as a table of numbers (CSV)")
async def send_statistics(context: InteractionContext) -> None:
    """Send a file with one row for each player of each finished game."""
    if not context.guild:
        raise NotPossible("This is for servers.")
    await context.defer()
    games, table = await guild_statistics.tabulate_games(context.services.tables, context.guild)
    if not games:
        raise NotPossible("No game has been finished here yet; practice tables do not count.")
    text = f"{games} finished game{'s' * (games > 1)}, the newest first"
    text += f"; no more than {guild_statistics.MOST} are listed." if games == guild_statistics.MOST else "."
    await context.reply(Private(title="Games of this server", body=text, files=(File("games.csv", table.encode()),)))


def _right_line(mark: str, name: str, purpose: str) -> str:
    """A right in a line: whether the bot has it, its name, its purpose."""
    return f"{mark} **{name}** {purpose}"
