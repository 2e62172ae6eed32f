"""Names of places beside a tile that have no room between the sides of their hexes: further off, with a line to their stops."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from render.drawing.free_space import Box, Line, Point, Room, is_free, lines_to, overlap
from render.drawing.geometry import polar
from render.drawing.names.ground import crossings

WAYS = range(0, 360, 30)  # round a stop in which room for its name is looked for
FAR = 1.0, 1.6, 2.3  # apothems from a stop, the same
LONGEST = 2.8  # apothems of a line
TRACK = 2.0  # what a pixel of a line over track counts
FROM_EDGE = 3  # pixels from the end of a line to the edge of the picture, at least
BORDER = 7  # pixels of a side of a hex that no name touches
ENDS = 6  # spots at a stop, the nearest to the name, to which a line may lead


class Aside(NamedTuple):
    """A picture on which names are to stand. `taken`: what no name covers; `track`: what a line had better not cross or go along;
    `sides`: of hexes, and coasts; `closed`: hexes of other places; `values`: what no line crosses; `size`: the apothem.
    """

    taken: Image.Image
    track: Image.Image
    sides: Sequence[Line]
    closed: Sequence[Sequence[Point]]
    values: Collection[Box]
    size: int

    def room(self) -> Room:
        """What is free for a name: between sides of hexes, in those of no place and beyond all."""
        mask = self.taken.copy()
        draw = ImageDraw.Draw(mask)
        for rim in self.closed:
            draw.polygon([*rim], fill=255)
        for side in self.sides:
            draw.line(side, fill=255, width=BORDER)
        return Room(mask)


def find_aside(
    aside: Aside, room: Room, size: tuple[int, int], ends: Iterable[Point], lines: Collection[Line]
) -> tuple[float, Box, Line] | None:
    """The box of that size with the best line to one of these spots, on the picture, if there is one; and what that costs.

    `lines`: of other names, which it does not meet.
    """
    wide, high = aside.taken.size
    inside = [(x, y) for x, y in ends if FROM_EDGE <= x <= wide - FROM_EDGE and FROM_EDGE <= y <= high - FROM_EDGE]
    places = room.places(*size) if inside else 0
    if not places:
        return None
    x, y = (sum(at) / len(inside) for at in zip(*inside, strict=True))
    spots = [(x + dx, y + dy) for far, way in product(FAR, WAYS) for dx, dy in (polar(way, far * aside.size),)]
    found = (room.nearest(places, *size, [spot]) for spot in spots)
    best: tuple[float, Box, Line] | None = None
    pixels: Any = aside.track.load()
    for box in dict.fromkeys(box for box in found if box is not None):
        for line in lines_to(box, inside, ENDS):
            far = math.dist(*line)
            if far > LONGEST * aside.size or (best is not None and far >= best[0]):
                break
            x, y = line[1]
            there = math.floor(x), math.floor(y), math.ceil(x) + 1, math.ceil(y) + 1
            if is_free(line, [value for value in aside.values if not overlap(value, there)], lines):
                cost = far + TRACK * crossings(line, pixels, 0, aside.size)[0]
                if best is None or cost < best[0]:
                    best = cost, box, line
    return best


def on_picture(line: Line, corner: tuple[int, int]) -> Line:
    """A line of a map on a part of it. `corner`: of that part."""
    (a, b), (c, d) = line
    return (a - corner[0], b - corner[1]), (c - corner[0], d - corner[1])
