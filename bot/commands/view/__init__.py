"""`/view` and the public panel's buttons that show something: always private to the one who asks."""

from __future__ import annotations

from discord import app_commands

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.view.commands import VIEWS, build_view_command
from bot.commands.view.presses import handle_press
from bot.views.custom_ids import VIEW


def setup(registry: Registry, services: Services) -> None:
    """Register the group, and the buttons that show something."""
    registry.button_handlers[VIEW] = handle_press
    group = app_commands.Group(name="view", description="Look at the game (only you see it)")
    for view in VIEWS:
        group.add_command(build_view_command(services, view))
    registry.tree.add_command(group)
