"""`/whatif`: a private copy of a position, on which one player tries actions; it cannot touch the game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import find_table, seat_of
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import GAME_OPTION, Choices, autocomplete, complete_game
from bot.commands.do import do_any, suggest
from bot.commands.moment import MOMENT_OPTION, complete_moment, find_move
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.model.post_contents import WhatIfContent
from bot.model.short_codes import code
from bot.model.what_if import WhatIf
from bot.storage.repositories import what_ifs
from bot.tables import position_copies
from bot.tables.service import Table
from bot.views import console as desk
from bot.views import inspection
from bot.views.custom_ids import CONSOLE, VIEW, VOTE, Id
from bot.views.formatting import move_words
from bot.views.messages import Private, button
from bot.views.transfer_card import DEALT

SHOWN = 10  # moves that are named


def setup(registry: Registry, services: Services) -> None:
    """Register the group."""
    group = app_commands.Group(name="whatif", description="Private sandbox")

    @group.command(name="open", description="Start from a position")
    @app_commands.describe(at=MOMENT_OPTION, game=GAME_OPTION)
    async def open_(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        await handle(services, interaction, lambda context: start(context, game, at))

    @group.command(name="try", description="Try an action")
    @app_commands.describe(
        action="Choose from the list or type it, such as tile D10 57 2",
        number="Dollars or shares, where it asks for a number",
    )
    async def try_(interaction: discord.Interaction[Any], action: str, number: int | None = None) -> None:
        async def work(context: InteractionContext) -> None:
            await context.defer()
            whatif = await position_copies.require_what_if(services.store, context.user)
            await do_any(context, action, number, str(whatif.game))

        await handle(services, interaction, work)

    @group.command(name="show", description="Show the sandbox")
    async def show(interaction: discord.Interaction[Any]) -> None:
        await handle(services, interaction, look)

    @group.command(name="share", description="Show it to the table")
    @app_commands.describe(comment="What you want to say about it")
    async def share(
        interaction: discord.Interaction[Any], comment: app_commands.Range[str, 1, 300] | None = None
    ) -> None:
        await handle(services, interaction, lambda context: tell_table(context, comment or ""))

    @group.command(name="close", description="Throw it away")
    async def close(interaction: discord.Interaction[Any]) -> None:
        await handle(services, interaction, throw_away)

    open_.autocomplete("at")(autocomplete(services, complete_moment))
    open_.autocomplete("game")(autocomplete(services, complete_game))
    try_.autocomplete("action")(autocomplete(services, complete_action))
    registry.tree.add_command(group)


async def complete_action(context: InteractionContext, current: str) -> Choices:
    """Actions that are legal in the asker's copy of a position."""
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    return await suggest(context, current, str(whatif.game))


# ---------------------------------------------------------------------- what-ifs


async def start(context: InteractionContext, game: str | None, at: str | None) -> None:
    """A private copy, whose console opens at once. One that was open before is dropped."""
    await context.defer()
    access = await find_table(context, game)
    move = await find_move(access, at)
    table, made, anew = await position_copies.open_whatif(context.services.tables, access.table, move, context.user)
    note = f"**A what-if of {code(access.table.row)}**: you play all seats, and nothing of it touches the game."
    note += f" It ends <t:{int(made.until.timestamp())}:R>." + (f" {DEALT}: {anew}." if anew else "")
    seat = seat_of(table, context.user)
    assert seat is not None, "all seats are the user's"
    await context.reply(await desk.console(table, seat, desk.Kept(turn=table.action_version(seat.name)), note))


async def _open_whatif(context: InteractionContext) -> tuple[WhatIf, Table]:
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    return whatif, await context.services.tables.get(whatif.game)


async def look(context: InteractionContext) -> None:
    """The board of the what-if, what was tried, and the way on and back."""
    await context.defer()
    what_if, table = await _open_whatif(context)
    x = await inspection.look(table, seat_of(table, context.user))
    shown = await inspection.map_(x)
    moves = (await table.history())[1:]
    tried = (
        "\n".join(f"• {move_words(m, x.view, table.rules, table.row)}" for m in moves[-SHOWN:])
        or "Nothing was tried yet."
    )
    origin = await context.services.tables.get(what_if.source)
    body = f"A what-if of {code(origin.row)}, which ends <t:{int(what_if.until.timestamp())}:R>.\n{tried}\n{desk.waiting(table)}"
    buttons = (
        button(Id(CONSOLE, table.id, 0, "open"), "Go on", "primary"),
        button(Id(VOTE, table.id, 0, "ask"), "Undo…"),
        button(Id(VIEW, table.id, 0, "more"), "More"),
    )
    await context.reply(
        Private(title=shown.title, body=fit(body, EMBED_TEXT), pictures=shown.pictures, rows=(buttons,))
    )


async def tell_table(context: InteractionContext, comment: str) -> None:
    """Post at the game's table what was tried; of the copy only what everybody there may see."""
    await context.defer()
    what_if, table = await _open_whatif(context)
    if not (await table.history())[1:]:
        raise NotPossible("Nothing was tried yet: `/whatif try` an action first")
    source = await context.services.tables.get(what_if.source)
    if not source.row.channel:
        raise NotPossible("That table has no channel to post to")
    content = WhatIfContent(whatif=table.id, comment=comment, by=context.user)
    await context.services.store.enqueue(NewPost(kind=PostKind.WHAT_IF, game=source.id, content=content))
    await context.notify(f"{code(source.row)} sees it.")


async def throw_away(context: InteractionContext) -> None:
    """Delete the asker's copy of a position."""
    await context.defer()
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    await what_ifs.drop_what_if(context.services.store, whatif.game)
    await context.notify("Your what-if is gone.")
