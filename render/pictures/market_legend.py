"""What zones and signs of a market mean, in a line each beside its grid."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.symbols import draw_arrow
from render.text.market_text import ZONES

STEP = 38  # pixels from line to line at unit 1
WIDEST, NARROW = 750, 330  # pixels of a line at unit 1: of the whole picture, and beside other things
PRINT = 24  # of its words at unit 1
BESIDE = 46  # pixels of a sign with the space after it at unit 1
ARROW = ">"
# Pieces of the line along the foot of a cell of each zone; the cell that ends the game has a frame.
FEET = {"y": 1, "g": 2, "o": 3, "b": 4, "c": 5}


def legend_rows(rules: Rules, *, moved: bool) -> list[tuple[str, str]]:
    """Zones and signs with their meaning. `moved`: arrows are drawn."""
    codes = {code for row in rules.data.market for cell in row if cell is not None for code in cell.codes}
    rows = [("p", "a company may start at this price")] if "p" in codes else []
    rows += [(z, words) for z, words in ZONES.items() if z in codes]
    if len(rules.data.market) > 1:
        rows.append(("^", "at a row's end a marker moves up, at its left edge down"))
    rows += [(ARROW, "how a price has just moved")] * moved
    return rows


def legend_size(legend: Sequence[tuple[str, str]], unit: float, widest: int = WIDEST) -> tuple[int, int]:
    """Pixels that the longest line of the legend takes, and that all its lines do. `widest`: pixels of one at unit 1."""
    words = max((fonts.width(text, style.step(PRINT * unit)) for _, text in legend), default=0)
    wide = min(words + round(60 * unit), round(widest * unit))
    lines = sum(len(_folded(text, wide, unit)) for _, text in legend)
    return wide, round((16 + STEP * lines) * unit)


def _folded(words: str, wide: int, unit: float) -> list[str]:
    """What a sign means, in lines beside it; `wide`: pixels of the legend."""
    return fonts.folded(words, round(wide - BESIDE * unit), style.step(PRINT * unit))


def draw_foot(draw: ImageDraw.ImageDraw, box: Box, zone: str, unit: float) -> None:
    """The line along the foot of a cell of that zone, by which it is told without colour; one with a frame has none."""
    if zone not in FEET:
        return
    ink = style.apart_from(style.ZONE[zone])
    gap, thick = round(6 * unit), max(2, round(3 * unit))
    pieces, y = FEET[zone], box[3] - thick - round(2 * unit)
    long = (box[2] - box[0] - 2 * gap + gap) / pieces
    for n in range(pieces):
        x = box[0] + gap + n * long
        draw.rectangle((x, y, x + long - gap, y + thick), fill=ink)


def write_legend(image: Image.Image, legend: Sequence[tuple[str, str]], box: Box, unit: float) -> None:
    """A line for each sign: how it looks, and what it means."""
    draw, y, step = ImageDraw.Draw(image), box[1], round(STEP * unit)
    for code, words in legend:
        middle = y + step / 2
        swatch = (box[0], round(middle - 11 * unit), box[0] + round(34 * unit), round(middle + 11 * unit))
        if code == "p":
            draw.rounded_rectangle(
                swatch, round(6 * unit), fill=style.SHADE, outline=style.GAUGE, width=round(2 * unit)
            )
        elif code == "^":
            s = 8 * unit
            for x, sign in ((swatch[0] + s, -1), (swatch[2] - s, 1)):
                draw.polygon(
                    [(x - s, middle - sign * s), (x, middle + sign * s), (x + s, middle - sign * s)], fill=style.SOFT
                )
        elif code == ARROW:
            draw_arrow(image, (swatch[0], middle), (swatch[2], middle), style.PALE, unit * 0.75)
        else:
            edge = style.INK if code == "e" else None
            draw.rounded_rectangle(swatch, round(6 * unit), style.ZONE[code], edge, round(2 * unit))
            draw_foot(draw, swatch, code, unit)
        for line in _folded(words, box[2] - box[0], unit):
            at = box[0] + round(BESIDE * unit), y + step / 2
            fonts.write(draw, at, line, style.step(PRINT * unit), ink=style.SOFT, anchor="lm")
            y += step
