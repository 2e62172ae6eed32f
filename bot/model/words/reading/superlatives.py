"""The cheapest or the dearest of what is for sale, where nobody says which that is: `the lowest`, `GA at top price`; the oldest
train of those of which one goes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bot.model.action_form import DEALS, Draft
from bot.model.words.extremes import CHEAPEST_PRICE, DEAREST_PRICE, LOWEST_AMOUNT, NEWEST_TRAIN, OLDEST_TRAIN
from bot.model.words.reading.typed_words import fill_draft, find_named_verbs, read_words
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import FIELDS_OF_MONEY, LITTLE_WORDS, MOST_TYPED, Vocabulary, find_kinds
from game import cards
from game.actions import Action, BuyTrain, DiscardTrain, Par
from game.choices import Choice, Span

EVERY_SUPERLATIVE = (*CHEAPEST_PRICE, *OLDEST_TRAIN, *DEAREST_PRICE, *NEWEST_TRAIN)
BEFORE_SUPERLATIVE = ("as", "at", "for", "the", "a", "zum", "zu", "der", "die", "das", "den")
BEHIND_SUPERLATIVE = (
    *("as", "price", "par", "one", "ones", "possible", "train", "company", "lot", "private", "share"),
    *("preis", "aktie", "zug"),
)
SUPERLATIVE = re.compile(
    rf"\b(?:(?:{'|'.join(BEFORE_SUPERLATIVE)})\s)*({'|'.join(EVERY_SUPERLATIVE)})(?:\s(?:{'|'.join(BEHIND_SUPERLATIVE)}))*\b",
    re.IGNORECASE,
)
# of a start
AT_EXTREME = re.compile(r"(?:\b(?:at|for|@) )?\b(?:the )?(max|maximum|min|minimum)(?: price)?\b", re.IGNORECASE)
# where no amount is asked, which may be that
BARE_EXTREME = re.compile(r"\s*(max|maximum|min|minimum)\W*$", re.IGNORECASE)


def read_superlative(text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> Draft | None:
    """What is bought, bid on or started at the lowest or the highest of the prices that there are; None of other lines, and where
    that is not one thing.
    """
    said = SUPERLATIVE.search(text) if len(text) <= MOST_TYPED else None
    starts = said is None and any(c.kind is Par for c in choices)
    said = AT_EXTREME.search(text) if starts and len(text) <= MOST_TYPED else said
    if said is None and not any(c.ranges for c in choices):
        said = BARE_EXTREME.match(text)
    if said is None:
        return None
    rest = " ".join(f"{text[: said.start()]} {text[said.end() :]}".split()).strip(" ,.!?")
    priced = _list_fixed_prices(rest, by, choices, vocabulary)
    kinds = {type(a) for a in priced}
    if len(kinds) != 1 or (said.re is AT_EXTREME and kinds != {Par}):
        return None
    pick = min if said[1].casefold() in (*CHEAPEST_PRICE, *OLDEST_TRAIN, *LOWEST_AMOUNT) else max  # of a price
    price = pick(_price_of(a, vocabulary) for a in priced)
    hits = [a for a in priced if _price_of(a, vocabulary) == price]
    return fill_draft(hits[0]) if len(hits) == 1 else _draft_train(hits)


def wants_extreme_share(text: str, companies: Collection[str]) -> str:
    """`low` or `high` where a line buys the cheapest or the dearest share, of whichever of these `companies`, and says nothing
    else; "" elsewhere.
    """
    said = SUPERLATIVE.search(text) if len(text) <= MOST_TYPED else None
    if said is None or said[0].casefold().endswith((" train", " lot", " private", " company", " zug")):
        return ""
    rest = f"{text[: said.start()]} {text[said.end() :]}".casefold().split()
    telling = [
        w for w in (w.strip(",.!?") for w in rest) if w not in LITTLE_WORDS and w not in map(str.casefold, companies)
    ]
    buys = all("buy" in (spell_out(w), *find_kinds(spell_out(w))) for w in telling)
    return ("low" if said[1].casefold() in (*CHEAPEST_PRICE, *OLDEST_TRAIN) else "high") if buys and rest else ""


def _draft_train(hits: Sequence[Action]) -> Draft | None:
    """The train of several purchases that differ in its side alone, which is asked next; of trains alike that may be discarded
    the question which; None of others.
    """
    if all(isinstance(a, DiscardTrain) for a in hits):
        return Draft(DiscardTrain.__name__)
    same = {(a.train, a.seller, a.price) for a in hits if isinstance(a, BuyTrain)}
    if len(same) != 1 or not all(isinstance(a, BuyTrain) for a in hits):
        return None
    train, seller, price = same.pop()
    return Draft(BuyTrain.__name__, {"train": train, "price": price, "seller": seller})


def _list_fixed_prices(rest: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> list[Action]:
    """What can be had at a price that is not negotiated, of what the rest of a line says; all of it where that says no more than
    what is done.
    """
    fixed = [c for c in choices if c.by == by and not issubclass(c.kind, DEALS) and not _is_negotiated(c)]
    telling = [w for w in rest.casefold().split() if w not in LITTLE_WORDS and w not in DEED_VERBS]
    if telling:
        reading = read_words(rest, by, fixed, vocabulary)
        found = reading.hits
    else:
        verbs = find_named_verbs(rest, dict.fromkeys(c.kind for c in fixed))
        found = tuple(a for c in fixed if not verbs or c.kind.verb in verbs for a in c.actions)
    return [a for a in found if isinstance(a, DiscardTrain) or FIELDS_OF_MONEY & {*a.__struct_fields__}]


def name_agreed_prices(text: str, choices: Sequence[Choice]) -> str:
    """That none is the cheapest or the dearest, where all trains for sale are other companies'; "" elsewhere."""
    said = SUPERLATIVE.search(text) if len(text) <= MOST_TYPED else None
    agreed = bool(choices) and all(_is_negotiated(c) for c in choices)
    return "each of these trains costs what you and its owner agree on" if said is not None and agreed else ""


def _is_negotiated(choice: Choice) -> bool:
    """Whether two sides agree on a price, as for another company's train."""
    trains = issubclass(choice.kind, BuyTrain)
    return trains and any(isinstance(r, Span) and r.low < r.high for r in choice.ranges.values())


def _price_of(action: Action, vocabulary: Vocabulary) -> int:
    """The dollars of an action; of a train that is discarded its place in the order of trains."""
    if isinstance(action, DiscardTrain):
        return list(vocabulary.rules.data.trains).index(cards.kind(action.train))
    return int(getattr(action, "price", 0) or getattr(action, "amount", 0))
