"""Where things lie on a tile: curves of its track, places of its stops, circles of its cities.

Lengths are in apothems (centre to side), x to the right, y downwards, the centre at (0, 0). Everything is computed for the tile
as printed and then turned, so that a tile looks alike in all its rotations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from game.hexes import Layout
from game.tiles import Stop, Tile
from render.drawing.geometry import Line, Point, distance, middle, off_line, polar, turn

RADIUS = 2 / math.sqrt(3)  # centre to corner
BASE: dict[Layout, float] = {"pointy": 120.0, "flat": 90.0}  # degrees of side 0, clockwise from the right
WITHIN = 0.5  # how far from the centre a large city lies that two neighbouring sides lead to
INNER = 0.47  # the same of one of several cities with track to one side
ASIDE = 0.42  # how far from the centre a city lies that has a bypass
BESIDE = 0.24  # radius of a station beside a city's circles
UNDECIDED = 0.34  # the same of one that is in no city yet
APART = 0.04  # at least between the circles of two cities of a hex
MOST = 0.96  # how far from the centre a circle of one of several cities reaches at most
# How large circles are: as on a board, on a whole map for a phone, and there without names, which need room too.
BOARD, PHONE, BARE = 0, 1, 2
# Their radii by how many a city has, 0 for a city without any; the same in a hex of several cities, as far as they have room.
ALONE = ((0.2, 0.42, 0.38, 0.33, 0.3), (0.2, 0.45, 0.39, 0.34, 0.31), (0.2, 0.55, 0.42, 0.412, 0.36))
SHARED = ((0.28, 0.36, 0.24), (0.28, 0.38, 0.25), (0.28, 0.4, 0.25))
PAIRS = (0.34, 0.32, 0.3, 0.28)  # the same of a city with several circles, as far as they have room
BOXED = 0.93  # the same of circles with a box round them: track below it is seen at the side of the hex
THREE = 0.29  # the same of the circles of three cities of a hex, at most: their value needs room for its disc
_RING = [math.radians(15 * i) for i in range(24)]
_SHARP, _GENTLE = RADIUS / 2, RADIUS * 1.5  # radii of the curves


@dataclass(frozen=True)
class StopPlace:
    """Where a stop lies. `slots`: centres of its circles; `radius` of one circle; `axis`: direction of a town's bar, degrees."""

    stop: Stop
    x: float
    y: float
    slots: Line = ()
    radius: float = 0.0
    bar: bool = False
    axis: float = 0.0


@dataclass(frozen=True, eq=False)  # each is made once: what is derived from it is kept by it
class Anatomy:
    places: dict[str, StopPlace]
    tracks: tuple[Line, ...]  # one per track of the face


def corners(layout: Layout, size: float = 1.0) -> list[Point]:
    """Corners of a hex; corner i lies between side i and the next one clockwise."""
    return [*_corners(layout, size)]


@lru_cache(maxsize=256)
def _corners(layout: Layout, size: float) -> tuple[Point, ...]:
    """The corners of a hex, kept: each hex of a picture asks for those of a few sizes."""
    return tuple(polar(BASE[layout] + 60 * i + 30, RADIUS * size) for i in range(6))


SMALL_STOP, OFF_BOARD = 0.24, 0.8  # radius of the ring round a stop without circles; the same of one off the board
BARE_RINGS = 0.3, 0.5, 0.7  # rings round the middle of a face with track and no stop, where a free spot may be
CLEAR = 0.155  # from such a ring's spots to the middle of any track of the face, at least


def rings(form: Anatomy) -> list[tuple[Point, float]]:
    """The circles of a face's stops with their radii, or a ring round a stop without."""
    circles = [(slot, place.radius) for place in form.places.values() for slot in place.slots]
    return circles + [
        ((place.x, place.y), OFF_BOARD if place.stop.kind == "off" else SMALL_STOP)
        for place in form.places.values()
        if not place.slots
    ]


@lru_cache(maxsize=1024)
def rim_spots(form: Anatomy, clear: float = CLEAR) -> tuple[Point, ...]:
    """Spots on the rims of a face's stops to which no track comes; with track all round those furthest from it.

    `clear`: apothems from track from which on none comes there.
    """
    around = rings(form) or [((0.0, 0.0), radius) for radius in BARE_RINGS if form.tracks]
    spots = [
        (x + r * math.cos(a), y + r * math.sin(a))
        for (x, y), r in around
        for a in _RING
        if not any(
            distance((x + r * math.cos(a), y + r * math.sin(a)), at) < other for at, other in around if at != (x, y)
        )
    ]
    off = {p: min((off_line(p, line) for line in form.tracks), default=clear) for p in spots}
    least = min(clear, max(off.values(), default=0.0))
    return tuple(p for p in spots if off[p] >= least) or ((0.0, 0.0),)


