"""The sea, and the coast of the land that all hexes of a map make together."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from game.hexes import Layout as HexLayout
from game.title_data import HexData
from render.drawing import style
from render.drawing.image_cache import keep_packed
from render.drawing.layout import Layout, Size
from render.drawing.tile_geometry import corners

COARSE = 4  # pixels of the picture in one of the shadow's
SHALLOWS, COASTLINE = 1.085, 1.03  # how much larger than its hexes the land is drawn below them


def coast(image: Image.Image, where: Layout, shown: Sequence[HexData], layout: HexLayout) -> None:
    """The sea, and on it what all hexes together make one land: a soft shadow, shallows and a fine coastline."""
    image.paste(_sea(tuple(where.centre(h) for h in shown), image.size, where.size, layout), (0, 0))


@keep_packed(16, lambda image: ((image,), ()), lambda image: image)
def _sea(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout) -> Image.Image:
    image = Image.new("RGB", size, style.SEA)
    image.paste(style.SHADOW, (0, 0), _shadow(centres, size, unit, layout))
    for grow, colour in ((SHALLOWS, style.SHORE), (COASTLINE, style.COAST)):
        image.paste(colour, (0, 0), _land(centres, size, unit, layout, grow))
    return image


def _shadow(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout) -> Image.Image:
    small = Image.new("L", (size[0] // COARSE, size[1] // COARSE))
    draw = ImageDraw.Draw(small)
    rim = corners(layout, 1.06)
    for x, y in centres:
        draw.polygon([((x + a * unit) / COARSE, (y + (b + 0.1) * unit) / COARSE) for a, b in rim], fill=255)
    return small.filter(ImageFilter.GaussianBlur(unit * 0.16 / COARSE)).resize(size, Image.Resampling.BILINEAR)


def _land(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout, grow: float) -> Image.Image:
    """A mask of the land with each hex so many times as large; drawn twice as large, for a smooth edge."""
    double = Image.new("L", (size[0] * 2, size[1] * 2))
    draw, rim = ImageDraw.Draw(double), corners(layout, grow)
    for x, y in centres:
        draw.polygon([((x + a * unit) * 2, (y + b * unit) * 2) for a, b in rim], fill=255)
    return double.reduce(2)
