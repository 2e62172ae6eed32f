"""Where a company may start: the part of the market around these prices, numbered as the buttons are, and each in a row below."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Player
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.discs.numbers import number_sprite, paste_number
from render.drawing.free_space import Box
from render.drawing.table import Cell as Entry
from render.drawing.table import Column, Rows
from render.pictures.holdings import SIZE, draw_holdings
from render.pictures.lots import EDGE, WIDE, Lot, draw_lots
from render.pictures.market import cells_of
from render.pictures.market_part import draw_part
from render.pictures.space import CLOSEST, Space

NUMBER = 27  # radius of a number
GAP = 6  # between a number and the edges of its cell
DISC = 21  # radius of a number in the table


@dataclass(frozen=True)
class StartLine:
    """A start in a line of a table, in money: what it costs, what its player keeps, what the company gets at once, what is
    still to be sold until it floats.
    """

    price: str
    cost: str
    keeps: str
    gets: str
    missing: str


@dataclass(frozen=True)
class StartTable:
    """Starts of a company at several prices. `part`: what is bought, `20%`; `counted`: what counts as sold, below the table."""

    company: str
    part: str
    lines: tuple[StartLine, ...]
    counted: str = ""


def draw_par(
    view: View,
    rules: Rules,
    prices: Sequence[int],
    rows: Sequence[Lot],
    asked: Collection[Player] | None = None,
    table: StartTable | None = None,
    room: int = phone.PICTURE_ROOM,
) -> Image.Image:
    """Cells and rows, numbered from 1 in the order of the prices; a single one has no number. `asked`: who must act, where
    everybody's holdings stand below them; `table`: the rows in a line each, where these have no room, so many pixels, otherwise.
    """
    parts = phone.first_that_fits(_ways_to_draw(view, rules, prices, rows, asked, table), _height, room)
    image, y = style.canvas((WIDE, _height(parts)), rules.data), 0
    for part in parts:
        image.paste(part, (0, y))
        y += part.height
    if asked is not None:
        line = y - parts[-1].height
        ImageDraw.Draw(image).line((EDGE, line, WIDE - EDGE, line), fill=style.RULE, width=3)
    return image


def _ways_to_draw(
    view: View,
    rules: Rules,
    prices: Sequence[int],
    rows: Sequence[Lot],
    asked: Collection[Player] | None,
    table: StartTable | None,
) -> Iterator[Sequence[Image.Image]]:
    """The cells, then the rows, or the table, with everybody's holdings below them, in less and less room."""
    market, told = market_crop(view, rules, prices), draw_lots(rows, rules.data)
    if asked is None:
        yield [market, told]
        return
    yield [market, told, draw_holdings(view, rules, asked)]
    if table is None:
        return
    lines = _draw_table(table, rules)
    for space in (Space.CLOSE, Space.BARE):
        shown = [lines, draw_holdings(view, rules, asked, space=space)]
        yield [market, *shown]
    yield [market_crop(view, rules, prices, above=0), *shown]


def _height(parts: Sequence[Image.Image]) -> int:
    """Pixels of pictures below each other."""
    return sum(part.height for part in parts)


def _draw_table(table: StartTable, rules: Rules) -> Image.Image:
    """The starts below each other; what a column has nothing for is not shown."""
    heads = ("", f"{table.part} costs", "you keep", f"{table.company} gets", "left to float")
    shown = [(e.price, e.cost, e.keeps, e.gets, e.missing) for e in table.lines]
    used = [i for i in range(len(heads)) if any(row[i] for row in shown)]
    numbered = len(shown) > 1
    cells = tuple(
        tuple(
            Entry(
                row[i] or "–",
                before=(number_sprite(DISC, str(n)),) if not i and numbered else (),
                bold=not i,
            )
            for i in used
        )
        for n, row in enumerate(shown, 1)
    )
    columns = tuple(Column(heads[i], right=i > 0) for i in used)
    lines = Rows(columns, cells, SIZE, CLOSEST, sizes=style.LARGE, head=SIZE)
    high = lines.height + CLOSEST * bool(table.counted) + EDGE // 2
    image = style.canvas((WIDE, high), rules.data)
    lines.paint(image, rules.data, EDGE, 0, WIDE - 2 * EDGE)
    if table.counted:
        spot = EDGE, lines.height + CLOSEST // 2
        fonts.write(ImageDraw.Draw(image), spot, table.counted, SIZE, ink=style.SOFT, anchor="lm")
    return image


def market_crop(view: View, rules: Rules, prices: Sequence[int], *, above: int = 1) -> Image.Image:
    """The cells at which a company may start with one cell more beside them, so many `above` and below, and whose markers stand
    there.
    """
    starts = [(c, d.price) for c, d in cells_of(rules) if "p" in d.codes and d.price in prices]
    image, grid = draw_part(view, rules, [cell for cell, _ in starts], numbered=True, above=above)
    for cell, price in starts:
        number = str(prices.index(price) + 1) if len(prices) > 1 else ""  # a single one is only marked
        paste_number(image, *number_place(grid.box(cell)), NUMBER, number)
    return image


def number_place(box: Box) -> tuple[int, int]:
    """Where the number of a cell stands: in its upper right corner, beside the price and above the markers."""
    return box[2] - NUMBER - GAP, box[1] + NUMBER + GAP
