"""The arrow of a company's move over the market: from the cell that it left to its marker."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from render.drawing import style
from render.drawing.geometry import Point

LINE, HEAD, RIM = 12, 16, 2.5  # pixels at unit 1: how thick it is, half as wide as its head, its dark edge
SMOOTH = 2  # how many times as large it is drawn
LEAST = 0.35  # of the way between two cells that is line, where they are so close that the head would take all of it


def draw_arrow(image: Image.Image, start: Point, end: Point, colour: style.RGB, unit: float) -> None:
    """A line with a head in the company's colour, with a dark edge: a pale one was lost on pale cells."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    if far < 1:
        return
    half = min(HEAD * unit, far * (1 - LEAST))
    edge = HEAD * unit + 2 * RIM * unit
    left, top = math.floor(min(start[0], end[0]) - edge), math.floor(min(start[1], end[1]) - edge)
    size = math.ceil(abs(dx) + 2 * edge) + 1, math.ceil(abs(dy) + 2 * edge) + 1
    for grow, ink in ((RIM * unit, style.INK), (0.0, colour)):
        big = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
        corners = _corners(far, LINE * unit * half / (HEAD * unit) / 2, half, grow)
        turned = [(start[0] + (a * dx - b * dy) / far, start[1] + (a * dy + b * dx) / far) for a, b in corners]
        ImageDraw.Draw(big).polygon([((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in turned], fill=255)
        image.paste(ink, (left, top), big.reduce(SMOOTH))


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
