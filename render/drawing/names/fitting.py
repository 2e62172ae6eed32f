"""The best place for one name beside those that have theirs: between borders, over one to empty ground, or anywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts
from render.drawing.free_space import Box, Line, Room, crosses, is_free, moved, overlap
from render.drawing.hex_appearance import Look
from render.drawing.layout import Layout
from render.drawing.names.belonging import away_from
from render.drawing.names.ground import (
    FAR,
    NEAR,
    Walls,
    coarse,
    covered,
    find_walls,
    line_height,
    reach_of,
)
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.reaches import (
    AT_SEA,
    LONG_LINE,
    OFF_OTHERS,
    OVER_TRACK,
    SHORT_LINE,
    TIED,
    Placed,
    Reach,
    Wanted,
)
from render.drawing.names.search import Found, Surroundings, find_places
from render.drawing.symbols import pointer_sides
from render.drawing.tile_geometry import corners

DEAR = 3  # how many apothems more a line may be long for one less over track
GAP = 0.06  # apothems between two names
SHORT = 0.2  # apothems of a line that is not needed
UNTIED = 2  # sizes of print that are tried for a place without a line, where there is one with a line
CLEAR = 0.8  # apothems of an outlined hex on which no other place's name stands, if it can
CLOSE = 1.25  # apothems from a name in the sea to its stop, at most, that needs no line
CLEAR_OF_PORTS = 0.6  # apothems by which a place without a name is further away, if it can be
CLEARLY = 0.3  # apothems by which the next place with a name is further away from such a name
BESIDE_SEA = 1.3  # apothems from the middle of a hex to a name in the sea beside it, about
WIDEST = 2.2  # apothems of a name between the borders of a hex that stands on a side
TOUCHING = 1.3  # apothems from the middle of a hex to its borders, at most, with the width of their line


class Fitting:
    """What is free for the names of one map, and where they stand so far."""

    def __init__(
        self,
        layout: HexLayout,
        where: Layout,
        shown: Mapping[Hex, HexData],
        grounds: Mapping[Hex, Look],
        sizes: Callable[[HexData], Sequence[int]],
        *,
        apart: bool = False,
    ) -> None:
        """`sizes`: the sizes of print that a place's name may have, the one of the map first; `apart`: none stands on the hex of
        another place.
        """
        self.layout, self.where, self.sizes = layout, where, sizes
        self.hood = Neighbourhood(layout, where, shown, grounds)
        self.least = Walls.PLACES if apart else Walls.NONE
        self.asked: frozenset[Hex] | None = None
        self.even = 0  # pixels of print below which a name is only where it has no room else
        self.outlined: list[HexData] = []  # hexes that are stressed: a name in one seems its own
        self.placed: dict[Hex, Placed] = {}
        self.parts: dict[tuple[Hex, int], Room] = {}  # what is free round a hex, beside names
        self.boxes: list[Box] = []  # of what stands on the map already
        self.near: dict[tuple[Hex, int], list[Box]] = {}
        self.costs: dict[tuple[Line, int], float] = {}
        self.gap = round(where.size * GAP)
        self.frame = reach_of(where.size, FAR)
        self.taken = Image.new("L", (1, 1))  # the mask: until there is one, no name asks for it
        self.pixels: Any = None
        # Places of names beside no other name, by their print, how far they may stand, and what they may not cross.
        self.free: dict[tuple[Hex, int, float, float, Walls], tuple[Found, ...]] = {}

    def look_at(self, taken: Image.Image, crossed: Image.Image | None = None) -> None:
        """Look for room on that mask. `crossed`: another one of what lines had better not cross."""
        self.taken, self.pixels = taken, (crossed or taken).load()
        for known in (self.parts, self.free, self.costs, self.near):
            known.clear()

    def fit(self, h: HexData, reach: Reach = SHORT_LINE) -> Placed | None:
        """The best place for a name beside those that have theirs, if there is any."""
        within = self._fit_off_borders(h) if reach == SHORT_LINE else None
        if within is not None:
            return within
        sizes = self.sizes(h)
        if not self.even:  # on a whole map what crosses least first
            return self._fit_in_sizes(h, (sizes[-1], sizes[0]), reach)
        if self.asked is not None:
            return self._fit_in_sizes(h, sizes, reach)
        placed = self._fit_in_sizes(h, sizes[:1], reach)
        if placed is None and reach == SHORT_LINE:  # in print that has to be smaller it need not cross a border
            placed = self.fit_within(h, smaller=True)
        return placed or self._fit_in_sizes(h, sizes[1:], reach)

    def _fit_in_sizes(self, h: HexData, sizes: Sequence[int], reach: Reach) -> Placed | None:
        """The best place for a name, whatever borders cross it, in the first of these sizes of print that has one."""
        tried = (self._fit_anywhere(h, Wanted(points, reach)) for points in dict.fromkeys(sizes))
        return next((placed for placed in tried if placed is not None), None)

    def fit_over(self, h: HexData, track: Image.Image) -> Placed | None:
        """The place where a name in its smallest print covers least of that track: in its hex, else with a line if one can be."""
        points, reach = self.sizes(h)[-1], reach_of(self.where.size)
        (x, y), names, frame = self.where.centre(h), list(self.placed.values()), self.frame
        ranked = list[tuple[tuple[bool, bool, bool, int], Found, Box]]()
        for place in self._places_beside(h, Wanted(points), names):
            box = moved(place.box, (x - reach, y - reach))
            other, over = self.hood.elsewhere(h, box), track.crop(moved(box, (frame, frame))).histogram()[255]
            whose = other is not None and self.hood.is_place(other), other is not None or not place.beside
            ranked.append(((*whose, not self.hood.holds(h, box), over), place, box))
        ranked.sort(key=lambda each: each[0])
        for (_, away, *_), place, box in ranked:
            placed = (
                self._tied(h, [(place, box)], Wanted(points, LONG_LINE)) if away else Placed(place.text, box, points)
            )
            if placed is not None:
                return placed
        return next((Placed(place.text, box, points) for _, place, box in ranked), None)

    def fit_within(
        self, h: HexData, over: Sequence[Walls] = (Walls.BORDERS, Walls.BUILT), *, smaller: bool = False
    ) -> Placed | None:
        """The best place that no border crosses, else over one to empty ground: each in the largest print that has room, on a
        part of the map a step less if it needs no line then. `smaller`: also in print that is less even.
        """
        untied = UNTIED if self.even else 1
        for walls in over:
            tied: Placed | None = None
            for step, points in enumerate(self.sizes(h) if smaller else self._even_sizes(h)):
                tried = step < untied or tied is None
                placed = self._fit_between_walls(h, points, walls) if tried else None
                if placed is not None and placed.line is None:
                    return placed._replace(walls=walls)
                tied = tied or placed
            if tied is not None:
                return tied._replace(walls=walls)
        return None

    def _fit_off_borders(self, h: HexData) -> Placed | None:
        """The best place that no border crosses, on a whole map with a long line if need be; else over one to empty ground."""
        if self.even:
            return self.fit_within(h) or self._fit_tied(h, OVER_TRACK, (Walls.BORDERS, Walls.BUILT))
        placed = self.fit_within(h, (Walls.BORDERS,))
        for reach in (LONG_LINE, TIED):
            placed = placed or self._fit_tied(h, reach, (Walls.BORDERS,))
        return placed or self.fit_within(h, (Walls.BUILT,)) or self._fit_tied(h, OVER_TRACK, (Walls.BUILT,))

    def _fit_tied(self, h: HexData, reach: Reach, over: Sequence[Walls]) -> Placed | None:
        """The best place that the first of these walls does not cross, else the next one, for a name with a line over track."""
        for walls in over:
            for points in self._even_sizes(h):
                placed = self._choose_between_walls(h, Wanted(points, reach), walls)
                if placed is not None:
                    return placed._replace(walls=walls)
        return None

    def _even_sizes(self, h: HexData) -> Sequence[int]:
        """The sizes of print in which a name looks like the others: what is smaller is for a name that has no room else."""
        first, *smaller = self.sizes(h)
        return [first, *(points for points in smaller if points >= self.even)]

    def _fit_anywhere(self, h: HexData, wanted: Wanted) -> Placed | None:
        """The best place for a name, whatever borders cross it."""
        names, found = list(self.placed.values()), None
        near = self.places(h, wanted)
        for asked in (wanted._replace(alone=True), wanted) if near else ():
            found = self._choose(h, near, asked)
            if found is None and (self.outlined or not asked.alone):
                found = self._choose(h, self._places_beside(h, asked, names), asked)
            if found is not None:
                break
        return found

    def _fit_between_walls(self, h: HexData, points: int, walls: Walls) -> Placed | None:
        """The best place that no such wall crosses: in its own hex, in the sea close to it, or with a short line beside it."""
        if walls == Walls.BORDERS and not self.may_stay_between_borders(h, points):
            return None
        found = self._choose_between_walls(h, Wanted(points), walls)
        if (found is None or found.line is not None) and self._is_wide_at_sea(h, points):
            found = self._choose_between_walls(h, Wanted(points, AT_SEA), walls) or found
        return found

    def _choose_between_walls(self, h: HexData, wanted: Wanted, walls: Walls) -> Placed | None:
        """The best of the places that no such wall crosses."""
        (x, y), names, reach = self.where.centre(h), list(self.placed.values()), self._reach(wanted)
        away, close, short = list[tuple[Found, Box]](), CLOSE * self.where.size, wanted.reach.line * self.where.size
        untied: Placed | None = None
        for place in self.places(h, wanted, walls):
            box = moved(place.box, (x - reach, y - reach))
            far = 0.0 if place.beside else self.hood.away(h, box)
            if far > max(close, short) or any(self._in_the_way(other, box) for other in names):
                continue
            if not self._stands_alone(h, place, box) or (wanted.reach.nearer and self._is_close_to_another(h, box)):
                continue
            other = None if place.beside and walls == Walls.BORDERS else self.hood.elsewhere(h, box)
            whole = place.beside and walls == Walls.BORDERS and not wanted.reach.nearer
            mine = whole and self.hood.is_plain(h, box, CLEARLY)
            if mine or (far <= close and other is None and self._seems_its_own(h, box)):
                untied = untied or Placed(place.text, box, place.points)
                if place.beside or self.hood.is_off_nameless(h, box, CLEAR_OF_PORTS):
                    return Placed(place.text, box, place.points)
            elif far <= short and (other is None or not self.hood.is_place(other)):
                away.append((place, box))
        return untied or (self._tied(h, away, wanted) if away else None)

    def _is_close_to_another(self, h: HexData, box: Box) -> bool:
        """Whether a name that has a line is close to the stop of another place even so."""
        x, y = self.where.centre(h)
        rivals = ((a + x, b + y, r) for a, b, r in self.hood.around(h).rivals)
        return away_from(box, rivals) < OFF_OTHERS * self.where.size

    def _seems_its_own(self, h: HexData, box: Box) -> bool:
        """Whether a name without a line beside its hex is read as that of its place."""
        return self.hood.lies_at(h, box) and not self.hood.seems_anothers(h, box, CLEARLY)

    def may_stay_between_borders(self, h: HexData, points: int) -> bool:
        """Whether a place that no border crosses is asked for: not for a name wider than a hex with no sea beside its own."""
        widest = self.where.size * (2 if self.where.pointy else WIDEST)
        return self._width(h, points) < widest or not self.hood.lies_inland(h)

    def _is_wide_at_sea(self, h: HexData, points: int) -> bool:
        """Whether a name beside the sea would not be whole in the usual room round its hex."""
        return self._width(h, points) > (NEAR - BESIDE_SEA) * self.where.size and not self.hood.lies_inland(h)

    def _width(self, h: HexData, points: int) -> int:
        """Pixels of the longest word of a name."""
        longest = max(h.name.replace("-", "- ").split(" "), key=len)
        return fonts.width(longest, points, fonts.NARROW)

    def _reach(self, wanted: Wanted) -> int:
        """Pixels round the middle of a hex in which that is looked for."""
        return reach_of(self.where.size, wanted.reach.apothems)

    def places(self, h: HexData, wanted: Wanted, walls: Walls = Walls.NONE) -> tuple[Found, ...]:
        """Where a name might stand, wherever other names do."""
        key = h.id, wanted.points, wanted.reach.apothems, wanted.reach.nearer, walls
        if key not in self.free:
            self.free[key] = self._places_beside(h, wanted, (), walls=walls)
        return self.free[key]

    def _places_beside(
        self,
        h: HexData,
        wanted: Wanted,
        around: Sequence[Placed],
        *,
        walls: Walls = Walls.NONE,
    ) -> tuple[Found, ...]:
        """Where a name might stand. `around`: other names that are in its way; one that stands `alone` is a line's height from
        them.
        """
        reach = self._reach(wanted)
        part, size, others = self._part(h, reach, around, alone=wanted.alone), self.where.size, self.hood.around(h)
        walls = max(walls, self.least, key=lambda kind: kind.value)
        if walls != Walls.NONE:
            built = (*others.named, *others.built)
            spots = {Walls.BORDERS: others.every, Walls.BUILT: built, Walls.PLACES: others.places}[walls]
            far = reach + TOUCHING * size  # what lies further away is not on the mask
            near = tuple(at for at in spots if abs(at[0]) < far and abs(at[1]) < far)
            part = part.shared_with(find_walls(self.layout, size, reach, near, walls))
        x, y = self.where.centre(h)
        own, nearer = tuple((a - x, b - y, r) for a, b, r in self.hood.rings_of(h)), wanted.reach.nearer * size
        return find_places(
            Surroundings(
                h.name,
                size,
                wanted.points,
                self.layout,
                part.digest,
                others.named,
                others.built,
                reach,
                own,
                tuple((a, b, r - nearer) for a, b, r in others.rivals) if nearer else others.rivals,
            ),
            part,
        )

    def _part(self, h: HexData, reach: int, around: Sequence[Placed], *, alone: bool) -> Room:
        """What is free round a hex, as it is searched; `around` and `alone` as in `_places_beside`."""
        if not around and not alone and (h.id, reach) in self.parts:
            return self.parts[h.id, reach]
        x, y = self.where.centre(h)
        left, top = x + self.frame - reach, y + self.frame - reach
        part = self.taken.crop((left, top, left + 2 * reach, top + 2 * reach))
        draw, by, gap = ImageDraw.Draw(part), (reach - x, reach - y), self.gap
        high = max(gap, self._apart(h)) if alone else gap
        for placed in around:
            box = moved(placed.box, by)
            draw.rectangle((box[0] - gap, box[1] - high, box[2] - 1 + gap, box[3] - 1 + high), fill=255)
            if placed.line is not None:
                draw.line([(a + by[0], b + by[1]) for a, b in placed.line], fill=255, width=3)
        for other in self.outlined if alone else ():
            if other is not h:
                rim = [self.where.point(other, c) for c in corners(self.layout, CLEAR)]
                draw.polygon([(a + by[0], b + by[1]) for a, b in rim], fill=255)
        room = coarse(part, self.where.size)
        if not around and not alone:
            self.parts[h.id, reach] = room
        return room

    def _choose(self, h: HexData, places: Sequence[Found], wanted: Wanted) -> Placed | None:
        """The best of these places that no other name has, none in the hex of another place; without a line if there is any."""
        x, y = self.where.centre(h)
        reach = self._reach(wanted)
        names, by, away = list(self.placed.values()), (x - reach, y - reach), list[tuple[Found, Box]]()
        untied: Placed | None = None  # the best that would need a line and finds none
        for place in places:
            box = moved(place.box, by)
            if any(self._in_the_way(other, box) for other in names) or (
                wanted.alone and not self._stands_alone(h, place, box)
            ):
                continue
            other = self.hood.elsewhere(h, box)
            if (other is not None and self.hood.is_place(other)) or (
                wanted.reach.nearer and self._is_close_to_another(h, box)
            ):
                continue
            if not place.beside:
                away.append((place, box))
            elif other is None and not self.hood.seems_anothers(h, box):
                return Placed(place.text, box, place.points)
            elif (tied := self._tied(h, [(place, box)], wanted)) is not None:
                return tied
            elif not wanted.alone and self.hood.away(h, box) <= SHORT * self.where.size:
                untied = untied or Placed(place.text, box, place.points)
        return (self._tied(h, away, wanted) if away else None) or untied

    def _tied(self, h: HexData, found: Sequence[tuple[Found, Box]], wanted: Wanted) -> Placed | None:
        """The best of these places for a name with a line: that must cross no word, number or station at all."""
        longest, over = wanted.reach.line, wanted.reach.over
        reach = self._reach(wanted)
        names = list(self.placed.values())
        boxes, lines = [other.box for other in names], [other.line for other in names if other.line is not None]
        ties = [(*tie, place, box) for place, box in found for tie in self.hood.lines_from(h, box)]
        best: tuple[float, Placed] | None = None
        for long, line, place, box in sorted(ties):
            if long > longest * self.where.size or (best is not None and long >= best[0]):
                break  # longer than the best costs
            if is_free(line, boxes, lines):
                crossed = self._crossed(h, line, reach)
                cost = long + DEAR * crossed
                if crossed <= over * self.where.size and (best is None or cost < best[0]):
                    needed = long > SHORT * self.where.size or self.hood.seems_anothers(h, box, SHORT)
                    best = cost, Placed(place.text, box, place.points, line if needed else None, place.beside)
        return best[1] if best else None

    def _crossed(self, h: HexData, line: Line, reach: int) -> float:
        """Pixels of a line over track, beside no other name; infinite where it crosses anything written."""
        if (line, reach) not in self.costs:
            boxes = self._boxes_near(h, reach)
            free = all(is_free(side, boxes, ()) for side in pointer_sides(line, self.where.size))
            self.costs[line, reach] = covered(line, self.pixels, self.frame, self.where.size) if free else math.inf
        return self.costs[line, reach]

    def _boxes_near(self, h: HexData, reach: int) -> list[Box]:
        """What is written round a hex, beside names that found their places."""
        if (h.id, reach) not in self.near:
            x, y = self.where.centre(h)
            self.near[h.id, reach] = [b for b in self.boxes if abs(b[0] - x) < 2 * reach and abs(b[1] - y) < 2 * reach]
        return self.near[h.id, reach]

    def _apart(self, h: HexData) -> int:
        """Pixels between two names one above the other that are not read as one."""
        return line_height(self.sizes(h)[0]) // 2

    def _stands_alone(self, h: HexData, place: Found, box: Box) -> bool:
        """Whether a name there seems neither to go on in another name nor to be that of an outlined hex."""
        high, clear = self._apart(h), self.where.size * CLEAR * 0.75
        wider = box[0], box[1] - high, box[2], box[3] + high
        if any(not (place.beside and o.beside) and overlap(wider, o.box) for o in self.placed.values()):
            return False
        spots = [self.where.centre(other) for other in self.outlined if other is not h]
        return not any(
            overlap(box, (round(x - clear), round(y - clear), round(x + clear), round(y + clear))) for x, y in spots
        )

    def _in_the_way(self, other: Placed, box: Box) -> bool:
        """Whether a name or its line stands in such a box or close to it."""
        gap = self.gap
        wider = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
        return overlap(wider, other.box) or (other.line is not None and crosses(other.line, box))
