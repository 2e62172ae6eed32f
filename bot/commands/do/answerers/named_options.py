"""Options of the console that a line names by their number or letter, their words, their price, what they earn."""

from __future__ import annotations

from bot.commands.do.answerers.shown_words import ask_runs, find_extreme_shares, find_runs_earning
from bot.commands.do.asking import ask_which, show_draft
from bot.commands.do.console_labels.button_words import find_labelled_state
from bot.commands.do.console_labels.number_doubts import explain_two_meanings
from bot.commands.do.console_labels.numbered_options import find_numbered_state, find_only_meaning
from bot.commands.do.other_commands import asks_for_order
from bot.commands.do.reply import Refuse, Reply, Show
from bot.commands.do.typed_line import TypedLine
from bot.core.text import quote_typed
from bot.model.words.doubts.counts import name_doubt
from bot.model.words.moves.move_parts import split_moves
from bot.model.words.reading.option_numbers import may_name_option
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.superlatives import read_superlative


async def choose_number(line: TypedLine) -> Reply | None:
    """Answers a number or a letter alone: the option that has it, or which of two things is meant. Silent at what is the number
    of a train or a tile alone.
    """
    position, stands = line.position, line.state if line.is_open else line.stands
    if may_name_option(line.words, line.choices, line.vocabulary):
        numbered = await find_numbered_state(position, stands, line.words)
        if numbered is not None:
            return Show(numbered)
    if doubt := await explain_two_meanings(position, stands, line.words, line.reading):
        return Show(stands.ask_again(), doubt)
    only = None
    if line.reading == Reading():
        only = await find_only_meaning(position, stands, line.words)
    return Show(*only) if only is not None else None


async def choose_extreme(line: TypedLine) -> Reply | None:
    """Answers what is the cheapest or the dearest of what is for sale."""
    if line.only_asks or line.reading.action is not None:
        return None
    if shares := find_extreme_shares(line.wanted, line.choices, line.view, line.rules):
        return ask_which(line, shares)
    extreme = read_superlative(line.wanted, line.by, line.choices, line.vocabulary)
    return show_draft(line, extreme) if extreme is not None else None


async def choose_label(line: TypedLine) -> Reply | None:
    """Answers the words of one button, which is shown as pressed, and runs by what they earn."""
    if line.only_asks or line.reading.action is not None:
        return None
    shown = await find_labelled_state(line.position, line.stands, line.wanted)
    if shown is not None:
        return Show(shown)
    runs = await find_runs_earning(line.table, line.by, line.wanted)
    return ask_runs(line, runs) if runs else None


async def doubt_line(line: TypedLine) -> Reply | None:
    """Answers a line that says what is not wanted, or two things: what a button says in these very words is shown, of others
    what they leave open is said.
    """
    one = len(split_moves(line.wanted)) == 1 and not asks_for_order(line.wanted)  # `pass until OR 8`
    doubt = name_doubt(line.wanted, line.reading) if one else ""
    if not doubt:
        return None
    shown = await find_labelled_state(line.position, line.stands, line.wanted)
    return Show(shown) if shown is not None else Refuse(f"{quote_typed(line.wanted, 60)} {doubt}")
