"""What the commands share: the option that names a table, and lists of choices while somebody types."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, is_listed_for, waits_for_user
from bot.client.services import Services
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.core.errors import NotPossible
from bot.model.kinds import LIVE, TableStatus
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from game.rules import Rules

log = logging.getLogger(__name__)
GAME_OPTION = "Which table; if left out: this channel's, or the one that waits for you"
MAX_TYPED = 500  # characters of a text option: several moves fit in a line, and reading one takes milliseconds
Choices = list[app_commands.Choice[Any]]
Complete = Callable[[InteractionContext, str], Awaitable[Choices]]


def build_autocomplete(
    services: Services, work: Complete
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]:
    """An autocomplete callback: whatever goes wrong, the list is empty."""

    async def complete_safely(interaction: discord.Interaction[Any], current: str) -> Choices:
        """The list for what was typed so far; empty where it cannot be made."""
        if services.run_state.explain_closed_gate():
            return []
        try:
            return (await work(InteractionContext(services, interaction), str(current)[:MAX_TYPED]))[:OPTIONS]
        except NotPossible:
            return []
        except Exception as error:
            log.exception("no list of choices")
            services.run_state.record_fault(error)
            return []

    return complete_safely


async def find_typed_table(context: InteractionContext) -> TableAccess:
    """The table that the command being typed is about, and the asker's seat; raises NotPossible."""
    return await find_table(context, getattr(context.interaction.namespace, "game", None))


async def find_typed_rules(context: InteractionContext) -> Rules:
    """The rules that the command being typed is about: of its title, else of its table; raises NotPossible."""
    title = context.services.titles.get(getattr(context.interaction.namespace, "title", None) or "")
    return title.rules((), title.file.players[0]) if title else (await find_typed_table(context)).table.rules


def matching_choices(current: str, pairs: Iterable[tuple[str, str]]) -> Choices:
    """The choices for autocomplete that hold what was typed, among pairs of what is shown and what is meant."""
    typed = current.casefold()
    return [app_commands.Choice(name=fit(n, OPTION_TEXT), value=v) for n, v in pairs if typed in n.casefold()]


def list_titles(services: Services) -> dict[str, str]:
    """The titles by what is read of each: `18TN · Tennessee · 3 to 5 players`."""
    named = {}
    for name, title in services.titles.items():
        low, high = title.file.players
        named[fit(f"{title.file.printed} · {title.file.region} · {low} to {high} players", OPTION_TEXT)] = name
    return named


async def complete_game(context: InteractionContext, current: str) -> Choices:
    """The caller's tables, those that wait for the caller first, then the server's."""
    own_rows = await context.services.tables.tables_of_user(context.user, LIVE)
    guild_rows = await context.services.store.find_tables(guild=context.guild) if context.guild else []
    rows: dict[int, tuple[GameRow, str]] = {}
    for row in own_rows:
        yours = row.status == TableStatus.RUNNING and await waits_for_user(context, row)
        rows[row.id] = (row, " · your turn" if yours else "")
    for row in guild_rows:
        if is_listed_for(row, context.user):
            rows.setdefault(row.id, (row, ""))
    return matching_choices(
        current, [(f"{short_code(row)} · {row.name}{note}", str(row.id)) for row, note in rows.values()]
    )
