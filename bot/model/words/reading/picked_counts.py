"""Cards that are named with how many of them are wanted, `gipr x2`, `both gipr`, or from one number to another, `1 to 5`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bot.model.words.number_words import UNIT_NAMES
from bot.model.words.vocabulary import MOST_TYPED
from game.choices import Choice, Pick

COUNT_BEHIND_NAME = r"(?<!\S)(?P<name>{names}) ?[x×*] ?(?P<count>[2-9])(?!\S)"  # how many, behind what is counted
COUNT_BEFORE_NAME = r"(?<!\S)(?P<count>[1-9]|{counts}) ?(?:[x×*]|of|the|my)? ?(?P<name>{names})(?![\w.])"
NUMBERS_FROM_TO = re.compile(r"(?<!\S)#?(\d{1,2}) ?(?:-|–|to|through|thru|bis) ?#?(\d{1,2})(?![\w.])", re.IGNORECASE)
COUNT_WORDS = {word: n for n, word in enumerate(UNIT_NAMES[1:9], 2)} | {"both": 2}
WHOLE_HAND = "all"  # as many as the hand has


def expand_counts(typed: str, choices: Sequence[Choice]) -> str:
    """A line in which cards that are wanted several times are named so often, `gipr gipr` for `gipr x2`, `2 gipr` or `both gipr`,
    and all numbers stand from one to another.
    """
    picks = [r for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return typed
    held = Counter(name_card(c).casefold() for c in picks[0].items)
    names, counts = "|".join(map(re.escape, held)), "|".join((*COUNT_WORDS, WHOLE_HAND))

    def repeat_name(match: re.Match[str]) -> str:
        """The name, as often as its card is wanted."""
        name, count = match["name"], match["count"].casefold()
        wanted = held[name.casefold()] if count == WHOLE_HAND else COUNT_WORDS.get(count) or int(count)
        return " ".join([name] * wanted)

    def list_numbers(match: re.Match[str]) -> str:
        """The numbers from one to another."""
        return " ".join(map(str, range(int(match[1]), int(match[2]) + 1))) or match[0]

    typed = NUMBERS_FROM_TO.sub(list_numbers, typed)
    for counted in (COUNT_BEHIND_NAME, COUNT_BEFORE_NAME):
        typed = re.sub(counted.format(names=names, counts=counts), repeat_name, typed, flags=re.IGNORECASE)
    return typed


def name_card(card: str) -> str:
    """What one types of a card: its company, or a private's own name."""
    return card.rpartition(".")[0] or card
