"""What somebody means who types words: `57 on C12 rot 1`, `buy 3T from RFPR for 10`, `bid 120 on 1`, in any order.

Every word must say something: the kind of action, a value of one of its fields, or one of the little words that people use.
An action is meant only if no other legal one agrees with all the words; where a number or a card is still to be chosen, nothing
is: the console asks on from what is settled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import structs

from bot.model.action_form import Draft, fields_of
from game.actions import Action, LayTile, RunTrains
from game.choices import Choice, Pick, Span
from game.notation import NO, YES, Unclear, line, parse
from game.rules import Rules

MOST_WORDS = 24
SIDES = 6
LONG_NAME = 2  # letters; names of more stand for the short form
LITTLE = frozenset(
    re.findall(
        r"\w+",
        "a an and at by each for from i in into its me my of on onto please rot rotation the then to turn turned using via"
        " want with would like company certificate certificates card cards dollars",
    )
)
BUYING = ("buy", "train", "private", "bid", "redeem")
# Words that say what kind of action is meant: the verbs of the classes.
KINDS: dict[str, tuple[str, ...]] = {
    "lay": ("tile",),
    "build": ("tile",),
    "upgrade": ("tile",),
    "track": ("tile",),
    "station": ("token",),
    "place": ("token",),
    "remove": ("untoken", "border"),
    "gauge": ("border",),
    "marker": ("border",),
    "buy": BUYING,
    "purchase": BUYING,
    "train": ("train", "discard", "selltrain"),
    "trains": ("run",),
    "share": ("buy", "sell", "redeem", "exchange"),
    "shares": ("buy", "sell", "redeem", "exchange"),
    "sell": ("sell", "selltrain"),
    "start": ("par",),
    "open": ("par",),
    "pay": ("dividend",),
    "payout": ("dividend",),
    "withhold": ("dividend",),
    "done": ("pass",),
    "skip": ("pass",),
    "end": ("pass",),
    "finish": ("pass",),
    "merge": ("exchange",),
    "convert": ("exchange", "choose"),
    "minor": ("exchange", "bid"),
    "take": ("pick", "bid"),
    "keep": ("pick", "dividend"),
    "draft": ("pick",),
    "use": ("power",),
    "close": ("power",),
    "accept": ("choose",),
    "decline": ("choose",),
}
# Other words for values of a field: (field, value) -> words.
VALUES: dict[tuple[str, object], tuple[str, ...]] = {
    ("kind", "full"): ("pay", "out", "payout", "all"),
    ("kind", "none"): ("withhold", "keep", "nothing", "0"),
    ("source", "pool"): ("market", "bank"),
    ("source", "ipo"): ("offering", "bank"),
    ("director", True): ("director", "president"),
}
RUNS = re.compile(r"(run|trains|best|all|the|my|\s)+", re.IGNORECASE)


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


@dataclass(frozen=True)
class Vocabulary:
    """What words may speak of: the title's things, players by what they are called at the table, sides of trains that are up."""

    rules: Rules
    names: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[str, str] = field(default_factory=dict)


class Word(NamedTuple):
    """A typed word: how it is spelled, and as what it is meant."""

    text: str
    optional: bool = False  # has said the kind already, and may say a value too


def read_words(text: str, by: str, choices: Sequence[Choice], known: Vocabulary) -> Reading:
    """The legal action that these words mean."""
    own_choices = [c for c in choices if c.by == by]
    exact = _action_of_line(text, by, own_choices)
    if exact is not None:
        return Reading(action=exact)
    if RUNS.fullmatch(text.strip()) and "run" in text.casefold():
        runs = [a for c in own_choices if c.kind is RunTrains for a in c.actions[:1]]
        return Reading(action=runs[0]) if runs else Reading()
    words = split_words(text, known)
    if not words or len(words) > MOST_WORDS:
        return Reading()
    return _settle_reading(
        _keep_plainest([f for c in own_choices if c.kind is not RunTrains for f in _iterate_fits(c, words, known)])
    )


def find_named_verbs(text: str, classes: Iterable[type[Action]]) -> frozenset[str]:
    """The verbs that the first word with a verb in it may stand for; empty where no word has one."""
    verbs = {k.verb for k in classes}
    kinds_by_word = [v for w in text.casefold().split() if (v := _find_verbs(w, verbs))]
    return kinds_by_word[0] if kinds_by_word else frozenset()


def _find_verbs(word: str, verbs: Iterable[str]) -> frozenset[str]:
    """The verbs that a word may stand for: itself, and those for which people use it."""
    own = {word} if word in verbs else set()
    return frozenset({*own, *KINDS.get(word, ())})


