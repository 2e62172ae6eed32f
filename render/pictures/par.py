"""Where a company may start: the part of the market around these prices, numbered as the buttons are, and each in a row below."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Cell
from render.data.queries import View
from render.drawing import style
from render.drawing.free_space import Box
from render.pictures.lots import EDGE, WIDE, Lot, draw_lots
from render.pictures.market import Grid, cell_height, cells_of, draw_cell, draw_pile
from render.pictures.overlay import badge

LARGE = 1.7  # times the size of words and markers in the whole market
MOST = 240  # pixels of a cell's width
HIGH = 92  # of a cell at least
NUMBER = 27  # radius of a number
GAP = 6  # between a number and the edges of its cell
LINE = 9  # cells beside each other


def draw_par(view: View, rules: Rules, prices: Sequence[int], rows: Sequence[Lot]) -> Image.Image:
    """Cells and rows, numbered from 1 in the order of the prices; a single one has no number."""
    cells = market_crop(view, rules, prices)
    lots = draw_lots(rows, rules.data)
    image = style.canvas((WIDE, cells.height + lots.height), rules.data)
    image.paste(cells, (0, 0))
    image.paste(lots, (0, cells.height))
    return image


def market_crop(view: View, rules: Rules, prices: Sequence[int]) -> Image.Image:
    """The cells at which a company may start with one cell more to each side, and whose markers stand there."""
    known = dict(cells_of(rules))
    starts = [(c, d.price) for c, d in known.items() if "p" in d.codes and d.price in prices]
    rows, columns = zip(*(_place(c) for c, _ in starts), strict=True)
    first, last = max(min(rows) - 1, 0), min(max(rows) + 1, len(rules.data.market) - 1)
    left = max(min(columns) - 1, 0)
    right = min(max(columns) + 1, left + LINE - 1, max(map(_place, known), key=lambda p: p[1])[1])
    wide = min((WIDE - 2 * EDGE) // (right - left + 1), MOST)
    edge = (WIDE - wide * (right - left + 1)) // 2
    tops = [EDGE] * (first + 1)
    for row in range(first, last + 1):
        piles = [len(view.market.get(cell, ())) for cell in known if _place(cell)[0] == row]
        tops.append(tops[-1] + max(HIGH, cell_height(max(piles, default=0), wide, LARGE)))
    grid = Grid(edge - left * wide, tuple(tops), wide, max(len(row) for row in rules.data.market))
    image = style.canvas((WIDE, tops[-1] + EDGE), rules.data)
    draw = ImageDraw.Draw(image)
    for cell, data in known.items():
        row, column = _place(cell)
        if first <= row <= last and left <= column <= right:
            numbered = "p" in data.codes and data.price in prices
            draw_cell(draw, grid.box(cell), data, bool(view.market.get(cell)), LARGE, whole=True, tagged=not numbered)
            draw_pile(image, draw, rules, grid.box(cell), view.market.get(cell, ()), set(), LARGE)
    for cell, price in starts:
        number = str(prices.index(price) + 1) if len(prices) > 1 else ""  # a single one is only marked
        badge(image, *number_place(grid.box(cell)), NUMBER, number, style.MARK, style.LARGE)
    return image


def number_place(box: Box) -> tuple[int, int]:
    """Where the number of a cell stands: in its upper right corner, beside the price and above the markers."""
    return box[2] - NUMBER - GAP, box[1] + NUMBER + GAP


def _place(cell: Cell) -> tuple[int, int]:
    row, column = cell.split(",")
    return int(row), int(column)
