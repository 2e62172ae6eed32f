"""`/do`: any legal action, as a phrase from the list, as a typed line, or as words that only one action holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec import structs

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import TableAccess, find_table, require_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.action_commands import action_classes
from bot.commands.completion import GAME_OPTION, Choices, autocomplete, complete_game
from bot.commands.turn import carry_out, not_your_turn, show_console
from bot.core.discord_limits import OPTIONS, fit
from bot.core.errors import NotPossible
from bot.core.text import plain, quoted
from bot.model.action_form import Draft, digest, find, listed, ranged
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views import console as desk
from bot.views.command_options import Verb, fuzzy, stamp, unstamp, verbs
from bot.views.formatting import action_words
from game.actions import ACTIONS, Action
from game.choices import Choice, Span
from game.notation import Unclear, line, parse


def setup(registry: Registry, services: Services) -> None:
    @registry.tree.command(name="do", description="Any legal action, typed")
    @app_commands.describe(
        action="What you want to do: choose from the list or type it, such as tile D10 57 2",
        number="Dollars or shares, where the action asks for a number",
        game=GAME_OPTION,
    )
    async def do(
        interaction: discord.Interaction[Any], action: str, number: int | None = None, game: str | None = None
    ) -> None:
        await handle(services, interaction, lambda context: do_any(context, action, number, game))

    async def complete(context: InteractionContext, current: str) -> Choices:
        return await suggest(context, current, getattr(context.interaction.namespace, "game", None))

    do.autocomplete("action")(autocomplete(services, complete))
    do.autocomplete("game")(autocomplete(services, complete_game))


async def suggest(context: InteractionContext, current: str, game: str | None) -> Choices:
    """Legal actions as phrases; where there are many and nothing is typed yet, what kinds there are."""
    known = verbs(action_classes(context.services))
    access = await find_table(context, game)
    if access.seat is None:
        return []
    turn = access.table.action_version(access.seat.name)
    phrases = await _phrases(access, access.seat)
    hits = fuzzy(unstamp(current)[1], [(text, (text, a)) for text, a in phrases])
    if not current and len(hits) > OPTIONS:
        every = dict.fromkeys(v.name for _, a in hits for v in known if isinstance(a, v.kinds))
        return [app_commands.Choice(name=f"{v} … ({_count(hits, known, v)})", value=v) for v in every][:OPTIONS]
    return [app_commands.Choice(name=fit(t, 100), value=stamp(turn, f"#{digest(a)}")) for t, a in hits[:OPTIONS]]


def _count(hits: Sequence[tuple[str, Action]], known: Sequence[Verb], name: str) -> int:
    verb = next(v for v in known if v.name == name)
    return sum(isinstance(a, verb.kinds) for _, a in hits)


async def _phrases(access: TableAccess, seat: Seat) -> list[tuple[str, Action]]:
    """Every legal action in words, with the line that one would type behind it."""
    view = await access.table.view(seat.name)
    return [
        (f"{action_words(a, view, access.table.rules)} · {line(a)}", a) for a in listed(access.table.choices(seat.name))
    ]


async def do_any(context: InteractionContext, text: str, number: int | None, game: str | None) -> None:
    """Carry out a phrase from the list, a typed line, or words that only one legal action holds."""
    await context.defer()
    access = await find_table(context, game)
    seat = require_seat(access)
    stamped, typed = unstamp(text)
    turn = access.table.action_version(seat.name)
    if stamped is not None and stamped != turn:
        raise NotPossible(f"The game has moved on since that list was made. {desk.waiting(access.table)}")
    choices = access.table.choices(seat.name)
    if not choices and not access.table.position.over:
        raise NotPossible(not_your_turn(access.table))
    action = find(choices, typed[1:]) if typed.startswith("#") else None
    if action is None:
        words = f"{typed} {number}" if number is not None else typed
        try:
            action = parse(words, seat.name, choices, (*ACTIONS, *access.table.rules.actions))
        except Unclear as error:
            hits = fuzzy(typed, await _phrases(access, seat))
            if len(hits) != 1:
                await _several(context, access.table, seat, typed, hits, error)
                return
            action = hits[0]
    holding = next((c for c in choices if action in c), None)
    if holding is not None and ranged(holding) and stamped is not None:
        counted = next((name for name, r in holding.ranges.items() if isinstance(r, Span)), None)
        if number is None or counted is None:
            kept = desk.Kept(_without_ranges(action, holding), 0, turn)
            await show_console(context, access.table, seat, kept)
            return
        action = structs.replace(action, **{counted: number})
    await carry_out(context, access.table, seat, action, Via.COMMAND, turn if stamped is not None else None)


def _without_ranges(action: Action, holding: Choice) -> Draft:
    given = {n: getattr(action, n) for n in action.__struct_fields__ if n != "by" and n not in holding.ranges}
    return Draft(type(action).__name__, given)


async def _several(
    context: InteractionContext, table: Table, seat: Seat, typed: str, hits: Sequence[Action], error: Unclear
) -> None:
    """Nothing or too much is meant: say what would be understood."""
    if not hits:
        raise NotPossible(f"{plain(str(error))}.")
    view = await table.view(seat.name)
    lines = "\n".join(f"• {action_words(a, view, table.rules)}: `{line(a)}`" for a in hits[:10])
    more = f"\n… and {len(hits) - 10} more" if len(hits) > 10 else ""
    raise NotPossible(f"{quoted(typed, 60)} can mean:\n{lines}{more}")
