"""Beside which track the line of each train's run lies, and on which side: two lines never lie on each other.

A line keeps to its side from one end to the other, through towns and cities too, so that it can be followed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from game.rules import Rules
from game.state import Hex, Run
from render.data.queries import View
from render.data.run_paths import Piece, face_of, pieces
from render.drawing import fonts, style
from render.drawing.canvas import reach
from render.drawing.discs.badges import ROOM_ON_BADGE
from render.drawing.geometry import Line, Point, distance, middle, part, points_along, polar, shifted
from render.drawing.geometry import length as line_length
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import Anatomy, anatomy

THICK = 0.17  # of a run's line: two to three pixels on a phone where it is looked at
EDGING = 0.035  # white on each side of it
HALF = THICK / 2 + EDGING  # from the middle of it to its edge
GAP = 0.03  # between the track and the line
APART = 0.05  # between two lines on one side of the track
MAX_LINES = 3  # lines on one side of the track
SAMPLES = 8  # points of a line that are looked at
TOWN_RING = 0.33  # apothems from a town to the ring round it, in which no line lies
OFF_BOARD = "off"  # a stop in an area off the board
LEADS = 0.6  # apothems from the end of a line to the disc of such a stop, to which it is drawn on
RING_CLEAR = 0.04  # the same from the circles of a city

BADGE = 0.21  # radius of a train's number beside its line
MOST_GROWN = 1.6  # of the usual radius of a badge, where the least print of a map has no room in it

Lane = int  # 1: the first line at the right of the track in the direction of travel, -1 at its left, 2 the next one
Covers = Callable[[Hex, Line], int]  # how many of these points lie on track or words of the hex


class Placed(NamedTuple):
    """One track of a run, and the lane in which its line lies."""

    piece: Piece
    lane: Lane


def lanes(view: View, rules: Rules, runs: Sequence[Run], covers: Covers, circles: int) -> list[list[Placed]]:
    """The lanes of each run: on the side of the track on which no other run lies and least is covered."""
    used: set[tuple[Hex, int, Lane]] = set()
    chosen: list[list[Placed]] = []
    for run in runs:
        track = list(pieces(view, rules, run))
        lane = min(_freest(track, used), key=lambda lane: (_hidden(view, rules, track, covers, circles, lane), -lane))
        used |= {_as_printed(p, lane) for p in track}
        chosen.append([Placed(p, lane) for p in track])
    return chosen


_LANES: tuple[Lane, ...] = tuple(side * n for n in range(1, MAX_LINES + 1) for side in (1, -1))


def _freest(track: Sequence[Piece], used: Collection[tuple[Hex, int, Lane]]) -> list[Lane]:
    """The lanes with the fewest other runs in them, of these the nearest to the track: one on each side, or one."""

    def taken(lane: Lane) -> tuple[int, int]:
        return sum(_as_printed(p, lane) in used for p in track), abs(lane)

    least = min(map(taken, _LANES))
    return [lane for lane in _LANES if taken(lane) == least]


def _hidden(view: View, rules: Rules, track: Sequence[Piece], covers: Covers, circles: int, lane: Lane) -> int:
    """How much a line in that lane covers."""
    return sum(covers(p.hex, _samples(_form(view, rules, p.hex, circles), p.track, p.back, lane)) for p in track)


def _as_printed(piece: Piece, lane: Lane) -> tuple[Hex, int, Lane]:
    """A lane beside a track, the same in whichever direction it is run."""
    return piece.hex, piece.track, -lane if piece.back else lane


def _form(view: View, rules: Rules, hex_id: Hex, circles: int) -> Anatomy:
    face = face_of(view, rules, hex_id)
    return anatomy(face.tile, face.rotation, rules.data.layout, circles)


@lru_cache(maxsize=4096)
def lane_line(form: Anatomy, track: int, back: bool, lane: Lane) -> Line:
    """The line of a run beside one track, in the direction of travel, without what lies under a stop or the ring round it."""
    line = reach(form.tracks[track][::-1] if back else form.tracks[track])
    far = style.TRACK_WIDTH / 2 + GAP + THICK / 2 + (abs(lane) - 1) * (THICK + APART)
    return _lead_off(clear_of_stops(shifted(line, -far if lane > 0 else far), form), form)


def _lead_off(line: Line, form: Anatomy) -> Line:
    """The line with its end drawn on to the disc of a stop off the board, beside which it would end."""
    for place in form.places.values():
        at = place.x, place.y
        if place.stop.kind == OFF_BOARD and line:
            first, last = distance(line[0], at), distance(line[-1], at)
            if min(first, last) < LEADS:
                line = (at, *line) if first < last else (*line, at)
    return line


def clear_of_stops(line: Line, form: Anatomy) -> Line:
    """The longest part of the line that lies under no city and not in the ring of a town."""
    total = line_length(line)
    discs = [(s, p.radius + RING_CLEAR) for p in form.places.values() for s in (*p.slots, *gaps(p.slots))]
    discs += [((p.x, p.y), TOWN_RING) for p in form.places.values() if not p.slots and p.stop.kind != OFF_BOARD]
    steps = 40
    best, start = (0, 0), None
    for k, spot in enumerate([*points_along(line, (total * k / steps for k in range(steps + 1))), None]):
        free = spot is not None and all(distance(spot, disc) >= radius for disc, radius in discs)
        if free and start is None:
            start = k
        elif not free and start is not None:
            best = max(best, (start, k - 1), key=lambda ends: ends[1] - ends[0])
            start = None
    return part(line, total * best[0] / steps, total * best[1] / steps) if best[1] > best[0] else line


def gaps(slots: Line) -> list[Point]:
    """The middles between the circles of a city, which its box covers."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in combinations(slots, 2)]


