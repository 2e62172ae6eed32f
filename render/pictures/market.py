"""The stock market of a position: the grid with its zones, piles of markers in order, the last moves as arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.load import MarketCell
from game.rules import Rules
from game.state import Cell, Company
from render.data import queries
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.free_space import Box, Room
from render.drawing.sprites import token
from render.pictures.overlay import badge

WIDE = 1600
ZONES: dict[str, tuple[style.RGB, str]] = {
    "y": (style.ZONE["y"], "shares here do not count for the certificate limit"),
    "g": (style.ZONE["g"], "nor for that limit or the one on holding one company"),
    "o": (style.ZONE["o"], "nor for the limit on holding one company"),
    "b": (style.ZONE["b"], "and several may be bought in a turn"),
    "c": (style.ZONE["c"], "the company closes"),
    "e": (style.ZONE["e"], "a marker that comes here ends the game"),
}
LINE = 10  # cells in one line of a market that is a single long row


@dataclass(frozen=True)
class Grid:
    """Where the cells lie: pixels."""

    left: int
    top: int
    wide: int
    high: int
    columns: int  # in one line; a longer single row goes on below

    def box(self, cell: Cell) -> Box:
        row, column = (int(n) for n in cell.split(","))
        row, column = row + column // self.columns, column % self.columns
        x, y = self.left + column * self.wide, self.top + row * self.high
        return x, y, x + self.wide, y + self.high

    def middle(self, cell: Cell) -> tuple[float, float]:
        box = self.box(cell)
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + self.high * 0.1


def draw_market(view: View, rules: Rules, marks: Marks = NONE, *, large: bool = False) -> Image.Image:
    """The market as that view knows it; `large`: twice as large in each direction."""
    unit = 2.0 if large else 1.0
    canvas_wide = round(WIDE * unit)
    grid, lines = _grid(rules, canvas_wide, unit)
    high = grid.top + lines * grid.high + round(20 * unit)
    ordered = list(dict.fromkeys(queries.operating_order(view, rules)))
    order_size = (round(430 * unit), round((46 + 44 * max(1, len(ordered))) * unit))
    legend = _legend(rules)
    legend_size = (round(560 * unit), round((16 + 34 * len(legend)) * unit))
    high, spots = _beside(rules, grid, (canvas_wide, high), [order_size, legend_size])
    image = style.canvas((canvas_wide, high), rules.data)
    draw = ImageDraw.Draw(image)
    head = f"{queries.title_name(rules.data)} · stock market · {view.round or 'start'}"
    fonts.write(draw, (grid.left, grid.top / 2), head, round(30 * unit), bold=True, anchor="lm")
    for cell, data in _cells(rules):
        _draw_cell(draw, grid.box(cell), data, rules, unit)
    if len(rules.data.market) > 1:
        _ledges(draw, rules, grid)
    for move in marks.moves:
        if move.old and move.new:
            _arrow(image, grid.middle(move.old), grid.middle(move.new), unit)
    moved = {m.company for m in marks.moves}
    for cell, pile in view.market.items():
        _pile(image, draw, rules, grid.box(cell), pile, moved)
    _order(image, draw, view, rules, ordered, spots[0], unit)
    _write_legend(draw, legend, spots[1], unit)
    return image


def _cells(rules: Rules) -> list[tuple[Cell, MarketCell]]:
    return [
        (f"{r},{c}", cell) for r, row in enumerate(rules.data.market) for c, cell in enumerate(row) if cell is not None
    ]


def _grid(rules: Rules, canvas: int, unit: float) -> tuple[Grid, int]:
    """The grid and its number of lines."""
    longest = max(len(row) for row in rules.data.market)
    columns = LINE if len(rules.data.market) == 1 and longest > LINE else longest
    lines = math.ceil(longest / columns) if len(rules.data.market) == 1 else len(rules.data.market)
    edge = round(24 * unit)
    wide = min((canvas - 2 * edge) // columns, round(150 * unit))
    return Grid(edge, round(64 * unit), wide, min(round(wide * 1.12), round(120 * unit)), columns), lines


def _beside(
    rules: Rules, grid: Grid, canvas: tuple[int, int], sizes: Sequence[tuple[int, int]]
) -> tuple[int, list[Box]]:
    """The height of the picture and boxes for the lists, in the gaps of the ragged grid or below it."""
    while True:
        mask = Image.new("L", (canvas[0] // 4, canvas[1] // 4))
        draw = ImageDraw.Draw(mask)
        draw.rectangle((0, 0, mask.width, grid.top // 4), fill=255)
        for cell, _ in _cells(rules):
            b = grid.box(cell)
            draw.rectangle((b[0] // 4 - 4, b[1] // 4, b[2] // 4 + 4, b[3] // 4 + 4), fill=255)
        room = Room(mask)
        found: list[Box] = []
        for wide, high in sizes:
            spot = room.find(wide // 4 + 2, high // 4 + 2, [(mask.width, mask.height)])
            if spot is None:
                break
            room.take(spot, "list", gap=4)
            found.append((spot[0] * 4 + 4, spot[1] * 4 + 4, spot[2] * 4, spot[3] * 4))
        if len(found) == len(sizes):
            return canvas[1], found
        canvas = canvas[0], canvas[1] + 40


def _zone(cell: MarketCell) -> str:
    return next((z for z in "ecbogy" if z in cell.codes), "")


def _draw_cell(draw: ImageDraw.ImageDraw, box: Box, cell: MarketCell, rules: Rules, unit: float) -> None:
    zone = _zone(cell)
    fill = ZONES[zone][0] if zone else (250, 250, 250)
    draw.rectangle(box, fill=fill, outline=style.PALE, width=max(1, round(unit)))
    size = fonts.fitting("000", (box[2] - box[0]) * 0.56, round((box[3] - box[1]) * 0.27), bold=True)
    x, y = box[0] + round(6 * unit), box[1] + round(4 * unit)
    fonts.write(draw, (x, y), str(cell.price), size, bold=True)
    tag = "PAR" if "p" in cell.codes else "END" if "e" in cell.codes else "CLOSE" if "c" in cell.codes else ""
    if tag:
        inset = round(3 * unit)
        frame = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        draw.rectangle(frame, outline=style.GAUGE if tag == "PAR" else style.INK, width=round(3 * unit))
        ink = style.GAUGE if tag == "PAR" else style.INK
        room = box[2] - x - fonts.width(str(cell.price), size, bold=True) - round(11 * unit)
        small = fonts.fitting(tag, room, round(size * 0.6), bold=True)
        fonts.write(draw, (box[2] - round(7 * unit), y + round(4 * unit)), tag, small, bold=True, ink=ink, anchor="ra")


def _ledges(draw: ImageDraw.ImageDraw, rules: Rules, grid: Grid) -> None:
    """Arrows at the ends of the rows: up at the right, down at the left, where there is a cell to go to."""
    known = {cell for cell, _ in _cells(rules)}
    s = grid.left * 0.28
    for cell in sorted(known):
        row, column = (int(n) for n in cell.split(","))
        box = grid.box(cell)
        y = (box[1] + box[3]) / 2
        if f"{row},{column + 1}" not in known and f"{row - 1},{column}" in known:
            x = box[2] + 1.8 * s
            draw.polygon([(x - s, y + s), (x, y - s), (x + s, y + s)], fill=style.SOFT)
        if f"{row},{column - 1}" not in known and f"{row + 1},{column}" in known:
            x = box[0] - 1.8 * s
            draw.polygon([(x - s, y - s), (x, y + s), (x + s, y - s)], fill=style.SOFT)


def _pile(
    image: Image.Image, draw: ImageDraw.ImageDraw, rules: Rules, box: Box, pile: Sequence[Company], moved: set[Company]
) -> None:
    """The markers of a cell, the top one first; from two on each carries its place in the pile."""
    wide, high = box[2] - box[0], box[3] - box[1]
    top = box[1] + round(high * 0.3)
    count = len(pile)
    columns = max(range(1, count + 1), key=lambda n: min(wide / n, (box[3] - top) / math.ceil(count / n)))
    rows = math.ceil(count / columns)
    r = round(min(wide / columns, (box[3] - top) / rows) * 0.46)
    r = min(r, round(high * 0.31))
    for i, company in enumerate(pile):
        row, column = divmod(i, columns)
        x = box[0] + wide * (column + 0.5) / columns
        y = top + (box[3] - top) * (row + 0.5) / rows
        if company in moved:
            draw.ellipse((x - r - 4, y - r - 4, x + r + 4, y + r + 4), fill=style.MARK)
        sprite = token(rules.data, company, r)
        image.paste(sprite, (round(x) - r, round(y) - r), sprite)
        if count > 1:
            badge(image, x - r * 0.8, y - r * 0.8, max(7, round(r * 0.34)), str(i + 1), style.INK)


def _arrow(image: Image.Image, start: tuple[float, float], end: tuple[float, float], unit: float) -> None:
    """A move since the last picture: a faint line with a head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    n = math.hypot(dx, dy)
    if n < 40 * unit:
        return
    left, top = round(min(start[0], end[0]) - 20 * unit), round(min(start[1], end[1]) - 20 * unit)
    size = round(abs(dx) + 40 * unit), round(abs(dy) + 40 * unit)
    big = Image.new("L", (size[0] * 2, size[1] * 2))
    draw = ImageDraw.Draw(big)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - left) * 2, (y - top) * 2

    ux, uy = dx / n, dy / n
    end = (end[0] - ux * 34 * unit, end[1] - uy * 34 * unit)
    stop = (end[0] - ux * 16 * unit, end[1] - uy * 16 * unit)
    draw.line([at(*start), at(*stop)], fill=255, width=round(12 * unit))
    h = 16 * unit
    draw.polygon(
        [at(*end), at(stop[0] - uy * h, stop[1] + ux * h), at(stop[0] + uy * h, stop[1] - ux * h)],
        fill=255,
    )
    mask = big.resize(size, Image.Resampling.LANCZOS).point(lambda v: round(v * 0.55))
    image.paste(style.MARK, (left, top), mask)


