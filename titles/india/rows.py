"""The three rows of the initial offering: open, ordered, bought from the top only; and from when on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from game import cards
from game.marks import ROWS
from game.round_names import FIRST_STOCK_ROUND, is_operating_round, is_stock_round

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import State

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


def closed_piles(view: State[Any], rules: Rules) -> Sequence[Literal["rows", "pool"]]:
    """18 India 6, 7.2.2: which piles nobody may buy from yet."""
    if not (is_stock_round(view.round) or is_operating_round(view.round)):
        return "rows", "pool"
    return () if sells_rows(view, rules) else ("rows",)


def rows_open(rules: Rules) -> str:
    """18 India 6, 7.2.2: from when on cards of the rows are for sale."""
    if rules.has("sr1_ipo_open"):
        return "Rows open in SR 1"
    return "Rows open in OR 1.1 to companies, in SR 2 to all"


def sells_rows(view: State[Any], rules: Rules) -> bool:
    """Whether cards of rows may be for sale in this round."""
    return view.round != FIRST_STOCK_ROUND or rules.has("sr1_ipo_open")
