"""The words that people use when they type what they want to do, and what is known of a table to read them.

Little words say nothing; others say what kind of action is meant, or the value of a field.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from bot.model.words.agreement import CONSENT_WORDS, DENIAL_WORDS
from bot.model.words.number_words import UNIT_NAMES
from bot.model.words.rewritten_words import ARROW_SIGNS, rewrite, rewrite_phrases
from bot.model.words.shorthand import spell_out
from game.actions import Action
from game.dividend_kinds import COMMON_KINDS, PAY_HALF, PAY_OUT, WITHHOLD, DividendKind
from game.rules import Rules
from game.state import State
from game.step_keys import StepKey
from game.title_data import TitleData
from render.data.choice_names import lot_numbers

JOINED_NAMES = re.compile(r" (?:&|and) ", re.IGNORECASE)  # which people say and write as they like
MOST_WORDS, MOST_TYPED = 24, 1000  # words and characters that are read
LONG_NAME = 2  # letters; names of more stand for the short form
LITTLE_WORDS = frozenset(
    re.findall(
        r"\S+",
        "a actually an and another as at by each for from i in instead its me my of on onto please rather rot rotated"
        " rotation the then to turn turned using via want with would like company certificate certificates card cards"
        " dollars cert certs hex thanks thank you we our us it this is let let's lets go now just some private privates"
        " power pls plz thx ty bitte ich",
    )
)
# Little words beside one verb only.
LITTLE_BESIDE_VERB: dict[str, tuple[str, ...]] = {
    "buy": ("president's", "percent"),
    "sell": ("bank", "pool", "market", "percent"),
    "selltrain": ("bank",),
    "discard": ("bank", "pool"),
    "dividend": ("money", "revenue", "earnings", "cash"),
    "par": ("par", "share", "certificate"),
    "tile": ("into", "toward", "towards", "near"),
    "token": ("home", "city", "into"),
    "train": ("new", "next"),
    "exchange": ("share", "shares"),
    "redeem": ("pool", "market", "bank"),
    "bid": ("least", "lot", "leads", "yours"),
    "pass": ("buy", "sell", "bid", "more", "lot"),
    "choose": ("deal", "offer", "proposal"),
    "untoken": ("token", "tokens", "station", "stations", "over"),
    "bankrupt": ("am", "declare", "i'm"),
    "power": ("good",),
}
LITTLE_BESIDE_WORD: dict[str, tuple[str, ...]] = {"row": ("top", "first", "bank"), "bond": ("bank", "share")}
BOUGHT_BACK = re.compile(r"^\s*(?:buy|purchase|get) (\S.{0,30}?) back\b")
BUYING_KINDS = ("par", "buy", "buy hand", "buy row", "buy market", "buy bond", "train", "private", "bid", "redeem")
SELLING_KINDS = ("sell", "sell card", "selltrain")
SHARE_KINDS = ("buy", "buy hand", "sell", "redeem", "exchange")
# Words that say what kind of action is meant: its verb, with the word that ends its line where it has one.
KINDS_BY_WORD: dict[str, tuple[str, ...]] = (
    {
        **dict.fromkeys(("lay", "build", "upgrade", "connect", "track"), ("tile",)),
        **dict.fromkeys(("station", "place"), ("token",)),
        **dict.fromkeys(("remove", "gauge"), ("border",)),
        "marker": ("border", "token"),
        **dict.fromkeys(("takeover", "exchange"), ("untoken",)),
        **dict.fromkeys(("buy", "purchase", "get"), BUYING_KINDS),
        **dict.fromkeys(("trains", "route"), ("run",)),
        **dict.fromkeys(("share", "shares"), SHARE_KINDS),
        **dict.fromkeys(("sell", "dump"), SELLING_KINDS),
        **dict.fromkeys(("start", "float", "found", "launch", "ipo", "president", "director"), ("par",)),
        **dict.fromkeys(("raise", "putup"), ("bid",)),
        **dict.fromkeys(("pay", "payout", "distribute", "withhold", "hold", "retain"), ("dividend",)),
        **dict.fromkeys(
            ("done", "skip", "end", "finish", "finished", "stop", "enough", "p", "no", "nope", "nothing", "none"),
            ("pass",),
        ),
        **dict.fromkeys(("merge", "trade", "fold", "swap"), ("exchange",)),
        **dict.fromkeys(("drop", "scrap"), ("discard",)),
        **dict.fromkeys(("yes", "accept", "decline"), ("choose",)),
    }
    | {"put": ("tile", "token"), "replace": ("token", "untoken"), "train": ("train", "discard", "selltrain")}
    | {"issue": ("sell",), "open": ("par", "bid"), "offer": ("buy", "private", "train", "bid")}
    | {"giveup": ("exchange", "discard"), "into": ("exchange", "exchange bond")}
    | {"convert": ("exchange", "exchange bond", "choose"), "minor": ("exchange", "bid")}
    | {"take": ("pick", "bid", "private", "train", "buy"), "keep": ("pick keep", "dividend", "untoken")}
    | {"draft": ("pick",), "bond": ("exchange bond",), "play": ("buy hand",), "use": ("power",)}
    | {"close": ("power close",), "bankruptcy": ("bankrupt",)}
)
# Words beside which a field has a value: whoever merges a minor does not give it up for nothing.
FILLED_BY_WORD: dict[str, str] = {"merge": "company", "fold": "company", "swap": "company", "into": "company"}
# Other words for values of a field: (field, value) -> words.
VALUE_WORDS: dict[tuple[str, object], tuple[str, ...]] = {
    ("kind", PAY_OUT.name): (
        *("p", "pay", "out", "payout", "all", "dividends", "distribute", "everything", "100%"),
        *("shareholders", "stockholders", "shareholder", "holders", "owners", "investors"),
    ),
    ("kind", PAY_HALF.name): ("split", "50%", "50/50"),
    ("kind", WITHHOLD.name): ("withhold", "keep", "hold", "retain", "nothing", "0", "no", "all", "everything"),
    ("source", "pool"): ("market", "bank"),
    ("source", "ipo"): ("offering", "offer", "bank", "par"),
    ("source", "treasury"): ("ipo", "offering"),  # what is on offer lies there, where it lies there alone
    ("amount", 0): ("putup",),
    ("director", True): ("director", "president"),
    ("yes", True): CONSENT_WORDS,
    ("yes", False): DENIAL_WORDS,
}
SIDE_WORDS = {"freight": ("freight", "goods"), "express": ("express",)}  # what runs by a side of a train's card
PASSENGERS = ("passenger", "passengers", "ordinary")  # by a side of which nothing is said
# Words of a kind that may also be meant as a value; any other word for a value of another sort contradicts it.
KIND_OR_VALUE = frozenset({"pay", "payout", "out", "ipo", "president", "director", "bank", "putup"})
# What is counted, never money.
NUMBER_WORDS = {word: str(n) for n, word in enumerate(UNIT_NAMES, 1)}
FIELDS_OF_MONEY = frozenset({"amount", "price"})  # fields that hold dollars
# how many, and never how much: `x2`, `3s`
COUNT_WORD = re.compile(r"(?<!\S)(?:[2-9][x×]|[x×][2-9]|\d{1,2}s)(?!\S)", re.IGNORECASE)
CURRENCIES = "$£₹"
# What ends with a pass, by the step that asks.
NOUNS_OF_STEPS: dict[str, tuple[str, ...]] = {
    StepKey.TRACK: ("track", "tile", "tiles", "build", "building", "lay"),
    StepKey.TOKEN: ("station", "stations", "token", "tokens"),
    StepKey.TRAINS: ("train", "trains"),
}


@dataclass(frozen=True)
class Vocabulary:
    """What words may speak of: the title's things, and what is known of the table.

    `names`: players by what they are called. `faces`: sides of trains that are up. `places`: where cards lie. `sizes`: shares of
    each company. `company`: the one whose turn it is. `step`: the key of the step that asks. `owners`: presidents of companies.
    """

    rules: Rules
    names: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    company: str = ""
    step: str = ""
    owners: Mapping[str, str] = field(default_factory=dict)

    def size(self, company: str) -> int:
        """How many shares a company has."""
        return self.sizes.get(company) or self.rules.data.companies[company].size

    @cached_property
    def shown_names(self) -> dict[str, str]:
        """What players are called, by their seats."""
        return {seat: shown for shown, seat in self.names.items()}

    @cached_property
    def shared_names(self) -> dict[str, str]:
        """What cards are called of which there are several alike, such as a bond, by their ids."""
        names = {p: rewrite(d.name) for p, d in self.rules.data.privates.items()}
        return {p: n for p, n in names.items() if list(names.values()).count(n) > 1}

    @cached_property
    def lots_by_number(self) -> dict[str, str]:
        """What is auctioned, by the numbers in an auction's pictures."""
        return {str(n): item for item, n in lot_numbers(self.rules).items()}

    @cached_property
    def dividend_kinds(self) -> tuple[DividendKind, ...]:
        """What may be done with revenue in the title, and in others: that is understood, and refused."""
        return tuple({k.name: k for k in (*COMMON_KINDS, *self.rules.dividends.kinds)}.values())

    @cached_property
    def places_on_map(self) -> frozenset[str]:
        """All hexes, in small letters: one that is named by its name as well is meant once."""
        return frozenset(h.casefold() for h in self.rules.data.hexes)

    @cached_property
    def train_names(self) -> frozenset[str]:
        """What the trains of the title are called, in small letters: `3`, `2/1g`, `pullman`."""
        trains = self.rules.data.trains
        sides = {n for t in trains.values() for n in (*(s.name for s in t.sides), "/".join(s.name for s in t.sides))}
        return frozenset(n.casefold() for n in (*trains, *sides, *(t.called for t in trains.values())) if n)

    @cached_property
    def train_kinds(self) -> frozenset[str]:
        """What sorts of trains run by the sides of the title's cards, such as freight."""
        return frozenset(kind for t in self.rules.data.trains.values() for side in t.sides for kind in side.kinds)

    @cached_property
    def train_numbers(self) -> frozenset[str]:
        """The trains of the title whose name is a number alone."""
        trains = self.rules.data.trains
        return frozenset(n for k, t in trains.items() for n in (k, *(s.name for s in t.sides)) if n.isdigit())


