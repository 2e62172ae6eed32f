"""Water: the sea, the coast of the land that all hexes of a map make together, and what it costs to build over rivers.

Wherever the sea has a hex's place beside land, what lies there is one small picture: it depends on which of its six neighbours
are land, and on nothing else, so that windows and tables share it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from game.hexes import Layout as HexLayout
from game.rules import Rules
from game.state import Hex
from game.title_data import HexData, TitleData
from render.drawing import fonts, style
from render.drawing.free_space import Box, overlap
from render.drawing.geometry import Point
from render.drawing.image_cache import ONE, keep_drawn, keep_packed, memory_of
from render.drawing.layout import Layout
from render.drawing.sprites import Sprite, half_of_hex, hex_shape
from render.drawing.tile_geometry import corners

DOUBLE = 2  # times as large as it will be: the land is drawn so at first
COARSE = 4  # pixels of the picture in one of the shadow's
SHALLOWS, COASTLINE = 1.085, 1.03  # how much larger than its hexes the land is drawn below them
SHADOWED, FALLEN, SOFT = 1.06, 0.1, 0.16  # apothems: how large land's shadow is, how far below it, and how soft
AROUND: dict[HexLayout, tuple[tuple[int, int], ...]] = {  # in the map's doubled coordinates
    "pointy": ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}
FEES_APART = 2.6  # apothems from one fee to the next
River = tuple[list[Hex], tuple[int, int], str]  # the hexes beside it, its middle, what it costs
Place = tuple[int, int]  # in the map's doubled coordinates, or in pixels


def coast(image: Image.Image, where: Layout, hexes: Sequence[HexData], layout: HexLayout) -> None:
    """On a picture that is all sea, what all hexes together make one land: a soft shadow, shallows and a fine coastline.

    Between these lie the hexes, which leave no gap.
    """
    (wide, high), half = image.size, half_of_hex(where.size, layout)
    shape = hex_shape(layout, where.size, half)
    for place, neighbours in _shores(tuple((h.x, h.y) for h in hexes), layout):
        x, y = where.spot(*place)
        left, top = x - half[0], y - half[1]
        if left < wide and top < high and x + half[0] > 0 and y + half[1] > 0:
            apart = [(a - x, b - y) for a, b in (where.spot(*n) for n in neighbours)]
            image.paste(_shore(tuple(apart), where.size, layout, half), (left, top), shape)


@lru_cache(maxsize=16)
def _shores(land: tuple[Place, ...], layout: HexLayout) -> tuple[tuple[Place, tuple[Place, ...]], ...]:
    """The places in the sea that border on land, each with those of its neighbours that are land."""
    on_land, beside = set(land), dict[Place, list[Place]]()
    for x, y in land:
        for dx, dy in AROUND[layout]:
            if (x + dx, y + dy) not in on_land:
                beside.setdefault((x + dx, y + dy), []).append((x, y))
    return tuple((place, tuple(sorted(neighbours))) for place, neighbours in sorted(beside.items()))


@keep_drawn(2, memory_of)
@keep_packed(6, *ONE)
def _shore(neighbours: tuple[Place, ...], unit: int, layout: HexLayout, half: Place) -> Image.Image:
    """The sea at a hex's place. `neighbours`: pixels from its middle to the hexes beside it that are land."""
    size = half[0] * 2, half[1] * 2
    image = Image.new("RGB", size, style.SEA)
    middles = [(x + half[0], y + half[1]) for x, y in neighbours]
    image.paste(style.SHADOW, (0, 0), _shadow(middles, size, unit, layout))
    for grow, colour in ((SHALLOWS, style.SHORE), (COASTLINE, style.COAST)):
        image.paste(colour, (0, 0), _land(middles, size, unit, layout, grow))
    return style.flattened(image)


