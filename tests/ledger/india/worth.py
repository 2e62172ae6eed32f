"""18 India 9.2: cash, bonds and privates at face value, shares with a tenth of what their company owns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import Event, GameEnded, RoundEnded
from tests.ledger.book import kind
from tests.ledger.india import papers

if TYPE_CHECKING:
    from tests.ledger.book import Book
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    if isinstance(event, RoundEnded | GameEnded):
        book = ledger.book
        wanted = {p: worth(book, p) for p in book.order}
        ledger.must(event.worth == wanted, f"worth is told as {event.worth}, and is {wanted}")


def worth(book: Book, player: str) -> int:
    each = {c: papers.value(book, c) + assets(book, c) // 10 for c in book.marks["in game"]}
    held = sum(n * each[c] for card, (c, n) in book.facts.certificates.items() if book.place[card] == player)
    return book.cash[player] + held + papers_at_face(book, player)


def assets(book: Book, company: str) -> int:
    """9.2.1: cash, trains at full price, papers at face value, owned shares at their market price alone."""
    trains = sum(int(book.facts.trains[kind(t)]["price"]) for t in book.trains(company))
    held = sum(
        n * papers.value(book, c) for card, (c, n) in book.facts.certificates.items() if book.place[card] == company
    )
    return book.cash[company] + trains + held + papers_at_face(book, company)


def papers_at_face(book: Book, place: str) -> int:
    return sum(papers.printed(book.facts, p) for p in book.facts.privates if book.place[p] == place)
