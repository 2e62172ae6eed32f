"""Answers a line that names an option of the console: by its number or letter, its words, its price, what it earns."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import store_and_show
from bot.commands.do.asking import ask_which, load_stands
from bot.commands.do.buttons.bare_number import (
    explain_two_meanings,
    find_numbered_state,
    find_only_meaning,
    may_name_option,
)
from bot.commands.do.buttons.button_words import find_labelled_state
from bot.commands.do.shown_words import ask_runs, find_extreme_shares, find_runs_earning
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.models import Seat
from bot.model.words.readings import Reading
from bot.model.words.superlatives import read_superlative
from bot.model.words.vocabulary import Vocabulary
from bot.tables.service import Table
from bot.views.console.state import ConsoleState
from bot.views.formatting import View, question_sentence


async def answer_number(
    context: InteractionContext, table: Table, seat: Seat, words: str, reading: Reading, known: Vocabulary
) -> bool:
    """Answer a number or a letter alone: the option that has it, or which of two things is meant. False, and no answer, of other
    lines, and of what is the number of a train or a tile alone.
    """
    stands = await load_stands(context, table, seat)
    if may_name_option(words, table.choices(seat.name), known):
        view = await table.view(seat.name)
        numbered = await find_numbered_state(table, seat, stands, words, view, known)
        if numbered is not None:
            await store_and_show(context, table, seat, numbered)
            return True
    if doubt := await explain_two_meanings(table, seat, stands, words, reading, known):
        await store_and_show(context, table, seat, stands.ask_again(), doubt)
        return True
    only = await find_only_meaning(table, seat, stands, words, known) if reading == Reading() else None
    if only is not None:
        await store_and_show(context, table, seat, *only)
    return only is not None


async def show_button(context: InteractionContext, table: Table, seat: Seat, words: str, known: Vocabulary) -> bool:
    """Show what the one button does that says these words, what is cheapest or dearest, or the runs that earn so much. False, and
    no answer, elsewhere.
    """
    if shares := find_extreme_shares(words, table.choices(seat.name), await table.view(seat.name), table.rules):
        await ask_which(context, table, seat, words, shares)
        return True
    extreme = read_superlative(words, seat.name, table.choices(seat.name), known)
    if extreme is not None:
        await store_and_show(context, table, seat, ConsoleState(extreme, 0, table.action_version(seat.name)))
        return True
    shown = await find_labelled_state(table, seat, await load_stands(context, table, seat), words)
    if shown is not None:
        await store_and_show(context, table, seat, shown)
        return True
    if runs := await find_runs_earning(table, seat.name, words):
        await ask_runs(context, table, seat, words, runs)
    return bool(runs)


async def show_or_refuse(
    context: InteractionContext, table: Table, seat: Seat, words: str, doubt: str, view: View
) -> None:
    """Show what the button says whose words these are; of others say what they leave open."""
    shown = await find_labelled_state(table, seat, await load_stands(context, table, seat), words)
    if shown is None:
        question = question_sentence(table.choices(seat.name), view, table.rules)
        raise NotPossible(f"{quote_typed(words, 60)} {doubt} Now: {question}")
    await store_and_show(context, table, seat, shown)