def _action_of_line(text: str, by: str, choices: Sequence[Choice]) -> Action | None:
    """The legal action whose line this is, letter for letter but for case."""
    try:
        action = parse(text, by, choices)
    except Unclear:
        return None
    same = " ".join(text.split()).casefold() == line(action).casefold()
    return action if same and any(action in c for c in choices) else None


def split_words(text: str, known: Vocabulary) -> list[str]:
    """The words, in small letters; full names of companies, places and people as the short form that actions have."""
    line_of_words = f" {' '.join(''.join(c if c.isprintable() else ' ' for c in text).casefold().split())} "
    for name, short in sorted(_short_by_full_name(known).items(), key=lambda item: -len(item[0])):
        line_of_words = re.sub(rf"(?<![\w&]){re.escape(name)}(?![\w&])", f'"{short.casefold()}"', line_of_words)
    tokens = re.findall(r'"[^"]*"|[^\s",;()·]+', line_of_words)
    return [stripped for w in tokens if (stripped := w.strip('".!?:').removesuffix("'s"))]


def _short_by_full_name(known: Vocabulary) -> dict[str, str]:
    """The short form of every full name that means one thing only, companies, privates, places and players."""
    data = known.rules.data
    pairs = [(d.name, c) for c, d in data.companies.items()] + [(d.name, p) for p, d in data.privates.items()]
    pairs += [(d.name, h) for h, d in data.hexes.items() if d.name]
    shorts_by_name: dict[str, set[str]] = {}
    for name, short in pairs:
        shorts_by_name.setdefault(name.casefold(), set()).add(short)
    things = {
        name: shorts.pop() for name, shorts in shorts_by_name.items() if len(shorts) == 1 and len(name) > LONG_NAME
    }
    return things | {shown.casefold(): seat for shown, seat in known.names.items() if shown}


def _iterate_fits(choice: Choice, words: Sequence[str], known: Vocabulary) -> Iterator[ActionMatch]:
    """The actions of a choice that agree with all words."""
    rest: list[Word] = []
    named_kind = False
    for word in words:
        if word == choice.kind.word or choice.kind.verb in _find_verbs(word, (choice.kind.verb,)):
            named_kind = True
            if any(word in phrase for phrase in VALUES.values()):
                rest.append(Word(word, optional=True))
        elif word not in LITTLE:
            rest.append(Word(word))
    if not named_kind and not rest:
        return
    required = {f.name for f in fields_of(choice.kind) if f.required}
    cards = next(((n, r) for n, r in choice.ranges.items() if isinstance(r, Pick)), None)
    for action in choice.actions:
        bound = _bind_cards(*cards, rest, known) if cards else _bind_words(action, choice, rest, known)
        for values, named, idle in bound:
            left = frozenset(n for n, r in choice.ranges.items() if n not in values and not _has_one_value(r))
            fit = ActionMatch(structs.replace(action, **values) if values else action, named, left, idle)
            yield fit._replace(complete=named_kind or (required <= named and not _count_unnamed_fields(fit)))


Bound = tuple[dict[str, Any], frozenset[str], int]  # ranged fields, all fields named, words without a use


def _bind_words(
    action: Action, choice: Choice, words: Sequence[Word], known: Vocabulary, used: frozenset[str] = frozenset()
) -> Iterator[Bound]:
    """Every way in which the words speak of the action's fields, each of one of them."""
    if not words:
        yield {}, used, 0
        return
    word, rest = words[0], words[1:]
    for name in (f.name for f in fields_of(type(action)) if f.name not in used):
        typed = word.text.removeprefix(f"{name}=")
        span = choice.ranges.get(name)
        number = _read_number(typed) if isinstance(span, Span) else None
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


def _read_number(word: str) -> int | None:
    """The number that a word is, with or without a currency's sign; None if it is none."""
    digits = word.lstrip("$£₹").replace(",", "")
    return int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None


def _names_value(name: str, value: Any, word: str, action: Action, known: Vocabulary) -> bool:
    """Whether the word says this value of the field."""
    if word in VALUES.get((name, value), ()):
        return True
    if isinstance(value, bool):
        return word in (YES if value else NO)
    if isinstance(value, int):
        if isinstance(action, LayTile):
            tile, turned = known.rules.data.tiles[action.tile], _read_number(word)
            return turned is not None and turned < SIDES and tile.faces[turned].shape == tile.faces[value].shape
        if word.endswith("%") and hasattr(action, "company"):
            share = _read_number(word[:-1])
            size = known.rules.data.companies[action.company].size
            return share is not None and share * size == value * 100
        return _read_number(word) == value
    if isinstance(value, tuple):
        return ",".join(map(str, value)).casefold() == word
    low = str(value).casefold()
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
