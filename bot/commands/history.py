"""`/history`: stepping through the game, and lines that were taken back."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.commands.moment import MOMENT, find_move
from bot.views import inspection
from bot.views.messages import Private
from bot.views.story import move_browser

history = CommandGroup("history", "Earlier positions, and moves that were taken back")


def setup(registry: Registry, services: Services) -> None:
    """Register `/history`."""
    history.add_to(registry, services)


@history.command("browse", "Step through the game", at=MOMENT)
async def browse_history(context: InteractionContext, at: str | None = None, game: str | None = None) -> None:
    """Show the position at a moment, with buttons to step on."""
    await context.defer()
    access = await find_table(context, game)
    await context.reply(await move_browser.browse_position(access.table, access.own, await find_move(access, at)))


@history.command("branches", "Moves that were taken back")
async def list_branches(context: InteractionContext, game: str | None = None) -> None:
    """List the last moves of lines that were taken back, 20 at most."""
    await context.defer()
    access = await find_table(context, game)
    look = await inspection.look_at(access.table, access.own)
    lines = [f"• {move_browser.move_phrase(look, move)}" for move in (await access.table.list_branches())[:20]]
    body = "\n".join(lines) or "Nothing was taken back."
    await context.reply(Private(title=f"{look.title} · moves taken back", body=body))
