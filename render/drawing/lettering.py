"""What is written on a hex: values, label, cost, name, numbers, each where it touches neither track nor another word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from render.drawing import fonts, style, symbols, terrain
from render.drawing.colours import LEGIBLE
from render.drawing.free_space import Box, Core, Room, overlap
from render.drawing.geometry import Point
from render.drawing.hex_appearance import FINE, FINE_ON_CROP, Look
from render.drawing.hex_page import INNER, HexPage, TextLine, part_of_hex
from render.drawing.layout import drops_signs
from render.drawing.stop_values import write_values
from render.drawing.style import RGB
from render.drawing.tile_geometry import BARE

STEPS_WITHIN = 2  # of its print that a cost may have, and a name within its hex, if no sea is beside it
NOTE, LOW_NOTE = 0.7, 0.85  # apothems from the middle of a hex to what is printed there in words; above or below a name
OFF_BORDER = 3  # pixels from a name to the border of its hex, at least
WHOLE = ((0, 0, 1, 1),)  # of a box
YIELDING = frozenset({"number", "caption"})  # of words on hexes: of tiles, and coordinates, which the edges have too
AS_LARGE = 0.85  # of the area of a value: upright boxes in the same print take a little less, smaller print much less
MINOR = YIELDING | {"name"}  # what two ways to write the same may have more or less of
WIDEST_SIGN = 1.5  # apothems of a line on a hex before its words stand below each other
RING_HIGH, RING_THICK = 0.82, 0.17  # of the print: how high a letter O of a label is; of that, how thick its line
BESIDE = 0.6  # of its print, from a name to a number in the same line
RUN_RING = 0.3  # apothems of the ring of a run round a town of a port, which has a dot
GOODS_AT = ((0, -0.46), (-0.5, 0), (0.5, 0), (0, 0.46))  # where goods stand on a small hex


def faint_ink(look: Look) -> RGB:
    """The ink of what matters less on the ground of a hex: black where anything paler could not be read."""
    ground = style.HEX[look.ground]
    ink = style.mix(ground, style.BLACK, 0.77)
    return ink if style.contrast(ink, ground) >= LEGIBLE else style.BLACK


def write_words(make_page: Callable[[], HexPage]) -> HexPage:
    """A hex with its words. Its values make way for a name that has no room in full size beside them, if they find another place
    that is as good. `make_page`: the hex unwritten.
    """
    first = Writer(make_page())
    first.write()
    if not first.look.name or first.name_size == first.name_sizes[0]:
        return first.page
    second = Writer(make_page(), least=first.name_size)
    second.write()
    return second.page if second.says_as_much(first.page) else first.page


class Writer:
    """Writes on one hex."""

    def __init__(self, page: HexPage, least: int | None = None) -> None:
        """`least`: the name is written before the values, in print larger than that; None: after them."""
        self.page, self.image, self.room, self.look, self.form = page, page.image, page.room, page.look, page.form
        self.print, self.draw, self.least = page.print, page.draw, least
        self.to_pixels, self._write_line = page.to_pixels, page.write_line
        self.name_size = 0  # pixels of its print; 0: the hex has no room for it

    def write(self) -> None:
        """The most important first: what finds no room any more is left out."""
        look, unit = self.look, self.look.size
        if self.least is None:
            write_values(self.page)
        if look.label and not look.label.startswith("+"):
            around = self.to_pixels((0.5, -0.7), (-0.5, -0.7), (0.5, 0.7), (-0.5, 0.7), (0, 0.8), (0, -0.8))
            words = TextLine(look.label, "label", self.print.down(self.print.value), bold=True)
            if set(look.label) == {"O"}:
                self._draw_rings(words, around)
            elif not (look.outlined and self._write_line(words, around, room=self.page.room_within_outline())):
                self._write_line(words, around)
        if look.cost:
            self._write_cost()
        fits = not drops_signs(unit, phone=look.phone)
        signs = [s for s in look.signs if s not in symbols.KNOWN] if fits else []
        # Money is what the ground still costs.
        self._write_signs([f"▲ {s}" if s.startswith(look.money) else s for s in signs])
        if not fits and look.circles != BARE:
            self._write_goods(look.signs)
        notes = [s for s in look.symbols if s not in symbols.KNOWN] if fits else []
        if look.crop and look.name:  # which has room beside the hex too
            self._write_notes(notes)
        pictured = self._draw_symbols() if look.worth else []  # the symbol says why the worth is no plain number
        if look.name:
            self._write_name()
        if self.least is not None:
            if not self.name_size:
                return
            write_values(self.page, hiding=False)
        pictured = pictured or self._draw_symbols()
        if not (look.crop and look.name):
            self._write_notes(notes)
        plain = () if look.name else look.symbols  # a place with a name needs no second one
        for symbol, box in pictured if unit >= FINE and not look.phone else ():
            if symbol in (*plain, *look.signs):
                self._write_caption(symbol, box)
        faint = faint_ink(look)
        at_corners = self.to_pixels((0.6, 0.62), (-0.6, 0.62), (0.0, 1.0), (0.6, -0.62), (-0.6, -0.62), (0.0, -1.0))
        if look.number and unit >= (FINE_ON_CROP if look.crop else FINE):
            inner = Core(part_of_hex(look.layout, unit, self.page.half), WHOLE) if look.outlined else None
            words = TextLine(look.number, "number", (self.print.fine,), ink=faint)
            self._write_line(words, at_corners, inner, room=self._room_off_name())
        if look.caption and unit >= FINE and not (look.crop and look.name):
            # At the upper rim: at the lower one they would stand over those of the neighbour below.
            inner_share = INNER if look.outlined else 1.0
            upper = Core(part_of_hex(look.layout, unit, self.page.half, inner_share, upper=True), WHOLE)
            words = TextLine(look.caption, "caption", (self.print.small if look.crop else self.print.fine,), ink=faint)
            self._write_line(words, self.to_pixels((0.0, -1.0), (-0.6, -0.62), (0.6, -0.62)), upper)

    def _room_off_name(self) -> Room:
        """The room that is not right beside the name, of which a number there seems to be the last word."""
        room, apart = self.room.copy(), round(self.name_size * BESIDE)
        for left, top, right, bottom in [box for what, box in self.room.boxes if what == "name"]:
            room.take((left - apart, top, right + apart, bottom), "name")
        return room

    def says_as_much(self, other: HexPage) -> bool:
        """Whether the name is written off all values, and what matters on the other page too, values as large as there."""
        pages = self.page.room.boxes, other.room.boxes
        mine, others = (Counter(what for what, _ in boxes if what not in MINOR) for boxes in pages)
        here, there = ([box for what, box in boxes if what == "value"] for boxes in pages)
        names = [box for what, box in pages[0] if what == "name"]
        return (
            bool(names)
            and mine == others
            and all(a >= AS_LARGE * b for a, b in zip(_areas(here), _areas(there), strict=True))
            and not any(overlap(name, box) for name in names for box in here)
        )

    def _write_notes(self, notes: Sequence[str]) -> None:
        """What is printed on a hex in words, close to its rim on a crop, where a name stands between."""
        far = LOW_NOTE if self.look.crop and self.look.name else NOTE
        for note in notes:
            self._write_note(note.replace("_", " "), self.to_pixels((0, far), (0, -far)))

    def _write_note(self, text: str, near: list[Point]) -> None:
        """A note, larger without its second word: `free station: W&SR`, `free: W&SR`."""
        sizes = self.print.notes
        what, colon, whose = text.partition(":")
        words = TextLine(text, "symbol", sizes[:1], bold=True)
        if not self._write_line(words, near) and colon:
            short = replace(words, text=f"{what.split()[0]}{colon}{whose}", sizes=sizes)
            if not self._write_line(short, near):
                self._write_line(replace(short, bold=fonts.NARROW), near)

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

    def _draw_symbols(self) -> list[tuple[str, Box | None]]:
        """The small pictures of what is printed there and of what came onto it, and where each found room."""
        look = self.look
        return [(s, self._draw_symbol(s)) for s in (*look.symbols, *look.signs) if s in symbols.KNOWN]

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
        """The name of a symbol, close to its picture, if there is room for it."""
        size = self.print.fee
        near = self.to_pixels((0, 0.7), (0, -0.7))
        if box is not None:
            middle = (box[0] + box[2]) / 2
            near = [(middle, box[3] + size / 2), (middle, box[1] - size / 2)]
            if self.look.tile.stops:  # a run ends below or above it
                beside = (
                    box[3] - size / 2 if any(s.kind == "off" for s in self.look.tile.stops) else (box[1] + box[3]) / 2
                )
                near = [(box[2] + fonts.width(name, size) / 2, beside)]
        room = self.room.copy()
        for town in (place for place in self.form.places.values() if place.stop.kind == "town"):
            corners = (town.x - RUN_RING, town.y - RUN_RING), (town.x + RUN_RING, town.y + RUN_RING)
            (left, top), (right, bottom) = self.to_pixels(*corners)
            room.take((round(left), round(top), round(right), round(bottom)), "ring")
        self._write_line(TextLine(name, "symbol", (size,)), near, room=room)

    def _write_signs(self, signs: Sequence[str]) -> None:
        """Words that came onto the hex in play; a longer list as lines of one size, else as pictures of its goods."""
        unit = self.look.size
        near = self.to_pixels((0, 0.75), (0, -0.75), (0.5, 0.7), (-0.5, 0.7), (0.5, -0.7), (-0.5, -0.7))
        if not signs or (len(signs) < 3 and self.look.tile.stops):
            for sign in signs:
                self._write_sign(sign, near)
            return
        cut = _narrowest("".join(signs))
        sizes = self.print.down(self.print.value)
        if len(signs) < 3:  # no line from side to side
            wide_ones = {s for s in signs if fonts.width(s, sizes[0], bold=cut) > unit * WIDEST_SIGN}
            signs = [part for s in signs for part in (s.split(" ", 1) if s in wide_ones else [s])]
        for points in sizes:
            step = round(points * 1.08)
            wide, high = max(fonts.width(s, points, bold=cut) for s in signs) + 4, step * len(signs) + 2
            box = self.room.find(wide, high, self.to_pixels((0, 0)))
            if box is None:
                continue
            for i, sign in enumerate(signs):
                at = ((box[0] + box[2]) / 2, box[1] + 1 + step * (i + 0.5))
                fonts.write(self.draw, at, sign, points, bold=cut, ink=style.BLACK, anchor="mm")
            self.room.take(box, "sign")
            return
        self._write_goods(signs)

    def _write_sign(self, sign: str, near: list[Point]) -> None:
        """A sign on a hex with stops: in the largest print in which one or two lines have room."""
        sizes = self.print.down(self.print.ground)
        for points in sizes:
            line = TextLine(sign, "sign", (points,), bold=_narrowest(sign))
            if self._write_line(line, near) or self._write_in_two_lines(line, near):
                return
        self._write_line(TextLine(sign, "sign", sizes), near)

    def _write_goods(self, signs: Sequence[str]) -> None:
        """What goods pay, each as its small picture and an amount, in the largest print in which all have room."""
        goods = list(filter(None, map(symbols.paid_good, signs)))
        found = ((points, self._room_for_goods(goods, points)) for points in self.print.down(self.print.small))
        points, boxes = next((each for each in found if each[1]), (0, [])) if goods else (0, [])
        for (good, amount), box in zip(goods, boxes, strict=False):
            picture = symbols.symbol(good, points)
            self.image.paste(picture, (box[0] + 1, box[1]), picture)
            at = box[0] + points + 2, (box[1] + box[3]) / 2
            fonts.write(self.draw, at, amount, points, bold=fonts.NARROW, ink=style.BLACK, anchor="lm")
            self.room.take(box, "sign", gap=0)

    def _room_for_goods(self, goods: Sequence[tuple[str, str]], points: int) -> list[Box]:
        """A box for each; none where one of them has no room."""
        room, boxes = self.room.copy(), list[Box]()
        for (_, amount), spot in zip(goods, self.to_pixels(*GOODS_AT), strict=False):
            box = room.find(points + fonts.width(amount, points, bold=fonts.NARROW) + 3, points, [spot])
            if box is None:
                return []
            room.take(box, "sign", gap=0)
            boxes.append(box)
        return boxes

    def _write_name(self) -> None:
        """The place's name in the print of the map or a step less, in two lines where it may end one. Else it is for the whole
        map to place.
        """
        name = self.look.name
        x, y = self._middle_of_stops()
        near = self.to_pixels((x, y - 0.62), (x, y + 0.62), (0, -0.72), (0, 0.72), (0, -0.3), (0, 0.3))
        unit = self.look.size
        inner = Core(part_of_hex(self.look.layout, unit, self.page.half, 1 - OFF_BORDER / unit), WHOLE)
        for points in self.name_sizes:
            if self.least is not None and points <= self.least:
                return
            words = TextLine(name, "name", (points,), bold=fonts.NARROW)
            if self._write_line(words, near, inner) or self._write_in_two_lines(words, near, inner):
                self.name_size = points
                return

    @property
    def name_sizes(self) -> Sequence[int]:
        """Pixels of print that the name may have within its hex, the largest first."""
        look = self.look
        sizes = self.print.names(look.tile, small=look.small, aside=look.aside)
        return sizes[: STEPS_WITHIN if look.crop and not look.coastal else 1]

    def _middle_of_stops(self) -> Point:
        """The middle of what the name belongs to."""
        places = list(self.form.places.values())
        return (places[0].x, places[0].y) if len(places) == 1 else (0.0, 0.0)

    def _write_in_two_lines(self, words: TextLine, near: list[Point], core: Core | None = None) -> bool:
        """Words in two lines below each other, as alike in length as can be; says whether they found room."""
        each, bold = words.text.split(" "), words.bold
        halves = [(" ".join(each[:n]), " ".join(each[n:])) for n in range(1, len(each))]
        if not halves:
            return False
        first, second = min(halves, key=lambda half: max(fonts.width(part, words.sizes[0], bold) for part in half))
        for points in words.sizes:
            wide = max(fonts.width(first, points, bold), fonts.width(second, points, bold)) + 2
            step = round(points * 1.1)
            box = self.page.find_line(words, points, (wide, 2 * step + 2), near, core)
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
        text, most = f"{look.money}{look.cost}", self.print.chosen if look.chosen else self.print.ground
        marks = [terrain.mark(t) for t in look.terrain]
        each, ink = unit * 0.34, style.BLACK if look.chosen or unit < FINE else faint_ink(look)
        middle = 0, terrain.cost_place(unit, chosen=look.chosen)
        for points in self.print.down(most)[:STEPS_WITHIN]:
            left, top, right, bottom = fonts.bounds(text, points, bold=True)
            wide, high = right - left + round(each * len(marks)), bottom - top + 2
            box = self.room.find(wide + 2, high + 2, self.to_pixels(middle, (0, 0.6), (0, -0.6)))
            if box is not None:
                for i, paint in enumerate(marks):
                    paint(self.draw, box[0] + 1 + each * (i + 0.42), box[1] + 1, unit * 0.26, high - 2)
                at = (box[0] + 1 + each * len(marks) - left, box[3] - 2 - (bottom - top) - top)
                fonts.write(self.draw, at, text, points, bold=True, ink=ink)
                self.room.take(box, "cost")
                return
        around = self.to_pixels((0, 0.7), (0, -0.7), (0.6, 0), (-0.6, 0))
        self._write_line(TextLine(text, "cost", self.print.down(most), bold=True, ink=ink), around)


def _areas(boxes: Sequence[Box]) -> list[int]:
    """Pixels in each of these boxes, the smallest first."""
    return sorted((right - left) * (bottom - top) for left, top, right, bottom in boxes)


def _narrowest(text: str) -> fonts.Weight:
    """The narrowest cut of bold print that has all of these letters."""
    return fonts.NARROW if all(fonts.has(letter, fonts.NARROW) for letter in text) else fonts.Cut.BOLD
