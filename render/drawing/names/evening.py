"""Names in one print where some of them need a smaller one: of all stops of a run, of towns beside cities in a replay."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.layout import halo_width
from render.drawing.names.fitting import Placed
from render.drawing.names.ground import line_height, measure_name

MOSTLY = 2  # one of so many stops at least is in the smallest print of a map before the others are


class Prints(NamedTuple):
    """Pixels of names on a picture of runs, at most: of stops, and of other places."""

    stops: int
    others: int


class Written(NamedTuple):
    """A name that stands on its own hex, in lines, and the size of its print."""

    text: str
    points: int


def choose_prints(stops: Collection[int], others: Collection[int], *, last: bool) -> Prints | None:
    """The print of all stops that some of them need, and that of other places, of which there are two at most; None without
    stops. `last`: names have no smaller print: there most stops keep theirs if few need less.
    """
    if not stops:
        return None
    least, most = min(stops), max(stops)
    few = last and sum(points == least for points in stops) * MOSTLY < len(stops)
    own = most if few else least
    beside = {min(points, own) for points in others}
    return Prints(own, min(beside, default=own) if len({*stops, *beside} if few else {own, *beside}) > 2 else own)


def smaller_at(placed: Placed, points: int) -> Placed:
    """A name in smaller print in the middle of its place, or there where its line begins."""
    left, top, right, bottom = placed.box
    wide, high, _ = measure_name(placed.text, points)
    x, y = left + (right - left - wide) // 2, top + (bottom - top - high) // 2
    if placed.line is not None:
        (across, down), _ = placed.line
        x, y = min(max(x, round(across) - wide), round(across)), min(max(y, round(down) - high), round(down))
    return placed._replace(box=(x, y, x + wide, y + high), points=points)


def find_written(name: str, box: Box, sizes: Iterable[int]) -> Written | None:
    """In which lines and which of these sizes a name stands in a box on its hex."""
    words = name.split(" ")
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    wide, high = box[2] - box[0] - 2, box[3] - box[1] - 2
    for points in sizes:
        left, top, right, bottom = fonts.bounds(name, points, fonts.NARROW)
        if (right - left, bottom - top) == (wide, high):
            return Written(name, points)
        if high == 2 * line_height(points):
            for half in halves:
                if max(fonts.width(word, points, fonts.NARROW) for word in half) == wide:
                    return Written("\n".join(half), points)
    return None


def write_name(image: Image.Image, text: str, points: int, middle: tuple[float, float]) -> None:
    """Write a name in lines, the first of them with its middle there."""
    draw, (x, y) = ImageDraw.Draw(image), middle
    for i, line in enumerate(text.split("\n")):
        at = x, y + line_height(points) * i
        fonts.write(draw, at, line, points, bold=fonts.NARROW, ink=style.BLACK, anchor="mm", halo=halo_width(points))
