"""Values of an action's fields as buttons and menus carry them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from bot.model.action_form import Draft, Question
from bot.views.command_options import format_value
from game.choices import Pick

MAX_VALUE_LENGTH = (
    17  # characters of a value within a button's id, behind the kind of action; longer ones go by a digest
)
COMBINATIONS = 10  # of a few items each combination is an option of its own


def value_id(value: Any) -> str:
    """A value as an option carries it."""
    text = format_value(value)
    return text if 0 < len(text) <= MAX_VALUE_LENGTH and re.fullmatch(r"[!-~ ]+", text) else digest_of(value)


def digest_of(value: Any) -> str:
    """A short name for a value that is too long for an id."""
    return Draft("", {"value": value}).digest()


def list_combinations(pick: Pick) -> tuple[tuple[str, ...], ...]:
    """All that may be picked, where that is little; else nothing."""
    sizes = range(max(pick.low, 1), pick.high + 1)
    every = [c for n in sizes for c in itertools.combinations(pick.items, n)] if len(pick.items) <= COMBINATIONS else []
    return tuple(every) if len(every) <= COMBINATIONS else ()


def chosen_value(question: Question, values: Sequence[str]) -> Any:
    """The value that the options stand for; None if they are none of what is asked."""
    if question.pick is not None:
        whole = {value_id(c): c for c in list_combinations(question.pick)}
        if len(values) == 1 and values[0] in whole:
            return whole[values[0]]
    span = question.span
    if span is not None and len(values) == 1 and values[0].isdecimal() and int(values[0]) in span:
        return int(values[0])
    by_id = {value_id(v): v for v in question.values}
    if any(v not in by_id for v in values):
        return None
    picked = [by_id[v] for v in values]
    return tuple(v for v in question.values if v in picked) if question.pick is not None else picked[0]
