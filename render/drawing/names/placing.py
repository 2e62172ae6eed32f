"""Names of places that found no room on their own hex: the nearest place that is free, over borders if need be.

None is nearer to another place than to its own, whether it has a line or not. Places that no border crosses come first, if need
be in smaller print; then those over a border, then those at the end of a long line.
Those with the fewest places are placed first; one that then finds none takes that of a neighbour which has another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, crosses, middle_of, overlap
from render.drawing.hex_appearance import Look
from render.drawing.image_cache import LockedCache
from render.drawing.layout import Layout, halo_width
from render.drawing.names.fitting import Fitting
from render.drawing.names.ground import (
    Ground,
    Walls,
    line_height,
    measure_name,
    stops_mask,
    taken_mask,
)
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.reaches import FAR_OFF, LONG_LINE, SHORT_LINE, TIED_IN_NEED, Placed, Reach, Wanted
from render.drawing.names.search import FURTHEST
from render.drawing.sprites import Sprite
from render.drawing.symbols import draw_pointer

MOVES, ASKED = 2, 6  # names that may move one after the other for one that finds no place; of how many neighbours
MOST_MOVES = 8  # tried on a map at most: each takes some milliseconds, and what has not helped by then does not help


class Settled(NamedTuple):
    """Where the names of a map stand, and the hexes whose names found no room."""

    placed: tuple[tuple[Hex, Placed], ...]
    left: tuple[Hex, ...]


_SETTLED = LockedCache[Hashable, Settled](64)  # by their surroundings; of some 20 kB each


def _rank(placed: Placed) -> tuple[int, bool]:
    """How good a place is: by what crosses it, then by whether it needs a line."""
    return placed.walls.value, placed.line is None


class Drawn(NamedTuple):
    """The hexes of a map and their pictures.

    `beyond`: the pale ground round a part of it, where no name stands on the hex of another place; None for a whole map;
    `shared`: the ground of other boards on which these names will stand too; `yielding`: words that go where a name has no other
    place that is as good.
    """

    shown: Mapping[Hex, HexData]
    sprites: Mapping[Hex, Sprite]
    beyond: Mapping[Hex, tuple[HexData, Look]] | None
    shared: Sequence[Mapping[Hex, Look]] = ()
    yielding: Collection[Box] = ()


class NamePrint(NamedTuple):
    """How names are printed. `sizes`: those that a place's name may have, the one of the map first; `even`: what is smaller is
    for one that has no room else; `finest`: for one that would be left out, one after the other.
    """

    sizes: Callable[[HexData], Sequence[int]]
    even: int = 0
    finest: tuple[int, ...] = ()


class PlaceNames:
    """The names of one map that still want a place."""

    def __init__(
        self,
        image: Image.Image,
        layout: HexLayout,
        where: Layout,
        drawn: Drawn,
        how: NamePrint,
    ) -> None:
        shown, sprites, beyond, self.shared, self.yielding = drawn
        self.image, self.layout, self.where, self.shown, self.sprites = image, layout, where, shown, sprites
        self.grounds = {i: sprite.ground for i, sprite in sprites.items()}
        self.grounds |= {i: ground for i, (_, ground) in (beyond or {}).items()}
        self.seen = {**shown, **{i: h for i, (h, _) in (beyond or {}).items()}}
        self.sizes, even, self.finest = how
        self.fits = Fitting(layout, where, self.seen, self.grounds, self.sizes, apart=beyond is not None)
        self.fits.even = even
        self.hood = self.fits.hood
        self.moves_left = MOST_MOVES
        self.tied: dict[Hex, Box] = {}  # names of several boards that need a line: it ends elsewhere on each

    def write(
        self,
        boxes: list[Box],
        outlined: Collection[Hex],
        asked: frozenset[Hex] | None = None,
        erase: Callable[[Box], None] | None = None,
    ) -> list[Hex]:
        """Write them, and add where they stand to what is taken; says which hexes' names found no room.

        `asked`: the hexes that the picture is about, None for all. Names of other towns are left out where a border crosses them.
        `erase`: takes a yielding word away.
        """
        self.fits.asked = asked
        self.fits.outlined = [self.shown[i] for i in outlined if i in self.shown]
        waiting = [
            h for i, h in self.shown.items() if h.name and not any(w == "name" for w, _ in self.sprites[i].boxes)
        ]
        if not waiting:
            return []
        self.fits.boxes = [*boxes, *self.yielding]
        key = self._surroundings(waiting)
        settled = _SETTLED.get(key)
        if settled is None:
            settled = self._settle_all(waiting)
            _SETTLED.keep(key, settled)
        for hex_id, placed in settled.placed:
            if self.shared and placed.line is not None and math.dist(*placed.line) > FURTHEST * self.where.size:
                continue
            for box in self.yielding if erase is not None else ():
                if overlap(box, placed.box) or (placed.line is not None and crosses(placed.line, box)):
                    assert erase is not None
                    erase(box)
            self._write(self.shown[hex_id], placed)
            boxes.append(placed.box)
        return list(settled.left)

    def _surroundings(self, waiting: Sequence[HexData]) -> Hashable:
        """All that decides where these names find room: maps on which it is the same have the same places for them."""
        ground = tuple((h.id, h.name, tuple(h.borders.items()), self.grounds[i]) for i, h in self.seen.items())
        names = tuple((h.id, *self.sizes(h)) for h in waiting)
        outlined = tuple(h.id for h in self.fits.outlined)
        return (
            self.layout,
            self.where,
            self.image.size,
            ground,
            names,
            tuple(self.fits.boxes),
            len(self.yielding),
            outlined,
            self.fits.asked,
            self.fits.least,
            self.fits.even,
            self.finest,
            tuple(tuple(board.items()) for board in self.shared),
        )

    def _settle_all(self, waiting: Sequence[HexData]) -> Settled:
        """Find a place for each of these names."""
        ground = self._ground()
        spots = [self.where.centre(h) for h in waiting]
        self.fits.look_at(taken_mask(self.layout, ground, spots))
        needed = [h for h in waiting if self.fits.asked is None or h.id in self.fits.asked]
        left = [h for h in self._hardest_first(needed) if not self._settle(h)]
        if self.yielding and (left or any(placed.walls != Walls.BORDERS for placed in self.fits.placed.values())):
            self.fits.boxes = self.fits.boxes[: -len(self.yielding)]
            ground = self._ground()
            self.fits.look_at(taken_mask(self.layout, ground, spots))
            left = [h for h in left if not self._settle(h)]
        if left:
            left = self._place_in_need(left, ground, spots)
        self._improve(needed)
        others, missed = [h for h in waiting if h not in needed], list[HexData]()
        for h in self._hardest_first(others):
            placed = self._fit_beside_those_asked(h)
            if placed is not None:
                self.fits.placed[h.id] = placed
            else:
                missed.append(h)
        if missed:
            self._place_in_need(missed, ground, spots)
        return Settled(tuple(self.fits.placed.items()), tuple(h.id for h in left))

    def _ground(self) -> Ground:
        """What the map has drawn."""
        return Ground(
            self.image.size,
            self.fits.frame,
            self.where,
            self.seen,
            self.grounds,
            self.fits.boxes,
            self.shared,
            tuple(h.id for h in self.fits.outlined),
        )

    def _fit_beside_those_asked(self, h: HexData) -> Placed | None:
        """A place for a name that the picture is not about: over a border only for a city, in small print."""
        placed = self.fits.fit_within(h) or self.fits.fit_within(h, smaller=True) or self._fit_finest(h, over=False)
        return placed or (self._fit_finest(h, over=True) if self.grounds[h.id].tile.cities else None)

    def _fit_finest(self, h: HexData, *, over: bool) -> Placed | None:
        """The best place for a name in its finest print. `over`: across a border."""
        usual = self.fits.sizes
        self.fits.sizes = lambda h: usual(h)[-1:]
        placed = self.fits.fit(h) if over else self.fits.fit_within(h)
        self.fits.sizes = usual
        return placed

    def _improve(self, waiting: Iterable[HexData]) -> None:
        """Names that cross borders take places that others could do without."""
        left = MOST_MOVES
        for h in waiting:
            now = self.fits.placed.get(h.id)
            if now is None or now.walls == Walls.BORDERS:
                continue
            del self.fits.placed[h.id]
            better = self._fit_better(h, now)
            for other in self._neighbours_to_move(h, ()) if better is None else ():
                if left > 0 and better is None:
                    left, better = left - 1, self._fit_instead(h, other, now)
            self.fits.placed[h.id] = better or now

    def _fit_better(self, h: HexData, now: Placed) -> Placed | None:
        """A place for a name that crosses less than where it stands now."""
        placed = self.fits.fit_within(h)
        if placed is None or (placed.walls == now.walls and placed.points < now.points):
            return None
        return placed if _rank(placed) > _rank(now) else None

    def _fit_instead(self, h: HexData, other: Hex, now: Placed) -> Placed | None:
        """The same where another name stands, if that can move without crossing more than it does."""
        before = self.fits.placed.pop(other)
        placed = self._fit_better(h, now)
        if placed is not None:
            self.fits.placed[h.id] = placed
            moved_to = self.fits.fit_within(self.shown[other])
            del self.fits.placed[h.id]
            if moved_to is not None and moved_to.points >= before.points and _rank(moved_to) >= _rank(before):
                self.fits.placed[other] = moved_to
                return placed
        self.fits.placed[other] = before
        return None

    def _hardest_first(self, waiting: Iterable[HexData]) -> list[HexData]:
        """Names with few places before those with many, those of cities before those of towns."""

        def ease(h: HexData) -> tuple[bool, bool, int]:
            points = self.sizes(h)[0]
            walled = self.fits.may_stay_between_borders(h, points)
            places = self.fits.places(h, Wanted(points), Walls.BORDERS if walled else Walls.NONE)
            beside = sum(place.beside for place in places)
            return not h.print.cities, bool(beside), beside or len(places)

        return sorted(waiting, key=ease)

    def _settle(self, h: HexData, moves: int = MOVES, kept: frozenset[Hex] = frozenset()) -> bool:
        """Find a place for a name, at the cost of neighbours' if need be; says whether there is one.

        `moves`: how many neighbours may move one after the other for it; `kept`: those that may not.
        """
        if self._place(h):
            return True
        moved = moves > 0 and any(
            self._take_over(h, other, moves, kept | {h.id})
            for other in self._neighbours_to_move(h, kept)
            if self.moves_left > 0
        )
        return moved or (moves == MOVES and self._place(h, (LONG_LINE, FAR_OFF, TIED_IN_NEED)))

    def _place(self, h: HexData, reaches: Sequence[Reach] = (SHORT_LINE,)) -> bool:
        """Note the best place that is free for a name, in the first of these reaches that has one; says whether there is one."""
        tried = (self.fits.fit(h, reach) for reach in reaches)
        placed = next((placed for placed in tried if placed is not None), None)
        if placed is not None:
            self.fits.placed[h.id] = placed
        return placed is not None

    def _place_in_need(
        self, left: Sequence[HexData], ground: Ground, spots: Sequence[tuple[int, int]]
    ) -> list[HexData]:
        """Names for which nothing is free: in the finest print, also where a neighbour can move; with a line across a river; at
        last over track or a river. Says which find none even so.
        """
        usual, needy, crossed = (
            self.fits.sizes,
            {h.id for h in left},
            taken_mask(self.layout, ground, spots, rivers=False),
        )
        for points in self.finest or (0,):
            self.fits.sizes = partial(self._in_need, usual, needy, points)
            left = [h for h in left if not self._settle(h)]
            if left:
                self.fits.look_at(self.fits.taken, crossed)
                left = [h for h in left if not self._place(h, (LONG_LINE, FAR_OFF))]
                self.fits.look_at(self.fits.taken)
        left = self._place_over_track(left, ground) if left else []
        left = self._place_at_last(left, ground) if left else []
        self.fits.sizes = usual
        return left

    def _place_at_last(self, left: Sequence[HexData], ground: Ground) -> list[HexData]:
        """Names that the picture is about and that find none even over track: where need be on the hex of another place, at last
        in the finest print. Says which names have none.
        """
        needed = [h for h in left if self.fits.asked is None or h.id in self.fits.asked]
        sizes, least, self.fits.least = self.fits.sizes, self.fits.least, Walls.NONE
        missed = self._place_over_track(needed, ground)
        self.fits.sizes = lambda h: self.finest[-1:] or sizes(h)
        missed = self._place_over_track(missed, ground)
        self.fits.sizes, self.fits.least = sizes, least
        return [h for h in left if h not in needed or h in missed]

    def _in_need(
        self, usual: Callable[[HexData], Sequence[int]], needy: Collection[Hex], points: int, h: HexData
    ) -> Sequence[int]:
        """The sizes of print of a name: those of one that finds no room otherwise, or the usual ones. That of a place which the
        picture is about is no smaller than others'.
        """
        if h.id not in needy:
            return usual(h)
        return (usual(h)[-1] if self.fits.asked and h.id in self.fits.asked else points or usual(h)[-1],)

    def _place_over_track(self, left: Sequence[HexData], ground: Ground) -> list[HexData]:
        """Note the places for names that cover least track; says which find none even so."""
        track, without = self.fits.taken, list[HexData]()
        self.fits.look_at(stops_mask(self.layout, ground))
        for h in left:
            placed = self.fits.fit_over(h, track)
            if placed is not None:
                self.fits.placed[h.id] = placed
            else:
                without.append(h)
        self.fits.look_at(track)
        return without

    def _neighbours_to_move(self, h: HexData, kept: Collection[Hex]) -> list[Hex]:
        """The neighbours whose room a name might take, nearest first."""
        middle = self.where.centre(h)
        far = {i: math.dist(middle, middle_of(p.box)) for i, p in self.fits.placed.items() if i not in kept}
        return sorted(far, key=far.__getitem__)[:ASKED]

    def _take_over(self, h: HexData, other: Hex, moves: int, kept: frozenset[Hex]) -> bool:
        """Take the room of a neighbour's name if that finds another; says whether it does."""
        self.moves_left -= 1
        before = dict(self.fits.placed)
        del self.fits.placed[other]
        if self._place(h) and self._settle(self.shown[other], moves - 1, kept):
            return True
        self.fits.placed = before
        return False

    def _write(self, h: HexData, placed: Placed) -> None:
        """Write a name at its place."""
        if placed.line is not None and self.shared:
            self.tied[h.id] = placed.box
        elif placed.line is not None:
            draw_pointer(self.image, placed.line, self.where.size)
        draw, points, box = ImageDraw.Draw(self.image), placed.points, placed.box
        middle = box[1] + measure_name(placed.text, points).middle
        for i, line in enumerate(placed.text.split("\n")):
            at = (box[0] + box[2]) / 2, middle + line_height(points) * i
            fonts.write(
                draw, at, line, points, bold=fonts.NARROW, ink=style.BLACK, anchor="mm", halo=halo_width(points)
            )


def draw_pointers(
    image: Image.Image,
    layout: HexLayout,
    where: Layout,
    ground: tuple[Mapping[Hex, HexData], Mapping[Hex, Look]],
    tied: Mapping[Hex, Box],
) -> None:
    """Lines from these names, which stand there already, to the stops as they are on this board."""
    hood = Neighbourhood(layout, where, *ground)
    for hex_id, box in tied.items():
        _, line = min(hood.lines_from(ground[0][hex_id], box))
        draw_pointer(image, line, where.size)
