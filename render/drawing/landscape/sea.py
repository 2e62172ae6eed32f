"""What lies round a map: the sea with the coast of all land, land without hexes.

What lies at a hex's place beside land is one small picture: it depends on whether the sea is there and which of its six
neighbours throw a shadow on it, and on nothing else, so that windows and tables share it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from game.hexes import OFFSETS, coordinates
from game.hexes import Layout as HexLayout
from game.title_data import HexData, TitleData
from render.drawing import style
from render.drawing.free_space import Box, Line
from render.drawing.image_cache import ONE, keep_drawn, keep_packed, memory_of
from render.drawing.layout import Layout
from render.drawing.sprites import half_of_hex, hex_shape
from render.drawing.tile_geometry import corners

DOUBLE = 2  # times as large as it will be: the land is drawn so at first
COARSE = 4  # pixels of the picture in one of the shadow's
SHALLOWS, COASTLINE = 1.085, 1.03  # how much larger than its hexes the land is drawn below them
SHADOWED, FALLEN, SOFT = 1.06, 0.1, 0.16  # apothems: how large land's shadow is, how far below it, and how soft
HALF_SIDE = 0.5 / math.sqrt(3)  # of a side of a hex, of the way from its middle to that of the next one
Place = tuple[int, int]  # in the map's doubled coordinates, or in pixels


def surround(image: Image.Image, where: Layout, data: TitleData) -> None:
    """On a picture that is all sea, what lies round the hexes of a map: land without hexes, and the coast of all land.

    Land throws a soft shadow and has shallows and a fine coastline in the sea. Between these lie the hexes, which leave no gap.
    """
    half = half_of_hex(where.size, data.layout)
    shape, ground = hex_shape(data.layout, where.size, half), Image.new("RGB", (half[0] * 2, half[1] * 2), style.BEYOND)
    for place, wet, neighbours in _around(data, _in_sight(where, half)):
        x, y = where.spot(*place)
        if neighbours:
            apart = tuple(sorted((a - x, b - y) for a, b in (where.spot(*n) for n in neighbours)))
            image.paste(_shore(apart, where.size, data.layout, half, wet), (x - half[0], y - half[1]), shape)
        else:
            image.paste(ground, (x - half[0], y - half[1]), shape)


@lru_cache(maxsize=16)
def coastline(where: Layout, data: TitleData) -> tuple[Line, ...]:
    """The coast of land without hexes: in pixels, the sides between it and the sea beyond the map."""
    places = {place: wet for place, wet, _ in _around(data, _in_sight(where, half_of_hex(where.size, data.layout)))}
    lines = []
    for dry in (place for place, wet in places.items() if not wet):
        for wet in ((dry[0] + dx, dry[1] + dy) for dx, dy in OFFSETS[data.layout]):
            if places.get(wet):
                (a, b), (c, d) = where.spot(*dry), where.spot(*wet)
                across, down = (d - b) * HALF_SIDE, (a - c) * HALF_SIDE
                x, y = (a + c) / 2, (b + d) / 2
                lines.append(((x - across, y - down), (x + across, y + down)))
    return tuple(lines)


def _in_sight(where: Layout, half: Place) -> Box:
    """The places of a picture, in the map's doubled coordinates: of those that it cuts, too."""
    wide, high = where.canvas
    ends = (-half[0], where.left, where.across), (wide + half[0], where.left, where.across)
    left, right = (math.floor((n - first) / step) for n, first, step in ends)
    top, low = (math.floor((n - where.top) / where.down) for n in (-half[1], high + half[1]))
    return left, top, right + 1, low + 1


@lru_cache(maxsize=64)
def _around(data: TitleData, sight: Box) -> tuple[tuple[Place, bool, tuple[Place, ...]], ...]:
    """The places in sight beyond a map, but those in the open sea: whether the sea is there, and the neighbours that throw a
    shadow on them, of the map and in the sea of all land. Land comes first, since the coast is drawn on the sea beside it.
    """
    land, (left, top, right, low) = _land(data), sight
    odd = sum(next(iter(land))) % 2
    found = []
    for x in range(left, right + 1):
        for y in range(top + (x + top + odd) % 2, low + 1, 2):
            if (x, y) in land:
                continue
            wet = is_sea(data, (x, y))
            around = [(x + dx, y + dy) for dx, dy in OFFSETS[data.layout]]
            neighbours = tuple(n for n in around if n in land or (wet and not is_sea(data, n)))
            if neighbours or not wet:
                found.append(((x, y), wet, neighbours))
    return tuple(sorted(found, key=lambda place: place[1]))


