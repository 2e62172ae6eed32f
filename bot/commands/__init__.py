"""The slash commands and what their buttons do. Each module adds its own to the bot."""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import auto, context_menus, do, guild, host, me, action_commands, turn, undo, view, what_if
from bot.commands.game import files, lobby, handover, transfer
from bot.commands import (
    help as help_commands,
)

MODULES = (
    lobby,
    files,
    transfer,
    what_if,
    turn,
    do,
    action_commands,
    view,
    undo,
    me,
    host,
    handover,
    guild,
    help_commands,
    auto,
    context_menus,
)


def setup_all(registry: Registry, services: Services) -> None:
    """Register every command, button and form."""
    for module in MODULES:
        module.setup(registry, services)
