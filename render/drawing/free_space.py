"""Free room in a picture: a mask of what is taken, and the search for the best free place for a box or a disc.

The mask is one whole number, a bit for each pixel that is free, row after row, so that all places for a box are found with a
few shifts. A bit that is never free ends each row: runs do not go on in the next one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from PIL import Image

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels
Point = tuple[float, float]
Line = tuple[Point, Point]
# Boxes that together cover a disc, almost: how far their sides are from those of the disc's box, as shares of its side.
DISC_PARTS = ((0, 0.29), (0.29, 0), (0.15, 0.15), (0.06, 0.24), (0.24, 0.06))
_FAR = itemgetter(0)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have a pixel in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def moved(box: Box, by: tuple[int, int]) -> Box:
    """A box on a part of the picture as it lies on the whole, or the other way. `by`: the corner of that part."""
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def middle_of(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


class Nearby:
    """Boxes of a picture, of which those that are not far from a spot are asked for again and again."""

    def __init__(self, boxes: Sequence[Box], cell: int) -> None:
        """`cell`: the side in pixels of the squares in which they are looked for."""
        self.boxes, self.cell = boxes, cell
        self.near: dict[Box, list[Box]] = {}

    def round(self, a: float, b: float, c: float, d: float) -> list[Box]:
        """Those that a box or a line with these two ends may meet, or almost, and some round them."""
        cell = self.cell
        left, right = (a, c) if a < c else (c, a)
        top, bottom = (b, d) if b < d else (d, b)
        key = int(left // cell), int(top // cell), int(right // cell), int(bottom // cell)
        if key not in self.near:
            a, b, c, d = key[0] * cell - 2, key[1] * cell - 2, (key[2] + 1) * cell + 2, (key[3] + 1) * cell + 2
            self.near[key] = [o for o in self.boxes if o[0] < c and o[2] > a and o[1] < d and o[3] > b]
        return self.near[key]


class Room:
    """What is still free. `boxes`: what was placed, with a word for it."""

    def __init__(self, taken: Image.Image) -> None:
        """`taken`: a picture of mode L, black where it is free and white where something stands already."""
        self.width, self.height = taken.size
        self.stride = -(-(self.width + 1) // 8) * 8
        wide = Image.new("L", (self.stride, self.height), 255)
        wide.paste(taken, (0, 0))
        raw = wide.convert("1", dither=Image.Dither.NONE).tobytes()
        self.bits = int.from_bytes(raw, "big") ^ ((1 << self.stride * self.height) - 1)
        self.boxes: list[tuple[str, Box]] = []

    def copy(self) -> Room:
        """A copy of the room, to be filled on its own."""
        other = Room.__new__(Room)
        other.width, other.height, other.stride, other.bits = self.width, self.height, self.stride, self.bits
        other.boxes = list(self.boxes)
        return other

    def shared_with(self, other: Room) -> Room:
        """What is free in this one and in another one of that size."""
        both = self.copy()
        both.bits &= other.bits
        return both

    @property
    def digest(self) -> int:
        """A hash of what is free, 64 bits."""
        return hash(self.bits.to_bytes(self.stride * self.height // 8, "big"))

    @property
    def memory(self) -> int:
        """Bytes that it takes, but for its boxes."""
        return self.stride * self.height // 8

    def _shift(self, x: int, y: int) -> int:
        """The place of a pixel's bit; the first pixel is the highest."""
        return (self.height - 1 - y) * self.stride + self.stride - 1 - x

    def take(self, box: Box, what: str, gap: int = 1) -> None:
        left, right = max(0, box[0] - gap), min(self.width, box[2] + gap)
        top, bottom = max(0, box[1] - gap), min(self.height, box[3] + gap)
        if left < right and top < bottom:
            rows = _each_row(self.stride, bottom - top)
            self.bits &= ~(((1 << (right - left)) - 1) * rows << self._shift(right - 1, bottom - 1))
        self.boxes.append((what, box))

    def places(self, wide: int, high: int) -> int:
        """A bit for each pixel that can be the upper left one of a free box of that size."""
        free, done = self.bits, 1
        while done < wide and free:
            step = min(done, wide - done)
            free &= free << step
            done += step
        done = 1
        while done < high and free:
            step = min(done, high - done)
            free &= free << (self.stride * step)
            done += step
        return free

    def find(self, wide: int, high: int, near: Sequence[Point], core: Core | None = None) -> Box | None:
        """The free box of that size whose centre lies nearest to one of the points, earlier points first.

        `core`: where a part of it must lie.
        """
        places = self.places(wide, high)
        if core is not None:
            places &= core.places(wide, high)
        return self.nearest(places, wide, high, near)

    def find_disc(self, side: int, near: Sequence[Point]) -> Box | None:
        """The free box of a disc as wide as `side` that lies nearest to one of the points; corners of its box may be taken."""
        free = -1
        for across, down in DISC_PARTS:
            wide, high = side - 2 * round(side * across), side - 2 * round(side * down)
            dx, dy = (side - wide) // 2, (side - high) // 2
            free &= self.places(wide, high) << (dx + dy * self.stride)
        return self.nearest(free, side, side, near)

    def nearest(self, places: int, wide: int, high: int, near: Sequence[Point]) -> Box | None:
        """The box of that size at one of these places whose centre lies nearest to one of the points, earlier points first."""
        if not places:
            return None
        step, last, half = self.stride // 8, self.stride - 1, wide / 2
        rows = places.to_bytes(step * self.height, "big")
        best, found = math.inf, (0, 0)
        for i, (px, py) in enumerate(near):
            level = py - high / 2
            column = min(max(round(px - half), 0), last)
            shift = last - column  # of the bit of that column
            beyond = (1 << shift) - 1  # the columns at its right
            first = min(max(math.ceil(level), 0), self.height)
            for tops in (range(first, self.height), range(first - 1, -1, -1)):  # away from the point
                for top in tops:
                    tall = (top - level) ** 2 + i * 40
                    if tall >= best:
                        break
                    row = int.from_bytes(rows[top * step : (top + 1) * step], "big")
                    if not row:
                        continue
                    if before := row >> shift:  # columns up to that one: the lowest set bit is the nearest
                        left = column + 1 - (before & -before).bit_length()
                        if (far := tall + (left + half - px) ** 2) < best:
                            best, found = far, (left, top)
                    if after := row & beyond:
                        left = last + 1 - after.bit_length()
                        if (far := tall + (left + half - px) ** 2) < best:
                            best, found = far, (left, top)
        return (*found, found[0] + wide, found[1] + high) if best < math.inf else None


