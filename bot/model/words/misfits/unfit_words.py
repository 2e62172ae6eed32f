"""Which of the words that somebody typed do not fit here, and what would: nothing of that name, not for sale, not that many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from bot.model.action_form import describe_kind, fields_of
from bot.model.words.reading.typed_values import ends_of, read_number
from bot.model.words.reading.typed_words import read_words
from bot.model.words.reading.unknown_words import DEED_VERBS, MEANINGFUL_WORDS, TURN_WORD, iterate_values, list_first
from bot.model.words.vocabulary import (
    FIELDS_OF_MONEY,
    LITTLE_WORDS,
    NUMBER_WORDS,
    Vocabulary,
    find_kinds,
    list_words,
    names_kind,
)
from game.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    PayDividend,
    PlaceToken,
    SellPrivate,
    TakePrivate,
)
from game.choices import Choice, Pick
from game.dividend_kinds import list_kinds
from game.hexes import HEX_SIDES
from render.data.names import listed

ALL_WORDS = frozenset({"all", "both", "every", "everything"})
MOST_NAMED = 8  # possibilities that a sentence lists
MOST_TOLD = 2  # kinds of which it says when they are done


def name_missing_lot(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That nothing in an auction has the number behind `on`; "" elsewhere."""
    words = list_words(text, vocabulary)
    lots = [word for before, word in pairwise(words) if before == "on" and word.isdecimal()]
    sold = {a.item for a in list_first(choices) if isinstance(a, Bid)}
    if not lots or not sold or lots[0] in sold or lots[0] in vocabulary.lots_by_number:
        return ""
    return f"nothing for sale has the number {lots[0]}"


