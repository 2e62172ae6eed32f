"""Trains: which are for sale at what price, how many a company may hold, phases, rust, the president's help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.actions import BuyTrain
from game.events import Event, Paid, PhaseBegan, RoundBegan, TrainBought, TurnBegan, TurnEnded
from tests.ledger.book import kind

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

DEPOT, POOL, GONE = "depot", "pool", "gone"


def hear(ledger: Ledger, event: Event) -> None:
    notes = ledger.notes
    match event:
        case TurnBegan():
            within(ledger)
            notes["from the bank"] = []
        case TurnEnded(who=who):
            within(ledger)
            if who in ledger.facts.companies and who not in ledger.notes.get("closed", ()):
                why = ledger.terms.trainless(ledger, who)
                ledger.must(not why, f"{who} ends its turn without a train: {why}")
        case RoundBegan():
            within(ledger)
        case Paid(why="help"):
            notes["helped"] = True
        case TrainBought():
            bought(ledger, event)
            notes["helped"] = False
        case PhaseBegan(phase=phase):
            due = notes.pop("phase due", "none")
            ledger.must(phase == due, f"phase {phase} begins, {due} was due")
            removed(ledger)


def counted(ledger: Ledger, company: str) -> int:
    book = ledger.book
    free = book.obsolete if ledger.terms.obsolete_free(ledger) else ()
    return sum(1 for t in book.trains(company) if t not in free)


def within(ledger: Ledger) -> None:
    """Nobody goes on above the limit, and no phase is left out."""
    due = ledger.notes.get("phase due")
    ledger.must(not due, f"phase {due} should have begun")
    if ledger.terms.discards_late(ledger):
        return
    for company in ledger.facts.companies:
        has = counted(ledger, company)
        if has:
            limit = ledger.terms.train_limit(ledger, company)
            ledger.must(has <= limit, f"{company} holds {has} trains, the limit is {limit}")


def bought(ledger: Ledger, event: TrainBought) -> None:
    book, data = ledger.book, ledger.facts.trains[kind(event.train)]
    had = counted(ledger, event.company) - 1
    limit = ledger.terms.train_limit(ledger, event.company)
    ledger.must(had < limit or ledger.terms.room(ledger, event), f"{event.company} buys with {had} of {limit} trains")
    origin = next(m.src for m in reversed(ledger.cards) if m.card == event.train)
    ledger.must(origin == event.seller, f"{event.train} comes from {origin}, not from {event.seller}")
    using = ledger.action.using if isinstance(ledger.action, BuyTrain) else ""
    if event.seller in (DEPOT, POOL):
        price = max(0, data["price"] - (ledger.terms.discount(ledger, event) if using else 0))
        ledger.must(
            event.price == price, f"{event.company} pays {event.price} for a {kind(event.train)}, which costs {price}"
        )
        why = ledger.terms.one_too_many(ledger, event, using)
        ledger.must(not why, f"{event.company} buys {event.train}: {why}")
        ledger.notes["from the bank"].append(event)
    else:
        ledger.must(event.price >= 1, f"{event.company} pays {event.price} to {event.seller}")
        ledger.must(event.train not in book.obsolete, f"{event.train} is obsolete and is sold")
    if ledger.notes.get("helped"):
        ledger.must(book.cash[event.company] == 0, f"{event.company} was helped and keeps {book.cash[event.company]}")
        why = ledger.terms.unhelpful(ledger, event)
        ledger.must(not why, f"{event.company} buys {event.train} with its president's money: {why}")
    if event.seller == DEPOT:
        in_turn(ledger, event)
        begins(ledger, event)


def in_turn(ledger: Ledger, event: TrainBought) -> None:
    """The depot sells one type after another, and what is sold beside them once its time has come."""
    left = ledger.book.trains(DEPOT)
    cards, beside = ledger.facts.train_cards, ledger.facts.trains[kind(event.train)].get("sold_from", "")
    first = not left or cards.index(event.train) < cards.index(left[0])
    ledger.must(first or beside in ledger.notes.get("types sold", ()), f"{event.train} is sold before {left[:1]}")


def begins(ledger: Ledger, event: TrainBought) -> None:
    """The first of a type, or the card that the table of phases names, begins a phase."""
    sold = ledger.notes.setdefault("types sold", [])
    side = ledger.action.side if isinstance(ledger.action, BuyTrain) else ""
    sold.append(kind(event.train))
    names = list(ledger.facts.phases)
    for name in names[names.index(ledger.book.phase) + 1 :]:
        on = ledger.facts.phases[name].get("on", ())
        if side in on or kind(event.train) in on or event.train in on:
            ledger.notes["phase due"] = name
    ledger.notes["trigger"] = (kind(event.train), event.train)


def removed(ledger: Ledger) -> None:
    """What the train rusts or makes obsolete; cards are looked at when the play is over."""
    for name, data in ledger.facts.trains.items():
        if data.get("rusts_on") in ledger.notes["trigger"]:
            ledger.notes.setdefault("rusted", []).append(name)
        if data.get("obsolete_on") in ledger.notes["trigger"]:
            held = (t for t in ledger.facts.train_cards if kind(t) == name)
            ledger.book.obsolete |= {t for t in held if ledger.book.place[t] in ledger.facts.companies}


def close(ledger: Ledger) -> None:
    """Rusted trains are gone, and so are privates once the phase has come that closes them."""
    book = ledger.book
    for name in ledger.notes.get("rusted", ()):
        left = [t for t in ledger.facts.train_cards if kind(t) == name and book.place[t] != GONE]
        ledger.must(not left, f"{left} should have rusted")
    names = list(ledger.facts.phases)
    past = names[: names.index(book.phase) + 1]
    if any("close_privates" in ledger.facts.flags(name) for name in past):
        left = [p for p in ledger.facts.privates if book.place[p] != GONE]
        ledger.must(not left, f"{left} should have closed")
