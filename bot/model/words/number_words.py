"""Numbers that are written in words, `eighty`, `two hundred and five`, in figures."""

from __future__ import annotations

import re

UNIT_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TEEN_NAMES = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TEN_NAMES = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_VALUES = (
    {"a": 1}
    | {word: n for n, word in enumerate((*UNIT_NAMES, *TEEN_NAMES), 1)}
    | {word: 10 * n for n, word in enumerate(TEN_NAMES, 2)}
    | {"hundred": 100, "thousand": 1000}
)
ONE_TO_NINE, TEN_TO_NINETEEN, TENS_OF = (
    "|".join(UNIT_NAMES[:9]),
    "|".join((UNIT_NAMES[9], *TEEN_NAMES)),
    "|".join(TEN_NAMES),
)
BELOW_HUNDRED = rf"(?:(?:{TENS_OF})(?:[-\s](?:{ONE_TO_NINE}))?|{TEN_TO_NINETEEN}|{ONE_TO_NINE})"
# `ten` and less alone say how many, and never how much
WRITTEN_NUMBER = re.compile(
    rf"\b(?:(?:(?:a|{ONE_TO_NINE})\sthousand\s)?(?:a|{ONE_TO_NINE})\shundred(?:(?:\sand)?\s{BELOW_HUNDRED})?"
    rf"|(?:a|{ONE_TO_NINE})\sthousand(?:\sand\s{BELOW_HUNDRED})?"
    rf"|(?:{TENS_OF})(?:[-\s](?:{ONE_TO_NINE}))?|{'|'.join(TEEN_NAMES)})\b",
    re.IGNORECASE,
)


def write_figures(text: str) -> str:
    """A text with its numbers from eleven to 9,999 in figures."""
    return WRITTEN_NUMBER.sub(lambda found: str(_count(found[0])), text)


def _count(words: str) -> int:
    """The number that words are."""
    thousands, total = 0, 0
    for word in re.findall(r"[a-z]+", words.casefold()):
        value = NUMBER_VALUES.get(word, 0)
        if word == "thousand":
            thousands, total = 1000 * total, 0
        else:
            total = 100 * total if word == "hundred" else total + value
    return thousands + total
