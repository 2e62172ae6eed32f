"""`/history`: stepping through the game, and lines that were taken back."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import find_table
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import GAME_OPTION, autocomplete, complete_game
from bot.commands.moment import MOMENT_OPTION, complete_moment, find_move
from bot.views import inspection
from bot.views.messages import Private


def setup(registry: Registry, services: Services) -> None:
    """Register the group."""
    group = app_commands.Group(name="history", description="Past positions and branches")

    @group.command(name="browse", description="Step through the game")
    @app_commands.describe(at=MOMENT_OPTION, game=GAME_OPTION)
    async def browse(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        async def work(context: InteractionContext) -> None:
            await context.defer()
            access = await find_table(context, game)
            await context.reply(await inspection.browse(access.table, access.own, await find_move(access, at)))

        await handle(services, interaction, work)

    @group.command(name="branches", description="Lines that were taken back")
    @app_commands.describe(game=GAME_OPTION)
    async def branches(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work(context: InteractionContext) -> None:
            await context.defer()
            access = await find_table(context, game)
            x = await inspection.look(access.table, access.own)
            lines = [f"• {inspection.phrase(x, m)}" for m in (await access.table.branches())[:20]]
            await context.reply(
                Private(title=f"{x.title} · undone lines", body="\n".join(lines) or "Nothing was taken back.")
            )

        await handle(services, interaction, work)

    browse.autocomplete("at")(autocomplete(services, complete_moment))
    browse.autocomplete("game")(autocomplete(services, complete_game))
    branches.autocomplete("game")(autocomplete(services, complete_game))
    registry.tree.add_command(group)
