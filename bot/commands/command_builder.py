"""Slash commands from plain functions: a handler's parameters are the command's options.

A handler is given the interaction's context and its options: `async def check_rights(context, channel=None)`. The decorator
above it says what users read:

    guild = CommandGroup("guild", "Set-up of this server")

    @guild.command("check", "Check whether the bot may do all it needs here", channel="Which channel; left out: this one")

The option `game`, which names a table, has the same text and the same list everywhere and is not described.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import GAME_OPTION, MAX_TYPED, Complete, build_autocomplete, complete_game
from bot.core.discord_limits import OPTION_TEXT, fit

_TEXT = app_commands.Range[str, 1, MAX_TYPED]
BOUNDED: Mapping[Any, Any] = {str: _TEXT, str | None: _TEXT | None}
REQUIRED = inspect.Parameter.empty
Work = Callable[[InteractionContext, Mapping[str, Any]], Awaitable[None]]  # with the options by parameter
Handler = Callable[..., Awaitable[None]]  # (context, options)
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True)
class OptionDetails:
    """What users see of an option of a command. `shown_name`: where it is called other than its parameter."""

    text: str
    complete: Complete | None = None  # lists values while somebody types
    choices: Callable[[Services], Mapping[str, str]] | None = None  # the only values that there are, by what is read
    shown_name: str = ""


GAME = OptionDetails(GAME_OPTION, complete_game)


@dataclass(frozen=True)
class Option:
    """An option of a slash command. `default`: its value when left out, or REQUIRED."""

    name: str
    details: OptionDetails
    type: Any = str | None
    default: Any = None


def build_command(
    services: Services, name: str, text: str, options: Sequence[Option], work: Work
) -> app_commands.Command[Any, ..., Any]:
    """A command that hands its options to `work`."""

    async def handle_command(interaction: discord.Interaction[Any], **given: Any) -> None:
        """What discord.py calls when somebody sends the command."""
        await handle(services, interaction, lambda context: work(context, given))

    handle_command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            *(
                inspect.Parameter(o.name, inspect.Parameter.KEYWORD_ONLY, annotation=o.type, default=o.default)
                for o in options
            ),
        ]
    )
    described: Any = app_commands.describe(**{o.name: fit(o.details.text, OPTION_TEXT) for o in options})(
        handle_command
    )
    described = app_commands.rename(**{o.name: o.details.shown_name for o in options if o.details.shown_name})(
        described
    )
    for o in options:
        if o.details.choices is not None:
            values = [app_commands.Choice(name=k, value=v) for k, v in o.details.choices(services).items()]
            described = app_commands.choices(**{o.name: values})(described)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=name, description=fit(text, OPTION_TEXT), callback=described
    )
    for o in options:
        if o.details.complete is not None:
            command.autocomplete(o.details.shown_name or o.name)(build_autocomplete(services, o.details.complete))
    return command


def build_menu(services: Services, name: str, handler: Handler) -> app_commands.ContextMenu:
    """An entry in the menu of messages or people, by the type of the handler's second parameter."""

    async def handle_click(interaction: discord.Interaction[Any], clicked: discord.Message | discord.User) -> None:
        """What discord.py calls when somebody chooses the entry."""
        await handle(services, interaction, lambda context: handler(context, clicked))

    *_, clicked_on = inspect.signature(handler).parameters.values()
    handle_click.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            clicked_on.replace(annotation=get_type_hints(handler)[clicked_on.name]),
        ]
    )
    return app_commands.ContextMenu(name=name, callback=handle_click)


def offered_members(annotation: Any) -> tuple[StrEnum, ...]:
    """The members of an enumeration that an option offers: all of a class, or those of a `Literal`; none for other types."""
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return tuple(annotation)
    parts = [(part,) if isinstance(part, StrEnum) else offered_members(part) for part in get_args(annotation)]
    return tuple(member for members in parts for member in members)


def _type_for_discord(annotation: Any) -> Any:
    """The type of an option as discord.py takes it: members of an enumeration are offered by their values, text is bounded."""
    values = tuple(member.value for member in offered_members(annotation))
    if not values:
        return BOUNDED.get(annotation, annotation)
    return Literal[values] | None if NoneType in get_args(annotation) else Literal[values]


@dataclass(frozen=True)
class SlashCommand:
    """A command and the function that carries it out."""

    name: str
    text: str
    handler: Handler
    details: Mapping[str, OptionDetails]

    @cached_property
    def types(self) -> dict[str, Any]:
        """The types of the handler's parameters, which take longer to find out than all else of a command."""
        return get_type_hints(self.handler, include_extras=True)

    @cached_property
    def options(self) -> list[Option]:
        """The handler's parameters after the context, with their types and defaults."""
        _, *parameters = inspect.signature(self.handler).parameters.values()
        return [
            Option(p.name, self.details[p.name], _type_for_discord(self.types[p.name]), p.default) for p in parameters
        ]

    def build(self, services: Services) -> app_commands.Command[Any, ..., Any]:
        """The command for discord.py."""
        members = {name: {m.value: m for m in offered_members(kind)} for name, kind in self.types.items()}

        async def call_handler(context: InteractionContext, given: Mapping[str, Any]) -> None:
            """Hand the options to the handler by name."""
            options = {key: members[key].get(value, value) if members[key] else value for key, value in given.items()}
            await self.handler(context, **options)

        return build_command(services, self.name, self.text, self.options, call_handler)


@dataclass(frozen=True)
class CommandGroup:
    """Commands with one first word, such as `/guild`; without a name they stand alone, such as `/undo`."""

    name: str = ""
    text: str = ""
    for_managers: bool = False  # in servers only, for those who may manage the server, unless it says otherwise
    commands: list[SlashCommand] = field(default_factory=list)

    def command(self, name: str, text: str, /, **options: str | OptionDetails) -> Callable[[H], H]:
        """Make the function below it the handler of a command; of each option what users read, or more about it."""

        def register(handler: H) -> H:
            """Add the handler to the group; it stays callable as it is."""
            details = {key: OptionDetails(o) if isinstance(o, str) else o for key, o in options.items()}
            if "game" in inspect.signature(handler).parameters:
                details.setdefault("game", GAME)
            self.commands.append(SlashCommand(name, text, handler, details))
            return handler

        return register

    def add_to(self, registry: Registry, services: Services) -> None:
        """Register all commands of the group with discord.py; called by the `setup` of its module."""
        built = [command.build(services) for command in self.commands]
        if not self.name:
            for command in built:
                registry.tree.add_command(command)
            return
        rights = discord.Permissions(manage_guild=True) if self.for_managers else None
        group = app_commands.Group(
            name=self.name, description=self.text, default_permissions=rights, guild_only=self.for_managers
        )
        for command in built:
            group.add_command(command)
        registry.tree.add_command(group)
