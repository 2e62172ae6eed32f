"""The stock market of a position: the grid with its zones, piles of markers in order, the last moves as arrows."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Cell, Company
from game.title_data import MarketCell
from render.data import queries
from render.data.marks import NONE, Marks
from render.data.names import leader_heading
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.discs.piles import RING, cell_height, draw_pile, marks_print, per_line, pile_spots, radius
from render.drawing.free_space import Box, Room
from render.drawing.geometry import Point
from render.drawing.symbols import draw_arrow
from render.drawing.table import Cell as Entry
from render.drawing.table import Column, Rows
from render.pictures.market_legend import NARROW, WIDEST, draw_foot, legend_rows, legend_size, write_legend
from render.text.market_text import zone_of

WIDE = phone.PICTURE_WIDTH
PRINT = 1.4  # times the size of words and markers on a picture of that width, against `style`
# print at unit 1: of the title's name, of prices and lists, of what is said beside them
NAME, WORDS, BESIDE = 32, 24, 24
FRAMES = ("par", "end")  # what cells are for that have a frame
CLOSED = "closed"  # in place of no price
CELLS_IN_LINE = 10  # cells in one line of a market that is a single long row


@dataclass(frozen=True)
class Grid:
    """Where the cells lie: pixels. Those of a row are as high as each other: as the row's highest pile needs, else as a price."""

    left: int
    tops: tuple[int, ...]  # of each line, and the end of the last one
    wide: int
    columns: int  # in one line; a longer single row goes on below

    def line(self, cell: Cell) -> tuple[int, int]:
        """Its line and its column."""
        row, column = (int(n) for n in cell.split(","))
        return row + column // self.columns, column % self.columns

    def box(self, cell: Cell) -> Box:
        row, column = self.line(cell)
        x = self.left + column * self.wide
        return x, self.tops[row], x + self.wide, self.tops[row + 1]

    def evened(self, lowest: int) -> Grid:
        """With all rows that are higher than the lowest as high as the highest."""
        highs = [low - top for top, low in pairwise(self.tops)]
        return replace(
            self, tops=(*accumulate((max(highs) if n > lowest else n for n in highs), initial=self.tops[0]),)
        )


def draw_market(view: View, rules: Rules, marks: Marks = NONE, *, large: bool = False) -> Image.Image:
    """The market as that view knows it; `large`: twice as large in each direction."""
    unit = PRINT * (2 if large else 1)
    wide = WIDE * (2 if large else 1)
    order = _order(view, rules, unit)
    legend = legend_rows(rules, moved=any(m.old and m.new for m in marks.moves))
    listed = (0, 0) if order.empty else (sum(order.least()) + round(70 * unit), order.height)
    lists = [[listed, legend_size(legend, unit, widest)] for widest in (WIDEST, NARROW)]
    grid = _grid(view, rules, wide, unit, marks)
    (usual, _), (high, spots) = _with_lists(rules, grid, wide, lists)
    even = grid.evened(round(LOWEST * unit))
    if even != grid:  # rows of two heights look better than of three: where the lists beside them leave room for it
        _, (as_high, beside) = _with_lists(rules, even, wide, lists)
        if as_high <= usual:
            grid, high, spots = even, as_high, beside
    ways = find_ways(view, grid, marks, unit)
    image = style.canvas((wide, high), rules.data)
    draw = ImageDraw.Draw(image)
    name, size = queries.title_name(rules.data), style.step(NAME * unit)
    level = grid.tops[0] / 2
    fonts.write(draw, (grid.left, level), name, size, bold=True, anchor="lm")
    x = grid.left + fonts.width(name, size, bold=True) + round(16 * unit)
    caption = f"stock market · {view.round or 'start'}"
    fonts.write(draw, (x, level + 3 * unit), caption, style.step(WORDS * unit), ink=style.SOFT, anchor="lm")
    for cell, data in cells_of(rules):
        draw_cell(draw, grid.box(cell), data, bool(view.market.get(cell)), unit)
    if len(rules.data.market) > 1:
        _ledges(draw, rules, grid, unit)
    else:
        _draw_turns(draw, grid, len(rules.data.market[0]), unit)
    draw_ways(image, rules, ways, unit)
    for cell, data in cells_of(rules):
        if any(_crosses(*way, grid.box(cell)) for way in ways.values()):
            write_price(draw, grid.box(cell), data, bool(view.market.get(cell)), unit, clear=True)
    moved = {m.company for m in marks.moves}
    for cell, pile in view.market.items():
        draw_pile(image, rules, grid.box(cell), pile, moved, unit)
    order.paint(image, rules.data, spots[0][0], spots[0][1], spots[0][2] - spots[0][0])
    write_legend(image, legend, spots[1], unit)
    return image


