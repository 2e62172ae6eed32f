"""Where a name may stand round its hex: the places of a mask on which nothing stands yet, best first.

The mask is searched in cells of eight by eight pixels. Only those that are free are weighed.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw, ImageFilter

from game.hexes import Layout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, Room
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.layout import Layout as MapLayout
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import corners

NEAR, FAR = (
    2.9,
    4.4,
)  # apothems round the middle of a hex in which its name may stand; the second where the first has no place
FINE = 33  # pixels of an apothem of the mask: a larger map's is searched at half or a third of its pixels
EACH = 3  # pixels of a line of which one is looked at
CELL = 8  # pixels of the mask, a byte of its rows
APART = 2  # cells at least from one place to the next that is told
BESIDE, AWAY = 8, 24  # places that are told at most
OWN = 0.25  # of a name must lie in its own hex: else it needs a line to it
LIKED = (-0.6, 0.6)  # apothems above and below the middle of the hex: there the middle of its name stands best
OVER, FOREIGN, OFF, LINES, LINE = (
    3.0,
    4.0,
    0.5,
    0.15,
    10.0,
)  # costs: all of it over a side, all in another place's hex, an
# apothem off, two lines, no part of it in its own hex
POOR = 3.5  # cost of a place from which on those without a part of the hex are told as well
NAMELESS = 0.35  # of that cost: in a hex without a name
OWN_SHARE = math.ceil(255 * OWN)  # of a share in 255 parts
OVER_COSTS = [OVER * (1 - share / 255) for share in range(256)]
FOREIGN_COSTS = [FOREIGN * share / 255 for share in range(256)]
BLURRED = 4  # pixels of the mask to one of the pictures in which shares are counted
FOUND = 1500  # names whose places are kept, of some two thousand bytes each
WEIGHED = 512  # shapes whose weights are kept, of some eight kilobytes each
FILLED = [0] + [255] * 255


class Surroundings(NamedTuple):
    """All that decides where a name finds room: equal surroundings have the same places for it.

    `taken`: a hash of the mask of what stands there already, 64 bits; `others`: from the hex to those of other places, pixels.
    `nameless`: the same to hexes without a name.
    """

    name: str
    size: int  # apothem in pixels
    points: int  # size of its print
    layout: Layout
    taken: int
    others: tuple[tuple[int, int], ...]
    nameless: tuple[tuple[int, int], ...]
    reach: int  # pixels from the middle of the hex to the sides of the mask


class Found(NamedTuple):
    """A name in lines, and its place on the mask. `beside`: a part of it stands in its own hex."""

    cost: float
    text: str
    box: Box
    beside: bool


class Shape(NamedTuple):
    """What the order of the cells depends on, in pixels of the mask; `others` and `nameless` as in `Surroundings`."""

    layout: Layout
    size: float
    reach: int
    wide: int
    high: int
    others: tuple[tuple[float, float], ...]
    nameless: tuple[tuple[float, float], ...]


class Cell(NamedTuple):
    """A free cell of a mask, and what a name costs that begins there."""

    cost: float
    number: int
    beside: bool  # the name reaches into its hex


def grain(size: int) -> int:
    """How many pixels of the picture, in each direction, are one of the mask. `size`: the apothem."""
    return max(1, size // FINE)


def reach_of(size: int, apothems: float = NEAR) -> int:
    """Pixels round the middle of a hex in which its name may stand. `size`: its apothem."""
    return grain(size) * math.ceil(size * apothems / grain(size))


def line_height(points: int) -> int:
    """Pixels from a line of a name to the next."""
    return round(points * 1.1)


def coarse(part: Image.Image, size: int) -> Image.Image:
    """That part of a map's mask as it is searched: taken wherever a pixel of it is."""
    by = grain(size)
    return part.reduce(by).point(FILLED) if by > 1 else part


class Ground(NamedTuple):
    """What a map has drawn. `frame`: pixels round the picture that its mask has too; `boxes`: of words."""

    size: tuple[int, int]
    frame: int
    where: MapLayout
    shown: Mapping[Hex, HexData]
    sprites: Mapping[Hex, Sprite]
    boxes: Sequence[Box]


def taken_mask(layout: Layout, ground: Ground, spots: Sequence[tuple[int, int]]) -> Image.Image:
    """A mask of the whole picture in a frame as wide as a name reaches: track, stops, words, all beyond its edge.

    What no name reaches is left out. `spots`: the middles of the hexes that still want theirs.
    """
    (wide, high), frame, where, shown, sprites, boxes = ground
    mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
    mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
    for i, h in shown.items():
        sprite, (x, y) = sprites[i], where.centre(h)
        far = frame + sprite.centre[0], frame + sprite.centre[1]
        if not any(abs(x - a) < far[0] and abs(y - b) < far[1] for a, b in spots):
            continue
        mask.paste(255, (x - sprite.centre[0] + frame, y - sprite.centre[1] + frame), sprite.taken)
    draw = ImageDraw.Draw(mask)
    rim = corners(layout)
    for h in shown.values():
        for side in (s for s, kind in h.borders.items() if kind):
            ends = (where.point(h, rim[side - 1]), where.point(h, rim[side]))
            line = [(x + frame, y + frame) for x, y in ends]
            draw.line(line, fill=255, width=max(2, round(where.size * 0.2)))
    for b in boxes:
        draw.rectangle((b[0] + frame - 1, b[1] + frame - 1, b[2] + frame, b[3] + frame), fill=255)
    return mask


