"""The parts of a map, painted one over the other: hexes with their words, runs, stations, what changed, names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Hex
from game.title_data import HexData
from render.data import queries
from render.data.choice_names import choice_name
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import style
from render.drawing.discs.numbers import write_number
from render.drawing.free_space import Box, moved, overlap
from render.drawing.geometry import Point
from render.drawing.hex_appearance import Additions, Lettering, Look, ground_look, look
from render.drawing.landscape.sea import coastline, is_coastal
from render.drawing.layout import Layout
from render.drawing.lettering import YIELDING
from render.drawing.map_print import LAST, MapPrint
from render.drawing.names.coordinates import Coordinate, write_coordinates
from render.drawing.names.numbers import number_box
from render.drawing.names.pale_ground import fill_circles, pale_stops
from render.drawing.names.placed_names import BESIDE
from render.drawing.names.placing import Drawn, PlaceNames
from render.drawing.names.run_prints import find_written, write_smaller
from render.drawing.sprites import Sprite, half_of_hex, hex_sprite, paste_hex, token, unwritten, with_rim, word_stencil
from render.drawing.tile_geometry import anatomy, beside, corners
from render.pictures import overlay
from render.pictures.runs.lanes import count_covered

LONE, IN_ROW, PALE = 1.07, 1.0, 0.9  # a token against its circle: over the rim of a lone one, within the rims of a row
CLOSE_CITIES = 3  # of a hex


class Print(NamedTuple):
    """How a map is printed.

    `phone`: it is a whole map for a phone: larger print and tokens, no coordinates inside hexes; `small`: by how many
    steps all names are smaller.
    """

    phone: bool
    small: int
    sizes: MapPrint


class Painter:
    """Paints one map; holds what all its parts need."""

    def __init__(
        self, image: Image.Image, view: View, rules: Rules, where: Layout, layers: Collection[str], size: Print
    ) -> None:
        self.image, self.view, self.rules, self.where, self.layers = image, view, rules, where, layers
        self.phone, self.small, self.print = size
        self.crop = self.print.crop
        self.shown: dict[Hex, HexData] = {}
        self.boxes: list[Box] = []
        self.yielding: dict[Box, Hex] = {}  # what a map may leave out for a name, and on which hex it stands
        self.values: list[Box] = []  # of what stops earn
        self.stations: list[Box] = []
        self.numbers: list[Box] = []  # of what changed or may be chosen
        self.margins: list[Box] = []  # round coordinates and notes: a name beside one seems to be one with it
        self.edges: list[Coordinate] = []  # that stand there
        self.looks: dict[Hex, Look] = {}
        self.sprites: dict[Hex, Sprite] = {}
        self.outlined: Collection[Hex] = ()
        self.shared: list[dict[Hex, Look]] = []  # the ground of other boards with the same names
        self.run_lines: list[Box] = []  # where the lines of runs lie
        self.stops: frozenset[Hex] | None = None  # of runs, whose names stand in any case
        self.crossed: Collection[Hex] = ()  # by runs
        self.asked: frozenset[Hex] | None = None  # the hexes that the picture is about; None: all
        self.unnamed: list[Hex] = []  # hexes whose names found no room
        self.cramped: list[Hex] = []  # the same of those whose names stand far off
        self.far_off: list[Hex] = []  # those of them that have none, or one at the end of a very long line
        self.tied: Mapping[Hex, Box] = {}  # names of several boards to which lines lead
        # Pale ground round a part of the map; None: it is whole.
        self.beyond: dict[Hex, tuple[HexData, Look]] | None = None

    def hexes(
        self, shown: Sequence[HexData], chosen: Collection[Hex], numbered: Collection[Hex], outlined: Collection[Hex]
    ) -> None:
        """The hexes with their words; `chosen`: those to choose from; `numbered`: where numbers will stand, and names then beside
        them; `outlined`: over which an outline will be drawn.
        """
        additions, sizes = Additions.of(self.view, self.rules), self.print.on_hexes
        for h in shown:
            self.shown[h.id] = h
            seen = look(
                self.view,
                self.rules,
                h,
                self.where.size,
                Lettering(
                    coordinates="coordinates" in self.layers and self._has_coordinates(h, chosen),
                    numbers="numbers" in self.layers and h.id not in chosen and not self.phone,
                    names="names" in self.layers and h.id not in numbered,
                    costs="costs" in self.layers,
                    chosen=h.id in chosen,
                    outlined=h.id in outlined,
                    coastal=is_coastal(self.rules.data, h),
                    phone=self.phone,
                    small=0 if h.id in numbered else self.small,
                    aside=self._is_aside(h),
                    circles=self.where.circles,
                    sizes=sizes,
                ),
                additions,
            )
            sprite = hex_sprite(seen)
            x, y = self.where.centre(h)
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            sprite.paste_onto(self.image, (left, top))
            self.looks[h.id], self.sprites[h.id] = seen, sprite
            there = [(what, (b[0] + left, b[1] + top, b[2] + left, b[3] + top)) for what, b in sprite.boxes]
            self.boxes += [box for what, box in there if what not in YIELDING]
            self.yielding |= {box: h.id for what, box in there if what in YIELDING}
            self.values += [box for what, box in there if what == "value"]
            notes = [box for what, box in there if what in ("symbol", "sign")]
            apart = self.print.small // (1 if self.crop else 2)
            self.margins += [(b[0], b[1] - apart, b[2], b[3] + apart) for b in notes]
        for hex_id in (i for i, sprite in self.sprites.items() if sprite.beyond):
            self._rewrite(hex_id, (with_rim("value", box) for box in self.sprites[hex_id].beyond))

    def reserve(self, boards: Sequence[View]) -> None:
        """Leave what is drawn on these boards free of names, as if all of it were on this one."""
        for view in boards:
            additions, there = Additions.of(view, self.rules), dict[Hex, Look]()
            for i in (i for i in self.shown if view.tiles.get(i) != self.view.tiles.get(i)):
                bare, circles = Lettering(numbers=False, names=False, costs=False), self.where.circles
                lettering = replace(bare, phone=self.phone, circles=circles, sizes=self.print)
                seen = look(view, self.rules, self.shown[i], self.where.size, lettering, additions)
                sprite, (x, y) = hex_sprite(seen), self.where.centre(self.shown[i])
                left, top = x - sprite.centre[0], y - sprite.centre[1]
                self.boxes += [(b[0] + left, b[1] + top, b[2] + left, b[3] + top) for _, b in sprite.boxes]
                there[i] = sprite.ground
            self.shared.append(there)

    def _has_coordinates(self, h: HexData, chosen: Collection[Hex]) -> bool:
        """Whether the letter and number of a hex stand in it: where nothing is laid; of what may be chosen on a part of the map
        where no name stands, for buttons name it so.
        """
        if h.id in chosen:
            return self.crop and not h.name
        return h.buildable and h.id not in self.view.tiles and not self.phone

    def clear_cut_words(self, frame: Box) -> None:
        """Take away what is written across the sides of that part of the picture."""
        for hex_id, sprite in self.sprites.items():
            x, y = self.where.centre(self.shown[hex_id])
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            for box in (with_rim(*each) for each in sprite.boxes):
                there = box[0] + left, box[1] + top, box[2] + left, box[3] + top
                if there[0] < frame[0] or there[1] < frame[1] or there[2] > frame[2] or there[3] > frame[3]:
                    self._erase(hex_id, there)

    def surroundings(self, focus: Collection[Hex]) -> None:
        """Round a part of the map: the other hexes as they are, without words and pale, for track and cities go on there."""
        if not focus:
            return
        far, additions = 1.2 * self.where.size, Additions.of(self.view, self.rules)
        corner = half_of_hex(self.where.size, self.rules.data.layout)
        self.beyond = {}
        for h in self.rules.data.hexes.values():
            x, y = self.where.centre(h)
            if h.id not in focus and -far < x < self.image.width + far and -far < y < self.image.height + far:
                ground = ground_look(self.view, self.rules, h, self.where.size, self.where.circles, additions)
                self.beyond[h.id] = h, ground
                paste_hex(self.image, style.paled(unwritten(ground)), ground, (x - corner[0], y - corner[1]))
        fill_circles(self.image, self.where, self.beyond)
        for slot, company in sorted(self.view.tokens.items()):
            self.stamp(slot, company, beyond=True)

    def _fade(self, hexes: Iterable[HexData]) -> None:
        """These hexes pale: each colour of the map the same way towards the paper."""
        pale, rim = Image.new("L", self.image.size), corners(self.rules.data.layout, 1.006)
        for h in hexes:
            ImageDraw.Draw(pale).polygon([self.where.point(h, c) for c in rim], fill=round(255 * style.FADED))
        self.image.paste(style.FADE, (0, 0), pale)

    def names(self) -> None:
        """Names that found no room on their own hex or share it with a number, where a place near it is free."""
        self.boxes += self.numbers
        over = {*self.crossed, *self.outlined}  # by what is drawn above the ground: there nothing can be taken away
        apart = round(self.print.name * BESIDE)  # right beside a name a number seems to be its last word
        fixed = [box for box, i in self.yielding.items() if i in over]
        self.boxes += fixed
        self.margins += [(box[0] - apart, box[1], box[2] + apart, box[3]) for box in fixed]
        self.yielding = gone = {box: i for box, i in self.yielding.items() if i not in over}
        edges = {each.reach: each for each in self.edges if not self.shared}
        loose = {box for each in edges.values() for box in (each.box, each.margin)}
        standing = [*(box for box in (*self.boxes, *self.margins) if box not in loose), *edges]
        before, layout = len(standing), self.rules.data.layout
        lines = self.run_lines, self.stops, coastline(self.where, self.rules.data)
        ground = self.shown, self.sprites, self.beyond, self.shared
        about_runs = self.stops is not None
        last = not about_runs or self.small >= LAST
        written = find_written(self.image, self.where, self.shown, self.sprites if about_runs else {}, self.print.sizes)
        on_hexes = {i: each for i, (_, each) in written.items()}
        drawn = Drawn(*ground, tuple(gone), *lines, last=last, edges=tuple(edges), written=on_hexes)
        sizes = self._name_sizes, self._name_sizes_far_off
        names = PlaceNames(self.image, layout, self.where, drawn, *sizes)

        def erase(box: Box) -> None:
            if box in edges and edges[box].is_alone(self.image):
                edges[box].erase(self.image)
                self.edges.remove(edges[box])
            elif box not in edges:
                self._erase(gone[box], box)

        self.unnamed = names.write(standing, self.outlined, self.asked, erase)
        self.cramped = names.cramped
        self.boxes += standing[before:]
        self.tied, self.far_off = names.tied, names.far_off
        for hex_id, (box, each) in written.items():
            most = names.prints.of(hex_id, self.stops or ()) if names.prints else each.points
            if each.alone and each.points > most:
                middle = self.where.centre(self.shown[hex_id])
                write_smaller(self.image, self.sprites[hex_id], middle, box, each, most)

    def _clear_caption(self, hex_id: Hex, disc: Box) -> None:
        """Take away the coordinate of a hex that a disc would cover in part."""
        if hex_id not in self.crossed:
            for box in [box for box, i in self.yielding.items() if i == hex_id and overlap(box, disc)]:
                self._erase(hex_id, box)
                del self.yielding[box]

    def _erase(self, hex_id: Hex, box: Box) -> None:
        """Take away what is written there on a hex."""
        sprite, (x, y) = self.sprites[hex_id], self.where.centre(self.shown[hex_id])
        bare = unwritten(self.looks[hex_id])
        self.image.paste(bare.crop(moved(box, (sprite.centre[0] - x, sprite.centre[1] - y))), box[:2])

    def _name_sizes(self, h: HexData) -> tuple[int, ...]:
        """Pixels that the name of a place may have, the usual ones first."""
        return self.print.names(self.looks[h.id].tile, small=self.small, aside=self._is_aside(h))

    def _name_sizes_far_off(self, h: HexData) -> tuple[int, ...]:
        """Pixels of a name that would stand very far off; none on a picture about runs or hexes, whose names are the largest."""
        if self.stops is not None or self.asked is not None:
            return ()
        frame = "large stations" in self.layers
        return self.print.names_far_off(self.looks[h.id].tile, small=self.small, aside=self._is_aside(h), frame=frame)

    def _is_aside(self, h: HexData) -> bool:
        """Whether the picture is about other hexes."""
        about = self.asked if self.stops is None else self.stops
        return about is not None and h.id not in about

    def network(self, hexsides: Collection[str]) -> None:
        """The track that a company reaches, in full width and colour; all other ground is pale."""
        self._fade(self.shown.values())
        self.rewrite(overlay.network(self.image, self.view, self.rules, self.where, self.shown, hexsides))
        for hex_id, sprite in self.sprites.items():  # names as dark as those beside their hexes
            self._rewrite(hex_id, (box for what, box in sprite.boxes if what == "name"))

    def rewrite(self, hexes: Iterable[Hex]) -> None:
        """Show the words of these hexes over what was drawn since: letters and discs, not the ground round them."""
        for hex_id in hexes:
            if hex_id in self.shown:
                self._rewrite(hex_id, (with_rim(*each) for each in self.sprites[hex_id].boxes))

    def _rewrite(self, hex_id: Hex, boxes: Iterable[Box]) -> None:
        """Show what is written in these boxes of a hex's picture again."""
        sprite, (x, y) = self.sprites[hex_id], self.where.centre(self.shown[hex_id])
        bare = unwritten(self.looks[hex_id])
        for box in boxes:
            at = x - sprite.centre[0] + box[0], y - sprite.centre[1] + box[1]
            written = sprite.flat.crop(box)
            self.image.paste(written, at, word_stencil(written, bare.crop(box)))

    def coordinates(self, shown: Sequence[HexData]) -> None:
        """Letters and numbers along the edges, as the title has them, but on no city beyond a part of the map."""
        taken, whole = [*self.stations, *pale_stops(self.where, self.beyond)], len(shown) == len(self.rules.data.hexes)
        coast = coastline(self.where, self.rules.data)
        self.edges = write_coordinates(self.image, self.where, shown, self.print, taken, coast, whole=whole)
        self.boxes += [coordinate.box for coordinate in self.edges]
        self.margins += [coordinate.margin for coordinate in self.edges]

    def spot(self, slot: str) -> tuple[Point, float] | None:
        """Where on its hex a token stands, and its radius, in apothems."""
        hex_id, stop, circle = slot.split(".")
        face = face_of(self.view, self.rules, hex_id)
        form = anatomy(face.tile, face.rotation, self.rules.data.layout, self.where.circles)
        place = form.places.get(stop)
        if place is not None and circle.isdigit() and int(circle) < len(place.slots):
            return place.slots[int(circle)], place.radius
        return beside(form, stop, self.rules.data.layout)

    def stamp(self, slot: str, company: str, pale: bool = False, *, beyond: bool = False) -> None:
        """A token, if its hex is shown; `beyond`: if it is on the pale ground round a part of the map, as pale as that."""
        hex_id, circle = slot.partition(".")[0], self.spot(slot)
        h = self.shown.get(hex_id) if not beyond else (self.beyond or {}).get(hex_id, (None,))[0]
        if h is None or circle is None:
            return
        (x, y), radius = circle
        px, py = self.where.point(h, (x, y))
        share = PALE if pale else LONE if self._alone(slot) else IN_ROW
        r = round(radius * self.where.size * share)
        sprite = token(self.rules.data, company, r, pale, self.print.marks)
        shown = style.paled(sprite) if beyond else sprite
        self.image.paste(shown, (round(px) - r, round(py) - r), sprite)
        self.stations.append((round(px) - r, round(py) - r, round(px) + r, round(py) + r))

    def _alone(self, slot: str) -> bool:
        """Whether it is the only circle of its city: there a token covers the rim of its circle.

        Not so where three cities lie close together: it would cover the narrow ring of a run.
        """
        hex_id, stop, circle = slot.split(".")
        cities = face_of(self.view, self.rules, hex_id).tile.cities
        return circle != "+" and len(cities) < CLOSE_CITIES and any(c.name == stop and c.slots == 1 for c in cities)

    def tokens(self, marks: Marks) -> None:
        """Stations; pale those that are only possible."""
        for slot, company in sorted(self.view.tokens.items()):
            self.stamp(slot, company, pale=marks.possible and slot in marks.slots)

    def homes(self, marks: Marks) -> None:
        """Pale marks where a company's first station will stand; in every free city of the hex while that is open.

        Where the next station of another company may be chosen, its number has that circle, and the mark the next free one. None
        stands where a station is about to choose its city: it would be taken for that.
        """
        waiting = {*queries.find_undecided(self.view), *marks.undecided}
        for company, data in self.rules.data.companies.items():
            if company in self.view.companies and queries.home_open(self.view, self.rules, company):
                for home in (h for h in data.home if h.partition(".")[0] not in waiting):
                    for slot in self._free(home, marks.slots if marks.choice else ()):
                        self.stamp(slot, company, pale=True)

    def _free(self, home: str, chosen: Collection[str]) -> list[str]:
        hex_id, _, stop = home.partition(".")
        slots = []
        for city in face_of(self.view, self.rules, hex_id).tile.cities:
            if stop in ("", city.name):
                free = [f"{hex_id}.{city.name}.{i}" for i in range(city.slots)]
                slots += [s for s in free if s not in self.view.tokens and s not in chosen][:1]
        return slots

    def runs(self, marks: Marks) -> None:
        if "runs" in self.layers and marks.runs:
            drawn = overlay.runs(self.image, self.view, self.rules, self.where, self.shown, marks, self._covers)
            self.crossed = drawn[0]
            self.rewrite(self.crossed)
            self.run_lines = drawn[1]
            self.stops = marks.about if self.beyond is not None else None

    def _covers(self, hex_id: Hex, spots: Iterable[Point]) -> int:
        """How many of these points (apothems) lie on track, a stop or a word of the hex."""
        sprite = self.sprites.get(hex_id)
        return count_covered(sprite, spots, self.where.size) if sprite is not None else 0

    def outlines(self, marks: Marks) -> None:
        if "marks" in self.layers:
            overlay.outlines(self.image, self.view, self.rules, self.where, self.shown, marks)
            self.outlined = (*marks.hexes, *marks.buildable)
            self.rewrite(self.outlined)

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
                self._number(choice_name(number, lettered=marks.lettered), what, marks, rings.get(what))

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
            self._clear_caption(hex_id, moved(box, (left, top)))
        box = write_number(self.image, at, r, text, self.print.marks, overlay.mark_colour(marks), choice=marks.choice)
        self.numbers.append(box)
        self.boxes.append(box)
