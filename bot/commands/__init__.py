"""The slash commands and what their buttons do: one module or package per command group.

- `command_builder.CommandGroup`: commands from plain functions; a module's decorators say what users read.
- `guild`, `history`, `host`, `me`, `view`, `auto`, `game`: the groups; `/guild check` is what is below
  `@guild.command("check", ...)`.
- `action_commands`: `/play` and `/corp`, a command for each kind of action, made from its class.
- `completion.build_autocomplete`: lists while somebody types.
"""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import (
    action_commands,
    auto,
    context_menus,
    do,
    game,
    guild,
    history,
    host,
    me,
    turn,
    undo,
    view,
    what_if,
)
from bot.commands import help as help_commands

MODULES = (
    game,
    what_if,
    turn,
    do,
    action_commands,
    view,
    history,
    undo,
    me,
    host,
    guild,
    help_commands,
    auto,
    context_menus,
)


def setup_all(registry: Registry, services: Services) -> None:
    """Register every command, button and form."""
    for module in MODULES:
        module.setup(registry, services)
