"""Which of the words that somebody typed mean nothing in this game, at any moment of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase

from bot.model.action_form import fields_of
from bot.model.words.extremes import EXTREME_WORDS
from bot.model.words.reading.typed_values import (
    WORDS_OF_BANK,
    WORDS_OF_ORDINARY,
    WORDS_OF_POOL,
    bare_train,
    read_number,
)
from bot.model.words.rewritten_words import A_SHARE
from bot.model.words.vocabulary import (
    FILLED_BY_WORD,
    LITTLE_BESIDE_VERB,
    LITTLE_BESIDE_WORD,
    LITTLE_WORDS,
    NOUNS_OF_STEPS,
    NUMBER_WORDS,
    PASSENGERS,
    SIDE_WORDS,
    VALUE_WORDS,
    Vocabulary,
    find_kinds,
    list_words,
    names_kind,
)
from game.actions import Action, LayTile, PlaceToken
from game.choices import Choice
from game.notation import NO, YES

UNKNOWN_WORD = "I do not know the word"
HEX_NAME = re.compile(r"[a-z]{1,2}\d{1,2}")  # what looks like one
TURN_WORD = re.compile(r"r(ot(ation)?)?\d")
MOST_LISTED = 2000  # actions that are looked at for what is possible
DEED_VERBS = frozenset(  # words for what is done, and for nothing else
    (
        *("bid", "build", "buy", "connect", "discard", "dump", "exchange", "lay", "merge", "par", "pass"),
        *("pay", "place", "purchase", "redeem", "run", "sell", "start", "upgrade", "withhold"),
    )
)
TILE_COLOURS = frozenset({"yellow", "green", "brown", "grey", "gray", "red", "russet"})
SAID_OF_RUNS = frozenset({"run", "runs", "route", "routes", "best", "optimal", "auto", "via"})
# words that may say something at some moment of a game
MEANINGFUL_WORDS = LITTLE_WORDS.union(
    *(words for beside in (LITTLE_BESIDE_VERB, LITTLE_BESIDE_WORD, NOUNS_OF_STEPS) for words in beside.values()),
    *(*VALUE_WORDS.values(), *SIDE_WORDS.values(), PASSENGERS, NUMBER_WORDS, FILLED_BY_WORD, EXTREME_WORDS, YES, NO),
    *(WORDS_OF_BANK, WORDS_OF_ORDINARY, WORDS_OF_POOL, TILE_COLOURS, SAID_OF_RUNS),
    {*(str(value).casefold() for _, value in VALUE_WORDS), A_SHARE, "treasury", "price", "both"},
)


def name_unknown(text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]) -> str:
    """What to say of the first word that means nothing in this game; "" where each has a meaning."""
    for word in list_unknown(text, vocabulary, kinds, choices)[:1]:
        spelled = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
        shown = spelled[0] if spelled else word
        if HEX_NAME.fullmatch(word) and any(c.kind in (LayTile, PlaceToken) for c in choices):
            return f"there is no hex {shown.upper()} on the map"
        if word == "redeem" and spelled is None:  # which stands for `buy back`
            return "no company buys back shares in this game"
        return (
            f"nothing here is called {shown}" if not shown.isalpha() or shown != word else f"{UNKNOWN_WORD} “{shown}”"
        )
    return ""


def list_unknown(
    text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]
) -> list[str]:
    """The words that mean nothing in this game, in small letters."""
    every = tuple(kinds)
    return [word for word in list_words(text, vocabulary) if not _has_meaning(word, vocabulary, every, choices)]


def _has_meaning(word: str, vocabulary: Vocabulary, kinds: Sequence[type[Action]], choices: Sequence[Choice]) -> bool:
    """Whether a word may mean something at some moment of this game."""
    bare = word.rpartition("=")[2].removeprefix("#")
    if (
        bare in MEANINGFUL_WORDS
        or bare in _things(vocabulary)
        or bare_train(bare) in vocabulary.train_names | vocabulary.train_numbers
    ):
        return True
    if read_number(bare) is not None or bare.endswith("%") or TURN_WORD.fullmatch(bare):
        return True
    if re.split(r"[./]", bare)[0] in _things(vocabulary) or find_kinds(bare) or any(names_kind(bare, k) for k in kinds):
        return True
    return bare in {v.casefold() for v in iterate_values(choices)}


def _things(vocabulary: Vocabulary) -> set[str]:
    """All that has a name in this game, in small letters."""
    data = vocabulary.rules.data
    tiles = {t.rstrip(ascii_lowercase) for t in data.tiles}
    names = (*data.companies, *data.privates, *data.hexes, *data.tiles, *tiles, *data.certificates, *data.train_set)
    return {t.casefold() for t in (*names, *vocabulary.names, *vocabulary.names.values())}


def iterate_values(choices: Sequence[Choice]) -> Iterator[str]:
    """Every word that is the value of a field of what is possible now."""
    for action in list_first(choices):
        for field in fields_of(type(action)):
            value = getattr(action, field.name)
            if field.type is str and value:
                yield value


def list_first(choices: Sequence[Choice]) -> list[Action]:
    """The first of all actions that are possible now."""
    return [a for c in choices for a in c][:MOST_LISTED]