def cells_of(rules: Rules) -> list[tuple[Cell, MarketCell]]:
    return [
        (f"{r},{c}", cell) for r, row in enumerate(rules.data.market) for c, cell in enumerate(row) if cell is not None
    ]


EDGE = 14  # pixels beside the grid, where the arrows of its ledges stand
ASIDE = 20  # pixels between the beginnings of the arrows of two companies
THIN = 0.55  # of an arrow, where it lies between columns or rows
LEVEL = 20  # from the top of a cell to the middle of its price
FIRST, TALLER = 7, 10  # fours of pixels below the grid of the least height that is tried, and to the next one
APART = 4  # fours of pixels round a list beside the grid, twice as many at its sides
LOWEST = 44  # pixels of a cell in a row without a marker
BETWEEN = 6  # pixels between the figures of two prices at least, at unit 1
FRAMED = 10  # the same of one whose cell has a frame


def _grid(view: View, rules: Rules, canvas: int, unit: float, marks: Marks = NONE) -> Grid:
    """The cells as the piles need them. `marks`: rows from which a marker has moved have room for the end of its way."""
    longest = max(len(row) for row in rules.data.market)
    alone = len(rules.data.market) == 1
    columns = CELLS_IN_LINE if alone and longest > CELLS_IN_LINE else longest
    lines = math.ceil(longest / columns) if alone else len(rules.data.market)
    edge = round((EDGE if alone else EDGE + 2) * unit)
    wide = min((canvas - 2 * edge) // columns, round(120 * unit))
    probe = Grid(edge, (0,) * (lines + 1), wide, columns)
    highs = [round(LOWEST * unit)] * lines
    piles = [(cell, len(pile)) for cell, pile in view.market.items()] + [(m.old, 1) for m in marks.moves if m.old]
    for cell, count in piles:
        line = probe.line(cell)[0]
        highs[line] = max(highs[line], cell_height(count, wide, unit))
    tops = [round(64 * unit)]
    for high in highs:
        tops.append(tops[-1] + high)
    return Grid(edge, tuple(tops), wide, columns)


def _with_lists(
    rules: Rules, grid: Grid, wide: int, lists: Sequence[Sequence[tuple[int, int]]]
) -> tuple[tuple[int, list[Box]], tuple[int, list[Box]]]:
    """The height of the picture and boxes for lists of the first of these sizes, and of those with which it is lowest."""
    needed = max(sum(high // 4 + 2 + 2 * APART for _, high in sizes) for sizes in lists)
    mask = _taken(rules, grid, (wide // 4, grid.tops[-1] // 4 + FIRST + needed + TALLER))
    tried = [_beside(mask, grid, sizes) for sizes in lists]
    return tried[0], min(tried, key=lambda found: found[0])


def _beside(mask: Image.Image, grid: Grid, sizes: Sequence[tuple[int, int]]) -> tuple[int, list[Box]]:
    """The height of the picture and boxes for the lists, in the gaps of the ragged grid or below it: as low as they can be.

    `mask`: what is taken of the highest picture.
    """
    below = grid.tops[-1] // 4

    @lru_cache(maxsize=2)  # the lowest that has room is asked for again
    def place(high: int) -> list[Box]:
        """Boxes on a picture of that height, in fours of pixels; none where they have no room."""
        room, boxes = Room(mask.crop((0, 0, mask.width, high))), list[Box]()
        for size, near in zip(sizes, ((mask.width, 0), (mask.width * 0.3, below)), strict=True):
            across, down = (pixels // 4 + 2 for pixels in size)
            spot = room.find(across, down, [near])
            if spot is not None and spot[1] >= below:  # below all cells: from the left edge on
                spot = room.find(across, down, [(0, below)])
            if spot is None:
                return []
            room.take((spot[0] - APART, spot[1], spot[2] + APART, spot[3]), "list", gap=APART)
            boxes.append((spot[0] * 4 + 4, spot[1] * 4 + 4, spot[2] * 4, spot[3] * 4))
        return boxes

    heights = range(below + FIRST, mask.height, TALLER)
    boxes = place(heights[bisect_left(heights, True, hi=len(heights) - 1, key=lambda high: bool(place(high)))])
    return max(grid.tops[-1], *(box[3] for box in boxes)) + grid.left, boxes


def _taken(rules: Rules, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """A mask of the cells, what is above them and the edges of a picture, in fours of pixels."""
    mask = Image.new("L", size)
    draw, wall = ImageDraw.Draw(mask), grid.left // 4
    for taken in ((0, 0, size[0], grid.tops[0] // 4), (0, 0, wall, size[1]), (size[0] - wall, 0, *size)):
        draw.rectangle(taken, fill=255)
    for cell, _ in cells_of(rules):
        left, top, right, bottom = (pixels // 4 for pixels in grid.box(cell))
        draw.rectangle((left - 4, top, right + 4, bottom + 4), fill=255)
    return mask


def draw_cell(
    draw: ImageDraw.ImageDraw,
    box: Box,
    cell: MarketCell,
    held: bool,
    unit: float,
    *,
    tagged: bool = True,
) -> None:
    """A cell; the price of one where nobody stands is faint. `tagged`: a word beside the price says what it is for, where there
    is room.
    """
    zone, tag = zone_of(cell), _tag(cell)
    narrow = _narrow(box[2] - box[0], unit)
    gap, line = round((0.7 if narrow else 2) * unit), round(2 * unit)
    frame = (box[0] + gap, box[1] + gap, box[2] - gap, box[3] - gap)
    fill = style.ZONE[zone] if zone else style.SHADE
    edge = {"par": style.GAUGE, "end": style.INK}[tag] if tag in FRAMES else None
    corner = round(8 * unit)
    draw.rounded_rectangle(frame, corner, fill=fill)
    draw_foot(draw, frame, zone, unit)
    if edge:
        draw.rounded_rectangle(frame, corner, outline=edge, width=line)
    end, y = write_price(draw, box, cell, held, unit)
    small = style.step(BESIDE * unit)
    if tagged and tag and end + fonts.width(tag, small) + 18 * unit <= box[2]:
        tint = style.GAUGE if tag == "par" else style.INK
        fonts.write(draw, (box[2] - round(9 * unit), y), tag, small, ink=tint, anchor="rm")


def _narrow(wide: int, unit: float) -> bool:
    """Whether a price of three figures has room in a cell of that width in the narrow cut alone."""
    return wide < fonts.width("000", style.step(WORDS * unit), bold=True) + 6 * unit


def _tag(cell: MarketCell) -> str:
    """What a cell is for, in a word."""
    return "par" if "p" in cell.codes else "end" if "e" in cell.codes else "closes" if "c" in cell.codes else ""


def write_price(
    draw: ImageDraw.ImageDraw, box: Box, cell: MarketCell, held: bool, unit: float, *, clear: bool = False
) -> tuple[int, int]:
    """The price of a cell; where it ends, and its middle. `clear`: on a ground of its own, over what crosses the cell."""
    wide, price = box[2] - box[0], str(cell.price) if cell.price else CLOSED
    weight: fonts.Weight = fonts.NARROW if _narrow(wide, unit) or not cell.price else held
    size = style.step(WORDS * unit)
    narrow = wide < fonts.width("000", size, bold=True) + 20 * unit or not cell.price
    most = wide - round((FRAMED if _tag(cell) in FRAMES else BETWEEN) * unit)
    long = min(fonts.width(price, size, weight), most)
    x, y = box[0] + round((wide - long) / 2 if narrow else 10 * unit), box[1] + round(LEVEL * unit)
    if clear:
        inset, half, zone = round(4 * unit), round(size * 0.5), zone_of(cell)  # the cell's frame stays
        ground = (max(x - inset, box[0] + inset), y - half, min(x + long + inset, box[2] - inset), y + half)
        draw.rounded_rectangle(ground, half // 2, fill=style.ZONE[zone] if zone else style.SHADE)
    ink = style.INK if held or "p" in cell.codes else style.SOFT
    fonts.write_within(draw, (x + long / 2, y), price, size, most, bold=weight, ink=ink)
    return x + long, y


def _ledges(draw: ImageDraw.ImageDraw, rules: Rules, grid: Grid, unit: float) -> None:
    """Arrows at the ends of the rows, beside the prices: up at the right, down at the left, where there is a cell to go to."""
    known = {cell for cell, _ in cells_of(rules)}
    s = grid.left * 0.24
    for cell in sorted(known):
        row, column = (int(n) for n in cell.split(","))
        box = grid.box(cell)
        y = box[1] + LEVEL * unit
        if f"{row},{column + 1}" not in known and f"{row - 1},{column}" in known:
            x = box[2] + 1.6 * s
            draw.polygon([(x - s, y + s), (x, y - s), (x + s, y + s)], fill=style.SOFT)
        if f"{row},{column - 1}" not in known and f"{row + 1},{column}" in known:
            x = box[0] - 1.6 * s
            draw.polygon([(x - s, y - s), (x, y + s), (x + s, y - s)], fill=style.SOFT)


def _draw_turns(draw: ImageDraw.ImageDraw, grid: Grid, count: int, unit: float) -> None:
    """Arrows at the ends of the lines of a single long row of so many cells: it goes on below."""
    s = grid.left * 0.24
    for last in range(grid.columns - 1, count - 1, grid.columns):
        box = grid.box(f"0,{last}")
        x, y = box[2] + 1.6 * s, box[1] + LEVEL * unit
        draw.polygon([(x - s, y - s), (x + s, y), (x - s, y + s)], fill=style.SOFT)


def find_ways(view: View, grid: Grid, marks: Marks, unit: float) -> dict[Company, tuple[Point, Point]]:
    """From where each price came to its marker, beside prices and markers where the way is straight.

    A way up or down lies between two columns, one along a row at the height of its marker or below it, any other under all
    markers.
    """
    shown = [m for m in marks.moves if m.old and m.new]
    ways, upright = dict[Company, tuple[Point, Point]](), 0
    for number, move in enumerate(shown):
        pile = view.market.get(move.new) or (move.company,)
        spots = pile_spots(grid.box(move.new), len(pile), unit)
        (x, y), edge = spots[pile.index(move.company) if move.company in pile else 0], radius(grid.wide, unit) + RING
        box, aside = grid.box(move.old), (number - (len(shown) - 1) / 2) * ASIDE * unit
        (a, b) = pile_spots(box, 1, unit)[0]
        (old_line, old_column), (line, column) = grid.line(move.old), grid.line(move.new)
        if column == old_column:
            gutter = box[0] if upright % 2 else box[2]
            ways[move.company] = (gutter, b), (gutter, y)
            upright += 1
            continue
        if line == old_line and (len(pile) == 1 or per_line(grid.wide, unit) == 1):
            level = box[3] if view.market.get(move.old) else y  # below the markers of others that stand there
            ways[move.company] = (a, level), (x if level > y else x - math.copysign(edge, x - a), level)
            continue
        a, b = (a, b + aside) if abs(x - a) > abs(y - b) else (a + aside, b)
        far = math.dist((x, y), (a, b))
        share = max(0.0, 1 - edge / far) if far else 0.0
        ways[move.company] = (a, b), (a + (x - a) * share, b + (y - b) * share)
    return ways


def draw_ways(image: Image.Image, rules: Rules, ways: Mapping[Company, tuple[Point, Point]], unit: float) -> None:
    """An arrow for each of these prices that moved."""
    for company, (start, end) in ways.items():
        thick = THIN if start[0] == end[0] or start[1] == end[1] else 1.0
        draw_arrow(image, start, end, style.rgb(rules.data.companies[company].colour), unit * thick)


def _crosses(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Whether a move from one middle to another passes a cell: it goes along a row or a column, or over a corner of both."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    return box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]


def _order(view: View, rules: Rules, unit: float) -> Rows:
    """Companies in the order in which they operate."""
    rows = []
    for number, company in enumerate(dict.fromkeys(queries.operating_order(view, rules)), 1):
        known, price = view.companies[company], queries.price(view, rules, company)
        who = f"{rules.person(known.president) or 'nobody'}{'' if known.floated else ' (not floated)'}"
        rows.append(
            (
                Entry(str(number), soft=True),
                Entry(company, company=company, bold=True),
                Entry(rules.data.money(price)),
                Entry(who, bar=style.seat(view.order, known.president), soft=not known.floated),
            )
        )
    heads = (
        Column("", right=True),
        Column("operate in order"),
        Column("price", right=True),
        Column(leader_heading(rules)),
    )
    return Rows(heads, tuple(rows), style.step(WORDS * unit), round(44 * unit), apart=1.4, sizes=marks_print(unit))
