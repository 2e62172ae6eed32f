"""The stock market: markers, their moves along the chart, and the order of operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from game.events import PriceMoved
from game.memo import memoized

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.title_data import MarketCell

Direction = Literal["right", "left", "up", "down"]
_STEP = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}
# Where a marker goes that stands at the end of its row (the ledge of a two-dimensional chart).
_LEDGE: dict[str, Direction] = {"right": "up", "left": "down"}


def where(g: Game, company: str) -> str:
    """The cell of a company's marker, "" before it is started."""
    return _cells_of_markers(g).get(company, "")


@memoized()
def _cells_of_markers(g: Game) -> dict[str, str]:
    """By company the cell of its marker."""
    return {company: cell for cell, pile in g.state.market.items() for company in pile}


def cell(g: Game, company: str) -> MarketCell | None:
    """The cell of a company's marker, None before it is started."""
    position = where(g, company)
    return g.rules.data.cell(position) if position else None


def price(g: Game, company: str) -> int:
    """Dollars for one share, 0 before the company is started."""
    market_cell = cell(g, company)
    return market_cell.price if market_cell else 0


def _neighbour_cell(g: Game, at: str, direction: Direction) -> str:
    """The cell one step away in that direction, "" where the chart ends."""
    row, column = (int(n) for n in at.split(","))
    down, right = _STEP[direction]
    there = f"{row + down},{column + right}"
    return there if there in g.rules.data.cells else ""


def target(g: Game, at: str, direction: Direction) -> str:
    """The cell one move away; the same cell where the chart ends."""
    there = _neighbour_cell(g, at, direction)
    if not there and direction in _LEDGE:
        there = _neighbour_cell(g, at, _LEDGE[direction])
    return there or at


def put(g: Game, company: str, to: str, why: str) -> None:
    """Place a marker under those already in the cell. A marker that stays where it is keeps its place in the pile."""
    old = where(g, company)
    if old == to:
        return
    if old:
        g.state.market[old].remove(company)
        if not g.state.market[old]:
            del g.state.market[old]
    g.state.market.setdefault(to, []).append(company)
    g.emit(PriceMoved(company, old, to, why))


def remove(g: Game, company: str) -> None:
    """Take the marker of a company that closes off the market."""
    position = where(g, company)
    if position:
        g.state.market[position].remove(company)
        if not g.state.market[position]:
            del g.state.market[position]
        g.changed()


def move(g: Game, company: str, direction: Direction, why: str, steps: int = 1) -> None:
    """Move a marker several cells as one movement."""
    put(g, company, _cell_after(g, company, direction, steps), why)


def _cell_after(g: Game, company: str, direction: Direction, steps: int) -> str:
    """The cell where a marker comes to after so many moves."""
    to = where(g, company)
    for _ in range(steps):
        to = target(g, to, direction)
    return to


def price_after(g: Game, company: str, direction: Direction, steps: int) -> int:
    """Dollars for a share of a started company when its marker has made so many moves."""
    return g.rules.data.cell(_cell_after(g, company, direction, steps)).price


def operating_order(g: Game) -> list[str]:
    """Started companies: highest price, then farther right, then higher, then on top of the pile."""
    keys = []
    for at, pile in g.state.market.items():
        row, column = (int(n) for n in at.split(","))
        keys += [(-g.rules.data.cell(at).price, -column, row, i, c) for i, c in enumerate(pile)]
    return [c for *_, c in sorted(keys)]


def floated(g: Game) -> list[str]:
    """Floated companies in operating order."""
    return [c for c in operating_order(g) if g.company(c).floated]


def pay_right_else_left(g: Game, company: str, kind: str, revenue: int) -> None:
    """The marker moves right when something was paid out, left when not."""
    if g.rules.dividends.paid(kind, revenue):
        move(g, company, "right", "dividend")
    else:
        move(g, company, "left", "withheld")


def whole_price(dollars: int, _rules: Rules) -> int:
    """A price rises where a whole dividend is at least the price of one share."""
    return dollars


def down_per_share(g: Game, company: str, shares: int, seller: str) -> None:
    """The marker falls one cell for each share sold."""
    move(g, company, "down", "sold", shares)


def tell_moves() -> str:
    """How prices move where a whole dividend is compared with the price, in a sentence for players."""
    return (
        "The grid of share prices. A price moves right when the whole dividend is at least the price, left when nothing is paid,"
        " and down with each share sold."
    )


def par_prices(g: Game, company: str) -> list[int]:
    """The par cells of the market."""
    return sorted(g.rules.data.pars)
