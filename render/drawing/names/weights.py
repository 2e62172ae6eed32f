"""What a name costs wherever it stands round its hex, whatever else stands there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from game.hexes import Layout
from render.drawing.tile_geometry import corners

REACHED = 2.7  # apothems from the middle of a hex to a name beside it, in each direction
CELL = 8  # pixels of the mask, a byte of its rows
OWN = 0.25  # of a name must lie in its own hex: else it needs a line to it
LIKED = (-0.6, 0.6)  # apothems above and below the middle of the hex: there the middle of its name stands best
# Costs: all of it over a side, all in another place's hex, an apothem off, no part of it in its own hex.
OVER, FOREIGN, OFF, LINE = 3.0, 4.0, 0.5, 10.0
NAMELESS = 0.35  # of the second: in a hex without a name
OWN_SHARE = math.ceil(255 * OWN)  # of a share in 255 parts
OVER_COSTS = [OVER * (1 - share / 255) for share in range(256)]
FOREIGN_COSTS = [FOREIGN * share / 255 for share in range(256)]
BLURRED = 4  # pixels of the mask to one of the pictures in which shares are counted
WEIGHED = 256  # shapes whose weights are kept, of some eight kilobytes each


Cell = tuple[float, int]  # what a name costs that begins in a cell of a mask, and the number of the cell
# Where the middle of a box counts its shares, and the apothems to it and to the nearest side of the box.
Middle = tuple[int, float, float]


class Shape(NamedTuple):
    """What the order of the cells depends on, in pixels of the mask; `others` and `nameless` as in `Surroundings`."""

    layout: Layout
    size: float
    reach: int
    wide: int
    high: int
    others: tuple[tuple[float, float], ...]
    nameless: tuple[tuple[float, float], ...]


class Field(NamedTuple):
    """What a name's costs are made of: for each place the share of it in its own hex and in those of others, of 255, `stride`
    places in a row; and the columns and rows of cells, as `_middles` tells them.
    """

    own: bytes
    foreign: bytes
    stride: int
    columns: list[Middle]
    rows: list[Middle]


@lru_cache(maxsize=WEIGHED)
def _field(shape: Shape) -> Field:
    """It is the same whatever is taken."""
    side, reach, size = 2 * shape.reach, shape.reach, shape.size
    own, stride = _shares(shape, [[(reach + x, reach + y) for x, y in corners(shape.layout, size)]], ())
    discs = [(reach + x, reach + y, round(255 * NAMELESS)) for x, y in shape.nameless]
    foreign, _ = _shares(shape, (), [*discs, *((reach + x, reach + y, 255) for x, y in shape.others)])
    columns, rows = (_middles(side, long, reach, size, stride) for long in (shape.wide, shape.high))
    return Field(own, foreign, stride, columns, rows)


def weigh_cells(shape: Shape, free: bytes, across: int) -> list[Cell]:
    """What a name costs in each free cell from which it reaches into its hex, the cheapest first: much of it in its own hex,
    little in those of other places, close to its city.

    `free`: a byte for each cell, 0 where it may not begin; `across`: cells in a row.
    """
    own, foreign, stride, columns, rows = _field(shape)
    cells = list[Cell]()
    for first, (line, down, _), there in _rows(rows, free, across, len(columns)):
        off_level, start = min(abs(down - liked) for liked in LIKED), line * stride
        for number, (column, right, _) in compress(enumerate(columns, first), there):
            inside = own[start + column]
            if inside >= OWN_SHARE:
                off = OVER_COSTS[inside] + OFF * math.hypot(right, off_level)
                cells.append((FOREIGN_COSTS[foreign[start + column]] + off, number))
    cells.sort()
    return cells


def weigh_cells_beside(shape: Shape, free: bytes, across: int) -> list[Cell]:
    """The same of the free cells from which it does not, close to the hex."""
    own, foreign, stride, columns, rows = _field(shape)
    cells = list[Cell]()
    for first, (line, _, below), there in _rows(rows, free, across, len(columns)):
        start = line * stride
        for number, (column, _, beside) in compress(enumerate(columns, first), there) if below < REACHED else ():
            if beside < REACHED and own[start + column] < OWN_SHARE:
                cells.append((FOREIGN_COSTS[foreign[start + column]] + (LINE + math.hypot(beside, below)), number))
    cells.sort()
    return cells


def _rows(rows: Iterable[Middle], free: bytes, across: int, wide: int) -> Iterator[tuple[int, Middle, bytes]]:
    """The rows of cells in which any is free: the number of the first, where they are, and which are free."""
    for row, middle in enumerate(rows):
        there = free[row * across : row * across + wide]
        if any(there):
            yield row * across, middle, there


def _middles(side: int, long: int, reach: int, size: float, across: int) -> list[Middle]:
    """For each cell in one direction of a mask: where the middle of a box that begins there counts its shares, how many apothems
    it is from the middle of the hex, and how many apothems the nearest side of the box is.

    `side`, `long`, `reach`: of mask, box and hex in pixels of the mask; `across`: places for shares in a row.
    """
    half = long / 2 / size
    middles = [start + (CELL + long) / 2 for start in range(0, side - long + 1, CELL)]
    away = [(at - reach) / size for at in middles]
    return [
        (min(int(at / BLURRED), across - 1), far, max(abs(far) - half, 0))
        for at, far in zip(middles, away, strict=True)
    ]


def _shares(
    shape: Shape, forms: Iterable[list[tuple[float, float]]], discs: Iterable[tuple[float, float, int]]
) -> tuple[bytes, int]:
    """For each place of the mask what share of a box round it lies on these forms and discs, of 255; and places in a row.

    A disc that counts less has a third number below 255.
    """
    side = -(-2 * shape.reach // BLURRED)
    ground = Image.new("L", (side, side))
    draw, r = ImageDraw.Draw(ground), shape.size * 0.9 / BLURRED
    for form in forms:
        draw.polygon([(x / BLURRED, y / BLURRED) for x, y in form], fill=255)
    for x, y, share in discs:
        draw.ellipse((x / BLURRED - r, y / BLURRED - r, x / BLURRED + r, y / BLURRED + r), fill=share)
    around = max(0.0, (shape.wide / BLURRED - 1) / 2), max(0.0, (shape.high / BLURRED - 1) / 2)
    return ground.filter(ImageFilter.BoxBlur(around)).tobytes(), side
