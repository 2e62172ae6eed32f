"""Small pictures of what is printed on hexes: ports, mines, goods. Each has a shape of its own, so that no colour is needed.

And what points from one place to another: from a name to its city, from a price to the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from render.drawing import style
from render.drawing.free_space import Line, Point
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.style import RGB

BIG = 64  # half the side while it is painted
# Pixels of the paper round a good while it is painted, and how soon it ends: a drop of oil is as black as the night.
RIM, FULL = 8, 6
GREEN: RGB = (46, 118, 60)
GOLD: RGB = (214, 160, 20)
STONE = 0.35  # from black to white
THIN, HALO, DOT = (
    0.036,
    0.04,
    0.07,
)  # apothems: how thick a pointer is, the paper on each side of it, half as wide as the dot at its end
FINEST = 1.6  # pixels of it at least
SHAFT, HEAD, EDGE = 12, 16, 2.5  # pixels at unit 1: how thick an arrow is, half as wide as its head, its dark edge
LINE = 0.35  # of the way of a short arrow that is no head
FINE = 3  # how many times as large both are drawn


class _Brush:
    """Paints in units of half the picture, from -1 to 1, y downwards; in black where nothing else is said."""

    def __init__(self) -> None:
        self.image = Image.new("RGBA", (2 * BIG, 2 * BIG), (*style.WHITE, 0))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(BIG + x * BIG, BIG + y * BIG) for x, y in points]

    def shape(self, points: Sequence[tuple[float, float]], fill: RGB, rim: RGB | None = None) -> None:
        self.draw.polygon(self.at(points), fill=fill, outline=rim or style.BLACK, width=5)

    def line(self, points: Sequence[tuple[float, float]], wide: float, fill: RGB | None = None) -> None:
        self.draw.line(self.at(points), fill=fill or style.BLACK, width=round(wide * BIG), joint="curve")

    def disc(self, x: float, y: float, r: float, fill: RGB, rim: RGB | None = None) -> None:
        self.draw.ellipse(self.at([(x - r, y - r), (x + r, y + r)]), fill=fill, outline=rim or style.BLACK, width=5)

    def arc(self, x: float, y: float, r: float, degrees: tuple[int, int], wide: float, fill: RGB | None = None) -> None:
        start, end = degrees
        self.draw.arc(
            self.at([(x - r, y - r), (x + r, y + r)]), start, end, fill=fill or style.BLACK, width=round(wide * BIG)
        )


def _port(b: _Brush) -> None:
    """An anchor."""
    b.arc(0, -0.6, 0.2, (0, 360), 0.13)
    b.line([(0, -0.42), (0, 0.74)], 0.17)
    b.line([(-0.36, -0.2), (0.36, -0.2)], 0.15)
    b.arc(0, 0.12, 0.66, (15, 165), 0.17)
    for side in (-1, 1):
        b.shape([(side * 0.86, 0.44), (side * 0.68, 0.06), (side * 0.42, 0.4)], style.BLACK)


def _mine(b: _Brush) -> None:
    """Hammer and pick, crossed."""
    b.line([(-0.62, 0.72), (0.5, -0.5)], 0.16)
    b.line([(0.62, 0.72), (-0.5, -0.5)], 0.16)
    b.shape([(0.2, -0.72), (0.5, -0.86), (0.86, -0.44), (0.66, -0.22)], style.BLACK)
    b.arc(-0.2, -0.2, 0.62, (175, 275), 0.17)


def _oil(b: _Brush) -> None:
    """A drop."""
    b.shape([(0, -0.9), (0.42, -0.06), (-0.42, -0.06)], style.BLACK)
    b.disc(0, 0.26, 0.52, style.BLACK)
    b.arc(0, 0.26, 0.32, (90, 170), 0.1, style.WHITE)


def _ore(b: _Brush) -> None:
    """A rock with facets."""
    b.shape(
        [(-0.8, 0.3), (-0.46, -0.5), (0.2, -0.7), (0.8, -0.1), (0.6, 0.6), (-0.4, 0.7)],
        style.mix(style.BLACK, style.WHITE, STONE),
    )
    b.line([(-0.46, -0.5), (-0.06, 0.06), (0.8, -0.1)], 0.09, style.WHITE)
    b.line([(-0.06, 0.06), (-0.4, 0.7)], 0.09, style.WHITE)


def _cotton(b: _Brush) -> None:
    """A boll on its stalk."""
    b.line([(0, 0.1), (0, 0.9)], 0.14, style.HILL)
    for x, y in ((-0.36, 0.0), (0.36, 0.0), (0.0, -0.44), (0.0, 0.1)):
        b.disc(x, y, 0.38, style.WHITE)


def _spices(b: _Brush) -> None:
    """A pepper pod."""
    b.shape([(-0.62, -0.42), (-0.2, -0.5), (0.2, -0.2), (0.5, 0.3), (0.86, 0.5), (0.3, 0.56), (-0.3, 0.3)], style.GAUGE)
    b.line([(-0.42, -0.42), (-0.6, -0.86)], 0.15, GREEN)


def _gold(b: _Brush) -> None:
    """Three bars."""
    for x, y in ((-0.45, 0.36), (0.45, 0.36), (0.0, -0.34)):
        b.shape([(x - 0.24, y - 0.28), (x + 0.24, y - 0.28), (x + 0.42, y + 0.3), (x - 0.42, y + 0.3)], GOLD)


def _opium(b: _Brush) -> None:
    """A poppy."""
    b.line([(0, 0.2), (0, 0.95)], 0.13, GREEN)
    for k in range(4):
        b.disc(0.4 * math.cos(k * math.pi / 2), -0.2 + 0.4 * math.sin(k * math.pi / 2), 0.4, style.GAUGE)
    b.disc(0, -0.2, 0.24, style.BLACK)


def _tea(b: _Brush) -> None:
    """Two leaves and a bud."""
    b.line([(0, 0.9), (0, -0.2)], 0.12, GREEN)
    b.shape([(0, 0.36), (-0.3, -0.26), (-0.84, -0.42), (-0.62, 0.16)], GREEN)
    b.shape([(0, 0.36), (0.3, -0.26), (0.84, -0.42), (0.62, 0.16)], GREEN)
    b.shape([(0, -0.1), (-0.2, -0.5), (0, -0.94), (0.2, -0.5)], GREEN)


def _rice(b: _Brush) -> None:
    """An ear."""
    b.line([(-0.3, 0.92), (0.3, -0.7)], 0.1, style.HILL)
    for k in range(4):
        x, y = 0.3 - k * 0.12, -0.66 + k * 0.32
        for side in (-1, 1):
            b.disc(x + side * 0.22, y + 0.06 * side, 0.17, GOLD)


def _jewelry(b: _Brush) -> None:
    """A cut stone."""
    b.shape([(-0.8, -0.2), (-0.44, -0.62), (0.44, -0.62), (0.8, -0.2), (0, 0.78)], (150, 220, 240))
    b.line([(-0.8, -0.2), (0.8, -0.2)], 0.08)
    b.line([(-0.3, -0.2), (0, 0.78), (0.3, -0.2)], 0.08)


KNOWN: dict[str, Callable[[_Brush], None]] = {
    "port": _port,
    "mine": _mine,
    "coal": _mine,  # the ground tells a district from a mine
    "oil": _oil,
    "ore": _ore,
    "cotton": _cotton,
    "spices": _spices,
    "gold": _gold,
    "opium": _opium,
    "tea": _tea,
    "rice": _rice,
    "jewelry": _jewelry,
}


PLAIN = frozenset({"port", "mine", "coal"})  # those that stand on pale ground alone


@keep_drawn(4, memory_of)
def symbol(name: str, side: int) -> Image.Image:
    """A known symbol, `side` pixels wide and high, on nothing."""
    brush = _Brush()
    KNOWN[name](brush)
    shown = brush.image if name in PLAIN else _rimmed(brush.image)
    return shown.resize((side, side), Image.Resampling.LANCZOS)


def _rimmed(image: Image.Image) -> Image.Image:
    """What is painted, with a rim of paper."""
    rim = Image.new("RGBA", image.size, (*style.halo(), 0))
    rim.putalpha(image.getchannel("A").filter(ImageFilter.BoxBlur(RIM)).point([min(255, n * FULL) for n in range(256)]))
    rim.alpha_composite(image)
    return rim


def paid_good(sign: str) -> tuple[str, str] | None:
    """A good that has a picture, and what it pays: `rice 30`."""
    good, _, amount = sign.partition(" ")
    return (good, amount) if good in KNOWN and amount.isdigit() else None


def pointer_sides(line: Line, size: int) -> tuple[Line, ...]:
    """The middle of such a line and both its sides, as far as it is drawn."""
    (x, y), (a, b) = line
    half = (max(FINEST, size * THIN) / 2 + max(1.5, size * HALO)) / (math.dist(*line) or 1.0)
    across, down = (y - b) * half, (a - x) * half
    return line, ((x + across, y + down), (a + across, b + down)), ((x - across, y - down), (a - across, b - down))


def draw_pointer(image: Image.Image, line: Line, size: int) -> None:
    """A line from a name to its city with a dot at its end, as in an atlas: fine and dark, on paper. `size`: the apothem."""
    (x, y), (a, b) = line
    thin, halo, dot = max(FINEST, size * THIN), max(1.5, size * HALO), size * DOT
    left, top = (math.floor(min(p, q) - dot - halo - 1) for p, q in ((x, a), (y, b)))
    right, bottom = (math.ceil(max(p, q) + dot + halo + 1) for p, q in ((x, a), (y, b)))
    ends = [((p - left) * FINE, (q - top) * FINE) for p, q in line]
    for grow, ink in ((halo, style.WHITE), (0.0, style.BLACK)):
        mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
        draw, r = ImageDraw.Draw(mask), (dot + grow) * FINE
        draw.line(ends, fill=255, width=round((thin + 2 * grow) * FINE))
        (c, d), *_ = ends[1:]
        draw.ellipse((c - r, d - r, c + r, d + r), fill=255)
        image.paste(ink, (left, top), mask.reduce(FINE))


def draw_arrow(image: Image.Image, start: Point, end: Point, colour: style.RGB, unit: float) -> None:
    """A line with a head in the company's colour, with a dark edge: a pale one was lost on pale cells."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    if far < 1:
        return
    half = min(HEAD * unit, far * (1 - LINE))
    edge = HEAD * unit + 2 * EDGE * unit
    left, top = math.floor(min(start[0], end[0]) - edge), math.floor(min(start[1], end[1]) - edge)
    size = math.ceil(abs(dx) + 2 * edge) + 1, math.ceil(abs(dy) + 2 * edge) + 1
    for grow, ink in ((EDGE * unit, style.INK), (0.0, colour)):
        big = Image.new("L", (size[0] * FINE, size[1] * FINE))
        corners = _corners(far, SHAFT / HEAD * half / 2, half, grow)
        turned = [(start[0] + (a * dx - b * dy) / far, start[1] + (a * dy + b * dx) / far) for a, b in corners]
        ImageDraw.Draw(big).polygon([((x - left) * FINE, (y - top) * FINE) for x, y in turned], fill=255)
        image.paste(ink, (left, top), big.reduce(FINE))


def _corners(far: float, thin: float, half: float, grow: float) -> list[Point]:
    """The outline of an arrow to the right that is so long. `thin`, `half`: half as wide as its line and its head."""
    neck = far - half
    return [
        (-grow, -thin - grow),
        (neck - grow, -thin - grow),
        (neck - grow, -half - 2 * grow),
        (far + 1.5 * grow, 0.0),
        (neck - grow, half + 2 * grow),
        (neck - grow, thin + grow),
        (-grow, thin + grow),
    ]
