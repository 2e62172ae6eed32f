"""`/do`: any legal action, chosen from a list or typed in one's own words."""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.do.carry_out import commands


def setup(registry: Registry, services: Services) -> None:
    """Register `/do`."""
    commands.add_to(registry, services)
