"""Sentences that say one action and nothing else: a verb, and the values of its fields with the words that lead to them.

A value is named once, and stands where its place says what it is: a seller behind the train or behind `from`, a price last or
behind `for`, a number that counts before what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.model.action_form import fields_of
from bot.model.words.reading.readings import PURCHASES
from bot.model.words.reading.typed_values import ends_of, names_value, read_number, says_what_is_known
from bot.model.words.rewritten_words import A_SHARE
from bot.model.words.vocabulary import CURRENCIES, FIELDS_OF_MONEY, NUMBER_WORDS, Vocabulary, names_kind
from game.actions import Action, Bid, BuyPrivate, BuyShare, BuyTrain, LayTile, Par, SellShares, TakePrivate

ARTICLES = frozenset({"a", "an", "the"})
NOUNS_OF_SHARES = ("share", "shares", "certificate", "certificates", "cert", "certs")
# Words for what a field names, beside its value; those of one verb, as `verb.field`, come before.
NOUNS_OF_FIELDS: Mapping[str, tuple[str, ...]] = {
    "card": ("card", "certificate", "private", "bond"),
    "city": ("station", "token", "city"),
    "company": NOUNS_OF_SHARES,
    "count": (*NOUNS_OF_SHARES, "card", "cards"),
    "hex": ("hex", "track"),
    "item": ("lot", "minor", "private", "company"),
    "minor": ("minor",),
    "par.company": ("company", "president", "director"),
    "private": ("private", "company"),
    "row": ("card", "cards"),
    "shares": NOUNS_OF_SHARES,
    "side": ("marker", "gauge"),
    "tile": ("tile", "track"),
    "train": ("train",),
}
# Words that lead to a value, by its field.
LEADS_TO_FIELDS: Mapping[str, tuple[str, ...]] = {
    "amount": ("for", "at", "of"),
    "buyer": ("to",),
    "city": ("on", "at", "in"),
    "company": ("of",),
    "end": ("to", "toward", "towards"),
    "exchange.company": ("into", "for", "of"),
    "hex": ("on", "at", "in"),
    "item": ("on", "for"),
    "next end": ("to", "toward", "towards", "and"),
    "owner": ("from", "of"),
    "place": ("to", "into"),
    "price": ("for", "at"),
    "private": ("for",),
    "rotation": ("rot", "rotated", "rotation", "turn", "turned"),
    "row": ("from", "of"),
    "seller": ("from", "of"),
    "side": ("at", "between", "and", "from", "on"),
    "source": ("from",),
    "train": ("for",),
    "using": ("using", "with"),
}
EVERY_LEAD = frozenset(lead for leads in LEADS_TO_FIELDS.values() for lead in leads)
# fields that `for` leads to only behind a sum: `10 for the 3-train`
FIELDS_WITH_PRICE = frozenset({"item", "private", "train"})
# fields never named without such a word
FIELDS_WITH_LEAD = frozenset({"buyer", "end", "next end", "owner", "place", "using"})
VERBS_LEFT_OUT = frozenset({"bid", "choose", "exchange", "par", "pick", "tile", "token", "train"})  # that need no verb
MINOR_WORD = "minor"  # is called by a number
# Verbs that may say another thing: `take 2` may be button 2, and who buys a share may not want to start a company.
UNSURE_VERBS: Mapping[type[Action], tuple[str, ...]] = {
    Bid: ("offer", MINOR_WORD),
    BuyShare: ("offer", "take"),
    BuyTrain: ("offer", "take"),
    LayTile: ("connect",),
    Par: tuple(PURCHASES),
}
PLACES_OF_SALES = frozenset({"bank", "pool", "market"})  # where what is sold goes
FIELDS_OF_COUNTS = frozenset({"count", "shares"})
BEFORE_COUNT = frozenset({"", "company"})  # fields behind which a figure counts
BEFORE_COUNT_WORD = frozenset({"", "row"})  # and a word for a number


class Said(NamedTuple):
    """How far a sentence is followed: its verb, the fields that are named, the last of them, a word that leads to the next, the
    fields that a noun speaks of, and whether an article came just before.
    """

    deed: str = ""
    named: frozenset[str] = frozenset()
    last: str = ""
    lead: str = ""
    noun: frozenset[str] = frozenset()
    article: bool = False


def is_plain_sentence(
    action: Action, words: Sequence[str], vocabulary: Vocabulary, *, ends_on_verb: bool = False
) -> bool:
    """Whether words say this action and nothing else. `ends_on_verb`: the verb may stand last, as in German."""
    deeds = [n for n, w in enumerate(words) if is_deed(w, action)]
    unverbed = (action.verb in VERBS_LEFT_OUT or type(action).word in words) and not all(w.isdecimal() for w in words)
    places = ([0], [len(words) - 1]) if ends_on_verb else ([0],)
    if (deeds not in places if deeds else not unverbed) or len(words) < 2:
        return False
    rest = tuple(w for n, w in enumerate(words) if n not in deeds)
    return _follow(rest, action, vocabulary, Said(words[deeds[0]] if deeds else ""))


def is_deed(word: str, action: Action) -> bool:
    """Whether a word is a verb of this kind of action, and no noun."""
    kind = type(action)
    if word in (kind.word, "director", "president", *UNSURE_VERBS.get(kind, ())):
        return False
    return names_kind(word, kind) and not _fields_of_noun(word, action)


def _fields_of_noun(word: str, action: Action) -> frozenset[str]:
    """The fields of whose values a word says what they are: `train` in `train 3`."""
    if word == MINOR_WORD and not str(getattr(action, "item", "1")).isdecimal():
        return frozenset()
    names = (f.name for f in fields_of(type(action)))
    return frozenset(n for n in names if word in NOUNS_OF_FIELDS.get(f"{action.verb}.{n}", NOUNS_OF_FIELDS.get(n, ())))


def _follow(words: Sequence[str], action: Action, vocabulary: Vocabulary, said: Said) -> bool:
    """Whether the words that are left go on with what was said, to the end of a sentence."""
    if not words:
        return not said.lead and not said.article and not said.noun
    word, rest = words[0], words[1:]
    if word in ARTICLES and not said.article:
        return _follow(rest, action, vocabulary, said._replace(article=True))
    return any(_follow(rest, action, vocabulary, further) for further in _go_on(word, rest, action, vocabulary, said))


def _go_on(word: str, rest: Sequence[str], action: Action, vocabulary: Vocabulary, said: Said) -> Iterator[Said]:
    """Every way in which one more word goes on with a sentence."""
    if word in EVERY_LEAD and not said.lead and not said.article and (said.last or said.noun or word != "of"):
        yield said._replace(lead=word)
    nouns = _fields_of_noun(word, action)
    if nouns and not said.noun:
        yield said._replace(noun=frozenset() if said.last in nouns and not said.lead else nouns, article=False)
    if word == type(action).word and "word" not in said.named:
        yield said._replace(named=said.named | {"word"}, article=False)
    for name in _list_fields(word, action, vocabulary):
        if (
            name not in said.named
            and (not said.noun or name in said.noun)
            and _may_stand(name, word, rest, action, said)
        ):
            counted = said.noun - {name} if name in FIELDS_OF_COUNTS else frozenset[str]()
            yield Said(said.deed, said.named | {name}, name, noun=counted)


def _list_fields(word: str, action: Action, vocabulary: Vocabulary) -> Iterator[str]:
    """The fields of which a word says the value, and what else it says of the action: whose a private is, where track leads."""
    counted = NUMBER_WORDS.get(word)
    for name in (f.name for f in fields_of(type(action))):
        typed, value = word.removeprefix(f"{name}="), getattr(action, name)
        if name == "seller" and word == vocabulary.owners.get(str(value), "").casefold():
            continue  # `from Bob` is from which company?
        if counted is not None or word[0] in CURRENCIES:
            if (
                name in (FIELDS_OF_MONEY if counted is None else FIELDS_OF_COUNTS)
                and read_number(counted or typed) == value
            ):
                yield name
        elif names_value(name, value, typed, action, vocabulary) or (
            type(value) is int and read_number(typed) == value
        ):
            yield name
    match action:
        case BuyShare() if word == A_SHARE or says_what_is_known(counted or word, action, vocabulary):
            yield "count"
        case SellShares(shares=1) if word == A_SHARE:
            yield "shares"
        case Action(verb="redeem") if word == A_SHARE and getattr(action, "count", 0) == 1:
            yield "count"
        case SellShares() if word in PLACES_OF_SALES:
            yield "place"
        case BuyPrivate(private=private) | TakePrivate(private=private):
            yield from ["owner"] if word == vocabulary.places.get(private, "").casefold() else []
        case LayTile() if word in ends_of(action, vocabulary):
            yield from ("end", "next end")
        case LayTile() if says_what_is_known(word, action, vocabulary):
            yield "colour"


def _may_stand(name: str, word: str, rest: Sequence[str], action: Action, said: Said) -> bool:
    """Whether the value of a field may stand here: behind a word that leads to it, or where its place says what it is."""
    if name == "next end" and said.last != "end":
        return False
    if said.lead:
        return _leads_to(name, action, said)
    if word.startswith(f"{name}=") or (word[0] in CURRENCIES and name in FIELDS_OF_MONEY):
        return True
    if name in FIELDS_WITH_LEAD:
        return False
    if name in FIELDS_OF_COUNTS:
        return said.last in (BEFORE_COUNT_WORD if word in NUMBER_WORDS else BEFORE_COUNT)
    if name in FIELDS_OF_MONEY:
        required = {f.name for f in fields_of(type(action)) if f.required and f.name != name}
        first = not said.last and (isinstance(action, Bid) or rest[:1] == ("for",))
        return required <= said.named or first
    if name == "item" and word.isdecimal():
        return "amount" not in said.named and (bool(rest) or said.deed != Bid.verb)  # `bid 1`: a lot or a sum?
    match name:
        case "seller":
            return said.last == "train"
        case "side" if word.isdecimal():  # `buy 2 2` may be two trains
            return False
        case "rotation":
            return "tile" in said.named or re.fullmatch(r"r(ot)?\d", word) is not None
        case _:
            return not (name == "row" and word.isdecimal())


def _leads_to(name: str, action: Action, said: Said) -> bool:
    """Whether the word before leads to a field."""
    if said.lead not in LEADS_TO_FIELDS.get(f"{action.verb}.{name}", LEADS_TO_FIELDS.get(name, ())):
        return False
    if name == "item" and said.lead == "on":
        return said.deed not in PURCHASES
    return said.lead != "for" or name not in FIELDS_WITH_PRICE or not FIELDS_OF_MONEY.isdisjoint(said.named)
