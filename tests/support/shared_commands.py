"""Slash commands for all bots of a process: to make them and to write them out for Discord took most of a bot's start."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import discord
from discord.app_commands import Command, ContextMenu, Group

from bot import commands
from bot.client.interaction import Work, handle
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import command_builder
from bot.commands.completion import Choices, Complete, build_autocomplete
from bot.commands.game import transfer
from titles import TITLES

NOBODY: Any = SimpleNamespace(titles=TITLES)  # what belongs to no bot

WRITTEN: dict[int, dict[str, Any]] = {}  # what shared commands are to Discord, by identity: nobody changes it


class _Written:
    """In place of a tree of commands: what is added to it, written out once for Discord."""

    def __init__(self) -> None:
        self.commands: list[Command[Any, ..., Any] | Group | ContextMenu] = []

    def add_command(self, command: Command[Any, ..., Any] | Group | ContextMenu) -> None:
        self.commands.append(command)

    def write_out(self, tree: Any) -> None:
        """What each command is to Discord, which is the same in all trees of the bot."""
        for command in self.commands:
            written = command.to_dict(tree)
            WRITTEN[id(written)] = written
            command.to_dict = lambda _tree, written=written: written  # type: ignore[method-assign, misc]


_shared: Registry | None = None


def setup_all(registry: Registry, services: Services) -> None:
    """Register everything with a bot: with all titles the commands of the first one, which answer for the bot that is asked."""
    if services.titles is not TITLES:
        commands.setup_all(registry, services)
        return
    shared = _share(registry)
    for command in shared.tree.commands:  # type: ignore[attr-defined]
        registry.tree.add_command(command)
    registry.button_handlers.update(shared.button_handlers)
    registry.modal_handlers.update(shared.modal_handlers)
    transfer.add_handlers(registry, services)
    assert len(registry.startup_hooks) == len(shared.startup_hooks), "what runs at a start is each bot's own"


def _share(registry: Registry) -> Registry:
    """All that is registered, made by the first who asks; no bot is behind it."""
    global _shared
    if _shared is None:
        vars(command_builder).update(handle=_handle_for_asked, build_autocomplete=_complete_for_asked)
        written: Any = _Written()
        _shared = Registry(written)
        commands.setup_all(_shared, NOBODY)
        written.write_out(registry.tree)
    return _shared


async def _handle_for_asked(services: Services, interaction: discord.Interaction[Any], work: Work) -> None:
    """Answer a shared command with what belongs to the bot that was sent it."""
    await handle(interaction.client.services if services is NOBODY else services, interaction, work)


def _complete_for_asked(
    services: Services, work: Complete
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]:
    """What is listed while somebody types, for a shared command with what belongs to the bot that is asked."""
    if services is not NOBODY:
        return build_autocomplete(services, work)

    async def complete(interaction: discord.Interaction[Any], current: str) -> Choices:
        return await build_autocomplete(interaction.client.services, work)(interaction, current)

    return complete