@lru_cache(maxsize=1 << 13)
def is_sea(data: TitleData, place: Place) -> bool:
    """Whether the sea is at a place beyond the map: as it is at the nearest place that borders on the map.

    Of several that are as near the one straight inland counts, so that the coast runs on to the edge of a picture: along its row
    beside the map, else along its column.
    """
    across, down = (1, 3) if data.layout == "pointy" else (3, 1)
    (px, py), rim, (left, right) = place, _rim(data), _width(data)
    beside = not left <= px <= right
    far = {
        (x, y): ((x - px) ** 2 * across + (y - py) ** 2 * down, abs(y - py) if beside else abs(x - px)) for x, y in rim
    }
    least = min(far.values())
    return any(wet and far[spot] == least for spot, wet in rim.items())


@lru_cache(maxsize=16)
def _width(data: TitleData) -> Place:
    """The columns of a map's outermost hexes at the left and at the right."""
    columns = [x for x, _ in _land(data)]
    return min(columns), max(columns)


@lru_cache(maxsize=16)
def _rim(data: TitleData) -> dict[Place, bool]:
    """The places that border on a map, but those whose number would be below nought, and whether the sea is there."""
    sea, number = {coordinates(name, data.layout) for name in data.map.sea.split()}, 0 if data.layout == "pointy" else 1
    rim = (place for place, _ in _shores(tuple(_land(data)), data.layout))
    return {place: place in sea for place in rim if place[number] >= coordinates("A0", data.layout)[number]}


@lru_cache(maxsize=16)
def _land(data: TitleData) -> frozenset[Place]:
    """The places of a map's hexes."""
    return frozenset((h.x, h.y) for h in data.hexes.values())


@lru_cache(maxsize=16)
def _shores(land: tuple[Place, ...], layout: HexLayout) -> tuple[tuple[Place, tuple[Place, ...]], ...]:
    """The places beyond a map that border on it, each with those of its neighbours that are hexes of it. `land`: their places."""
    on_land, beside = set(land), dict[Place, list[Place]]()
    for x, y in land:
        for dx, dy in OFFSETS[layout]:
            if (x + dx, y + dy) not in on_land:
                beside.setdefault((x + dx, y + dy), []).append((x, y))
    return tuple((place, tuple(sorted(neighbours))) for place, neighbours in sorted(beside.items()))


@keep_drawn(2, memory_of)
@keep_packed(6, *ONE)
def _shore(neighbours: tuple[Place, ...], unit: int, layout: HexLayout, half: Place, wet: bool) -> Image.Image:
    """The sea, or land, at a place beyond the map. `neighbours`: pixels from its middle to those that throw a shadow on it."""
    size = half[0] * 2, half[1] * 2
    sea, beyond = (
        (style.SEA, style.SHADOW, style.SHORE, style.COAST),
        (style.BEYOND, style.BESIDE, style.BEYOND, style.BORDER),
    )
    colours = sea if wet else beyond
    image = Image.new("RGB", size, colours[0])
    middles = [(x + half[0], y + half[1]) for x, y in neighbours]
    image.paste(colours[1], (0, 0), _shadow(middles, size, unit, layout))
    for grow, colour in ((SHALLOWS, colours[2]), (COASTLINE, colours[3])):
        image.paste(colour, (0, 0), _grown(middles, size, unit, layout, grow))
    return style.flattened(image)


def _shadow(middles: Sequence[Place], size: Place, unit: int, layout: HexLayout) -> Image.Image:
    """A mask of the shadow of these hexes."""
    small = Image.new("L", (-(-size[0] // COARSE), -(-size[1] // COARSE)))
    draw, rim = ImageDraw.Draw(small), corners(layout, SHADOWED)
    for x, y in middles:
        draw.polygon([((x + a * unit) / COARSE, (y + (b + FALLEN) * unit) / COARSE) for a, b in rim], fill=255)
    soft = small.filter(ImageFilter.GaussianBlur(unit * SOFT / COARSE))
    return soft.resize(size, Image.Resampling.BILINEAR, (0, 0, size[0] / COARSE, size[1] / COARSE))


def _grown(middles: Sequence[Place], size: Place, unit: int, layout: HexLayout, grow: float) -> Image.Image:
    """A mask of these hexes, so many times as large; drawn larger at first, for a smooth edge."""
    double = Image.new("L", (size[0] * DOUBLE, size[1] * DOUBLE))
    draw, rim = ImageDraw.Draw(double), corners(layout, grow)
    for x, y in middles:
        draw.polygon([((x + a * unit) * DOUBLE, (y + b * unit) * DOUBLE) for a, b in rim], fill=255)
    return double.reduce(DOUBLE)


def is_coastal(data: TitleData, h: HexData) -> bool:
    """Whether a hex of the map has nothing at one of its sides, where a name may stand."""
    return (h.x, h.y) in _coastal(data)


@lru_cache(maxsize=16)
def _coastal(data: TitleData) -> frozenset[Place]:
    """The places of all hexes of a map that have nothing at one of their sides."""
    return frozenset(n for _, neighbours in _shores(tuple(_land(data)), data.layout) for n in neighbours)
