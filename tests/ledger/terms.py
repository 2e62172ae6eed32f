"""What differs between titles: 18GA is the pattern, the others say where they leave it. Paragraphs are those of the rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from game.events import CompanyClosed, Event, Floated, PhaseBegan, SharesBought, TileLaid, TokenPlaced, TrainBought
from tests.ledger import certificates, dividends, limits, money, order, prices, priority, trains, worth
from tests.ledger.book import kind

if TYPE_CHECKING:
    from tests.ledger.book import Book
    from tests.ledger.ledger import Ledger

Hear = Callable[["Ledger", Any], None]
Closer = Callable[["Ledger"], None]


class Georgia:
    """18GA."""

    subjects: ClassVar[tuple[Hear, ...]] = (
        order.hear,
        priority.hear,
        certificates.hear,
        limits.hear,
        trains.hear,
        money.hear,
        dividends.hear,
        prices.hear,
        worth.hear,
    )
    closers: ClassVar[tuple[Closer, ...]] = (money.close, prices.close, certificates.close, trains.close)
    waterfall = True
    kinds: tuple[str, ...] = ("full", "none")
    pays_itself: tuple[str, ...] = ("pool",)  # 4.2.4: whose shares pay the treasury
    extra_station = ""  # the private whose station is none of the charter
    uncounted = "y"  # 3.3(b): zones in which certificates do not count

    # ------------------------------------------------------------------ the position

    def lay_out(self, book: Book) -> None:
        """1: as every title."""

    def dealt(self, ledger: Ledger, state: Any) -> None:
        """What chance has given: nothing."""

    def agrees(self, ledger: Ledger, state: Any) -> None:
        """What a title compares beside purses, cards, market, presidents and phase."""

    def joins(self, book: Book, company: str, slot: str) -> bool:
        """Whether a station that stood in a hex only gets its circle."""
        return book.joins(company, slot)

    def close(self, book: Book, company: str) -> None:
        raise AssertionError(f"{company} closes")

    def note(self, book: Book, event: Event) -> None:
        """No events of its own."""

    # ------------------------------------------------------------------ money

    def capital(self, ledger: Ledger, event: Event) -> None:
        """3.4: ten times par when it floats."""
        if isinstance(event, Floated):
            ledger.owe("bank", event.company, ledger.book.par[event.company] * ledger.book.size[event.company])

    def heirs(self, book: Book, player: str) -> Iterable[str]:
        """5.1: a bankrupt forfeits his cash."""
        return ("bank",)

    def closing(self, ledger: Ledger, event: CompanyClosed) -> int:
        """18VA 4.6.3: what a company that closes has goes to the bank."""
        return ledger.book.cash[event.company]

    def private_price(self, ledger: Ledger, private: str) -> tuple[int, int]:
        """4.2.6: from half to one and a half times face value, once a 3-train was sold."""
        value: int = ledger.facts.privates[private]["value"]
        open_ = "privates" in ledger.facts.flags(ledger.book.phase)
        return ((value + 1) // 2, value * 3 // 2) if open_ else (0, 0)

    def terrain(self, ledger: Ledger, event: TileLaid) -> int:
        """4.2.1(f): the first tile costs what the hex says, Table III: unless a private lays it."""
        return 0 if event.old or event.using else self.ground(ledger, event.hex)

    def ground(self, ledger: Ledger, hex_id: str) -> int:
        printed = ledger.facts.map["hexes"].get(hex_id, "white").split(";")[0]
        return ledger.facts.terrain(hex_id) if printed == "white" else 0

    def station(self, ledger: Ledger, event: TokenPlaced) -> int:
        """4.2.2: the home is free, the next costs 40, each later one 100; Table III: Waycross is free, and one of them."""
        if event.using or ledger.book.joins(event.company, event.slot):
            return 0
        return (0, 40, 100, 100)[ledger.book.placed(event.company, self.extra_station)]

    # ------------------------------------------------------------------ limits

    def most(self, ledger: Ledger, company: str) -> int:
        """3.3(a): 60%."""
        return ledger.book.size[company] * 6 // 10

    def counts(self, ledger: Ledger, card: str) -> bool:
        """3.3(b): privates and certificates, but those of companies in the yellow zone."""
        company, dot, _ = card.rpartition(".")
        if not dot:
            return card in ledger.facts.privates
        return not any(zone in ledger.book.zone(company) for zone in self.uncounted)

    def deals_free_of_limit(self, ledger: Ledger) -> bool:
        """18xx.games does not look at the limit when a private changes hands."""
        return "buyer_proposes_only" in ledger.facts.options

    def unsaleable(self, ledger: Ledger, player: str, company: str) -> str:
        """3.2(a)(1): nothing in the first stock round, laps of the auction count as such (18xx.games: they do not)."""
        lapped = ledger.notes.get("lapped") and "no_first_sale" not in ledger.facts.options
        return "it is the first stock round" if ledger.book.round == "SR 1" and not lapped else ""

    # ------------------------------------------------------------------ dividends and prices

    def paid(self, kind: str, revenue: int) -> int:
        return revenue if kind == "full" else 0

    def held(self, book: Book, player: str, company: str) -> int:
        return book.shares(player, company)

    def halves(self, book: Book, company: str) -> bool:
        """Whether a company always splits what it earns with its owner."""
        return False

    def beside(self, ledger: Ledger, company: str) -> int:
        """What the treasury earns beside the dividend."""
        return 0

    def way(self, ledger: Ledger, company: str, revenue: int, paid: int) -> str:
        """4.2.4: right when something is paid, else left."""
        return "right" if paid else "left"

    def sold_out(self, book: Book, company: str) -> bool:
        """3.6: all of it with players."""
        return book.with_players(company) == book.size[company]

    def line(self, book: Book) -> list[str]:
        """4(b): floated companies by price."""
        return [c for c in book.ranked() if c in book.floated]

    # ------------------------------------------------------------------ trains

    def train_limit(self, ledger: Ledger, company: str) -> int:
        limit: int = ledger.facts.phases[ledger.book.phase]["limit"][""]
        return limit

    def obsolete_free(self, ledger: Ledger) -> bool:
        return True

    def discards_late(self, ledger: Ledger) -> bool:
        return False

    def room(self, ledger: Ledger, event: TrainBought) -> bool:
        """Whether a company at its limit may buy that all the same."""
        return False

    def discount(self, ledger: Ledger, event: TrainBought) -> int:
        return 0

    def one_too_many(self, ledger: Ledger, event: TrainBought, using: str) -> str:
        """4.2.5(f): one train of the bank a turn before the first 4 (18xx.games: not while another company has one to sell)."""
        lax = "several_bank_trains" in ledger.facts.options
        one = "one_train" in ledger.facts.flags(ledger.book.phase) and not lax
        return "it has bought one from the bank in this turn" if one and ledger.notes["from the bank"] else ""

    def unhelpful(self, ledger: Ledger, event: TrainBought) -> str:
        """4.2.5.1(a): only the cheapest train of the bank (18xx.games: also another company's)."""
        if event.seller in ledger.facts.companies:
            return "" if "help_foreign_train" in ledger.facts.options else "it belongs to another company"
        return self.dearer(ledger, event)

    def dearer(self, ledger: Ledger, event: TrainBought) -> str:
        trains = ledger.facts.trains
        offers = [*ledger.book.trains("depot")[:1], *ledger.book.trains("pool")]
        return "a cheaper one is for sale" if any(trains[kind(t)]["price"] < event.price for t in offers) else ""

    def trainless(self, ledger: Ledger, company: str) -> str:
        """4.2.5.1 asks for one only where there is a route, which the ledger does not know."""
        return ""


class Tennessee(Georgia):
    """18TN."""

    uncounted = "yg"

    def note(self, book: Book, event: Event) -> None:
        """5.1: who has a marker of the Civil War."""
        name = type(event).__name__
        if name == "WarBrokeOut":
            book.marks["war"] = [*getattr(event, "companies", ())]
        elif name == "WarEnded":
            book.marks["war"].remove(getattr(event, "company", ""))

    def most(self, ledger: Ledger, company: str) -> int:
        """3.3(a): all of a company in the green zone."""
        return ledger.book.size[company] if "g" in ledger.book.zone(company) else super().most(ledger, company)

    def private_price(self, ledger: Ledger, private: str) -> tuple[int, int]:
        """4.2.6: in the first operating round for face value, one for each company and from each player."""
        late = "privates" in ledger.facts.flags(ledger.book.phase)
        fixed = not late or "first_round_face_value" in ledger.facts.options
        if ledger.book.round != "OR 1.1" or not fixed:
            return super().private_price(ledger, private)
        value: int = ledger.facts.privates[private]["value"]
        return value, value

    def way(self, ledger: Ledger, company: str, revenue: int, paid: int) -> str:
        """5.1: the price stays where the war has taken the run of the only train."""
        one = len(ledger.book.trains(company)) == 1 and company in ledger.book.marks.get("war", ())
        return "" if one else super().way(ledger, company, revenue, paid)

    def obsolete_free(self, ledger: Ledger) -> bool:
        """4.2.5(g): they count (18xx.games: they do not)."""
        return "obsolete_trains_free" in ledger.facts.options


class Virginia(Georgia):
    """18VA."""

    waterfall = False
    extra_station = "P3"
    uncounted = ""

    def lay_out(self, book: Book) -> None:
        """1.2, 4.4: shares lie with their companies, five of most are put aside."""
        for company in book.facts.companies:
            self.issue(book, company)

    def issue(self, book: Book, company: str) -> None:
        small = book.facts.companies[company].get("group") and not self.late(book)
        book.size[company] = 5 if small else 10
        for i, card in enumerate(c for c, (of, _) in book.facts.certificates.items() if of == company):
            book.place[card] = "aside" if small and i >= 4 else "treasury"

    @staticmethod
    def late(book: Book) -> bool:
        return "all_ten_shares" in book.facts.flags(book.phase)

    def close(self, book: Book, company: str) -> None:
        """4.6.3: it may be started again; its cards are told one by one."""
        for known in (book.par, book.president):
            known.pop(company, None)
        for listed in (book.floated, book.operated):
            if company in listed:
                listed.remove(company)
        book.marks.setdefault("raised", [])
        book.marks["raised"] = [c for c in book.marks["raised"] if c != company]
        book.size[company] = 10 if self.late(book) or not book.facts.companies[company].get("group") else 5

    def note(self, book: Book, event: Event) -> None:
        """4.5.1: conversions; 4.2(4): train limits."""
        name, company = type(event).__name__, getattr(event, "company", "")
        if name == "Converted":
            book.size[company] = 10
        elif name == "LimitRaised":
            book.marks.setdefault("raised", []).append(company)
        elif name == "Reseated":
            wanted = sorted(book.order, key=lambda p: -book.cash[p])
            assert [*getattr(event, "order", ())] == wanted, "4.1: seats by cash, equal ones as before"
            book.order[:] = wanted

    def capital(self, ledger: Ledger, event: Event) -> None:
        """4.3.3: the bank pays the B&O's presidency; 4.4: with the sixth share it pays for the last four."""
        book = ledger.book
        if isinstance(event, Floated) and book.round == "Auction":
            ledger.owe("bank", event.company, 2 * book.par[event.company])
        if isinstance(event, SharesBought) and event.source == "treasury" and book.size[event.company] == 10:
            rest = book.shares("treasury", event.company)
            if rest == 4:
                ledger.owe("bank", event.company, 4 * book.price(event.company))
        if isinstance(event, PhaseBegan) and "all_ten_shares" in book.facts.flags(event.phase):
            book.size = dict.fromkeys(book.size, 10)

    def heirs(self, book: Book, player: str) -> Iterable[str]:
        """4.6.3: the operating company's treasury, if somebody else can lead it."""
        led = book.turn
        others = (p for p in book.order if p != player)
        return (led,) if any(book.shares(p, led) >= 2 for p in others) else ("bank",)

    def ground(self, ledger: Ledger, hex_id: str) -> int:
        """4.5.2: no tile costs anything."""
        return 0

    def counts(self, ledger: Ledger, card: str) -> bool:
        """3.1: everything."""
        return True if "." in card else card in ledger.facts.privates

    def unsaleable(self, ledger: Ledger, player: str, company: str) -> str:
        """4.3.1: stock of companies that have operated (18xx.games: or have run, for their first train)."""
        early = "first_turn_stock_sold" in ledger.facts.options and ledger.book.turn == company
        return "" if early or company in ledger.book.operated else "it has not operated"

    def beside(self, ledger: Ledger, company: str) -> int:
        """4.5.4.3: a freight train's run to a coal district with a station pays the treasury the same, until the 4D."""
        if ledger.book.phase == "4D":
            return 0
        book, found = ledger.book, 0
        own = {hex_id for owner, hex_id, _ in book.stations if owner == company}
        for run in ledger.notes["runs"]:
            side = book.side.get(run.train, "")
            coal = any(stop.partition(".")[0] in {"A6", "A12"} & own for stop in run.stops)
            if side.endswith("G") and coal:
                found += 20 * int(side[:-1])
        return found

    def way(self, ledger: Ledger, company: str, revenue: int, paid: int) -> str:
        """3.2: left without dividend, right where all of it is at least the price."""
        return "left" if not paid else "right" if paid >= ledger.book.price(company) else ""

    def sold_out(self, book: Book, company: str) -> bool:
        """3.2: ten-share companies only."""
        return book.size[company] == 10 and super().sold_out(book, company)

    def train_limit(self, ledger: Ledger, company: str) -> int:
        """2, 4.2(4): by size, one more with the power of the Potomac Yards."""
        limit: int = ledger.facts.phases[ledger.book.phase]["limit"][str(ledger.book.size[company])]
        return limit + (company in ledger.book.marks.get("raised", ()))

    def discount(self, ledger: Ledger, event: TrainBought) -> int:
        """4.2(2): 200 off a new train."""
        return 200 if event.seller == "depot" else 0

    def one_too_many(self, ledger: Ledger, event: TrainBought, using: str) -> str:
        """4.5.8: one new train of a type a turn, until the first 6."""
        options, bought = ledger.facts.options, ledger.notes["from the bank"]
        pool = "pool_uses_type_limit" in options
        kinds = [kind(e.train) for e in bought if e.seller == "depot" or pool]
        strict = "one_of_type" in ledger.facts.flags(ledger.book.phase)
        strict = strict or ("t6_limit_kept" in options and kind(event.train) == "6")
        if using and "tredegar_beside_type_limit" in options:
            strict = False
        second = event.seller == "depot" and kind(event.train) in kinds
        return "it has bought a new one of that type in this turn" if strict and second else ""

    def unhelpful(self, ledger: Ledger, event: TrainBought) -> str:
        """4.6: the cheapest train of the bank, or another company's up to its face value."""
        face: int = ledger.facts.trains[kind(event.train)]["price"]
        if event.seller in ledger.facts.companies:
            return "" if event.price <= face else "it costs more than its face value"
        using = face - event.price  # Tredegar's
        return self.dearer(ledger, event) if not using else ""

    def trainless(self, ledger: Ledger, company: str) -> str:
        """4.6: a company owns a train at the end of its turn."""
        book = ledger.book
        return "some are for sale" if not book.trains(company) and (book.trains("depot") or book.trains("pool")) else ""
