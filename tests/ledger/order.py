"""Order: which round follows, who operates next, whose stock turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import EndTriggered, Event, RoundBegan, TurnBegan

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    match event:
        case EndTriggered(why=why):
            ledger.notes["ending"] = why
        case RoundBegan(name=name):
            follows(ledger, name)
            ledger.notes["done"], ledger.notes["last turn"] = [], ""
        case TurnBegan(who=who) if who in ledger.facts.companies:
            first = next((c for c in ledger.terms.line(ledger.book) if c not in ledger.notes["done"]), "nobody")
            ledger.must(who == first, f"{who} operates, and {first} is next")
            ledger.notes["done"].append(who)
        case TurnBegan(who=who) if ledger.book.round.startswith("SR"):
            stock_turn(ledger, who)


def follows(ledger: Ledger, name: str) -> None:
    """A stock round, then the operating rounds of a set: as many as the phase says when the set begins."""
    kind, _, number = name.partition(" ")
    before, _, last = ledger.book.round.partition(" ")
    ending = ledger.notes.get("ending")
    if kind == "OR" and number.endswith(".1"):
        ledger.notes["rounds"] = ledger.facts.phases[ledger.book.phase].get("rounds", 1)
        ledger.must(before != "OR", f"{name} follows {ledger.book.round} without a stock round")
    elif kind == "OR":
        at = int(number.partition(".")[2])
        ledger.must(
            at <= ledger.notes["rounds"] or ending, f"{name} begins, the set has {ledger.notes['rounds']} rounds"
        )
        ledger.must(before == "OR" and int(last.partition(".")[2]) == at - 1, f"{name} follows {ledger.book.round}")
    elif kind == "SR" and before == "OR":
        played = int(last.partition(".")[2])
        ledger.must(played == ledger.notes["rounds"], f"{name} follows {played} of {ledger.notes['rounds']} rounds")
        ledger.must(not ending, f"{name} begins although the end has come near ({ending})")


def stock_turn(ledger: Ledger, player: str) -> None:
    """Clockwise from the holder of the priority deal."""
    last, book = ledger.notes["last turn"], ledger.book
    ledger.notes["last turn"] = player
    if book.out:
        return  # who is out is passed over
    wanted = book.after(last)[0] if last else ledger.notes.get("priority") or player
    ledger.must(player == wanted, f"{player} has a stock turn, and {wanted} is next")
