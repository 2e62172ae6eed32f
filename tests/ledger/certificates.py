"""Certificates: cards come from where they lay, what was bought and sold has moved, the largest holder presides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import CardMoved, Event, SharesBought, SharesSold

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match event:
        case CardMoved(card=card, src=src):
            ledger.must(book.place.get(card) == src, f"{card} leaves {src}, but lies in {book.place.get(card)}")
        case SharesBought(who=who, company=company, shares=shares, source=source):
            came = moved(ledger, company, source, "treasury" if who == company else who)
            ledger.must(
                came == shares, f"{who} has bought {shares} shares of {company}, and {came} came from the {source}"
            )
            settle(ledger, company)
        case SharesSold(who=who, company=company, shares=shares):
            source = "treasury" if who == company else who
            went = moved(ledger, company, source, "pool")
            ledger.must(went == shares, f"{who} has sold {shares} shares of {company}, and {went} went to the pool")
            settle(ledger, company)


def moved(ledger: Ledger, company: str, src: str, dst: str) -> int:
    """Shares of a company that went from place to place in this play; several sales of one play add up."""
    sizes = ledger.facts.certificates
    cards = [m for m in ledger.cards if m.card in sizes and sizes[m.card][0] == company]
    return sum(sizes[m.card][1] for m in cards if (m.src, m.dst) == (src, dst) and m.why in ("bought", "sold"))


def settle(ledger: Ledger, company: str) -> None:
    """Who has strictly more than the president becomes president; of equal ones the first clockwise from him."""
    book = ledger.book
    heirs = ledger.notes.setdefault("heirs", {})
    president = heirs.get(company) or book.president.get(company, "")
    first = ledger.notes.setdefault("led before", {}).get(company) or president
    if not first:
        return
    held = {p: book.shares(p, company) for p in book.order}
    able = [p for p in book.after(first) if held[p] >= book.mandate(company)]
    best = max(able, key=lambda p: held[p], default=first)
    heirs[company] = best if held[best] > held[first] else first


def close(ledger: Ledger) -> None:
    """Presidents are who they should be."""
    for company, heir in ledger.notes.pop("heirs", {}).items():
        if not ledger.bankruptcy:
            led = ledger.book.president.get(company)
            ledger.must(led == heir, f"{led} leads {company}, and {heir} should")
            card = ledger.book.place[f"{company}.0"]
            ledger.must(card == heir, f"{heir} leads {company}, and its president's certificate lies with {card}")
    book = ledger.book
    ledger.notes["led before"] = dict(book.president)
    for company, president in book.president.items():
        held = {p: book.shares(p, company) for p in book.order}
        able = [p for p in book.order if held[p] >= book.mandate(company)]
        ledger.must(
            held[president] == max(held[p] for p in able or [president]), f"{president} leads {company}: {held}"
        )