def _order(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    view: View,
    rules: Rules,
    ordered: Sequence[Company],
    box: Box,
    unit: float,
) -> None:
    line = round(44 * unit)
    y = box[1]
    size = round(24 * unit)
    fonts.write(draw, (box[0], y + line / 2), "Order of operation", size, bold=True, anchor="lm")
    for i, company in enumerate(ordered, 1):
        y += line
        middle = y + line / 2
        fonts.write(draw, (box[0] + round(26 * unit), middle), str(i), size, ink=style.SOFT, anchor="rm")
        r = round(19 * unit)
        sprite = token(rules.data, company, r)
        image.paste(sprite, (box[0] + round(38 * unit), round(middle) - r), sprite)
        x = box[0] + round(92 * unit)
        price = queries.money(queries.price(view, rules, company), rules.data)
        fonts.write(draw, (x, middle), price, size, bold=True, anchor="lm")
        known = view.companies[company]
        who = known.president if known.floated else f"{known.president} (not floated)"
        x += round(90 * unit)
        fonts.write(draw, (x, middle), fonts.shortened(who, box[2] - x, size), size, anchor="lm")


def _legend(rules: Rules) -> list[tuple[str, str]]:
    """Zones and signs with their meaning."""
    codes = {code for _, cell in _cells(rules) for code in cell.codes}
    found = [("p", "a company may start at this price")] if "p" in codes else []
    found += [(z, words) for z, (_, words) in ZONES.items() if z in codes]
    if len(rules.data.market) > 1:
        found.append(("^", "at the end of its row a marker moves up, at the left edge down"))
    return found


def _write_legend(draw: ImageDraw.ImageDraw, legend: Sequence[tuple[str, str]], box: Box, unit: float) -> None:
    y = box[1]
    step = round(34 * unit)
    for code, words in legend:
        middle = y + step / 2
        swatch = (box[0], round(middle - 11 * unit), box[0] + round(34 * unit), round(middle + 11 * unit))
        if code == "p":
            draw.rectangle(swatch, fill=(250, 250, 250), outline=style.GAUGE, width=round(3 * unit))
        elif code == "^":
            s = 8 * unit
            for x, sign in ((swatch[0] + s, -1), (swatch[2] - s, 1)):
                draw.polygon(
                    [(x - s, middle - sign * s), (x, middle + sign * s), (x + s, middle - sign * s)], fill=style.SOFT
                )
        else:
            draw.rectangle(swatch, fill=ZONES[code][0], outline=style.SOFT)
        size = fonts.fitting(words, box[2] - box[0] - 46 * unit, round(19 * unit), least=round(12 * unit))
        fonts.write(draw, (box[0] + round(46 * unit), middle), words, size, anchor="lm")
        y += step
