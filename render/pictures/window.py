"""Windows on a map: the hexes of a rectangle round what matters, so that they can be drawn larger than on the whole map."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.state import Hex
from game.title_data import HexData, TitleData
from render.drawing import phone
from render.drawing.layout import STEPS, Size, edge_margin, fit, spread
from render.drawing.tile_geometry import ALONE, BARE
from render.pictures.map import TALL

CROP: Size = (1000, 900)
NEIGHBOURS = 2.1  # apothems from the middle of a hex to those of its neighbours, with a little air
CLOSE = 3.4  # apothems from the middle of the picture of a run or a station to its side, at least: short runs are seen large
NARROW = 4.4  # apothems from the middle of a window to its side, at least
WIDEST = 4.45  # at most, where there is a choice
LEGIBLE = 18  # pixels of an apothem on a phone at which numbers and tokens are read without a crop


def needs_crops(data: TitleData) -> bool:
    """Whether the hexes of the whole map are too small on a phone."""
    frame = (40, 40, TALL[0] - 40, TALL[1] - 40)
    return fit(list(data.hexes.values()), data, TALL, frame).size * phone.SCREEN_WIDTH / TALL[0] < LEGIBLE


def map_canvas(data: TitleData, wide: int = TALL[0]) -> Size:
    """The canvas of that width, that of a phone, on which the whole map with nothing beside it is as wide, and no higher than it
    needs.
    """
    across, down = spread(list(data.hexes.values()), data.layout == "pointy")
    high = wide
    for _ in range(3):  # the margin depends on the shorter side
        edge = edge_margin((wide, high))
        high = math.ceil(int((wide - 2 * edge) / across) * down) + 2 * edge + 1
    return wide, high


def window(
    data: TitleData, hexes: Iterable[Hex], canvas: Size = CROP, narrow: float = NARROW, beyond: float = NEIGHBOURS
) -> list[Hex]:
    """The hexes of a window of the canvas' shape that holds all of these and their neighbours.

    `narrow`: apothems from its middle to its side, at least; `beyond`: from the middles of the outermost of these to its side.
    """
    every = _spots(data)
    spots = [every[h] for h in hexes]
    if not spots:
        return []
    across, down = _reach(spots, canvas, narrow, beyond)
    x = _inside([s[0] for s in spots], across, [s[0] for s in every.values()])
    y = _inside([s[1] for s in spots], down, [s[1] for s in every.values()])
    return [h for h, s in every.items() if abs(s[0] - x) <= across and abs(s[1] - y) <= down]


def latest(data: TitleData, hexes: Sequence[Hex], canvas: Size = CROP, widest: float = WIDEST) -> list[Hex]:
    """A window on as many of these hexes, the most important first, as it can show large.

    `widest`: apothems from the middle of the window to its side at most.
    """
    kept: list[Hex] = []
    for h in dict.fromkeys(hexes):
        across, _ = _reach([_spot(data, data.hexes[k]) for k in (*kept, h)], canvas)
        if across <= widest or not kept:
            kept.append(h)
    return window(data, kept, canvas)


def nearest_first(data: TitleData, middle: Hex, hexes: Iterable[Hex]) -> list[Hex]:
    """The middle and these hexes, those that lie closest to it first."""
    spots = _spots(data)
    return [middle, *sorted((h for h in hexes if h != middle), key=lambda h: math.dist(spots[h], spots[middle]))]


@lru_cache(maxsize=64)
def _spots(data: TitleData) -> dict[Hex, tuple[float, float]]:
    """The centres of all hexes of a map in apothems; not to be changed."""
    return {h: _spot(data, d) for h, d in data.hexes.items()}


def _spot(data: TitleData, h: HexData) -> tuple[float, float]:
    """The centre of a hex in apothems."""
    long = math.sqrt(3)
    return (h.x, h.y * long) if data.layout == "pointy" else (h.x * long, h.y)


def _reach(
    spots: Sequence[tuple[float, float]], canvas: Size, narrow: float = NARROW, beyond: float = NEIGHBOURS
) -> tuple[float, float]:
    """Half the width and height of the window that these places need."""
    shape = canvas[0] / canvas[1]
    xs, ys = [s[0] for s in spots], [s[1] for s in spots]
    across = max((max(xs) - min(xs)) / 2 + beyond, ((max(ys) - min(ys)) / 2 + beyond) * shape, narrow)
    return across, across / shape


def _inside(wanted: Sequence[float], half: float, every: Sequence[float]) -> float:
    """The middle of the window: that of what is wanted, moved so that little of it lies beyond the map."""
    middle = (min(wanted) + max(wanted)) / 2
    low, high = min(every) + half - 0.5, max(every) - half + 0.5
    return min(max(middle, low), high) if low <= high else (min(every) + max(every)) / 2


REGIONS: dict[str, tuple[int, int]] = {  # steps to the right and downwards
    "north-west": (-1, -1),
    "north": (0, -1),
    "north-east": (1, -1),
    "west": (-1, 0),
    "middle": (0, 0),
    "east": (1, 0),
    "south-west": (-1, 1),
    "south": (0, 1),
    "south-east": (1, 1),
}
PART = 0.52  # of the map's width and height that a region has


def region(data: TitleData, right: int, down: int) -> list[Hex]:
    """The hexes of a part of the map: about half of it in each direction."""
    every = {h: _spot(data, d) for h, d in data.hexes.items()}
    kept = set(every)
    for axis, step in ((0, right), (1, down)):
        low, high = min(s[axis] for s in every.values()), max(s[axis] for s in every.values())
        room = (high - low) * PART
        start = low + (high - low - room) * (step + 1) / 2
        kept &= {h for h, s in every.items() if start - 0.01 <= s[axis] <= start + room + 0.01}
    return [h for h in every if h in kept]


STATION = 18  # pixels across, on a phone, of each station of a city of two, at least
TALLEST = 5 / 3  # the height of a part in its widths: more is no screen of a phone
ENDS = {
    1: (0,),
    2: (-1, 1),
    3: (-1, 0, 1),
}  # steps of `REGIONS` from part to part, by how many there are in a direction


class MapPart(NamedTuple):
    """One of the parts into which a map is cut for a phone. `word`: where it lies, as in `REGIONS`."""

    word: str
    hexes: tuple[Hex, ...]
    canvas: Size


@lru_cache(maxsize=64)
def map_parts(data: TitleData) -> tuple[MapPart, ...]:
    """As few parts of a map as can be, from north-west to south-east, in which its stations are read on a phone.

    Two parts have a row of hexes in common where there is room for it, else none: the ground beyond each is seen in any case.
    None for a map that is read as a whole.
    """
    if not needs_crops(data):
        return ()
    grids = sorted(product(ENDS, ENDS), key=lambda grid: (grid[0] * grid[1], grid))
    cuts = (_cut(data, grid, shared) for grid in grids[1:] for shared in ((1, 1), (0, 1), (1, 0), (0, 0)))
    return next((parts for parts in cuts if parts), ())


def _cut(data: TitleData, grid: tuple[int, int], shared: tuple[int, int]) -> tuple[MapPart, ...]:
    """The map in so many columns and rows of parts, or none where they would be too small or too high for a phone.

    `shared`: how many columns and rows of hexes a part has in common with the next one.
    """
    doubled = (2, 1) if data.layout == "pointy" else (1, 2)  # coordinates of a hex in each direction
    xs, ys = {h.x for h in data.hexes.values()}, {h.y for h in data.hexes.values()}
    columns = _ranges(xs, grid[0], shared[0] * doubled[0])
    lines = _ranges(ys, grid[1], shared[1] * doubled[1])
    made: list[MapPart] = []
    for (down, line), (right, column) in product(
        zip(ENDS[grid[1]], lines, strict=True), zip(ENDS[grid[0]], columns, strict=True)
    ):
        hexes = [h for h in data.hexes.values() if h.x in column and h.y in line]
        canvas = _part_canvas(hexes, data)
        if 2 * ALONE[BARE][2] * STEPS[0] * phone.SCREEN_WIDTH < STATION * canvas[0] or canvas[1] > TALLEST * canvas[0]:
            return ()
        word = next(word for word, steps in REGIONS.items() if steps == (right, down))
        made.append(MapPart(word, tuple(h.id for h in hexes), canvas))
    widest = max(part.canvas[0] for part in made)
    return tuple(part._replace(canvas=_widened(part, widest, data)) for part in made)


def _widened(part: MapPart, wide: int, data: TitleData) -> Size:
    """The canvas of a part with that width: all parts of a map are as wide as each other on a phone."""
    high = math.ceil(spread([data.hexes[h] for h in part.hexes], data.layout == "pointy")[1] * STEPS[0]) + 1
    return wide, high + 2 * edge_margin((wide, high + 2 * edge_margin((wide, wide))))


def _ranges(values: Collection[int], count: int, common: int) -> list[range]:
    """Coordinates from the least to the largest in so many parts of one length, each with so many in common with the next."""
    low, high = min(values), max(values) + 1
    long = -(-(high - low + (count - 1) * common) // count)
    starts = [low + round(i * (high - low - long) / max(count - 1, 1)) for i in range(count)]
    return [range(start, start + long) for start in starts]


def _part_canvas(hexes: Sequence[HexData], data: TitleData) -> Size:
    """The canvas that these hexes fill in the smallest size that hexes of crops have."""
    wide, high = (math.ceil(n * STEPS[0]) + 1 for n in spread(hexes, data.layout == "pointy"))
    edge = edge_margin((wide + 2 * edge_margin((wide, wide)), high + 2 * edge_margin((high, high))))
    return wide + 2 * edge, high + 2 * edge
