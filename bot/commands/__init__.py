"""The slash commands and what their buttons do. Each module adds its own to the bot."""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import (
    auto,
    context_menus,
    do,
    game_files,
    guild,
    host,
    lobby,
    me,
    play,
    seat_handover,
    transfer,
    turn,
    undo,
    view,
    what_if,
)
from bot.commands import (
    help as help_commands,
)

MODULES = (
    lobby,
    game_files,
    transfer,
    what_if,
    turn,
    do,
    play,
    view,
    undo,
    me,
    host,
    seat_handover,
    guild,
    help_commands,
    auto,
    context_menus,
)


def setup_all(registry: Registry, services: Services) -> None:
    """Register every command, button and form."""
    for module in MODULES:
        module.setup(registry, services)
