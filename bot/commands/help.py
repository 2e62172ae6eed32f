"""`/help` and `/rules`: how to use the bot, and where the rules are."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import find_table, require_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import GAME_OPTION, autocomplete, complete_game
from bot.commands.turn import typed_action
from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.views.messages import Private

TOPICS: dict[str, tuple[str, ...]] = {
    "Starting": (
        "`/game new` opens a table: its card has buttons to join, leave and start.",
        "The table is played in the thread below the card. `/game list` shows open tables, `/me games` yours.",
    ),
    "Playing": (
        "When it is your turn, the table's newest post pings you.",
        "*Take my turn* (or `/turn`) opens your private console: choose, see what would happen, commit.",
        "In stock rounds *More*, *Pass for me…* (or `/auto pass`) lets me pass for you until something happens.",
        "Experts type: `/corp tile D10 57 2`, `/play buy`, or anything with `/do`.",
    ),
    "Looking": (
        "`/view` shows map, market, cards, the table of everything and more, to you alone and at any earlier move.",
        "`/view describe` and the button *Text* tell the board in words.",
    ),
    "Taking back": (
        "`/undo` takes your last step back. Once others have acted, they are asked. `/redo` plays it again.",
        "Nothing is lost: `/history` keeps every line.",
    ),
    "Reminders": (
        "You are pinged once when your turn begins. Later reminders keep to your waking hours:",
        "tell me `/me timezone` and `/me quiet`; `/me remind` says where and when they come.",
        "Each reminder has buttons to snooze.",
    ),
    "Hosts": (
        "`/host` holds what the host decides: who may undo, how much is posted, acting for an absent seat, closing.",
        "A seat changes hands by `/game handover`, or by `/host replace` when its player has vanished.",
        "`/guild check` tells a server's managers which rights the bot lacks; `/guild statistics` lists its finished games.",
    ),
}


def setup(registry: Registry, services: Services) -> None:
    topics = [app_commands.Choice(name=t, value=t) for t in TOPICS]
    titles = [app_commands.Choice(name=t, value=t) for t in services.titles]

    @registry.tree.command(name="help", description="How to use this bot")
    @app_commands.describe(topic="What about")
    @app_commands.choices(topic=topics)
    async def help(interaction: discord.Interaction[Any], topic: str | None = None) -> None:
        chosen = [topic] if topic in TOPICS else list(TOPICS)
        body = "\n\n".join(f"**{t}**\n{' '.join(TOPICS[t])}" for t in chosen)
        await handle(services, interaction, lambda context: context.reply(Private(title="Help", body=body)))

    group = app_commands.Group(name="rules", description="Rules help")

    @group.command(name="title", description="Summary and link")
    @app_commands.choices(title=titles)
    @app_commands.describe(title="Which")
    async def title(interaction: discord.Interaction[Any], title: str) -> None:
        await handle(services, interaction, lambda context: about(context, title))

    @group.command(name="why", description="Why is something not allowed?")
    @app_commands.describe(action="What you would like to do, as typed: tile D10 57 2", game=GAME_OPTION)
    async def why(interaction: discord.Interaction[Any], action: str, game: str | None = None) -> None:
        await handle(services, interaction, lambda context: reason(context, action, game))

    why.autocomplete("game")(autocomplete(services, complete_game))
    registry.tree.add_command(group)


async def about(context: InteractionContext, title: str) -> None:
    if title not in context.services.titles:
        raise NotPossible(f"There are: {', '.join(context.services.titles)}.")
    file = context.services.titles[title].file
    low, high = file.players
    lines = [
        f"by {file.designer}, published by {file.publisher}",
        f"{low} to {high} players, bank {file.currency}{file.bank:,}",
        f"[Rules and more]({file.link})",
        *file.hints,
        "",
        *(f"• `{key}` {option.text}" for key, option in file.option.items()),
    ]
    await context.reply(Private(title=f"{file.name} {file.subtitle}", body=fit("\n".join(lines), 4000)))


async def reason(context: InteractionContext, text: str, game: str | None) -> None:
    """The rule that forbids an action, without trying it."""
    await context.defer()
    access = await find_table(context, game)
    seat = require_seat(access)
    refused = await access.table.legal(typed_action(access.table, seat, text))
    await context.notify(str(refused) if refused else "That is allowed now.")
