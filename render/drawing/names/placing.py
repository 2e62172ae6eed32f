"""Names of places that found no room on their own hex: each at the nearest place that is free, between borders, off track.

One that might be read as that of another place has a pointer to its stop. Names with the fewest places are placed first, then
those that stand far off take the place of a neighbour which has another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing.free_space import Box, Line, crosses, middle_of, overlap
from render.drawing.hex_appearance import Look
from render.drawing.image_cache import LockedCache
from render.drawing.layout import Layout
from render.drawing.names.costs import costs_of
from render.drawing.names.fitting import NOWHERE, REACHES, Fitting
from render.drawing.names.ground import NEAR, Ground, measure_name
from render.drawing.names.placed_names import Placed, seems_part, smaller_at, write_name
from render.drawing.names.run_prints import LEAST_PRINT, Prints, Written, even_out_stops
from render.drawing.sprites import Sprite
from render.drawing.symbols import draw_pointer

ASKED = 8  # neighbours that may move for a name that has no place
ORDERS = 3  # in which names are placed at most, until all have a place
MOST_MOVES = 10  # tried on a map at most: each takes up to a millisecond, and what has not helped by then does not help
TAKEN = 6  # places of others that are tried for a name that is far off, at most
GOOD, POOR = 1.0, 2.6  # the cost of a place that is close, and of one from which on a better one is looked for
WORTH = 0.4  # apothems of pointers that are saved by a move, at least
CRAMPED = 2.6  # the cost of a place on a part of a map from which on all names had better be smaller
FEW = 3  # names of a whole map that may be smaller than its two usual sizes


class Settled(NamedTuple):
    """Where the names of a map stand, and the hexes whose names found no room, or stand far off, or in too small print. `prints`:
    of a picture of runs.
    """

    placed: tuple[tuple[Hex, Placed], ...]
    left: tuple[Hex, ...]
    cramped: tuple[Hex, ...]
    prints: Prints | None = None


_SETTLED = LockedCache[Hashable, Settled](64)  # by their surroundings; of some 20 kB each


class Drawn(NamedTuple):
    """The hexes of a map and their pictures.

    `beyond`: the pale ground round a part of it, where no name stands on the hex of another place; None for a whole map;
    `shared`: the ground of other boards on which these names will stand too; `yielding`: words that go where a name has no other
    place that is as good; `runs`: where the lines of runs lie; `stops`: of these; other places are named
    beside them only where that is close by. None: all places are named; `coast`: of land without hexes; `last`: whether names
    are not drawn in smaller print where these stand far off; `edges`: coordinates that go, like yielding
    words, but for more; `written`: names on their own hexes on a picture of runs.
    """

    shown: Mapping[Hex, HexData]
    sprites: Mapping[Hex, Sprite]
    beyond: Mapping[Hex, tuple[HexData, Look]] | None
    shared: Sequence[Mapping[Hex, Look]] = ()
    yielding: Collection[Box] = ()
    runs: Sequence[Box] = ()
    stops: frozenset[Hex] | None = None
    coast: tuple[Line, ...] = ()
    last: bool = True
    edges: tuple[Box, ...] = ()
    written: Mapping[Hex, Written] = MappingProxyType({})


class PlaceNames:
    """The names of one map that still want a place."""

    def __init__(
        self,
        image: Image.Image,
        layout: HexLayout,
        where: Layout,
        drawn: Drawn,
        sizes: Callable[[HexData], Sequence[int]],
        smaller: Callable[[HexData], Sequence[int]],
    ) -> None:
        """`sizes`: those that the print of a place's name may have, the one of the map first; `smaller`: of one that would stand
        very far off.
        """
        (
            shown,
            sprites,
            beyond,
            self.shared,
            self.yielding,
            self.runs,
            self.stops,
            self.coast,
            self.last,
            edges,
            self.written,
        ) = drawn
        self.image, self.layout, self.where, self.shown, self.sprites = image, layout, where, shown, sprites
        self.grounds = {i: sprite.ground for i, sprite in sprites.items()}
        self.grounds |= {i: ground for i, (_, ground) in (beyond or {}).items()}
        self.part = beyond is not None
        self.seen = {**shown, **{i: h for i, (h, _) in (beyond or {}).items()}}
        self.sizes, self.smaller = sizes, smaller
        self.fits = Fitting(layout, where, self.seen, self.grounds, sizes, smaller)
        self.edges = edges
        self.fits.edges = () if self.part else edges  # on a part they go only where nothing is free else
        self.neighbourhood = self.fits.neighbourhood
        self.tied: dict[Hex, Box] = {}  # names of several boards that need a line: it ends elsewhere on each
        self.cramped: list[Hex] = []  # whose names stand far off, or in too small print
        self.far_off: list[Hex] = []  # to whose names a longer line leads than any should be, or that have none
        self.asked: frozenset[Hex] | None = None
        self.moves = 0  # that may still be tried
        self.prints: Prints | None = None  # of names on a picture of runs

    def write(
        self,
        boxes: list[Box],
        outlined: Collection[Hex],
        asked: frozenset[Hex] | None = None,
        erase: Callable[[Box], None] | None = None,
    ) -> list[Hex]:
        """Write them, and add where they stand to what is taken; says which hexes' names found no room.

        `asked`: the hexes that the picture is about, whose names come first; None for all. `erase`: takes a yielding word away.
        """
        self.asked = asked
        self.fits.outlined = [self.shown[i] for i in outlined if i in self.shown]
        waiting = [
            h for i, h in self.shown.items() if h.name and not any(w == "name" for w, _ in self.sprites[i].boxes)
        ]
        if not waiting:
            return []
        self.fits.boxes, self.fits.yielding = list(boxes), tuple(self.yielding)
        key = self._surroundings(waiting, asked)
        settled = _SETTLED.get(key)
        if settled is None:
            settled = self._settle_all(waiting, asked)
            _SETTLED.keep(key, settled)
        self.prints = settled.prints
        self.cramped = list(settled.cramped[0 if self.part else FEW :])
        meant = [(i, placed) for i, placed in settled.placed if asked is None or i in asked]  # others are left out
        self.far_off = [*settled.left, *(i for i, placed in meant if self.fits.is_far_off(placed))]
        written = [(i, placed) for i, placed in settled.placed if not self._is_left_out(i, placed)]
        if erase is not None:
            for box in self.edges:
                if any(overlap(placed.box, box) for _, placed in written):
                    erase(box)
        for hex_id, placed in written:
            if erase is not None:
                for box in self.yielding:
                    if seems_part(placed, box) or (placed.line is not None and crosses(placed.line, box)):
                        erase(box)
            self._write(self.shown[hex_id], placed)
            boxes.append(placed.box)
        return [*settled.left, *(i for i, placed in settled.placed if placed.cost >= NOWHERE)]

    def _is_cramped(self, hex_id: Hex, placed: Placed) -> bool:
        """Whether a name stands so far off that all of a part of a map had better be smaller; on a whole map whether it is."""
        if self.part:
            return CRAMPED < placed.cost < NOWHERE and not self._has_room_astray(hex_id)
        return placed.points < min(self.sizes(self.shown[hex_id])[:2])

    def _has_room_astray(self, hex_id: Hex) -> bool:
        """Whether a name stands that far off only to be nearer to its own place than to another: no smaller print mends that."""
        placed, costs = self.fits.placed, self.fits.costs
        if not costs.astray:
            return False
        there, self.fits.costs = placed.pop(hex_id), costs._replace(astray=0.0)
        found = self.fits.fit(self.shown[hex_id])
        placed[hex_id], self.fits.costs = there, costs
        return found is not None and found.cost <= CRAMPED

    def _is_left_out(self, hex_id: Hex, placed: Placed) -> bool:
        """Whether a name stands too far off to be of use: of a place that the picture is not about, and in a replay."""
        aside = self.asked is not None and hex_id not in self.asked
        return (aside or bool(self.shared)) and (placed.cost >= NOWHERE or self.fits.is_far_off(placed))

    def _surroundings(self, waiting: Sequence[HexData], asked: frozenset[Hex] | None) -> Hashable:
        """All that decides where these names find room: maps on which it is the same have the same places for them."""
        ground = tuple((h.id, h.name, tuple(h.borders.items()), self.grounds[i]) for i, h in self.seen.items())
        names = tuple((h.id, *self.sizes(h), *self.smaller(h)) for h in waiting)
        outlined = tuple(h.id for h in self.fits.outlined)
        return (
            self.layout,
            self.where,
            self.image.size,
            ground,
            names,
            tuple(self.fits.boxes),
            tuple(self.runs),
            self.stops,
            self.coast,
            self.last,
            tuple(self.yielding),
            self.edges,
            tuple(self.written.items()),
            outlined,
            asked,
            tuple(tuple(board.items()) for board in self.shared),
        )

    def _settle_all(self, waiting: Sequence[HexData], asked: frozenset[Hex] | None) -> Settled:
        """Find a place for each of these names."""
        ground = self._ground()
        self.fits.costs = costs_of(part=self.part, replay=bool(self.shared), runs=self.stops is not None)
        if not self.part:
            self.fits.whole = True
            self.fits.cities = {h.id for h in waiting if self._is_city(h)}
        self.fits.look_at(ground)
        self.fits.reaches = REACHES if self.last else REACHES[:2]
        placed = self.fits.placed
        meant = [h for h in waiting if self.stops is None or h.id in self.stops]
        left = self._settle_meant(self._hardest_first(meant, asked))
        for h in self._hardest_first((h for h in waiting if h not in meant), None):
            found = self.fits.fit_near(h)
            if found is not None:
                placed[h.id] = found
        if left and self.part and self.edges:
            self.fits.edges = self.edges
            ground = self._ground()
            self.fits.look_at(ground)
        if not self.shared and (self.last or self.stops is None):  # else all names are drawn in smaller print
            self._place_left(meant, left, ground)
        if self.shared:
            self._even_out(placed)
        cramped = tuple(i for i, each in [*placed.items()] if self._is_cramped(i, each))
        prints = even_out_stops(self.fits, self.shown, self.written, self.stops) if self.stops is not None else None
        return Settled(tuple(placed.items()), tuple(h.id for h in left if h.id not in placed), cramped, prints)

    def _is_city(self, h: HexData) -> bool:
        """Whether a city is on that hex."""
        return any(stop.kind == "city" for stop in self.grounds[h.id].tile.stops)

    def _place_left(self, meant: Sequence[HexData], left: Sequence[HexData], ground: Ground) -> None:
        """Find a place for names that have none. On a picture of runs these and those far off have smaller print than any other,
        and what has no place even then no name, for the words below name each stop; on other maps a name covers what it must.
        """
        placed = self.fits.placed
        for h in left if self.part and self.edges else ():
            found = self.fits.fit(h)
            if found is not None:
                placed[h.id] = found
        if self.stops is not None:
            self.fits.smaller = lambda h: (LEAST_PRINT,)
            self._bring_near(meant)
        for h in left:
            if h.id not in placed:
                found = self.fits.fit_anywhere(h) if self.stops is not None else self.fits.cover_least(h, ground)
                if found is not None:
                    placed[h.id] = found

    def _even_out(self, placed: dict[Hex, Placed]) -> None:
        """In a replay no town has its name in larger print than a city: where one needs smaller print, those of towns have it
        too, down to the smaller one of their two usual sizes.
        """
        kinds = {i: {stop.kind for stop in self.grounds[i].tile.stops} for i in placed}
        cities = [each.points for i, each in placed.items() if "city" in kinds[i] and not self._is_left_out(i, each)]
        for i, each in placed.items() if cities else ():
            points = max(min(cities), min(self.sizes(self.shown[i])[:2]))
            if kinds[i] == {"town"} and points < each.points:
                placed[i] = smaller_at(each, points)

    def _settle_meant(self, order: list[HexData]) -> list[HexData]:
        """Find a place for these names in that order; where some have none, once more with these first. Says which have none."""
        placed, best, self.moves = self.fits.placed, None, MOST_MOVES
        for _ in range(ORDERS if self.last and not self.shared else 1):  # of a replay a name that has none is left out
            placed.clear()
            for h in order:
                found = self.fits.fit(h)
                if found is not None:
                    placed[h.id] = found
            self._improve(order)
            self._bring_near(order)
            left = [h for h in order if h.id not in placed]
            if best is None or len(left) < len(best[0]):
                best = left, dict(placed)
            if not left:
                break
            order = [*left, *(h for h in order if h not in left)]
        assert best is not None
        placed.clear()
        placed.update(best[1])
        return best[0]

    def _ground(self) -> Ground:
        """What the map has drawn."""
        edges = {*self.fits.edges}
        return Ground(
            self.image.size,
            self.fits.frame,
            self.where,
            self.seen,
            self.grounds,
            [box for box in self.fits.boxes if box not in edges],
            self.shared,
            tuple(h.id for h in self.fits.outlined),
            self.runs,
            self.coast,
        )

    def _hardest_first(self, waiting: Iterable[HexData], asked: frozenset[Hex] | None) -> list[HexData]:
        """Names with few places before those with many; those that the picture is about come first."""

        def ease(h: HexData) -> tuple[bool, int, int]:
            places = self.fits.places(h, self.sizes(h)[0], NEAR)
            return asked is not None and h.id not in asked, sum(place.cost <= GOOD for place in places), len(places)

        return sorted(waiting, key=ease)

    def _improve(self, waiting: Iterable[HexData]) -> None:
        """Names that stand far off take the place of another one, if both together stand better then."""
        placed = self.fits.placed
        for h in sorted(waiting, key=lambda h: -self._cost(h.id)):
            if self._cost(h.id) <= POOR:
                return
            if h.id in placed and self.fits.without_astray(h, placed[h.id]) <= POOR:
                continue
            nearest = self._neighbours(h) if h.id not in placed else ()
            for other in dict.fromkeys((*self.fits.blocked(h, self._cost(h.id) - WORTH), *nearest)):
                if self.moves and other != h.id:
                    self.moves -= 1
                    before = dict(placed)
                    if self._change_places(h, other):
                        break
                    placed.clear()
                    placed.update(before)

    def _bring_near(self, waiting: Iterable[HexData]) -> None:
        """Names that are still far off or have no place get one that others leave, if these have another one close by.

        None does after one that cannot, if names will be drawn in smaller print then.
        """
        placed = self.fits.placed
        for h in waiting:
            if h.id in placed and not self.fits.is_far_off(placed[h.id]):
                continue
            before = dict(placed)
            for there, names in islice(self.fits.takes(h), TAKEN):
                for i in (h.id, *names):
                    placed.pop(i, None)
                placed[h.id] = there
                for i in names:
                    found = self.fits.fit(self.shown[i])
                    if found is None or self.fits.is_far_off(found):
                        break
                    placed[i] = found
                else:
                    break
                placed.clear()
                placed.update(before)
            else:
                if not self.last:
                    return

    def _neighbours(self, h: HexData) -> list[Hex]:
        """Hexes whose names stand close to a place, the nearest first."""
        middle, placed = self.where.centre(h), self.fits.placed
        return sorted(placed, key=lambda i: math.dist(middle, middle_of(placed[i].box)))[:ASKED]

    def _change_places(self, h: HexData, other: Hex) -> bool:
        """Find a new place for a name and then for another one; says whether they stand better."""
        placed, before = self.fits.placed, self._cost(h.id) + self._cost(other)
        for hex_id in (h.id, other):
            placed.pop(hex_id, None)
        for each in (h, self.shown[other]):
            found = self.fits.fit(each)
            if found is None:
                return False
            placed[each.id] = found
        return self._cost(h.id) + self._cost(other) <= before - WORTH

    def _cost(self, hex_id: Hex) -> float:
        """How far a name is from standing beside its stop."""
        there = self.fits.placed.get(hex_id)
        return there.cost if there is not None else NOWHERE

    def _write(self, h: HexData, placed: Placed) -> None:
        """Write a name at its place."""
        if placed.line is not None and self.shared:
            self.tied[h.id] = placed.box
        elif placed.line is not None:
            draw_pointer(self.image, placed.line, self.where.size)
        text, box, points, cut = placed.text, placed.box, placed.points, placed.cut
        middle = (box[0] + box[2]) / 2, box[1] + measure_name(text, points, cut).middle
        write_name(self.image, text, points, middle, cut)
