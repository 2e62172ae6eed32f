"""The map of a position: hexes, tokens, reserved homes, what changed, how trains ran, and a panel where there is room."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from game.hexes import Layout as HexLayout
from game.load import HexData, TitleData
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts, style
from render.drawing.free_space import Box, Room
from render.drawing.geometry import Point
from render.drawing.hex_appearance import Additions, Lettering, look
from render.drawing.image_cache import keep_packed
from render.drawing.layout import Layout, Size, edge_marks, fit
from render.drawing.lettering import halo_width, name_size
from render.drawing.number_place import number_box
from render.drawing.sprites import Sprite, hex_sprite, token
from render.drawing.tile_geometry import BESIDE, anatomy, beside, corners
from render.pictures import overlay
from render.pictures.panel import Panel
from render.pictures.sheet import Sheet, arrange

CANVAS: Size = (1600, 1200)
TALL: Size = (1200, 1600)  # for phones: as wide as the phone is, hexes are a third larger than on the other
LAYERS = frozenset({"coordinates", "names", "numbers", "costs", "runs", "panel", "marks"})
LARGER = 1.3  # times as large are stations with the layer "large stations"
ANYWHERE = 9.0
ZONES: tuple[tuple[float, tuple[float, ...]], ...] = (
    # How far beyond its hex a name may reach, in sizes of the hex, and the sizes of its print to try there: its own hex comes
    # first, even in smaller print; then over its sides, never into another place's hex; 0: anywhere.
    (1.02, (1, 0.9, 0.8)),
    (1.3, (1, 0.9, 0.8, 0.7)),
    (ANYWHERE, (1, 0.9, 0.8, 0.7, 0.6, 0.5)),
    (0.0, (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.33)),
)
LEAST_STATION = 0.026  # of the picture's width: the radius of a lone token with that layer, 10 pixels on a phone,
HEX_SHARE = 0.72  # and at most this of its hex's apothem
ALONE = 1.3  # how much larger than its circle a lone token is on a phone's map
DIMMED = 0.62  # how far ground that a company does not reach goes towards white


def draw_map(
    view: View,
    rules: Rules,
    marks: Marks = NONE,
    *,
    canvas: Size = CANVAS,
    layers: Collection[str] = LAYERS,
    asked: Sequence[str] = (),
    focus: Collection[Hex] = (),
    large: bool = False,
) -> Image.Image:
    """The board as that view knows it.

    `layers`: coordinates (in the hexes; those along the edges are always there), names, numbers (of tiles), costs, runs, panel,
    marks, and, for pictures that are small, large stations.
    `asked`: who must act, by name. `focus`: only these hexes, larger. `large`: large print, twice the canvas in each direction.
    """
    if large:
        canvas = canvas[0] * 2, canvas[1] * 2
    shown = [h for i, h in rules.data.hexes.items() if not focus or i in focus]
    unit = min(canvas) / 1200
    sheet: Sheet | None = None
    if "panel" in layers and not focus:
        panel = Panel(view, rules, marks if "runs" in layers else NONE, asked, unit)
        sheet = arrange(shown, rules.data, canvas, panel)
        where = sheet.where
    else:
        where = placed(shown, rules.data, canvas)
    image = style.canvas(sheet.size if sheet else canvas, rules.data, style.SEA)
    coast(image, where, list(rules.data.hexes.values()), rules.data.layout)
    if sheet:
        sheet.paint_ground(image)
    phone = "large stations" in layers or (sheet is not None and canvas[1] > canvas[0])
    painter = _Painter(image, view, rules, where, layers, phone=phone)
    painter.surroundings(focus)
    painter.hexes(shown, marks.hexes if marks.choice else ())
    painter.coordinates(shown)
    for h in (painter.shown[i] for i in marks.hexes if marks.old and i in painter.shown):
        overlay.old_track(image, view, rules, where, h, marks.old)
    if marks.network:
        painter.network(marks.network)
    painter.runs(marks)
    painter.homes()
    painter.tokens()
    painter.outlines(marks)
    painter.changes(marks)
    if "names" in layers:
        painter.names()
    if sheet:
        sheet.paint(image)
    return image


def placed(shown: Sequence[HexData], data: TitleData, canvas: Size) -> Layout:
    """Where these hexes lie on a canvas without a panel."""
    edge = round(30 * min(canvas) / 1200) + 14
    return fit(shown, data, canvas, (edge, edge, canvas[0] - edge, canvas[1] - edge))


def coast(image: Image.Image, where: Layout, shown: Sequence[HexData], layout: HexLayout) -> None:
    """The sea, and on it what all hexes together make one land: a soft shadow, shallows and a fine coastline."""
    image.paste(_sea(tuple(where.centre(h) for h in shown), image.size, where.size, layout), (0, 0))


@keep_packed(16, lambda image: ((image,), ()), lambda image: image)
def _sea(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout) -> Image.Image:
    image = Image.new("RGB", size, style.SEA)
    image.paste(style.SHADOW, (0, 0), _shadow(centres, size, unit, layout))
    for grow, colour in ((SHALLOWS, style.SHORE), (COASTLINE, style.COAST)):
        image.paste(colour, (0, 0), _land(centres, size, unit, layout, grow))
    return image


COARSE = 4  # pixels of the picture in one of the shadow's
SHALLOWS, COASTLINE = 1.085, 1.03  # how much larger than its hexes the land is drawn below them


def _shadow(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout) -> Image.Image:
    small = Image.new("L", (size[0] // COARSE, size[1] // COARSE))
    draw = ImageDraw.Draw(small)
    rim = corners(layout, 1.06)
    for x, y in centres:
        draw.polygon([((x + a * unit) / COARSE, (y + (b + 0.1) * unit) / COARSE) for a, b in rim], fill=255)
    return small.filter(ImageFilter.GaussianBlur(unit * 0.16 / COARSE)).resize(size, Image.Resampling.BILINEAR)


def _land(centres: tuple[tuple[int, int], ...], size: Size, unit: int, layout: HexLayout, grow: float) -> Image.Image:
    """A mask of the land with each hex so many times as large; drawn twice as large, for a smooth edge."""
    double = Image.new("L", (size[0] * 2, size[1] * 2))
    draw, rim = ImageDraw.Draw(double), corners(layout, grow)
    for x, y in centres:
        draw.polygon([((x + a * unit) * 2, (y + b * unit) * 2) for a, b in rim], fill=255)
    return double.reduce(2)


class _Painter:
    """Paints one map; holds what all its parts need."""

    def __init__(
        self,
        image: Image.Image,
        view: View,
        rules: Rules,
        where: Layout,
        layers: Collection[str],
        *,
        phone: bool = False,
    ) -> None:
        """`phone`: it is a whole map for a phone: larger print and tokens, no coordinates inside hexes."""
        self.image, self.view, self.rules, self.where, self.layers = image, view, rules, where, layers
        self.phone = phone
        self.shown: dict[Hex, HexData] = {}
        self.boxes: list[Box] = []
        self.numbers: list[Box] = []  # of what changed or may be chosen
        self.words: dict[Hex, list[tuple[Box, Image.Image, Box]]] = {}
        self.sprites: dict[Hex, Sprite] = {}
        self.unnamed: list[Hex] = []  # hexes whose names found no room

    def hexes(self, shown: Sequence[HexData], chosen: Collection[Hex]) -> None:
        """The hexes with their words; `chosen`: those to choose from, where numbers will stand."""
        additions = Additions.of(self.view, self.rules)
        for h in shown:
            self.shown[h.id] = h
            seen = look(
                self.view,
                self.rules,
                h,
                self.where.size,
                Lettering(
                    coordinates="coordinates" in self.layers
                    and h.buildable
                    and h.id not in self.view.tiles
                    and h.id not in chosen
                    and not self.phone,
                    numbers="numbers" in self.layers and h.id not in chosen and not self.phone,
                    names="names" in self.layers,
                    costs="costs" in self.layers,
                    chosen=h.id in chosen,
                    phone=self.phone,
                ),
                additions,
            )
            sprite = hex_sprite(seen)
            x, y = self.where.centre(h)
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            self.image.paste(sprite.image, (left, top), sprite.image)
            self.sprites[h.id] = sprite
            for _, b in sprite.boxes:
                box = (b[0] + left, b[1] + top, b[2] + left, b[3] + top)
                self.boxes.append(box)
                self.words.setdefault(h.id, []).append((box, sprite.image, b))

    def surroundings(self, focus: Collection[Hex]) -> None:
        """Round a part of the map: the ground of the other hexes, pale, for the land goes on there."""
        draw, rim = ImageDraw.Draw(self.image), corners(self.rules.data.layout, 1.006)
        for h in self.rules.data.hexes.values():
            if focus and h.id not in focus:
                draw.polygon(
                    [self.where.point(h, c) for c in rim], fill=style.mix(style.HEX["white"], style.SHADE, 0.6)
                )

    def names(self) -> None:
        """Names that found no room on their own hex: the nearest place that is free, over borders if need be."""
        waiting = [
            h for i, h in self.shown.items() if h.name and not any(w == "name" for w, _ in self.sprites[i].boxes)
        ]
        if waiting:
            reach = round(self.where.size * 2.4)
            taken = self._taken(reach)
            for h in sorted(waiting, key=lambda h: not h.print.cities):  # cities have the choice before towns
                self._name(h, taken, reach)

    def _name(self, h: HexData, taken: Image.Image, reach: int) -> None:
        size = self.where.size
        x, y = self.where.centre(h)
        part = taken.crop((x, y, x + 2 * reach, y + 2 * reach))
        self._spare_others(part, h, reach)
        near = [(reach, reach - size * 0.6), (reach, reach + size * 0.6)]
        points_wanted = name_size(size, phone=self.phone)
        for limit, shares in ZONES:
            mask = part if limit > 0 else taken.crop((x, y, x + 2 * reach, y + 2 * reach))
            room = Room(self._only_round(mask, limit, reach) if 0 < limit < ANYWHERE else mask)
            if any(
                self._name_in(room, h, form, (reach, near, taken)) for form in _attempts(h.name, points_wanted, shares)
            ):
                return
        self.unnamed.append(h.id)

    def _only_round(self, part: Image.Image, limit: float, reach: int) -> Image.Image:
        """The mask of what is taken round a hex, with everything beyond the hex at so many times its size taken too."""
        beyond = Image.new("L", part.size, 255)
        rim = corners(self.rules.data.layout, limit * self.where.size)
        ImageDraw.Draw(beyond).polygon([(reach + a, reach + b) for a, b in rim], fill=0)
        return ImageChops.lighter(part, beyond)

    def _name_in(
        self, room: Room, h: HexData, form: tuple[str, int], place: tuple[int, Sequence[Point], Image.Image]
    ) -> bool:
        """Write a name in that form where the room has a place for it near its hex; says whether it did."""
        (text, points), (reach, near, taken), size = form, place, self.where.size
        x, y = self.where.centre(h)
        lines = text.split("\n")
        step = round(points * 1.1)
        wide = max(fonts.width(line, points, bold=True) for line in lines) + 4
        box = room.find(wide, step * len(lines) + 2, near)
        if box is None or abs((box[0] + box[2]) / 2 - reach) + abs((box[1] + box[3]) / 2 - reach) > size * 1.9:
            return False
        draw, left, top = ImageDraw.Draw(self.image), x - reach, y - reach
        for i, line in enumerate(lines):
            at = (left + (box[0] + box[2]) / 2, top + box[1] + 1 + step * (i + 0.5))
            halo = halo_width(points)
            fonts.write(draw, at, line, points, bold=True, ink=style.BLACK, anchor="mm", halo=halo)
        self.boxes.append((box[0] + left, box[1] + top, box[2] + left, box[3] + top))
        ImageDraw.Draw(taken).rectangle((box[0] + x, box[1] + y, box[2] + x, box[3] + y), fill=255)
        return True

    def _taken(self, frame: int) -> Image.Image:
        """A mask of the whole picture in a frame of so many pixels: track, stops, words, and everything beyond its edge."""
        wide, high = self.image.size
        mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
        mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
        for i, h in self.shown.items():
            sprite, (x, y) = self.sprites[i], self.where.centre(h)
            mask.paste(255, (x - sprite.centre[0] + frame, y - sprite.centre[1] + frame), sprite.taken)
        draw = ImageDraw.Draw(mask)
        rim = corners(self.rules.data.layout)
        for h in self.shown.values():
            for side in (s for s, kind in h.borders.items() if kind):
                line = [
                    (x + frame, y + frame)
                    for x, y in (self.where.point(h, rim[side - 1]), self.where.point(h, rim[side]))
                ]
                draw.line(line, fill=255, width=max(2, round(self.where.size * 0.2)))
        for b in self.boxes:
            draw.rectangle((b[0] + frame - 1, b[1] + frame - 1, b[2] + frame, b[3] + frame), fill=255)
        return mask

    def _spare_others(self, part: Image.Image, h: HexData, reach: int) -> None:
        """Keep a name off the hexes of other places, to which it would seem to belong."""
        draw, r = ImageDraw.Draw(part), self.where.size * 0.9
        x, y = self.where.centre(h)
        for other in self.shown.values():
            if other.name and other is not h and abs(other.x - h.x) < 6 and abs(other.y - h.y) < 6:
                a, b = self.where.centre(other)
                a, b = a - x + reach, b - y + reach
                draw.ellipse((a - r, b - r, a + r, b + r), fill=255)

    def network(self, hexsides: Collection[str]) -> None:
        """The track that a company reaches, in full width and colour; all other ground is pale."""
        land, rim = Image.new("L", self.image.size), corners(self.rules.data.layout, 1.006)
        for h in self.shown.values():
            ImageDraw.Draw(land).polygon([self.where.point(h, c) for c in rim], fill=round(255 * DIMMED))
        self.image.paste(style.WHITE, (0, 0), land)
        self.rewrite(overlay.network(self.image, self.view, self.rules, self.where, self.shown, hexsides))

    def rewrite(self, hexes: Iterable[Hex]) -> None:
        """Show the words of these hexes over what was drawn since."""
        for hex_id in hexes:
            for box, sprite, part in self.words.get(hex_id, ()):
                word = sprite.crop(part)
                self.image.paste(word, box[:2], word)

    def coordinates(self, shown: Sequence[HexData]) -> None:
        """Letters and numbers along the edges, as the title has them."""
        size = max(10, round(self.where.size * 0.33))
        draw = ImageDraw.Draw(self.image)
        for text, p in edge_marks(self.where, shown):
            fonts.write(draw, p, text, min(size, 34), bold=True, ink=style.SOFT, anchor="mm")

    def spot(self, slot: str) -> tuple[Point, float] | None:
        """Where on its hex a token stands, and its radius, in apothems."""
        hex_id, stop, circle = slot.split(".")
        face = face_of(self.view, self.rules, hex_id)
        form = anatomy(face.tile, face.rotation, self.rules.data.layout)
        if stop == "+" or stop not in form.places:
            return (0.0, 0.0), 0.25
        place = form.places[stop]
        if circle.isdigit() and int(circle) < len(place.slots):
            return place.slots[int(circle)], place.radius
        return beside(form, stop, self.rules.data.layout), BESIDE

    def stamp(self, slot: str, company: str, pale: bool = False) -> None:
        hex_id = slot.partition(".")[0]
        circle = self.spot(slot)
        if hex_id not in self.shown or circle is None:
            return
        (x, y), radius = circle
        px, py = self.where.point(self.shown[hex_id], (x, y))
        large, alone = "large stations" in self.layers, self._alone(slot)
        larger = LARGER if large else ALONE if self.phone and alone else 1
        r = round(radius * self.where.size * (0.96 if not pale else 0.9) * larger)
        if large and alone:
            r = max(r, min(round(LEAST_STATION * self.image.width), round(HEX_SHARE * self.where.size)))
        sprite = token(self.rules.data, company, r, pale)
        self.image.paste(sprite, (round(px) - r, round(py) - r), sprite)

    def _alone(self, slot: str) -> bool:
        """Whether it is the only circle of the only stop of its hex: there a token may be larger than its circle."""
        stops = face_of(self.view, self.rules, slot.partition(".")[0]).tile.stops
        return len(stops) == 1 and stops[0].slots == 1 and not slot.endswith("+")

    def tokens(self) -> None:
        for slot, company in sorted(self.view.tokens.items()):
            self.stamp(slot, company)

    def homes(self) -> None:
        """Pale marks where a company's first station will stand; in every free city of the hex while that is open."""
        for company, data in self.rules.data.companies.items():
            if company in self.view.companies and queries.home_open(self.view, self.rules, company):
                for home in data.home:
                    for slot in self._free(home):
                        self.stamp(slot, company, pale=True)

    def _free(self, home: str) -> list[str]:
        hex_id, _, stop = home.partition(".")
        slots = []
        for city in face_of(self.view, self.rules, hex_id).tile.cities:
            if stop in ("", city.name):
                free = [f"{hex_id}.{city.name}.{i}" for i in range(city.slots)]
                slots += [s for s in free if s not in self.view.tokens][:1]
        return slots

    def runs(self, marks: Marks) -> None:
        if "runs" in self.layers:
            overlay.runs(self.image, self.view, self.rules, self.where, self.shown, marks)
            self.rewrite(self.words if marks.runs else ())

    def outlines(self, marks: Marks) -> None:
        if "marks" in self.layers:
            overlay.outlines(self.image, self.view, self.rules, self.where, self.shown, marks)
            self.rewrite(marks.hexes)

    def changes(self, marks: Marks) -> None:
        if "marks" not in self.layers:
            return
        rings = {}
        for slot in (*marks.slots, *marks.removed):
            circle = self.spot(slot)
            if circle is not None and slot.partition(".")[0] in self.shown:
                rings[slot] = circle
        overlay.changes(self.image, self.where, self.shown, marks, rings)
        for number, what in enumerate(marks.order, 1):
            if what.partition(".")[0] in self.shown:
                self._number(str(number), what, marks, rings.get(what))

    def _number(self, text: str, what: str, marks: Marks, ring: tuple[Point, float] | None) -> None:
        """The number of a place: in the empty slot that it is about, else at a free spot inside its hex."""
        hex_id, _, slot = what.partition(".")
        h, size = self.shown[hex_id], self.where.size
        x, y = self.where.centre(h)
        if ring is not None and marks.choice and what not in self.view.tokens and not slot.startswith("+"):
            at, r = self.where.point(h, ring[0]), round(ring[1] * size * 0.94)
        else:
            sprite = self.sprites[hex_id]
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            over = [(b[0] - left, b[1] - top, b[2] - left, b[3] - top) for b in self.numbers]
            near = (ring[0][0] * size, ring[0][1] * size) if ring else (0.0, -0.1 * size)
            wanted = max(9, marks.least, round(size * 0.2))
            box, _ = number_box(sprite, self.rules.data.layout, size, wanted, near, over)
            at, r = (left + (box[0] + box[2]) / 2, top + (box[1] + box[3]) / 2), (box[2] - box[0]) // 2
        overlay.badge(self.image, *at, r, text, style.MARK)
        box = round(at[0]) - r, round(at[1]) - r, round(at[0]) + r + 1, round(at[1]) + r + 1
        self.numbers.append(box)
        self.boxes.append(box)


def _attempts(name: str, size: int, shares: Sequence[float]) -> list[tuple[str, int]]:
    """A name in one line and in two, at these shares of the full size."""
    forms = [name, name.replace(" ", "\n", 1)] if " " in name else [name]
    return [(form, round(size * share)) for share in shares for form in forms]
