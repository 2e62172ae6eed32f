"""What a typed word says of an action: the value of one of its fields, or what is so without it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from bot.model.words.extremes import HIGHEST_AMOUNT, LOWEST_AMOUNT
from bot.model.words.vocabulary import (
    CURRENCIES,
    FIELDS_OF_MONEY,
    PASSENGERS,
    SIDE_WORDS,
    VALUE_WORDS,
    Vocabulary,
)
from game import cards
from game.actions import Action, BuyPrivate, BuyShare, BuyTrain, LayTile, RemoveToken, SellShares, TakePrivate
from game.choices import Span
from game.hexes import HEX_SIDES
from game.notation import YES

WORDS_OF_ORDINARY = ("ordinary", "plain", "normal", "1")  # words for a certificate that is no director's
WORDS_OF_BANK, WORDS_OF_POOL = ("bank", "depot", "supply"), ("pool", "market", "bank")  # words for where a train lies


def may_be_train(name: str, typed: str, action: Action, used: Collection[str], vocabulary: Vocabulary) -> bool:
    """Whether a bare number in the place of a price, or of a minor that sells, is that of a train: `buy 3` asks for a 3-train,
    and never pays $3.
    """
    return (
        name in {"price", "seller"}
        and isinstance(action, BuyTrain)
        and "train" not in used
        and typed in vocabulary.train_numbers
    )


def says_what_is_known(word: str, action: Action, vocabulary: Vocabulary) -> bool:
    """Whether a word says of the action what is so without it: one share (`1`, `10%`, and `10`, which nobody pays for one), a
    private's owner, a tile's colour.
    """
    match action:
        case BuyShare(company=company):
            smallest = min(vocabulary.rules.data.companies[company].certificates)
            share = None if word[:1] in CURRENCIES else read_number(word.removesuffix("%"))
            return word == "1" or (share is not None and share * vocabulary.size(company) == smallest * 100)
        case BuyPrivate(private=private) | TakePrivate(private=private):
            owner = vocabulary.places.get(private, "").casefold()
            return bool(owner) and (word == owner or (word == "sell" and owner == action.by.casefold()))
        case RemoveToken():  # whose station it is, or who takes it over
            return word in map(str.casefold, vocabulary.rules.data.companies)
        case LayTile(tile=tile):
            return word == vocabulary.rules.data.tiles[tile].colour
        case _:
            priceless = not FIELDS_OF_MONEY & {*action.__struct_fields__}
            card = str(getattr(action, "card", "") or getattr(action, "item", ""))
            return _says_size(word, card, vocabulary, priceless=priceless) or word in _hexes_beside(action, vocabulary)


def _hexes_beside(action: Action, vocabulary: Vocabulary) -> set[str]:
    """The hexes on both sides of a hexside that an action speaks of, as they are typed."""
    hex_, slash, edge = str(getattr(action, "side", "")).partition("/")
    if not slash or hex_ not in vocabulary.rules.data.hexes:
        return set()
    return {h.casefold() for h in (hex_, vocabulary.rules.data.hexes[hex_].sides[int(edge)]) if h}


def _says_size(word: str, card: str, vocabulary: Vocabulary, *, priceless: bool) -> bool:
    """Whether a word says which of a company's certificates a card is: its director's, an ordinary one, `20%`; `20`, where no
    price is asked.
    """
    company, size = vocabulary.rules.data.certificates.get(card, ("", 0))
    if not company:
        return False
    share = size * 100 // vocabulary.size(company)
    if word.endswith("%") or (priceless and word == str(share)):
        return read_number(word.rstrip("%")) == share
    plain = size == min(vocabulary.rules.data.companies[company].certificates)
    return word in (WORDS_OF_ORDINARY if plain else VALUE_WORDS["director", True])


def ends_of(action: LayTile, vocabulary: Vocabulary) -> set[str]:
    """The neighbours to which the track of a lay leads, as they are typed."""
    near = vocabulary.rules.data.hexes[action.hex].sides
    return {
        near[e].casefold() for e in vocabulary.rules.data.tiles[action.tile].faces[action.rotation].exits if near[e]
    }


def read_amount(word: str, span: Span) -> int | None:
    """The number of a range that a word is: also its lowest and its highest."""
    if word in LOWEST_AMOUNT:
        return span.low
    return span.high if word in HIGHEST_AMOUNT else read_number(word)


def read_number(word: str) -> int | None:
    """The number that a word is, with or without a currency's sign; None if it is none."""
    digits = word.strip(CURRENCIES).replace(",", "")
    return int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None


