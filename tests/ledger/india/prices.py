"""18 India's market: one row; only dividends, their absence and a missing train move a marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import CompanyClosed, Divided, Event, Floated, TurnEnded
from tests.ledger import prices
from tests.ledger.india import control

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match event:
        case Floated(company=company):
            ledger.must(company not in book.floated, f"{company} floats twice")
            control.enter(book, company)
        case Divided(company=company, kind=kind, revenue=revenue):
            divided(ledger, company, revenue if kind == "full" else 0)
        case TurnEnded(who=who) if who in ledger.facts.companies and "c" not in book.zone(who):
            if not book.trains(who):  # 8.4.5.7
                move(ledger, who, -1)
        case CompanyClosed(company=company):
            cell = book.cell(company)
            ledger.must(cell is not None and "c" in book.zone(company), f"{company} closes at {book.price(company)}")
            if cell is not None:
                book.piles[cell].remove(company)


def divided(ledger: Ledger, company: str, paid: int) -> None:
    """8.4.4.1, 8.4.4.3: left without a payment, unless it is guaranteed; from half the price on right, up to four."""
    book = ledger.book
    price = book.price(company)
    if not paid:
        guaranteed = company in book.marks["guaranty"] and "guaranty" in ledger.facts.flags(book.phase)
        if guaranteed:
            ledger.notes["guaranty due"] = company
        else:
            move(ledger, company, -1)
        return
    enough = paid >= price // 2 + 1 if "half_price_stays" in ledger.facts.options else 2 * paid >= price
    steps = next((n for n in (4, 3, 2) if paid >= n * price), 1 if enough else 0)
    move(ledger, company, steps)


def move(ledger: Ledger, company: str, steps: int) -> None:
    book = ledger.book
    old = book.cell(company)
    ledger.must(old is not None, f"{company} has no marker that could move")
    assert old is not None
    columns = [column for _, column in ledger.facts.cells]
    to = (0, min(max(columns), max(0, old[1] + steps)))
    if to != old:
        ledger.due.append((company, old, to))
        book.put(company, to)
    if "e" in book.zone(company):
        ledger.notes.setdefault("price reached", book.round)


def close(ledger: Ledger) -> None:
    prices.close(ledger)
    due, told = ledger.notes.pop("guaranty due", ""), ledger.notes.pop("guaranteed", "")
    ledger.must(due == told, f"a guaranty is paid for {told or 'nobody'}, due is {due or 'none'}")