def covered(line: Line, pixels: Any, frame: int, size: int) -> int:
    """How many pixels of a line lie on what that mask has, about, without its two ends. `size`: the apothem."""
    steps = round(math.dist(*line))
    ends = max(2, round(size * 0.1))
    (a, b), (c, d) = line
    a, b, across, down = a + frame, b + frame, (c - a) / max(steps, 1), (d - b) / max(steps, 1)
    return EACH * sum(1 for i in range(ends, steps - ends, EACH) if pixels[int(a + across * i), int(b + down * i)])


@keep_drawn(4, memory_of)
def borders(layout: Layout, size: int, reach: int, around: tuple[tuple[int, int], ...]) -> Image.Image:
    """The borders round the middle of a hex and of those around it, as the mask of what is taken is searched."""
    mask = Image.new("L", (2 * reach, 2 * reach))
    draw, wide = ImageDraw.Draw(mask), max(2, round(2 * style.BORDER_WIDTH * size))
    for x, y in ((0, 0), *around):
        rim = [(reach + x + size * a, reach + y + size * b) for a, b in corners(layout)]
        draw.line([*rim, rim[0]], fill=255, width=wide)
    return coarse(mask, size)


@cached(LRUCache(FOUND), key=lambda round_it, _taken: round_it, lock=Lock())
def find_places(round_it: Surroundings, taken: Image.Image) -> tuple[Found, ...]:
    """The places for a name that reach into its hex, best first; where there is no good one, those further away too.

    `taken`: the mask, as `coarse` makes it, whose hash the surroundings have. All in one size: names of cities that differ in it
    would look as if the cities did.
    """
    room = Room(taken)
    found = [place for text in _forms(round_it.name) for place in _free_places(round_it, text, room)]
    beside = sorted(place for place in found if place.beside)
    away = sorted(place for place in found if not place.beside)
    return (*beside[:BESIDE], *away[:AWAY])


def _forms(name: str) -> list[str]:
    """A name in one line, and in two where it has two words."""
    return [name, name.replace(" ", "\n", 1)] if " " in name else [name]


