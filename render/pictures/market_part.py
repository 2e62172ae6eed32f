"""A part of the market as large as a phone's screen needs it: the cells that matter now, with their neighbours."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Cell
from render.data.marks import Marks
from render.data.queries import View
from render.drawing import style
from render.drawing.discs.piles import cell_height, draw_pile
from render.pictures.lots import EDGE, WIDE
from render.pictures.market import Grid, cells_of, draw_cell, draw_ways, find_ways

LARGE = 1.7  # times the size of words and markers in the whole market
MOST = 240  # pixels of a cell's width
HIGH = 92  # of a cell at least
LINE = 9  # cells beside each other
AROUND = 2  # cells to each side of a price that moves


def draw_price_move(view: View, rules: Rules, marks: Marks) -> Image.Image:
    """The part of the market where prices have moved, with the way of each. `view`: after that."""
    cells = [cell for move in marks.moves for cell in (move.old, move.new) if cell]
    image, grid = draw_part(view, rules, cells, {m.company for m in marks.moves}, beside=AROUND)
    draw_ways(image, rules, find_ways(view, grid, marks, LARGE), LARGE)
    return image


def draw_part(
    view: View,
    rules: Rules,
    cells: Sequence[Cell],
    moved: Collection[str] = (),
    *,
    numbered: bool = False,
    beside: int = 1,
    above: int = 1,
) -> tuple[Image.Image, Grid]:
    """These cells with so many more `beside` them and `above` and below, and whose markers stand there.

    `moved`: companies whose markers stand out; `numbered`: numbers say where a company may start now, and the word does not.
    """
    known = dict(cells_of(rules))
    rows, columns = zip(*map(_place, cells), strict=True)
    first, last = max(min(rows) - above, 0), min(max(rows) + above, len(rules.data.market) - 1)
    left = max(min(columns) - beside, 0)
    right = min(max(columns) + beside, left + LINE - 1, max(map(_place, known), key=lambda p: p[1])[1])
    wide = min((WIDE - 2 * EDGE) // (right - left + 1), MOST)
    edge = (WIDE - wide * (right - left + 1)) // 2
    tops = [EDGE] * (first + 1)
    for row in range(first, last + 1):
        shown = (cell for cell in known if _place(cell)[0] == row and left <= _place(cell)[1] <= right)
        piles = [len(view.market.get(cell, ())) for cell in shown]
        tops.append(tops[-1] + max(HIGH, cell_height(max(piles, default=0), wide, LARGE)))
    grid = Grid(edge - left * wide, tuple(tops), wide, max(len(row) for row in rules.data.market))
    image = style.canvas((WIDE, tops[-1] + EDGE), rules.data)
    draw = ImageDraw.Draw(image)
    for cell, data in known.items():
        row, column = _place(cell)
        if first <= row <= last and left <= column <= right:
            box, held = grid.box(cell), bool(view.market.get(cell))
            draw_cell(draw, box, data, held, LARGE, tagged=not numbered or "p" not in data.codes)
            draw_pile(image, rules, box, view.market.get(cell, ()), set(moved), LARGE)
    return image, grid


def _place(cell: Cell) -> tuple[int, int]:
    row, column = cell.split(",")
    return int(row), int(column)
