"""Where commands register: slash commands in a tree, buttons and modals by the kind of their custom id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.services import Services
from bot.views.custom_ids import Id, IdKind

ButtonHandler = Callable[[InteractionContext, Id, tuple[str, ...]], Awaitable[None]]  # with the values of a menu
ModalHandler = Callable[[InteractionContext, Id, dict[str, str]], Awaitable[None]]  # with its inputs by name
StartupHook = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Registry:
    """What the client answers to: slash commands, and the handlers of buttons and forms."""

    tree: app_commands.CommandTree[Any]
    button_handlers: dict[IdKind, ButtonHandler] = field(default_factory=dict)
    modal_handlers: dict[IdKind, ModalHandler] = field(default_factory=dict)
    startup_hooks: list[StartupHook] = field(default_factory=list)  # run before anybody is let in


Setup = Callable[[Registry, Services], None]