def names_value(name: str, value: Any, word: str, action: Action, vocabulary: Vocabulary) -> bool:
    """Whether the word says this value of the field."""
    if word in VALUE_WORDS.get((name, value), ()):
        return True
    if isinstance(value, bool):
        return value and word in YES  # that something is not wanted is not said of it
    if isinstance(value, int):
        if name == "amount" and value and word in LOWEST_AMOUNT:
            return True
        if isinstance(action, LayTile):
            tile, turned = vocabulary.rules.data.tiles[action.tile], read_number(bare_turn(word))
            return turned is not None and turned < HEX_SIDES and tile.faces[turned].shape == tile.faces[value].shape
        bare = name == "shares" and re.fullmatch(r"\d\d0?", word) is not None and not isinstance(action, SellShares)
        if (bare or word.endswith("%")) and hasattr(action, "company"):  # of a sale a bare number may be its price
            share = read_number(word.removesuffix("%"))
            return share is not None and share * vocabulary.size(action.company) == value * 100
        return read_number(word) == value
    if isinstance(value, tuple):
        return ",".join(map(str, value)).casefold() == word
    low = str(value).casefold()
    if name == "seller" and isinstance(action, BuyTrain) and not low:
        return word in (WORDS_OF_POOL if vocabulary.places.get(action.train) == "pool" else WORDS_OF_BANK)
    if not low:
        return False
    if name == "seller" and vocabulary.owners.get(str(value), "").casefold() == word != action.by.casefold():
        return True
    if name == "item" and vocabulary.lots_by_number.get(word.removeprefix("#")) == value:
        return True
    if name == "side":
        return word == low or word in side_words(str(value), action, vocabulary)
    if name == "tile":
        return word.removeprefix("#") in (low, low.rstrip("abcdefghijklmnopqrstuvwxyz"))
    if name == "train":
        return _names_train(str(value), word, action, vocabulary)
    return word in (low, vocabulary.shared_names.get(str(value))) or low.startswith((f"{word}.", f"{word}/"))


def _names_train(card: str, word: str, action: Action, vocabulary: Vocabulary) -> bool:
    """Whether a word names that train: its card, the side that is up or chosen, its type, or what that is called."""
    low = card.casefold()
    side = (str(getattr(action, "side", "")) or vocabulary.faces.get(card, "")).casefold()
    bare = bare_train(word)
    if side and bare in side_words(vocabulary.faces.get(card, "") or side, action, vocabulary):
        return True
    if word == low or bare == side or (not side and bare in (low, low.rpartition("-")[0])):
        return True
    kind = vocabulary.rules.data.trains.get(cards.kind(card))
    return kind is not None and bare in {kind.called.casefold(), "/".join(s.name for s in kind.sides).casefold()} - {""}


def bare_turn(word: str) -> str:
    """The number of how a tile is turned: `2` of `r2` or `rot2`; any other word as it is."""
    return re.sub(r"^r(ot)?(?=\d$)", "", word)


def bare_train(word: str) -> str:
    """The word for a train without its ending: `3` for `3t`, `3er`, `3s`, `3-train` or `3-trains`; `freight` as it is."""
    return re.sub(r"-?(?:(?<!h)t|trains?|(?<=\d)(?:er|s))$", "", word)


def side_words(side: str, action: Action, vocabulary: Vocabulary) -> tuple[str, ...]:
    """What people call that side of the card of a train."""
    card = vocabulary.rules.data.trains.get(cards.kind(str(getattr(action, "train", ""))))
    kinds = next((s.kinds for s in card.sides if s.name == side), None) if card is not None else None
    if kinds is None:
        return ()
    return tuple(w for kind in kinds for w in SIDE_WORDS.get(kind, ())) or PASSENGERS
