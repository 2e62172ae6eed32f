"""`/history`: stepping through the game, and lines that were taken back."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import table_of
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import complete_game, completes, names_game
from bot.commands.moment import complete_at, move_at, names_at
from bot.views import inspection
from bot.views.messages import Private


def setup(registry: Registry, services: Services) -> None:
    """Register the group."""
    group = app_commands.Group(name="history", description="Past positions and branches")

    @group.command(name="browse", description="Step through the game")
    @app_commands.describe(at=names_at, game=names_game)
    async def browse(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        async def work(context: InteractionContext) -> None:
            await context.defer()
            found = await table_of(context, game)
            await context.reply(await inspection.browse(found.table, found.own, await move_at(found, at)))

        await handle(services, interaction, work)

    @group.command(name="branches", description="Lines that were taken back")
    @app_commands.describe(game=names_game)
    async def branches(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work(context: InteractionContext) -> None:
            await context.defer()
            found = await table_of(context, game)
            x = await inspection.look(found.table, found.own)
            lines = [f"• {inspection.phrase(x, m)}" for m in (await found.table.branches())[:20]]
            await context.reply(
                Private(title=f"{x.title} · undone lines", body="\n".join(lines) or "Nothing was taken back.")
            )

        await handle(services, interaction, work)

    browse.autocomplete("at")(completes(services, complete_at))
    browse.autocomplete("game")(completes(services, complete_game))
    branches.autocomplete("game")(completes(services, complete_game))
    registry.tree.add_command(group)
