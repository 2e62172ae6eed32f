"""Words that keep a line from being read: what the rest of it means, and which they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from bot.model.action_form import Draft
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.reading.typed_words import fill_draft, read_words
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_TYPED, NUMBER_WORDS, Vocabulary, find_kinds
from game.actions import LayTile, Pass
from game.choices import Choice

CONJUNCTIONS = ("and", "und", "&", "+")  # between two things
# words for all things of a sort
NOUNS_OF_SORTS = frozenset(
    (
        *("bid", "private", "route", "routes", "share", "shares", "station", "stations"),
        *("tile", "tiles", "token", "tokens", "track", "train", "trains"),
    )
)
MOST_WORDS_READ_AGAIN = 8  # words of a line that is read again without some of them


class PartialReading(NamedTuple):
    """A line without its odd words: those, and what is settled by the others."""

    odd: str
    draft: Draft


def read_part(
    text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary, *, every_word: bool = False
) -> PartialReading | None:
    """What a line says without the one word, or the two beside each other, that fit nothing; None where that is not plain.

    What says what is to be done always stays, and so does something that says to what. `every_word`: the line as it is.
    """
    words = text.split()
    if every_word:
        if not _tells(words):
            return None
        draft = _settle(read_words(text, by, choices, vocabulary))
        return PartialReading("", draft) if draft is not None else None
    if not 2 <= len(words) <= MOST_WORDS_READ_AGAIN or len(text) > MOST_TYPED:
        return None
    data = vocabulary.rules.data
    things = {t.casefold() for t in (*data.companies, *data.privates, *data.train_set, *vocabulary.train_names)}
    if any(c.kind is LayTile for c in choices):
        things |= {name.casefold() for h, place in data.hexes.items() for name in (h, place.name) if name}
    for odd, rest in _iterate_rests(words, things):
        draft = _settle(read_words(" ".join(rest), by, choices, vocabulary))
        if draft is not None:
            return PartialReading(odd, draft)
    return None


def _iterate_rests(words: Sequence[str], things: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """The line without each word, then without each two, those at the end first."""
    for size in (1, 2):
        for n in range(len(words) - size, -1, -1):
            odd, rest = words[n : n + size], [*words[:n], *words[n + size :]]
            apart = n > 0 and words[n - 1].casefold() in CONJUNCTIONS
            if odd[0].isdecimal() and any(w.isdecimal() for w in rest):
                continue  # which of two numbers is meant is open
            if _tells(rest) and (apart or not any(_stays(w, things) for w in odd)):
                yield " ".join(odd), rest


def _tells(words: Sequence[str]) -> bool:
    """Whether words say more than what is done, or with what sort of thing."""
    return any(
        w not in LITTLE_WORDS and w not in DEED_VERBS and w not in NOUNS_OF_SORTS for w in map(str.casefold, words)
    )


def _stays(word: str, things: Collection[str]) -> bool:
    """Whether a word says what is done, to what, or how many: it is not left out."""
    low = spell_out(word.casefold())
    return (
        low in DEED_VERBS
        or low in NUMBER_WORDS
        or low in LITTLE_WORDS
        or bool(find_kinds(low))
        or bare_train(low) in things
    )


def _settle(reading: Reading) -> Draft | None:
    """What is settled by a reading, as the start of a question; None where that is nothing."""
    if reading.action is not None:
        return None if isinstance(reading.action, Pass) else fill_draft(reading.action)
    if reading.draft is not None and (reading.draft.given or len(reading.several) == 1):
        return reading.draft
    return fill_draft(reading.several[0]) if len(reading.several) == 1 else None
