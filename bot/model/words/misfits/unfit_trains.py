"""What of a line about trains does not fit: a train that its seller, or its company, does not have, or that is not sold now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.model.words.misfits.unfit_words import join_few
from bot.model.words.reading.bound_words import SHARE_WORDS
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.reading.unknown_words import list_first
from bot.model.words.vocabulary import LITTLE_WORDS, NUMBER_WORDS, Vocabulary, find_kinds, list_words
from game.actions import Action, BuyShare, BuyTrain
from game.choices import Choice

TRAIN_NOUNS = frozenset({"train", "trains"})


def name_unfit_train(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """What trains can be meant where one is named that cannot, of what is given away; "" elsewhere."""
    cards = [a.train for a in list_first(choices) if hasattr(a, "train") and not hasattr(a, "price")]
    faces = list(dict.fromkeys(vocabulary.faces.get(c) or c.rpartition("-")[0] for c in cards))
    named = [w for w in map(bare_train, list_words(text, vocabulary)) if w in vocabulary.train_names]
    if not faces or not named or any(w in map(str.casefold, faces) for w in named):
        return ""
    return f"it can only be {join_few(faces)} now"


def name_missing_train(text: str, vocabulary: Vocabulary) -> str:
    """What to say where a company is named as the seller of a train that it does not have; "" elsewhere."""
    words, data = list_words(text, vocabulary), vocabulary.rules.data
    if f"seller={vocabulary.company.casefold()}" in words or _names_itself(words, vocabulary.company):
        return f"{vocabulary.company} cannot buy from itself"
    sellers = [c for c in data.companies if _is_named_seller(c, words) and c != vocabulary.company]
    if len(sellers) != 1:
        return ""
    seller = sellers[0]
    cards = [c for c in data.train_cards if vocabulary.places.get(c) == seller]
    has = {(vocabulary.faces.get(c) or c.rpartition("-")[0]).casefold() for c in cards} | {c.casefold() for c in cards}
    has |= {n for c in cards for n in _type_names(c, vocabulary)}
    named = [w for w in map(bare_train, words) if w in vocabulary.train_names and not w.startswith("seller=")]
    called = f"minor {seller}" if seller.isdigit() else seller
    if not cards:
        return f"{called} has no train"
    if named and not has & set(named):
        return f"{called} has no {named[0].upper()}-train"
    return ""


def name_missing_own_train(text: str, vocabulary: Vocabulary) -> str:
    """What to say where a train is named to run that the company does not have; "" elsewhere."""
    cards = [c for c in vocabulary.rules.data.train_cards if vocabulary.places.get(c) == vocabulary.company]
    has = {(vocabulary.faces.get(c) or c.rpartition("-")[0]).casefold() for c in cards}
    has |= {n for c in cards for n in _type_names(c, vocabulary)}
    lacking = [w for w in map(bare_train, list_words(text, vocabulary)) if w in vocabulary.train_names and w not in has]
    if not lacking:
        return ""
    called = next((t.called for t in vocabulary.rules.data.trains.values() if t.called.casefold() == lacking[0]), "")
    return f"{vocabulary.company} has no {called or f'{lacking[0].upper()}-train'}"


def _names_itself(words: Sequence[str], company: str) -> bool:
    """Whether somebody writes that a company buys from itself."""
    return bool(company) and any(pair == ("from", company.casefold()) for pair in pairwise(words))


def _type_names(card: str, vocabulary: Vocabulary) -> set[str]:
    """What the whole card of a train is called, in small letters."""
    kind = vocabulary.rules.data.trains[card.rpartition("-")[0]]
    return {kind.called.casefold(), "/".join(s.name for s in kind.sides).casefold()} - {""}


def _is_named_seller(company: str, words: Sequence[str]) -> bool:
    """Whether the words name a company as one that sells: a minor by its number only behind `from`."""
    low = company.casefold()
    return f"seller={low}" in words or (not low.isdigit() and low in words)


def name_unsold(text: str, vocabulary: Vocabulary, kinds: Iterable[type[Action]]) -> str:
    """That trains are not sold, where somebody wants to sell one in a title without such sales; "" elsewhere."""
    words = list_words(text, vocabulary)
    trains = {"train", "trains"} & {*words} or [
        w for w in words if w != bare_train(w) and bare_train(w) in vocabulary.train_names
    ]
    sells = "sell" in words and not any("sell" in k.verb and "train" in k.__struct_fields__ for k in kinds)
    return "a company cannot sell a train: another company may buy it in its own turn" if sells and trains else ""


def name_train_elsewhere(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """When trains are bought, where a bare number may name one in a stock round, and no share; "" elsewhere."""
    said = [w for w in list_words(text, vocabulary) if w not in LITTLE_WORDS and w != BuyShare.verb]
    words = [NUMBER_WORDS.get(w, w) for w in said if BuyShare.verb not in find_kinds(w)]
    shares = (
        any(c.kind is BuyShare for c in choices)
        and SHARE_WORDS.isdisjoint(list_words(text, vocabulary))
        and not any(c.kind is BuyTrain for c in choices)
        and not vocabulary.company
    )
    named = bool(words) and all(w.isdecimal() and w in vocabulary.train_names for w in words)
    return "trains are bought in operating rounds; of a share say its company" if shares and named else ""


def names_train_plainly(text: str, vocabulary: Vocabulary) -> bool:
    """Whether words name a train by more than a number, which may be a count: `3T`, `3-train`, `4E`, a train."""
    words = [(w, bare_train(w)) for w in list_words(text, vocabulary)]
    named = any(
        bare in vocabulary.train_names and not (bare.isdecimal() and w in (bare, f"{bare}s")) for w, bare in words
    )
    return named or not TRAIN_NOUNS.isdisjoint(w for w, _ in words)
