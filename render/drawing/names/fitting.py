"""The best place for one name beside those that have theirs: between borders, with a pointer where it is not at its stop."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from operator import itemgetter

from PIL import Image, ImageDraw

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing.free_space import Box, Line, Room, crosses, meet, moved, overlap
from render.drawing.hex_appearance import Look
from render.drawing.layout import Layout
from render.drawing.names.belonging import away_from
from render.drawing.names.costs import ON_MAP
from render.drawing.names.ground import (
    ANYWHERE,
    FAR,
    LAND_GRAIN,
    NEAR,
    Ground,
    coarse,
    land_map,
    line_height,
    reach_of,
    stops_mask,
    taken_mask,
    track_mask,
)
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.placed_names import BESIDE, Placed
from render.drawing.names.pointers import ALONG, YIELDS, Pointers
from render.drawing.names.search import Found, Land, Surroundings, find_places
from render.drawing.tile_geometry import corners

GAP = 0.06  # apothems between two names
CLOSE = 1.25  # apothems from a name in the sea to its stop, at most, that needs no pointer
CLEARLY = 0.3  # apothems by which the next place with a name is further away from such a name
CLEAR_OF_PORTS = 0.6  # the same of a place without a name, if it can be
OFF_OTHERS = 0.4  # apothems from a name with a pointer to the stops of other places, at least
SHORT = 1.5  # apothems of a pointer from the name of a place that a picture is not about, at most
CLOSE_BY = 2.6  # the most that a place may cost whose name is left out else, in apothems of a pointer
NOWHERE = 20.0  # the cost of a name that has no place, in apothems of a pointer
SMALLEST = 3.8  # the cost of print that is smaller than usual, or in two lines, where a name would stand far off
GIVE_WAY = 2  # names that make way for one that is far off, at most
LOOKED_AT = 40  # places of that one that are looked at for it, at most
LONG = 3.5  # apothems of a pointer, above which one small name is better
LOSES = 4.0  # what it costs to take the place of a coordinate
STACKED = 1.6  # what it costs to stand close above or below another name, where one has neither a line nor its own hex round it
BESIDE_OTHERS = 1.3  # what it costs a city to stand in the sea beside another place, off its own
# Apothems round a hex in which a place is looked for; the cost of one at which none is looked for further away; apothems of a
# pointer over one line of track, at most: at a clear angle, and where nothing is free else.
CLEAR_ANGLE = 0.45
REACHES = (NEAR, 3.0, CLEAR_ANGLE), (FAR, 4.5, CLEAR_ANGLE), (ANYWHERE, 9.0, CLEAR_ANGLE), (ANYWHERE, math.inf, ALONG)

_FIRST = itemgetter(0)


class Fitting:
    """What is free for the names of one map, and where they stand so far."""

    def __init__(
        self,
        layout: HexLayout,
        where: Layout,
        shown: Mapping[Hex, HexData],
        grounds: Mapping[Hex, Look],
        sizes: Callable[[HexData], Sequence[int]],
        smaller: Callable[[HexData], Sequence[int]],
    ) -> None:
        """`sizes`: the sizes of print that a place's name may have, the one of the map first; `smaller`: of one that would stand
        very far off.
        """
        self.layout, self.where, self.sizes, self.smaller = layout, where, sizes, smaller
        self.neighbourhood = Neighbourhood(layout, where, shown, grounds)
        self.costs = ON_MAP
        self.whole = False  # whether it is no part of a map
        self.cities: Collection[Hex] = ()  # whose names are smaller only where they would stand far off else
        self.reaches: Sequence[tuple[float, float, float]] = REACHES
        self.outlined: list[HexData] = []  # hexes that are stressed: a name in one seems its own
        self.placed: dict[Hex, Placed] = {}
        self.boxes: list[Box] = []  # of what stands on the map already
        self.yielding: Sequence[Box] = ()  # of what goes where a name needs its place
        self.edges: Sequence[Box] = ()  # the same of coordinates along the edges
        self.gap = round(where.size * GAP)
        self.frame = reach_of(where.size)
        self.taken = self.land = Image.new("L", (1, 1))  # the masks: until there are any, no name asks for them
        self.pointers = Pointers(where, self.neighbourhood, (), (), None)  # the same
        self.rooms: dict[tuple[Hex, float], tuple[Room, bytes]] = {}
        self.found: dict[tuple[Hex, int, float, bool], list[Found]] = {}
        self.at_others: dict[tuple[Hex, Box], bool] = {}

    def look_at(self, ground: Ground) -> None:
        """Look for room on that map."""
        self.rooms, self.found = {}, {}
        track = track_mask(self.layout, ground)
        self.taken = taken_mask(self.layout, ground, track)
        over_runs = bool(ground.runs)
        self.pointers = Pointers(
            self.where, self.neighbourhood, self.boxes, self.yielding, track.load(), over_runs=over_runs
        )
        stressed = {h.id for h in self.outlined}
        kinds = {i: Land.OTHERS if i in stressed else self._land_of(h) for i, h in ground.shown.items()}
        self.land = land_map(self.layout, ground, kinds)

    def cover_least(self, h: HexData, ground: Ground) -> Placed | None:
        """The place where a name covers least of track and borders, where nothing at all is free: on boards full of tiles."""
        (x, y), reach, points = self.where.centre(h), reach_of(self.where.size), self.sizes(h)[-1]
        left, top = x + self.frame - reach, y + self.frame - reach
        stops = stops_mask(
            ground, (ring for each in ground.shown.values() for ring in self.neighbourhood.rings_of(each))
        )
        for other in self.placed.values():
            stops.paste(255, moved(other.box, (self.frame, self.frame)))
        room = coarse(stops.crop((left, top, left + 2 * reach, top + 2 * reach)), self.where.size)
        own = tuple((a - x, b - y, r) for a, b, r in self.neighbourhood.rings_of(h))
        asked = Surroundings(h.name, self.where.size, points, room.digest, self._room(h, NEAR)[1], reach, own)
        found = [place._replace(box=moved(place.box, (x - reach, y - reach))) for place in find_places(asked, room)]
        found.sort(key=lambda place: self.taken.crop(moved(place.box, (self.frame, self.frame))).histogram()[255])
        placed = (self._place(h, place, NOWHERE, ALONG) for place in found)
        return next((each for each in placed if each is not None), None)

    def _land_of(self, h: HexData) -> Land:
        """Whose ground a hex is to the names of others."""
        if self.neighbourhood.is_place(h):
            return Land.OTHERS
        return Land.BUILT if self.neighbourhood.grounds[h.id].tile.tracks else Land.EMPTY

    def fit(self, h: HexData) -> Placed | None:
        """The best place for a name beside those that have theirs: in small print or further away where none is good.

        One that would stand very far off has still smaller print, where that brings it near.
        """
        best = self._fit_usual(h)
        return self._fit_closely(h) or best if best is None or self.is_far_off(best) else best

    def fit_anywhere(self, h: HexData) -> Placed | None:
        """A place in small print, in two lines and however far off, where nothing else is free: on boards full of tiles."""
        for points in (self.sizes(h)[-1], *self.smaller(h)):
            found = (self._place(h, each, SMALLEST, ALONG) for each in self.places(h, points, ANYWHERE, closely=True))
            placed = next((each for each in found if each is not None), None)
            if placed is not None:
                return placed
        return None

    def _fit_closely(self, h: HexData) -> Placed | None:
        """A place that is not far off, where every cell is looked at: in print that is smaller, or in two lines."""
        for points in dict.fromkeys((*self.sizes(h)[:2], *self.smaller(h))):
            best: Placed | None = None
            for found in self.places(h, points, FAR, closely=True):
                if best is not None and found.cost + SMALLEST >= best.cost:
                    break
                if self._lies_far(h, found):
                    continue
                placed = self._place(h, found, SMALLEST, ALONG, best.cost if best is not None else math.inf)
                if placed is not None and not self.is_far_off(placed) and (best is None or placed.cost < best.cost):
                    best = placed
            if best is not None:
                return best
        return None

    def is_far_off(self, placed: Placed) -> bool:
        """Whether the pointer of a name is longer than any should be."""
        return placed.line is not None and math.dist(*placed.line) > LONG * self.where.size

    def _lies_far(self, h: HexData, found: Found) -> bool:
        """Whether no pointer from a place to its stop can be short enough."""
        return self.neighbourhood.away(h, found.box) > LONG * self.where.size

    def _fit_usual(self, h: HexData) -> Placed | None:
        """Where a name stands in one of the two usual sizes of print of the map."""
        best: Placed | None = None
        costs = self.costs.smaller + self.costs.city * (h.id in self.cities)
        for apothems, good, piece in self.reaches:
            for step, points in enumerate(dict.fromkeys(self.sizes(h)[:2])):
                best = self._find_better(h, self.places(h, points, apothems), best, costs * step, piece)
                if (
                    not step and h.id in self.cities and (best is None or best.cost > costs)
                ):  # in condensed letters, or two lines
                    pressed = self.places(h, points, min(apothems, self.costs.pressed), closely=True)
                    best = self._find_better(h, pressed, best, 0.0, CLEAR_ANGLE)
                if best is not None and best.cost <= costs:
                    return best
            if best is not None and self.without_astray(h, best) <= good:
                break
        return best

    def _find_better(
        self, h: HexData, places: Iterable[Found], best: Placed | None, more: float, piece: float
    ) -> Placed | None:
        """The best of these places, the cheapest of which comes first, or the one that is known where none is better. `more`:
        what each costs beside; `piece`: as of `_place`.
        """
        for found in places:
            if best is not None and found.cost + more >= best.cost:
                break
            placed = self._place(h, found, more, piece, best.cost if best is not None else math.inf)
            if placed is not None and (best is None or placed.cost < best.cost):
                best = placed
        return best

    def without_astray(self, h: HexData, placed: Placed) -> float:
        """What a name costs but for standing nearer to another place: no other one is looked for further away for that alone."""
        astray = placed.line is not None and self.neighbourhood.is_nearer_another(h, placed.box)
        return placed.cost - self.costs.astray * astray

    def fit_near(self, h: HexData, most: float = CLOSE_BY) -> Placed | None:
        """The best place close to a hex, with a short pointer or none, that costs no more; None where it has none."""
        for points in dict.fromkeys(self.sizes(h)[:2]):
            placed = (self._place(h, found, 0.0, CLEAR_ANGLE) for found in self.places(h, points, NEAR))
            near = (each for each in placed if each is not None and (each.line is None or self._is_short(each.line)))
            best = min(near, key=lambda each: each.cost, default=None)
            if best is not None and best.cost <= most:
                return best
        return None

    def _is_short(self, line: Line) -> bool:
        """Whether a pointer does not leave its hex far."""
        return math.dist(*line) <= SHORT * self.where.size

    def blocked(self, h: HexData, less: float) -> Iterator[Hex]:
        """The names that stand where this one would cost less than that, each that is alone in its way there; the best first."""
        for step, points in enumerate(dict.fromkeys(self.sizes(h)[:2])):
            for found in self.places(h, points, NEAR):
                if found.cost + self.costs.smaller * step >= less:
                    break
                there = [i for i, other in self.placed.items() if self._in_the_way(other, found.box)]
                if len(there) == 1:
                    yield there[0]

    def takes(self, h: HexData) -> Iterator[tuple[Placed, list[Hex]]]:
        """Places that are not far off, if only a name or two make way, and these; the best first, each group of names once."""
        there, known = dict(self.placed), set[tuple[Hex, ...]]()
        there.pop(h.id, None)
        for placed in self._places_alone(h, there):
            names = tuple(i for i, other in there.items() if self._meet(placed, other))
            if len(names) <= GIVE_WAY and names not in known:
                known.add(names)
                yield placed, list(names)

    def _places_alone(self, h: HexData, others: Mapping[Hex, Placed]) -> Iterator[Placed]:
        """Where a name would stand near its stop if there were no other names, the best place first: each is looked at only when
        no other one can be better.
        """
        sizes = dict.fromkeys((*self.sizes(h)[:2], *self.smaller(h)))
        steps = [
            (self.costs.smaller * step, self.places(h, points, FAR, closely=True)) for step, points in enumerate(sizes)
        ]
        least = sorted(((found.cost + more, found, more) for more, places in steps for found in places), key=_FIRST)
        good = list[tuple[float, int, Placed]]()
        asked = 0
        for n, (cost, found, more) in enumerate(least):
            while good and good[0][0] <= cost:
                yield heappop(good)[-1]
            if self._lies_far(h, found) or sum(self._in_the_way(o, found.box) for o in others.values()) > GIVE_WAY:
                continue
            asked += 1
            if asked > LOOKED_AT:
                break
            names, self.placed = self.placed, {}
            placed = self._place(h, found, more, ALONG)
            self.placed = names
            if placed is not None and not self.is_far_off(placed):
                heappush(good, (placed.cost, n, placed))
        yield from (placed for _, _, placed in sorted(good))

    def _meet(self, one: Placed, other: Placed) -> bool:
        """Whether one of two names or its pointer is in the way of the other one."""
        if self._in_the_way(other, one.box) or self._in_the_way(one, other.box):
            return True
        return one.line is not None and other.line is not None and meet(one.line, other.line)

    def places(self, h: HexData, points: int, apothems: float, *, closely: bool = False) -> list[Found]:
        """Where a name might stand on the picture, wherever other names do; the best first. `closely`: as of `Surroundings`."""
        key = h.id, points, apothems, closely
        if key not in self.found:
            (x, y), reach = self.where.centre(h), reach_of(self.where.size, apothems)
            room, land = self._room(h, apothems)
            own = tuple((a - x, b - y, r) for a, b, r in self.neighbourhood.rings_of(h))
            asked = Surroundings(h.name, self.where.size, points, room.digest, land, reach, own, closely)
            by = x - reach, y - reach
            self.found[key] = [place._replace(box=moved(place.box, by)) for place in find_places(asked, room)]
        return self.found[key]

    def _room(self, h: HexData, apothems: float) -> tuple[Room, bytes]:
        """What is free round a hex, as it is searched, and whose ground it is."""
        if (h.id, apothems) not in self.rooms:
            (x, y), reach = self.where.centre(h), reach_of(self.where.size, apothems)
            left, top = x + self.frame - reach, y + self.frame - reach
            part = self._part(left, top, 2 * reach)
            a, b, side = left // LAND_GRAIN, top // LAND_GRAIN, 2 * reach // LAND_GRAIN
            land = self.land.crop((a, b, a + side, b + side))
            rim = [self.where.point(h, corner) for corner in corners(self.layout)]
            own = [((x + self.frame) / LAND_GRAIN - a, (y + self.frame) / LAND_GRAIN - b) for x, y in rim]
            ImageDraw.Draw(land).polygon(own, fill=Land.HOME)
            self.rooms[h.id, apothems] = coarse(part, self.where.size), land.tobytes()
        return self.rooms[h.id, apothems]

    def _part(self, left: int, top: int, side: int) -> Image.Image:
        """A square of what is taken; all beyond the picture is."""
        inner = max(left, 0), max(top, 0), min(left + side, self.taken.width), min(top + side, self.taken.height)
        if inner == (left, top, left + side, top + side):
            return self.taken.crop(inner)
        part = Image.new("L", (side, side), 255)
        part.paste(self.taken.crop(inner), (inner[0] - left, inner[1] - top))
        return part

    def _place(self, h: HexData, found: Found, more: float, piece: float, most: float = math.inf) -> Placed | None:
        """A name there with the pointer that it needs, if it has one and no other name is in the way.

        `most`: what it may cost with a pointer at most, for none is looked for otherwise.
        """
        box, names = found.box, list(self.placed.values())
        if self._is_taken(box, names):
            return None
        cost = found.cost + more + YIELDS * sum(overlap(box, other) for other in self.pointers.yielding.round(*box))
        near = self.neighbourhood.near(h, self.edges, self.frame) if self.edges else ()
        cost += LOSES * sum(overlap(box, other) for other in near)
        above = _right_above_or_below(found, names, 1.0)  # mostly none: of these alone the closer ones are looked for
        close = _right_above_or_below(found, above, 0.5)
        placed = Placed(found.text, box, found.points, None, found.land, cost, cut=found.cut)
        if found.land == Land.HOME:
            return placed._replace(cost=cost + STACKED * any(other.way is not None for other in close))
        if found.land == Land.OPEN and self._is_read_as_its_own(h, box):
            way = self.neighbourhood.lines_from(h, box, 1)[0]
            if not any(crosses(way, other.box) for other in names):
                return placed._replace(cost=cost + STACKED * bool(close), way=way)
        loose = any(o.way is not None for o in close)
        beside = any(o.land != Land.HOME for o in (above if self.whole else close))
        placed = placed._replace(cost=cost + max(STACKED * loose, self.costs.alike * beside))
        if self.neighbourhood.is_nearer_another(h, box):
            far = h.id in self.cities and found.land == Land.OPEN and self._is_off(h, box)
            placed = placed._replace(cost=placed.cost + self.costs.astray + BESIDE_OTHERS * far)
        if placed.cost >= most:
            return None
        if self._is_at_others(h, box):
            return None
        return self.pointers.tie(h, placed, names, piece)

    def _is_at_others(self, h: HexData, box: Box) -> bool:
        """Whether a place is too close to a stop of another place for a name with a pointer."""
        if (h.id, box) not in self.at_others:
            near = away_from(box, self.pointers.rings_of_others(h))
            self.at_others[h.id, box] = near < OFF_OTHERS * self.where.size
        return self.at_others[h.id, box]

    def _is_off(self, h: HexData, box: Box) -> bool:
        """Whether no short line leads from there to its stop: in the sea beside another place it is read as that one's."""
        return self.neighbourhood.away(h, box) > SHORT * self.where.size

    def _is_read_as_its_own(self, h: HexData, box: Box) -> bool:
        """Whether a name beside its hex is read as that of its place without a pointer."""
        return (
            self.neighbourhood.away(h, box) <= CLOSE * self.where.size
            and self.neighbourhood.lies_at(h, box)
            and not self.neighbourhood.seems_anothers(h, box, CLEARLY)
            and self.neighbourhood.is_off_nameless(h, box, CLEAR_OF_PORTS)
        )

    def _is_taken(self, box: Box, names: Sequence[Placed]) -> bool:
        """Whether one of these names or its pointer stands in such a box or close to it. In plain steps, as it is asked most."""
        (left, top, right, bottom), gap = box, self.gap
        above, below = top - gap, bottom + gap
        for other in names:
            a, b, c, d = other.box
            if b < below and above < d:
                apart = max(gap, round(other.points * BESIDE))
                if a < right + apart and left - apart < c:
                    return True
            led = other.line or other.way
            if led is not None:
                y, end = led[0][1], led[1][1]
                if (y <= bottom + 1 or end <= bottom + 1) and (y >= top - 1 or end >= top - 1) and crosses(led, box):
                    return True
        return False

    def _in_the_way(self, other: Placed, box: Box) -> bool:
        """Whether a name or its pointer stands in such a box or close to it."""
        return self._is_taken(box, (other,))


def _right_above_or_below(found: Found, names: Sequence[Placed], lines: float) -> list[Placed]:
    """Those of these names that are less than so many lines of its print above or below a place."""
    (left, top, right, bottom), high = found.box, int(line_height(found.points) * lines)
    top, bottom = top - high, bottom + high
    return [o for o in names if o.box[0] < right and left < o.box[2] and o.box[1] < bottom and top < o.box[3]]
