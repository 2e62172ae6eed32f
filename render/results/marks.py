"""Shapes that stand for the curves of a chart, each unlike the others also in shades of grey."""

from __future__ import annotations

import math

from PIL import ImageDraw

from render.drawing import style
from render.drawing.geometry import Point

RADIUS = 9  # pixels of a mark
RIM = 1.5  # of paper around it, pixels
Shape = tuple[Point, ...]


def _regular(corners: int, turn: float = 0, inner: float = 1) -> Shape:
    """A polygon in a circle of radius 1, `turn` degrees from one corner above; of a star every second corner lies at `inner`."""
    angles = [math.radians(turn - 90 + 360 * k / corners) for k in range(corners)]
    far = [inner if k % 2 else 1.0 for k in range(corners)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(far, angles, strict=True))


def _plus(turn: float) -> Shape:
    """A cross, turned by so many degrees."""
    arm, cos, sin = 0.36, math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corner = ((arm, -1), (arm, -arm), (1, -arm), (1, arm), (arm, arm), (arm, 1))
    whole = (*corner, *((-x, -y) for x, y in corner))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in whole)


MARKS: tuple[Shape, ...] = (
    _regular(24),  # as good as a disc
    _regular(4, 45),
    _regular(3),
    _regular(4),
    _regular(3, 180),
    _plus(0),
    _plus(45),
    _regular(10, inner=0.45),
    _regular(3, 270),
    _regular(3, 90),
    _regular(5),
    _regular(6),
)


def draw_mark(pen: ImageDraw.ImageDraw, number: int, at: Point, scale: float, colour: style.RGB) -> None:
    """The mark of the curve of that number. `scale`: pixels of the picture that is drawn on, for each of the one that is seen."""
    shape = MARKS[number % len(MARKS)]
    for radius, fill in ((RADIUS + RIM, style.PAPER), (RADIUS, colour)):
        pen.polygon([(at[0] + x * radius * scale, at[1] + y * radius * scale) for x, y in shape], fill=fill)
