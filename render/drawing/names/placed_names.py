"""A name that has its place on a map, as it is written there."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, overlap
from render.drawing.layout import halo_width
from render.drawing.names.ground import line_height, measure_name
from render.drawing.names.search import Land

BESIDE = 0.6  # of its print, from a name to the next one in the same line


class Placed(NamedTuple):
    """Where a name stands on the picture, with the pointer that it needs. `points`: the size of its print; `cost`: how far it is
    from standing in full size beside its stop, in apothems of a pointer; `way`: to the stop, of one beside its hex that has no
    pointer.
    """

    text: str
    box: Box
    points: int
    line: Line | None = None
    land: Land = Land.HOME
    cost: float = 0.0
    way: Line | None = None
    cut: fonts.Weight = fonts.NARROW


def smaller_at(placed: Placed, points: int) -> Placed:
    """A name in smaller print in the middle of its place, or there where its line begins."""
    left, top, right, bottom = placed.box
    wide, high, _ = measure_name(placed.text, points, placed.cut)
    x, y = left + (right - left - wide) // 2, top + (bottom - top - high) // 2
    if placed.line is not None:
        (across, down), _ = placed.line
        x, y = min(max(x, round(across) - wide), round(across)), min(max(y, round(down) - high), round(down))
    return placed._replace(box=(x, y, x + wide, y + high), points=points)


def seems_part(placed: Placed, word: Box) -> bool:
    """Whether a word stands under a name or right beside it, as if it were its last one: `Statesboro 3`."""
    left, top, right, bottom = placed.box
    apart = round(placed.points * BESIDE)
    return overlap((left - apart, top, right + apart, bottom), word)


def write_name(
    image: Image.Image, text: str, points: int, middle: tuple[float, float], cut: fonts.Weight = fonts.NARROW
) -> None:
    """Write a name in lines, the first of them with its middle there."""
    draw, (x, y) = ImageDraw.Draw(image), middle
    for i, line in enumerate(text.split("\n")):
        at = x, y + line_height(points) * i
        fonts.write(draw, at, line, points, bold=cut, ink=style.BLACK, anchor="mm", halo=halo_width(points))