def _free_places(round_it: Surroundings, text: str, room: Room) -> Iterator[Found]:
    """Free places of a name in that form, best first, some way from each other."""
    by, lines = grain(round_it.size), text.split("\n")
    wide = max(fonts.width(line, round_it.points, bold=True) for line in lines) + 4
    high = line_height(round_it.points) * len(lines) + 2
    inner = -(-wide // by), -(-high // by)
    places = room.places(*inner)
    if not places:
        return
    others, nameless = (tuple((x / by, y / by) for x, y in spots) for spots in (round_it.others, round_it.nameless))
    reach = round_it.reach // by
    shape = Shape(round_it.layout, round_it.size / by, reach, *inner, others, nameless)
    for cost, cell, beside in _apart(shape, _free_cells(places, room), room.stride // CELL):
        left, top = _nearest(places, room, cell, (reach - inner[0] / 2, reach - inner[1] / 2), round_it.size / by)
        box = left * by, top * by, left * by + wide, top * by + high
        yield Found(cost + LINES * (len(lines) - 1), text, box, beside)


def _apart(shape: Shape, free: bytes, across: int) -> list[Cell]:
    """The best free cells, none close to one before; those of no part of the hex only where none of a part of it is good."""
    near, away, costs = _weights(shape, across)
    found = [Cell(costs[n], n, beside=True) for n in _spread(near, free, across, BESIDE)]
    if not found or found[0].cost > POOR:
        found += [Cell(costs[n], n, beside=False) for n in _spread(away, free, across, AWAY)]
    return found


def _spread(cells: Iterable[int], free: bytes, across: int, most: int) -> list[int]:
    """The first of these cells that are free, none close to one before."""
    told: list[tuple[int, int]] = []
    found = []
    for number in cells:
        if not free[number]:
            continue
        y, x = divmod(number, across)
        for a, b in told:
            if -APART < x - a < APART and -APART < y - b < APART:
                break
        else:
            told.append((x, y))
            found.append(number)
            if len(found) == most:
                break
    return found


def _free_cells(places: int, room: Room) -> bytes:
    """A byte for each cell of a mask, 0 where no box may begin in it."""
    for step in (1, 2, 4):  # the rows of a cell in its first one
        places |= places << room.stride * step
    step = room.stride // CELL
    rows = (places & ((1 << room.stride * room.height) - 1)).to_bytes(step * room.height, "big")
    return b"".join(rows[y * step : (y + 1) * step] for y in range(0, room.height, CELL))


def _nearest(places: int, room: Room, cell: int, middle: tuple[float, float], size: float) -> tuple[int, int]:
    """The place in that cell which is nearest to where a name stands best. `middle`: the place over the middle of the hex."""
    y, x = divmod(cell, room.stride // CELL)
    column = middle[0] - x * CELL
    level = min((middle[1] + liked * size - y * CELL for liked in LIKED), key=abs)
    aim = min(max(round(column), 0), CELL - 1)
    rows = places >> max(0, room.height - (y + 1) * CELL) * room.stride + room.stride - (x + 1) * CELL
    best: tuple[float, int, int] | None = None
    for down in range(min(CELL, room.height - y * CELL) - 1, -1, -1):
        row = rows & 255
        rows >>= room.stride
        if row:
            left = _closest(row, aim)
            far = (left - column) ** 2 + (down - level) ** 2
            if best is None or far < best[0]:
                best = far, x * CELL + left, y * CELL + down
    assert best is not None
    return best[1:]


@lru_cache(maxsize=256 * CELL)
def _closest(row: int, aim: int) -> int:
    """The column of the set bit next to that one; column 0 is the highest bit."""
    return min((i for i in range(CELL) if row & (128 >> i)), key=lambda i: abs(i - aim))


class Weights(NamedTuple):
    """The cells of a mask by what a name costs that begins there, the cheapest first: those from which it reaches into its hex,
    and the others; and what each costs.
    """

    near: array[int]
    away: array[int]
    costs: array[float]


@cached(LRUCache(WEIGHED), lock=Lock())
def _weights(shape: Shape, across: int) -> Weights:
    """What a name costs, wherever it stands: much of it in its own hex, little in those of other places, close to its city.

    It is the same whatever is taken. `across`: cells in a row.
    """
    side, reach, size = 2 * shape.reach, shape.reach, shape.size
    own, stride = _shares(shape, [[(reach + x, reach + y) for x, y in corners(shape.layout, size)]], ())
    discs = [(reach + x, reach + y, round(255 * NAMELESS)) for x, y in shape.nameless]
    foreign, _ = _shares(shape, (), [*discs, *((reach + x, reach + y, 255) for x, y in shape.others)])
    columns = _middles(side, shape.wide, reach, size, stride)
    lines = _middles(side, shape.high, reach, size, stride)
    near, away, costs = list[int](), list[int](), array("d", bytes(8 * across * len(lines)))
    for row, (line, down, below) in enumerate(lines):
        off_level = min(abs(down - liked) for liked in LIKED)
        for number, (column, right, beside) in enumerate(columns, row * across):
            at = line * stride + column
            inside, cost = own[at], FOREIGN_COSTS[foreign[at]]
            if inside >= OWN_SHARE:
                near.append(number)
                costs[number] = cost + (OVER_COSTS[inside] + OFF * math.hypot(right, off_level))
            else:
                away.append(number)
                costs[number] = cost + (LINE + math.hypot(beside, below))
    near.sort(key=costs.__getitem__)
    away.sort(key=costs.__getitem__)
    return Weights(array("H", near), array("H", away), costs)


def _middles(side: int, long: int, reach: int, size: float, across: int) -> list[tuple[int, float, float]]:
    """For each cell in one direction of a mask: where the middle of a box that begins there counts its shares, how many apothems
    it is from the middle of the hex, and how many apothems the nearest side of the box is.

    `side`, `long`, `reach`: of mask, box and hex in pixels of the mask; `across`: places for shares in a row.
    """
    half = long / 2 / size
    middles = [start + (CELL + long) / 2 for start in range(0, side - long + 1, CELL)]
    away = [(at - reach) / size for at in middles]
    return [
        (min(int(at / BLURRED), across - 1), far, max(abs(far) - half, 0))
        for at, far in zip(middles, away, strict=True)
    ]


def _shares(
    shape: Shape, forms: Iterable[list[tuple[float, float]]], discs: Iterable[tuple[float, float, int]]
) -> tuple[bytes, int]:
    """For each place of the mask what share of a box round it lies on these forms and discs, of 255; and places in a row.

    A disc that counts less has a third number below 255.
    """
    side = -(-2 * shape.reach // BLURRED)
    ground = Image.new("L", (side, side))
    draw, r = ImageDraw.Draw(ground), shape.size * 0.9 / BLURRED
    for form in forms:
        draw.polygon([(x / BLURRED, y / BLURRED) for x, y in form], fill=255)
    for x, y, share in discs:
        draw.ellipse((x / BLURRED - r, y / BLURRED - r, x / BLURRED + r, y / BLURRED + r), fill=share)
    around = max(0.0, (shape.wide / BLURRED - 1) / 2), max(0.0, (shape.high / BLURRED - 1) / 2)
    return ground.filter(ImageFilter.BoxBlur(around)).tobytes(), side
