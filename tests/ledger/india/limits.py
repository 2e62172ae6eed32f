"""18 India's limits: certificates of players and companies, one purchase a turn, sales in their time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import CardMoved, Event, PrivateSold, SharesSold, TurnBegan
from tests.ledger.india import papers

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

OWN = 3  # certificates that a company may own


def hear(ledger: Ledger, event: Event) -> None:
    book, notes = ledger.book, ledger.notes
    match event:
        case TurnBegan(who=who):
            if who in book.order and not notes["buying"]:
                sold_down(ledger)
                notes["buying"] = True
            notes["bought"] = []
        case SharesSold(who=who) | PrivateSold(seller=who) if who in book.cash and who != "bank":
            sells(ledger, who)


def limit(ledger: Ledger) -> int:
    """7.3: by players and closed companies."""
    players, closed = len(ledger.book.order), min(2, len(ledger.book.marks.get("closed", ())))
    game = ledger.facts.game
    return int(game["numbers"][f"limit_{players}_{closed}"] if closed else game["certificates"][str(players)])


def sells(ledger: Ledger, seller: str) -> None:
    """7.1: players in their selling turn alone, one after the other; 8.4.6: companies in their turn, before they buy."""
    book, notes = ledger.book, ledger.notes
    if seller in book.order:
        open_ = book.round.startswith("SR") and book.round != "SR 1" and not notes["buying"]
        ledger.must(open_, f"{seller} sells in {book.round}, and not in a selling turn")
        ledger.must(ledger.action.by == seller, f"{ledger.action.by} sells what belongs to {seller}")
        at, last = book.order.index(seller), notes["sellers"][-1:]
        ledger.must(not last or book.order.index(last[0]) <= at, f"{seller} sells after {last}")
        notes["sellers"].append(seller)
    else:
        ledger.must(seller == book.turn, f"{seller} sells in the turn of {book.turn}")
        ledger.must(not notes["bought"], f"{seller} sells after it has bought {notes['bought']}")


def sold_down(ledger: Ledger) -> None:
    """7.3: who is above the limit has sold what he could."""
    book, most = ledger.book, limit(ledger)
    for player in book.order if book.round != "SR 1" else ():
        own = [c for c, place in book.place.items() if place == player and papers.counts(book, c)]
        free = [c for c in own if not papers.director(c)]
        ledger.must(len(own) <= most or not free, f"{player} keeps {len(own)} certificates, the limit is {most}")


def close(ledger: Ledger) -> None:
    taken = [m for m in ledger.cards if m.why in ("bought", "converted") and m.dst in ledger.book.cash]
    papers_taken = [m for m in taken if m.card in ledger.facts.certificates or m.card in ledger.facts.privates]
    if papers_taken:
        buys(ledger, papers_taken)
    ledger.notes["held before"] = papers.holdings(ledger.book)
    ledger.notes["turn before"], ledger.notes["number before"] = ledger.book.turn, ledger.notes.get("turn number", 0)
    ledger.notes["round before"] = ledger.book.round


def buys(ledger: Ledger, moves: list[CardMoved]) -> None:
    """7.2, 8.4.6: one purchase a turn, from one place, within the limit."""
    book, notes = ledger.book, ledger.notes
    buyers = {m.dst for m in moves}
    ledger.must(len(buyers) == 1, f"{buyers} buy at the same time")
    buyer = buyers.pop()
    player = buyer in book.order
    ledger.must(buyer == notes["turn before"], f"{buyer} buys in the turn of {notes['turn before']}")
    ledger.must(notes["round before"].startswith("SR" if player else "OR"), f"{buyer} buys in {notes['round before']}")
    if notes["turn number"] == notes["number before"]:
        ledger.must(not notes["bought"], f"{buyer} buys again, after {notes['bought']}")
        notes["bought"] = [m.card for m in moves]
    why = shape(ledger, buyer, moves)
    ledger.must(not why, f"{buyer} buys {[m.card for m in moves]}: {why}")
    count = sum(papers.counts(book, m.card) for m in moves)
    has, most = notes["held before"][buyer] + count, limit(ledger) if player else OWN
    ledger.must(not count or has <= most, f"{buyer} buys and holds {has} certificates, the limit is {most}")


def shape(ledger: Ledger, buyer: str, moves: list[CardMoved]) -> str:
    """7.2.1 to 7.2.5, 8.4.6.2 to 8.4.6.5: what may be bought together."""
    player, sources = buyer in ledger.book.order, {m.src for m in moves}
    companies = {ledger.facts.certificates.get(m.card, ("private", 0))[0] for m in moves}
    if len(sources) > 1:
        return "it lies in several places"
    source = sources.pop()
    if source.startswith("hand:"):
        alike = len(companies) == 1
        return "" if player and source == f"hand:{buyer}" and alike else "cards of a hand are one company's or privates"
    if source in papers.ROWS:
        if player:
            open_ = ledger.notes["round before"] != "SR 1" or "sr1_ipo_open" in ledger.facts.options
            return "" if len(moves) <= 2 and open_ else "two cards of a row, and none in the first stock round"
        own = buyer in companies
        return "its own share lies in a row" if own else "one card of a row" if len(moves) > 1 else ""
    if source == "bank":
        return "" if len(moves) == 1 and papers.is_bond(moves[0].card) else "the bank sells bonds"
    return "" if len(moves) == 1 and source in ("pool", "aside") else f"it lies in {source}"
