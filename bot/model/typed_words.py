"""What somebody means who types words: `57 on C12 rot 1`, `buy 3T from RFPR for 10`, `bid 120 on 1`, in any order.

Every word must say something: the kind of action, a value of one of its fields, or one of the little words that people use.
An action is meant only if no other legal one agrees with all the words; where a number or a card is still to be chosen, nothing
is: the console asks on from what is settled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import structs

from bot.model.action_form import Draft, fields_of
from bot.model.vocabulary import (
    A_SHARE,
    CURRENCIES,
    HIGHEST,
    LITTLE,
    LITTLE_BESIDE,
    LITTLE_BESIDE_WORD,
    LOOSE,
    LOWEST,
    MONEY,
    NUMBERS,
    PARTS,
    SHARES,
    VALUES,
    Vocabulary,
    find_kinds,
    is_value_word,
    names_kind,
    split_words,
    word_stems,
)
from game.actions import Action, BuyPrivate, BuyShare, BuyTrain, LayTile, Pass, RunTrains, TakePrivate
from game.choices import Choice, Pick, Span
from game.notation import YES, Unclear, line, parse

MOST_WORDS = 24
END = "to "  # before a place to which the track of a lay leads: that is said of it, but is no field of it
BANK, POOL = ("bank", "depot", "supply"), ("pool", "market", "bank")  # words for where a train lies
SIDES = 6
RUNS = re.compile(
    r"(?=.*\b(runs?|routes?|auto)\b)((runs?|trains?|routes?|best|all|the|my|for|max(imum)?|auto|please)(\s+|$))+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reading:
    """What typed words mean.

    `action`: this one, and nothing is left to choose. `several`: all that agree, a range at its lowest value; `draft`: what
    they have in common, where they are of one kind. Nothing at all: the words mean no legal action.
    """

    action: Action | None = None
    several: tuple[Action, ...] = ()
    draft: Draft | None = None


class ActionMatch(NamedTuple):
    """An action that agrees with the words.

    The fields that were named, the ranges still open, how many words said nothing of it, and whether enough was said to play it:
    what is to be done, or else every field.
    """

    action: Action
    named: frozenset[str]
    open: frozenset[str] = frozenset()
    idle: int = 0
    complete: bool = True


class Word(NamedTuple):
    """A typed word: how it is spelled, and as what it is meant."""

    text: str
    optional: bool = False  # has said the kind already, and may say a value too
    counts: bool = False  # says how many, not how much money


def read_words(text: str, by: str, choices: Sequence[Choice], known: Vocabulary) -> Reading:
    """The legal action that these words mean."""
    own_choices = [c for c in choices if c.by == by]
    exact = _action_of_line(text, by, own_choices)
    if exact is not None:
        return Reading(action=exact)
    words = split_words(text, known)
    if RUNS.fullmatch(" ".join(w for w in words if w != known.company.casefold())):
        runs = [a for c in own_choices if c.kind is RunTrains for a in c.actions[:1]]
        return Reading(action=runs[0]) if runs else Reading()
    if not words or len(words) > MOST_WORDS:
        return Reading()
    return _settle_reading(
        _keep_plainest([f for c in own_choices if c.kind is not RunTrains for f in _iterate_fits(c, words, known)])
    )


def find_named_verbs(text: str, classes: Iterable[type[Action]]) -> frozenset[str]:
    """The verbs that the first word with a verb in it may stand for; empty where no word has one."""
    every = tuple(classes)
    kinds_by_word = [v for w in text.casefold().split() if (v := frozenset(k.verb for k in every if _is_verb(w, k)))]
    return kinds_by_word[0] if kinds_by_word else frozenset()


def _is_verb(word: str, kind: type[Action]) -> bool:
    """Whether a word is the verb of a kind, or one that people use for it."""
    return names_kind(word, kind) and (word != kind.word or f"{kind.verb} {kind.word}" in find_kinds(word))


def _action_of_line(text: str, by: str, choices: Sequence[Choice]) -> Action | None:
    """The legal action whose line this is, letter for letter but for case."""
    try:
        action = parse(text, by, choices)
    except Unclear:
        return None
    same = " ".join(text.split()).casefold() == line(action).casefold()
    return action if same and any(action in c for c in choices) else None


def _iterate_fits(choice: Choice, words: Sequence[str], known: Vocabulary) -> Iterator[ActionMatch]:
    """The actions of a choice that agree with all words."""
    kind, rest, named_kind = choice.kind, list[Word](), False
    field_names = frozenset(f.name for f in fields_of(kind))
    for word in words:
        if names_kind(word, kind):
            named_kind = True
            rest += [Word(w, optional=w in LOOSE) for w in word_stems(word)[:2] if is_value_word(w, field_names)][:1]
        elif word == A_SHARE:
            named_kind = named_kind or f"{kind.verb} {kind.word}".strip() in SHARES
            rest.append(Word("1", optional=True, counts=True))
        elif word in NUMBERS:
            rest.append(Word(NUMBERS[word], optional=word == "one", counts=True))
        elif word == choice.by.casefold() or (kind.group == "corp" and word == known.company.casefold()):
            rest.append(Word(word, optional=True))
        elif not _is_little(word, kind, known):
            rest.append(Word(word))
    if not named_kind and not rest:
        return
    required = {f.name for f in fields_of(kind) if f.required}
    cards = next(((n, r) for n, r in choice.ranges.items() if isinstance(r, Pick)), None)
    for action in choice.actions:
        said = _join_parts(action, rest)
        bound = _bind_cards(*cards, rest, known) if cards else _bind_words(action, choice, said, known)
        for values, said_of, idle in bound:
            named = frozenset(name for name in said_of if not name.startswith(END))
            if len(said_of - named) == 1 and "hex" not in named:
                continue  # a place alone is where to build, not where track leads
            left = frozenset(n for n, r in choice.ranges.items() if n not in values and not _has_one_value(r))
            fit = ActionMatch(structs.replace(action, **values) if values else action, named, left, idle)
            yield fit._replace(complete=named_kind or (required <= named and not _count_unnamed_fields(fit)))


def _is_little(word: str, kind: type[Action], known: Vocabulary) -> bool:
    """Whether a word says nothing beside this kind of action."""
    if word in LITTLE or word in LITTLE_BESIDE.get(kind.verb, ()) or word in LITTLE_BESIDE_WORD.get(kind.word, ()):
        return not is_value_word(word, frozenset(f.name for f in fields_of(kind)))
    return issubclass(kind, Pass) and word in PARTS.get(known.step, ())


def _join_parts(action: Action, words: Sequence[Word]) -> list[Word]:
    """The words, with those that name all parts of a value of several, such as two privates, as one."""
    joined = list(words)
    for name in (f.name for f in fields_of(type(action)) if f.type is tuple):
        parts = [str(part).casefold() for part in getattr(action, name)]
        if len(parts) > 1 and sorted(w.text for w in joined if w.text in parts) == sorted(parts):
            joined = [Word(",".join(parts)), *(w for w in joined if w.text not in parts)]
    return joined


Bound = tuple[dict[str, Any], frozenset[str], int]  # ranged fields, all fields named, words without a use


def _bind_words(
    action: Action, choice: Choice, words: Sequence[Word], known: Vocabulary, used: frozenset[str] = frozenset()
) -> Iterator[Bound]:
    """Every way in which the words speak of the action's fields, each of one of them."""
    if not words:
        yield {}, used, 0
        return
    word, rest = words[0], words[1:]
    if _says_what_is_known(word.text, action, known):
        yield from _bind_words(action, choice, rest, known, used)
        return
    if isinstance(action, LayTile) and word.text in _ends_of(action, known):
        yield from _bind_words(action, choice, rest, known, used | {f"{END}{word.text}"})
    for name in (f.name for f in fields_of(type(action))):
        typed = word.text.removeprefix(f"{name}=")
        span = choice.ranges.get(name)
        if (word.counts and name in MONEY) or (word.text[0] in CURRENCIES and name not in MONEY):
            continue
        if name in used and (span is not None or typed not in VALUES.get((name, getattr(action, name)), ())):
            continue
        number = _read_amount(typed, span) if isinstance(span, Span) else None
        if isinstance(span, Span):
            if number is None or number not in span:
                continue
        elif not _names_value(name, getattr(action, name), typed, action, known):
            continue
        for values, named, idle in _bind_words(action, choice, rest, known, used | {name}):
            yield ({name: number, **values} if number is not None else values), named, idle
    if word.optional:
        for values, named, idle in _bind_words(action, choice, rest, known, used):
            yield values, named, idle + 1


