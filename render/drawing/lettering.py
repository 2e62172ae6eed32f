"""What is written on a hex: values, label, cost, name, numbers, each where it touches neither track nor another word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from game.tiles import Stop
from render.drawing import fonts, style, symbols, terrain
from render.drawing.canvas import SCALE
from render.drawing.colours import LEGIBLE
from render.drawing.free_space import Box, Core, Room
from render.drawing.geometry import Point
from render.drawing.hex_appearance import Look
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.layout import CROP_MARK, LEAST, LEAST_ON_PHONE, cost_size, drops_signs, halo_width, name_sizes
from render.drawing.style import RGB
from render.drawing.tile_geometry import BARE, Anatomy

FINE_ON_CROP = 120  # the same of numbers of tiles on a crop: nobody asks for them there
FINE = 40  # pixels of an apothem below which numbers of tiles and coordinates could not be read
DISC = 0.25  # radius of the disc of a value: one size for a whole map
SMALLER_DISCS = (0.24, 0.22, 0.2, 0.19, 0.175, 0.16)  # for the few tiles that have no room for it
FIELDS_BELOW = 40  # pixels of an apothem of a map for a phone: there values stand in fields
FIELDS = (0.46, 0.42, 0.38, 0.34)  # print in them, tried in turn
HALOED = frozenset({"name", "value"})  # lines with paper round them: a value stands so where no disc has room
STEPS_WITHIN = 2  # of its print that a name may have within its hex
WIDEST_SIGN = 1.5  # apothems of a line on a hex before its words stand below each other
RING_HIGH, RING_THICK = 0.82, 0.17  # of the print: how high a letter O of a label is; of that, how thick its line
NOTE = 0.27  # apothems of the print of what is printed on a hex in words
GOODS_AT = ((0, -0.46), (-0.5, 0), (0.5, 0), (0, 0.46))  # where goods stand on a small hex
_PHONE_BOXES = ((0.35, False), (0.35, True), (0.31, False), (0.31, True))
_BOXES = ((0.27, False), (0.27, True), (0.24, False), (0.24, True), (0.2, False), (0.2, True))


def faint_ink(look: Look) -> RGB:
    """The ink of what matters less on the ground of a hex: black where anything paler could not be read."""
    ground = style.HEX[look.tile.colour]
    ink = style.mix(ground, style.BLACK, 0.77)
    return ink if style.contrast(ink, ground) >= LEGIBLE else style.BLACK


@dataclass(frozen=True)
class TextLine:
    """A line to be written on a hex. `what`: its kind, as the room keeps it; `least`: how small it may become, as a share."""

    text: str
    what: str
    size: int
    bold: fonts.Cut = False
    ink: RGB | None = None  # None: black
    least: float = 0.7

    @property
    def sizes(self) -> range:
        """Pixels to try, the largest first."""
        return range(self.size, max(7, round(self.size * self.least)) - 1, -1)

    def halo(self, points: int) -> int:
        """Pixels of paper round its letters at that size."""
        return halo_width(points) if self.what in HALOED else 0


class Writer:
    """Writes on one hex. `half`: the middle of its picture in pixels."""

    def __init__(self, image: Image.Image, room: Room, look: Look, form: Anatomy, half: tuple[int, int]) -> None:
        self.image, self.room, self.look, self.form, self.half = image, room, look, form, half
        self.draw = ImageDraw.Draw(image)

    def to_pixels(self, *points: Point) -> list[Point]:
        """Pixels of places given in apothems."""
        return [(x * self.look.size + self.half[0], y * self.look.size + self.half[1]) for x, y in points]

    def write(self) -> None:
        """The most important first: what finds no room any more is left out."""
        look, unit = self.look, self.look.size
        self._write_values()
        if look.label and not look.label.startswith("+"):
            around = self.to_pixels((0.5, -0.7), (-0.5, -0.7), (0.5, 0.7), (-0.5, 0.7), (0, 0.8), (0, -0.8))
            words = TextLine(look.label, "label", round(unit * 0.3), bold=True, least=0.6)
            write = self._draw_rings if set(look.label) == {"O"} else self._write_line
            write(words, around)
        if look.cost:
            self._write_cost()
        fits = not drops_signs(unit, phone=look.phone)
        signs = [s for s in look.signs if s not in symbols.KNOWN] if fits else []
        # Money is what the ground still costs.
        self._write_signs([f"▲ {s}" if s.startswith(look.money) else s for s in signs])
        if not fits and look.circles != BARE:
            self._write_goods(look.signs)
        if look.name:
            self._write_name()
        pictured = [(s, self._draw_symbol(s)) for s in (*look.symbols, *look.signs) if s in symbols.KNOWN]
        for symbol in look.symbols:
            if symbol not in symbols.KNOWN and fits:
                self._write_note(symbol.replace("_", " "))
        for symbol, box in pictured if not look.phone else ():
            self._write_caption(symbol, box)
        faint = faint_ink(look)
        at_corners = self.to_pixels((0.6, 0.62), (-0.6, 0.62), (0.0, 1.0), (0.6, -0.62), (-0.6, -0.62), (0.0, -1.0))
        if look.number and unit >= (FINE_ON_CROP if look.crop else FINE):
            self._write_line(TextLine(look.number, "number", round(unit * 0.19), ink=faint, least=0.85), at_corners)
        if look.caption and unit >= FINE and not (look.crop and look.name):
            # At the upper rim: at the lower one they would stand over those of the neighbour below.
            upper = Core(_upper_half(self.room.width, self.room.height), ((0, 0, 1, 1),))
            points = max(round(unit * 0.2), CROP_MARK if look.crop else 0)
            words = TextLine(look.caption, "caption", points, ink=faint, least=1 if look.crop else 0.7)
            self._write_line(words, self.to_pixels((0.0, -1.0), (-0.6, -0.62), (0.6, -0.62)), upper)

    def _write_line(self, words: TextLine, near: list[Point], core: Core | None = None) -> bool:
        """Write a line where it finds room, smaller if it must be; says whether it did. `core`: where a part of it must lie."""
        text, bold = words.text, words.bold
        for points in words.sizes:
            left, top, right, bottom = fonts.bounds(text, points, bold)
            box = self.room.find(right - left + 2, bottom - top + 2, near, core)
            if box is not None:
                at = box[0] + 1 - left, box[1] + 1 - top
                fonts.write(
                    self.draw, at, text, points, bold=bold, ink=words.ink or style.BLACK, halo=words.halo(points)
                )
                self.room.take(box, words.what)
                return True
        return False

    def _write_note(self, text: str) -> None:
        """What is printed on a hex in words, larger without its second word: `free station: W&SR`, `free: W&SR`."""
        near, size = self.to_pixels((0, 0.7), (0, -0.7)), round(self.look.size * NOTE)
        what, colon, whose = text.partition(":")
        words = TextLine(text, "symbol", size, bold=True, least=0.85)
        if not self._write_line(words, near) and colon:
            short = replace(words, text=f"{what.split()[0]}{colon}{whose}", least=0.7)
            if not self._write_line(short, near):
                self._write_line(replace(words, size=round(size * 0.85), bold=False, least=0.7), near)

    def _draw_rings(self, words: TextLine, near: list[Point]) -> bool:
        """Letters O as true circles of an even, thin line, which nobody takes for noughts; says whether they found room."""
        for points in words.sizes:
            side, apart = round(points * RING_HIGH), round(points * 0.12)
            wide = len(words.text) * (side + apart) - apart
            box = self.room.find(wide + 2, side + 2, near)
            if box is not None:
                mask = Image.new("L", (wide * 4, side * 4))
                for left in range(0, wide, side + apart):
                    place = left * 4, 0, (left + side) * 4 - 1, side * 4 - 1
                    ImageDraw.Draw(mask).ellipse(place, outline=255, width=round(side * 4 * RING_THICK))
                self.draw.bitmap((box[0] + 1, box[1] + 1), mask.reduce(4), fill=words.ink or style.BLACK)
                self.room.take(box, words.what)
                return True
        return False

    def _draw_symbol(self, name: str) -> Box | None:
        """The small picture of a symbol; says where it found room."""
        unit = self.look.size
        near = self.to_pixels((0, 0.66), (0, -0.66), (0.55, 0.5), (-0.55, 0.5), (0.55, -0.5), (-0.55, -0.5), (0, 0))
        for share in (*((0.85, 0.7) if self.look.phone else ()), 0.52, 0.46, 0.4, 0.34, 0.3):
            side = round(unit * share)
            box = self.room.find(side + 2, side + 2, near)
            if box is not None:
                picture = symbols.symbol(name, side)
                self.image.paste(picture, (box[0] + 1, box[1] + 1), picture)
                self.room.take(box, "symbol")
                return box
        return None

    def _write_caption(self, name: str, box: Box | None) -> None:
        """The name of a symbol, close to its picture."""
        size = round(self.look.size * 0.2)
        near = self.to_pixels((0, 0.7), (0, -0.7))
        if box is not None:
            middle = (box[0] + box[2]) / 2
            near = [(middle, box[3] + size / 2), (middle, box[1] - size / 2)]
        self._write_line(TextLine(name, "symbol", size), near)

    def _write_signs(self, signs: Sequence[str]) -> None:
        """Words that came onto the hex in play; a longer list as lines of one size."""
        unit = self.look.size
        near = self.to_pixels((0, 0.75), (0, -0.75), (0.5, 0.7), (-0.5, 0.7), (0.5, -0.7), (-0.5, -0.7))
        if not signs or (len(signs) < 3 and self.look.tile.stops):
            for sign in signs:
                self._write_sign(sign, near)
            return
        largest = round(unit * 0.3)
        if len(signs) < 3:  # no line from side to side
            wide_ones = {s for s in signs if fonts.width(s, largest, bold=True) > unit * WIDEST_SIGN}
            signs = [part for s in signs for part in (s.split(" ", 1) if s in wide_ones else [s])]
        for points in range(largest, max(7, round(unit * 0.18)) - 1, -1):
            step = round(points * 1.2)
            wide, high = max(fonts.width(s, points, bold=True) for s in signs) + 4, step * len(signs) + 2
            box = self.room.find(wide, high, self.to_pixels((0, 0)))
            if box is None:
                continue
            for i, sign in enumerate(signs):
                at = ((box[0] + box[2]) / 2, box[1] + 1 + step * (i + 0.5))
                fonts.write(self.draw, at, sign, points, bold=True, ink=style.BLACK, anchor="mm")
            self.room.take(box, "sign")
            return

    def _write_sign(self, sign: str, near: list[Point]) -> None:
        """A sign on a hex with stops: in the largest print in which one or two lines have room."""
        size = round(self.look.size * 0.26)
        words = TextLine(sign, "sign", size, bold=True, least=0.5)
        for points in words.sizes:
            line = replace(words, size=points, least=1)
            if self._write_line(line, near) or self._write_in_two_lines(line, near):
                return
        self._write_line(TextLine(sign, "sign", round(self.look.size * 0.2), least=0.5), near)

    def _write_goods(self, signs: Sequence[str]) -> None:
        """What goods pay, each as its small picture and an amount, in the largest print for which all have room."""
        goods = list(filter(None, map(symbols.paid_good, signs)))
        largest = LEAST_ON_PHONE if self.look.phone else LEAST
        for points in range(largest, round(largest * 0.8) - 1, -1) if goods else ():
            boxes = self._room_for_goods(goods, points)
            for (good, amount), box in zip(goods, boxes, strict=False):
                picture = symbols.symbol(good, points)
                self.image.paste(picture, (box[0] + 1, box[1] + 1), picture)
                at = box[0] + points + 2, (box[1] + box[3]) / 2
                fonts.write(self.draw, at, amount, points, bold=True, ink=style.BLACK, anchor="lm")
                self.room.take(box, "sign", gap=0)
            if boxes:
                return

    def _room_for_goods(self, goods: Sequence[tuple[str, str]], points: int) -> list[Box]:
        """A box for each; none where one of them has no room."""
        room, boxes = self.room.copy(), list[Box]()
        for (_, amount), spot in zip(goods, self.to_pixels(*GOODS_AT), strict=False):
            box = room.find(points + fonts.width(amount, points, bold=True) + 3, points + 2, [spot])
            if box is None:
                return []
            room.take(box, "sign", gap=0)
            boxes.append(box)
        return boxes

    def _write_name(self) -> None:
        """The place's name in the print of the map or a step less, in two lines where it may end one. Else it is for the whole
        map to place.
        """
        look, name = self.look, self.look.name
        x, y = self._middle_of_stops()
        near = self.to_pixels((x, y - 0.62), (x, y + 0.62), (0, -0.72), (0, 0.72), (0, -0.3), (0, 0.3))
        sizes = name_sizes(look.size, look.tile, phone=look.phone, small=look.small, crop=look.crop)
        for points in sizes[:STEPS_WITHIN]:
            words = TextLine(name, "name", points, bold=fonts.NARROW, least=1)
            if self._write_line(words, near) or self._write_in_two_lines(words, near):
                return

    def _middle_of_stops(self) -> Point:
        """The middle of what the name belongs to."""
        places = list(self.form.places.values())
        return (places[0].x, places[0].y) if len(places) == 1 else (0.0, 0.0)

    def _write_in_two_lines(self, words: TextLine, near: list[Point]) -> bool:
        """Words in two lines below each other, as alike in length as can be; says whether they found room."""
        each, bold = words.text.split(" "), words.bold
        halves = [(" ".join(each[:n]), " ".join(each[n:])) for n in range(1, len(each))]
        if not halves:
            return False
        first, second = min(halves, key=lambda half: max(fonts.width(part, words.size, bold) for part in half))
        for points in words.sizes:
            wide = max(fonts.width(first, points, bold), fonts.width(second, points, bold)) + 2
            step = round(points * 1.1)
            box = self.room.find(wide, 2 * step + 2, near)
            if box is not None:
                middle = (box[0] + box[2]) / 2
                for i, word in enumerate((first, second)):
                    at = (middle, box[1] + 1 + step * (i + 0.5))
                    halo = words.halo(points)
                    fonts.write(
                        self.draw, at, word, points, bold=bold, ink=words.ink or style.BLACK, anchor="mm", halo=halo
                    )
                self.room.take(box, words.what)
                return True
        return False

    def _write_cost(self) -> None:
        """Dollars to build there after a small mark for each kind of ground; small, for it is read seldom."""
        look, unit = self.look, self.look.size
        text, points = f"{look.money}{look.cost}", cost_size(look.size, phone=look.phone, chosen=look.chosen)
        left, top, right, bottom = fonts.bounds(text, points, bold=True)
        marks = [terrain.mark(t) for t in look.terrain]
        each, ink = unit * 0.34, style.BLACK if look.chosen or unit < FINE else faint_ink(look)
        wide = right - left + round(each * len(marks))
        high = bottom - top + 2
        middle = 0, terrain.cost_place(unit, chosen=look.chosen)
        box = self.room.find(wide + 2, high + 2, self.to_pixels(middle, (0, 0.6), (0, -0.6)))
        if box is None:
            around = self.to_pixels((0, 0.7), (0, -0.7), (0.6, 0), (-0.6, 0))
            self._write_line(TextLine(text, "cost", points, bold=True, ink=ink), around)
            return
        for i, paint in enumerate(marks):
            paint(self.draw, box[0] + 1 + each * (i + 0.42), box[1] + 1, unit * 0.26, high - 2)
        at = (box[0] + 1 + each * len(marks) - left, box[3] - 2 - (bottom - top) - top)
        fonts.write(self.draw, at, text, points, bold=True, ink=ink)
        self.room.take(box, "cost")

    def _write_values(self) -> None:
        """What stops pay: a disc, or a row of boxes by phase with the valid one stressed."""
        look, places = self.look, list(self.form.places.values())
        alike = len({p.stop.values for p in places}) == 1
        for place in places[: 1 if alike else None]:
            stop = place.stop
            if len(stop.values) > 1:
                off = stop.kind == "off"
                if not off:
                    around = self.to_pixels((0, 0.75), (0, -0.75), (-0.7, 0), (0.7, 0))
                elif look.name:  # which has room beside them
                    around = self.to_pixels((0, 0.3), (0, -0.3))
                else:
                    around = self.to_pixels((0, 0))
                self._write_phase_boxes(stop, around)
            elif stop.values[0][1]:
                x, y = (0.0, 0.0) if alike and len(places) > 1 else (place.x, place.y)
                near = self.to_pixels((x + 0.55, y), (x - 0.55, y), (x, y - 0.6), (x, y + 0.6))
                self._write_disc(str(stop.values[0][1]), near)

    def _write_disc(self, text: str, near: list[Point]) -> None:
        """A value in a disc; on a small map for a phone, where its figures could not be read, in a field close round them."""
        look = self.look  # small print is for maps so full that names need all room
        if look.phone and look.size < FIELDS_BELOW and not look.small and self._write_field(text, near):
            return
        for share in (DISC + 0.02 if self.look.phone else DISC, *SMALLER_DISCS):
            r = round(self.look.size * share)
            box = self.room.find_disc(2 * r + 1, near)
            if box is None:
                continue
            self.image.paste(style.RIM, (box[0], box[1]), _disc_mask(2 * r + 1))
            self.image.paste(style.WHITE, (box[0] + 1, box[1] + 1), _disc_mask(2 * r - 1))
            points = fonts.fitting(text, 2 * r - 4, round(r * 1.28), bold=True)
            at = box[0] + r + 0.5, box[1] + r + 0.5
            fonts.write(self.draw, at, text, points, bold=True, ink=style.BLACK, anchor="mm")
            self.room.take(box, "value")
            return
        self._write_line(TextLine(text, "value", round(self.look.size * 0.26), bold=True, least=0.6), near)

    def _write_field(self, text: str, near: list[Point]) -> bool:
        """A value in print as large as a field with round ends has room for; says whether there is any."""
        for share in FIELDS:
            size = round(self.look.size * share)
            wide, high = fonts.width(text, size, bold=True) + round(size * 0.5), round(size * 1.06)
            box = self.room.find(wide, high, near)
            if box is None:
                continue
            frame, edge = (box[0], box[1], box[0] + wide - 1, box[1] + high - 1), max(1, round(size * 0.06))
            self.draw.rounded_rectangle(frame, high // 2, fill=style.WHITE, outline=style.RIM, width=edge)
            at = box[0] + wide / 2, box[1] + high / 2
            fonts.write(self.draw, at, text, size, bold=True, ink=style.BLACK, anchor="mm")
            self.room.take(box, "value")
            return True
        return False

    def _write_phase_boxes(self, stop: Stop, near: list[Point]) -> None:
        look, valid = self.look, stop.value(self.look.colours)
        cells = [(c or "yellow", v) for c, v in stop.values]
        for share, upright in (*_PHONE_BOXES, *_BOXES) if look.phone else _BOXES:
            size = round(self.look.size * share)
            wide = max(fonts.width(str(v), size, bold=True) for _, v in cells) + round(
                size * (0.36 if upright else 0.5)
            )
            high = round(size * 1.3)
            across, down = (1, len(cells)) if upright else (len(cells), 1)
            box = self.room.find(wide * across + 2, high * down + 2, near)
            if box is not None:
                break
        else:
            return
        for i, (colour, dollars) in enumerate(cells):
            x, y = box[0] + 1 + (0 if upright else i * wide), box[1] + 1 + (i * high if upright else 0)
            in_force = dollars == valid
            fill = (
                style.HEX.get(colour, style.WHITE)
                if in_force
                else style.mix(style.HEX[look.tile.colour], style.WHITE, 0.5)
            )
            edge, corner = (style.BLACK if in_force else fill), max(2, round(size * 0.25))
            frame = (x, y, x + wide - 1, y + high - 1)
            self.draw.rounded_rectangle(frame, corner, fill=fill, outline=edge, width=max(2, round(size * 0.1)))
            ink = style.BLACK if in_force else style.mix(fill, style.BLACK, 0.74)
            fonts.write(self.draw, (x + wide / 2, y + high / 2), str(dollars), size, bold=True, ink=ink, anchor="mm")
        self.room.take(box, "value")


@lru_cache(maxsize=16)
def _upper_half(wide: int, high: int) -> Room:
    """A room of that size, free in its upper half."""
    taken = Image.new("L", (wide, high), 255)
    taken.paste(0, (0, 0, wide, high // 2))
    return Room(taken)


@keep_drawn(2, memory_of)
def _disc_mask(side: int) -> Image.Image:
    """A smooth disc as a mask."""
    big = Image.new("L", (side * SCALE, side * SCALE))
    ImageDraw.Draw(big).ellipse((0, 0, big.width - 1, big.height - 1), fill=255)
    return big.reduce(SCALE)
