"""A line in the words that are read: where people leave words out, or have others, these are put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot.model.words.reading.loose_names import spell_ends
from bot.model.words.reading.picked_counts import expand_counts
from bot.model.words.reading.start_words import spell_lead, spell_minor, spell_offer, spell_seller, spell_stake
from bot.model.words.vocabulary import Vocabulary
from game.actions import LayTile, PlaceToken
from game.choices import Choice

PARTED_HEX = re.compile(r"(?<![\w-])([a-z]{1,2})[ -](\d{1,2})(?![\w-])", re.IGNORECASE)
Speller = Callable[[str, Sequence[Choice], Vocabulary], str]


def _join_hexes(text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """A line about track or stations with hexes in one word."""
    if not any(c.kind in (LayTile, PlaceToken) for c in choices):
        return text
    places = vocabulary.places_on_map
    return PARTED_HEX.sub(lambda m: joined if (joined := f"{m[1]}{m[2]}").casefold() in places else m[0], text)


def _cut_minor(text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """A line without the minor whose turn it is, where it leads: `lays 57` of `minor 3 lays 57`."""
    minor = vocabulary.company if choices and vocabulary.company.isdecimal() else "-"
    return re.sub(rf"^\s*minor {minor}[\s:,]+(?=\S)", "", text, flags=re.IGNORECASE)


SPELLERS: tuple[Speller, ...] = (
    spell_minor,  # `m5` → `minor 5`
    _cut_minor,  # `minor 3 lays 57` → `lays 57`
    lambda text, choices, vocabulary: spell_offer(text, choices),  # `tcc to bob for 30` → `sell tcc to bob for 30`
    lambda text, choices, vocabulary: spell_stake(text, choices),  # `all in on 3` → `bid max 3`
    _join_hexes,  # `57 on B 15` → `57 on B15`
    spell_ends,  # `58 L11` → `58 to L11`
    lambda text, choices, vocabulary: spell_lead(text, choices),  # `start GIPR` → `buy director GIPR`
    lambda text, choices, vocabulary: expand_counts(text, choices),  # `gipr x2` → `gipr gipr`
    spell_seller,  # `buy 3 minor 9` → `buy 3 from minor 9`
)


def spell_line(text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """The line as each of these writes it, in this order; names are still as they were typed."""
    for spell in SPELLERS:
        text = spell(text, choices, vocabulary)
    return text