def describe_position(rules: Rules, view: State[Any], names: Mapping[str, str], company: str) -> Vocabulary:
    """What typed words may speak of in a position, as far as the view knows it.

    `names`: seats by what people call them; `company`: the one whose turn it is.
    """
    return Vocabulary(
        rules,
        names=names,
        faces={card: t.side for card, t in view.trains.items() if t.side},
        places=view.place,
        sizes={name: company.size for name, company in view.companies.items()},
        company=company,
        step=getattr(view.agenda[-1], "key", "") if view.agenda else "",
        owners={name: company.president for name, company in view.companies.items() if company.president},
    )


def find_kinds(word: str) -> tuple[str, ...]:
    """The kinds that a word says, also where somebody tells what is done: `buys`, `passes`."""
    return next((KINDS_BY_WORD[stem] for stem in word_stems(word) if stem in KINDS_BY_WORD), ())


def word_stems(word: str) -> tuple[str, str, str]:
    """A word, and what it is without the ending of somebody who tells what is done."""
    return word, word.removesuffix("s"), word.removesuffix("es")


def names_kind(word: str, kind: type[Action]) -> bool:
    """Whether a word says that an action of this kind is meant."""
    if any(stem and stem in (kind.verb, kind.word) for stem in word_stems(word)):
        return True
    return f"{kind.verb} {kind.word}".strip() in find_kinds(word)


