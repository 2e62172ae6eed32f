"""`/whatif`: a private copy of a position, on which one player tries actions; it cannot touch the game."""

from __future__ import annotations

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import STRANGER, choose_own_seat, find_table
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.commands.do.carry_out import carry_out_words, suggest_lines
from bot.commands.moment import MOMENT, find_move
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.model.post_contents import WhatIfContent
from bot.model.short_codes import short_code
from bot.model.what_if import WhatIf
from bot.tables import position_copies
from bot.tables.service import Table
from bot.views import inspection
from bot.views.console.message import compose_console, whose_turn_words
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import CONSOLE, VIEW, VOTE, Id
from bot.views.formatting import timestamp
from bot.views.messages import Private, button
from bot.views.press_verbs import MORE_LABEL, ConsoleVerb, ViewVerb, VoteVerb
from bot.views.story.named_moves import move_words
from bot.views.transfer_card import DEALT
from bot.views.ways import read_what_if

MAX_NAMED_MOVES = 10  # moves that are named


what_if = CommandGroup("whatif", "Try moves without playing them, for yourself alone")


def setup(registry: Registry, services: Services) -> None:
    """Register `/whatif`."""
    what_if.add_to(registry, services)


async def complete_action(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: actions that are legal in the asker's copy of a position."""
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    return await suggest_lines(context, current, str(whatif.game))


@what_if.command("open", "Try things out from a position, for yourself alone", at=MOMENT)
async def open_copy(context: InteractionContext, at: str | None = None, game: str | None = None) -> None:
    """Make a private copy, whose console opens at once. One that was open before is dropped."""
    await context.defer()
    access = await find_table(context, game)
    move = await find_move(access, at)
    table, copy, redealt_cards = await position_copies.open_whatif(
        context.services.tables, access.table, move, context.user
    )
    source = await context.services.tables.get(copy.source)
    read_what_if()
    note = f"**A what-if of {short_code(source.row)}**: you play all seats, and none of it touches the game."
    note += f" It ends {timestamp(copy.until)}." + (f" {DEALT}: {redealt_cards}." if redealt_cards else "")
    seat = choose_own_seat(table, context.user)
    assert seat is not None, "all seats are the user's"
    await context.reply(
        await compose_console(table, seat, ConsoleState(action_version=table.action_version(seat.name)), note)
    )


async def _load_own_copy(context: InteractionContext) -> tuple[WhatIf, Table]:
    """The asker's copy of a position and its table; raises NotPossible where there is none."""
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    read_what_if()
    return whatif, await context.services.tables.get(whatif.game)


@what_if.command(
    "try",
    "Try an action",
    action=OptionDetails("Choose from the list or type it, such as tile D10 57 2", complete_action),
    number="How much, or how many shares, where it asks for a number",
)
async def try_action(context: InteractionContext, action: str, number: int | None = None) -> None:
    """Play an action in the copy."""
    await context.defer()
    opened = await position_copies.require_what_if(context.services.store, context.user)
    await carry_out_words(context, action, number, str(opened.game))


@what_if.command("show", "Show the what-if")
async def show_copy(context: InteractionContext) -> None:
    """Show the board of the copy, what was tried, and the way on and back."""
    await context.defer()
    opened, table = await _load_own_copy(context)
    look = await inspection.look_at(table, choose_own_seat(table, context.user))
    shown = await inspection.show_map(look)
    moves = (await table.history())[1:]
    tried = (
        "\n".join(f"• {move_words(m, look.view, table.rules, table.row)}" for m in moves[-MAX_NAMED_MOVES:])
        or "Nothing has been tried yet."
    )
    origin = await context.services.tables.get(opened.source)
    title = f"A what-if of {short_code(origin.row)}, which ends {timestamp(opened.until)}."
    body = f"{title}\n{tried}\n{whose_turn_words(table)}"
    buttons = (
        button(Id(CONSOLE, table.id, 0, ConsoleVerb.OPEN), "Go on", "primary"),
        button(Id(VOTE, table.id, 0, VoteVerb.ASK), "Undo…"),
        button(Id(VIEW, table.id, 0, ViewVerb.MORE), MORE_LABEL),
    )
    await context.reply(
        Private(title=shown.title, body=fit(body, EMBED_TEXT), pictures=shown.pictures, rows=(buttons,))
    )


@what_if.command("share", "Show it to the table", comment="What you want to say about it")
async def share_copy(context: InteractionContext, comment: app_commands.Range[str, 1, 300] | None = None) -> None:
    """Post at the game's table what was tried; of the copy only what everybody there may see."""
    await context.defer()
    opened, table = await _load_own_copy(context)
    if not (await table.history())[1:]:
        raise NotPossible("Nothing has been tried yet: `/whatif try` an action first")
    source = await context.services.tables.get(opened.source)
    if not source.row.seats_of(context.user):
        raise NotPossible(STRANGER)
    if not source.row.channel:
        raise NotPossible("That table has no channel that I can post in")
    content = WhatIfContent(whatif=table.id, comment=comment or "", by=context.user)
    await context.services.store.enqueue(NewPost(kind=PostKind.WHAT_IF, game=source.id, content=content))
    await context.notify(f"{short_code(source.row)} can see it now.")


@what_if.command("close", "Throw it away")
async def close_copy(context: InteractionContext) -> None:
    """Delete the asker's copy of a position."""
    await context.defer()
    whatif = await position_copies.require_what_if(context.services.store, context.user)
    await context.services.tables.drop_what_if(whatif.game)
    await context.notify("Your what-if is gone.")
