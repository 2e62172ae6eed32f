"""Where hexes and panels lie on the canvas. All numbers are pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageDraw

from game.load import HexData, TitleData
from render.drawing.free_space import Box, Room
from render.drawing.tile_geometry import corners

Size = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """`size`: apothem; `left`, `top`: where the map's doubled coordinates (0, 0) would have their centre."""

    pointy: bool
    size: int
    left: float
    top: float
    canvas: Size

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


def map_and_panels(
    hexes: Sequence[HexData],
    data: TitleData,
    canvas: Size,
    panels: Sequence[Size],
    margin: int,
    gap: int = 20,
    least: int = 8,
) -> tuple[Layout, list[Box]] | None:
    """The largest map, of apothems of at least so many pixels, beside which all panels find room, and their boxes."""
    frame = (margin, margin, canvas[0] - margin, canvas[1] - margin)
    low, high = least, fit(hexes, data, canvas, frame).size
    if least > high:
        return None
    largest = at_size(hexes, data, canvas, panels, margin, high, gap)  # may be possible where a little less is not
    found = largest or at_size(hexes, data, canvas, panels, margin, least, gap)
    if largest is not None or found is None:
        return found
    while low < high:
        middle = (low + high + 1) // 2
        tried = at_size(hexes, data, canvas, panels, margin, middle, gap)
        if tried is None:
            high = middle - 1
        else:
            low, found = middle, tried
    return found


def at_size(
    hexes: Sequence[HexData],
    data: TitleData,
    canvas: Size,
    panels: Sequence[Size],
    margin: int,
    size: int,
    gap: int = 20,
) -> tuple[Layout, list[Box]] | None:
    """A map of that size with the panels where the shape of the country leaves room; None where one finds none.

    The map may stand left, in the middle or right of the canvas, and likewise from top to bottom; if the panels find no room
    in their order, the highest of them are placed right after the first.
    """
    frame = (margin, margin, canvas[0] - margin, canvas[1] - margin)
    pointy = data.layout == "pointy"
    base = placed(hexes, pointy, size, canvas, frame, (0.0, 0.0))
    country = _country(base, hexes, data)
    first, *rest = range(len(panels))
    highest = [first, *sorted(rest, key=lambda i: -panels[i][1])]
    for order in dict.fromkeys((tuple(range(len(panels))), tuple(highest))):
        for down, align in product((0.5, 1.0, 0.0), (0.0, 1.0, 0.5)):
            layout = placed(hexes, pointy, size, canvas, frame, (align, down))
            by = round((layout.left - base.left) / GRID), round((layout.top - base.top) / GRID)
            boxes = _room_for(country, by, [panels[i] for i in order], gap)
            if boxes is not None:
                return layout, [boxes[order.index(i)] for i in range(len(panels))]
    return None


GRID = 8  # pixels of one cell in the search for room


def _country(layout: Layout, hexes: Sequence[HexData], data: TitleData) -> Image.Image:
    """A small mask of the hexes and of the coordinates along the edges."""
    mask = Image.new("L", (layout.canvas[0] // GRID, layout.canvas[1] // GRID))
    draw = ImageDraw.Draw(mask)
    size = layout.size / GRID
    wide = 1.0 + 0.16 + 4 / layout.size  # shifting rounds to cells
    rim = [(x * size, y * size) for x, y in corners(data.layout, wide)]
    for each in hexes:
        middle = layout.centre(each)
        draw.polygon([(middle[0] / GRID + dx, middle[1] / GRID + dy) for dx, dy in rim], fill=255)
    for _, (x, y) in edge_marks(layout, hexes):
        draw.rectangle(((x - 20) / GRID, (y - 18) / GRID, (x + 20) / GRID, (y + 18) / GRID), fill=255)
    return mask


def _room_for(country: Image.Image, by: tuple[int, int], panels: Sequence[Size], gap: int) -> list[Box] | None:
    """Boxes for the panels clear of the country, top right first; None when one finds no room."""
    wide, high = country.size
    mask = Image.new("L", country.size)
    mask.paste(country, by)
    draw = ImageDraw.Draw(mask)
    for box in ((0, 0, wide, 1), (0, high - 1, wide, high), (0, 0, 1, high), (wide - 1, 0, wide, high)):
        draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=255)
    room = Room(mask)
    found: list[Box] = []
    for w, h in panels:
        size = math.ceil((w + gap) / GRID), math.ceil((h + gap) / GRID)
        spot = room.find(size[0], size[1], [(wide, 0)] if not found else [(found[-1][0] / GRID + size[0] / 2, 0)])
        if spot is None:
            return None
        room.take(spot, "panel", gap=0)
        x, y = spot[0] * GRID + gap // 2, spot[1] * GRID + gap // 2
        found.append((x, y, x + w, y + h))
    return found


def edge_marks(where: Layout, shown: Sequence[HexData]) -> list[tuple[str, tuple[float, float]]]:
    """The coordinates along the edges of a map and their places."""
    found: list[tuple[str, tuple[float, float]]] = []
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
        found += [(text, (left, y)), (text, (right, y))]
    for text, x in columns.items():
        found += [(text, (x, top)), (text, (x, bottom))]
    return found
