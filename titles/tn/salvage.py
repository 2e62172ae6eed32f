"""18TN 8(c): as an option the bank pays for 3-trains that rust."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards, money, places
from game.events import CardMoved, Event

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules

SALVAGE = 50  # dollars for a 3-train


class Salvaged(Event, frozen=True):
    company: str
    train: str
    amount: int


def salvage(g: Game, event: CardMoved) -> None:
    """18TN 8(c): the bank pays a corporation for each 3-train that it loses to the first 6-train."""
    rusted = event.why == "rusted" and cards.kind(event.card) == "3"
    if rusted and event.src in g.state.companies and g.rules.has("salvage_3"):
        money.pay(g, places.BANK, event.src, SALVAGE, "salvage")
        g.emit(Salvaged(event.src, event.card, SALVAGE))


def in_words(event: Salvaged, _view: object, rules: Rules) -> str:
    kind = cards.kind(event.train)
    return f"{event.company} gets {rules.data.money(event.amount)} from the bank for its {kind}-train."
