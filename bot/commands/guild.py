"""`/guild check`: which rights the bot has here, each lack by its name; `/guild statistics`: the finished games as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.interaction import Visit, attend
from bot.core.errors import NotPossible
from bot.tables import guild_statistics
from bot.views.messages import File, Private

if TYPE_CHECKING:
    from bot.client.client import Bot

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


def add(bot: Bot) -> None:
    group = app_commands.Group(
        name="guild",
        description="Set-up of this server",
        default_permissions=discord.Permissions(manage_guild=True),
        guild_only=True,
    )

    @group.command(name="check", description="Test permissions and channels")
    @app_commands.describe(channel="Which channel; left out: this one")
    async def check(
        interaction: discord.Interaction[Any], channel: discord.TextChannel | discord.ForumChannel | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: examine(visit, channel))

    @group.command(name="statistics", description="Finished games of this server as a table of numbers (CSV)")
    async def numbers(interaction: discord.Interaction[Any]) -> None:
        await attend(bot, interaction, count)

    bot.tree.add_command(group)


async def examine(visit: Visit, channel: discord.TextChannel | discord.ForumChannel | None) -> None:
    """Each right with its purpose; what is missing is named as Discord's settings name it."""
    if not visit.guild:
        raise NotPossible("This is for servers.")
    if not visit.manages:
        raise NotPossible("Only those who manage the server may check it.")
    await visit.hold()
    guild = visit.interaction.guild
    if channel is None or guild is None:
        rights, where = visit.interaction.app_permissions, f"<#{visit.channel}>"
    else:
        rights, where = channel.permissions_for(guild.me), channel.mention
    lines = [_line("✓" if getattr(rights, key) else "✗ missing:", *said) for key, said in NEEDED.items()]
    lines += [_line("✓" if getattr(rights, key) else "– not given:", *said) for key, said in WISHED.items()]
    if rights.administrator:
        lines.append("⚠ I am an Administrator here, which I neither need nor want.")
    missing = [said[0] for key, said in NEEDED.items() if not getattr(rights, key)]
    head = f"In {where} I lack: **{', '.join(missing)}**." if missing else f"In {where} I have all that I need."
    for row in await visit.bot.store.games(guild=visit.guild):
        await visit.bot.publisher.reached(row.id)
    await visit.show(Private(title="Rights of the bot", body="\n".join([head, "", *lines])))


async def count(visit: Visit) -> None:
    """A file with one row for each player of each finished game."""
    if not visit.guild:
        raise NotPossible("This is for servers.")
    await visit.hold()
    games, table = await guild_statistics.of_guild(visit.bot.tables, visit.guild)
    if not games:
        raise NotPossible("No game has been finished here yet; practice tables do not count.")
    said = f"{games} finished game{'s' * (games > 1)}, the newest first"
    said += f"; no more than {guild_statistics.MOST} are listed." if games == guild_statistics.MOST else "."
    await visit.show(Private(title="Games of this server", body=said, files=(File("games.csv", table.encode()),)))


def _line(mark: str, name: str, why: str) -> str:
    return f"{mark} **{name}** {why}"
