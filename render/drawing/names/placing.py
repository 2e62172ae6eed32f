"""Names of places that found no room on their own hex: the nearest place that is free, over borders if need be.

Places that no border crosses come first, if need be in print that is a step or two smaller; then those over a border to empty
ground or to the sea. A name further away, or mostly in another hex, has a line to its city.
Those with the fewest places are placed first; one that then finds none takes that of a neighbour which has another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, crosses, is_free, middle_of, moved, overlap
from render.drawing.image_cache import LockedCache
from render.drawing.layout import Layout, halo_width
from render.drawing.names.ground import (
    FAR,
    NEAR,
    Ground,
    Walls,
    coarse,
    covered,
    draw_walls,
    line_height,
    reach_of,
    taken_mask,
)
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.search import Found, Surroundings, find_places
from render.drawing.sprites import Sprite
from render.drawing.symbols import draw_pointer
from render.drawing.tile_geometry import corners

CROSSED = 0.7  # apothems of a line over track at most: across it, not along it
DEAR = 3  # how many apothems more a line may be long for one less over track
MOVES, ASKED = 2, 6  # names that may move one after the other for one that finds no place; of how many neighbours
MOST_MOVES = 20  # tried on a map at most: each takes some milliseconds, and what has not helped by then does not help
GAP = 0.06  # apothems between two names
SHORT = 0.2  # apothems of a line that is not needed
UNTIED = 2  # sizes of print that are tried for a place without a line, where there is one with a line
CLEAR = 0.8  # apothems of an outlined hex on which no other place's name stands, if it can
CLOSE = 1.25  # apothems from a name in the sea to its stop, at most, that needs no line
WIDEST = 2.2  # apothems of a name between the borders of a hex that stands on a side
TAIL = 1.6  # apothems of a line, at most, that is better than a name across a border


class Placed(NamedTuple):
    """Where a name stands on the picture, with the line that it needs. `points`: the size of its print; `beside`: a part of it
    stands in its own hex; `walls`: what it does not cross.
    """

    text: str
    box: Box
    points: int
    line: Line | None = None
    beside: bool = True
    walls: Walls = Walls.NONE


class Settled(NamedTuple):
    """Where the names of a map stand, and the hexes whose names found no room."""

    placed: tuple[tuple[Hex, Placed], ...]
    left: tuple[Hex, ...]


_SETTLED = LockedCache[Hashable, Settled](64)  # by their surroundings; of some 20 kB each


class PlaceNames:
    """The names of one map that still want a place."""

    def __init__(
        self,
        image: Image.Image,
        layout: HexLayout,
        where: Layout,
        shown: Mapping[Hex, HexData],
        sprites: Mapping[Hex, Sprite],
        sizes: Callable[[HexData], Sequence[int]],
    ) -> None:
        """`sizes`: the sizes of print that a place's name may have, the one of the map first."""
        self.image, self.layout, self.where, self.shown, self.sprites = image, layout, where, shown, sprites
        self.sizes = sizes
        self.hood = Neighbourhood(layout, where, shown, sprites)
        self.asked: frozenset[Hex] | None = None
        self.outlined: list[HexData] = []  # hexes that are stressed: a name in one seems its own
        self.placed: dict[Hex, Placed] = {}
        self.parts: dict[tuple[Hex, int], Image.Image] = {}  # what is taken round a hex, beside names
        self.boxes: list[Box] = []  # of what stands on the map already
        self.near: dict[tuple[Hex, int], list[Box]] = {}
        self.costs: dict[tuple[Line, int], float | None] = {}
        self.gap = round(where.size * GAP)
        self.frame = reach_of(where.size, FAR)
        self.moves_left = MOST_MOVES
        self.between_borders = True  # given up where it leaves names without a place
        self.taken = image  # the mask: until there is one, no name asks for it
        self.pixels: Any = None
        # Places of names beside no other name, by their print, how far they may stand, and what they may not cross.
        self.free: dict[tuple[Hex, int, float, Walls], tuple[Found, ...]] = {}

    def write(self, boxes: list[Box], outlined: Collection[Hex], asked: frozenset[Hex] | None = None) -> list[Hex]:
        """Write them, and add where they stand to what is taken; says which hexes' names found no room.

        `asked`: the hexes that the picture is about, None for all. Names of others are left out where a border would cross them.
        """
        self.asked = asked
        self.outlined = [self.shown[i] for i in outlined if i in self.shown]
        waiting = [
            h for i, h in self.shown.items() if h.name and not any(w == "name" for w, _ in self.sprites[i].boxes)
        ]
        if not waiting:
            return []
        self.boxes = list(boxes)
        key = self._surroundings(waiting)
        settled = _SETTLED.get(key)
        if settled is None:
            settled = self._settle_all(waiting)
            _SETTLED[key] = settled
        for hex_id, placed in settled.placed:
            self._write(self.shown[hex_id], placed)
            boxes.append(placed.box)
        return list(settled.left)

    def _surroundings(self, waiting: Sequence[HexData]) -> Hashable:
        """All that decides where these names find room: maps on which it is the same have the same places for them."""
        ground = tuple((h.id, h.name, tuple(h.borders.items()), self.sprites[i].ground) for i, h in self.shown.items())
        names = tuple((h.id, *self.sizes(h)) for h in waiting)
        outlined = tuple(h.id for h in self.outlined)
        return self.layout, self.where, self.image.size, ground, names, tuple(self.boxes), outlined, self.asked

    def _settle_all(self, waiting: Sequence[HexData]) -> Settled:
        """Find a place for each of these names."""
        ground = Ground(self.image.size, self.frame, self.where, self.shown, self.sprites, self.boxes)
        self.taken = taken_mask(self.layout, ground, [self.where.centre(h) for h in waiting])
        self.pixels = self.taken.load()
        needed = [h for h in waiting if self.asked is None or h.id in self.asked]
        left = [h.id for h in self._hardest_first(needed) if not self._settle(h)]
        if left:
            found, self.placed, self.between_borders = self.placed, {}, False
            still = [h.id for h in self._hardest_first(needed) if not self._settle(h)]
            left, self.placed = (still, self.placed) if len(still) < len(left) else (left, found)
        self._improve(needed)
        for h in waiting:
            placed = self._fit_within(h) if h not in needed else None
            if placed is not None:
                self.placed[h.id] = placed
        return Settled(tuple(self.placed.items()), tuple(left))

    def _improve(self, waiting: Iterable[HexData]) -> None:
        """Names that cross borders take places that others could do without."""
        self.between_borders, left = True, MOST_MOVES
        for h in waiting:
            now = self.placed.get(h.id)
            if now is None or now.walls == Walls.BORDERS:
                continue
            del self.placed[h.id]
            better = self._fit_better(h, now)
            for other in self._neighbours_to_move(h, ()) if better is None else ():
                if left > 0 and better is None:
                    left, better = left - 1, self._fit_instead(h, other, now)
            self.placed[h.id] = better or now

    def _fit_better(self, h: HexData, now: Placed) -> Placed | None:
        """A place for a name that crosses less than where it stands now."""
        placed = self._fit_within(h)
        return placed if placed is not None and placed.walls.value > now.walls.value else None

    def _fit_instead(self, h: HexData, other: Hex, now: Placed) -> Placed | None:
        """The same where another name stands, if that can move without crossing more than it does."""
        before = self.placed.pop(other)
        placed = self._fit_better(h, now)
        if placed is not None:
            self.placed[h.id] = placed
            moved_to = self._fit_within(self.shown[other])
            del self.placed[h.id]
            if moved_to is not None and moved_to.walls.value >= before.walls.value:
                self.placed[other] = moved_to
                return placed
        self.placed[other] = before
        return None

    def _hardest_first(self, waiting: Iterable[HexData]) -> list[HexData]:
        """Names with few places before those with many, those of cities before those of towns."""

        def ease(h: HexData) -> tuple[bool, bool, int]:
            points = self.sizes(h)[0]
            walled = self.between_borders and self._may_stay_between_borders(h, points)
            places = self._places(h, points, walls=Walls.BORDERS if walled else Walls.NONE)
            beside = sum(place.beside for place in places)
            return not h.print.cities, bool(beside), beside or len(places)

        return sorted(waiting, key=ease)

    def _settle(self, h: HexData, moves: int = MOVES, kept: frozenset[Hex] = frozenset()) -> bool:
        """Find a place for a name, at the cost of neighbours' if need be; says whether there is one.

        `moves`: how many neighbours may move one after the other for it; `kept`: those that may not.
        """
        for apothems in (NEAR, FAR):
            placed = self._fit(h, apothems)
            if placed is not None:
                self.placed[h.id] = placed
                return True
        return moves > 0 and any(
            self._take_over(h, other, moves, kept | {h.id})
            for other in self._neighbours_to_move(h, kept)
            if self.moves_left > 0
        )

    def _neighbours_to_move(self, h: HexData, kept: Collection[Hex]) -> list[Hex]:
        """The neighbours whose room a name might take, nearest first."""
        middle = self.where.centre(h)
        far = {i: math.dist(middle, middle_of(p.box)) for i, p in self.placed.items() if i not in kept}
        return sorted(far, key=far.__getitem__)[:ASKED]

    def _take_over(self, h: HexData, other: Hex, moves: int, kept: frozenset[Hex]) -> bool:
        """Take the room of a neighbour's name if that finds another; says whether it does."""
        self.moves_left -= 1
        before = dict(self.placed)
        del self.placed[other]
        for apothems in (NEAR, FAR):
            placed = self._fit(h, apothems)
            if placed is not None:
                self.placed[h.id] = placed
                if self._settle(self.shown[other], moves - 1, kept):
                    return True
                break
        self.placed = before
        return False

    def _fit(self, h: HexData, apothems: float) -> Placed | None:
        """The best place for a name beside those that have theirs, if there is any one where it is not read as another's."""
        within = self._fit_within(h) if apothems == NEAR and self.between_borders else None
        if within is not None:
            return within
        sizes = self.sizes(h)
        some = sizes if self.asked is not None else dict.fromkeys((sizes[0], sizes[-1]))
        tried = (self._fit_anywhere(h, points, apothems) for points in some)
        return next((placed for placed in tried if placed is not None), None)

    def _fit_within(self, h: HexData) -> Placed | None:
        """The best place that no border crosses, else over one to empty ground: each in the largest print that has room, a step
        less if it needs no line then.
        """
        for walls in (Walls.BORDERS, Walls.BUILT):
            tied: Placed | None = None
            for step, points in enumerate(self.sizes(h)):
                placed = self._fit_between_walls(h, points, walls) if step < UNTIED or tied is None else None
                if placed is not None and placed.line is None:
                    return placed._replace(walls=walls)
                tied = tied or placed
            if tied is not None:
                return tied._replace(walls=walls)
        return None

    def _fit_anywhere(self, h: HexData, points: int, apothems: float) -> Placed | None:
        """The best place for a name in that print, whatever borders cross it."""
        near = self._places(h, points, apothems)
        found = self._choose(h, near, apothems, alone=True)
        if found is None and near:
            beside = self._places_beside(h, points, apothems, list(self.placed.values()), alone=True)
            found = self._choose(h, beside, apothems, alone=True)
        return (
            found
            or self._choose(h, near, apothems)
            or self._choose(h, self._places_beside(h, points, apothems, list(self.placed.values())), apothems)
        )

    def _fit_between_walls(self, h: HexData, points: int, walls: Walls) -> Placed | None:
        """The best place that no such wall crosses: in its own hex, in the sea close to it, or with a short line beside it."""
        if not self._may_stay_between_borders(h, points) and walls == Walls.BORDERS:
            return None
        (x, y), reach, names = self.where.centre(h), reach_of(self.where.size), list(self.placed.values())
        away, close, short = list[tuple[Found, Box]](), CLOSE * self.where.size, TAIL * self.where.size
        for place in self._places(h, points, walls=walls):
            box = moved(place.box, (x - reach, y - reach))
            far = 0.0 if place.beside else self.hood.away(h, box)
            if far > close or any(self._in_the_way(other, box) for other in names):
                continue
            if not self._stands_alone(h, place, box):
                continue
            other = None if place.beside and walls == Walls.BORDERS else self.hood.elsewhere(h, box)
            mine = place.beside and walls == Walls.BORDERS
            if mine or (other is None and not self.hood.seems_anothers(h, box)):
                return Placed(place.text, box, place.points)
            if far <= short and (other is None or not other.name):
                away.append((place, box))
        tied = self._tied(h, away, reach) if away else None
        return tied if tied and (tied.line is None or math.dist(*tied.line) <= short) else None

    def _may_stay_between_borders(self, h: HexData, points: int) -> bool:
        """Whether a place that no border crosses is asked for: not for a name wider than a hex with no sea beside its own."""
        longest = max(h.name.replace("-", "- ").split(" "), key=len)
        widest = self.where.size * (2 if self.where.pointy else WIDEST)
        return fonts.width(longest, points, bold=True) < widest or not self.hood.lies_inland(h)

    def _places(
        self, h: HexData, points: int, apothems: float = NEAR, *, walls: Walls = Walls.NONE
    ) -> tuple[Found, ...]:
        """Where a name might stand, wherever other names do."""
        key = h.id, points, apothems, walls
        if key not in self.free:
            self.free[key] = self._places_beside(h, points, apothems, (), walls=walls)
        return self.free[key]

    def _places_beside(
        self,
        h: HexData,
        points: int,
        apothems: float,
        around: Sequence[Placed],
        *,
        alone: bool = False,
        walls: Walls = Walls.NONE,
    ) -> tuple[Found, ...]:
        """Where a name might stand. `around`: other names that are in its way; `alone`: a line's height from them, and on no
        outlined hex.
        """
        reach = reach_of(self.where.size, apothems)
        part, size, others = self._part(h, reach, around, alone=alone), self.where.size, self.hood.around(h)
        if walls != Walls.NONE:
            spots = others.every if walls == Walls.BORDERS else (*others.named, *others.built)
            part = ImageChops.lighter(part, draw_walls(self.layout, size, reach, spots, walls))
        return find_places(
            Surroundings(h.name, size, points, self.layout, hash(part.tobytes()), others.named, others.built, reach),
            part,
        )

    def _part(self, h: HexData, reach: int, around: Sequence[Placed], *, alone: bool) -> Image.Image:
        """What is taken round a hex, as it is searched; `around` and `alone` as in `_places_beside`."""
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
        part = coarse(part, self.where.size)
        if not around and not alone:
            self.parts[h.id, reach] = part
        return part

    def _choose(self, h: HexData, places: Sequence[Found], apothems: float, *, alone: bool = False) -> Placed | None:
        """The best of these places that no other name has. One without a line if there is any.

        `alone`: only one where it cannot be read as another place's.
        """
        x, y = self.where.centre(h)
        reach = reach_of(self.where.size, apothems)
        names, by, away = list(self.placed.values()), (x - reach, y - reach), list[tuple[Found, Box]]()
        untied: Placed | None = None  # the best that would need a line and finds none
        for place in places:
            box = moved(place.box, by)
            if any(self._in_the_way(other, box) for other in names) or (
                alone and not self._stands_alone(h, place, box)
            ):
                continue
            other = self.hood.elsewhere(h, box)
            if other is not None and other.name and alone:
                continue
            if not place.beside:
                away.append((place, box))
            elif other is None and not self.hood.seems_anothers(h, box):
                return Placed(place.text, box, place.points)
            elif (tied := self._tied(h, [(place, box)], reach)) is not None:
                return tied
            elif not alone:
                untied = untied or Placed(place.text, box, place.points)
        return (self._tied(h, away, reach) if away else None) or untied

    def _tied(self, h: HexData, found: Sequence[tuple[Found, Box]], reach: int) -> Placed | None:
        """The best of these places for a name with a line: that must be short and cross little track, and no word, number or
        station at all.
        """
        names = list(self.placed.values())
        boxes, lines = [other.box for other in names], [other.line for other in names if other.line is not None]
        ties = [(*tie, place, box) for place, box in found for tie in self.hood.lines_from(h, box)]
        best: tuple[float, Placed] | None = None
        for far, line, place, box in sorted(ties):
            if best is not None and far >= best[0]:
                break  # longer than the best costs
            if is_free(line, boxes, lines):
                cost = self._cost(h, line, far, reach)
                if cost is not None and (best is None or cost < best[0]):
                    needed = far > SHORT * self.where.size or self.hood.seems_anothers(h, box)
                    best = cost, Placed(place.text, box, place.points, line if needed else None, place.beside)
        return best[1] if best else None

    def _cost(self, h: HexData, line: Line, far: float, reach: int) -> float | None:
        """What a line of that length costs, beside no other name; None where it crosses too much track or anything written."""
        if (line, reach) not in self.costs:
            near = self._boxes_near(h, reach)
            over = covered(line, self.pixels, self.frame, self.where.size) if is_free(line, near, ()) else math.inf
            self.costs[line, reach] = far + DEAR * over if over <= CROSSED * self.where.size else None
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

    def _write(self, h: HexData, placed: Placed) -> None:
        """Write a name at its place."""
        if placed.line is not None:
            draw_pointer(self.image, placed.line, self.where.size)
        draw, points, box = ImageDraw.Draw(self.image), placed.points, placed.box
        for i, line in enumerate(placed.text.split("\n")):
            at = (box[0] + box[2]) / 2, box[1] + 1 + line_height(points) * (i + 0.5)
            fonts.write(draw, at, line, points, bold=True, ink=style.BLACK, anchor="mm", halo=halo_width(points))
