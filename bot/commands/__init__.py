"""The slash commands and what their buttons do. Each module adds its own to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import aid, auto, care, carry, copy, do, files, guild, host, info, lobby, me, menus, play, seats, turn

if TYPE_CHECKING:
    from bot.app import Bot

MODULES = (lobby, files, carry, copy, turn, do, play, info, care, me, host, seats, guild, aid, auto, menus)


def add_all(bot: Bot) -> None:
    """Put every command into the tree and every press into the table of presses."""
    for module in MODULES:
        module.add(bot)
