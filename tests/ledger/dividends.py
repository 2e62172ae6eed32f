"""Dividends: what was earned is paid by share to those whom the rules name, the rest stays where they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import Divided, Event, Passed, Ran, TurnBegan

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    match event:
        case TurnBegan():
            ledger.notes["earned"], ledger.notes["runs"] = 0, ()
        case Ran(revenue=revenue, runs=runs):
            ledger.notes["earned"], ledger.notes["runs"] = revenue, runs
        case Divided():
            divided(ledger, event)
        case Passed(what="doubled"):  # 18EU: nothing is doubled
            ledger.notes["earned"] = sum(run.revenue for run in ledger.notes["runs"])
        case _ if type(event).__name__ == "StopDoubled":  # 18EU: after the runs the Pullman's stop is chosen
            ledger.notes["earned"] = getattr(event, "revenue", 0)


def divided(ledger: Ledger, event: Divided) -> None:
    book, company = ledger.book, event.company
    earned = ledger.notes["earned"]
    ledger.must(event.revenue == earned, f"{company} has earned {earned} and divides {event.revenue}")
    ledger.must(event.kind in ledger.terms.kinds, f"{company} pays {event.kind}")
    if ledger.terms.halves(book, company):
        ledger.must(event.each == earned // 2, f"{company} earns {earned} and pays its owner {event.each}")
        ledger.owe("bank", book.president[company], earned // 2)
        ledger.owe("bank", company, earned - earned // 2)
        return
    paid = ledger.terms.paid(event.kind, earned)
    each = paid // book.size[company]
    ledger.must(event.each == each, f"{company} pays {event.each} a share, and {paid} are {each}")
    for player in book.order:
        ledger.owe("bank", player, each * ledger.terms.held(book, player, company))
    own = sum(each * book.shares(place, company) for place in ledger.terms.pays_itself)
    ledger.owe("bank", company, earned - paid + own)
    ledger.owe("bank", company, ledger.terms.beside(ledger, company))