@lru_cache(maxsize=4096)
def _samples(form: Anatomy, track: int, back: bool, lane: Lane) -> tuple[Point, ...]:
    """Points along the line of a run beside one track, evenly spread."""
    line = lane_line(form, track, back, lane)
    total = line_length(line)
    return tuple(points_along(line, (total * (k + 0.5) / SAMPLES for k in range(SAMPLES))))


def badge_spot(form: Anatomy, piece: Piece, lane: Lane) -> Point:
    """Where a train's number stands beside a track: on the outer edge of its line, off the track."""
    lines = [lane_line(form, piece.track, piece.back, far) for far in (lane, lane + (1 if lane > 0 else -1))]
    (a, b), (c, d) = (middle(line, 0.5) for line in lines)
    return (a + c) / 2, (b + d) / 2


def badge_radius(size: int, texts: Sequence[str], sizes: Sequence[int]) -> int:
    """The radius of the discs of trains on a map, in which the least print has room. `size`: the apothem; `sizes`: of print."""
    usual = round(size * BADGE)
    widest = max((fonts.width(text, min(sizes), fonts.NARROW) for text in texts), default=0)
    return min(max(usual, math.ceil(widest / ROOM_ON_BADGE / 2)), round(usual * MOST_GROWN))


def count_covered(sprite: Sprite, spots: Iterable[Point], size: int) -> int:
    """How many of these points (apothems) lie on track, a stop or a word of a hex. `size`: its apothem in pixels."""
    taken, wide, covered = sprite.taken, HALF * size, 0
    wider = [(b[0] - wide, b[1] - wide, b[2] + wide, b[3] + wide) for _, b in sprite.boxes]
    pixels = taken.load()
    assert pixels is not None
    for x, y in ((sprite.centre[0] + x * size, sprite.centre[1] + y * size) for x, y in spots):
        on_track = 0 <= x < taken.width and 0 <= y < taken.height and pixels[int(x), int(y)]
        covered += bool(on_track or any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in wider))
    return covered


def around(spot: Point, radius: float) -> Line:
    """Points of a disc: its middle and its rim."""
    return (spot, *((spot[0] + x, spot[1] + y) for x, y in (polar(45 * k, radius) for k in range(8))))
