"""What is drawn over the map: trains' runs along the track with their legend, and what changed, outlined and numbered."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout as HexLayout
from game.rules import Rules
from game.state import Hex
from game.tiles import Face, Tile
from game.title_data import HexData
from render.data import queries
from render.data.hexsides import hexside
from render.data.marks import Marks
from render.data.names import train_in_table
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import style
from render.drawing.canvas import Pen, hull, reach
from render.drawing.discs.badges import badge
from render.drawing.free_space import Box
from render.drawing.geometry import Line, Point, cut_into_dashes, distance, part, points_along, polar
from render.drawing.geometry import length as line_length
from render.drawing.image_cache import ONE, keep_drawn, keep_packed, memory_of
from render.drawing.layout import Layout
from render.drawing.sprites import draw_stop
from render.drawing.tile_geometry import BASE, Anatomy, StopPlace, anatomy, corners
from render.pictures.runs.lanes import (
    BADGE,
    EDGING,
    THICK,
    Covers,
    around,
    badge_radius,
    badge_spot,
    gaps,
    lane_line,
    lanes,
)

RING, NARROW_RING = 0.1, 0.05  # of the ring round a stop that is counted, and round one of several cities of a hex
OFF_BORDERS = 0.93  # apothems of such an outline: what lies on the borders of the hex is seen beside it
CORNER = 0.36  # apothems from a corner of a hex that its outline has where only its corners are drawn
DASHES = 2  # in each sixth of a ring
RING_GAP, NARROW_GAP = 0.03, 0.01  # between it and the circles


class Drawn(NamedTuple):
    """A tile as a map draws it. `size`: apothem in pixels; `circles`: how large those of its cities are."""

    tile: Tile
    rotation: int
    layout: HexLayout
    size: int
    circles: int

    @property
    def form(self) -> Anatomy:
        return anatomy(self.tile, self.rotation, self.layout, self.circles)


def _drawn(face: Face, rules: Rules, where: Layout) -> Drawn:
    return Drawn(face.tile, face.rotation, rules.data.layout, where.size, where.circles)


def runs(
    image: Image.Image,
    view: View,
    rules: Rules,
    where: Layout,
    shown: Mapping[Hex, HexData],
    marks: Marks,
    covers: Covers,
) -> tuple[list[Hex], list[Box]]:
    """Each train's run as a coloured line beside its track, dashed in its own way, from stop to stop; its stops are ringed.

    Where several trains run, the line has the train's number too. `covers`: how many of some points lie on words or other track
    of a hex. Says in which hexes they lie, and what they cover.
    """
    crossed: dict[Hex, None] = {}
    covered: list[Box] = []
    badges: list[tuple[Point, str, int]] = []
    ringed: dict[tuple[Hex, str], tuple[int, ...]] = {}
    chosen = lanes(view, rules, marks.runs, covers, where.circles)
    for i, (run, placed) in enumerate(zip(marks.runs, chosen, strict=True)):
        spots: list[tuple[int, float, Point]] = []
        for piece, lane in placed:
            if piece.hex not in shown:
                continue
            crossed[piece.hex] = None
            drawn, centre = _drawn(face_of(view, rules, piece.hex), rules, where), where.centre(shown[piece.hex])
            line = lane_line(drawn.form, piece.track, piece.back, lane)
            sprite, (x, y) = run_sprite(drawn, line, i)
            image.paste(sprite, (centre[0] + x, centre[1] + y), sprite)
            covered += _boxes(line, where.size, centre)
            spot = badge_spot(drawn.form, piece, lane)
            at = _in_pixels(spot, where.size, centre)
            hidden = covers(piece.hex, around(spot, BADGE * 0.8))
            hidden += sum(8 for other, _, _ in badges if distance(at, other) < 2 * BADGE * where.size)
            spots.append((hidden, -round(line_length(line), 1), at))
        if spots and len(marks.runs) > 1:
            badges.append((min(spots, key=lambda s: s[:2])[2], train_in_table(queries.face(view, run.train)), i))
        for stop in run.stops:
            hex_id, _, name = stop.partition(".")
            before = ringed.get((hex_id, name), ())
            ringed[hex_id, name] = before if i in before else (*before, i)
    for (hex_id, name), indexes in ringed.items():
        if hex_id in shown:
            ring, (x, y) = _ring_alone(_drawn(face_of(view, rules, hex_id), rules, where), name, indexes)
            left, top = where.centre(shown[hex_id])
            image.paste(ring, (left + x, top + y), ring)
    sizes = where.print.marks if where.print else style.LADDER
    radius = badge_radius(where.size, [text for _, text, _ in badges], sizes)
    for (x, y), text, i in badges:
        badge(image, x, y, radius, text, style.RUNS[i % len(style.RUNS)], sizes)
    return list(crossed), covered


def _in_pixels(spot: Point, size: int, centre: tuple[int, int]) -> Point:
    return centre[0] + spot[0] * size, centre[1] + spot[1] * size


def _boxes(line: Line, size: int, centre: tuple[int, int]) -> list[Box]:
    """Small boxes along a line, in pixels of the picture."""
    long, half = line_length(line), size * (THICK / 2 + EDGING)
    steps = max(1, round(long / THICK))
    at = [
        _in_pixels(spot, size, centre) for spot in points_along(line, (long * (k + 0.5) / steps for k in range(steps)))
    ]
    return [(round(x - half), round(y - half), round(x + half), round(y + half)) for x, y in at]


def _place(image: Image.Image, sprite: Image.Image, centre: tuple[int, int]) -> None:
    """Paste the picture of a hex."""
    image.paste(sprite, (centre[0] - sprite.width // 2, centre[1] - sprite.height // 2), sprite)


def _hex_pen(size: int, ground: style.RGB) -> Pen:
    """A pen on an empty picture of a hex."""
    half = round(size * 1.2) + 2
    return Pen(size, (half, half), (*ground, 0), scale=2)


Sprite = tuple[Image.Image, tuple[int, int]]  # with the pixels from the middle of its hex to its upper left corner


def _is_sprite(sprite: Sprite) -> tuple[tuple[Image.Image], tuple[tuple[int, int]]]:
    """The picture of a sprite, and the rest of it, as they are kept."""
    return (sprite[0],), (sprite[1],)


def _cut_out(image: Image.Image, scale: int) -> Sprite:
    """What is drawn on an empty picture of a hex, so many times as large, without the empty ground round it."""
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    left, top, right, bottom = left // scale, top // scale, -(-right // scale), -(-bottom // scale)
    cut = image.crop((left * scale, top * scale, right * scale, bottom * scale))
    corner = left - image.width // scale // 2, top - image.height // scale // 2
    return cut.reduce(scale) if scale > 1 else cut, corner


@keep_packed(2, _is_sprite, lambda image, corner: (image, corner))
def run_sprite(drawn: Drawn, line: Line, index: int) -> Sprite:
    """A line of a run."""
    pen = _hex_pen(drawn.size, style.WHITE)
    colour = style.RUNS[index % len(style.RUNS)]
    pen.band(line, THICK + 2 * EDGING, style.WHITE)
    for dash in cut_into_dashes(line, style.DASHES[index % len(style.DASHES)]):
        pen.band(dash, THICK, colour)
    return _cut_out(pen.image, pen.scale)


@keep_packed(2, _is_sprite, lambda image, corner: (image, corner))
def _ring_alone(drawn: Drawn, name: str, indexes: tuple[int, ...]) -> Sprite:
    """The ring round a stop."""
    return _cut_out(stop_ring(drawn, name, *indexes), 1)


def stop_ring(drawn: Drawn, name: str, *indexes: int) -> Image.Image:
    """The ring round a stop that runs count, on an empty picture of the hex; that of several runs has parts of each colour."""
    place = drawn.form.places.get(name)
    colours = [style.RUNS[i % len(style.RUNS)] for i in indexes]
    if place is None:
        return _hex_pen(drawn.size, colours[0]).reduced()
    whole, *others = [_ring_in(drawn, place, colour) for colour in colours]
    middle = whole.width / 2 + place.x * drawn.size, whole.height / 2 + place.y * drawn.size
    for number, other in enumerate(others, 1):
        whole.paste(other, (0, 0), _sectors(whole.size, middle, number, len(colours)))
    return whole


def _sectors(size: tuple[int, int], middle: Point, number: int, of: int) -> Image.Image:
    """A mask of the parts of a ring that belong to one of so many runs: two, opposite each other."""
    mask, wide, far = Image.new("L", size), 180 / of, sum(size)
    draw = ImageDraw.Draw(mask)
    box = middle[0] - far, middle[1] - far, middle[0] + far, middle[1] + far
    for start in (wide * number, wide * number + 180):
        draw.pieslice(box, start, start + wide, fill=255)
    return mask


def _ring_in(drawn: Drawn, place: StopPlace, colour: style.RGB) -> Image.Image:
    """The ring round a stop in one colour."""
    pen = _hex_pen(drawn.size, colour)
    clear, at = (255, 255, 255, 0), (place.x, place.y)
    if place.slots:
        shared = len(drawn.tile.cities) > 1  # their words have little room between them
        gap, ring = (NARROW_GAP, NARROW_RING) if shared else (RING_GAP, RING)
        for grow, fill in ((gap + ring, colour), (gap, clear)):
            if len(place.slots) > 1:
                pen.polygon(hull(place, place.radius + grow), fill)
            for slot in place.slots:
                pen.disc(slot, place.radius + grow, fill)
    elif place.stop.kind == "off":
        pen.disc(at, 0.19, colour)
    else:
        out = 0.36 if place.bar else 0.3
        pen.disc(at, out, colour)
        pen.disc(at, out - RING, clear)
    return pen.reduced()


def network(
    image: Image.Image, view: View, rules: Rules, where: Layout, shown: Mapping[Hex, HexData], hexsides: Collection[str]
) -> list[Hex]:
    """All track whose hexsides are given ("D4/0"), in full width, and its stops: what a company reaches; says in which hexes."""
    reached_hexes = []
    for hex_id, h in shown.items():
        face = face_of(view, rules, hex_id)
        reached = {e for e in range(6) if hexside(rules, hex_id, e) in hexsides}
        lines = [i for i, t in enumerate(face.tracks) if all(e in reached for e in (t.a, t.b) if isinstance(e, int))]
        if reached and lines:
            reached_hexes.append(hex_id)
        drawn = _drawn(face, rules, where)
        stops = {end for i in lines for end in (face.tracks[i].a, face.tracks[i].b) if isinstance(end, str)}
        for piece in (*(_glow(drawn, i) for i in lines), *(_lit(drawn, stop) for stop in sorted(stops))):
            _place(image, piece, where.centre(h))
    return reached_hexes


@keep_packed(2, *ONE)
def _glow(drawn: Drawn, track: int) -> Image.Image:
    """One track in the colour of what a company reaches, with a dark edge."""
    form = drawn.form
    line = _clear_of_cities(form.tracks[track], form)
    pen = _hex_pen(drawn.size, style.REACH)
    for width, colour in ((style.TRACK_WIDTH + 0.1, style.BLACK), (style.TRACK_WIDTH, style.REACH)):
        pen.band(reach(line), width, colour)
    return pen.reduced()


@keep_packed(2, *ONE)
def _lit(drawn: Drawn, stop: str) -> Image.Image:
    """A stop that a company reaches, as it is on ground that is not pale."""
    pen, place = _hex_pen(drawn.size, style.WHITE), drawn.form.places.get(stop)
    if place is not None:
        draw_stop(pen, place)
    return pen.reduced()


def old_track(image: Image.Image, view: View, rules: Rules, where: Layout, h: HexData, exits: Collection[int]) -> None:
    """Grey over the track of a new tile that was there before: `exits`, sides to which track led."""
    face = face_of(view, rules, h.id)
    for i, t in enumerate(face.tracks):
        if {e for e in (t.a, t.b) if isinstance(e, int)} <= set(exits):
            _place(image, _aged(_drawn(face, rules, where), i), where.centre(h))


@keep_packed(2, *ONE)
def _aged(drawn: Drawn, track: int) -> Image.Image:
    form = drawn.form
    pen = _hex_pen(drawn.size, style.SOFT)
    pen.band(reach(_clear_of_cities(form.tracks[track], form)), style.TRACK_WIDTH, style.PALE)
    return pen.reduced()


def _clear_of_cities(line: Line, form: Anatomy) -> Line:
    """The line without what lies under a city."""
    total = line_length(line)
    discs = [(spot, place.radius) for place in form.places.values() for spot in (*place.slots, *gaps(place.slots))]

    def covered(p: Point) -> bool:
        return any(distance(p, spot) < radius + 0.04 for spot, radius in discs)

    free = [total * k / 40 for k in range(41) if not covered(part(line, total * k / 40, total)[0])]
    return part(line, free[0], free[-1]) if len(free) > 1 else line


def mark_colour(marks: Marks) -> style.RGB:
    """What these marks are drawn in: what is new, or would be, has another colour than what can be chosen."""
    colour: style.RGB = style.MARK if marks.choice else style.CHANGED
    return colour


@keep_packed(2, *ONE)
def _outline(
    layout: HexLayout, size: int, exits: frozenset[int], colour: style.RGB, *, corners_only: bool
) -> Image.Image:
    """A bright outline just inside a hex, white on both its sides, open where track crosses it; `corners_only`: of what only may
    change, for dashes along a side are a change of gauge.
    """
    half = math.ceil(size * 1.1547) + 3
    pen, outer = Pen(size, (half, half), style.WHITE), OFF_BORDERS if corners_only else 1.0
    for grow, ink in ((0.0, style.WHITE), (0.015, colour), (0.11, style.WHITE)):
        pen.polygon(corners(layout, outer - grow), ink)
    inner = Pen(size, (half, half), None)
    inner.polygon(corners(layout, outer), 255)
    inner.polygon(corners(layout, outer - 0.135), 0)
    for e in exits:
        way = BASE[layout] + 60 * e
        inner.band((polar(way, 0.8), polar(way, 1.05)), style.TRACK_WIDTH + 2 * style.CASING_WIDTH, 0)
    image = pen.reduced()
    image.putalpha(inner.reduced())
    if corners_only:
        ends = Pen(size, (half, half), None)
        for spot in corners(layout, OFF_BORDERS):
            ends.disc(spot, CORNER, 255)
        image.putalpha(ImageChops.multiply(image.getchannel("A"), ends.reduced()))
    return image


def _dashed(image: Image.Image) -> Image.Image:
    """A ring in dashes."""
    wide, high = image.size
    gap, mask = 30 / DASHES, Image.new("L", (wide * 3, high * 3), 255)
    draw, middle, far = ImageDraw.Draw(mask), (wide * 1.5, high * 1.5), 3 * (wide + high)
    for n in range(6 * DASHES):
        start = gap * (2 * n + 0.5)
        draw.pieslice((middle[0] - far, middle[1] - far, middle[0] + far, middle[1] + far), start, start + gap, fill=0)
    image.putalpha(ImageChops.multiply(image.getchannel("A"), mask.reduce(3)))
    return image


@keep_drawn(2, memory_of)
def _ring(radius: int, thick: int, colour: style.RGB, *, dashed: bool) -> Image.Image:
    side = (radius + thick) * 2 + 1
    big = Image.new("L", (side * 3, side * 3))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, side * 3 - 1, side * 3 - 1), fill=255)
    draw.ellipse((thick * 3, thick * 3, side * 3 - 1 - thick * 3, side * 3 - 1 - thick * 3), fill=0)
    image = Image.new("RGBA", (side, side), (*colour, 0))
    image.putalpha(big.reduce(3))
    return _dashed(image) if dashed else image


def outlines(
    image: Image.Image, view: View, rules: Rules, where: Layout, shown: Mapping[Hex, HexData], marks: Marks
) -> None:
    """Outlines of the hexes whose tiles changed, only their corners where they may change."""
    corners_only = dict.fromkeys(marks.buildable, True) | dict.fromkeys(marks.hexes, marks.possible)
    for hex_id, open_sides in corners_only.items():
        if hex_id in shown:
            exits = face_of(view, rules, hex_id).exits
            colour = style.MARK if hex_id not in marks.hexes else mark_colour(marks)
            outline = _outline(rules.data.layout, where.size, exits, colour, corners_only=open_sides)
            left, top = where.centre(shown[hex_id])
            image.paste(outline, (left - outline.width // 2, top - outline.height // 2), outline)


def changes(
    image: Image.Image,
    where: Layout,
    shown: Mapping[Hex, HexData],
    marks: Marks,
    rings: Mapping[str, tuple[Point, float]],
) -> None:
    """Rings for stations, crosses for what is gone."""
    for slot in marks.slots:
        if slot in rings:
            (x, y), radius = rings[slot]
            px, py = where.point(shown[slot.partition(".")[0]], (x, y))
            thick = max(3, round(where.size * 0.07))
            ring = _ring(round(radius * where.size), thick, mark_colour(marks), dashed=marks.possible)
            image.paste(ring, (round(px) - ring.width // 2, round(py) - ring.height // 2), ring)
    draw = ImageDraw.Draw(image)
    for slot in marks.removed:
        if slot in rings:
            (x, y), radius = rings[slot]
            px, py = where.point(shown[slot.partition(".")[0]], (x, y))
            r = radius * where.size * 0.8
            for sign in (1, -1):
                draw.line(
                    [(px - r, py - sign * r), (px + r, py + sign * r)],
                    fill=mark_colour(marks),
                    width=max(3, round(where.size * 0.08)),
                )
