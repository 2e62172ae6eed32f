"""The map of a position: hexes, tokens, reserved homes, what changed, how trains ran, and a panel where there is room."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.load import HexData
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.geometry import Point
from render.drawing.hex_appearance import look
from render.drawing.layout import Layout, Size, at_size, edge_marks, fit, map_and_panels
from render.drawing.sprites import hex_sprite, token
from render.drawing.tile_geometry import BESIDE, anatomy, beside
from render.pictures import overlay
from render.pictures.panel import BRIEF, SLIM, WIDE, Block, blocks

CANVAS: Size = (1600, 1200)
TALL: Size = (1200, 1600)  # for phones: as wide as the phone is, hexes are a third larger than on the other
LAYERS = frozenset({"coordinates", "numbers", "runs", "panel", "marks"})


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

    `layers`: coordinates (in the hexes; those along the edges are always there), numbers (of tiles), runs, panel, marks.
    `asked`: who must act, by name. `focus`: only these hexes, larger. `large`: large print, twice the canvas in each direction.
    """
    if large:
        canvas = canvas[0] * 2, canvas[1] * 2
    image = style.canvas(canvas, rules.data)
    shown = [h for i, h in rules.data.hexes.items() if not focus or i in focus]
    unit = min(canvas) / 1200
    panel: list[tuple[Block, Box]] = []
    if "panel" in layers and not focus:

        def parts(grown: float, wide: int) -> list[Block]:
            return blocks(view, rules, marks if "runs" in layers else NONE, asked, unit * grown, wide)

        found = _arrange(tuple(shown), rules, canvas, unit, parts)
        where = found.where
        panel = _closed_up(parts(found.grown, found.wide), found.boxes)
    else:
        edge = round(30 * unit) + 14
        where = fit(shown, rules.data, canvas, (edge, edge, canvas[0] - edge, canvas[1] - edge))
    painter = _Painter(image, view, rules, where, layers)
    painter.hexes(shown)
    painter.coordinates(shown)
    if marks.network:
        overlay.network(image, view, rules, where, painter.shown, marks.network)
    painter.runs(marks)
    painter.homes()
    painter.tokens()
    painter.changes(marks)
    draw = ImageDraw.Draw(image)
    for block, box in panel:
        block.paint(image, draw, box)
    return image


def _closed_up(parts: Sequence[Block], boxes: Sequence[Box]) -> list[tuple[Block, Box]]:
    """The parts with their boxes; one that stands right below another moves up into room that the other does not need now."""
    found: list[tuple[Block, Box]] = []
    ends: dict[tuple[int, int], int] = {}  # of each box, by its left and bottom, where it is free from now
    for block, box in sorted(zip(parts, boxes, strict=True), key=lambda each: each[1][1]):
        above = [n for (left, end), n in ends.items() if left == box[0] and 0 <= box[1] - end <= STACKED]
        top = min([box[1], *(n + 14 + round(block.size[1] * 0.04) for n in above)])
        found.append((block, (box[0], top, box[2], top + block.size[1])))
        ends[box[0], box[3]] = top + (block.used or block.size[1])
    return found


@dataclass(frozen=True)
class _Arranged:
    """Where the map lies, how large and how wide the panel's parts are, and their boxes."""

    where: Layout
    grown: float
    wide: int
    boxes: list[Box]


_arranged: dict[object, _Arranged] = {}
GROWN = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9, 0.8)
STACKED = 40  # pixels between two boxes of which one stands right below the other
WORTH = 1.06  # how much larger the hexes must become for a panel with less in it


def _arrange(
    shown: tuple[HexData, ...], rules: Rules, canvas: Size, unit: float, parts: Callable[[float, int], list[Block]]
) -> _Arranged:
    """Map and panel: the map as large as a small panel allows, then the panel as large as the map allows. Found once."""
    key = (rules.data.name, tuple(h.id for h in shown), canvas, tuple(b.size for b in parts(1.0, WIDE)))
    if key not in _arranged:
        if len(_arranged) > 200:
            _arranged.clear()
        edge = round(40 * unit)

        best: _Arranged | None = None
        for wide in (WIDE, SLIM, BRIEF):
            sizes = [b.size for b in parts(GROWN[-1], wide)]
            least = math.floor(best.where.size * WORTH) + 1 if best else 8
            found = map_and_panels(shown, rules.data, canvas, sizes, edge, least=least)
            best = _Arranged(found[0], GROWN[-1], wide, found[1]) if found else best
        if best is None:
            raise ValueError(f"a canvas of {canvas[0]} by {canvas[1]} is too small for the map of {rules.data.name}")
        for grown in GROWN:
            sizes = [b.size for b in parts(grown, best.wide)]
            larger = at_size(shown, rules.data, canvas, sizes, edge, round(best.where.size * 0.985))
            if larger is not None:
                best = _Arranged(larger[0], grown, best.wide, larger[1])
                break
        _arranged[key] = best
    return _arranged[key]


class _Painter:
    """Paints one map; holds what all its parts need."""

    def __init__(self, image: Image.Image, view: View, rules: Rules, where: Layout, layers: Collection[str]) -> None:
        self.image, self.view, self.rules, self.where, self.layers = image, view, rules, where, layers
        self.shown: dict[Hex, HexData] = {}
        self.boxes: list[Box] = []
        self.words: dict[Hex, list[tuple[Box, Image.Image, Box]]] = {}

    def hexes(self, shown: Sequence[HexData]) -> None:
        signs, extra = self.rules.signs(self.view), queries.beside(self.view)
        for h in shown:
            self.shown[h.id] = h
            seen = look(
                self.view,
                self.rules,
                h,
                self.where.size,
                coordinates="coordinates" in self.layers and h.buildable and h.id not in self.view.tiles,
                numbers="numbers" in self.layers,
                signs=signs,
                beside=extra,
            )
            sprite = hex_sprite(seen)
            x, y = self.where.centre(h)
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            self.image.paste(sprite.image, (left, top), sprite.image)
            for _, b in sprite.boxes:
                box = (b[0] + left, b[1] + top, b[2] + left, b[3] + top)
                self.boxes.append(box)
                self.words.setdefault(h.id, []).append((box, sprite.image, b))

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
        found = self.spot(slot)
        if hex_id not in self.shown or found is None:
            return
        (x, y), radius = found
        px, py = self.where.point(self.shown[hex_id], (x, y))
        r = round(radius * self.where.size * (0.96 if not pale else 0.9))
        sprite = token(self.rules.data, company, r, pale)
        self.image.paste(sprite, (round(px) - r, round(py) - r), sprite)

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
        found = []
        for city in face_of(self.view, self.rules, hex_id).tile.cities:
            if stop in ("", city.name):
                free = [f"{hex_id}.{city.name}.{i}" for i in range(city.slots)]
                found += [s for s in free if s not in self.view.tokens][:1]
        return found

    def runs(self, marks: Marks) -> None:
        if "runs" in self.layers:
            overlay.runs(self.image, self.view, self.rules, self.where, self.shown, marks)
            self.rewrite(self.words if marks.runs else ())

    def changes(self, marks: Marks) -> None:
        if "marks" not in self.layers:
            return
        overlay.outlines(self.image, self.view, self.rules, self.where, self.shown, marks)
        self.rewrite(marks.hexes)
        rings = {}
        for slot in (*marks.slots, *marks.removed):
            found = self.spot(slot)
            if found is not None and slot.partition(".")[0] in self.shown:
                rings[slot] = found
        overlay.changes(self.image, self.rules, self.where, self.shown, marks, rings, self.boxes)
