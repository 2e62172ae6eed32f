"""The ledger: what each event obliges somebody to pay or a marker to move, against what was paid and moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from game.actions import Action, BuyTrain
from game.events import (
    CardMoved,
    CompanyClosed,
    Event,
    Floated,
    Paid,
    ParSet,
    PhaseBegan,
    PresidentChanged,
    PriceMoved,
    RoundBegan,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from tests.ledger.book import Disagreement, opened
from tests.ledger.europe import Europe
from tests.ledger.facts import facts
from tests.ledger.india.terms import India
from tests.ledger.terms import Georgia, Tennessee, Virginia

if TYPE_CHECKING:
    from tests.ledger.facts import Cell

TERMS: dict[str, Georgia] = {
    "18GA": Georgia(),
    "18TN": Tennessee(),
    "18VA": Virginia(),
    "18EU": Europe(),
    "18India": India(),
}


class Ledger:
    """A game's ledger. `play` hears one action with its events."""

    def __init__(self, title: str, options: Iterable[str], players: Iterable[str]) -> None:
        self.facts = facts(title, options)
        self.terms = TERMS[title]
        self.book = opened(self.facts, list(players))
        self.terms.lay_out(self.book)
        self.notes: dict[str, Any] = {}  # memory of the subjects, by their own keys
        self.action = Action()
        self.owed: Counter[tuple[str, str, int]] = Counter()  # what must be paid in this play: from, to, dollars
        self.paid: Counter[tuple[str, str, int]] = Counter()
        self.due: list[tuple[str, Cell, Cell]] = []  # markers that must move in this play
        self.moved: list[tuple[str, Cell, Cell]] = []
        self.cards: list[CardMoved] = []  # of this play so far
        self.bankruptcy = False  # whether a player goes bankrupt in this play

    def must(self, holds: object, sentence: str) -> None:
        if not holds:
            raise Disagreement(f"{self.facts.title}, {self.book.round}: {sentence}, after {self.action}")

    def owe(self, src: str, dst: str, dollars: int) -> None:
        if dollars:
            self.owed[src, dst, dollars] += 1

    def play(self, action: Action, events: Iterable[Event]) -> None:
        self.action = action
        self.owed.clear()
        self.paid.clear()
        self.due, self.moved, self.cards = [], [], []
        events = list(events)
        self.bankruptcy = any(isinstance(e, WentBankrupt) for e in events)
        for event in events:
            for hear in self.terms.subjects:
                hear(self, event)
            self.note(event)
        for close in self.terms.closers:
            close(self)

    def note(self, event: Event) -> None:
        """What events alone can tell of the position."""
        book = self.book
        match event:
            case Paid(src=src, dst=dst, amount=amount):
                book.cash[src] -= amount
                book.cash[dst] += amount
            case CardMoved(card=card, dst=dst):
                book.place[card] = dst
                self.cards.append(event)
                if dst not in self.facts.companies:
                    book.obsolete.discard(card)
            case ParSet(who=who, company=company, price=price):
                book.par[company], book.president[company] = price, who
            case PresidentChanged(company=company, new=new):
                book.president[company] = new
            case PriceMoved(company=company, old=old, new=new):
                if old:
                    self.moved.append((company, cell(old), cell(new)))
            case Floated(company=company):
                book.floated.append(company)
            case RoundBegan(name=name):
                book.round = name
            case TurnBegan(who=who):
                book.turn = who
            case TurnEnded(who=who) if who in self.facts.companies and who not in book.operated:
                book.operated.append(who)
            case TileLaid(hex=hex_id, tile=tile):
                book.tiles[hex_id] = tile
            case TokenPlaced(company=company, slot=slot, using=using) if not self.terms.joins(book, company, slot):
                book.stations.append((company, slot.partition(".")[0], using))
            case TokenRemoved(company=company, slot=slot):
                there = [s for s in book.stations if s[:2] == (company, slot.partition(".")[0])]
                self.must(there, f"a station of {company} leaves {slot}, where none stood")
                book.stations.remove(there[0])
            case PhaseBegan(phase=phase):
                book.phase = phase
            case TrainDiscarded(train=train):
                book.side.pop(train, None)
            case WentBankrupt(who=who):
                book.out.append(who)
            case CompanyClosed(company=company):
                self.terms.close(book, company)
            case _:
                self.terms.note(book, event)
        if isinstance(action := self.action, BuyTrain) and action.side:
            book.side[action.train] = action.side

    def agrees(self, state: Any) -> None:
        """The game's own position is what its events have told."""
        book = self.book
        self.must(state.cash == book.cash, f"purses differ: {different(state.cash, book.cash)}")
        self.must(state.place == book.place, f"cards lie elsewhere: {different(state.place, book.place)}")
        piles = {f"{row},{column}": pile for (row, column), pile in book.piles.items() if pile}
        self.must(state.market == piles, f"the market shows {state.market}, and should {piles}")
        led = {c: s.president for c, s in state.companies.items() if s.president}
        mine = {c: p for c, p in book.president.items() if p}
        self.must(led == mine, f"presidents differ: {different(led, mine)}")
        self.must(state.phase == book.phase, f"it is phase {state.phase}, and should be {book.phase}")
        self.terms.agrees(self, state)


def cell(text: str) -> Cell:
    row, _, column = text.partition(",")
    return int(row), int(column)


def different(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    keys = sorted(k for k in theirs.keys() | ours.keys() if theirs.get(k) != ours.get(k))
    return ", ".join(f"{k}: {theirs.get(k)} instead of {ours.get(k)}" for k in keys)
