"""A line that says in full what stands on a button or in a list: it does what a press of that does."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import carry_out_typed
from bot.commands.console_answers import store_and_show
from bot.commands.do.asking import load_stands
from bot.commands.do.buttons.button_words import find_other_answer
from bot.commands.do.buttons.presses import answer_press, has_button_number, says_all
from bot.commands.do.doubts import cut_refusal
from bot.commands.do.listing import find_listed
from bot.commands.do.refusals import refusal_words
from bot.commands.do.skipped_places import find_run_without
from bot.model.models import Seat
from bot.model.words.plain_lines import is_plain
from bot.model.words.readings import Reading
from bot.model.words.vocabulary import Vocabulary
from bot.tables.service import Table


async def answer_button_text(
    context: InteractionContext, table: Table, seat: Seat, words: str, reading: Reading, known: Vocabulary
) -> bool:
    """Answer a line that is a button's text, or an entry of the list, that refuses one of two answers, or names a run by what
    it leaves out. False, and no answer, of other lines.
    """
    plain = reading.action is not None and is_plain(reading.action, words, table.choices(seat.name), known)
    if (not plain or has_button_number(words)) and await answer_press(context, table, seat, words):
        return True
    if (other := await find_other_answer(table, seat, cut_refusal(words))) is not None:
        await store_and_show(context, table, seat, other)
        return True
    view = await table.view(seat.name)
    if (
        listed := find_listed(words, table, seat, view) if says_all(context, words) and not plain else None
    ) is not None:
        await carry_out_typed(context, table, seat, listed, None)
        return True
    if (without := await find_run_without(table, seat, words, known, view)) is None:
        return False
    shown, reason = without
    stands = shown or await load_stands(context, table, seat)
    await store_and_show(context, table, seat, stands, refusal_words(words, reason) if reason else "")
    return True
