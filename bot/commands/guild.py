"""`/guild check`: which rights the bot has here, each lack by its name; `/guild statistics`: the finished games as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import discord

from bot.client.interaction import InteractionContext
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.kinds import Theme
from bot.model.models import Person
from bot.reminders.scheduler import load_person_settings
from bot.tables.statistics.finished_games import MAX_GAMES, measure_thinking
from bot.tables.statistics.records import GameResult, names_of, record_players, record_titles
from bot.views.messages import File, Private
from bot.views.story import statistics_pictures, statistics_text

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


@guild.command(
    "check", "Check whether the bot may do all it needs here", channel="Which channel; if left out: this one"
)
async def check_rights(
    context: InteractionContext, channel: discord.TextChannel | discord.ForumChannel | None = None
) -> None:
    """List each right with its purpose; what is missing is named as Discord's settings name it."""
    if not context.guild:
        raise NotPossible("This is for servers.")
    if not context.manages_server:
        raise NotPossible("Only those who manage the server may check this.")
    await context.defer()
    server = context.interaction.guild
    if channel is None or server is None:
        rights, place = context.interaction.app_permissions, f"<#{context.channel}>"
    else:
        rights, place = channel.permissions_for(server.me), channel.mention
    lines = [_right_line("✓" if getattr(rights, key) else "✗ missing:", *words) for key, words in NEEDED.items()]
    lines += [_right_line("✓" if getattr(rights, key) else "– not given:", *words) for key, words in WISHED.items()]
    if rights.administrator:
        lines.append("⚠ I am an Administrator here. I do not need that; please take it away.")
    missing = [words[0] for key, words in NEEDED.items() if not getattr(rights, key)]
    head = f"In {place} I am missing: **{', '.join(missing)}**." if missing else f"In {place} I have everything I need."
    for row in await context.services.store.find_tables(guild=context.guild):
        await context.services.sender.failures.resend_if_refused(row.id)
    await context.reply(Private(title="The bot's permissions", body="\n".join([head, "", *lines])))


@guild.command(
    "statistics",
    "Finished games: players, titles, or every game as a table of numbers",
    about="games: a row for each player of each game, as CSV; names of those who let others see them",
    where="everywhere: games of all servers where I am",
)
async def send_statistics(
    context: InteractionContext,
    about: Literal["games", "players", "titles"] = "games",
    where: Literal["this server", "everywhere"] = "this server",
) -> None:
    """Send statistics of finished games, in words, as pictures and as CSV. Only who lets others see these figures is named."""
    if not context.guild:
        raise NotPossible("This is for servers.")
    await context.defer()
    if about == "games" and where == "everywhere":
        raise NotPossible("I list single games of this server only. Choose players or titles to see all servers.")
    games = await context.services.finished_games.collect(None if where == "everywhere" else context.guild)
    if not games:
        raise NotPossible("No game has been finished here yet; practice tables do not count.")
    await context.reply(
        await {"games": _games_answer, "players": _players_answer, "titles": _titles_answer}[about](context, games)
    )


async def _games_answer(context: InteractionContext, games: Sequence[GameResult]) -> Private:
    """A row for each player of each game: names of those who let themselves be listed."""
    listed = await _find_listed(context, games)
    text = f"{_sample_words(games)}, newest first"
    text += f"; no more than {MAX_GAMES} are listed." if len(games) == MAX_GAMES else "."
    hidden = len(names_of(games)) - len(listed)
    if hidden:
        text += f"\n-# {statistics_text.hidden_words(hidden)}"
    names = {u: name for u, name in names_of(games).items() if u in listed}
    table = File("games.csv", statistics_text.games_csv(games, names).encode())
    return Private(title="Games of this server", body=text, files=(table,))


async def _players_answer(context: InteractionContext, games: Sequence[GameResult]) -> Private:
    """The records of players who let themselves be listed, in words, as pictures and as CSV."""
    records, listed = record_players(games), await _find_listed(context, games)
    replies = {u: await measure_thinking(games, person) for u, person in listed.items()}
    names = names_of(games)
    lines = {
        r.user: statistics_pictures.make_line(r, names[r.user], replies[r.user]) for r in records if r.user in listed
    }
    said = {u: f"<@{u}>, {statistics_text.replies_words([m for _, m in replies[u]])}" for u in listed}
    theme = await _reader_theme(context)
    pictures = await statistics_pictures.players_pictures(games, lines, _sample_words(games), theme)
    shown = {r.user: names[r.user] for r in records if r.user in listed}
    files = (
        File("players.csv", statistics_text.players_csv(records, shown, replies).encode()),
        File("head-to-head.csv", statistics_text.duels_csv(games, shown, shown).encode()),
    )
    told = (statistics_text.players_text(records, said), statistics_pictures.players_colours(games, list(lines)))
    body = fit("\n".join(filter(None, told)), EMBED_TEXT)
    return Private(title=f"Players · {_sample_words(games)}", body=body, pictures=pictures, files=files)


async def _titles_answer(context: InteractionContext, games: Sequence[GameResult]) -> Private:
    """The records of titles, in words, as pictures and as CSV."""
    records = record_titles(games)
    data = {r.title: context.services.titles[r.title].rules((), r.players).data for r in records}
    pictures = await statistics_pictures.titles_pictures(records, data, await _reader_theme(context))
    body = fit("\n\n".join(statistics_text.title_text(r, data[r.title]) for r in records), EMBED_TEXT)
    table = File("titles.csv", statistics_text.titles_csv(records).encode())
    return Private(title=f"Titles · {_sample_words(games)}", body=body, pictures=pictures, files=(table,))


async def _find_listed(context: InteractionContext, games: Sequence[GameResult]) -> dict[int, Person]:
    """The players of these games who let others see their figures, by user."""
    store = context.services.store
    people = [await load_person_settings(store, user) for user in names_of(games)]
    return {p.user: p for p in people if p.listed}


async def _reader_theme(context: InteractionContext) -> Theme:
    """In which colours the asker likes pictures; light where nothing was said."""
    return (await load_person_settings(context.services.store, context.user)).theme or Theme.LIGHT


def _sample_words(games: Sequence[GameResult]) -> str:
    """`12 finished games`, and that these are the newest where there may be more."""
    newest = "the newest " if len(games) == MAX_GAMES else ""
    return f"{newest}{len(games)} finished game{'s' * (len(games) > 1)}"


def _right_line(mark: str, name: str, purpose: str) -> str:
    """A right in a line: whether the bot has it, its name, its purpose."""
    return f"{mark} **{name}** {purpose}"
