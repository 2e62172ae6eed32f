"""Why shares that somebody wants to buy or to sell in a stock round cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from bot.commands.do.refusals import find_reason
from bot.model.models import Seat
from bot.model.words.typed_words import MOST_TYPED
from bot.model.words.vocabulary import Vocabulary, split_words
from bot.tables.service import Table
from game.actions import Action, BuyShare, SellShares
from game.choices import Choice
from game.round_names import is_stock_round

SOURCES = ("ipo", "pool", "treasury")
NAMES_OF_SOURCES = {
    "pool": ("pool", "market"),
    "ipo": ("ipo", "offering"),
    "treasury": ("treasury",),
}  # how people say it


async def explain_share(table: Table, seat: Seat, words: str, known: Vocabulary, about: frozenset[str]) -> str:
    """The rule against buying shares of the one company that is named, however many, or selling all of them; "" elsewhere."""
    view = await table.view(seat.name)
    company, typed = _find_company(words, known), _words_of(words, known)
    if not company or not is_stock_round(view.round):
        return ""
    if "all" in typed and SellShares.verb in about:
        reason = await find_reason(
            table, [SellShares(company, max(1, _count_owned(seat, company, known)), by=seat.name)]
        )
        return str(reason) if reason is not None else ""
    offered = any(
        c.kind is BuyShare and any(getattr(a, "company", "") == company for a in c) for c in table.choices(seat.name)
    )
    if BuyShare.verb not in about or offered:
        return ""
    said = [s for s in SOURCES if {*NAMES_OF_SOURCES[s]} & {*typed}] or list(SOURCES)
    reason = await find_reason(table, [BuyShare(company, source, by=seat.name) for source in said])
    return str(reason) if reason is not None and (reason.paragraph or said != list(SOURCES)) else ""


def list_all_shares(
    seat: Seat, words: str, known: Vocabulary, about: frozenset[str], choices: Sequence[Choice]
) -> list[Action]:
    """The sale of all shares of the one company that is named, where that is asked for and can be done."""
    company = _find_company(words, known)
    if not company or "all" not in _words_of(words, known) or SellShares.verb not in about:
        return []
    sale = SellShares(company, _count_owned(seat, company, known), by=seat.name)
    return [sale] if any(sale in c for c in choices) else []


def _words_of(words: str, known: Vocabulary) -> list[str]:
    """The words that are read; none of what is too long."""
    return split_words(words, known) if len(words) <= MOST_TYPED else []


def _find_company(words: str, known: Vocabulary) -> str:
    """The one company that the words name, where no private is named; "" elsewhere. Minors have no shares."""
    typed = {*_words_of(words, known)}
    named = [c for c in known.rules.data.companies if c.casefold() in typed and not c.isdigit()]
    return named[0] if len(named) == 1 and typed.isdisjoint(p.casefold() for p in known.rules.data.privates) else ""


def _count_owned(seat: Seat, company: str, known: Vocabulary) -> int:
    """How many shares of a company a player owns."""
    of_company = ((c, size) for c, (name, size) in known.rules.data.certificates.items() if name == company)
    return sum(size for card, size in of_company if known.places.get(card) == seat.name)
