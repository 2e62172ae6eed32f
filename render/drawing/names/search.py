"""Where a name may stand round its hex: the places of a mask on which nothing stands yet, best first.

The mask is searched in cells of eight by eight pixels. Only those that are free are weighed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from render.drawing import fonts
from render.drawing.free_space import Box, Room
from render.drawing.image_cache import LockedCache
from render.drawing.names.belonging import Ring, away_from
from render.drawing.names.ground import FAR, LAND_GRAIN, grain, measure_name, reach_of

CELL = 8  # pixels of the mask, a byte of its rows
APART = 2  # cells in each direction of which one place is told, close to a hex; further away more
MOST = 10, 18, 60  # places that are told at most, close to a hex and further away
CLOSELY = 120  # the same where every cell is looked at
LINES = 0.15  # what a name in two lines costs
CONDENSED = 0.3  # the same of one in condensed letters
PARTED = 0.5  # the same of one that has neither a space nor a hyphen
LONG = 8  # letters of such a name, at least
ENDINGS = (  # of places, before which a long name may be parted
    "abad",
    "berg",
    "boro",
    "bourg",
    "bruck",
    "burg",
    "dam",
    "furt",
    "gart",
    "ham",
    "land",
    "luru",
    "mund",
    "nooga",
    "patnam",
    "polis",
    "pur",
    "ton",
    "town",
    "ville",
    "wick",
)
LIKED = (-0.6, 0.6)  # apothems above and below the middle of the hex: there the middle of its name stands best
FOUND = 600  # names whose places are kept, of some two thousand bytes each


class Land(IntEnum):
    """Whose ground a name stands on: none, the place's own hex, an empty one, one with track, that of another place."""

    OPEN = 0
    HOME = 1
    EMPTY = 2
    BUILT = 3
    OTHERS = 4


# What a name costs on each of these grounds, in apothems of a pointer, and what each apothem from there to its stop does: on that
# of another place it never stands.
_COSTS = (0.3, 0.0, 0.8, 1.1, math.inf)
_WAY = (1.0, 0.5, 1.0, 1.0, 1.0)


class Surroundings(NamedTuple):
    """All that decides where a name finds room: equal surroundings have the same places for it.

    `taken`: a hash of the mask of what stands there already, 64 bits; `land`: whose ground each part of that mask is, a byte for
    `LAND_GRAIN` pixels in each direction; `own`: the rings round its stops, from the middle of the hex.
    """

    name: str
    size: int  # apothem in pixels
    points: int  # size of its print
    taken: int
    land: bytes
    reach: int  # pixels from the middle of the hex to the sides of the mask
    own: tuple[Ring, ...]
    closely: bool = False  # whether each cell is looked at, and a long word may go on in a second line


class Found(NamedTuple):
    """A name in lines, and its place on the mask. `cost`: apothems, of the place and of the way from there to its stop."""

    cost: float
    text: str
    box: Box
    land: Land
    points: int
    cut: fonts.Weight = fonts.NARROW


_FOUND = LockedCache[Surroundings, tuple[Found, ...]](FOUND)


def find_places(round_it: Surroundings, room: Room) -> tuple[Found, ...]:
    """The places for a name, best first. `room`: of the mask whose hash the surroundings have."""
    places = _FOUND.get(round_it)
    if places is None:
        forms = _forms(round_it.name, parted=round_it.closely)
        cuts: tuple[fonts.Weight, ...] = (fonts.NARROW, fonts.CONDENSED) if round_it.closely else (fonts.NARROW,)
        found = sorted(place for cut in cuts for text in forms for place in _free_places(round_it, text, cut, room))
        places = tuple(found[: CLOSELY * len(cuts) if round_it.closely else MOST[-1]])
        _FOUND.keep(round_it, places)
    return places


def _forms(name: str, *, parted: bool = False) -> list[str]:
    """A name in one line, and in two where it has a space or a hyphen. `parted`: in two at the end of a long word as well."""
    ends = line_ends(name)
    forms = [name, *(f"{name[:at]}\n{name[at:].lstrip(' ')}" for at in ends)]
    if parted and not ends and len(name) >= LONG:
        forms += [f"{name[: -len(end)]}-\n{end}" for end in ENDINGS if name.endswith(end)]
    return forms


def line_ends(name: str) -> list[int]:
    """Where a name may go on in a second line: after a hyphen, or at a space."""
    return [at for at, letter in enumerate(name[:-1], 1) if letter == "-" or name[at] == " "]


