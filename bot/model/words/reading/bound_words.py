"""Every way in which typed words speak of the fields of an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bot.model.action_form import fields_of
from bot.model.words.reading.typed_values import (
    bare_turn,
    ends_of,
    may_be_train,
    names_value,
    read_amount,
    says_what_is_known,
)
from bot.model.words.rewritten_words import A_SHARE
from bot.model.words.vocabulary import (
    CURRENCIES,
    FIELDS_OF_MONEY,
    KIND_OR_VALUE,
    LITTLE_BESIDE_VERB,
    LITTLE_BESIDE_WORD,
    LITTLE_WORDS,
    NOUNS_OF_STEPS,
    NUMBER_WORDS,
    SHARE_KINDS,
    VALUE_WORDS,
    Vocabulary,
    is_value_word,
    names_kind,
    word_stems,
)
from game.actions import Action, BuyShare, Choose, LayTile, Pass
from game.choices import Choice, Pick, Span
from game.step_keys import StepKey

TURN_FIELD = "rotation"  # the field of how a tile is turned: two tiles are not turned twice
LOT_FIELD = "item"  # the field of what is auctioned
ROW_FIELD = "row"  # the field of which row of cards
END_PREFIX = "to "  # before a place to which the track of a lay leads: that is said of it, but is no field of it
SHARE_NOUNS = frozenset({A_SHARE, "share", "shares", "ipo"})  # of nothing else
SHARE_WORDS = frozenset({A_SHARE, "share", "shares", "cert", "certs", "certificate", "certificates"})
COUNTED_NOUNS = SHARE_WORDS | {"card", "cards"}  # behind how many


class Word(NamedTuple):
    """A typed word: how it is spelled, and as what it is meant."""

    text: str
    optional: bool = False  # has said the kind already, and may say a value too
    counts: bool = False  # says how many, not how much money


@lru_cache(maxsize=128)
def sort_words(
    kind: type[Action], by: str, words: tuple[str, ...], company: str, step: str, trains: frozenset[str]
) -> tuple[tuple[Word, ...], bool]:
    """The words that say a value, if an action of this kind is meant, and whether one says that it is."""
    rest, named_kind = list[Word](), False
    field_names = frozenset(f.name for f in fields_of(kind))
    for n, word in enumerate(words):
        if issubclass(kind, Pass) and step == StepKey.TRAINS and word in trains:  # `p` is a Pullman there, and no pass
            rest.append(Word(word))
        elif names_kind(word, kind):
            named_kind = True
            rest += [
                Word(w, optional=w in KIND_OR_VALUE) for w in word_stems(word)[:2] if is_value_word(w, field_names)
            ][:1]
        elif word == A_SHARE:
            named_kind = named_kind or f"{kind.verb} {kind.word}".strip() in SHARE_KINDS
            rest.append(Word("1", optional=True, counts=True))
        elif word.isdecimal() and words[n + 1 : n + 2] and words[n + 1] in COUNTED_NOUNS:
            rest.append(Word(word, counts=True))
        elif word in NUMBER_WORDS:
            rest.append(Word(NUMBER_WORDS[word], optional=word == "one", counts=True))
        elif n and (words[n - 1], word) == ("from", by.casefold()):  # names an owner, who must be that
            rest.append(Word(word))
        elif word == by.casefold() or (_is_of_company(kind) and word == company.casefold()):
            rest.append(Word(word, optional=True))
        elif not _is_little(word, kind, step):
            rest.append(Word(word))
    return tuple(rest), named_kind


def _is_of_company(kind: type[Action]) -> bool:
    """Whether an action is one of the company on turn, or answers a question that is asked of it."""
    return kind.group == "corp" or issubclass(kind, Choose)


def _is_little(word: str, kind: type[Action], step: str) -> bool:
    """Whether a word says nothing beside this kind of action."""
    if (
        word in LITTLE_WORDS
        or word in LITTLE_BESIDE_VERB.get(kind.verb, ())
        or word in LITTLE_BESIDE_WORD.get(kind.word, ())
    ):
        return not is_value_word(word, frozenset(f.name for f in fields_of(kind)))
    return issubclass(kind, Pass) and word in NOUNS_OF_STEPS.get(step, ())


def join_parts(action: Action, words: Sequence[Word]) -> list[Word]:
    """The words, with those that name all parts of a value of several, such as two privates, as one."""
    joined = list(words)
    for name in (f.name for f in fields_of(type(action)) if f.type is tuple):
        parts = [str(part).casefold() for part in getattr(action, name)]
        if len(parts) > 1 and sorted(w.text for w in joined if w.text in parts) == sorted(parts):
            joined = [Word(",".join(parts)), *(w for w in joined if w.text not in parts)]
    return joined


Bound = tuple[dict[str, Any], frozenset[str], int]  # ranged fields, all fields named, words without a use


def bind_words(action: Action, choice: Choice, words: Sequence[Word], vocabulary: Vocabulary) -> list[Bound]:
    """Every way in which the words speak of the action's fields, each of one of them.

    Ways that come to the same so far are followed once: otherwise each word that is repeated would double them.
    """
    ways: list[Bound] = [({}, frozenset(), 0)]
    for n, word in enumerate(words):
        again = isinstance(action, BuyShare) and word in words[:n]  # `buy 10 10 SR`
        if says_what_is_known(word.text, action, vocabulary) and not again:
            continue
        further = [
            w for values, used, idle in ways for w in _bind_word(action, choice, word, vocabulary, (values, used, idle))
        ]
        ways = list(
            {(tuple(values.items()), used, idle): (values, used, idle) for values, used, idle in further}.values()
        )
    return ways


def _bind_word(action: Action, choice: Choice, word: Word, vocabulary: Vocabulary, way: Bound) -> Iterator[Bound]:
    """Every way in which one more word speaks of a field, after a way of those before."""
    values, used, idle = way
    if isinstance(action, LayTile) and word.text in ends_of(action, vocabulary):
        yield values, used | {f"{END_PREFIX}{word.text}"}, idle
    for name in (f.name for f in fields_of(type(action))):
        typed = word.text.removeprefix(f"{name}=")
        span = choice.ranges.get(name)
        if (word.counts and name in {*FIELDS_OF_MONEY, LOT_FIELD, TURN_FIELD, ROW_FIELD}) or (
            word.text[0] in CURRENCIES and name not in FIELDS_OF_MONEY
        ):
            continue
        if word.text == typed and may_be_train(name, typed, action, used, vocabulary):
            continue
        if name in used and (span is not None or typed not in VALUE_WORDS.get((name, getattr(action, name)), ())):
            continue
        if not isinstance(span, Span):
            if names_value(name, getattr(action, name), typed, action, vocabulary):
                yield values, used | {name}, idle
        elif (
            number := read_amount(bare_turn(typed) if name == TURN_FIELD else typed, span)
        ) is not None and number in span:
            yield {**values, name: number}, used | {name}, idle
    if word.optional:
        yield values, used, idle + 1


def bind_cards(name: str, among: Pick, words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Bound]:
    """Cards by their companies, as many times as they are wanted. Where it is not plain which are meant none are chosen."""
    asked = [part for w in words if not w.optional for part in w.text.split(",") if part]
    asked.sort(key=lambda part: part not in map(str.casefold, among.items))  # one that is named itself comes first
    chosen: list[str] = []
    for word in asked:
        fitting = [i for i in among.items if i not in chosen and _names_card(i, word)]
        if not fitting:
            return
        sizes = {vocabulary.rules.data.certificates.get(i, ("", 0))[1] for i in fitting}
        if len(sizes) > 1 and asked.count(word) < sum(_names_card(i, word) for i in among.items):
            chosen = []  # the director's certificate or an ordinary one?
            break
        chosen.append(fitting[0])
    value = tuple(i for i in among.items if i in chosen)
    if value in among:
        yield {name: value}, frozenset({name}), 0
    else:
        yield {}, frozenset(), 0


def _names_card(card: str, word: str) -> bool:
    """Whether a word names a card or its company."""
    low = card.casefold()
    return low == word or low.rpartition(".")[0] == word
