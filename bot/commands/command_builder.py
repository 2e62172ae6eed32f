"""Slash commands made from a list of options, for groups whose commands all work alike."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.services import Services
from bot.core.discord_limits import fit

REQUIRED = inspect.Parameter.empty
Work = Callable[[InteractionContext, Mapping[str, Any]], Awaitable[None]]  # with the options by name


@dataclass(frozen=True)
class Option:
    """An option of a slash command. `default`: its value when left out, or REQUIRED."""

    name: str
    text: str
    type: Any = str | None
    default: Any = None


def build_command(
    services: Services, name: str, text: str, options: Sequence[Option], work: Work
) -> app_commands.Command[Any, ..., Any]:
    """A command that hands its options to `work`."""

    async def callback(interaction: discord.Interaction[Any], **given: Any) -> None:
        await handle(services, interaction, lambda context: work(context, given))

    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            *(
                inspect.Parameter(o.name, inspect.Parameter.KEYWORD_ONLY, annotation=o.type, default=o.default)
                for o in options
            ),
        ]
    )
    described = app_commands.describe(**{o.name: fit(o.text, 100) for o in options})(callback)
    return app_commands.Command(name=name, description=fit(text, 100), callback=described)
