"""The sea, and the coast of the land that all hexes of a map make together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from game.hexes import Layout as HexLayout
from game.title_data import HexData
from render.drawing import style
from render.drawing.free_space import Box
from render.drawing.image_cache import keep_packed
from render.drawing.layout import Layout, Size
from render.drawing.tile_geometry import corners

COARSE = 4  # pixels of the picture in one of the shadow's
SHALLOWS, COASTLINE = 1.085, 1.03  # how much larger than its hexes the land is drawn below them
NEAR = 1.5  # apothems beyond the picture where hexes end of which nothing is seen in it
STRIP = 48  # rows of a strip of sea
Centres = tuple[tuple[int, int], ...]
Sea = tuple[tuple[Box, ...], tuple[Image.Image, ...]]  # places, and the strips that lie there


def coast(image: Image.Image, where: Layout, shown: Sequence[HexData], layout: HexLayout) -> None:
    """The sea, and on it what all hexes together make one land: a soft shadow, shallows and a fine coastline."""
    (wide, high), far = image.size, NEAR * where.size
    centres = [where.centre(h) for h in shown]
    near = tuple((x, y) for x, y in centres if -far < x < wide + far and -far < y < high + far)
    image.paste(style.COAST, (0, 0, wide, high))
    boxes, strips = _sea(near, image.size, where.size, layout)
    for box, strip in zip(boxes, strips, strict=True):
        image.paste(strip, box[:2])


def _join(*parts: Any) -> Sea:
    """What `_sea` returns, of its pictures and their places."""
    *strips, boxes = parts
    return boxes, tuple(strips)


@keep_packed(12, lambda sea: (sea[1], (sea[0],)), _join)
def _sea(centres: Centres, size: Size, unit: int, layout: HexLayout) -> Sea:
    """The sea as strips with their places: where only land is, all has the colour of the coast."""
    whole = 0, 0, *size
    line = _land(centres, whole, unit, layout, COASTLINE)
    boxes = tuple(_find_sea(line))
    shadow = _shadow(centres, size, unit, layout) if boxes else None
    strips = []
    for box in boxes:
        strip = Image.new("RGB", (box[2] - box[0], box[3] - box[1]), style.SEA)
        assert shadow is not None, "there is sea"
        strip.paste(style.SHADOW, (0, 0), shadow.crop(box))
        strip.paste(style.SHORE, (0, 0), _land(centres, box, unit, layout, SHALLOWS))
        strip.paste(style.COAST, (0, 0), line.crop(box))
        strips.append(strip)
    return boxes, tuple(strips)


def _find_sea(land: Image.Image) -> list[Box]:
    """The boxes, strip by strip, outside of which a mask is full."""
    boxes = []
    for top in range(0, land.height, STRIP):
        strip = land.crop((0, top, land.width, min(top + STRIP, land.height)))
        found = ImageChops.invert(strip).getbbox()
        if found is not None:
            boxes.append((found[0], top + found[1], found[2], top + found[3]))
    return boxes


def _shadow(centres: Centres, size: Size, unit: int, layout: HexLayout) -> Image.Image:
    small = Image.new("L", (size[0] // COARSE, size[1] // COARSE))
    draw = ImageDraw.Draw(small)
    rim = corners(layout, 1.06)
    for x, y in centres:
        draw.polygon([((x + a * unit) / COARSE, (y + (b + 0.1) * unit) / COARSE) for a, b in rim], fill=255)
    return small.filter(ImageFilter.GaussianBlur(unit * 0.16 / COARSE)).resize(size, Image.Resampling.BILINEAR)


def _land(centres: Centres, box: Box, unit: int, layout: HexLayout, grow: float) -> Image.Image:
    """A mask of the land in a box, with each hex so many times as large; drawn twice as large, for a smooth edge.

    It is drawn from the left side of the picture on, so that its edge is rounded as in one of the whole picture.
    """
    left, top, right, bottom = box
    double = Image.new("L", (right * 2, (bottom - top) * 2))
    draw, far = ImageDraw.Draw(double), NEAR * unit
    rim = [(a * unit, b * unit) for a, b in corners(layout, grow)]
    for x, y in centres:
        if x < right + far and top - far < y < bottom + far:
            draw.polygon([(int((x + a) * 2), int((y + b) * 2) - 2 * top) for a, b in rim], fill=255)
    return double.reduce(2, (2 * left, 0, 2 * right, double.height))
