"""What lies round each hex of a map: whose ground it is, how far its stops are, and where lines to them may end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing import style
from render.drawing.free_space import Box, Line, Point, lines_to, middle_of, overlap
from render.drawing.hex_appearance import Look
from render.drawing.layout import Layout
from render.drawing.names.belonging import Ring, away_from, belongs
from render.drawing.tile_geometry import Anatomy, anatomy, rim_spots, rings

AROUND = 5.3  # apothems in each direction from a hex in which others matter to its name
BESIDE_TRACK = style.TRACK_WIDTH / 2 + 0.02  # apothems from the middle of track to its edge, with a little air
WHOLE = 0.9  # apothems from the middle of a hex off the board that are the place itself

CLEARLY = 0.5  # apothems by which a name is nearer to its own hex where nothing else says whose it is
SLANT = math.sqrt(3) / 2  # of the way up: its share across the slanting sides of a hex

Spots = tuple[tuple[int, int], ...]


class Neighbours(NamedTuple):
    """The hexes round a hex, from its middle in pixels: with a name, without one but built on, empty; of all of them those with a
    name or a stop, and the rings of these; and each with its middle.
    """

    named: Spots
    built: Spots
    empty: Spots
    places: Spots
    rivals: tuple[Ring, ...]
    hexes: list[tuple[HexData, tuple[int, int]]]


class Neighbourhood:
    """The hexes of one map, and what is asked of them again and again."""

    def __init__(
        self, layout: HexLayout, where: Layout, shown: Mapping[Hex, HexData], grounds: Mapping[Hex, Look]
    ) -> None:
        self.layout, self.where, self.shown, self.grounds = layout, where, shown, grounds
        self.centres = [(h, where.centre(h)) for h in shown.values()]
        self.known: dict[Hex, Neighbours] = {}
        self.rings: dict[Hex, list[Ring]] = {}
        self.others: dict[Hex, tuple[list[Ring], list[Ring]]] = {}
        self.ends: dict[Hex, list[Point]] = {}
        self.boxes: dict[Hex, list[Box]] = {}

    def near(self, h: HexData, boxes: Sequence[Box], most: int) -> list[Box]:
        """Those of these boxes, the same at each call, that are in reach of a hex. `most`: pixels in each direction."""
        if h.id not in self.boxes:
            x, y = self.where.centre(h)
            square = x - most, y - most, x + most, y + most
            self.boxes[h.id] = [box for box in boxes if overlap(square, box)]
        return self.boxes[h.id]

    def around(self, h: HexData) -> Neighbours:
        """The hexes round a hex."""
        if h.id not in self.known:
            (x, y), most = self.where.centre(h), AROUND * self.where.size
            near = [
                (other, at)
                for other, at in self.centres
                if abs(at[0] - x) < most and abs(at[1] - y) < most and other is not h
            ]
            named, built, empty = list[tuple[int, int]](), list[tuple[int, int]](), list[tuple[int, int]]()
            for other, (a, b) in near:
                kind = named if other.name else empty if self._is_empty(other) else built
                kind.append((a - x, b - y))
            places = tuple((a - x, b - y) for other, (a, b) in near if self.is_place(other))
            rivals = tuple(
                (a - x, b - y, r) for other, _ in near if self.is_place(other) for a, b, r in self.rings_of(other)
            )
            self.known[h.id] = Neighbours(tuple(named), tuple(built), tuple(empty), places, rivals, near)
        return self.known[h.id]

    def _is_empty(self, h: HexData) -> bool:
        """Whether neither track nor a stop is on a hex."""
        tile = self.grounds[h.id].tile
        return not tile.tracks and not tile.stops

    def is_place(self, h: HexData) -> bool:
        """Whether a name on that hex is read as its own: it has one, a city or a town."""
        return bool(h.name or self.grounds[h.id].tile.stops)

    def elsewhere(self, h: HexData, box: Box) -> HexData | None:
        """The other hex in which the middle of a box lies; None for the own one and the ground round the map."""
        (x, y), (a, b), size = middle_of(box), self.where.centre(h), self.where.size
        if self._is_within(x - a, y - b):
            return None
        near = ((other, x - c, y - d) for other, (c, d) in self.around(h).hexes if abs(x - c) < 1.2 * size > abs(y - d))
        return next((other for other, across, down in near if self._is_within(across, down)), None)

    def holds(self, h: HexData, box: Box) -> bool:
        """Whether no side of a hex crosses a box in it."""
        x, y = self.where.centre(h)
        return all(self._is_within(a - x, b - y) for a in box[::2] for b in box[1::2])

    def _is_within(self, across: float, down: float) -> bool:
        """Whether a spot lies in a hex, given in pixels from its middle."""
        if self.layout == "flat":
            across, down = down, across
        far = abs(across), abs(across) / 2 + abs(down) * SLANT
        return max(far) <= self.where.size

    def seems_anothers(self, h: HexData, box: Box, clear: float = 0.0) -> bool:
        """Whether another place is nearer to a name there than its own; one that has a name too, or not further by so many
        apothems.
        """
        (named, nameless), own = self._others_of(h), self.rings_of(h)
        return not (belongs(box, own, named, clear * self.where.size) and belongs(box, own, nameless))

    def is_nearer_another(self, h: HexData, box: Box) -> bool:
        """Whether the middle of a name there is nearer to another place with a name than to its own."""
        x, y = middle_of(box)
        return not belongs((x, y, x, y), self.rings_of(h), self._others_of(h)[0])

    def is_plain(self, h: HexData, box: Box, clear: float) -> bool:
        """Whether a name there needs no line: all of it is in its hex, or every other place is further by so many apothems."""
        return self.holds(h, box) or not self.seems_anothers(h, box, clear)

    def is_off_nameless(self, h: HexData, box: Box, clear: float) -> bool:
        """Whether places without a name, ports that is, are further from a name there than its own by so many apothems."""
        return belongs(box, self.rings_of(h), self._others_of(h)[1], clear * self.where.size)

    def _others_of(self, h: HexData) -> tuple[list[Ring], list[Ring]]:
        """The rings of other places near a hex: of those that have a name, and of those that have none."""
        if h.id not in self.others:
            places = [o for o, _ in self.around(h).hexes if self.is_place(o)]
            named, nameless = (
                [r for o in places if bool(o.name) == kind for r in self.rings_of(o)] for kind in (True, False)
            )
            self.others[h.id] = named, nameless
        return self.others[h.id]

    def lies_at(self, h: HexData, box: Box) -> bool:
        """Whether a box is clearly nearer to that hex than to that of any other place."""
        size = self.where.size
        near = [(*self.where.centre(o), size) for o, _ in self.around(h).hexes if self.is_place(o)]
        return away_from(box, [(*self.where.centre(h), size)]) + CLEARLY * size < away_from(box, near)

    def away(self, h: HexData, box: Box) -> float:
        """Pixels from a box to the nearest stop of a hex; to its middle where it has none."""
        return away_from(box, self.rings_of(h))

    def rings_of(self, h: HexData) -> list[Ring]:
        """Round each stop of a hex, in pixels; all of a named one off the board; the middle of one that has no stop."""
        if h.id not in self.rings:
            off = bool(h.name) and any(stop.kind == "off" for stop in self.grounds[h.id].tile.stops)
            around = [((0.0, 0.0), WHOLE)] if off else rings(self._form(h)) or [((0.0, 0.0), 0.0)]
            self.rings[h.id] = [(*self.where.point(h, at), radius * self.where.size) for at, radius in around]
        return self.rings[h.id]

    def lines_from(self, h: HexData, box: Box, most: int | None = None) -> list[Line]:
        """The lines from a place of its name to a hex, the shortest first. `most`: so many of them; None: all."""
        return lines_to(box, self.ends_at(h), most)

    def ends_at(self, h: HexData) -> list[Point]:
        """Where a line from the name of a hex may end, in pixels: on the rims of its stops, where no track comes."""
        if h.id not in self.ends:
            self.ends[h.id] = [self.where.point(h, spot) for spot in rim_spots(self._form(h))]
        return self.ends[h.id]

    def lines_all_round(self, h: HexData, box: Box) -> list[Line]:
        """Lines from the name of a hex to all spots on the rims of its stops that are beside track; the shortest first."""
        return lines_to(box, [self.where.point(h, spot) for spot in rim_spots(self._form(h), BESIDE_TRACK)])

    def _form(self, h: HexData) -> Anatomy:
        """Where things lie on a hex."""
        ground = self.grounds[h.id]
        return anatomy(ground.tile, ground.rotation, self.layout, ground.circles)