def _says_what_is_known(word: str, action: Action, known: Vocabulary) -> bool:
    """Whether a word says of the action what is so without it: one share, a private's owner, a tile's colour."""
    match action:
        case BuyShare(company=company):
            smallest = min(known.rules.data.companies[company].certificates)
            share = _read_number(word[:-1]) if word.endswith("%") else None
            return word == "1" or (share is not None and share * known.size(company) == smallest * 100)
        case BuyPrivate(private=private) | TakePrivate(private=private):
            owner = known.places.get(private, "").casefold()
            return bool(owner) and (word == owner or (word == "sell" and owner == action.by.casefold()))
        case LayTile(tile=tile):
            return word == known.rules.data.tiles[tile].colour
        case _:
            return False


def _ends_of(action: LayTile, known: Vocabulary) -> set[str]:
    """The neighbours to which the track of a lay leads, as they are typed."""
    near = known.rules.data.hexes[action.hex].sides
    return {near[e].casefold() for e in known.rules.data.tiles[action.tile].faces[action.rotation].exits if near[e]}


def _bind_cards(name: str, among: Pick, words: Sequence[Word], known: Vocabulary) -> Iterator[Bound]:
    """Cards by their companies, as many times as they are wanted. Where it is not plain which are meant none are chosen."""
    asked = [part for w in words if not w.optional for part in w.text.split(",") if part]
    chosen: list[str] = []
    for word in asked:
        fitting = [i for i in among.items if i not in chosen and _names_card(i, word)]
        if not fitting:
            return
        sizes = {known.rules.data.certificates.get(i, ("", 0))[1] for i in fitting}
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