def is_value_word(word: str, fields: frozenset[str]) -> bool:
    """Whether a word may say the value of one of these fields."""
    return any(name in fields and word in phrase for (name, _), phrase in VALUE_WORDS.items())


def split_words(text: str, vocabulary: Vocabulary) -> list[str]:
    """The words, in small letters; full names of companies, places and people as the short form that actions have."""
    line_of_words = f" {' '.join(''.join(c if c.isprintable() else ' ' for c in text).casefold().split())} "
    line_of_words = ARROW_SIGNS.sub(" into ", line_of_words)
    shorts = _short_by_full_name(vocabulary)
    line_of_words = _names_pattern(tuple(shorts)).sub(lambda m: f'"{shorts[m[0]].casefold()}"', line_of_words)
    tokens = re.findall(
        r'"[^"]*"|[^\s",;()·]+', _part_sums(read_buyback(rewrite_phrases(line_of_words), vocabulary), vocabulary)
    )
    words = [spell_out(stripped) for w in tokens if (stripped := w.strip('".!?:…').removesuffix("'s"))]
    return [w for n, w in enumerate(words) if w not in words[:n] or w not in vocabulary.places_on_map]


def read_buyback(text: str, vocabulary: Vocabulary) -> str:
    """`redeem ACL` of `buy ACL back`; a text that says so of a private or a train as it is: these are bought from others."""
    found = BOUGHT_BACK.match(text)
    things = {p.casefold() for p in vocabulary.rules.data.privates} | {"train", "trains"}
    if found is None or not things.isdisjoint(found[1].replace('"', "").split()):
        return text
    return BOUGHT_BACK.sub(r"redeem \1", text)


