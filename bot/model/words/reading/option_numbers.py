"""Numbers of options: typed alone, `4`, by place, `the first`, behind a word for one, `number 4`, or behind a verb, `sell 3`."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from bot.model.words.reading.typed_values import read_number
from bot.model.words.vocabulary import Vocabulary, names_kind
from game.actions import PlaceToken, RunTrains
from game.choices import Choice

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHORT_ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))
OPTION_VERBS = frozenset({"run", "buy", "lay", "place", "discard"})  # say what is done with what is counted
CHOOSING_VERBS = frozenset({"take", "choose", "pick"})
OPTION_NOUNS = frozenset(
    (
        *("best", "button", "choice", "company", "lot", "one", "option", "private", "route", "run", "share", "station"),
        *("tile", "train"),
    )
)
WORDS_BEFORE_NUMBER = frozenset({"number", "option", "way", "button", "choice", "nummer", "nr", "nr.", "no."})
CARD_WORDS: tuple[list[str], ...] = (["card"], ["the", "card"], [])  # between `take` and the number of a card


def may_name_option(words: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> bool:
    """Whether words may be the number of an option, or name a place for a station, which has a letter."""
    numbered = (
        read_option_number(words, choices, vocabulary) is not None
        or read_ordinal(words, choices, vocabulary) is not None
    )
    return numbered or any(c.kind is PlaceToken for c in choices)


def read_ordinal(words: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> int | None:
    """The number of an option that is named by its place: `number 4`, `the first`, `second best`, `run 1`; None of other words,
    and where something else is asked than what the line does: `run first` while track is laid.
    """
    before, number = _split_number(words)
    if number is None:
        return _read_place(words, choices)
    picks, runs = all(c.kind.verb == "pick" for c in choices), any(c.kind is RunTrains for c in choices)
    first, rest = before[:1], before[1:]
    if before[-1:] and before[-1] in WORDS_BEFORE_NUMBER and (OPTION_VERBS | CHOOSING_VERBS).issuperset(before[:-1]):
        return number
    if picks and first and first[0] in CHOOSING_VERBS | {"draft", "card"} and rest in CARD_WORDS:
        return number
    # What a run earns has more figures.
    ran = runs and before in (["run"], ["take"]) and 0 < number < 10 and str(number) not in vocabulary.train_names
    return number if ran else None


def _read_place(words: str, choices: Sequence[Choice]) -> int | None:
    """The number of an option that is named by its place in the order: `the first`, `run second best`."""
    said = words.casefold().strip(" .!?").split()
    led = next((n for n, w in enumerate(said) if w not in OPTION_VERBS | CHOOSING_VERBS | {"the"}), len(said))
    place, things = said[led : led + 1], said[led + 1 :]
    if (
        not place
        or place[0] not in (*ORDINALS, *SHORT_ORDINALS)
        or len(things) > 1
        or not OPTION_NOUNS.issuperset(things)
    ):
        return None
    if said[0] in OPTION_VERBS and not any(names_kind(said[0], c.kind) for c in choices):
        return None
    return (ORDINALS if place[0] in ORDINALS else SHORT_ORDINALS).index(place[0]) + 1


def _split_number(words: str) -> tuple[list[str], int | None]:
    """The words before a number of one or two figures that ends a line, and that number; None of other lines."""
    said = words.casefold().strip(" .!?").split()
    last = said[-1].removeprefix("#") if said else ""
    return (said[:-1], int(last)) if last.isdecimal() and len(last) < 3 else (said, None)


def read_deed(words: str) -> tuple[str, int] | None:
    """The verb and the number of a line that has nothing else: `sell 3`; None of other lines."""
    before, number = _split_number(words)
    return (before[0], number) if number is not None and len(before) == 1 and before[0].isalpha() else None


def read_option_number(words: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> int | None:
    """The number that words are, which may be an option's; None where they are none, or it is that of a train or a tile of the
    title and such can be chosen.
    """
    number = read_number(words.strip().removeprefix("#"))
    fields = {name for c in choices for name in c.kind.__struct_fields__}
    names = vocabulary.train_names if "train" in fields else frozenset[str]()
    tiles = {t.rstrip(ascii_lowercase) for t in vocabulary.rules.data.tiles} if "tile" in fields else set[str]()
    return None if str(number) in names | tiles else number