def name_all_or_nothing(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That no sum of a dividend is named, where one is; "" elsewhere."""
    asked = any(isinstance(a, PayDividend) for a in list_first(choices))
    if not asked or not any((read_number(w) or 0) > 0 for w in list_words(text, vocabulary)):
        return ""
    return f"how much is not yours to say: {list_kinds(vocabulary.rules.dividends.kinds)}"


def name_odd_number(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """How a number is said, where it is said in another way: a raise, cards by their places, several trains; "" elsewhere."""
    words, kinds = set(list_words(text, vocabulary)), {c.kind for c in choices}
    if Bid in kinds and "more" in words:
        return "say the whole sum of your bid"
    if Bid in kinds and ALL_WORDS & words:
        return "say one bid at a time"
    if DiscardTrain in kinds and ALL_WORDS & words:
        return "say which train goes"
    if kinds & {BuyTrain, BuyPrivate, TakePrivate} and ALL_WORDS & words:
        deals = {"private", "privates"} & words or BuyTrain not in kinds
        if BuyShare in kinds and not {"private", "privates"} & words:
            return "you can buy only one certificate at a time"
        return f"you can buy only one {'private' if deals else 'train'} at a time"
    picks = [r for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    numbers = [w for w in list_words(text, vocabulary) if w.isdecimal()]
    told = [w for w in list_words(text, vocabulary) if not w.isdecimal() and not any(names_kind(w, k) for k in kinds)]
    if picks and numbers and not told and all(0 < int(n) <= len(picks[0].items) for n in numbers):
        return f"choose {picks[0].low} cards; you named {len({*numbers})}"
    if picks and numbers:
        return "name the cards by their companies, or all of them by their numbers"
    if LayTile in kinds and "tiles" in words and words & {*NUMBER_WORDS, "2", "both"}:
        return "one tile at a time"
    if LayTile in kinds and any(TURN_WORD.fullmatch(w) and int(w[-1]) >= HEX_SIDES for w in words):
        return f"a tile can be turned by 0 to {HEX_SIDES - 1}"
    own = [k for k in kinds if k.word and {k.word, f"{k.word}s"} & words]
    counted = any(f.type is int for k in own for f in fields_of(k))
    several = any(w.isdecimal() and int(w) > 1 for w in words)
    return "only one at a time" if own and several and not counted else ""


def name_two_things(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That a line says two things where one is done after the other: two verbs, or bids on two lots; "" elsewhere, and where an
    `and` says which comes first.
    """
    words = list_words(text, vocabulary)
    kinds = [set(find_kinds(w)) or {w} for w in words if w in DEED_VERBS]
    if any(one.isdisjoint(other) for one in kinds for other in kinds):
        return "say one thing at a time, or put “;” between the two"
    lots = {a.item.casefold() for a in list_first(choices) if isinstance(a, Bid) and not a.item.isdecimal()}
    named = [w for w in words if w in lots] if not {"and", "und", "+"} & {*text.casefold().split()} else []
    minors = {a.item for a in list_first(choices) if isinstance(a, Bid) and a.item.isdecimal()}
    telling = {w for w in words if w not in LITTLE_WORDS and Bid.verb not in find_kinds(w)}
    named = named or [*telling] if telling <= minors else named  # `take 9 10`, and not `buy 1 3 train`
    return "say one bid at a time" if len(named) > 1 else ""


def name_unfit(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """What to say of the first company, private, train or hex that is named and cannot be meant now: what can be; "" where each
    can, or nothing of its sort could.
    """
    values = list(dict.fromkeys(iterate_values(choices)))
    possible = {part for v in values for part in (v.casefold(), v.partition(".")[0].casefold())}
    data = vocabulary.rules.data
    for word in list_words(text, vocabulary):
        for things in (data.companies, data.privates, data.hexes):
            named = next((t for t in things if t.casefold() == word and not t.isdigit()), None)
            if named is None or word in possible or word == vocabulary.company.casefold():
                continue
            place = next(
                (h for h in data.hexes if h.casefold() in possible and h.casefold() in list_words(text, vocabulary)), ""
            )
            if things is data.hexes and place and any(c.kind is LayTile for c in choices):
                if any(
                    word in ends_of(a, vocabulary)
                    for a in list_first(choices)
                    if isinstance(a, LayTile) and a.hex == place
                ):
                    continue
                there, beyond = data.hexes[place].name or place, data.hexes[named].name or named
                near = named in data.hexes[place].sides
                return f"no such tile leads from {there} to {beyond}" if near else f"{beyond} is not beside {there}"
            others = list(dict.fromkeys(v.partition(".")[0] for v in values if v.partition(".")[0] in things))
            if others and things is data.hexes and {h.casefold() for h in others} & {*list_words(text, vocabulary)}:
                return f"nothing there leads to {data.hexes[named].name or named}"
            if things is data.hexes and len(others) > MOST_NAMED:
                return f"{data.hexes[named].name or named} is not one of the {len(others)} places for that"
            if others:
                return f"it can only be {join_few(others)} now"
    return ""


def name_wrong_owner(text: str, vocabulary: Vocabulary) -> str:
    """Whose a private is, where somebody else is named beside it; "" elsewhere."""
    words = list_words(text, vocabulary)
    people = vocabulary.shown_names
    private = next((p for p in vocabulary.rules.data.privates if p.casefold() in words), None)
    others = [seat for seat in people if seat.casefold() in words]
    owner = vocabulary.places.get(private, "") if private is not None else ""
    if not others or owner in others or owner not in {*people, *vocabulary.rules.data.companies}:
        return ""
    return f"{private} belongs to {people.get(owner, owner)}"


def name_not_yours(text: str, by: str, vocabulary: Vocabulary, about: Collection[str]) -> str:
    """Who owns a private that somebody else wants to sell; "" elsewhere."""
    words = list_words(text, vocabulary)
    private = next((p for p in vocabulary.rules.data.privates if p.casefold() in words), None)
    owner = vocabulary.places.get(private, "") if private is not None else ""
    people = vocabulary.shown_names
    if SellPrivate.verb not in about or by not in people or owner in (by, vocabulary.company):
        return ""
    return (
        f"{people.get(owner, owner)} owns {private}, not you"
        if owner in {*people, *vocabulary.rules.data.companies}
        else ""
    )


def name_foreign_power(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That the company whose turn it is does not own the private that is named with a tile or a station; "" elsewhere."""
    words = list_words(text, vocabulary)
    private = next((p for p in vocabulary.rules.data.privates if p.casefold() in words), "")
    builds = any(c.kind in (LayTile, PlaceToken) for c in choices)
    foreign = private and vocabulary.company and vocabulary.places.get(private, "") != vocabulary.company
    return f"{vocabulary.company} does not own {private}" if builds and foreign else ""


def name_wrong_number(text: str, by: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """How many there may be, where the words would be right but for how many they say; "" elsewhere."""
    words = list_words(text, vocabulary)
    fields = {f.name for c in choices for f in fields_of(c.kind) if f.type is int and f.name not in FIELDS_OF_MONEY}
    for name, value in (w.partition("=")[::2] for w in words if "=" in w):
        could = sorted({getattr(a, name) for a in list_first(choices) if hasattr(a, name)}) if name in fields else []
        if could and value.isdecimal() and int(value) not in could:
            return f"{name} can be {join_few(map(str, could))}"
    for n, word in enumerate(NUMBER_WORDS.get(w, w) for w in words):
        if not word.isdecimal() or int(word) < 2 or BuyTrain in {c.kind for c in choices}:
            continue
        rest = read_words(" ".join(words[:n] + words[n + 1 :]), by, choices, vocabulary)
        found = rest.hits
        counts = [f for f in ("count", "shares") if found and all(hasattr(a, f) for a in found)]
        if counts and len({type(a) for a in found}) == 1:
            could = sorted({getattr(a, counts[0]) for a in found})
            return (
                "only one at a time now" if could == [1] else f"it can be {join_few(map(str, could))} now, not {word}"
            )
    return ""


def name_untimely_kind(
    text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]
) -> str:
    """That what the words name by its own word, such as a row, or by the name of its cards, cannot be done now; "" elsewhere."""
    deeds = [
        f"{t[:1].lower()}{t[1:]}" for t in map(describe_kind, _find_untimely_kinds(text, vocabulary, kinds, choices))
    ]
    return f"you cannot {listed(deeds, 'or')} now" if deeds else ""


def name_time_of_kind(
    text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]
) -> str:
    """When that can be done instead; "" where it says of none."""
    untimely = _find_untimely_kinds(text, vocabulary, kinds, choices)
    when = [*dict.fromkeys(k.when for k in untimely if k.when)][:MOST_TOLD]
    return "; ".join(f"{t[:1].lower()}{t[1:].rstrip('.')}" for t in when)


def _find_untimely_kinds(
    text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]
) -> list[type[Action]]:
    """The kinds of action that words name by their own word or the name of their cards; none where one can be done now."""
    words, now = set(list_words(text, vocabulary)), {c.kind for c in choices}
    shared = not words.isdisjoint(vocabulary.shared_names.values())
    own = [
        k
        for k in kinds
        if (k.word in words and k.word not in MEANINGFUL_WORDS) or (shared and "card" in k.__struct_fields__ and k.word)
    ]
    named = [k for k in own if any(names_kind(w, k) for w in words - {k.word})] or own
    return named if now.isdisjoint(named) else []


def join_few(names: Iterable[str]) -> str:
    """Some of several as people list them: `3, 2G or 4`."""
    every = list(names)
    if len(every) > MOST_NAMED:
        return f"{', '.join(every[:MOST_NAMED])} or {len(every) - MOST_NAMED} others"
    return listed(every, "or")
