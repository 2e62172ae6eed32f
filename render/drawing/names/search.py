"""Where a name may stand round its hex: the places of a mask on which nothing stands yet, best first.

The mask is searched in cells of eight by eight pixels. Only those that are free are weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from game.hexes import Layout
from render.drawing.free_space import Box, Room
from render.drawing.image_cache import LockedCache
from render.drawing.names.belonging import Ring, belongs
from render.drawing.names.ground import grain, measure_name
from render.drawing.names.weights import CELL, LIKED, Cell, Shape, weigh_cells, weigh_cells_beside

APART = 2  # cells at least from one place to the next that is told
BESIDE, AWAY = 8, 24  # places that are told at most
LINES = 0.15  # what a name in two lines costs
POOR = 3.5  # cost of a place from which on those without a part of the hex are told as well
FURTHEST = 2.1  # apothems from a name to its stop: further away nobody would look for it
FOUND = 600  # names whose places are kept, of some two thousand bytes each


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
    own: tuple[Ring, ...] = ()  # round its stops, from the middle of the hex
    rivals: tuple[Ring, ...] = ()  # the same of other places


class Found(NamedTuple):
    """A name in lines, and its place on the mask. `beside`: a part of it stands in its own hex."""

    cost: float
    text: str
    box: Box
    beside: bool
    points: int


_FOUND = LockedCache[Surroundings, tuple[Found, ...]](FOUND)


def find_places(round_it: Surroundings, room: Room) -> tuple[Found, ...]:
    """The places for a name that reach into its hex, best first; where there is no good one, those further away too. At none of
    them another place is nearer than its own.

    `room`: of the mask whose hash the surroundings have. All in one size: names of cities that differ in it would look as if the
    cities did.
    """
    places = _FOUND.get(round_it)
    if places is None:
        places = _look_for_places(round_it, room)
        _FOUND.keep(round_it, places)
    return places


def _look_for_places(round_it: Surroundings, room: Room) -> tuple[Found, ...]:
    """The same, looked for anew."""
    found = [place for text in _forms(round_it.name) for place in _free_places(round_it, text, room)]
    beside = sorted(place for place in found if place.beside)
    away = sorted(place for place in found if not place.beside)
    return (*beside[:BESIDE], *away[:AWAY])


def _forms(name: str) -> list[str]:
    """A name in one line, and in two where it has a space or a hyphen."""
    return [name, *(f"{name[:at]}\n{name[at:].lstrip(' ')}" for at in line_ends(name))]


def line_ends(name: str) -> list[int]:
    """Where a name may go on in a second line: after a hyphen, or at a space."""
    return [at for at, letter in enumerate(name[:-1], 1) if letter == "-" or name[at] == " "]


def _free_places(round_it: Surroundings, text: str, room: Room) -> Iterator[Found]:
    """Free places of a name in that form, best first, some way from each other."""
    by, lines = grain(round_it.size), text.split("\n")
    wide, high, _ = measure_name(text, round_it.points)
    inner = -(-wide // by), -(-high // by)
    places = room.places(*inner)
    if not places:
        return
    others, nameless = (tuple((x / by, y / by) for x, y in spots) for spots in (round_it.others, round_it.nameless))
    reach = round_it.reach // by
    shape = Shape(round_it.layout, round_it.size / by, reach, *inner, others, nameless)
    owned = _owned(round_it.own, round_it.rivals, round_it.size, round_it.reach, wide, high)

    def own_box(cell: int) -> Box | None:
        """The box of the name in that cell, unless another place has it."""
        if not owned.may_hold(cell, room.stride // CELL, by):
            return None
        left, top = _nearest(places, room, cell, (reach - inner[0] / 2, reach - inner[1] / 2), round_it.size / by)
        box = left * by, top * by, left * by + wide, top * by + high
        return box if owned.holds(box) else None

    for cost, box, beside in _apart(shape, _free_cells(places, room), room.stride // CELL, own_box):
        yield Found(cost + LINES * (len(lines) - 1), text, box, beside, round_it.points)


class _Owned:
    """Where a name of some size belongs to its place. The cells of masks that were asked for are kept."""

    def __init__(
        self, own: tuple[Ring, ...], rivals: tuple[Ring, ...], size: int, reach: int, wide: int, high: int
    ) -> None:
        """As in `Surroundings`; `wide`, `high`: of the name, in pixels."""
        self.own, self.rivals = (
            tuple((reach + x, reach + y, radius) for x, y, radius in rings) for rings in (own, rivals)
        )
        self.furthest, self.wide, self.high = FURTHEST * size, wide, high
        self.known: dict[tuple[int, int], bool] = {}

    def holds(self, box: Box, slack: float = 0.0) -> bool:
        """Whether no other place is nearer to that box, by more than so many pixels."""
        return not self.own or belongs(box, self.own, self.rivals, -slack, self.furthest + slack)

    def may_hold(self, cell: int, across: int, by: int) -> bool:
        """Whether a name that begins in that cell may belong to its place. `across`: cells in a row; `by`: pixels to one of the
        mask.
        """
        if (cell, across) not in self.known:
            y, x = divmod(cell, across)
            left, top = round((x + 0.5) * CELL * by), round((y + 0.5) * CELL * by)
            box = left, top, left + self.wide, top + self.high
            self.known[cell, across] = self.holds(box, CELL * by)
        return self.known[cell, across]


@lru_cache(maxsize=FOUND)
def _owned(own: tuple[Ring, ...], rivals: tuple[Ring, ...], size: int, reach: int, wide: int, high: int) -> _Owned:
    """The same for all masks of a name."""
    return _Owned(own, rivals, size, reach, wide, high)


def _apart(
    shape: Shape, free: bytes, across: int, own_box: Callable[[int], Box | None]
) -> list[tuple[float, Box, bool]]:
    """Boxes in the best free cells with their costs, none close to one before, and whether a name reaches into its hex there;
    others only where none of these is good.
    """
    near = weigh_cells(shape, free, across)
    found = [(cost, box, True) for cost, box in _spread(near, across, BESIDE, own_box)]
    if not found or found[0][0] > POOR:
        away = weigh_cells_beside(shape, free, across)
        found += [(cost, box, False) for cost, box in _spread(away, across, AWAY, own_box)]
    return found


def _spread(
    cells: Iterable[Cell], across: int, most: int, own_box: Callable[[int], Box | None]
) -> list[tuple[float, Box]]:
    """The boxes in the first of these cells, none close to one before."""
    told: list[tuple[int, int]] = []
    found = []
    for cost, cell in cells:
        y, x = divmod(cell, across)
        for a, b in told:
            if -APART < x - a < APART and -APART < y - b < APART:
                break
        else:
            box = own_box(cell)
            if box is not None:
                told.append((x, y))
                found.append((cost, box))
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
