"""`/play`: what a player does in the stock round and in auctions, one command per kind of action."""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.action_commands import action_group


def setup(registry: Registry, services: Services) -> None:
    """Register the group."""
    registry.tree.add_command(action_group(services, "play"))
