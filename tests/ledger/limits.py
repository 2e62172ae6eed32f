"""Limits: shares of one company, certificates, what the pool may hold, what may be sold and bought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import Event, PrivateSold, RoundBegan, SharesBought, SharesSold

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    ledger.notes.setdefault("sold", set())
    match event:
        case RoundBegan():
            ledger.notes["sold"] = set()
        case SharesBought(who=who, company=company, source=source) if who in book.order:
            most = ledger.terms.most(ledger, company)
            held = book.shares(who, company)
            ledger.must(held <= most, f"{who} buys and owns {held} of {book.size[company]} shares of {company}")
            sold = (who, company) in ledger.notes["sold"]
            ledger.must(not sold, f"{who} buys {company} from the {source} and has sold it in this stock round")
            certificates(ledger, who, company)
        case PrivateSold(buyer=buyer) if buyer in book.order:
            certificates(ledger, buyer, "")
        case SharesSold(who=who, company=company):
            pool = book.shares("pool", company)
            ledger.must(
                pool <= book.size[company] // 2, f"the pool holds {pool} of {book.size[company]} shares of {company}"
            )
            why = ledger.terms.unsaleable(ledger, who, company)
            ledger.must(not why, f"{who} sells {company}: {why}")
            ledger.notes["sold"].add((who, company))


def certificates(ledger: Ledger, player: str, company: str) -> None:
    """Who buys a certificate that counts has no more of them than allowed afterwards."""
    if company and not ledger.terms.counts(ledger, f"{company}.1"):
        return
    if not company and ledger.terms.deals_free_of_limit(ledger):
        return
    book = ledger.book
    has = sum(1 for card, place in book.place.items() if place == player and ledger.terms.counts(ledger, card))
    limit = ledger.facts.game["certificates"][str(len(book.order))]
    ledger.must(has <= limit, f"{player} buys and holds {has} certificates, the limit is {limit}")
