"""Which of the words that somebody typed do not fit here, and what would: nothing of that name, not for sale, not that many."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from string import ascii_lowercase

from bot.model.action_form import describe_kind, fields_of
from bot.model.words.typed_values import (
    WORDS_OF_BANK,
    WORDS_OF_ORDINARY,
    WORDS_OF_POOL,
    bare_train,
    ends_of,
    read_number,
)
from bot.model.words.typed_words import MOST_TYPED, MOST_WORDS, read_words
from bot.model.words.vocabulary import (
    A_SHARE,
    FILLED_BY_WORD,
    HIGHEST,
    LITTLE,
    LITTLE_BESIDE,
    LITTLE_BESIDE_WORD,
    LOWEST,
    MONEY,
    NUMBERS,
    PARTS,
    PASSENGERS,
    SIDE_WORDS,
    VALUES,
    Vocabulary,
    find_kinds,
    names_kind,
    split_words,
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
from game.notation import NO, YES
from render.data.names import listed

UNKNOWN_WORD = "I do not know the word"
HEX = re.compile(r"[a-z]{1,2}\d{1,2}")  # what looks like one
TURN = re.compile(r"r(ot(ation)?)?\d")
SIDES = 6
ALL = frozenset({"all", "both", "every", "everything"})
NAMED = 8  # possibilities that a sentence lists
LISTED = 2000  # actions that are looked at for what is possible
DOING = frozenset(  # words for what is done, and for nothing else
    (
        *(
            "bid",
            "build",
            "buy",
            "connect",
            "discard",
            "dump",
            "exchange",
            "lay",
            "merge",
            "par",
            "pass",
            "pay",
            "place",
            "purchase",
        ),
        *("redeem", "run", "sell", "start", "upgrade", "withhold"),
    )
)
COLOURS = frozenset({"yellow", "green", "brown", "grey", "gray", "red", "russet"})
SAID_OF_RUNS = frozenset({"run", "runs", "route", "routes", "best", "optimal", "auto", "via"})
# words that may say something at some moment of a game
ALWAYS = frozenset(
    {
        *LITTLE,
        *(w for beside in (LITTLE_BESIDE, LITTLE_BESIDE_WORD, PARTS) for words in beside.values() for w in words),
        *(w for words in VALUES.values() for w in words),
        *(str(value).casefold() for _, value in VALUES),
        *(w for words in SIDE_WORDS.values() for w in words),
        *PASSENGERS,
        *NUMBERS,
        *LOWEST,
        *HIGHEST,
        *WORDS_OF_BANK,
        *WORDS_OF_ORDINARY,
        *WORDS_OF_POOL,
        *COLOURS,
        *SAID_OF_RUNS,
        *YES,
        *NO,
        *FILLED_BY_WORD,
        A_SHARE,
        "treasury",
        "price",
        "both",
        *("cheapest", "dearest", "oldest", "newest"),
    }
)


def name_unknown(text: str, known: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]) -> str:
    """What to say of the first word that means nothing in this game; "" where each has a meaning."""
    for word in list_unknown(text, known, kinds, choices)[:1]:
        spelled = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
        shown = spelled[0] if spelled else word
        if HEX.fullmatch(word) and any(c.kind in (LayTile, PlaceToken) for c in choices):
            return f"there is no hex {shown.upper()} on the map"
        if word == "redeem" and spelled is None:  # which stands for `buy back`
            return "no company buys back shares in this game"
        return (
            f"nothing here is called {shown}" if not shown.isalpha() or shown != word else f"{UNKNOWN_WORD} “{shown}”"
        )
    return ""


def list_unknown(text: str, known: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]) -> list[str]:
    """The words that mean nothing in this game, in small letters."""
    every = tuple(kinds)
    return [word for word in _words_of(text, known) if not _has_meaning(word, known, every, choices)]


def _words_of(text: str, known: Vocabulary) -> list[str]:
    """The words that are read of a text; none of one that is too long."""
    return split_words(text, known)[:MOST_WORDS] if len(text) <= MOST_TYPED else []


def _has_meaning(word: str, known: Vocabulary, kinds: Sequence[type[Action]], choices: Sequence[Choice]) -> bool:
    """Whether a word may mean something at some moment of this game."""
    bare = word.rpartition("=")[2].removeprefix("#")
    if bare in ALWAYS or bare in _things(known) or bare_train(bare) in known.train_names | known.train_numbers:
        return True
    if read_number(bare) is not None or bare.endswith("%") or TURN.fullmatch(bare):
        return True
    if re.split(r"[./]", bare)[0] in _things(known) or find_kinds(bare) or any(names_kind(bare, k) for k in kinds):
        return True
    return bare in {v.casefold() for v in _values(choices)}


def _things(known: Vocabulary) -> set[str]:
    """All that has a name in this game, in small letters."""
    data = known.rules.data
    tiles = {t.rstrip(ascii_lowercase) for t in data.tiles}
    names = (*data.companies, *data.privates, *data.hexes, *data.tiles, *tiles, *data.certificates, *data.train_set)
    return {t.casefold() for t in (*names, *known.names, *known.names.values())}


def _values(choices: Sequence[Choice]) -> Iterator[str]:
    """Every word that is the value of a field of what is possible now."""
    for action in _listed(choices):
        for field in fields_of(type(action)):
            value = getattr(action, field.name)
            if field.type is str and value:
                yield value


def _listed(choices: Sequence[Choice]) -> list[Action]:
    """The first of all actions that are possible now."""
    return [a for c in choices for a in c][:LISTED]


def name_missing_lot(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """That nothing in an auction has the number behind `on`; "" elsewhere."""
    words = _words_of(text, known)
    lots = [word for before, word in pairwise(words) if before == "on" and word.isdecimal()]
    sold = {a.item for a in _listed(choices) if isinstance(a, Bid)}
    if not lots or not sold or lots[0] in sold or lots[0] in known.lots_by_number:
        return ""
    return f"nothing for sale has the number {lots[0]}"


def name_all_or_nothing(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """That no sum of a dividend is named, where one is; "" elsewhere."""
    kinds = [a.kind for a in _listed(choices) if isinstance(a, PayDividend)]
    if not kinds or not any((read_number(w) or 0) > 0 for w in _words_of(text, known)):
        return ""
    return f"all of the revenue is paid out{', half of it' if 'half' in kinds else ''} or nothing"


def name_odd_number(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """How a number is said, where it is said in another way: a raise, cards by their places, several trains; "" elsewhere."""
    words, kinds = set(_words_of(text, known)), {c.kind for c in choices}
    if Bid in kinds and "more" in words:
        return "say the whole sum of your bid"
    if Bid in kinds and ALL & words:
        return "say one bid at a time"
    if DiscardTrain in kinds and ALL & words:
        return "say which train goes"
    if kinds & {BuyTrain, BuyPrivate, TakePrivate} and ALL & words:
        deals = {"private", "privates"} & words or BuyTrain not in kinds
        return f"{'privates' if deals else 'trains'} are bought one at a time"
    if any(isinstance(r, Pick) for c in choices for r in c.ranges.values()) and any(w.isdecimal() for w in words):
        return "name the cards by their companies, or all of them by their numbers"
    if LayTile in kinds and "tiles" in words and words & {*NUMBERS, "2", "both"}:
        return "one tile at a time"
    if LayTile in kinds and any(TURN.fullmatch(w) and int(w[-1]) >= SIDES for w in words):
        return f"turns go from 0 to {SIDES - 1}"
    own = [k for k in kinds if k.word and {k.word, f"{k.word}s"} & words]
    counted = any(f.type is int for k in own for f in fields_of(k))
    several = any(w.isdecimal() and int(w) > 1 for w in words)
    return "only one at a time" if own and several and not counted else ""


def name_two_things(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """That a line says two things where one is done after the other: two verbs, or bids on two lots; "" elsewhere, and where an
    `and` says which comes first.
    """
    words = _words_of(text, known)
    kinds = [set(find_kinds(w)) or {w} for w in words if w in DOING]
    if any(one.isdisjoint(other) for one in kinds for other in kinds):
        return "say one thing at a time, or put “;” between the two"
    lots = {a.item.casefold() for a in _listed(choices) if isinstance(a, Bid) and not a.item.isdecimal()}
    named = [w for w in words if w in lots] if not {"and", "und", "+"} & {*text.casefold().split()} else []
    return "say one bid at a time" if len(named) > 1 else ""


def name_unfit(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """What to say of the first company, private, train or hex that is named and cannot be meant now: what can be; "" where each
    can, or nothing of its sort could.
    """
    values = list(dict.fromkeys(_values(choices)))
    possible = {part for v in values for part in (v.casefold(), v.partition(".")[0].casefold())}
    data = known.rules.data
    for word in _words_of(text, known):
        for things in (data.companies, data.privates, data.hexes):
            named = next((t for t in things if t.casefold() == word and not t.isdigit()), None)
            if named is None or word in possible or word == known.company.casefold():
                continue
            place = next(
                (h for h in data.hexes if h.casefold() in possible and h.casefold() in _words_of(text, known)), ""
            )
            if things is data.hexes and place and any(c.kind is LayTile for c in choices):
                if any(
                    word in ends_of(a, known) for a in _listed(choices) if isinstance(a, LayTile) and a.hex == place
                ):
                    continue
                there, beyond = data.hexes[place].name or place, data.hexes[named].name or named
                near = named in data.hexes[place].sides
                return f"no such tile leads from {there} to {beyond}" if near else f"{beyond} is not beside {there}"
            others = list(dict.fromkeys(v.partition(".")[0] for v in values if v.partition(".")[0] in things))
            if others and things is data.hexes and {h.casefold() for h in others} & {*_words_of(text, known)}:
                return f"nothing there leads to {data.hexes[named].name or named}"
            if things is data.hexes and len(others) > NAMED:
                return f"{data.hexes[named].name or named} is none of the {len(others)} places for that"
            if others:
                return f"it can only be {_one_of(others)} now"
    return ""


def name_unfit_train(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """What trains can be meant where one is named that cannot, of what is given away; "" elsewhere."""
    cards = [a.train for a in _listed(choices) if hasattr(a, "train") and not hasattr(a, "price")]
    faces = list(dict.fromkeys(known.faces.get(c) or c.rpartition("-")[0] for c in cards))
    named = [w for w in map(bare_train, _words_of(text, known)) if w in known.train_names]
    if not faces or not named or any(w in map(str.casefold, faces) for w in named):
        return ""
    return f"it can only be {_one_of(faces)} now"


def name_missing_train(text: str, known: Vocabulary) -> str:
    """What to say where a company is named as the seller of a train that it does not have; "" elsewhere."""
    words, data = _words_of(text, known), known.rules.data
    if f"seller={known.company.casefold()}" in words or _names_itself(words, known.company):
        return f"{known.company} cannot buy from itself"
    sellers = [c for c in data.companies if _is_named_seller(c, words) and c != known.company]
    if len(sellers) != 1:
        return ""
    seller = sellers[0]
    cards = [c for c in data.train_cards if known.places.get(c) == seller]
    has = {(known.faces.get(c) or c.rpartition("-")[0]).casefold() for c in cards} | {c.casefold() for c in cards}
    has |= {n for c in cards for n in _type_names(c, known)}
    named = [w for w in map(bare_train, words) if w in known.train_names and not w.startswith("seller=")]
    called = f"minor {seller}" if seller.isdigit() else seller
    if not cards:
        return f"{called} has no train"
    if named and not has & set(named):
        return f"{called} has no {named[0].upper()}-train"
    return ""


def name_missing_own_train(text: str, known: Vocabulary) -> str:
    """What to say where a train is named to run that the company does not have; "" elsewhere."""
    cards = [c for c in known.rules.data.train_cards if known.places.get(c) == known.company]
    has = {(known.faces.get(c) or c.rpartition("-")[0]).casefold() for c in cards}
    has |= {n for c in cards for n in _type_names(c, known)}
    lacking = [w for w in map(bare_train, _words_of(text, known)) if w in known.train_names and w not in has]
    if not lacking:
        return ""
    called = next((t.called for t in known.rules.data.trains.values() if t.called.casefold() == lacking[0]), "")
    return f"{known.company} has no {called or f'{lacking[0].upper()}-train'}"


def _names_itself(words: Sequence[str], company: str) -> bool:
    """Whether somebody writes that a company buys from itself."""
    return bool(company) and any(pair == ("from", company.casefold()) for pair in pairwise(words))


def _type_names(card: str, known: Vocabulary) -> set[str]:
    """What the whole card of a train is called, in small letters."""
    kind = known.rules.data.trains[card.rpartition("-")[0]]
    return {kind.called.casefold(), "/".join(s.name for s in kind.sides).casefold()} - {""}


def _is_named_seller(company: str, words: Sequence[str]) -> bool:
    """Whether the words name a company as one that sells: a minor by its number only behind `from`."""
    low = company.casefold()
    return f"seller={low}" in words or (not low.isdigit() and low in words)


def name_wrong_owner(text: str, known: Vocabulary) -> str:
    """Whose a private is, where somebody else is named beside it; "" elsewhere."""
    words = _words_of(text, known)
    people = {seat: shown for shown, seat in known.names.items()}
    private = next((p for p in known.rules.data.privates if p.casefold() in words), None)
    others = [seat for seat in people if seat.casefold() in words]
    owner = known.places.get(private, "") if private is not None else ""
    if not others or owner in others or owner not in {*people, *known.rules.data.companies}:
        return ""
    return f"{private} belongs to {people.get(owner, owner)}"


def name_not_yours(text: str, by: str, known: Vocabulary, about: Collection[str]) -> str:
    """Who owns a private that somebody else wants to sell; "" elsewhere."""
    words = _words_of(text, known)
    private = next((p for p in known.rules.data.privates if p.casefold() in words), None)
    owner = known.places.get(private, "") if private is not None else ""
    people = {seat: shown for shown, seat in known.names.items()}
    if SellPrivate.verb not in about or by not in people or owner in (by, known.company):
        return ""
    return (
        f"{people.get(owner, owner)} owns {private}, not you" if owner in {*people, *known.rules.data.companies} else ""
    )


def name_foreign_power(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """That the company whose turn it is does not own the private that is named with a tile or a station; "" elsewhere."""
    words = _words_of(text, known)
    private = next((p for p in known.rules.data.privates if p.casefold() in words), "")
    builds = any(c.kind in (LayTile, PlaceToken) for c in choices)
    foreign = private and known.company and known.places.get(private, "") != known.company
    return f"{known.company} does not own {private}" if builds and foreign else ""


def name_unsold(text: str, known: Vocabulary, kinds: Iterable[type[Action]]) -> str:
    """That trains are not sold, where somebody wants to sell one in a title without such sales; "" elsewhere."""
    words = _words_of(text, known)
    trains = {"train", "trains"} & {*words} or [
        w for w in words if w != bare_train(w) and bare_train(w) in known.train_names
    ]
    sells = "sell" in words and not any("sell" in k.verb and "train" in k.__struct_fields__ for k in kinds)
    return "a train is not sold: another company may buy it in its own turn" if sells and trains else ""


def name_train_elsewhere(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """When trains are bought, where one is named without a company in a stock round, and no share; "" elsewhere."""
    words = [w for w in _words_of(text, known) if w not in LITTLE and "buy" not in find_kinds(w) and w != "buy"]
    shares = any(c.kind is BuyShare for c in choices) and not any(c.kind is BuyTrain for c in choices)
    named = bool(words) and all(bare_train(w) in known.train_names or w in ("train", "trains") for w in words)
    return "trains are bought in operating rounds; of a share say its company" if shares and named else ""


def name_wrong_number(text: str, by: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """How many there may be, where the words would be right but for how many they say; "" elsewhere."""
    words = _words_of(text, known)
    fields = {f.name for c in choices for f in fields_of(c.kind) if f.type is int and f.name not in MONEY}
    for name, value in (w.partition("=")[::2] for w in words if "=" in w):
        could = sorted({getattr(a, name) for a in _listed(choices) if hasattr(a, name)}) if name in fields else []
        if could and value.isdecimal() and int(value) not in could:
            return f"{name} can be {_one_of(map(str, could))}"
    for n, word in enumerate(NUMBERS.get(w, w) for w in words):
        if not word.isdecimal() or int(word) < 2 or BuyTrain in {c.kind for c in choices}:
            continue
        rest = read_words(" ".join(words[:n] + words[n + 1 :]), by, choices, known)
        found = rest.several or tuple(filter(None, [rest.action]))
        counts = [f for f in ("count", "shares") if found and all(hasattr(a, f) for a in found)]
        if counts and len({type(a) for a in found}) == 1:
            could = sorted({getattr(a, counts[0]) for a in found})
            return "only one at a time now" if could == [1] else f"it can be {_one_of(map(str, could))} now, not {word}"
    return ""


def name_untimely_kind(text: str, known: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]) -> str:
    """That what the words name by its own word, such as a row, cannot be done now; "" elsewhere."""
    words, now = set(_words_of(text, known)), {c.kind for c in choices}
    own = [k for k in kinds if k.word in words and k.word not in ALWAYS]
    if not own or not now.isdisjoint(own):
        return ""
    named = [k for k in own if any(names_kind(w, k) for w in words - {k.word})]
    told = describe_kind((named or own)[0])
    return f"you cannot {told[:1].lower()}{told[1:]} now"


def _one_of(names: Iterable[str]) -> str:
    """Some of several as people list them: `3, 2G or 4`."""
    every = list(names)
    if len(every) > NAMED:
        return f"{', '.join(every[:NAMED])} or {len(every) - NAMED} others"
    return listed(every, "or")
