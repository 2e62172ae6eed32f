"""A hex to be written on: its picture, the room that is left on it, and a line written where it touches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout
from render.drawing import fonts, style
from render.drawing.canvas import Pen, hull, reach
from render.drawing.free_space import Box, Core, Room
from render.drawing.geometry import Point, polar
from render.drawing.hex_appearance import Look
from render.drawing.layout import halo_width
from render.drawing.map_print import MapPrint
from render.drawing.style import RGB
from render.drawing.tile_geometry import BASE, Anatomy, beside, corners

MARKER = 0.17  # radius of a marker on a hexside
CLOSE = 0.03  # apothems that values may come closer to track and cities than other words
BANK = 0.24  # the same of a river or another border, drawn along a side
APART = 0.25  # of its print, from a name to a label in the same line
HALOED = frozenset({"name"})  # lines with paper round them
ROUND_CORNER = 0.42  # apothems from a corner in which no hex there has track
RIM = 2  # pixels of the rim of a value round its box, at most
OVER = 1.14  # the size of a hex with what may stand over its corners
INNER = 0.86  # of a hex within the outline that is drawn over it
WITHIN = 0.965  # apothems of a hex that words have
ROUND_STOPS = 0.22  # apothems round a town that a value on track leaves free
ON_RIM = 0.02  # the same round the circles of cities


@dataclass(frozen=True)
class TextLine:
    """A line to be written on a hex. `what`: its kind, as the room keeps it; `sizes`: pixels to try, the largest first."""

    text: str
    what: str
    sizes: Sequence[int]
    bold: fonts.Weight = False
    ink: RGB | None = None  # None: black

    def apart(self, points: int) -> int:
        """Pixels at its left and right in which nothing else stands: a name beside a letter seems to go on in it."""
        return round(points * APART) if self.what == "name" else 0

    def halo(self, points: int) -> int:
        """Pixels of paper round its letters at that size."""
        return halo_width(points) if self.what in HALOED else 0


@dataclass(frozen=True)
class HexPage:
    """One hex. `half`: the middle of its picture in pixels."""

    image: Image.Image
    room: Room
    look: Look
    form: Anatomy
    half: tuple[int, int]

    @cached_property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    @property
    def print(self) -> MapPrint:
        """The sizes of what is written on it."""
        return self.look.print

    def to_pixels(self, *points: Point) -> list[Point]:
        """Pixels of places given in apothems."""
        return [(x * self.look.size + self.half[0], y * self.look.size + self.half[1]) for x, y in points]

    def write_line(
        self, words: TextLine, near: list[Point], core: Core | None = None, *, room: Room | None = None
    ) -> bool:
        """Write a line where it finds room, smaller if it must be; says whether it did. `core`: where a part of it must lie;
        `room`: where all of it must; None: anywhere on the hex.
        """
        text, bold = words.text, words.bold
        for points in words.sizes:
            left, top, right, bottom = fonts.bounds(text, points, bold)
            box = self.find_line(words, points, (right - left + 2, bottom - top + 2), near, core, room)
            if box is not None:
                at = box[0] + 1 - left, box[1] + 1 - top
                fonts.write(
                    self.draw, at, text, points, bold=bold, ink=words.ink or style.BLACK, halo=words.halo(points)
                )
                self.room.take(box, words.what)
                return True
        return False

    def find_line(
        self,
        words: TextLine,
        points: int,
        size: tuple[int, int],
        near: list[Point],
        core: Core | None = None,
        room: Room | None = None,
    ) -> Box | None:
        """Where words of that size have room, a name on a hex with a label some way beside that."""
        apart = words.apart(points) if self.look.label else 0
        box = (room or self.room).find(size[0] + 2 * apart, size[1], near, core)
        return box and (box[0] + apart, box[1], box[2] - apart, box[3])

    def room_beside_track(self, *, over_corners: bool = False) -> Room:
        """The room of the hex with that close to its track and its cities, which touches neither.

        `over_corners`: with that beyond its corners, where no track of a neighbour comes near.
        """
        taken = obstacles(self.look, self.form, self.half, CLOSE)
        outside = Image.new("L", taken.size, 255)
        draw, rim = ImageDraw.Draw(outside), corners(self.look.layout)
        draw.polygon(self.to_pixels(*corners(self.look.layout, WITHIN)), fill=0)
        for side, _ in self.look.borders:
            draw.line(self.to_pixels(rim[side - 1], rim[side]), fill=255, width=round(BANK * self.look.size))
        if over_corners:
            far = ROUND_CORNER * self.look.size
            for x, y in self.to_pixels(*rim):
                draw.ellipse((x - far, y - far, x + far, y + far), fill=0)
            beyond = Image.new("L", taken.size, 255)
            ImageDraw.Draw(beyond).polygon(self.to_pixels(*corners(self.look.layout, OVER)), fill=0)
            outside = ImageChops.lighter(outside, beyond)
            whole = 0, 0, outside.width - 1, outside.height - 1
            ImageDraw.Draw(outside).rectangle(whole, outline=255, width=RIM)
        room = Room(ImageChops.lighter(outside, taken))
        for what, box in self.room.boxes:
            room.take(box, what)
        return room

    def room_within_outline(self) -> Room:
        """The room of the hex off the outline that is drawn over it, with that close to its track and its cities."""
        inner = part_of_hex(self.look.layout, self.look.size, self.half)
        return self.room_beside_track().shared_with(inner)

    def room_on_track(self, *, on_stops: bool = False) -> Room:
        """The room of the hex with that of its track: what is off its towns, off the circles of its cities and off its words.

        `on_stops`: with the room of towns and cities too.
        """
        taken = Image.new("L", self.image.size, 255)
        draw, unit = ImageDraw.Draw(taken), self.look.size
        draw.polygon(self.to_pixels(*corners(self.look.layout, WITHIN)), fill=0)
        for place in () if on_stops else self.form.places.values():
            far = place.radius + ON_RIM if place.slots else ROUND_STOPS
            for x, y in self.to_pixels(*(place.slots or ((place.x, place.y),))):
                draw.ellipse((x - far * unit, y - far * unit, x + far * unit, y + far * unit), fill=255)
        room = Room(taken)
        for what, box in self.room.boxes:
            room.take(box, what)
        return room


def obstacles(look: Look, form: Anatomy, half: tuple[int, int], closer: float = 0.0) -> Image.Image:
    """A mask of the track, the stops and the markers on a hex: words must stand on none of them. `closer`: by so many apothems to
    track and cities.
    """
    pen = Pen(look.size, half, None, 1)
    gap = 0.038 - closer
    for line in form.tracks:
        pen.band(reach(line), style.TRACK_WIDTH + 2 * gap, 255)
    if any(t.joint >= 0 for t in look.tile.tracks):
        pen.disc((0, 0), 0.26, 255)
    for place in form.places.values():
        for slot in place.slots:
            pen.disc(slot, place.radius + 0.055 - closer / 2, 255)
        if len(place.slots) > 1:
            pen.polygon(hull(place, place.radius + 0.075 - closer), 255)
        elif not place.slots and place.stop.kind != "off":
            pen.disc((place.x, place.y), (0.24 if not place.bar else 0.2) - closer, 255)
        if place.bar:
            along = polar(place.axis, 0.33)
            pen.band(
                ((place.x - along[0], place.y - along[1]), (place.x + along[0], place.y + along[1])), 0.24 - closer, 255
            )
    for city in look.beside:
        at, radius = beside(form, city, look.layout)
        pen.disc(at, radius + 0.04, 255)
    for side in look.markers:
        pen.disc(polar(BASE[look.layout] + 60 * side, 1.0), MARKER + 0.03, 255)
    return pen.image


@lru_cache(maxsize=16)
def part_of_hex(layout: Layout, unit: int, half: tuple[int, int], share: float = INNER, *, upper: bool = False) -> Room:
    """The room of a hex's picture within an outline, or so far from its middle. `unit`: the apothem in pixels; `half`: the middle
    of the picture; `upper`: only in its upper half.
    """
    x, y = half
    taken = Image.new("L", (2 * x, 2 * y), 255)
    draw = ImageDraw.Draw(taken)
    draw.polygon([(x + a * unit, y + b * unit) for a, b in corners(layout, share)], fill=0)
    if upper:
        draw.rectangle((0, y, 2 * x, 2 * y), fill=255)
    return Room(taken)