def _shadow(middles: Sequence[Place], size: Place, unit: int, layout: HexLayout) -> Image.Image:
    """A mask of the shadow of these hexes."""
    small = Image.new("L", (-(-size[0] // COARSE), -(-size[1] // COARSE)))
    draw, rim = ImageDraw.Draw(small), corners(layout, SHADOWED)
    for x, y in middles:
        draw.polygon([((x + a * unit) / COARSE, (y + (b + FALLEN) * unit) / COARSE) for a, b in rim], fill=255)
    soft = small.filter(ImageFilter.GaussianBlur(unit * SOFT / COARSE))
    return soft.resize(size, Image.Resampling.BILINEAR, (0, 0, size[0] / COARSE, size[1] / COARSE))


def _land(middles: Sequence[Place], size: Place, unit: int, layout: HexLayout, grow: float) -> Image.Image:
    """A mask of these hexes, so many times as large; drawn larger at first, for a smooth edge."""
    double = Image.new("L", (size[0] * DOUBLE, size[1] * DOUBLE))
    draw, rim = ImageDraw.Draw(double), corners(layout, grow)
    for x, y in middles:
        draw.polygon([((x + a * unit) * DOUBLE, (y + b * unit) * DOUBLE) for a, b in rim], fill=255)
    return double.reduce(DOUBLE)


def is_coastal(data: TitleData, h: HexData) -> bool:
    """Whether a hex of the map has the sea at one of its sides."""
    return (h.x, h.y) in _coastal(data)


@lru_cache(maxsize=16)
def _coastal(data: TitleData) -> frozenset[Place]:
    """The places of all hexes beside the sea."""
    land = tuple((h.x, h.y) for h in data.hexes.values())
    return frozenset(n for _, neighbours in _shores(land, data.layout) for n in neighbours)


def write_fees(
    image: Image.Image,
    rules: Rules,
    where: Layout,
    shown: Mapping[Hex, HexData],
    sprites: Mapping[Hex, Sprite],
    taken: Collection[Box],
    *,
    points: int,
) -> list[Box]:
    """Write the fees of rivers that no track crosses yet; says where. `points`: pixels of their print."""
    size, kept, boxes = where.size, list[Point](), list[Box]()
    draw = ImageDraw.Draw(image)
    for hexes, (x, y), fee in _rivers(rules, where, shown):
        left, top, right, bottom = fonts.bounds(fee, points, bold=True, anchor="mm")
        box = x + left - 2, y + top - 1, x + right + 2, y + bottom + 1
        far = all(math.dist((x, y), other) > FEES_APART * size for other in kept)
        free = not any(overlap(box, other) for other in (*taken, *boxes)) if far else False
        if free and not _is_on_track(box, {i: where.centre(shown[i]) for i in hexes}, sprites):
            draw.rounded_rectangle(box, 3, fill=style.WHITE)
            fonts.write(draw, (x, y), fee, points, bold=True, ink=style.BARRIER, anchor="mm")
            kept.append((x, y))
            boxes.append(box)
    return boxes


def _rivers(rules: Rules, where: Layout, shown: Mapping[Hex, HexData]) -> Iterator[River]:
    """The middles of sides that cost something, each with the hexes beside it."""
    numbers, rim = rules.data.file.numbers, corners(rules.data.layout)
    for h in shown.values():
        for side, kind in h.borders.items():
            fee = next((numbers[word] for word in kind.split() if word in numbers), 0)
            if fee:
                a, b = where.point(h, rim[side - 1]), where.point(h, rim[side])
                beside = [i for i in (h.id, h.sides[side]) if i in shown]
                yield beside, (round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)), rules.data.money(fee)


def _is_on_track(box: Box, hexes: Mapping[Hex, tuple[int, int]], sprites: Mapping[Hex, Sprite]) -> bool:
    """Whether track or a stop of one of these hexes, with their middles, lies below a box."""
    for hex_id, (x, y) in hexes.items():
        sprite = sprites[hex_id]
        left, top = x - sprite.centre[0], y - sprite.centre[1]
        if sprite.taken.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top)).getbbox():
            return True
    return False
