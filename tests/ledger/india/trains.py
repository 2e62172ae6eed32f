"""18 India's trains: two for each company, one of phase IV; they never rust; the bank takes most of them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.actions import BuyTrain
from game.events import Event, PhaseBegan, RoundBegan, TrainBought, TurnEnded
from tests.ledger import trains
from tests.ledger.book import kind

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

LIMIT = 2
EARLY = ("2", "3", "4")  # sold one type after another; all others together after them


def hear(ledger: Ledger, event: Event) -> None:
    match event:
        case RoundBegan() | TurnEnded() if ledger.notes.get("phase due"):
            ledger.must(not ledger.notes["phase due"], f"phase {ledger.notes['phase due']} should have begun")
        case RoundBegan():
            ledger.notes["fresh"] = {}
        case TrainBought():
            bought(ledger, event)
        case PhaseBegan(phase=phase):
            due = ledger.notes.pop("phase due", "none")
            ledger.must(phase == due, f"phase {phase} begins, {due} was due")
        case _ if type(event).__name__ == "TrainSold":
            sold(ledger, getattr(event, "company", ""), getattr(event, "train", ""))


def of_phase_iv(ledger: Ledger, train: str) -> bool:
    return kind(train) not in EARLY


def bought(ledger: Ledger, event: TrainBought) -> None:
    book, company, train = ledger.book, event.company, event.train
    own = book.trains(company)
    ledger.must(company == book.turn, f"{company} buys a train in the turn of {book.turn}")
    ledger.must(len(own) <= LIMIT, f"{company} buys and owns {own}, the limit is {LIMIT}")  # 8.4.5.1
    late = [t for t in own if of_phase_iv(ledger, t)]
    ledger.must(len(late) <= 1, f"{company} owns {late}, one of phase IV is allowed")  # 8.4.5.6
    origin = next(m.src for m in reversed(ledger.cards) if m.card == train)
    ledger.must(origin == event.seller, f"{train} comes from {origin}, not from {event.seller}")
    side = ledger.action.side if isinstance(ledger.action, BuyTrain) else ""
    up = book.side.get(train, "")
    turned = bool(up) and side not in ("", up)
    ledger.must(not turned or "train_side_free" in ledger.facts.options, f"{train} was {up} and is bought as {side}")
    if event.seller in ledger.facts.companies:
        ledger.must(event.price >= 1, f"{company} pays {event.price} to {event.seller}")  # 8.4.5.4
        ledger.must(book.president.get(event.seller), f"{event.seller} sells {train}, and nobody is in charge of it")
        return
    price = ledger.facts.trains[kind(train)]["price"]
    ledger.must(event.price == price, f"{company} pays {event.price} for {train}, which costs {price}")
    ledger.notes["fresh"][train] = company, book.round, ledger.notes["turn number"]
    if event.seller == "depot":
        left = [t for t in book.trains("depot") if kind(t) in EARLY]  # 8.4.5.3
        first = ledger.facts.train_cards.index(train)
        ahead = [t for t in left if ledger.facts.train_cards.index(t) < first]
        ledger.must(not ahead, f"{train} is sold before {ahead}")
        trains.begins(ledger, event)


def sold(ledger: Ledger, company: str, train: str) -> None:
    """8.4.5.5: not what the bank has sold in this operating round (18xx.games: to that company in this turn)."""
    ledger.must(company == ledger.book.turn, f"{company} sells a train in the turn of {ledger.book.turn}")
    fresh = ledger.notes["fresh"].get(train)
    if fresh is None:
        return
    buyer, _, turn = fresh
    lax = "free_resale_after_transfer" in ledger.facts.options
    ledger.must(
        lax and (buyer != company or turn != ledger.notes["turn number"]),
        f"{company} sells {train}, which the bank has sold to {buyer} in this round",
    )
