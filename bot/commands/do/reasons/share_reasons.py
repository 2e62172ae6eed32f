"""Why shares that somebody wants to buy or to sell in a stock round cannot be, or no company be started."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from bot.commands.do.reasons.rules import find_reason
from bot.commands.do.seat_position import SeatPosition
from bot.model.models import Seat
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import PRIVATE_NOUNS
from bot.model.words.rewritten_words import A_SHARE
from bot.model.words.vocabulary import CURRENCIES, LITTLE_WORDS, Vocabulary, list_words, split_words
from bot.tables.service import Table
from bot.views.error_words import name_any_company
from bot.views.formatting import action_words
from bot.views.timing_words import do_companies_buy_shares
from game.actions import Action, BuyPrivate, BuyShare, BuyTrain, Par, SellPrivate, SellShares, TakePrivate
from game.choices import Choice
from game.round_names import is_stock_round
from render.data.names import listed

MOST_SHARES = 10  # of a company
SHARE_SOURCES = ("ipo", "pool", "treasury")
PLACE_NAMES = {"pool": "the pool", "ipo": "the initial offering", "treasury": "a treasury"}
WORDS_OF_PURCHASE = frozenset({"buy", "purchase", "get", "share", "shares"})
WORDS_OF_ALL = frozenset({"all", "everything"})
WORDS_OF_NO_COMPANY = frozenset({"sell", A_SHARE, "share", "shares", "one", "some"})  # words for a sale of any company
MINOR_TRADED = re.compile(r"\b(?:buy|sell|purchase)s? (?:a |the |my )?minor (\d{1,2})\b", re.IGNORECASE)
# how people say it
NAMES_OF_SOURCES = {
    "pool": ("pool", "market"),
    "ipo": ("ipo", "offering"),
    "treasury": ("treasury",),
}


async def explain_share(position: SeatPosition, words: str, about: frozenset[str]) -> str:
    """The rule against buying shares of the one company that is named, however many, or selling all of them; "" elsewhere."""
    view = await position.table.view(position.by)
    company, typed = _find_company(words, position.vocabulary), list_words(words, position.vocabulary)
    if not is_stock_round(view.round) or about == {BuyTrain.verb}:
        return ""
    if not company:
        return _name_empty_source(position, typed, about)
    if "all" in typed and SellShares.verb in about:
        reason = await find_reason(
            position.table,
            [SellShares(company, max(1, _count_owned(position.seat, company, position.vocabulary)), by=position.by)],
        )
        return str(reason) if reason is not None and reason.tells else ""
    bought = [a for c in position.choices if c.kind.verb == BuyShare.verb for a in c]
    offered, state = [a for a in bought if getattr(a, "company", "") == company], view.companies.get(company)
    if not offered and "sell" not in typed and state is not None and not state.par and about != {Par.verb}:
        named = [n for w in typed if (n := read_number(w)) is not None and n > MOST_SHARES]
        prices = named[:1] or _list_prices(position)
        reason = await find_reason(position.table, [Par(company, price, by=position.by) for price in prices])
        return str(reason) if reason is not None and reason.paragraph else ""
    if BuyShare.verb not in about:
        return ""
    if offered:
        told = [action_words(a, view, position.rules) for a in offered]
        return f"you can {listed([t[:1].lower() + t[1:] for t in told], 'or')}" if _names_price(typed, told) else ""
    said = [s for s in SHARE_SOURCES if {*NAMES_OF_SOURCES[s]} & {*typed}] or list(SHARE_SOURCES)
    reason = await find_reason(position.table, [BuyShare(company, source, by=position.by) for source in said])
    wanted = reason is not None and reason.tells and (reason.paragraph or said != list(SHARE_SOURCES))
    return str(reason) if wanted else ""


def _name_empty_source(position: SeatPosition, typed: Sequence[str], about: frozenset[str]) -> str:
    """That nothing can be bought from the place that is named alone: `buy pool`; "" elsewhere."""
    source = next((s for s in SHARE_SOURCES if {*NAMES_OF_SOURCES[s]} & {*typed}), "")
    telling = [w for w in typed if w not in LITTLE_WORDS and w not in NAMES_OF_SOURCES.get(source, ())]
    offered = {getattr(a, "source", "") for c in position.choices for a in c}
    if (
        not source
        or source in offered
        or BuyShare.verb not in about
        or any(w not in WORDS_OF_PURCHASE for w in telling)
    ):
        return ""
    return f"there is no share that you can buy from {PLACE_NAMES[source]}"


async def explain_no_sale(position: SeatPosition, words: str) -> str:
    """Why no share can be sold, where `sell one of my shares` could only mean a private; "" elsewhere."""
    kinds, company = {c.kind for c in position.choices}, _find_company(words, position.vocabulary)
    typed = list_words(words, position.vocabulary)
    shares = company or re.search(r"\bshares?\b", words, re.IGNORECASE)
    seller = position.vocabulary.company if do_companies_buy_shares(position.rules) else ""
    owned = [c for c in _cards_of(position.table, company) if position.vocabulary.places.get(c) == seller]
    if SellShares not in kinds and company and seller not in ("", company) and not owned:
        return f"{seller} has no share of {company}"
    if company and not any(a.company == company for c in position.choices for a in c if isinstance(a, SellShares)):
        reason = await find_reason(position.table, [SellShares(company, 1, by=position.by)])
        told = reason is not None and reason.tells and (reason.paragraph or SellPrivate in kinds)
        return str(reason) if told else ""
    view = await position.table.view(position.by)
    unnamed = all(w in LITTLE_WORDS or w in WORDS_OF_NO_COMPANY or w.isdecimal() for w in typed)
    bare = SellPrivate not in kinds and is_stock_round(view.round) and unnamed
    if SellShares in kinds or not (bare or (SellPrivate in kinds and shares)):
        return ""
    owned = [
        c
        for c in view.companies
        if not c.isdigit() and any(view.place.get(card) == position.by for card in _cards_of(position.table, c))
    ]
    reason = await find_reason(position.table, [SellShares(c, 1, by=position.by) for c in owned])
    if reason is None:
        return "" if owned else "you have no shares"
    return str(reason) if reason.tells else ""


def _list_prices(position: SeatPosition) -> list[int]:
    """The prices at which companies can be started now; $1 where there are none."""
    return sorted({a.price for c in position.choices for a in c if isinstance(a, Par)}) or [1]


def _cards_of(table: Table, company: str) -> list[str]:
    """The certificates of a company."""
    return [card for card, (name, _) in table.rules.data.certificates.items() if name == company]


def list_all_shares(
    seat: Seat, words: str, vocabulary: Vocabulary, about: frozenset[str], choices: Sequence[Choice]
) -> list[Action]:
    """The sale of all shares of the one company that is named, or the largest purchase of them, where that is asked for and can
    be done.
    """
    company = _find_company(words, vocabulary)
    if not company or WORDS_OF_ALL.isdisjoint(list_words(words, vocabulary)):
        return []
    if SellShares.verb not in about:
        counted = [a for c in choices if c.kind.verb == BuyShare.verb for a in c if hasattr(a, "shares")]
        own = [a for a in counted if getattr(a, "company", "") == company]
        return [max(own, key=lambda a: (getattr(a, "director", False), getattr(a, "shares", 0)))] if own else []
    sale = SellShares(company, _count_owned(seat, company, vocabulary), by=seat.name)
    return [sale] if any(sale in c for c in choices) else []


def _find_company(words: str, vocabulary: Vocabulary) -> str:
    """The one company that the words name, where no private is named; "" elsewhere. Minors have no shares."""
    typed = {*list_words(words, vocabulary)}
    named = [c for c in vocabulary.rules.data.companies if c.casefold() in typed and not c.isdigit()]
    return (
        named[0] if len(named) == 1 and typed.isdisjoint(p.casefold() for p in vocabulary.rules.data.privates) else ""
    )


def _count_owned(seat: Seat, company: str, vocabulary: Vocabulary) -> int:
    """How many shares of a company a player owns."""
    of_company = ((c, size) for c, (name, size) in vocabulary.rules.data.certificates.items() if name == company)
    return sum(size for card, size in of_company if vocabulary.places.get(card) == seat.name)


def _names_price(words: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a number among the words is too high to count shares, and is no price that is asked."""
    asked = {read_number(w) for text in told for w in text.split()}
    sums = [n for w in words if (n := read_number(w)) is not None and (n > MOST_SHARES or w[0] in CURRENCIES)]
    return any(n not in asked for n in sums)


