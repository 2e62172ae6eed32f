"""What a number may mean beside the option that has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.commands.do.console_labels.button_words import find_shown_number, list_priced
from bot.commands.do.console_labels.lettered_option import explain_lettered
from bot.commands.do.seat_position import SeatPosition
from bot.core.text import escape_markup
from bot.model.action_form import ask_next
from bot.model.words.reading.option_numbers import read_deed, read_option_number
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import read_number
from bot.model.words.vocabulary import FIELDS_OF_MONEY
from bot.views.console.message import find_screen
from bot.views.console.state import ConsoleState
from game.actions import Action, PlaceToken
from game.rules import Rules
from render.data.names import listed


async def explain_two_meanings(position: SeatPosition, state: ConsoleState, words: str, reading: Reading) -> str:
    """That a number alone is that of something shown, and that of a tile or a train as well; "" where it says one thing."""
    choices = position.choices
    meant = reading.action or (reading.several[0] if len(reading.several) == 1 else None)
    rows = {getattr(a, "row", None) for a in reading.hits}
    row, deed = rows.pop() if len(rows) == 1 else None, read_deed(words)
    of_row = deed is not None and deed[0] in ("buy", "take") and row == deed[1]
    number = row if of_row else read_number(words.strip().removeprefix("#"))
    if number is None or reading == Reading():
        return ""
    of_minor = getattr(meant, "minor", "") == str(number)
    if read_option_number(words, choices, position.vocabulary) is not None and not (of_minor or of_row):
        return ""
    shown = await find_shown_number(position, state, number)
    if shown is None:
        return ""
    label, chosen = shown
    question = ask_next(choices, chosen.draft)
    if (question.action is not None and question.action == meant) or chosen.draft == reading.draft:
        return ""
    called = f"tile {number}" if any("tile" in c.kind.__struct_fields__ for c in choices) else f"{number}-train"
    called = f"minor {number}" if of_minor else f"row {number}" if of_row else called
    if re.search(rf"(?<![\w-]){re.escape(called)}(?!\w)", label):
        return ""
    return f"“{number}” can mean {escape_markup(label)} or {called}: say which."


async def explain_number_of_button(
    position: SeatPosition, state: ConsoleState, number: int, hits: Sequence[Action]
) -> str:
    """That a number which is read as these actions is the one of a button that is shown too, which chooses something else; ""
    elsewhere.
    """
    shown, choices = await find_shown_number(position, state, number, first=False), position.choices
    if shown is None:
        return ""
    label, chosen = shown
    question = ask_next(choices, chosen.draft)
    pressed = [question.action] if question.action is not None else [a for c in question.agreeing for a in c]
    meanings = _name_numbered_fields(number, hits, position.rules)
    if {*pressed} == {*hits} or not meanings:
        return ""
    told = listed([f"{escape_markup(label)} (button {number})", *meanings], "or")
    return f"“{number}” can mean {told}: say which."


def _name_numbered_fields(number: int, actions: Sequence[Action], rules: Rules) -> list[str]:
    """What has that number in actions: `row 1`, `1 card`."""
    several = "s" if number > 1 else ""
    named = {
        "row": f"row {number}",
        "count": f"{number} card{several}",
        "shares": f"{number} share{several}",
        "minor": f"minor {number}",
        "item": f"minor {number}",
        "seller": f"minor {number}",
        "tile": f"tile {number}",
        "train": f"a {number}-train",
        **dict.fromkeys(FIELDS_OF_MONEY, rules.data.money(number)),
    }
    values = {(n, str(getattr(a, n))) for a in actions for n in a.__struct_fields__ if n in named}
    has = {n for n, v in values if v == str(number) or (n == "train" and v.startswith(f"{number}-"))}
    return list(dict.fromkeys(text for n, text in named.items() if n in has))


async def explain_price(position: SeatPosition, state: ConsoleState, number: int) -> str:
    """Which of a few things that cost so much may be meant by a number; "" elsewhere."""
    told = await list_priced(position, state, number)
    return f"“{number}” can mean {escape_markup(listed(told, 'or'))}: say which." if told else ""


async def explain_number(position: SeatPosition, state: ConsoleState, words: str) -> str:
    """What can be named instead of a number, or a minor, that nothing has; "" where nothing is called so."""
    if not any(c.kind is PlaceToken for c in position.choices):
        return ""
    for stands in (state, ConsoleState(action_version=state.action_version)):
        if reason := explain_lettered(
            await find_screen(position.table, position.seat, stands, position.view),
            words,
            position.view,
            position.vocabulary,
        ):
            return reason
    return ""
