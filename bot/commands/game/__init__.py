"""`/game`: opening and joining tables, games as files, copies, handing a seat over, ending a game."""

from __future__ import annotations

from discord import app_commands

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.game import clone, ending, files, handover, lobby, transfer


def setup(registry: Registry, services: Services) -> None:
    """Register the group with the commands of all its modules, and the buttons of lobby, transfer and handover."""
    group = app_commands.Group(name="game", description="Tables: create, join, start, hand over, export")
    for module in (lobby, files, clone, ending, handover):
        module.add_commands(group, services)
    registry.tree.add_command(group)
    for module_with_buttons in (lobby, transfer, handover):
        module_with_buttons.add_handlers(registry, services)
