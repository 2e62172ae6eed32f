"""Where hexes and panels lie on the canvas. All numbers are pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.title_data import HexData, TitleData
from render.drawing.free_space import Box
from render.drawing.tile_geometry import BOARD

Size = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """`size`: apothem; `left`, `top`: where the map's doubled coordinates (0, 0) would have their centre.

    `circles`: how large those of its cities are.
    """

    pointy: bool
    size: int
    left: float
    top: float
    canvas: Size
    circles: int = BOARD

    @property
    def across(self) -> float:
        """Pixels of one step of x in doubled coordinates."""
        return self.size if self.pointy else self.size * math.sqrt(3)

    @property
    def down(self) -> float:
        return self.size * math.sqrt(3) if self.pointy else self.size

    def centre(self, h: HexData) -> tuple[int, int]:
        return round(self.left + h.x * self.across), round(self.top + h.y * self.down)

    def point(self, h: HexData, p: tuple[float, float]) -> tuple[float, float]:
        """A place on a hex, given in apothems from its centre."""
        x, y = self.centre(h)
        return x + p[0] * self.size, y + p[1] * self.size


def spread(hexes: Sequence[HexData], pointy: bool) -> tuple[float, float]:
    """Width and height of those hexes together, in apothems."""
    xs, ys = [h.x for h in hexes], [h.y for h in hexes]
    long = 4 / math.sqrt(3)
    if pointy:
        return max(xs) - min(xs) + 2, (max(ys) - min(ys)) * math.sqrt(3) + long
    return (max(xs) - min(xs)) * math.sqrt(3) + long, max(ys) - min(ys) + 2


def fit(hexes: Sequence[HexData], data: TitleData, canvas: Size, frame: Box, largest: int = 400) -> Layout:
    """The largest layout of those hexes inside a frame of the canvas, centred in it."""
    pointy = data.layout == "pointy"
    wide, high = spread(hexes, pointy)
    size = max(8, min(largest, int(min((frame[2] - frame[0]) / wide, (frame[3] - frame[1]) / high))))
    return placed(hexes, pointy, size, canvas, frame)


def placed(
    hexes: Sequence[HexData], pointy: bool, size: int, canvas: Size, frame: Box, align: tuple[float, float] = (0.5, 0.5)
) -> Layout:
    """A layout of that size; `align` 0 puts the map at the left and top of the frame, 1 at its right and bottom."""
    wide, high = (n * size for n in spread(hexes, pointy))
    long = 2 / math.sqrt(3)
    left = frame[0] + (frame[2] - frame[0] - wide) * align[0]
    top = frame[1] + (frame[3] - frame[1] - high) * align[1]
    probe = Layout(pointy, size, 0, 0, canvas)
    first = (size, size * long) if pointy else (size * long, size)
    return Layout(
        pointy,
        size,
        left + first[0] - min(h.x for h in hexes) * probe.across,
        top + first[1] - min(h.y for h in hexes) * probe.down,
        canvas,
    )


def edge_marks(where: Layout, shown: Sequence[HexData]) -> list[tuple[str, tuple[float, float]]]:
    """The coordinates along the edges of a map and their places."""
    texts: list[tuple[str, tuple[float, float]]] = []
    gap = where.size * 0.24
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    centres = [where.centre(h) for h in shown]
    for h, (x, y) in zip(shown, centres, strict=True):
        letters = h.id.rstrip("0123456789")
        number = h.id[len(letters) :]
        rows.setdefault(letters if where.pointy else number, y)
        columns.setdefault(number if where.pointy else letters, x)
    wide, _ = spread(shown, where.pointy)
    half = where.size if where.pointy else where.size * 1.1547
    tall = where.size * 1.1547 if where.pointy else where.size
    left = min(x for x, _ in centres) - half - gap
    top = min(y for _, y in centres) - tall - gap
    bottom = max(y for _, y in centres) + tall + gap
    right = left + 2 * gap + wide * where.size
    for text, y in rows.items():
        texts += [(text, (left, y)), (text, (right, y))]
    for text, x in columns.items():
        texts += [(text, (x, top)), (text, (x, bottom))]
    return texts