def name_minor(words: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That a minor has no shares, where one is to be bought or sold and shares are traded; "" elsewhere."""
    named = MINOR_TRADED.search(words)
    traded = any(c.kind in (BuyShare, SellShares) for c in choices) and not any(c.kind is BuyTrain for c in choices)
    if named is None or named[1] not in vocabulary.rules.data.companies:
        return ""
    if not traded:
        return "a minor cannot be sold" if "sell" in named[0].casefold() else ""
    return f"minor {named[1]} has no shares to buy or to sell"


async def explain_no_private(position: SeatPosition, words: str, about: frozenset[str]) -> str:
    """The rule against buying a private, where none is named and none can be bought; "" elsewhere."""
    typed, privates = (
        {*list_words(words, position.vocabulary)},
        {p.casefold(): p for p in position.vocabulary.rules.data.privates},
    )
    raw = {*words.casefold().split()}
    bought = any(c.kind in (TakePrivate, BuyPrivate) for c in position.choices)
    if bought or not PRIVATE_NOUNS & raw or TakePrivate.verb not in about or typed & privates.keys():
        return ""
    owned = [p for p in privates.values() if position.vocabulary.places.get(p) in position.vocabulary.names.values()]
    reason = await find_reason(position.table, [TakePrivate(p, 1, by=position.by) for p in owned])
    return str(reason) if reason is not None and reason.paragraph else ""


async def explain_no_start(table: Table, words: str, vocabulary: Vocabulary, meant: Sequence[Action]) -> str:
    """The one reason that holds for every company that could still be started, at the price that is named or at any; "" where a
    company is named, or where there is no such reason.
    """
    view = await table.view(None)
    starts = [a for a in meant if isinstance(a, Par) and not a.company.isdigit()]
    if not starts or any(a.company.casefold() in split_words(words, vocabulary) for a in starts):
        return ""
    left = [a for a in starts if a.company in view.companies and not view.companies[a.company].par]
    if not left:
        return "every company has been started"
    refusals = await table.find_refusals([structs.replace(a, price=max(1, a.price)) for a in left])
    reasons = {
        name_any_company(r, a.company, "a company")
        for a, r in zip(left, refusals, strict=True)
        if r is not None and r.tells
    }
    return reasons.pop() if len(reasons) == 1 and None not in refusals else ""
