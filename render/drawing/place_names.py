"""Names of places that found no room on their own hex: the nearest place that is free, over borders if need be.

A name further away has a line to its city; one that has no place whose line crosses nothing is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, Core, Room
from render.drawing.layout import Layout
from render.drawing.lettering import halo_width, name_size
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import anatomy, corners

TIE, DOT = (
    0.03,
    0.07,
)  # apothems: how thick the line is from another name to its city, and the radius of the dot at its end
CROSSED = 0.7  # apothems of such a line over track at most: across it, not along it
WHOLE_SIZES, CROP_SIZES = (1.0,), (1.0, 0.85, 0.72)  # of the usual print
DEAR = 3  # how many apothems more a line may be long for one less over track
AROUND = tuple(  # where a name may stand outside its hex, in apothems from its middle
    (far * math.cos(i * math.pi / 6), far * math.sin(i * math.pi / 6)) for far in (1.3, 2.1) for i in range(12)
)
SMALL_STOP = 0.2  # apothems from the middle of a stop without circles to its rim
Part = tuple[float, float, float, float]
Line = tuple[tuple[float, float], tuple[float, float]]


def _middle(share: float) -> tuple[Part, ...]:
    """The middle of a name's box: this share of its width and height."""
    return (((1 - share) / 2, (1 - share) / 2, (1 + share) / 2, (1 + share) / 2),)


def _end(share: float) -> tuple[Part, ...]:
    """An end or a side of it."""
    return (0, 0, share, 1), (1 - share, 0, 1, 1), (0, 0, 1, share), (0, 1 - share, 1, 1)


# What part of a name must lie in its own hex: all of it first, then as little over a side as may be; no part of it: anywhere.
INSIDE = (*(_middle(share / 10) for share in range(10, 2, -1)), _end(0.6), _end(0.5), _middle(0.2), _middle(0.1))
TOUCHING = tuple(map(_end, (0.4, 0.3, 0.2)))
FOUND = 4096  # names whose places are kept, of some two hundred bytes each


class Surroundings(NamedTuple):
    """All that decides where a name finds room: equal surroundings have the same place for it.

    `taken`: a hash of the mask of what stands there already, 64 bits; `others`: from the hex to those of other places, pixels.
    """

    name: str
    size: int  # apothem in pixels
    points: int  # size of its print
    layout: HexLayout
    taken: int
    others: tuple[tuple[int, int], ...]

    @property
    def reach(self) -> int:
        """Pixels from the middle of the hex to the sides of the mask."""
        return reach_of(self.size)


class Found(NamedTuple):
    """A name in lines, and its place on the mask."""

    text: str
    box: Box


def reach_of(size: int) -> int:
    """Pixels round the middle of a hex in which its name may stand. `size`: its apothem."""
    return round(size * 2.9)


class MapUse(NamedTuple):
    """What a map is for. `whole`: all of it, on which a name without a place is left out; on a part it may be smaller."""

    phone: bool
    whole: bool = True


