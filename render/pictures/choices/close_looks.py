"""One hex with what borders on it, close: the hexes that its track leads to are named across its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout as HexLayout
from game.rules import Rules
from game.state import Hex
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, Room, moved
from render.drawing.geometry import Point, polar
from render.drawing.hex_appearance import Additions, Lettering, Look, look
from render.drawing.landscape.sea import coastline
from render.drawing.layout import Layout, Size, halo_width
from render.drawing.names.ground import RIVER
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.search import line_ends
from render.drawing.sprites import half_size, taken_by
from render.drawing.symbols import draw_pointer
from render.drawing.tile_geometry import BASE, corners
from render.pictures.choices.captions import CLOSER
from render.pictures.choices.names_aside import BORDER, Aside, find_aside, on_picture
from render.pictures.map import LAYERS
from render.pictures.preview import around, draw_crop, layout_of_crop
from render.text.directions import side_name

SIDE = style.HEAD  # pixels of the name of a hex to which track leads: eleven on a phone
# The same, and of the place that lies there, in turn where they have no room: seven on a phone at least.
PRINTS = (SIDE, style.BODY), (style.BODY, style.BODY), (style.BODY, style.SMALL), (style.SMALL, style.SMALL)
SIDE_WIDE = 0.45  # of a picture's width that such a place's name takes at most
NEXT = 1.4  # apothems from the middle of a tile to where the name of a hex beside it stands best
LEADING = 0.55  # of the print of two lines together: from one to the next
RIM = 1.05  # apothems of the tile, with its outline
AIR = 3  # pixels round the letters of such a name that are its own
SMALLER = 0.3  # apothems of a line that print a step smaller, or two lines, are worth
OFF_WORDS = 3  # pixels from such a name to what is written there, at least
WITHIN = 0.96  # of a hex beside it that a name may take: between its sides


def draw_close(
    view: View, rules: Rules, hex_id: Hex, size: Size, marks: Marks, *, larger: float = CLOSER, named: bool = False
) -> Image.Image:
    """A hex in the middle of a picture, with what borders on it; without names of places and what else would be cut.

    `larger`: against a hex that is seen with all its neighbours; `named`: with the hexes that its track leads to.
    """
    large = round(size[1] * larger)
    canvas = max(large, size[0]), large
    near = around(rules.data, hex_id, 1)
    where = layout_of_crop(rules, near, canvas)
    x, y = where.centre(rules.data.hexes[hex_id])
    left = min(max(x - size[0] // 2, 0), canvas[0] - size[0])
    top = min(max(y - size[1] // 2, 0), canvas[1] - size[1])
    frame = left, top, left + size[0], top + size[1]
    layers = LAYERS - {"coordinates", "names"} | {"no edges"}
    picture = draw_crop(view, rules, near, marks, canvas=canvas, layers=layers, frame=frame).crop(frame)
    if named:
        read = [moved(b, (-left, -top)) for b in picture.info.get("read", ())]
        ground = _ground_round(view, rules, hex_id, where, frame, read)
        _name_sides(picture, ground, view, rules, hex_id, (x - left, y - top))
    return picture


def _name_sides(
    image: Image.Image, ground: _Ground, view: View, rules: Rules, hex_id: Hex, middle: tuple[int, int]
) -> None:
    """The name of each hex that the track of this one leads to, in that hex and within the picture: between its sides, on nothing
    that is drawn there but empty land; with the place there, or the place alone. A place that has no room there has its name
    where a line can lead from it to its stop; else there is none.
    """
    layout, waiting = rules.data.layout, list[tuple[Hex, str]]()
    for side in face_of(view, rules, hex_id).exits:
        word, way = side_name(rules, hex_id, side), BASE[layout] + 60 * side
        place = rules.data.hexes[word].name if word in rules.data.hexes else ""
        found = _find_room(ground, _free_across(ground, middle, way, layout), _beyond(ground, middle, way), word, place)
        if found is not None:
            _write_lines(image, ground, *found)
        elif place:
            waiting.append((word, place))
    _name_aside(image, ground, rules, waiting)


def _write_lines(image: Image.Image, ground: _Ground, lines: tuple[_Line, ...], box: Box) -> None:
    """Write the name of a hex there."""
    ImageDraw.Draw(ground.taken).rectangle(box, fill=255)
    draw = ImageDraw.Draw(image)
    x, y = (box[0] + box[2]) / 2, float(box[1] + AIR - _top(lines[0]))
    for n, line in enumerate(lines):
        y += _leading(lines[n - 1], line) if n else 0
        halo = halo_width(line.points) + 1
        fonts.write(draw, (x, y), line.text, line.points, bold=line.cut, anchor="mm", halo=halo)


def _name_aside(image: Image.Image, ground: _Ground, rules: Rules, waiting: Sequence[tuple[Hex, str]]) -> None:
    """The names of these places where a line can lead from them to their stops, across sides of hexes but no value."""
    if not waiting:
        return
    data, where, corner, drawn = rules.data, ground.where, ground.corner, list[Line]()
    near = Neighbourhood(data.layout, where, {i: data.hexes[i] for i in ground.looks}, ground.looks)
    rims = {i: [where.point(data.hexes[i], c) for c in corners(data.layout)] for i in ground.looks}
    rims = {i: [(x - corner[0], y - corner[1]) for x, y in rim] for i, rim in rims.items()}
    sides = [(rim[n - 1], rim[n]) for rim in rims.values() for n in range(len(rim))]
    sides += [on_picture(line, corner) for line in coastline(where, data)]
    closed = [rim for i, rim in rims.items() if near.is_place(data.hexes[i])]
    aside = Aside(ground.taken, ground.track.copy(), sides, closed, ground.read, ground.size)
    for side in sides:
        ImageDraw.Draw(aside.track).line(side, fill=255, width=BORDER)
    for word, place in waiting:
        ends = [(x - corner[0], y - corner[1]) for x, y in near.ends_at(data.hexes[word])]
        room, best = aside.room(), list[tuple[float, int, tuple[_Line, ...], Box, Line]]()
        for n, lines in enumerate(lines for lines in _forms(word, place) if lines[0].text != word):
            found = find_aside(aside, room, _measure(lines), ends, drawn)
            if found is not None:
                best.append((found[0] + n * SMALLER * ground.size, n, lines, *found[1:]))
        if best:
            *_, lines, box, line = min(best)
            draw_pointer(image, line, ground.size)
            drawn.append(line)
            _write_lines(image, ground, lines, box)


def _measure(lines: tuple[_Line, ...]) -> tuple[int, int]:
    """Pixels across and down that these lines take, with air round them."""
    wide = max(fonts.width(line.text, line.points, line.cut) for line in lines) + 2 * AIR
    down = sum(_leading(one, other) for one, other in pairwise(lines))
    high = down + fonts.bounds(lines[-1].text, lines[-1].points, lines[-1].cut, "mm")[3] - _top(lines[0]) + 2 * AIR
    return wide, round(high)


class _Line(NamedTuple):
    """A line of a name and its print."""

    text: str
    points: int
    cut: fonts.Weight = True


def _forms(word: str, place: str) -> Iterator[tuple[_Line, ...]]:
    """The lines of the name of a hex, the best first. Of one with a place that is named in any case, as in the words below."""
    if not place:
        yield from ((_Line(word, points),) for points in dict.fromkeys(points for points, _ in PRINTS))
        return
    yield from ((_Line(word, points), _Line(place, small)) for points, small in PRINTS)
    for points in (style.BODY, style.SMALL):
        for cut in (True, fonts.NARROW):
            yield (_Line(place, points, cut),)
            for at in line_ends(place):
                yield _Line(place[:at].rstrip(), points, cut), _Line(place[at:].lstrip(), points, cut)


def _find_room(
    ground: _Ground, free: tuple[Room, Point], near: Point, word: str, place: str
) -> tuple[tuple[_Line, ...], Box] | None:
    """The lines of the name of a hex and their box in the best form that has room there, as close to a spot as it can be.

    `free`: the part of the picture where the hex lies, and its corner.
    """
    room, (left, top) = free
    for lines in _forms(word, place):
        wide, high = _measure(lines)
        if place and wide > ground.taken.width * SIDE_WIDE:
            continue
        box = room.find(wide, high, [(near[0] - left, near[1] - top)])
        if box is not None:
            return lines, moved(box, (round(left), round(top)))
    return None


def _top(line: _Line) -> int:
    """Pixels from the middle of a line to its top, negative."""
    return fonts.bounds(line.text, line.points, line.cut, "mm")[1]


def _leading(one: _Line, other: _Line) -> float:
    """Pixels from the middle of a line to that of the next one."""
    return LEADING * (one.points + other.points)


def _beyond(ground: _Ground, middle: tuple[int, int], way: float) -> Point:
    """Where the name of the hex across a side stands best: close to it, on the picture."""
    across, down = polar(way, ground.size * NEXT)
    return middle[0] + across, middle[1] + down


def _free_across(ground: _Ground, middle: tuple[int, int], way: float, layout: HexLayout) -> tuple[Room, Point]:
    """What is free in the hex across a side as far as it is on the picture, and the corner of that part."""
    across, down = polar(way, 2 * ground.size)
    rim = [
        (middle[0] + across + x * ground.size, middle[1] + down + y * ground.size) for x, y in corners(layout, WITHIN)
    ]
    left, top = (max(0, round(min(at))) for at in zip(*rim, strict=True))
    right, bottom = (
        min(most, round(max(at)) + 1) for at, most in zip(zip(*rim, strict=True), ground.taken.size, strict=True)
    )
    taken = Image.new("L", (max(right - left, 1), max(bottom - top, 1)), 255)
    ImageDraw.Draw(taken).polygon([(x - left, y - top) for x, y in rim], fill=0)
    if left < right and top < bottom:
        taken = ImageChops.lighter(taken, ground.taken.crop((left, top, right, bottom)))
    return Room(taken), (left, top)


class _Ground(NamedTuple):
    """What is drawn round a hex: a mask of the picture, one of track and stops alone, what is written, the hexes by their looks,
    and where all of it lies. `size`: the apothem in pixels; `corner`: of the picture on its crop.
    """

    taken: Image.Image
    size: int
    track: Image.Image
    read: Sequence[Box]
    looks: Mapping[Hex, Look]
    where: Layout
    corner: tuple[int, int]


def _ground_round(view: View, rules: Rules, hex_id: Hex, where: Layout, frame: Box, read: Sequence[Box]) -> _Ground:
    """The hex itself, all track and stops round it, and what is written there. `frame`: the picture on its crop."""
    corner, size = frame[:2], (frame[2] - frame[0], frame[3] - frame[1])
    track, additions, looks = Image.new("L", size), Additions.of(view, rules), dict[Hex, Look]()
    bare = Lettering(numbers=False, names=False, costs=False, circles=where.circles)
    for other in around(rules.data, hex_id, 2):
        h = rules.data.hexes[other]
        looks[other] = seen = look(view, rules, h, where.size, bare, additions)
        (x, y), half = where.centre(h), half_size(seen)
        track.paste(255, (x - corner[0] - half[0], y - corner[1] - half[1]), taken_by(seen))
    taken = track.copy()
    draw = ImageDraw.Draw(taken)
    rim = [where.point(rules.data.hexes[hex_id], c) for c in corners(rules.data.layout, RIM)]
    draw.polygon([(x - corner[0], y - corner[1]) for x, y in rim], fill=255)
    for i in looks:
        edge = [where.point(rules.data.hexes[i], c) for c in corners(rules.data.layout)]
        for side in (side for side, kind in rules.data.hexes[i].borders.items() if kind):
            river = on_picture((edge[side - 1], edge[side]), corner)
            draw.line(river, fill=255, width=round(RIVER * where.size))
    for box in read:
        draw.rectangle((box[0] - OFF_WORDS, box[1] - OFF_WORDS, box[2] + OFF_WORDS, box[3] + OFF_WORDS), fill=255)
    return _Ground(taken, where.size, track, read, looks, where, corner)