def _has_one_value(span: Span | Pick) -> bool:
    """Whether a range has one number only."""
    return isinstance(span, Span) and span.low == span.high


def _read_amount(word: str, span: Span) -> int | None:
    """The number of a range that a word is: also its lowest and its highest."""
    if word in LOWEST:
        return span.low
    return span.high if word in HIGHEST else _read_number(word)


def _read_number(word: str) -> int | None:
    """The number that a word is, with or without a currency's sign; None if it is none."""
    digits = word.strip(CURRENCIES).replace(",", "")
    return int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None


def _names_value(name: str, value: Any, word: str, action: Action, known: Vocabulary) -> bool:
    """Whether the word says this value of the field."""
    if word in VALUES.get((name, value), ()):
        return True
    if isinstance(value, bool):
        return value and word in YES  # that something is not wanted is not said of it
    if isinstance(value, int):
        if name == "amount" and value and word in LOWEST:
            return True
        if isinstance(action, LayTile):
            tile, turned = known.rules.data.tiles[action.tile], _read_number(re.sub(r"^r(ot)?(?=\d$)", "", word))
            return turned is not None and turned < SIDES and tile.faces[turned].shape == tile.faces[value].shape
        if word.endswith("%") and hasattr(action, "company"):
            share = _read_number(word[:-1])
            return share is not None and share * known.size(action.company) == value * 100
        return _read_number(word) == value
    if isinstance(value, tuple):
        return ",".join(map(str, value)).casefold() == word
    low = str(value).casefold()
    if name == "seller" and isinstance(action, BuyTrain) and not low:
        return word in (POOL if known.places.get(action.train) == "pool" else BANK)
    if not low:
        return False
    if name == "tile":
        return word.removeprefix("#") in (low, low.rstrip("abcdefghijklmnopqrstuvwxyz"))
    if name == "train":
        side = (str(getattr(action, "side", "")) or known.faces.get(str(value), "")).casefold()
        bare = re.sub(r"-?(t|trains?)$", "", word)
        return word == low or bare == side or (not side and bare in (low, low.rpartition("-")[0]))
    return word == low or low.startswith((f"{word}.", f"{word}/"))


def _keep_plainest(fits: Sequence[ActionMatch]) -> list[ActionMatch]:
    """Those that leave the fewest words without a use; of each kind those that need nothing unsaid, such as a private's power."""
    least = min((f.idle for f in fits), default=0)
    busy = [f for f in fits if f.idle == least]
    fewest: dict[type[Action], int] = {}
    for f in busy:
        fewest[type(f.action)] = min(_count_unnamed_fields(f), fewest.get(type(f.action), _count_unnamed_fields(f)))
    return [f for f in busy if _count_unnamed_fields(f) == fewest[type(f.action)]]


def _count_unnamed_fields(fit: ActionMatch) -> int:
    """How many optional fields of an action have a value that no word has named."""
    rest = [f for f in fields_of(type(fit.action)) if not f.required and f.name not in fit.named and f.name != "side"]
    return sum(bool(getattr(fit.action, f.name)) for f in rest)


def _settle_reading(fits: Sequence[ActionMatch]) -> Reading:
    """What the actions that fit come to: one to play, or several with what they have in common."""
    fit_by_action = {f.action: f for f in fits}
    if len(fit_by_action) == 1 and all(f.complete and not f.open for f in fits):
        return Reading(action=fits[0].action, several=(fits[0].action,))
    kinds = {type(a) for a in fit_by_action}
    if len(kinds) != 1:
        return Reading(several=tuple(fit_by_action))
    kind, common = kinds.pop(), dict[str, Any]()
    order = [f.name for f in fields_of(kind)]
    first = min(
        sorted(map(order.index, f.named)) for f in fits
    )  # a number that may say two things says the first of them
    likely = [f for f in fits if sorted(map(order.index, f.named)) == first]
    for name in order:
        values = {getattr(f.action, name) for f in likely}
        if len(values) == 1 and not any(name in f.open for f in likely):
            common[name] = values.pop()
    return Reading(several=tuple(fit_by_action), draft=Draft(kind.__name__, common))