class PlaceNames:
    """The names of one map that still want a place."""

    def __init__(
        self,
        image: Image.Image,
        layout: HexLayout,
        where: Layout,
        shown: Mapping[Hex, HexData],
        sprites: Mapping[Hex, Sprite],
        use: MapUse,
    ) -> None:
        self.image, self.layout, self.where, self.shown, self.sprites = image, layout, where, shown, sprites
        self.phone, self.whole = use
        self.named = [(h, where.centre(h)) for h in shown.values() if h.name]

    def write(self, boxes: list[Box]) -> list[Hex]:
        """Write them, and add where they stand to what is taken; says which hexes' names found no room."""
        waiting = [
            h for i, h in self.shown.items() if h.name and not any(w == "name" for w, _ in self.sprites[i].boxes)
        ]
        if not waiting:
            return []
        taken = self._taken(boxes, [self.where.centre(h) for h in waiting])
        inorder = sorted(waiting, key=lambda h: not h.print.cities)  # cities have the choice before towns
        return [h.id for h in inorder if not self._name(h, taken, boxes)]

    def _name(self, h: HexData, taken: Image.Image, boxes: list[Box]) -> bool:
        """Write a name at the place that it finds; says whether it does."""
        x, y = self.where.centre(h)
        reach = reach_of(self.where.size)
        corner = x - reach, y - reach
        usual = name_size(self.where.size, self.sprites[h.id].ground.tile, phone=self.phone)
        for points in (round(usual * share) for share in (WHOLE_SIZES if self.whole else CROP_SIZES)):
            found, tie = self._find(h, points, taken, boxes)
            if found is not None:
                break
        else:
            return False
        draw, box, step = ImageDraw.Draw(self.image), found.box, line_height(points)
        if tie is not None:
            self._draw_tie(tie)
            ImageDraw.Draw(taken).line([(a + reach, b + reach) for a, b in tie], fill=255, width=3)
        for i, line in enumerate(found.text.split("\n")):
            at = (corner[0] + (box[0] + box[2]) / 2, corner[1] + box[1] + 1 + step * (i + 0.5))
            fonts.write(draw, at, line, points, bold=True, ink=style.BLACK, anchor="mm", halo=halo_width(points))
        boxes.append(_moved(box, corner))
        ImageDraw.Draw(taken).rectangle((box[0] + x, box[1] + y, box[2] + x, box[3] + y), fill=255)
        return True

    def _find(
        self, h: HexData, points: int, taken: Image.Image, boxes: Sequence[Box]
    ) -> tuple[Found, Line | None] | tuple[None, None]:
        """The place of a name in that print, with the line that it needs."""
        (x, y), reach = self.where.centre(h), reach_of(self.where.size)
        part = taken.crop((x, y, x + 2 * reach, y + 2 * reach))
        others = self._others(h, (x, y))
        beside, away = find_places(
            Surroundings(h.name, self.where.size, points, self.layout, hash(part.tobytes()), others), part
        )
        if beside is not None:
            return beside, None
        return self._choose(h, away, (x - reach, y - reach), taken, boxes)

    def _choose(
        self, h: HexData, away: Sequence[Found], corner: tuple[int, int], taken: Image.Image, boxes: Sequence[Box]
    ) -> tuple[Found, Line] | tuple[None, None]:
        """The place outside the hex whose line is short and crosses little track, and no word, number or station at all.

        `corner`: of the part of the picture to which the places belong.
        """
        best: tuple[float, Found, Line] | None = None
        near = [b for b in boxes if math.dist(_middle_of(b), self.where.centre(h)) < 2 * reach_of(self.where.size)]
        lines = [(found, _tie(_moved(found.box, corner), *rim)) for found in away for rim in self._rims(h)]
        ties = [(math.dist(*tie), found, tie) for found, tie in lines]
        for far, found, tie in sorted(ties, key=lambda known: known[0]):
            if best is not None and far >= best[0]:
                break  # longer than the best costs
            if any(crosses(tie, other) for other in near):
                continue
            over = self._over(tie, taken)
            if over <= CROSSED * self.where.size and (best is None or far + DEAR * over < best[0]):
                best = far + DEAR * over, found, tie
        return (best[1], best[2]) if best else (None, None)

    def _rims(self, h: HexData) -> list[tuple[tuple[float, float], float]]:
        """The circles of a hex to which its name may be tied, each with its radius, in pixels; its middle where it has none."""
        ground = self.sprites[h.id].ground
        form = anatomy(ground.tile, ground.rotation, self.layout, ground.circles)
        rims = [(slot, place.radius) for place in form.places.values() for slot in place.slots]
        rims += [((place.x, place.y), SMALL_STOP) for place in form.places.values() if not place.slots]
        return [(self.where.point(h, at), radius * self.where.size) for at, radius in rims or [((0.0, 0.0), 0.0)]]

    def _over(self, tie: Line, taken: Image.Image) -> int:
        """How many pixels of a line lie on what is drawn there, without its two ends."""
        frame, steps = reach_of(self.where.size), round(math.dist(*tie))
        ends = max(2, round(self.where.size * 0.1))
        (a, b), (c, d) = tie
        shares = (i / steps for i in range(ends, steps - ends))
        return sum(bool(taken.getpixel((int(a + (c - a) * s) + frame, int(b + (d - b) * s) + frame))) for s in shares)

    def _draw_tie(self, tie: Line) -> None:
        """A grey hairline from a name that stands outside its hex to a dot at the rim of the city: nothing like track."""
        draw, ink, size = ImageDraw.Draw(self.image), style.soft_on_halo(), self.where.size
        draw.line(tie, fill=ink, width=max(1, round(size * TIE)))
        (x, y), r = tie[1], max(2, round(size * DOT))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def _others(self, h: HexData, middle: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """How far from a hex those of other places near it lie."""
        near = [
            centre
            for other, centre in self.named
            if other is not h and abs(other.x - h.x) < 6 and abs(other.y - h.y) < 6
        ]
        return tuple((a - middle[0], b - middle[1]) for a, b in near)

    def _taken(self, boxes: Sequence[Box], spots: Sequence[tuple[int, int]]) -> Image.Image:
        """A mask of the whole picture in a frame as wide as a name reaches: track, stops, words, all beyond its edge.

        What no name reaches is left out. `spots`: the middles of the hexes that still want theirs.
        """
        wide, high = self.image.size
        frame = reach_of(self.where.size)
        mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
        mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
        for i, h in self.shown.items():
            sprite, (x, y) = self.sprites[i], self.where.centre(h)
            far = frame + sprite.centre[0], frame + sprite.centre[1]
            if not any(abs(x - a) < far[0] and abs(y - b) < far[1] for a, b in spots):
                continue
            mask.paste(255, (x - sprite.centre[0] + frame, y - sprite.centre[1] + frame), sprite.taken)
        draw = ImageDraw.Draw(mask)
        rim = corners(self.layout)
        for h in self.shown.values():
            for side in (s for s, kind in h.borders.items() if kind):
                line = [
                    (x + frame, y + frame)
                    for x, y in (self.where.point(h, rim[side - 1]), self.where.point(h, rim[side]))
                ]
                draw.line(line, fill=255, width=max(2, round(self.where.size * 0.2)))
        for b in boxes:
            draw.rectangle((b[0] + frame - 1, b[1] + frame - 1, b[2] + frame, b[3] + frame), fill=255)
        return mask


def _moved(box: Box, by: tuple[int, int]) -> Box:
    """A box on a part of the picture as it lies on the whole. `by`: the corner of that part."""
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def _middle_of(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _tie(box: Box, at: tuple[float, float], radius: float) -> Line:
    """The line from a name's box to the rim of a circle."""
    near = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    share = min(1.0, radius / max(1.0, math.dist(at, near)))
    return near, (at[0] + (near[0] - at[0]) * share, at[1] + (near[1] - at[1]) * share)


def crosses(tie: Line, box: Box) -> bool:
    """Whether a line and a box meet."""
    (a, b), (c, d) = tie
    if max(a, c) < box[0] - 1 or min(a, c) > box[2] + 1 or max(b, d) < box[1] - 1 or min(b, d) > box[3] + 1:
        return False
    steps = max(1, round(math.dist(*tie)))
    spots = ((a + (c - a) * i / steps, b + (d - b) * i / steps) for i in range(steps + 1))
    return any(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1 for x, y in spots)


@cached(LRUCache(FOUND), key=lambda round_it, _taken: round_it, lock=Lock())
def find_places(round_it: Surroundings, taken: Image.Image) -> tuple[Found | None, tuple[Found, ...]]:
    """The best place for a name at its hex, or places further away. `taken`: the mask whose hash the surroundings have.

    All in one size: names of cities that differ in it would look as if the cities did.
    """
    spared, free = _Tried(_spare_others(taken, round_it)), _Tried(taken)
    tries = chain(product(INSIDE, (spared, free)), product(TOUCHING, (free,)))
    middle = [(0.0, -0.6), (0.0, 0.6)]
    beside = next((found for parts, room in tries if (found := _place(round_it, room, parts, middle))), None)
    if beside is not None:
        return beside, ()
    aims = [[aim] for aim in AROUND]
    away = [_place(round_it, room, (), aim) for room in (spared, free) for aim in aims]
    return None, tuple(dict.fromkeys(filter(None, away)))


class _Tried:
    """The room round a hex, which is asked for a name of the same print once for each part of it that may stand aside."""

    def __init__(self, taken: Image.Image) -> None:
        self.room = Room(taken)
        self.places = lru_cache(maxsize=None)(self.room.places)  # of a name's few prints and forms


def _place(
    round_it: Surroundings, tried: _Tried, parts: tuple[Part, ...], aims: Sequence[tuple[float, float]]
) -> Found | None:
    """The best place in one line or in two. `parts`: of the name that must lie in its own hex; `aims`: where, in apothems."""
    points, reach, size = round_it.points, round_it.reach, round_it.size
    core = Core(_hex_room(round_it.layout, size), parts) if parts else None
    near = [(reach + x * size, reach + y * size) for x, y in aims]
    for text in _forms(round_it.name):
        lines = text.split("\n")
        wide = max(fonts.width(line, points, bold=True) for line in lines) + 4
        high = line_height(points) * len(lines) + 2
        places = tried.places(wide, high)
        if core is not None and places:
            places &= core.places(wide, high)
        box = tried.room.nearest(places, wide, high, near)
        if box is not None:
            return Found(text, box)
    return None


@lru_cache(maxsize=64)
def _hex_room(layout: HexLayout, size: int) -> Room:
    """A room as large as the mask round a hex, free only within the hex."""
    reach = reach_of(size)
    beyond = Image.new("L", (2 * reach, 2 * reach), 255)
    ImageDraw.Draw(beyond).polygon([(reach + a, reach + b) for a, b in corners(layout, size)], fill=0)
    return Room(beyond)


def _spare_others(taken: Image.Image, round_it: Surroundings) -> Image.Image:
    """Keep a name off the hexes of other places, to which it would seem to belong."""
    spared = taken.copy()
    draw, r, reach = ImageDraw.Draw(spared), round_it.size * 0.9, round_it.reach
    for dx, dy in round_it.others:
        a, b = dx + reach, dy + reach
        draw.ellipse((a - r, b - r, a + r, b + r), fill=255)
    return spared


def line_height(points: int) -> int:
    """Pixels from a line of a name to the next."""
    return round(points * 1.1)


def _forms(name: str) -> list[str]:
    """A name in one line, and in two where it has two words."""
    return [name, name.replace(" ", "\n", 1)] if " " in name else [name]
