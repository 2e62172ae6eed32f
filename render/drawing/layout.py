"""Where hexes and panels lie on the canvas, and how large what is written on hexes is. All numbers are pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.state import Hex
from game.title_data import HexData, TitleData
from render.drawing import fonts
from render.drawing.free_space import Box
from render.drawing.map_print import MapPrint
from render.drawing.tile_geometry import BOARD

Size = tuple[int, int]

# Apothems in pixels of the hexes of crops: a hex that was drawn at one of these is at hand for other windows and other tables.
# Among them what stations need to be read on a phone (62 for a number in a circle, 76 for a token on a run).
STEPS = (62, 70, 76, 83, 92, 107, 124, 142, 164)
LARGEST = 400  # the same where hexes are few
LEAST_ON_PHONE = 14  # pixels of words that a whole map for a phone still has: below that they are listed under it
LEAST = 9  # the same on a wide map
LEAST_SIGN = 10  # the same of what several lines of small print say there
BEFORE = 8  # pixels between the words in a bay of the land and a coordinate


@dataclass(frozen=True)
class Layout:
    """`size`: apothem; `left`, `top`: where the map's doubled coordinates (0, 0) would have their centre.

    `circles`: how large those of its cities are; `print`: of the map; `bays`: boxes between land and sides with words in them.
    """

    pointy: bool
    size: int
    left: float
    top: float
    canvas: Size
    circles: int = BOARD
    print: MapPrint | None = None  # of a map that is drawn so
    bays: tuple[Box, ...] = ()

    @cached_property
    def across(self) -> float:
        """Pixels of one step of x in doubled coordinates."""
        return self.size if self.pointy else self.size * math.sqrt(3)

    @cached_property
    def down(self) -> float:
        return self.size * math.sqrt(3) if self.pointy else self.size

    @cached_property
    def _centres(self) -> dict[Hex, tuple[int, int]]:
        """Those of hexes that were asked for: a drawing asks for each a dozen times."""
        return {}

    def centre(self, h: HexData) -> tuple[int, int]:
        known = self._centres.get(h.id)
        if known is None:
            known = self._centres[h.id] = self.spot(h.x, h.y)
        return known

    def spot(self, x: int, y: int) -> tuple[int, int]:
        """The pixel in the middle of a hex's place, on the map or off it."""
        return round(self.left + x * self.across), round(self.top + y * self.down)

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


def fit(hexes: Sequence[HexData], data: TitleData, canvas: Size, frame: Box, *, stepped: bool = False) -> Layout:
    """The largest layout of those hexes inside a frame of the canvas, centred in it. `stepped`: its size is one of `STEPS`."""
    pointy = data.layout == "pointy"
    wide, high = spread(hexes, pointy)
    size = max(8, min(LARGEST, int(min((frame[2] - frame[0]) / wide, (frame[3] - frame[1]) / high))))
    if stepped:
        size = max((step for step in STEPS if step <= size), default=size)
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


def edge_margin(canvas: Size) -> int:
    """Pixels along the sides of a map without a panel: room for the coordinates there."""
    return round(40 * min(canvas) / 1200) + 14


def edge_marks(where: Layout, shown: Sequence[HexData], points: int) -> list[tuple[str, tuple[float, float]]]:
    """The coordinates along the edges of a map and their places: off the coast, and whole within the canvas.

    `points`: of their print.
    """
    texts: list[tuple[str, tuple[float, float]]] = []
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    centres = [where.centre(h) for h in shown]
    for h, (x, y) in zip(shown, centres, strict=True):
        letters = h.id.rstrip("0123456789")
        number = h.id[len(letters) :]
        rows.setdefault(letters if where.pointy else number, y)
        columns.setdefault(number if where.pointy else letters, x)
    coast = where.size * 0.08 + 4
    across = max(fonts.width(text, points, bold=True) for text in rows) / 2
    half = (where.size if where.pointy else where.size * 1.1547) + coast + across
    tall = (where.size * 1.1547 if where.pointy else where.size) + coast + points * 0.4
    left = max(min(x for x, _ in centres) - half, across + 1)
    right = min(max(x for x, _ in centres) + half, where.canvas[0] - across - 1)
    top = max(min(y for _, y in centres) - tall, points * 0.4 + 1)
    bottom = min(max(y for _, y in centres) + tall, where.canvas[1] - points * 0.4 - 1)
    for text, y in rows.items():
        texts += [(text, (left, y)), (text, (_before_bays(where, y, points, right, across), y))]
    for text, x in columns.items():
        texts += [(text, (x, end)) for end in _between_bays(where, x, points, (top, bottom))]
    return texts


def _before_bays(where: Layout, y: float, points: int, right: float, across: float) -> float:
    """Where the number of a row stands at its right: before the words there. `across`: half of its width."""
    tall = points * 0.4 + 1
    ends = [bay[0] - across - BEFORE for bay in where.bays if bay[1] < y + tall and y - tall < bay[3]]
    return min([right, *ends])


def _between_bays(where: Layout, x: float, points: int, ends: tuple[float, float]) -> tuple[float, float]:
    """Where the letter of a column stands at its top and its bottom: off the words there."""
    over, under = ends
    for left, top, right, bottom in where.bays:
        if left - points < x < right + points:
            if top <= over < bottom:
                over = bottom + BEFORE + points * 0.4
            elif top < under <= bottom:
                under = top - BEFORE - points * 0.4
    return over, under


def find_bays(where: Layout, hexes: Sequence[HexData], gap: int) -> tuple[Box, ...]:
    """The largest free boxes in the upper and lower corner at the right of a canvas, so far from the hexes at least."""
    long = 2 / math.sqrt(3)
    across, down = ((1, long), (long, 1))[not where.pointy]
    half = across * where.size + gap, down * where.size + gap
    ends = [(x + half[0], y - half[1], y + half[1]) for x, y in map(where.centre, hexes)]
    wide, high = where.canvas
    above, below = [], []
    for left in sorted({math.ceil(right) for right, _, _ in ends}):
        beyond = [(top, bottom) for right, top, bottom in ends if right > left]
        if beyond:
            above.append((left, 0, wide, max(0, math.floor(min(top for top, _ in beyond)))))
            below.append((left, min(high, math.ceil(max(bottom for _, bottom in beyond))), wide, high))
    best = [max(boxes, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]), default=(0, 0, 0, 0)) for boxes in (above, below)]
    return tuple(box for box in best if box[0] < box[2] and box[1] < box[3])


def halo_width(points: int) -> int:
    """Pixels of paper round the letters of a name."""
    return max(2, round(points * 0.14))


def drops_signs(unit: int, *, phone: bool) -> bool:
    """Whether words that came onto a hex could not be read on a whole map. `unit`: the apothem in pixels."""
    return unit * 0.26 < (LEAST_ON_PHONE if phone else LEAST_SIGN)