def curve(a: int, b: int) -> Line:
    """Plain track from side a to side b, before turning: side 0 at 0 degrees."""
    start, end = polar(60 * a, 1), polar(60 * b, 1)
    gap = (b - a) % 6
    if gap == 3:
        return tuple(
            (start[0] + (end[0] - start[0]) * i / 12, start[1] + (end[1] - start[1]) * i / 12) for i in range(13)
        )
    first = a if gap in (1, 2) else b  # the side from which the other lies clockwise
    span = min(gap, 6 - gap)
    middle = 60 * first + 30 * span
    centre = polar(middle, RADIUS if span == 1 else 2.0)
    radius = _SHARP if span == 1 else _GENTLE
    at = [math.degrees(math.atan2(p[1] - centre[1], p[0] - centre[0])) for p in (start, end)]
    sweep = (at[1] - at[0] + 180) % 360 - 180
    points = (polar(at[0] + sweep * i / 16, radius) for i in range(17))
    return tuple((centre[0] + p[0], centre[1] + p[1]) for p in points)


def _candidates(stop: Stop, sides: list[int], index: int, alone: bool) -> list[Point]:
    """Where that stop might lie, best first."""
    if alone and not (stop.kind == "town" and len(sides) == 2):
        return [(0.0, 0.0)]
    if len(sides) == 2:
        line = curve(sides[0], sides[1])
        straight = (sides[1] - sides[0]) % 6 == 3
        if stop.slots > 1 and (sides[1] - sides[0]) % 6 in (1, 5):  # its box would hide the track: further inwards
            return [polar(30 * (sides[0] + sides[1]) + (180 if abs(sides[1] - sides[0]) == 5 else 0), WITHIN)]
        shares = (0.5, 0.2, 0.8, 0.3, 0.7, 0.38, 0.62) if straight else (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
        return [(0.0, 0.0)] if alone and straight else [middle(line, s) for s in shares]
    if len(sides) == 1:
        if stop.kind == "city":  # so near the middle that its track is seen, aside where another city is next to it
            return [polar(60 * sides[0] + aside, INNER) for aside in (0, 20, -20)]
        return [polar(60 * sides[0], n) for n in (0.55, 0.5, 0.42, 0.62)]
    if not sides:
        return [polar(120 * index + 60 * k, 0.55) for k in (0, 1, 2, 3, 4, 5)]
    mean = (sum(polar(60 * s, 1)[0] for s in sides), sum(polar(60 * s, 1)[1] for s in sides))
    size = math.hypot(*mean)
    unit = (mean[0] / size, mean[1] / size) if size > 0.1 else (0.0, 0.0)
    return [(unit[0] * n, unit[1] * n) for n in (0.0, 0.3, 0.45)]


def _beside_bypass(tile: Tile) -> Point | None:
    """Where a lone city lies that plain track goes round: off the middle, so that both ways are seen."""
    plain = [curve(t.a, t.b) for t in tile.tracks if isinstance(t.a, int) and isinstance(t.b, int)]
    if len(tile.stops) != 1 or not tile.cities or not plain:
        return None
    near = min((p for line in plain for p in line), key=lambda p: math.hypot(*p))
    size = math.hypot(*near)
    return (-near[0] / size * ASIDE, -near[1] / size * ASIDE) if size > 0.1 else None


def _needs(stop: Stop) -> float:
    """About how far from its centre a stop reaches."""
    return {"city": 0.3 + 0.2 * max(0, stop.slots - 1), "town": 0.16, "off": 0.3}[stop.kind]


@lru_cache(maxsize=1024)
def _settle(tile: Tile) -> dict[str, Point]:
    """The places of all stops together: as far from each other, and from the others' tracks, as they need."""
    sides = _sides(tile)
    alone = len(tile.stops) == 1
    free_spot = _beside_bypass(tile)
    options = [[free_spot] if free_spot else _candidates(s, sides[s.name], i, alone) for i, s in enumerate(tile.stops)]
    spokes = {
        s.name: curve(sides[s.name][0], sides[s.name][1])
        if len(sides[s.name]) == 2
        else tuple(polar(60 * e, n / 4) for e in sides[s.name] for n in (1, 2, 3, 4))
        for s in tile.stops
    }

    def crossed(stop: Stop, p: Point) -> float:
        """How much the others' tracks are in its way there."""
        clear = (min((distance(p, r) for r in spokes[t.name]), default=9.0) for t in tile.stops if t is not stop)
        return sum(1.5 * max(0.0, _needs(stop) + 0.14 - c) for c in clear)

    rated = [[(0.02 * i + crossed(s, p), p) for i, p in enumerate(o)] for s, o in zip(tile.stops, options, strict=True)]
    pairs = [(i, j, _needs(s) + _needs(t) + 0.06) for (i, s), (j, t) in combinations(enumerate(tile.stops), 2)]
    best: tuple[float, tuple[Point, ...]] | None = None
    for pick in product(*rated):
        cost = sum(c for c, _ in pick)
        cost += sum(4 * max(0.0, need - distance(pick[i][1], pick[j][1])) for i, j, need in pairs)
        if best is None or cost < best[0] - 1e-9:
            best = cost, tuple(p for _, p in pick)
    return dict(zip((s.name for s in tile.stops), best[1] if best else (), strict=True))


def _slot_radius(tile: Tile, stop: Stop, spots: dict[str, Point], circles: int) -> float:
    """The radius of a city's circles; one of several cities reaches neither into another nor over a side of the hex."""
    if len(tile.cities) == 1:
        return ALONE[circles][min(stop.slots, len(ALONE[circles]) - 1)]
    wanted = SHARED[circles][min(stop.slots, len(SHARED[circles]) - 1)]
    if stop.slots != 1:
        return max((r for r in PAIRS if _has_room(tile, stop, spots, r, circles)), default=wanted)
    spot = spots[stop.name]
    between = min(distance(spot, spots[c.name]) / (2 if c.slots == 1 else 2.6) for c in tile.cities if c is not stop)
    beyond = MOST - max(spot[0] * n[0] + spot[1] * n[1] for n in (polar(60 * e, 1.0) for e in range(6)))
    return min(wanted, between - APART / 2, beyond, *([THREE] if len(tile.cities) > 2 else []))


def _has_room(tile: Tile, stop: Stop, spots: dict[str, Point], radius: float, circles: int) -> bool:
    """Whether the circles of a city with several lie within the hex and apart from all others, as large as that."""
    own: list[Point] = []
    others: list[tuple[Point, float]] = []
    for city in tile.cities:
        (x, y), several = spots[city.name], city.slots > 1
        reach = radius if several else _slot_radius(tile, city, spots, circles)
        around = _circles(city.slots, reach, math.degrees(math.atan2(y, x)) + 90 if several else 0.0)
        slots = [(x + a, y + b) for a, b in around]
        own += slots if city is stop else []
        others += [(slot, reach) for slot in slots] if city is not stop else []
    normals = [polar(60 * e, 1.0) for e in range(6)]
    inside = all(x * a + y * b + radius <= BOXED for x, y in own for a, b in normals)
    return inside and all(distance(p, q) >= radius + reach + APART for p in own for q, reach in others)


def _circles(slots: int, radius: float, angle: float) -> list[Point]:
    """Centres of a city's circles round its own centre, touching; two lie side by side along `angle`."""
    r = radius * 1.02
    shapes: dict[int, list[Point]] = {
        0: [],
        1: [(0.0, 0.0)],
        2: [(-r, 0.0), (r, 0.0)],
        3: [(-r, r * 0.577), (r, r * 0.577), (0.0, -r * 1.155)],
        4: [(-r, -r), (r, -r), (-r, r), (r, r)],
    }
    return [turn(p, angle) for p in shapes.get(slots, shapes[4])]


def _sides(tile: Tile) -> dict[str, list[int]]:
    """The sides to which track leads from each stop."""
    sides: dict[str, list[int]] = {s.name: [] for s in tile.stops}
    for t in tile.tracks:
        for stop, side in ((t.a, t.b), (t.b, t.a)):
            if isinstance(stop, str) and isinstance(side, int) and side not in sides[stop]:
                sides[stop].append(side)
    return sides


@lru_cache(maxsize=4096)
def anatomy(tile: Tile, rotation: int, layout: Layout, circles: int = BOARD) -> Anatomy:
    """Places and curves of a tile turned clockwise by `rotation` sides. `circles`: how large those of cities are."""
    sides, spots = _sides(tile), _settle(tile)
    by = BASE[layout] + 60 * rotation
    tracks = tuple(tuple(turn(p, by) for p in _line(tile, t.a, t.b, t.joint, sides, spots)) for t in tile.tracks)
    places = {}
    for s in tile.stops:
        at = turn(spots[s.name], by)
        if s.slots > 1 and tile.colour == "red":
            angle = 0.0  # a row of values by phase finds room above or below
        elif math.hypot(*at) < 0.2:
            angle = _open_axis({(e + rotation) % 6 for own in sides.values() for e in own}, layout)
        else:
            angle = math.degrees(math.atan2(at[1], at[0])) + 90
        radius = _slot_radius(tile, s, spots, circles) if s.kind == "city" else 0.0
        bar = s.kind == "town" and len(sides[s.name]) == 2
        axis = by + _across(sides[s.name], spots[s.name]) if bar else 0.0
        slots = _circles(s.slots, radius, angle if s.slots > 1 else 0.0)
        places[s.name] = StopPlace(s, *at, tuple((at[0] + x, at[1] + y) for x, y in slots), radius, bar, axis)
    return Anatomy(places, tracks)


def _open_axis(exits: set[int], layout: Layout) -> float:
    """Degrees of the line on which a central city's circles lie: square to where no track leads, so that words find room.

    Level where nothing speaks for another direction.
    """
    free = [math.radians(BASE[layout] + 60 * e) for e in range(6) if e not in exits]

    def room(degrees: float) -> float:
        return sum(math.sin(f - math.radians(degrees)) ** 2 for f in free)

    return max((0.0, 30.0, -30.0, 60.0, -60.0, 90.0), key=lambda a: (round(room(a), 6), -abs(a)))


def _across(sides: list[int], spot: Point) -> float:
    """Degrees of the bar of a town: square to its track at that spot."""
    line = curve(sides[0], sides[1])
    i = min(range(1, len(line) - 1), key=lambda k: distance(line[k], spot))
    return math.degrees(math.atan2(line[i + 1][1] - line[i - 1][1], line[i + 1][0] - line[i - 1][0])) + 90


def beside(form: Anatomy, city: str, layout: Layout) -> tuple[Point, float]:
    """Where a station stands that has no circle of its own, and its radius.

    It stands at the rim of the city, inside the hex, off the track if it can; one that is in no city yet as far from the hex's
    cities as it can.
    """
    if city not in form.places:
        circles = [s for place in form.places.values() for s in place.slots]
        around = [(0.0, 0.0), *(polar(30 * k, 0.55) for k in range(12))]
        free = {p: round(min((distance(p, s) for s in circles), default=-distance(p, (0, 0))), 6) for p in around}
        return max(free, key=lambda p: free[p]), UNDECIDED
    place = form.places[city]
    normals = [polar(BASE[layout] + 60 * e, 1.0) for e in range(6)]
    track = [middle(line, k / 8) for line in form.tracks for k in range(9)]
    for apart in (BESIDE + 0.12, 0.0):
        for reach in (0.0, 0.12, 0.24):
            for way in (-45, 45, 135, -135, 0, 90, 180, -90):
                step = polar(way, place.radius + 0.14 + reach)
                spot = place.x + step[0], place.y + step[1]
                clear = all(distance(spot, s) >= place.radius + 0.1 for s in place.slots)
                clear = clear and all(distance(spot, p) >= apart for p in track)
                if clear and all(spot[0] * n[0] + spot[1] * n[1] <= 0.8 for n in normals):
                    return spot, BESIDE
    return (place.x, place.y), BESIDE


def _line(
    tile: Tile, a: int | str, b: int | str, joint: int, sides: dict[str, list[int]], spots: dict[str, Point]
) -> Line:
    """One track as a line, before turning."""
    if isinstance(a, int) and isinstance(b, int):
        return (polar(60 * a, 1), (0.0, 0.0), polar(60 * b, 1)) if joint >= 0 else curve(a, b)
    if isinstance(a, str) and isinstance(b, str):
        return spots[a], spots[b]
    if isinstance(a, str):
        return tuple(reversed(_line(tile, b, a, joint, sides, spots)))
    assert isinstance(b, str)
    spot, own = spots[b], sides[b]
    if len(own) == 2:
        other = own[0] if own[1] == a else own[1]
        line = curve(a, other)
        cut = min(range(len(line)), key=lambda k: distance(line[k], spot))
        if distance(line[cut], spot) < 0.08:
            return (*line[:cut], spot)
    return _spoke(a, spot)


def _spoke(side: int, spot: Point) -> Line:
    """From the middle of a side to a stop: square to the side, then bending towards the stop."""
    edge = polar(60 * side, 1)
    if abs(spot[0] * edge[1] - spot[1] * edge[0]) < 0.02:
        return edge, spot
    pull = distance(edge, spot) * 0.45
    knee = polar(60 * side, 1 - pull)
    return _bent(edge, knee, spot)


def _bent(a: Point, knee: Point, b: Point) -> Line:
    """A smooth line from a to b that leaves both towards the knee."""
    shares = [i / 12 for i in range(13)]
    return tuple(
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * knee[0] + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * knee[1] + t * t * b[1],
        )
        for t in shares
    )