class Core(NamedTuple):
    """What one of these parts of a box must lie in: the free part of a room as large as that of the box.

    `parts`: left, top, right, bottom as shares of the box.
    """

    room: Room
    parts: tuple[tuple[float, float, float, float], ...]

    def places(self, wide: int, high: int) -> int:
        """A bit for each pixel that can be the upper left one of such a box."""
        found = 0
        for left, top, right, bottom in self.parts:
            inner = max(1, round(wide * (right - left))), max(1, round(high * (bottom - top)))
            found |= self.room.places(*inner) << round(wide * left) + round(high * top) * self.room.stride
        return found


@lru_cache(maxsize=256)
def _each_row(stride: int, rows: int) -> int:
    """A bit at the end of each of so many rows."""
    return sum(1 << stride * row for row in range(rows))


def crosses(line: Line, box: Box) -> bool:
    """Whether a line and a box meet, or almost."""
    (a, b), (c, d) = line
    left, top, right, bottom = box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1
    across, down = c - a, d - b
    if (a if across > 0 else c) > right or (c if across > 0 else a) < left:
        return False
    if (b if down > 0 else d) > bottom or (d if down > 0 else b) < top:
        return False
    if not across or not down:
        return True
    # The parts of the line that are within its columns and within its rows: whether they have one in common. In plain steps, as
    # this is asked a hundred thousand times for a map that is full of names.
    first, last = (left - a) / across, (right - a) / across
    if across < 0:
        first, last = last, first
    high, low = (top - b) / down, (bottom - b) / down
    if down < 0:
        high, low = low, high
    return max(first, high, 0.0) <= min(last, low, 1.0)


def meet(one: Line, other: Line) -> bool:
    """Whether two lines cross each other: the ends of each lie on both sides of the other one, or on it.

    Two on the same straight line do so where they have a spot in common.
    """
    ((a, b), (c, d)), ((e, f), (g, h)) = one, other
    x, y = c - a, d - b
    if (x * (f - b) - y * (e - a)) * (x * (h - b) - y * (g - a)) > 0:
        return False
    x, y = g - e, h - f
    if (x * (b - f) - y * (a - e)) * (x * (d - f) - y * (c - e)) > 0:
        return False
    if max(a, c) < min(e, g) or max(e, g) < min(a, c):
        return False
    return max(b, d) >= min(f, h) and max(f, h) >= min(b, d)


def is_free(line: Line, boxes: Collection[Box], lines: Collection[Line]) -> bool:
    """Whether a line meets none of these words and lines."""
    (a, b), (c, d) = line
    left, right = (a - 1, c + 1) if a < c else (c - 1, a + 1)
    top, bottom = (b - 1, d + 1) if b < d else (d - 1, b + 1)
    for box in boxes:
        if box[0] <= right and box[2] >= left and box[1] <= bottom and box[3] >= top and crosses(line, box):
            return False
    return not any(meet(line, other) for other in lines)


def lines_to(box: Box, ends: Iterable[Point], most: int | None = None) -> list[Line]:
    """The shortest lines from a name's box to each of these spots, the shortest first. `most`: so many of them; None: all."""
    left, top, right, bottom = box
    near = list[tuple[float, Point]]()
    for spot in ends:
        x, y = spot
        across = left - x if x < left else x - right if x > right else 0
        down = top - y if y < top else y - bottom if y > bottom else 0
        near.append((across * across + down * down, spot))
    near.sort(key=_FAR)
    return [((max(left, min(x, right)), max(top, min(y, bottom))), (x, y)) for _, (x, y) in near[:most]]


def slanting(box: Box, lines: Iterable[Line]) -> list[Line]:
    """Lines to the ends of these, which come from a box, that begin at its corners: past what those meet; the shortest first."""
    left, top, right, bottom = box
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    made: list[Line] = [
        ((x, y), end) for start, end in lines for x, y in corners if (x, y) != start and _faces(box, (x, y), end)
    ]
    return sorted(made, key=lambda line: math.dist(*line))


def _faces(box: Box, corner: Point, end: Point) -> bool:
    """Whether a line from a corner of a box to that spot stays outside of it."""
    (left, top, right, bottom), (x, y), (a, b) = box, corner, end
    within = (left < a if x == left else a < right) and (top < b if y == top else b < bottom)
    return not within
