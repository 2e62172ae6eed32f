"""Markers of a cell of the market: the top one of a pile whole, those below it by the edges on which their letters stand."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company
from render.drawing import fonts, style
from render.drawing.canvas import SCALE
from render.drawing.discs.badges import badge
from render.drawing.free_space import Box
from render.drawing.geometry import Point
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.sprites import letters_on, token

# All of these at unit 1.
PRICE = 36  # pixels of a cell above its pile
BELOW = 8  # and below it
RADIUS = 25  # of a marker, where its cell is wide enough
EDGE = 22  # pixels that are seen of a marker below another one
RING = 4  # pixels of the bright ring round a marker that has moved; at each unit
MARKER_PRINT = (24, 20, 16, 13)  # of letters on markers
OVER = 1.5  # radii from a line of markers to the next below it, where they stand beside each other


def marks_print(unit: float) -> tuple[int, ...]:
    """Sizes of print of letters on markers and of lists."""
    return tuple(style.step(size * unit) for size in MARKER_PRINT)


def radius(wide: int, unit: float) -> int:
    """Pixels of a marker's radius in a cell of that width."""
    return round(min(RADIUS * unit, wide / 2 - 2 * unit))


def per_line(wide: int, unit: float) -> int:
    """Markers of a pile beside each other in a cell."""
    return max(1, int(wide / (2 * radius(wide, unit) * 0.96)))


def _step(wide: int, unit: float) -> float:
    """Pixels from a line of markers to the next in a cell of that width."""
    return EDGE * unit if per_line(wide, unit) == 1 else OVER * radius(wide, unit)


def cell_height(count: int, wide: int, unit: float) -> int:
    """Pixels of a cell of that width with so many markers: all of them are within it."""
    lines = math.ceil(count / per_line(wide, unit))
    return round((PRICE + BELOW) * unit + 2 * radius(wide, unit) + _step(wide, unit) * (lines - 1)) if count else 0


def pile_spots(box: Box, count: int, unit: float) -> list[Point]:
    """The middles of what is seen of so many markers in a cell, the top one of the pile first."""
    wide = box[2] - box[0]
    columns, r = max(1, min(count, per_line(wide, unit))), radius(wide, unit)
    spots, top = [], box[1] + PRICE * unit
    for i in range(count):
        row, column = divmod(i, columns)
        here = min(columns, count - row * columns)
        x = box[0] + wide / 2 + (column - (here - 1) / 2) * min(wide / columns, 2 * r + 10 * unit)
        step = _step(wide, unit)
        alone = row and per_line(wide, unit) == 1
        spots.append((x, top + 2 * r + (row - 0.5) * step if alone else top + r + row * step))
    return spots


def draw_pile(
    image: Image.Image, rules: Rules, box: Box, pile: Sequence[Company], moved: set[Company], unit: float
) -> None:
    """The markers of a cell: the top one of the pile above and over the others; beside each other they carry their places."""
    wide = box[2] - box[0]
    r, spots, draw = radius(wide, unit), pile_spots(box, len(pile), unit), ImageDraw.Draw(image)
    beside, sizes = per_line(wide, unit) > 1, marks_print(unit)
    for number, (company, (x, y)) in reversed(list(enumerate(zip(pile, spots, strict=True)))):
        if number and not beside:
            low = round(y + EDGE * unit / 2)
            at = round(x) - r, low - 2 * r
            if company in moved:
                ring = (at[0] - RING, at[1] - RING, at[0] + 2 * r + RING, low + RING)
                draw.rounded_rectangle(ring, r // 2, fill=style.CHANGED)
            shown = rules.data.companies[company]
            sprite = edge_sprite(company, shown.colour, shown.ink, r, round(EDGE * unit), sizes)
            image.paste(sprite, at, sprite)
            continue
        if company in moved:
            draw.ellipse((x - r - RING, y - r - RING, x + r + RING, y + r + RING), fill=style.CHANGED)
        sprite = token(rules.data, company, r, sizes=sizes)
        image.paste(sprite, (round(x) - r, round(y) - r), sprite)
    numbered = spots if len(pile) > 1 and beside else ()
    for number, (x, y) in enumerate(numbered, 1):  # after all markers: none hides a number
        badge(image, x - r * 0.75, y - r * 0.75, max(9, round(r * 0.38)), str(number), style.INK, sizes)


@keep_drawn(1, memory_of)
def edge_sprite(mark: str, colour: str, ink: str, r: int, seen: int, sizes: tuple[int, ...]) -> Image.Image:
    """A marker below another one of that radius: as wide and as high as it, its letters on the lowest pixels, that are `seen`."""
    fill = style.rgb(colour)
    side, thin = 2 * r + 1, max(2, round(r * 0.05 * SCALE))
    big = Image.new("RGBA", (side * SCALE, side * SCALE), (*fill, 0))
    draw, end = ImageDraw.Draw(big), side * SCALE - 1
    rim = style.WHITE if style.luminance(fill) < 0.5 else style.BLACK
    for inset, tint in ((0, style.BLACK), (thin, rim), (2 * thin, fill)):
        draw.rounded_rectangle((inset, inset, end - inset, end - inset), r * SCALE // 3, fill=tint)
    image = big.reduce(SCALE)
    room = round(side - 10 * thin / SCALE)  # both rims, and air beside the letters
    size = next(each for each in sizes if each <= seen)
    cut = fonts.Cut.BOLD if fonts.width(mark, size, bold=True) <= room else fonts.NARROW
    middle = side / 2, side - seen / 2 - thin / SCALE  # between what covers it and its rims
    tint = letters_on(fill, style.rgb(ink))
    fonts.write_within(ImageDraw.Draw(image), middle, mark, size, room, bold=cut, ink=tint)
    return image
