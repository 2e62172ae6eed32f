"""Drawing in apothems on a picture several times the final size, and the outlines that several pictures share."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from render.drawing.geometry import Line, Point, polar, ribbon
from render.drawing.style import RGB
from render.drawing.tile_geometry import StopPlace

SCALE = 3
LARGE, LARGE_SCALE = 60, 2  # an apothem in pixels from which on twice is enough, as on all hexes of crops
Paint = RGB | tuple[int, int, int, int] | int  # a colour, one with its opacity, or the shade of a mask


class Pen:
    """Draws in apothems on a picture several times the final size. `ground`: its colour; None: a mask, empty at first.

    `scale`: how many times; 0: as many as hexes of that size need for smooth edges.
    """

    def __init__(
        self, size: int, half: tuple[int, int], ground: RGB | tuple[int, int, int, int] | None, scale: int = 0
    ) -> None:
        scale = scale or (SCALE if size < LARGE else LARGE_SCALE)
        self.unit = size * scale
        self.half = half
        self.scale = scale
        full = (half[0] * 2 * scale, half[1] * 2 * scale)
        mode = "L" if ground is None else "RGB" if len(ground) == 3 else "RGBA"
        self.image = Image.new(mode, full, ground or 0)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, p: Point) -> Point:
        return p[0] * self.unit + self.half[0] * self.scale, p[1] * self.unit + self.half[1] * self.scale

    def polygon(self, points: list[Point], fill: Paint) -> None:
        self.draw.polygon([self.at(p) for p in points], fill=fill)

    def band(self, line: Line, width: float, fill: Paint) -> None:
        self.polygon(ribbon(line, width), fill)

    def disc(self, p: Point, radius: float, fill: Paint, rim: RGB | None = None, rim_width: float = 0.0) -> None:
        x, y = self.at(p)
        r = radius * self.unit
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=rim, width=round(rim_width * self.unit))

    def reduced(self) -> Image.Image:
        return self.image.reduce(self.scale) if self.scale > 1 else self.image


def reach(line: Line) -> Line:
    """The line drawn out a little beyond the side of the hex, so that no gap is left there."""
    out = list(line)
    for end, inner in ((0, 1), (-1, -2)):
        x, y = out[end]
        if math.hypot(x, y) > 0.98 and abs(max(abs(x * c[0] + y * c[1]) for c in _NORMALS) - 1) < 0.02:
            dx, dy = x - out[inner][0], y - out[inner][1]
            n = math.hypot(dx, dy) or 1.0
            out[end] = (x + dx / n * 0.06, y + dy / n * 0.06)
    return tuple(out)


_NORMALS = [polar(30 * i, 1) for i in range(12)]


def hull(place: StopPlace, size: float) -> list[Point]:
    """The box round the circles of a city: the convex outline of square corners about each circle."""
    spots = place.slots
    points = [(s[0] + dx, s[1] + dy) for s in spots for dx, dy in (polar(30 * k, size) for k in range(12))]
    if len(spots) == 2:
        along = math.degrees(math.atan2(spots[1][1] - spots[0][1], spots[1][0] - spots[0][0]))
        ax, ac = polar(along, size), polar(along + 90, size)
        first, last = spots
        return [
            (first[0] - ax[0] * 0.72 + ac[0], first[1] - ax[1] * 0.72 + ac[1]),
            (first[0] - ax[0] + ac[0] * 0.72, first[1] - ax[1] + ac[1] * 0.72),
            (first[0] - ax[0] - ac[0] * 0.72, first[1] - ax[1] - ac[1] * 0.72),
            (first[0] - ax[0] * 0.72 - ac[0], first[1] - ax[1] * 0.72 - ac[1]),
            (last[0] + ax[0] * 0.72 - ac[0], last[1] + ax[1] * 0.72 - ac[1]),
            (last[0] + ax[0] - ac[0] * 0.72, last[1] + ax[1] - ac[1] * 0.72),
            (last[0] + ax[0] + ac[0] * 0.72, last[1] + ax[1] + ac[1] * 0.72),
            (last[0] + ax[0] * 0.72 + ac[0], last[1] + ax[1] * 0.72 + ac[1]),
        ]
    return _convex(points)


def _convex(points: list[Point]) -> list[Point]:
    """The convex hull, by Andrew's monotone chain."""
    ordered = sorted(set(points))

    def chain(seq: list[Point]) -> list[Point]:
        out: list[Point] = []
        for p in seq:
            while len(out) > 1 and _turns(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(ordered) + chain(ordered[::-1])


def _turns(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
