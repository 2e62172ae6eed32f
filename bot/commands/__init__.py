"""The slash commands and what their buttons do: one module or package per command group.

- `command_builder.CommandGroup`: commands from plain functions; a module's decorators say what users read.
- `guild`, `history`, `host`, `me`, `view`, `auto`, `game`: the groups; `/guild check` is what is below
  `@guild.command("check", ...)`.
- `action_commands.action_group`: `/play` and `/corp`, made from the classes of actions.
- `completion.build_autocomplete`: lists while somebody types.
"""

from __future__ import annotations

from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import (
    auto,
    context_menus,
    corp,
    do,
    game,
    guild,
    history,
    host,
    me,
    play,
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
    play,
    corp,
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
