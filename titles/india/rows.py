"""The three rows of the initial offering: open, ordered, bought from the top only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards
from game.marks import ROWS

if TYPE_CHECKING:
    from game.play import Game

PLACES = ("row:1", "row:2", "row:3")


def row(g: Game, number: int) -> list[str]:
    """Cards of a row, 1 to 3, the top first."""
    return list(ROWS[number].entries(g.state))


def place_of(card: str, g: Game) -> int:
    """The number of the row in which a card lies, 0 for none."""
    place = g.state.place[card]
    return int(place[-1]) if place in PLACES else 0


def take(g: Game, number: int, buyer: str) -> str:
    """The top card of a row goes to its buyer."""
    card = row(g, number)[0]
    ROWS[number].remove(g.state, card)
    cards.move(g, card, buyer, "bought")
    return card


def forget(g: Game, card: str) -> None:
    """A card of a closed company leaves its row."""
    number = place_of(card, g)
    if number:
        ROWS[number].remove(g.state, card)
