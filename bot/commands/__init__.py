"""The slash commands and what their buttons do. Each module adds its own to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from bot.client.client import Bot

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


def add_all(bot: Bot) -> None:
    """Put every command into the tree and every press into the table of presses."""
    for module in MODULES:
        module.add(bot)
