"""Priority: it goes to the player after the last one who did something in a stock round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import Event, Passed, RoundBegan, TurnEnded

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    notes, book = ledger.notes, ledger.book
    in_stock_round = book.round.startswith("SR")
    match event:
        case RoundBegan(name=name):
            if in_stock_round and notes.get("last to act"):
                notes["priority"] = book.after(notes["last to act"])[0]
            if name.startswith("SR"):
                notes["last to act"] = notes["passed"] = ""
        case Passed(who=who, what="stock round") if in_stock_round:
            notes["passed"] = who
        case TurnEnded(who=who) if in_stock_round and who in book.order:
            if notes["passed"] != who:
                notes["last to act"] = who
            notes["passed"] = ""
