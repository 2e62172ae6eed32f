"""`/game`: opening and joining tables, games as files, copies, handing a seat over, ending a game."""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.commands.game import clone, ending, files, handover, lobby, transfer

PARTS = (lobby, files, clone, ending, handover)  # in this order the commands are listed
WITH_BUTTONS = (lobby, transfer, handover)


def setup(registry: Registry, services: Services) -> None:
    """Register the group with the commands of all its modules, and the buttons of lobby, transfer and handover."""
    commands = [command for module in PARTS for command in module.commands.commands]
    CommandGroup("game", "Tables: create, join, start, hand over, export", commands=commands).add_to(registry, services)
    for module in WITH_BUTTONS:
        module.add_handlers(registry, services)
