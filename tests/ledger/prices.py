"""Prices: how markers move along the chart, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import CompanyClosed, Divided, Event, ParSet, RoundEnded, SharesSold

if TYPE_CHECKING:
    from tests.ledger.facts import Cell
    from tests.ledger.ledger import Ledger

STEP = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}
LEDGE = {"right": "up", "left": "down"}  # where a marker goes that stands at the end of its row


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match event:
        case ParSet(company=company, price=price):
            ledger.must(price in ledger.facts.pars, f"{company} starts at {price}, which is no par price")
            book.put(company, ledger.facts.pars[price])
        case SharesSold(company=company, shares=shares):
            move(ledger, company, "down", shares)
        case Divided(company=company, kind=kind, revenue=revenue) if book.cell(company) is not None:
            paid = ledger.terms.paid(kind, revenue)
            way = ledger.terms.way(ledger, company, revenue, paid)
            if way:
                move(ledger, company, way, 1)
        case RoundEnded(name=name) if name.startswith("SR"):
            rise(ledger)
        case CompanyClosed(company=company):
            cell = book.cell(company)
            if cell is not None:
                book.piles[cell].remove(company)


def rise(ledger: Ledger) -> None:
    """At the end of a stock round companies that are sold out go up, in operating order."""
    for company in ledger.book.ranked():
        if ledger.terms.sold_out(ledger.book, company):
            move(ledger, company, "up", 1)


def move(ledger: Ledger, company: str, way: str, steps: int) -> None:
    old = ledger.book.cell(company)
    ledger.must(old is not None, f"{company} has no price that could move")
    assert old is not None
    to = old
    for _ in range(steps):
        to = beside(ledger, to, way)
    if to != old:
        ledger.due.append((company, old, to))
    ledger.book.put(company, to)


def beside(ledger: Ledger, cell: Cell, way: str) -> Cell:
    """The next cell that way; at the end of a row the ledge; else the same."""
    for direction in (way, LEDGE.get(way, way)):
        down, right = STEP[direction]
        there = cell[0] + down, cell[1] + right
        if there in ledger.facts.cells:
            return there
    return cell


def close(ledger: Ledger) -> None:
    ledger.must(ledger.moved == ledger.due, f"markers moved {ledger.moved}, and should have moved {ledger.due}")
