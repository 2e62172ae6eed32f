"""Names of places that found no room on their own hex: the nearest place that is free, over borders if need be."""

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
from render.drawing.tile_geometry import corners

SMALLER = (0.85, 0.72)  # of the usual print, for the few names that find no place in it: smaller ones could not be read
TIE = 0.06  # apothems: how thick a line is between a name and its hex where they do not touch
Part = tuple[float, float, float, float]


def _middle(share: float) -> tuple[Part, ...]:
    """The middle of a name's box: this share of its width and height."""
    return (((1 - share) / 2, (1 - share) / 2, (1 + share) / 2, (1 + share) / 2),)


def _end(share: float) -> tuple[Part, ...]:
    """An end or a side of it."""
    return (0, 0, share, 1), (1 - share, 0, 1, 1), (0, 0, 1, share), (0, 1 - share, 1, 1)


# What part of a name must lie in its own hex: all of it first, then as little over a side as may be; no part of it: anywhere.
INSIDE = (*(_middle(share / 10) for share in range(10, 2, -1)), _end(0.6), _end(0.5), _middle(0.2), _middle(0.1))
TOUCHING = tuple(map(_end, (0.4, 0.3, 0.2)))
ANYWHERE: tuple[tuple[Part, ...], ...] = ((),)
FOUND = 4096  # names whose places are kept, of some two hundred bytes each


class Surroundings(NamedTuple):
    """All that decides where a name finds room: equal surroundings have the same place for it.

    `taken`: a hash of the mask of what stands there already, 64 bits; `others`: from the hex to those of other places, pixels.
    """

    name: str
    size: int  # apothem in pixels
    points: int  # full size of its print
    layout: HexLayout
    taken: int
    others: tuple[tuple[int, int], ...]

    @property
    def reach(self) -> int:
        """Pixels from the middle of the hex to the sides of the mask."""
        return reach_of(self.size)


class Found(NamedTuple):
    """A name in lines of that size, and its place on the mask."""

    text: str
    points: int
    box: Box


def reach_of(size: int) -> int:
    """Pixels round the middle of a hex in which its name may stand. `size`: its apothem."""
    return round(size * 2.4)


class PlaceNames:
    """The names of one map that still want a place."""

    def __init__(
        self,
        image: Image.Image,
        layout: HexLayout,
        where: Layout,
        shown: Mapping[Hex, HexData],
        sprites: Mapping[Hex, Sprite],
        *,
        phone: bool,
    ) -> None:
        self.image, self.layout, self.where, self.shown, self.sprites = image, layout, where, shown, sprites
        self.phone = phone
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
        part = taken.crop((x, y, x + 2 * reach, y + 2 * reach))
        points = name_size(self.where.size, self.sprites[h.id].ground.tile, phone=self.phone)
        round_it = Surroundings(
            h.name, self.where.size, points, self.layout, hash(part.tobytes()), self._others(h, (x, y))
        )
        found = find_place(round_it, part)
        if found is None:
            return False
        draw, box = ImageDraw.Draw(self.image), found.box
        left, top, step = x - reach, y - reach, line_height(found.points)
        for i, line in enumerate(found.text.split("\n")):
            at = (left + (box[0] + box[2]) / 2, top + box[1] + 1 + step * (i + 0.5))
            halo = halo_width(found.points)
            fonts.write(draw, at, line, found.points, bold=True, ink=style.BLACK, anchor="mm", halo=halo)
        boxes.append((box[0] + left, box[1] + top, box[2] + left, box[3] + top))
        self._tie(h, boxes[-1])
        ImageDraw.Draw(taken).rectangle((box[0] + x, box[1] + y, box[2] + x, box[3] + y), fill=255)
        return True

    def _tie(self, h: HexData, box: Box) -> None:
        """A line from a name that stands outside its hex to the hex."""
        (x, y), size = self.where.centre(h), self.where.size
        near = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
        far = math.dist((x, y), near)
        if far <= size:
            return
        within = x + (near[0] - x) * size * 0.8 / far, y + (near[1] - y) * size * 0.8 / far
        thick = max(2, round(size * TIE))
        draw = ImageDraw.Draw(self.image)
        draw.line((*near, *within), fill=style.WHITE, width=thick + 4)
        draw.line((*near, *within), fill=style.BLACK, width=thick)

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


@cached(LRUCache(FOUND), key=lambda round_it, _taken: round_it, lock=Lock())
def find_place(round_it: Surroundings, taken: Image.Image) -> Found | None:
    """The best place for a name. `taken`: the mask whose hash the surroundings have."""
    spared, free = _Tried(_spare_others(taken, round_it)), _Tried(taken)
    tries = chain(
        product((1.0,), INSIDE, (spared, free)),
        product(SMALLER[:1], INSIDE[::2], (free,)),
        product((1.0,), TOUCHING[:2], (free,)),
        product((1.0,), ANYWHERE, (spared,)),
        product(SMALLER, (*INSIDE[::2], *TOUCHING), (free,)),
        product((1.0, *SMALLER), ANYWHERE, (spared, free)),
    )
    return next((found for share, parts, room in tries if (found := _place(round_it, room, share, parts))), None)


class _Tried:
    """The room round a hex, which is asked for a name of the same print once for each part of it that may stand aside."""

    def __init__(self, taken: Image.Image) -> None:
        self.room = Room(taken)
        self.places = lru_cache(maxsize=None)(self.room.places)  # of a name's few prints and forms


def _place(round_it: Surroundings, tried: _Tried, share: float, parts: tuple[Part, ...]) -> Found | None:
    """The best place in one line or in two. `share`: of the full size; `parts`: of the name that must lie in its own hex."""
    points, reach, size = round(round_it.points * share), round_it.reach, round_it.size
    core = Core(_hex_room(round_it.layout, size), parts) if parts else None
    near = [(reach, reach - size * 0.6), (reach, reach + size * 0.6)]
    for text in _forms(round_it.name):
        lines = text.split("\n")
        wide = max(fonts.width(line, points, bold=True) for line in lines) + 4
        high = line_height(points) * len(lines) + 2
        places = tried.places(wide, high)
        if core is not None and places:
            places &= core.places(wide, high)
        box = tried.room.nearest(places, wide, high, near)
        if box is not None:
            return Found(text, points, box)
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
