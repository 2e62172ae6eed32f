"""The position as the ledger has it, from the facts and from events; prices and presidents are its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.ledger.facts import Cell, Facts


class Disagreement(AssertionError):
    """The game does something that the rules as the ledger knows them forbid; the sentence says which."""


@dataclass
class Book:
    facts: Facts
    order: list[str]  # players in order of seats
    cash: dict[str, int] = field(default_factory=dict)
    place: dict[str, str] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    par: dict[str, int] = field(default_factory=dict)
    president: dict[str, str] = field(default_factory=dict)
    piles: dict[Cell, list[str]] = field(default_factory=dict)  # top first
    floated: list[str] = field(default_factory=list)
    operated: list[str] = field(default_factory=list)
    side: dict[str, str] = field(default_factory=dict)  # train -> the side that was chosen
    obsolete: set[str] = field(default_factory=set)
    tiles: dict[str, str] = field(default_factory=dict)
    stations: list[tuple[str, str, str]] = field(default_factory=list)  # company, hex, private whose power it was
    out: list[str] = field(default_factory=list)  # bankrupt players
    phase: str = ""
    round: str = "Auction"
    turn: str = ""  # the company or player on turn
    marks: dict[str, list[str]] = field(default_factory=dict)  # small facts of a title

    # ------------------------------------------------------------------ shares

    def shares(self, place: str, company: str) -> int:
        held = self.facts.certificates
        return sum(n for card, (of, n) in held.items() if of == company and self.place[card] == place)

    def cards(self, place: str, company: str) -> list[str]:
        return [c for c, (of, _) in self.facts.certificates.items() if of == company and self.place[c] == place]

    def with_players(self, company: str) -> int:
        return sum(self.shares(p, company) for p in self.order)

    def mandate(self, company: str) -> int:
        """Shares on the president's certificate."""
        return self.facts.certificates[f"{company}.0"][1]

    # ------------------------------------------------------------------ market

    def cell(self, company: str) -> Cell | None:
        return next((cell for cell, pile in self.piles.items() if company in pile), None)

    def price(self, company: str) -> int:
        cell = self.cell(company)
        return self.facts.cells[cell][0] if cell else 0

    def zone(self, company: str) -> str:
        cell = self.cell(company)
        return self.facts.cells[cell][1] if cell else ""

    def put(self, company: str, cell: Cell) -> None:
        """Under those that are there; a marker that stays keeps its place."""
        old = self.cell(company)
        if old == cell:
            return
        if old is not None:
            self.piles[old].remove(company)
        self.piles.setdefault(cell, []).append(company)

    def ranked(self) -> list[str]:
        """Dearest first, then farther right, then higher, then on top of the pile."""
        found = [
            ((-self.facts.cells[cell][0], -cell[1], cell[0], i), c)
            for cell, pile in self.piles.items()
            for i, c in enumerate(pile)
        ]
        return [c for _, c in sorted(found)]

    # ------------------------------------------------------------------ trains

    def trains(self, place: str) -> list[str]:
        return [t for t in self.facts.train_cards if self.place[t] == place]

    def kinds(self, place: str) -> Counter[str]:
        return Counter(kind(t) for t in self.trains(place))

    # ------------------------------------------------------------------ stations

    def joins(self, company: str, slot: str) -> bool:
        """Whether a station that stood in the hex, in no city of it, only gets its circle there."""
        hex_id, stop, circle = slot.split(".")
        return stop != "+" and circle != "+" and (company, hex_id, "") in self.stations

    def placed(self, company: str, beside: str = "") -> int:
        """Stations of its charter; those by the power of `beside` are none."""
        return sum(1 for of, _, using in self.stations if of == company and (not using or using != beside))

    # ------------------------------------------------------------------ players

    def after(self, player: str) -> list[str]:
        at = self.order.index(player)
        return self.order[at + 1 :] + self.order[:at]

    def worth(self, player: str) -> int:
        held = sum(
            n * self.price(company)
            for card, (company, n) in self.facts.certificates.items()
            if self.place[card] == player
        )
        privates: int = sum(data["value"] for p, data in self.facts.privates.items() if self.place[p] == player)
        return self.cash[player] + held + privates


def kind(train: str) -> str:
    return train.rpartition("-")[0]


def opened(facts: Facts, order: Sequence[str]) -> Book:
    """As every title is laid out: money with the players, the rest in the bank, cards unsold."""
    each = facts.game["cash"][str(len(order))]
    book = Book(facts, list(order))
    book.cash = dict.fromkeys(order, each) | dict.fromkeys(facts.companies, 0)
    book.cash["bank"] = facts.game["bank"] - each * len(order)
    book.place = dict.fromkeys(facts.privates, "bank") | dict.fromkeys(facts.certificates, "ipo")
    for name, data in facts.trains.items():
        for i in range(data["count"] + data.get("extra", 0)):
            book.place[f"{name}-{i + 1}"] = "depot" if i < data["count"] else "aside"
    book.size = {c: sum(n for of, n in facts.certificates.values() if of == c) for c in facts.companies}
    book.phase = next(iter(facts.phases))
    return book
