"""18 India 2.1, 2.2, 7.6, 7.7: who directs or manages, and which companies float, after each transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import Event, Floated
from tests.ledger.india.papers import GIPR

if TYPE_CHECKING:
    from tests.ledger.book import Book
    from tests.ledger.ledger import Ledger

IN_PLAY = 3  # shares that float a company without director
CONVERTED = tuple(f"{GIPR}.{n}" for n in range(10, 20))


def enter(book: Book, company: str) -> None:
    """2.1.1, 2.2.1: a marker at the printed price, below those that are there."""
    book.put(company, book.facts.pars[int(book.facts.companies[company]["par"])])


def hear(ledger: Ledger, event: Event) -> None:
    """2.2.1: who was to manage a company and has no share of it when it floats is no manager; no event says so."""
    book = ledger.book
    if not isinstance(event, Floated) or "manager_before_floating" in ledger.facts.options:
        return
    if not any(book.shares(p, event.company) for p in book.order):
        book.president.pop(event.company, None)


def directed(book: Book, company: str) -> bool:
    return company != GIPR and book.place[f"{company}.0"] in book.order


def in_play(book: Book, company: str) -> int:
    """2.2.1: with players, with companies, in the Open Market (18xx.games: without converted bonds)."""
    places = {*book.order, *book.marks["in game"], "pool"}
    free = CONVERTED if "bonds_do_not_float" in book.facts.options else ()
    held = book.facts.certificates.items()
    return sum(n for card, (of, n) in held if of == company and book.place[card] in places and card not in free)


def close(ledger: Ledger) -> None:
    book = ledger.book
    for company in book.marks["in game"]:
        if company in book.marks.get("closed", ()):
            continue
        floats = directed(book, company) or in_play(book, company) >= IN_PLAY
        ledger.must(
            floats == (company in book.floated) or company in ledger.notes["floated before"],
            f"{company} has {in_play(book, company)} shares in play, and {'does not float' if floats else 'floats'}",
        )
        leader(ledger, company)
    ledger.notes["led before"] = dict(book.president)
    ledger.notes["floated before"] = {*book.floated}


def leader(ledger: Ledger, company: str) -> None:
    """Who should be in charge, and that he holds the director's certificate where a player does."""
    book = ledger.book
    should = due(ledger, company)
    led = book.president.get(company, "")
    ledger.must(led == should, f"{led or 'nobody'} is in charge of {company}, and {should or 'nobody'} should be")
    if directed(book, company):
        owner = book.place[f"{company}.0"]
        ledger.must(owner == should, f"{should} directs {company}, and its certificate lies with {owner}")


def due(ledger: Ledger, company: str) -> str:
    """7.6, 7.7: the holder of the office keeps it unless another has more; of equal ones the nearest after him."""
    book = ledger.book
    before = ledger.notes["led before"].get(company, "")
    held = {p: book.shares(p, company) for p in book.order}
    new = company in book.floated and company not in ledger.notes["floated before"]
    bought = [m.dst for m in ledger.cards if m.card == f"{company}.0" and m.why == "bought" and company != GIPR]
    if (
        new and bought
    ):  # 2.1: who buys the director's certificate of what has not floated, also where another has as much
        return bought[0]
    if new and not any(held.values()) and "manager_before_floating" not in ledger.facts.options:
        return ""  # 2.2.1: no player owns a share
    others = book.after(before) if before else book.order
    best = max(others, key=lambda p: held[p])
    return best if held[best] > (held[before] if before else 0) else before
