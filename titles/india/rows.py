"""The three rows of the initial offering: open, ordered, bought from the top only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards

if TYPE_CHECKING:
    from game.play import Game

ROWS = ("row:1", "row:2", "row:3")


def row(g: Game, number: int) -> list[str]:
    """Cards of a row, 1 to 3, the top first."""
    return list(g.state.marks.get(f"row:{number}", []))


def place_of(card: str, g: Game) -> int:
    """The number of the row in which a card lies, 0 for none."""
    place = g.state.place[card]
    return int(place[-1]) if place in ROWS else 0


def take(g: Game, number: int, buyer: str) -> str:
    """The top card of a row goes to its buyer."""
    pile = g.state.marks[f"row:{number}"]
    card = pile.pop(0)
    cards.move(g, card, buyer, "bought")
    return card


def forget(g: Game, card: str) -> None:
    """A card of a closed company leaves its row."""
    number = place_of(card, g)
    if number:
        g.state.marks[f"row:{number}"].remove(card)
