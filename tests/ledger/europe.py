"""18EU for the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.events import AuctionWon, CompanyClosed, Event, Floated, Paid, SharesBought, TileLaid, TrainBought
from tests.ledger.book import kind
from tests.ledger.terms import Georgia

if TYPE_CHECKING:
    from game.events import TokenPlaced
    from tests.ledger.book import Book
    from tests.ledger.ledger import Ledger

CHARTER = 100  # dollars for the four further tokens
PULLMAN = "P"


class Europe(Georgia):
    """18EU."""

    waterfall = False
    kinds = ("full", "half", "none")
    pays_itself = ("treasury",)  # 4.4.4: the pool pays nobody
    uncounted = ""

    def lay_out(self, book: Book) -> None:
        """1.2: minors are unsold and have a 2-train each, corporations hold their shares, Pullmans lie in the pool."""
        number = 0
        for company, data in book.facts.companies.items():
            minor = self.minor(book, company)
            for card, (of, _) in book.facts.certificates.items():
                if of == company:
                    book.place[card] = "bank" if minor else "treasury"
            if data.get("kind") == "minor":
                number += 1
                book.place[f"2-{number}"] = company
        for train in book.facts.train_cards:
            if kind(train) == PULLMAN:
                book.place[train] = "pool"

    @staticmethod
    def minor(book: Book, company: str) -> bool:
        return bool(book.facts.companies[company].get("kind") == "minor")

    def close(self, book: Book, company: str) -> None:
        """4.5.1: a corporation may be started again; 4.2.2: a minor is no more."""
        for known in (book.par, book.president):
            known.pop(company, None)
        for listed in (book.floated, book.operated):
            if company in listed:
                listed.remove(company)

    def note(self, book: Book, event: Event) -> None:
        """4.2.1: who buys a minor leads it."""
        if isinstance(event, AuctionWon):
            book.president[event.item] = event.who

    # ------------------------------------------------------------------ money

    def capital(self, ledger: Ledger, event: Event) -> None:
        """4.3: four tokens are paid for with the start; from phase 5 on the bank takes what is left when it floats."""
        book = ledger.book
        match event:
            case SharesBought(who=who, company=company, shares=2) if who in book.order:
                ledger.owe(company, "bank", CHARTER)
            case Floated(company=company) if "underwritten" in book.facts.flags(book.phase):
                ledger.owe("bank", company, book.shares("treasury", company) * book.price(company))
            case Paid(src=src, dst=dst, amount=amount, why="merged"):
                joined = self.minor(book, src) and not self.minor(book, dst)
                ledger.must(joined and amount == book.cash[src], f"{src} brings {dst} {amount} of {book.cash[src]}")
                ledger.owe(src, dst, amount)
            case Paid(src=src, why="closed") if self.minor(book, src):
                ledger.must(
                    event.amount == book.cash[src], f"{src} closes with {book.cash[src]} and pays {event.amount}"
                )
                ledger.owe(src, "bank", event.amount)

    def closing(self, ledger: Ledger, event: CompanyClosed) -> int:
        """A minor's money has gone before it closes."""
        return 0 if self.minor(ledger.book, event.company) else ledger.book.cash[event.company]

    def heirs(self, book: Book, player: str) -> Iterable[str]:
        """4.5.1: the operating corporation's treasury, if somebody else can lead it."""
        able = any(book.shares(p, book.turn) >= 2 for p in book.order if p != player)
        return (book.turn,) if able else ("bank",)

    def terrain(self, ledger: Ledger, event: TileLaid) -> int:
        """4.4.1, 4.6: rough 60, mountain 120, and 60 again when a mountain turns green."""
        words = next((w for w, hexes in ledger.facts.map["cost"].items() if event.hex in hexes.split()), "")
        if "mountain" in words and ledger.facts.colours[event.tile] == "green":
            return 60
        return super().terrain(ledger, event)

    def joins(self, book: Book, company: str, slot: str) -> bool:
        """4.2.3: a corporation may have a station in each city of Paris, Berlin and Vienna, by mergers."""
        return False

    def station(self, ledger: Ledger, event: TokenPlaced) -> int:
        """4.4.2: tokens are free."""
        return 0

    # ------------------------------------------------------------------ limits

    def counts(self, ledger: Ledger, card: str) -> bool:
        """3.1: every certificate, a minor as well (18xx.games: minors do not)."""
        company, dot, _ = card.rpartition(".")
        free = "minors_not_counted" in ledger.facts.options and self.minor(ledger.book, company) if dot else False
        return bool(dot) and not free

    def unsaleable(self, ledger: Ledger, player: str, company: str) -> str:
        """4.1.1: stock of corporations that have operated (18xx.games: or are about to buy their first train)."""
        early = "own_shares_in_first_turn" in ledger.facts.options and ledger.book.turn == company
        return "" if early or company in ledger.book.operated else "it has not operated"

    # ------------------------------------------------------------------ dividends and prices

    def paid(self, kind: str, revenue: int) -> int:
        """4.4.5: of a half dividend the corporation keeps the lesser part, in tens."""
        return {"full": revenue, "half": revenue - revenue // 2 // 10 * 10}.get(kind, 0)

    def halves(self, book: Book, company: str) -> bool:
        """4.4.4: a minor pays its owner one half and keeps the other."""
        return self.minor(book, company)

    def way(self, ledger: Ledger, company: str, revenue: int, paid: int) -> str:
        """3.2: left when nothing is paid, right when all that is paid reaches the price."""
        return "left" if not paid else "right" if paid >= ledger.book.price(company) else ""

    def sold_out(self, book: Book, company: str) -> bool:
        """3.2, 4.1.4: floated, nothing in treasury or pool."""
        return company in book.floated and not book.shares("treasury", company) + book.shares("pool", company)

    def line(self, book: Book) -> list[str]:
        """4.4: minors by their numbers, then corporations by price."""
        minors = [c for c in book.facts.companies if self.minor(book, c) and book.president.get(c)]
        return minors + super().line(book)

    # ------------------------------------------------------------------ trains

    def train_limit(self, ledger: Ledger, company: str) -> int:
        limits = ledger.facts.phases[ledger.book.phase]["limit"]
        found: int = limits.get("minor" if self.minor(ledger.book, company) else "corporation", limits.get("", 0))
        return found

    def discards_late(self, ledger: Ledger) -> bool:
        """4.3: after a merger the excess is discarded at the end of the round; 18xx.games: later still."""
        return True

    def room(self, ledger: Ledger, event: TrainBought) -> bool:
        """4.4.9: at the limit a Pullman may be given up for a train."""
        return any(kind(t) == PULLMAN for t in ledger.book.trains(event.company))

    def one_too_many(self, ledger: Ledger, event: TrainBought, using: str) -> str:
        """4.4.6: any number."""
        return ""

    def unhelpful(self, ledger: Ledger, event: TrainBought) -> str:
        """4.5.1: the cheapest train of the bank; 4.5.2: another company's up to its face value."""
        if event.seller in ledger.facts.companies:
            face: int = ledger.facts.trains[kind(event.train)]["price"]
            return "" if event.price <= face else "it costs more than its face value"
        if "help_dearer_train" in ledger.facts.options:
            return ""
        prices = ledger.facts.trains
        offers = [t for t in (*ledger.book.trains("depot")[:1], *ledger.book.trains("pool")) if kind(t) != PULLMAN]
        return "a cheaper one is for sale" if any(prices[kind(t)]["price"] < event.price for t in offers) else ""

    def trainless(self, ledger: Ledger, company: str) -> str:
        """4.5: a corporation owns a train at the end of its turn (18xx.games: where it has a route)."""
        book = ledger.book
        if self.minor(book, company) or "train_only_with_route" in book.facts.options:
            return ""
        own = [t for t in book.trains(company) if kind(t) != PULLMAN]
        sold = [t for t in (*book.trains("depot"), *book.trains("pool")) if kind(t) != PULLMAN]
        return "some are for sale" if not own and sold else ""
