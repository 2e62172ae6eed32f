"""Actions that typed words may mean, legal or not: for telling which rule forbids them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from string import ascii_lowercase
from typing import NamedTuple

from msgspec import structs

from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.reading.typed_words import read_words
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import (
    LITTLE_WORDS,
    MOST_TYPED,
    MOST_WORDS,
    NUMBER_WORDS,
    Vocabulary,
    find_kinds,
    list_words,
    names_kind,
    spell_names,
    split_words,
)
from game import cards
from game.actions import (
    Action,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Par,
    PayDividend,
    PlaceToken,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import Choice, Pick, Span, choice
from game.hexes import HEX_SIDES
from game.names import WORDS
from game.notation import line
from game.state import Hex
from game.step_keys import StepKey

MOST_SHARES = 10  # of one company that somebody may mean to sell
# that one lay speaks of at most: where it is and leads; numbers, of which one is the tile's
MOST_HEXES, MOST_TILES = (
    7,
    6,
)
MOST_DOLLARS = 99_999  # dollars that somebody may mean to pay


class OutsideRange(NamedTuple):
    """An action that would be right but for a number, the field of that number, and what it may be."""

    action: Action
    field: str
    span: Span


class MisfitCards(NamedTuple):
    """Cards that cannot be picked: the companies and privates of which none is left, how many were named, what may be picked."""

    lacking: Sequence[str]
    named: int
    pick: Pick


def read_intended_actions(text: str, by: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> list[Action]:
    """The actions that words may speak of, legal or not: of one kind, one that may be done now where there are several, and of
    one company, which may have shares in several places.
    """
    words = split_words(text, vocabulary) if len(text) <= MOST_TYPED else []
    if not words or len(words) > MOST_WORDS:
        return []
    conceivable = tuple(_list_conceivable_actions(by, vocabulary, frozenset(words)))
    once = re.sub(r"(?<!\S)(\S+)(?: \1)+(?!\S)", r"\1", text)  # `buy 10 10 SR`
    reading: Reading = read_words(once, by, conceivable, vocabulary)
    if reading.action is not None:
        return [reading.action]
    kinds = {c.kind for c in choices}
    possible = [a for a in reading.several if type(a) in kinds] or list(reading.several)
    trains = [a for a in possible if isinstance(a, BuyTrain) and not vocabulary.train_numbers.isdisjoint(words)]
    if not kinds & {type(a) for a in possible}:  # who names a company, and no train, means its shares
        possible.sort(key=lambda a: isinstance(a, BuyTrain))
    likeliest = next(iter(trains or possible), None)  # a train's number is no price
    meant = [a for a in reading.several if type(a) is type(likeliest)]
    company = str(getattr(likeliest, "company", ""))
    deedless = isinstance(likeliest, SellShares) and not any(map(find_kinds, words))
    if (deedless or isinstance(likeliest, BuyShare)) and company.casefold() not in words:
        return []  # `buy pool` is about no company, nor is `50%`
    told = [(w, *find_kinds(w)) for w in words if find_kinds(w) or w == Par.verb]
    unsaid = not told or (Bid in kinds and BuyShare.verb in told[0])
    if isinstance(likeliest, Par) and Par not in kinds and unsaid and company.casefold() not in words:
        return []  # `buy for 10` starts nothing
    if not isinstance(likeliest, Par):  # the start of a company that is not named is that of any
        meant = [a for a in meant if str(getattr(a, "company", "")) == company]
    if isinstance(likeliest, LayTile) and len(meant) == 1:  # how it is turned is not said
        return [structs.replace(likeliest, rotation=side) for side in range(HEX_SIDES)]
    return [a for a in meant if not getattr(a, "seller", "")] or meant  # a train's first meaning is the bank's


def find_meant_verbs(
    text: str, meant: Sequence[Action], vocabulary: Vocabulary, now: Collection[str] = ()
) -> frozenset[str]:
    """The verbs of what words without a verb speak of: `meant`, else track where they name a hex, or a station where that is
    what is asked `now`.
    """
    places = {h.casefold() for h in vocabulary.rules.data.hexes}
    words = list_words(text, vocabulary)
    verbs = frozenset(a.verb for a in meant)
    if verbs or not places & set(words[:MOST_WORDS]):
        return verbs
    stations = PlaceToken.verb in now and (LayTile.verb not in now or vocabulary.step != StepKey.TRACK)
    return frozenset({PlaceToken.verb if stations else LayTile.verb})


def narrow_verbs(
    words: str, verbs: frozenset[str], meant: Sequence[Action], kinds: Iterable[type[Action]]
) -> frozenset[str]:
    """Of the verbs that a word such as `buy` stands for, those of what is named beside it: a row, a train, a share."""
    typed = set(words.split())
    own = frozenset(k.verb for k in kinds if k.word in typed and k.verb in verbs)
    trains = verbs & {BuyTrain.verb} if typed & {"train", "trains"} else frozenset()
    return own or trains or frozenset(a.verb for a in meant if a.verb in verbs) or verbs


def narrow_to_sellers(verbs: frozenset[str], meant: Sequence[Action], choices: Sequence[Choice]) -> frozenset[str]:
    """Trains, where a minor is named while trains are bought: it has no shares, so it is meant as their seller."""
    minors = [a for a in meant if isinstance(a, BuyShare) and a.company.isdigit()]
    trains = any(c.kind is BuyTrain for c in choices)
    return frozenset({BuyTrain.verb}) if minors and trains and verbs == {BuyShare.verb} else verbs


def speaks_of_trains(words: str, vocabulary: Vocabulary) -> bool:
    """Whether words name a train, and no private company."""
    typed = list_words(words, vocabulary)
    privates = {p.casefold() for p in vocabulary.rules.data.privates}
    return privates.isdisjoint(typed) and any(
        w in vocabulary.train_numbers or bare_train(w) in vocabulary.train_names for w in typed
    )


def list_kinds_akin(words: str, verbs: Collection[str], choices: Sequence[Choice]) -> list[type[Action]]:
    """The kinds of action, of those possible now, that typed words name: each word for a kind itself, else for its verb."""
    typed = [spell_out(w) for w in words.casefold().split()[:MOST_WORDS]]
    kinds = [k for k in dict.fromkeys(c.kind for c in choices) if k.verb in verbs]
    named = [k for k in kinds if any(names_kind(w, k) for w in typed)]
    return named or kinds


def find_outside_range(text: str, by: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> OutsideRange | None:
    """What the words say where they would be right but for a number; None elsewhere."""
    ranged = [c for c in choices if c.by == by and any(isinstance(r, Span) for r in c.ranges.values())]
    wide = [structs.replace(c, ranges={n: _widen(r) for n, r in c.ranges.items()}) for c in ranged]
    action = read_words(text, by, wide, vocabulary).action
    if action is None:
        return None
    for c in (c for c in ranged if c.kind is type(action) and c.template(action) in c.actions):
        for name, span in c.ranges.items():
            if isinstance(span, Span) and getattr(action, name) not in span:
                return OutsideRange(action, name, span)
    return None


def find_misfit_cards(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> MisfitCards | None:
    """What is wrong with the cards that a line picks, by the only one of these choices that asks for some; None where no pick is
    asked, or the words would be right.
    """
    picks = [r for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    things = {
        t.casefold(): t
        for t in (
            *vocabulary.rules.data.companies,
            *vocabulary.rules.data.privates,
            *vocabulary.rules.data.certificates,
        )
    }
    asked = [things[w] for w in split_words(text, vocabulary) if w in things] if len(text) <= MOST_TYPED else []
    if len(picks) != 1 or not asked:
        return None
    left, lacking = list(picks[0].items), []
    for name in asked:
        card = next((i for i in left if name in (i, i.rpartition(".")[0])), None)
        if card is None:
            lacking.append(name)
        else:
            left.remove(card)
    fits = not lacking and picks[0].low <= len(asked) <= picks[0].high
    return None if fits else MisfitCards(lacking, len(asked), picks[0])


def wants_several_shares(text: str, vocabulary: Vocabulary) -> bool:
    """Whether the words name a company and a number of shares above one: `buy 2 CoG`."""
    words = split_words(text, vocabulary)
    named = {c.casefold() for c in vocabulary.rules.data.companies if not c.isdigit()} & set(words)
    counts = [NUMBER_WORDS.get(w, w) for w in words]
    return bool(named) and any(w.isdecimal() and 1 < int(w) <= MOST_SHARES for w in counts)


def spell_as_line(text: str, kind: type[Action], vocabulary: Vocabulary) -> str:
    """The words as a line of an action of that kind: its verb, and what is no little word: `exchange 8 FS` for `8 → FS`."""
    words = [w for w in split_words(text, vocabulary) if not names_kind(w, kind) and w not in LITTLE_WORDS]
    return spell_names(" ".join([kind.verb, *words]), vocabulary)


def _widen(among: Span | Pick) -> Span | Pick:
    """A range with every number in it; a choice of cards as it is."""
    return Span(0, MOST_DOLLARS) if isinstance(among, Span) else among


def is_of_title(action: Action, vocabulary: Vocabulary) -> bool:
    """Whether the companies, privates and trains of an action exist in its title."""
    data = vocabulary.rules.data
    things = {
        "company": data.companies,
        "private": data.privates,
        "using": data.privates,
        "hex": data.hexes,
        "train": data.train_set,
    }
    if isinstance(action, BuyShare) and action.source not in WORDS:
        return False  # `buy CoG twice`
    if isinstance(action, PlaceToken) and action.city.partition(".")[0] not in data.hexes:
        return False
    return all(getattr(action, name, "") in every or not getattr(action, name, "") for name, every in things.items())


def speaks_of_all(action: Action, words: str, vocabulary: Vocabulary) -> bool:
    """Whether an action has every company and private in it that is named; of trains, one of the kinds that are."""
    if isinstance(action, BuyTrain):
        kinds = set(split_words(words, vocabulary)) & vocabulary.train_numbers
        if kinds and not kinds & {cards.kind(action.train), vocabulary.faces.get(action.train, action.side)}:
            return False
    data, said = vocabulary.rules.data, re.split(r"[\s,:;=.]+", line(action).casefold())
    things = (*data.companies, *data.privates, *data.hexes)
    named = set(split_words(words, vocabulary)) & {t.casefold() for t in things}
    if isinstance(action, BuyTrain):  # a number is a train's before it is a minor's
        named -= vocabulary.train_numbers
    if isinstance(action, LayTile):  # whose track leads to other hexes
        said += [h.casefold() for h in data.hexes[action.hex].sides if h] if action.hex in data.hexes else []
    return named <= {*said, action.by.casefold(), vocabulary.company.casefold()}


def _list_conceivable_actions(by: str, vocabulary: Vocabulary, words: AbstractSet[str]) -> Iterator[Choice]:
    """Every lay, purchase and sale that the title knows of what is named, as if all were possible."""
    data = vocabulary.rules.data
    lays = tuple(LayTile(h, t, 0, by=by) for h, t in _list_lays(vocabulary, words))
    if lays:
        yield choice(*lays, rotation=Span(0, HEX_SIDES - 1))
    yield from _list_train_purchases(by, vocabulary, words)
    stations = [h for h in data.hexes if h.casefold() in words]
    if 0 < len(stations) <= MOST_HEXES:
        yield choice(*(PlaceToken(h, by=by) for h in stations))
    for company in _named_of(data.companies, words):
        yield choice(*(BuyShare(company, source, by=by) for source in ("ipo", "pool", "treasury")))
        if not company.isdigit():  # minors have no shares: their numbers count
            yield choice(*(SellShares(company, n, by=by) for n in range(1, MOST_SHARES + 1)))
        yield choice(Par(company, 1, by=by), price=Span(1, MOST_DOLLARS))
    for private in _named_of(data.privates, words):
        yield choice(TakePrivate(private, 1, by=by), price=Span(1, MOST_DOLLARS))
        yield choice(Bid(private, 1, by=by), amount=Span(1, MOST_DOLLARS))
        if private.casefold() in words:
            yield choice(Use(private, by=by))
            yield choice(ClosePrivate(private, by=by))
    if words & {"bankrupt", "bankruptcy"}:
        yield choice(Bankrupt(by=by))
    yield choice(*(PayDividend(kind.name, by=by) for kind in vocabulary.dividend_kinds))


def _named_of(things: Iterable[str], words: AbstractSet[str]) -> list[str]:
    """Those of these companies or privates that words name; all where they name none."""
    every = list(things)
    return [t for t in every if t.casefold() in words] or every


def _list_lays(vocabulary: Vocabulary, words: AbstractSet[str]) -> Iterator[tuple[Hex, str]]:
    """Hexes and tiles that may be meant; none unless a hex or a tile is named, or where more are than one lay speaks of."""
    data = vocabulary.rules.data
    bare = {w.removeprefix("#") for w in words} | {w.rpartition("=")[2] for w in words}
    hexes = [h for h in data.hexes if h.casefold() in bare]
    tiles = [t for t in data.tiles if not t.startswith("hex")]
    named = [t for t in tiles if {t, t.rstrip(ascii_lowercase)} & bare]
    if (hexes or named) and len(hexes) <= MOST_HEXES and len(named) <= MOST_TILES:
        yield from product(hexes or data.hexes, named or tiles)


def _list_train_purchases(by: str, vocabulary: Vocabulary, words: AbstractSet[str]) -> Iterator[Choice]:
    """One train of each type from each place where one lies, and from each company that is named, whether it has one or not."""
    data = vocabulary.rules.data
    for company in data.companies:
        if f"seller={company.casefold()}" in words or (company.casefold() in words and not company.isdigit()):
            first = {cards.kind(c): c for c in reversed(data.train_cards) if vocabulary.places.get(c) != company}
            yield choice(*(BuyTrain(c, 1, company, by=by) for c in first.values()), price=Span(1, MOST_DOLLARS))
    seen: set[tuple[str, str]] = set()
    for card in data.train_cards:
        place, kind = vocabulary.places.get(card, ""), cards.kind(card)
        if (place, kind) in seen:
            continue
        seen.add((place, kind))
        if place in data.companies:
            yield choice(BuyTrain(card, 1, place, by=by), price=Span(1, MOST_DOLLARS))
        else:
            sides = [s.name for s in data.trains[kind].sides] or [""]
            yield choice(*(BuyTrain(card, data.trains[kind].price, side=side, by=by) for side in sides))