def list_words(text: str, vocabulary: Vocabulary) -> list[str]:
    """The words that are read of a text; none of one that is too long."""
    return split_words(text, vocabulary)[:MOST_WORDS] if len(text) <= MOST_TYPED else []


@lru_cache(maxsize=64)
def _names_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds these names, the longest first. All are replaced at once: a player may have a name that is another's key."""
    return re.compile(rf"(?<![\w&])(?:{'|'.join(re.escape(n) for n in sorted(names, key=len, reverse=True))})(?![\w&])")


def _part_sums(text: str, vocabulary: Vocabulary) -> str:
    """A text in which sums that are joined to what they are bid on or paid for stand apart: `50 mrc` for `50mrc`."""
    data = vocabulary.rules.data
    things = {t.casefold() for t in (*data.companies, *data.privates) if t.isalpha()}
    parted = re.sub(r"(?<!\S)(\d{2,})([a-z]+)(?!\S)", lambda m: f"{m[1]} {m[2]}" if m[2] in things else m[0], text)
    return re.sub(r"(?<!\S)([a-z]+)(\d{2,})(?!\S)", lambda m: f"{m[1]} {m[2]}" if m[1] in things else m[0], parted)


def spell_names(text: str, vocabulary: Vocabulary) -> str:
    """The words with companies, privates and hexes as they are written, whatever their case, and full names as short ones."""
    data = vocabulary.rules.data
    spelled = {t.casefold(): t for t in (*data.companies, *data.privates, *data.hexes)}
    shorts = {name: short for name, short in _short_by_full_name(vocabulary).items() if name not in spelled}
    longest_first = "|".join(re.escape(name) for name in sorted(shorts, key=len, reverse=True))
    # All at once: a player may be called as the key of another is.
    named = re.compile(rf"(?<![\w&])(?:{longest_first})(?![\w&])", re.IGNORECASE)
    text = named.sub(lambda m: shorts.get(m[0].casefold(), m[0]), text)
    return " ".join(spelled.get(word.casefold(), word) for word in text.split())


def _shorten_name(name: str) -> str:
    """The full name of a company as people say it: `Central of Georgia`."""
    return re.sub(r"(?: (?:railroad|railway|rail|rr|r\.r\.|company|co\.|line|lines))+$", "", name, flags=re.IGNORECASE)


def _plain_keys(things: Iterable[str]) -> dict[str, str]:
    """Keys with a `&` as people type them who leave it out or say it: `lnr`, `l and n`, `l & n`; none that is another's key."""
    every = tuple(things)
    taken = {c.casefold() for c in every}
    keys = ((c.casefold().replace("&", way), c) for c in every if "&" in c for way in ("", "+", " & ", " and "))
    return {key: c for key, c in keys if key not in taken}


def without_accents(name: str) -> str:
    """A name in plain letters, as people type it who have no others: `Etat Belge`."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


def _short_by_full_name(vocabulary: Vocabulary) -> dict[str, str]:
    """The short form of every full name that means one thing only, companies, privates, places and players."""
    return _short_names(vocabulary.rules.data) | {
        shown.casefold(): seat for shown, seat in vocabulary.names.items() if shown
    }


@lru_cache(maxsize=16)
def _short_names(data: TitleData) -> dict[str, str]:
    """The short forms of the full names that a title has; not to be changed."""
    pairs = [(n, c) for c, d in data.companies.items() for n in (d.name, _shorten_name(d.name))]
    pairs += [(n, p) for p, d in data.privates.items() for n in (d.name, _shorten_name(d.name))]
    pairs += [(d.name, h) for h, d in data.hexes.items() if d.name]
    shorts_by_name: dict[str, set[str]] = {}
    for name, short in pairs:
        for spelled in {
            JOINED_NAMES.sub(way, n) for n in (name, without_accents(name)) for way in (" & ", " and ", " ")
        }:
            shorts_by_name.setdefault(spelled.casefold(), set()).add(short)
    things = {
        name: shorts.pop() for name, shorts in shorts_by_name.items() if len(shorts) == 1 and len(name) > LONG_NAME
    }
    keys = _plain_keys((*data.companies, *data.privates))
    return things | {name: key for name, key in keys.items() if name not in things}
