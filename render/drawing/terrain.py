"""Marks of the ground beside its cost. Each has a shape of its own, so that no colour is needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from PIL import ImageDraw

from render.drawing import style

Mark: TypeAlias = Callable[[ImageDraw.ImageDraw, float, float, float, float], None]  # middle, top, width, height

LOW, BROAD = 0.6, 1.2  # of the usual room of a mark: a low peak, and how broad a high one is
SMALL = 62  # pixels of an apothem below which the number of a hex needs most of its room


def cost_place(unit: int, *, chosen: bool) -> float:
    """How many apothems below the middle of a hex its cost stands: where it may be `chosen`, its number has the room above.

    `unit`: the apothem in pixels.
    """
    if not chosen:
        return 0
    return 0.55 if unit < SMALL else 0.4


def mark(ground: str) -> Mark:
    """How the mark of that ground is painted; a peak for what is not known."""
    return _MARKS.get(ground, _peak)


def _wave(draw: ImageDraw.ImageDraw, x: float, y: float, wide: float, high: float) -> None:
    points = [
        (x - wide / 2 + wide * i / 16, y + high * 0.5 - math.sin(i / 16 * 2 * math.pi) * high * 0.2) for i in range(17)
    ]
    draw.line(points, fill=style.WATER, width=max(2, round(high * 0.2)), joint="curve")


def _peak(draw: ImageDraw.ImageDraw, x: float, y: float, wide: float, high: float) -> None:
    draw.polygon([(x - wide * BROAD / 2, y + high), (x, y), (x + wide * BROAD / 2, y + high)], fill=style.HILL)


def _low_peak(draw: ImageDraw.ImageDraw, x: float, y: float, wide: float, high: float) -> None:
    half, top = wide * LOW / 2, y + high * (1 - LOW)
    draw.polygon([(x - half, y + high), (x, top), (x + half, y + high)], fill=style.HILL)


def _hill(draw: ImageDraw.ImageDraw, x: float, y: float, wide: float, high: float) -> None:
    draw.pieslice((x - wide / 2, y + high * 0.2, x + wide / 2, y + high * 1.8), 180, 360, fill=style.HILL)


def _reed(draw: ImageDraw.ImageDraw, x: float, y: float, wide: float, high: float) -> None:
    for lean in (-0.35, 0.0, 0.35):
        draw.line([(x, y + high), (x + wide * lean, y)], fill=style.HILL, width=2)


_MARKS: dict[str, Mark] = {
    "water": _wave,
    "river": _wave,
    "lake": _wave,
    "mountain": _peak,
    "hill": _hill,
    "rough": _low_peak,
    "swamp": _reed,
    "forest": _reed,
}