def _free_places(round_it: Surroundings, text: str, cut: fonts.Weight, room: Room) -> Iterator[Found]:
    """Free places of a name in that form, best first, some way from each other."""
    by, reach, size = grain(round_it.size), round_it.reach, round_it.size
    wide, high, _ = measure_name(text, round_it.points, cut)
    inner = -(-wide // by), -(-high // by)
    places = room.places(*inner)
    if not places:
        return
    own = [(reach + x, reach + y, radius) for x, y, radius in round_it.own]
    side, land = 2 * reach // LAND_GRAIN, round_it.land
    more = 0.0 if "\n" not in text else LINES if line_ends(round_it.name) else PARTED
    more += CONDENSED * (cut == fonts.CONDENSED)
    columns = _steps(2 * reach, wide, by, [(x - r, x + r) for x, _, r in own], size)
    rows = _steps(2 * reach, high, by, [(y - r, y + r) for _, y, r in own], size)
    free, across = _free_cells(places, room), room.stride // CELL
    cells = list[tuple[float, int]]()
    for y, (below, line) in enumerate(rows):
        there = free[y * across : y * across + len(columns)]
        if any(there):
            ground = land[line * side : (line + 1) * side]
            for x, (beside, column) in compress(enumerate(columns), there):
                kind = ground[column]
                if kind != Land.OTHERS:
                    cells.append((_COSTS[kind] + _WAY[kind] * math.hypot(beside, below), y * across + x))
    cells.sort()
    middle = reach // by - inner[0] / 2, reach // by - inner[1] / 2
    far, raw = (reach > reach_of(size)) + (reach > reach_of(size, FAR)), places.to_bytes(across * room.height, "big")
    apart, most = (1, CLOSELY) if round_it.closely else (APART * (1 + far), MOST[far])
    for left, top in _spread(cells, across, apart, most, lambda cell: _nearest(raw, across, cell, middle, size / by)):
        box = left * by, top * by, left * by + wide, top * by + high
        at = (box[1] + box[3]) // 2 // LAND_GRAIN * side + (box[0] + box[2]) // 2 // LAND_GRAIN
        cost = _COSTS[land[at]] + _WAY[land[at]] * max(away_from(box, own), 0.0) / size
        yield Found(cost + more, text, box, Land(land[at]), round_it.points, cut)


def _steps(side: int, long: int, by: int, own: Sequence[tuple[float, float]], size: int) -> list[tuple[float, int]]:
    """For each cell in one direction of a mask: how many apothems a name that begins there is from its stops in that direction,
    and where the middle of it is on the map of grounds. `side`, `long`: of mask and name; `own`: where the stops begin and end.
    """
    first, last = min(start for start, _ in own), max(end for _, end in own)
    starts = [min(at, side - long) for at in range(CELL * by // 2, side - long + CELL * by // 2, CELL * by)]
    return [(max(first - at - long, at - last, 0) / size, min(at + long // 2, side - 1) // LAND_GRAIN) for at in starts]


def _spread(
    cells: Iterable[tuple[float, int]], across: int, apart: int, most: int, nearest: Callable[[int], tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The places in these cells, `most` at most, one of each group of `apart` cells in each direction."""
    near = set[tuple[int, int]]()
    told = 0
    for _, cell in cells:
        y, x = divmod(cell, across)
        if (x // apart, y // apart) not in near:
            near.add((x // apart, y // apart))
            yield nearest(cell)
            told += 1
            if told == most:
                return


def _free_cells(places: int, room: Room) -> bytes:
    """A byte for each cell of a mask, 0 where no box may begin in it."""
    for step in (1, 2, 4):  # the rows of a cell in its first one
        places |= places << room.stride * step
    step = room.stride // CELL
    rows = (places & ((1 << room.stride * room.height) - 1)).to_bytes(step * room.height, "big")
    return b"".join(rows[y * step : (y + 1) * step] for y in range(0, room.height, CELL))


def _nearest(rows: bytes, across: int, cell: int, middle: tuple[float, float], size: float) -> tuple[int, int]:
    """The place in that cell which is nearest to where a name stands best.

    `rows`: the places of a mask, a byte for eight in a row; `across`: bytes in a row; `middle`: the place over the middle of the
    hex.
    """
    y, x = divmod(cell, across)
    column = middle[0] - x * CELL
    level = min((middle[1] + liked * size - y * CELL for liked in LIKED), key=abs)
    aim = min(max(round(column), 0), CELL - 1)
    best: tuple[float, int, int] | None = None
    for down, row in enumerate(rows[y * CELL * across + x : (y + 1) * CELL * across : across]):
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
