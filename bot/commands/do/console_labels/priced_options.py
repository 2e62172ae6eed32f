"""What a line names by its price, of things that have one: `cheapest`, `82`, `make it 82`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.commands.do.console_labels.button_words import CHOOSING_PRESSES, Label, compose_labels
from bot.commands.do.seat_position import SeatPosition
from bot.model.words.extremes import LITTLE_MONEY, MUCH_MONEY
from bot.model.words.reading.typed_values import read_number
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import CURRENCIES, LITTLE_WORDS
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState
from bot.views.formatting import action_words
from game.actions import Action
from game.choices import Choice

Thing = TypeVar("Thing")
DASH_SIGNS, PER_CENT = "-‐‑‒–—―−", "%％‰"
SUM_MARK = (
    rf"(?![{DASH_SIGNS}+][{CURRENCIES}]?\d|[{PER_CENT}])\W"  # leaves a sum what it is: `-5`, `+5` and `50%` are none
)
ABOUT_SUM = re.compile(
    rf"^(?:{SUM_MARK})*(?:(?:no|ok|okay|but|then|rather|actually|better|please|sorry|well|i said|let[’']?s)(?:{SUM_MARK})+)*"
    r"(?:(?:make|let|say|take)\b(?: it| that| be)*|(?:start|buy|bid) (?:it|that)|pay|offer|for|at|only|just|about|around)?\s*"
    rf"(?:(?:for|at|only|just|about|around)\s+)*([{CURRENCIES}]?\d[\d,]*)"
    rf"(?: (?:bucks|dollars|pounds|then|instead|rather|please|bitte))*(?:{SUM_MARK})*$",
    re.IGNORECASE,
)
SUM_IN_TEXT = re.compile(rf"[{CURRENCIES}](\d[\d,]*)")
BESIDE_EXTREME = frozenset({"one", "possible", "that"})  # little words beside `cheapest`


def read_sum(words: str) -> int | None:
    """The number that a line names and says nothing beside: `82`, `£82`, `make it 82`; None of other lines."""
    asked = ABOUT_SUM.match(words)
    return read_number(asked[1]) if asked is not None else None


def choose_by_price(prices: Mapping[Thing, int], words: str, *, buttons: int = 0) -> list[Thing]:
    """What costs as much as a line says, the least or the most; nothing of other lines. `buttons`: a bare number up to that is
    one of theirs, and no price.
    """
    said = {w for w in map(spell_out, split_phrase(words)) if w not in LITTLE_WORDS and w not in BESIDE_EXTREME}
    wanted = read_sum(words)
    if said and prices and (LITTLE_MONEY.issuperset(said) or MUCH_MONEY.issuperset(said)):
        wanted = min(prices.values()) if LITTLE_MONEY.issuperset(said) else max(prices.values())
    elif wanted is not None and wanted <= buttons and read_number(words) is not None:
        return []
    return [thing for thing, price in prices.items() if price == wanted]


async def sums_on_buttons(position: SeatPosition, state: ConsoleState) -> dict[Label, int]:
    """The sums on the buttons that choose something."""
    return list_sums({b: b.text for b in await compose_labels(position, state) if b.verb in CHOOSING_PRESSES})


async def sums_in_words(position: SeatPosition, choices: Sequence[Choice]) -> dict[Action, int]:
    """The sums in the words of what can be done."""
    view = await position.table.view(position.by)
    return list_sums({a: action_words(a, view, position.rules) for c in choices for a in c})


def list_sums(texts: Mapping[Thing, str]) -> dict[Thing, int]:
    """The first sum of each text that has one."""
    found = {thing: SUM_IN_TEXT.search(text) for thing, text in texts.items()}
    return {thing: int(sum_[1].replace(",", "")) for thing, sum_ in found.items() if sum_ is not None}
