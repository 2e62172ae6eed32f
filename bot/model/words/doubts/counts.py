"""Lines that count: several trains, rows or cards, more than was bid, all the money."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.model.words.doubts.negations import leaves_out, negates
from bot.model.words.plain_words import MARK_SIGNS, split_plainly
from bot.model.words.reading.loose_names import find_other_tile
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import COUNT_WORD, NUMBER_WORDS, Vocabulary
from game.actions import Action, Bid, BuyTrain
from game.choices import Choice

FOR_ALL = re.compile(
    r"\b(?:for |at )?(?:m(?:ax|in)(?:imum)?|everything|all (?:it|i|we) (?:has|have)|all (?:its|my|the|our) (?:money|cash))\b",
    re.IGNORECASE,
)
OR_WORDS, NO_OTHER = ("or", "oder"), ("more", "mehr", "less")  # `5 or more` is no other thing
FIRST_OR_BOTH = frozenset({"first", "1st", "both"})
GIVING_VERBS = frozenset({"sell", "discard", "verkaufe"})
NEXT_ROW = r"\s*(?:,|&|\+|\band\b|\bund\b)?\s*(?:row )?"
SEVERAL_ROWS = re.compile(
    rf"\brows\s+\d{NEXT_ROW}\d|\brow \d\s*(?:,|&|\+|\band\b|\bund\b)\s*(?:row )?\d", re.IGNORECASE
)
# `second row` is row 2
NOT_THE_FIRST = re.compile(
    r"\b(?:second|2nd|third|3rd|last|bottom)\b(?! row\b)(?=.*\brow\b)|\brow \d (?:second|2nd|third|3rd|last|bottom)\b",
    re.IGNORECASE,
)
JOINING_WORDS = frozenset({"and", "und", "&", "+"})
BEFORE_SUM = frozenset({"for", "at", "@", "für"})
SEVERAL_TRAINS = re.compile(
    r"\b(?:(?:two|three|both|[2-9]x?|zwei|drei) \S+[ -]?|(?:two|three|zwei|drei) )(trains|züge)\b", re.IGNORECASE
)
RAISING_WORD = re.compile(r"(?:^|\s)\+\s?\d|^\W*(?:up|plus) \D?\d|\bby \D?\d|\b(?:more|mehr)\b", re.IGNORECASE)
WHOLE_SUM, WHOLE_PRICE = "say the whole sum of your bid", "say the whole price"
ONE_TRAIN = "you can buy only one train at a time"
ONE_ROW = "only one row at a time"
FROM_THE_FRONT = "the first card of a row is bought before the others"
BARE_PAIR = re.compile(r"^[\s#]*\d+(?:[\s,&+]+(?:(?:and|und)\s*)?\d+)+[\s,&+]*$|\brow \d+ \d+\b", re.IGNORECASE)


def write_sum(typed: str, action: Action | None) -> str:
    """A line with the sum of its action in figures, where it says that all is paid."""
    price = getattr(action, "price", None)
    return FOR_ALL.sub(f"for {price}", typed) if price is not None else typed


def names_either(typed: str) -> bool:
    """Whether two things are named of which one is meant: `row 1 or 3`."""
    words = typed.casefold().split()
    return any(w in OR_WORDS and after.strip(MARK_SIGNS) not in NO_OTHER for w, after in pairwise(words[1:]))


def find_one_at_a_time(
    typed: str, choices: Sequence[Choice], vocabulary: Vocabulary
) -> tuple[type[Action], str] | None:
    """What is bought by a line that names two rows, a card behind the first of a row, or two trains, and why not so; None
    of other lines.
    """
    rows = next((c.kind for c in choices if c.kind.word == "row"), None)
    if rows is not None and SEVERAL_ROWS.search(typed):
        return rows, ONE_ROW
    if rows is not None and NOT_THE_FIRST.search(typed) and FIRST_OR_BOTH.isdisjoint(split_plainly(typed)):
        return rows, FROM_THE_FRONT
    return (BuyTrain, ONE_TRAIN) if names_several_trains(typed, vocabulary, choices) else None


def names_several_trains(typed: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> bool:
    """Whether a line buys several trains: counted, `two 3 trains`, `5-train x2`, joined, `buy 4 from ACL and 5`, or in a row."""
    if not GIVING_VERBS.isdisjoint(split_plainly(typed)) or not any(c.kind is BuyTrain for c in choices):
        return False
    words = typed.casefold().replace(",", " and ").split()
    if COUNT_WORD.search(typed):
        return True
    plain = [w for w in words if w not in ("a", "an", "the", "another")]
    trains = [
        n for n, w in enumerate(plain) if bare_train(w) in vocabulary.train_names and plain[n - 1] not in BEFORE_SUM
    ]
    counted = {w for w in NUMBER_WORDS if w != "one"} | {"both"}
    several = any(n and (plain[n - 1] in counted or (plain[n - 1] in JOINING_WORDS and n > trains[0])) for n in trains)
    return several or bool(SEVERAL_TRAINS.search(typed)) or 1 < len(trains) == len(words)


def names_numbers_only(typed: str) -> bool:
    """Whether two numbers are typed of which nobody says what they count."""
    return " " in typed.strip() and bool(BARE_PAIR.search(typed))


def adds_to_bid(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether a line says how much more is bid than before: `+5`, `raise by 5`, `5 more`."""
    said = {*split_plainly(typed)}
    raised = any(c.isdecimal() for c in typed) or not said.isdisjoint({Bid.verb, "raise", "offer"})
    return raised and any(c.kind is Bid for c in choices) and bool(RAISING_WORD.search(typed))


def counts_trains(typed: str, action: Action | None) -> bool:
    """Whether a train is named by a word that says how many as well: `buy two`."""
    words = [spell_out(w) for w in typed.casefold().split()]
    return isinstance(action, BuyTrain) and any(w in NUMBER_WORDS for w in words) and not re.search(r"\d", typed)


def name_doubt(words: str, reading: Reading) -> str:
    """What a line leaves open that says what is not wanted, names two things or a tile that is not laid, or adds to a bid; ""
    elsewhere.
    """
    if leaves_out(words):
        return "says what you do not want: say only what you want."
    if tile := find_other_tile(reading.several, words):
        return f"asks for tile {tile}, but you cannot lay it there now."
    if negates(words, reading.action):
        return "does not say what you want instead."
    if RAISING_WORD.search(words) and any(isinstance(a, Bid) for a in (reading.action, *reading.several)):
        return "says how much more: say the whole sum of your bid."
    return "names two things: say which." if names_either(words) else ""
