"""Worth: cash, shares at market price, privates at face value, when a round and when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import BankBroke, Event, GameEnded, RoundEnded

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    match event:
        case RoundEnded(worth=worth) | GameEnded(worth=worth):
            mine = {p: ledger.book.worth(p) for p in ledger.book.order}
            ledger.must(worth == mine, f"worth is told as {worth}, and is {mine}")
            if isinstance(event, GameEnded):
                due(ledger, event.why)
        case BankBroke():
            ledger.notes["broke"] = True


def due(ledger: Ledger, why: str) -> None:
    """An end has its cause."""
    book = ledger.book
    causes = {
        "bank": ledger.notes.get("broke"),
        "bankruptcy": bool(book.out),
        "price": ledger.notes.get("ending") == "price",
        "standstill": True,
    }
    ledger.must(causes[why], f"the game ends by {why} without a cause")
