"""18 India 2.4.4, 8.4.4.4: what becomes of all that a closed company had; 8.4.3.7: concessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import CardMoved, CompanyClosed, Event
from tests.ledger.india import ground, papers

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

GIPR = papers.GIPR
EXCHANGE = 3  # tokens of the GIPR for stations of closed companies


def hear(ledger: Ledger, event: Event) -> None:
    notes, book = ledger.notes, ledger.book
    match event:
        case CardMoved(card=card, src=src, dst=dst, why="closed") if card not in papers.privates(ledger.facts):
            returned(ledger, card, src, dst)
        case CompanyClosed(company=company):
            closed(ledger, company)
        case _ if type(event).__name__ == "TakenOver":
            slot = getattr(event, "slot", "")
            notes["taken"].append(slot)
            ledger.must(len(notes["taken"]) <= EXCHANGE, f"the GIPR takes {notes['taken']}")
            ledger.must(GIPR in book.floated, f"the GIPR takes {slot} and has not floated")
            notes.setdefault("taken now", []).append(slot.partition(".")[0])
        case _ if type(event).__name__ == "Claimed":
            good, claimed = getattr(event, "good", ""), notes.setdefault("claimed", set())
            ledger.must(good not in claimed, f"{good} is claimed twice")
            claimed.add(good)


def returned(ledger: Ledger, card: str, src: str, dst: str) -> None:
    """Trains, privates and shares to the Open Market, bonds to their pile, its own certificates out of the game."""
    own = card in ledger.facts.certificates and dst == "gone"
    wanted = "gone" if own else "bank" if papers.is_bond(card) else "pool"
    ledger.must(dst == wanted, f"{card} of {src} goes to {dst}, and should to {wanted}")


def closed(ledger: Ledger, company: str) -> None:
    book, notes = ledger.book, ledger.notes
    held = [c for c, place in book.place.items() if place == company]
    ledger.must(not held, f"{company} has closed and holds {held}")
    own = [c for c, (of, _) in ledger.facts.certificates.items() if of == company and book.place[c] != "gone"]
    ledger.must(not own, f"{company} has closed, and its certificates {own} are in the game")
    standing = [hex_id for of, hex_id, _ in book.stations if of == company]
    ledger.must(not standing, f"{company} has closed, and stations of it stand in {standing}")
    homes = ground.homes(ledger, company)
    taken = {*notes.pop("taken now", ())}
    left = EXCHANGE - len(notes["taken"]) + len(taken)
    if GIPR in book.floated and company != GIPR and left and company in notes["left home"]:
        ledger.must(taken & homes, f"the GIPR did not take over the home of {company}, it took {taken}")
    notes["charter"].pop(company, None)
