"""18 India: where things lie at the start, what its own events tell, and which modules hear them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from tests.ledger.india import closing, control, ground, limits, money, order, papers, prices, trains, worth
from tests.ledger.terms import Closer, Georgia, Hear

if TYPE_CHECKING:
    from game.events import Event
    from tests.ledger.book import Book
    from tests.ledger.ledger import Ledger

GIPR = papers.GIPR


class India(Georgia):
    """18 India: nothing of 18GA's pattern but the cards, the purses and the market."""

    subjects: ClassVar[tuple[Hear, ...]] = (
        order.hear,
        papers.hear,
        control.hear,
        limits.hear,
        ground.hear,
        money.hear,
        prices.hear,
        trains.hear,
        closing.hear,
        worth.hear,
        ground.settle,
    )
    closers: ClassVar[tuple[Closer, ...]] = (
        money.close,
        prices.close,
        control.close,
        limits.close,
        ground.close,
        order.close,
    )

    def dealt(self, ledger: Ledger, state: Any) -> None:
        """5, 6.1 to 6.3: what chance has given is read off the position; that it is a deal by the rules is checked."""
        book, data = ledger.book, ledger.facts
        book.round = "Selection"
        book.size = dict.fromkeys(data.companies, 10)
        book.place |= {card: state.place[card] for card in (*data.certificates, *papers.privates(data))}
        playing = [c for c in data.companies if book.place[f"{c}.1"] != "gone"]
        book.marks["in game"] = playing
        book.marks["guaranty"] = [*state.marks["guaranty"]]
        for row in papers.ROWS:
            book.marks[row] = [*state.marks[row]]
        papers.check_deal(ledger)
        for card in data.certificates:
            if book.place[card] == "pool":
                company = card.partition(".")[0]
                book.cash["bank"] -= papers.printed(data, card)
                book.cash[company] += papers.printed(data, card)
        ledger.notes["charter"] = {c: [*data.companies[c]["tokens"]] for c in playing}
        ledger.notes |= {
            "taken": [],
            "left home": set(),
            "markers": set(),
            "crossed": set(),
            "tiles": {},
            "buying": False,
        }
        for company in playing:  # 2.2.1: three shares in the Open Market float it
            if book.shares("pool", company) >= control.IN_PLAY:
                book.floated.append(company)
                control.enter(book, company)
        for slot, company in sorted(state.tokens.items()):  # their homes
            ground.at_home(ledger, company, slot)
        ledger.notes["held before"] = papers.holdings(book)
        ledger.notes["led before"], ledger.notes["floated before"] = {}, {*book.floated}

    def agrees(self, ledger: Ledger, state: Any) -> None:
        book = ledger.book
        ledger.must(state.order == book.order, f"the players' order is {state.order}, and should be {book.order}")
        for row in papers.ROWS:
            ledger.must(
                state.marks[row] == book.marks[row], f"{row} holds {state.marks[row]}, and should {book.marks[row]}"
            )
        floated = {c for c, company in state.companies.items() if company.floated}
        ledger.must(floated == {*book.floated}, f"floated are {floated}, and should be {book.floated}")
        charters = {c: [*state.companies[c].tokens] for c in ledger.notes["charter"]}
        ledger.must(charters == ledger.notes["charter"], f"charters hold {charters}, not {ledger.notes['charter']}")
        stations = Counter((owner, slot.partition(".")[0]) for slot, owner in state.tokens.items())
        known = Counter((owner, hex_id) for owner, hex_id, _ in book.stations)
        ledger.must(stations == known, f"stations stand {stations - known}, and should {known - stations}")
        markers = {*state.marks.get("gauge", [])}
        ledger.must(markers == ledger.notes["markers"], f"gauge markers differ: {markers ^ ledger.notes['markers']}")

    def close(self, book: Book, company: str) -> None:
        """8.4.4.4: it is no more."""
        book.president.pop(company, None)
        if company in book.floated:
            book.floated.remove(company)
        book.marks.setdefault("closed", []).append(company)
        book.marks["guaranty"] = [c for c in book.marks["guaranty"] if c != company]

    def note(self, book: Book, event: Event) -> None:
        """7.6, 7.7: who is in charge; 6.5, 7.5: in which order players sit."""
        match type(event).__name__:
            case "Managed":
                book.president[getattr(event, "company", "")] = getattr(event, "new", "")
            case "Unmanaged":
                book.president.pop(getattr(event, "company", ""), None)
            case "GuarantiesEnded":
                book.marks["guaranty"] = []
            case "PoolOpened":
                for card in getattr(event, "cards", ()):
                    book.place[card] = "draft"

    def joins(self, book: Book, company: str, slot: str) -> bool:
        """8.4.2.2: one station in a hex; one that stood there gets its circle."""
        return any(of == company and at == slot.partition(".")[0] for of, at, _ in book.stations)
