"""Asks in the console what typed words leave open, or which of several things they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import store_and_show
from bot.commands.do.doubts import ONE_TRAIN, buys_nothing, counts_trains
from bot.commands.do.listing import spoken_line
from bot.commands.do.refusals import refusal_words
from bot.core.text import quote_typed
from bot.model.action_form import DEALS, Draft, action_digest, leaves_open, listed_actions
from bot.model.models import Seat
from bot.model.words.typed_words import fill_draft
from bot.tables.service import Table
from bot.views.console.state import ConsoleState, load_state
from bot.views.formatting import View, action_words
from bot.views.options.ending import pass_label
from bot.views.ways import ways
from game.actions import Action, ClosePrivate, Pass, PayDividend
from game.choices import Choice, Span
from game.rules import Rules

NAMED = 10  # possibilities that an answer names


async def load_stands(context: InteractionContext, table: Table, seat: Seat) -> ConsoleState:
    """Where the seat's console stands, or stood before it asked something beside."""
    state = await load_state(context.services.store, table, seat)
    return state.before or state


def clear_ranges(action: Action, holding: Choice) -> Draft:
    """The action as it stands before its numbers or cards are chosen."""
    field_values = {n: getattr(action, n) for n in action.__struct_fields__ if n != "by" and n not in holding.ranges}
    return Draft(type(action).__name__, field_values)


async def open_at_kinds(
    context: InteractionContext, table: Table, seat: Seat, kinds: Sequence[type[Action]], note: str
) -> None:
    """Open the console at the kinds of action that were named, with a word about what was typed."""
    await ask_beside(context, table, seat, Draft(kinds[0].__name__) if len(kinds) == 1 else Draft(), note)


async def ask_beside(
    context: InteractionContext, table: Table, seat: Seat, draft: Draft, note: str, said: tuple[str, ...] = ()
) -> None:
    """Ask what was not said, with a word about what was; *Take my turn* shows what stood there before. `said`: lines of which an
    answer in words chooses a part.
    """
    state = await load_state(context.services.store, table, seat)
    await store_and_show(context, table, seat, structs.replace(state.ask_beside(draft), said=said), note)


async def ask_which(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    typed: str,
    hits: Sequence[Action],
    settled: Draft | None = None,
    said: tuple[str, ...] = (),
) -> None:
    """Open the console where more than one thing may be meant. What the words only come close to is shown before it is
    played. `settled`: where to open it; None: at the kinds of these. `said`: the lines that led here; none: this one alone.
    """
    action_version, choices = table.action_version(seat.name), table.choices(seat.name)
    if len(hits) == 1:
        holding = next(c for c in choices if hits[0] in c)
        whole = Draft(act=action_digest(hits[0])) if hits[0] in listed_actions(choices) else Draft()
        draft = clear_ranges(hits[0], holding) if leaves_open(holding) else whole
        await store_and_show(
            context, table, seat, ConsoleState(draft, 0, action_version), closing_note(type(hits[0]), typed)
        )
        return
    view = await table.view(seat.name)
    unpriced = {a for a in hits if _leaves_price(a, typed, choices)}
    told = [
        (_describe(a, view, table.rules, priced=a not in unpriced), spoken_line(a, view, priced=a not in unpriced))
        for a in hits[:NAMED]
    ]
    lines = "\n".join(f"• {text}: `{typed}`" if typed else f"• {text}" for text, typed in told)
    rest = f"\n… and {len(hits) - NAMED} more" if len(hits) > NAMED else ""
    note = f"{quote_typed(typed, 60)} can mean:\n{lines}{rest}"
    kinds = list(dict.fromkeys(type(a) for a in hits))
    draft = settled or (Draft(kinds[0].__name__) if len(kinds) == 1 else Draft())
    await ask_beside(context, table, seat, draft, note, said or (typed,))


async def show_reading(context: InteractionContext, table: Table, seat: Seat, action: Action, note: str = "") -> None:
    """Show the action that a line is read as, with its last button."""
    stands = ConsoleState(fill_draft(action), 0, table.action_version(seat.name))
    await store_and_show(context, table, seat, stands, note)


async def ask_meaning(
    context: InteractionContext, table: Table, seat: Seat, typed: str, action: Action, view: View
) -> None:
    """Show what a line is read as that is not plain. A pass, a dividend and a deal with somebody may be the contrary of what it
    says: there the question is asked anew.
    """
    said, choices = quote_typed(typed, 60), table.choices(seat.name)
    short = buys_nothing(typed) or len(typed.strip()) == 1
    if isinstance(action, Pass | PayDividend) and not short:
        label = pass_label(action, choices, view, table.rules) if isinstance(action, Pass) else ""
        press = ways().press
        pressed = f" If you mean *{label}*, {press} it." if label else f" {press.capitalize()} what you mean."
        stands = ConsoleState(action_version=table.action_version(seat.name)).ask_again()
        await store_and_show(context, table, seat, stands, f"{said} can mean two things.{pressed}")
    elif isinstance(action, DEALS) or str(getattr(action, "seller", "")):
        another = f"can mean something else: say it in other words, or {ways().press} its {ways().button}."
        await open_at_kinds(context, table, seat, [type(action)], f"{said} {another}")
    else:
        note = refusal_words(typed, ONE_TRAIN) if counts_trains(typed, action) else ""
        await show_reading(context, table, seat, action, note)


def closing_note(kind: type[Action], typed: str) -> str:
    """What to say where a private can only be closed and nobody has said that it should be; "" elsewhere."""
    plain = kind is ClosePrivate and "close" not in typed.casefold()
    return "It has no power to use now, it can only be closed." if plain else ""


def _leaves_price(action: Action, typed: str, choices: Sequence[Choice]) -> bool:
    """Whether a deal is for a price that is still to be named."""
    span = next((c.ranges.get("price") for c in choices if action in c), None)
    price = getattr(action, "price", None)
    said = re.search(rf"(?:\bfor|\bat|[@$£₹]) ?{price}\b", typed)
    return isinstance(span, Span) and span.low < span.high and price == span.low and said is None


def _describe(action: Action, view: View, rules: Rules, *, priced: bool) -> str:
    """What an action does; unless it is `priced`, of its price the least: `Buy OSR from Ann (from $1)`."""
    told = action_words(action, view, rules)
    if priced:
        return told
    least = rules.data.money(int(getattr(action, "price", 0)))
    return re.sub(rf" for {re.escape(least)}$", f" (from {least})", told)
