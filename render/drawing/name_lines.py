"""Lines from a name that stands outside its hex to its city: grey hairlines that look nothing like track."""

from __future__ import annotations

import math
from collections.abc import Collection

from PIL import Image, ImageDraw

from render.drawing import style
from render.drawing.free_space import Box

THIN, DOT = 0.03, 0.07  # apothems: how thick such a line is, and the radius of the dot at its end
Spot = tuple[float, float]
Line = tuple[Spot, Spot]


def line_to(box: Box, at: Spot, radius: float) -> Line:
    """The line from a name's box to the rim of a circle."""
    near = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    share = min(1.0, radius / max(1.0, math.dist(at, near)))
    return near, (at[0] + (near[0] - at[0]) * share, at[1] + (near[1] - at[1]) * share)


def draw_line(image: Image.Image, line: Line, size: int) -> None:
    """It, with its dot at the rim of the city. `size`: the apothem."""
    draw, ink = ImageDraw.Draw(image), style.soft_on_halo()
    draw.line(line, fill=ink, width=max(1, round(size * THIN)))
    (x, y), r = line[1], max(2, round(size * DOT))
    draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def crosses(line: Line, box: Box) -> bool:
    """Whether a line and a box meet, or almost."""
    (a, b), (c, d) = line
    if max(a, c) < box[0] - 1 or min(a, c) > box[2] + 1 or max(b, d) < box[1] - 1 or min(b, d) > box[3] + 1:
        return False
    low, high = 0.0, 1.0  # the part of the line that is within
    for start, end, least, most in ((a, c, box[0] - 1, box[2] + 1), (b, d, box[1] - 1, box[3] + 1)):
        if start == end:
            if not least <= start <= most:
                return False
            continue
        first, last = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        low, high = max(low, first), min(high, last)
        if low > high:
            return False
    return True


def meet(one: Line, other: Line) -> bool:
    """Whether two lines cross each other."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: Line, other: Line) -> bool:
    """Whether the ends of the other lie on both sides of a line, or on it."""
    (a, b), (c, d) = line
    sides = [(c - a) * (y - b) - (d - b) * (x - a) for x, y in other]
    return sides[0] * sides[1] <= 0


def is_free(line: Line, boxes: Collection[Box], lines: Collection[Line]) -> bool:
    """Whether a line meets none of these words and lines."""
    return not any(crosses(line, box) for box in boxes) and not any(meet(line, other) for other in lines)
