"""What may be chosen on the map, numbered as the buttons below are: places, tiles with their turns.

As wide as three times a phone: numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageStat

from game.actions import LayTile
from game.rules import Rules
from game.state import Hex, Slot
from render.data import queries
from render.data.choice_names import are_stations_lettered
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts, style
from render.drawing.free_space import Box, moved, overlap
from render.drawing.geometry import polar
from render.drawing.layout import Size, halo_width, spread
from render.drawing.tile_geometry import BASE
from render.pictures.grid import CAPTION, GAP, RADIUS, lay_out_grid
from render.pictures.lots import WIDE
from render.pictures.map import LAYERS
from render.pictures.preview import around, draw_crop, layout_of_crop, with_lay
from render.pictures.window import CLOSE, NARROW, NEIGHBOURS, PHONE, window
from render.text.directions import city_way, side_name

PLACES: Size = (WIDE, 900)
TALLER: Sequence[Size] = (
    (WIDE, 1200),
    (WIDE, WIDE * 4 // 3),
)  # the same, of places that lie north and south of each other
BEYOND_PLACES = 1.3  # apothems from the middles of the outermost places to the side, where neighbours have no room
TILE = 430  # pixels of the height of a way to lay a tile
LOW = 300  # the same where there are more than a `FEW`
FEW = 4
MANY = 9  # more ways than these stand four to a row: with three, buttons below them were off a phone's screen
STATION = 400  # the same of a place for a station
CAPTION_PRINT = {1: 38, 2: 30}  # pixels of these, by how many lines they are
PLACES_LEGIBLE = (
    22  # pixels of an apothem on a phone at which places are told apart: a higher picture where they are smaller
)
SLOTS_LEGIBLE = 62  # pixels of an apothem at which the number in a slot is read
PANELS = 12  # places for stations that stand three to a row at most; more stand four to a row
LOW_STATION = 260  # pixels of the height of each of these: twenty with their names fill a phone's screen once
EDGE, OLD_LINE, OLD_SAMPLE, OLD_PRINT = (
    20,
    54,
    60,
    33,
)  # pixels of the line that explains grey track, and of what is in it
SIDE = 38  # pixels of the name of a hex to which track leads: nearly 13 on a phone
SIDE_PLACE = 30  # the same of the place that lies there, below it
SIDE_WIDE = 0.45  # of a picture's width that such a place's name takes at most
BEYOND = 1.1  # apothems from the middle of a tile to where that name begins
ASIDE = (0, 8, -8, 16, -16, 24, -24, 29, -29)  # degrees to which such a name is moved off the track's way
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours
LESS_CLOSE = 1.25  # the same in pictures of three or four ways: stations beside the tile are whole
CLOSEST = 2.0  # the same in a low picture
BOUNDED = 1.58  # the same of a tile, so that stations beside it are whole


def draw_places(
    view: View, rules: Rules, hexes: Sequence[Hex], slots: Sequence[Slot] = (), order: Sequence[str] = ()
) -> Image.Image:
    """The part of the map where something may be built, each place outlined and numbered in the `order` given, else hexes first.

    `slots`: circles of stations: each holds its number, or its letter where companies have numbers. Where they lie so far apart
    that it could not be read in them, each has a picture of its own.
    """
    there = [*hexes, *(s.partition(".")[0] for s in slots)]
    marks = Marks(
        hexes=tuple(hexes),
        slots=tuple(slots),
        order=tuple(order) or (*hexes, *slots),
        least=RADIUS,
        choice=True,
        lettered=not hexes and are_stations_lettered(view),
    )
    part = _part_of_places(rules, there, NARROW if hexes else CLOSE)
    wide, high = spread([rules.data.hexes[h] for h in part], rules.data.layout == "pointy")
    if slots and not hexes and WIDE / wide < SLOTS_LEGIBLE:
        return _station_panels(view, rules, slots)
    canvas = WIDE, min(max(round(WIDE * high / wide), WIDE * 6 // 10), WIDE * 4 // 3)
    return draw_crop(view, rules, part, marks, canvas=canvas)


def _part_of_places(rules: Rules, there: Sequence[Hex], narrow: float) -> list[Hex]:
    """The hexes round these places: low where numbers are read in them, else of the shape in which they are largest, and without
    neighbours where that makes them larger still.
    """
    parts = []
    for beyond in (NEIGHBOURS, BEYOND_PLACES):
        for canvas in (PLACES, *TALLER):
            part = window(rules.data, there, canvas, narrow, beyond)
            wide, high = spread([rules.data.hexes[h] for h in part], rules.data.layout == "pointy")
            size = min(WIDE / wide, canvas[1] / high) * PHONE / WIDE
            if size >= PLACES_LEGIBLE:
                return part
            parts.append((size, part))
    return max(parts, key=lambda sized: sized[0])[1]


def _station_panels(view: View, rules: Rules, slots: Sequence[Slot]) -> Image.Image:
    """Each slot with what lies round it, its number beside its place's name."""
    columns = 2 if len(slots) <= FEW else 3 if len(slots) <= PANELS else 4
    size = (WIDE - GAP * (columns - 1)) // columns, STATION if len(slots) <= PANELS else LOW_STATION
    parts = []
    for slot in slots:
        hex_id = slot.partition(".")[0]
        marks = Marks(slots=(slot,), choice=True)
        picture = _close(view, rules, hex_id, size, marks, larger=CLOSEST)
        parts.append(_captioned(picture, _station(view, rules, slot), rules))
    return lay_out_grid(parts, columns, rules, captioned=True, lettered=are_stations_lettered(view))


def _station(view: View, rules: Rules, slot: Slot) -> str:
    """The name of a station's place; of a minor's also whose it is, as its button says; of another one of several cities in a hex
    below it where its track leads.
    """
    hex_id, city, _ = slot.split(".")
    place, company = _place(rules, hex_id), view.tokens.get(slot, "")
    called, face = queries.called(rules, company), face_of(view, rules, hex_id)
    if called != company:
        return f"{called.capitalize()}, {place}"
    return f"{place}\n{city_way(rules, hex_id, face, city)}" if len(face.tile.cities) > 1 else place


def _place(rules: Rules, hex_id: Hex) -> str:
    """The name of a hex's place, or the hex."""
    return rules.data.hexes[hex_id].name or hex_id


def free_slot(view: View, rules: Rules, city: str) -> Slot:
    """The circle of a hex or city in which the next station would stand."""
    hex_id, _, stop = city.partition(".")
    for known in face_of(view, rules, hex_id).tile.cities:
        if stop.partition(".")[0] in ("", known.name):
            circles = [f"{hex_id}.{known.name}.{i}" for i in range(known.slots)]
            return next((c for c in circles if c not in view.tokens), circles[-1])
    return f"{hex_id}.+.0"


def draw_lays(view: View, rules: Rules, lays: Sequence[LayTile]) -> Image.Image:
    """Ways to lay tiles, side by side, numbered; each with what lies round it, its tile's number, its place and its cost.

    Track that was there before is grey, new track black. Where it leaves the hex stands the name of the hex across that side,
    which the words of the same way have too.
    """
    columns = 4 if len(lays) > MANY else 3 if len(lays) > FEW else min(2, len(lays))
    tall = LOW if columns > 2 else TILE if len(lays) > 2 else WIDE // 2
    larger = BOUNDED if tall <= LOW else LESS_CLOSE if tall <= TILE else CLOSER
    size = (WIDE - GAP * (columns - 1)) // columns, tall
    parts = []
    kept = False
    for lay in lays:
        old = frozenset(face_of(view, rules, lay.hex).exits)
        kept = kept or bool(old)
        marks = Marks(hexes=(lay.hex,), old=old)
        picture = _close(with_lay(view, lay), rules, lay.hex, size, marks, larger=larger, named=True)
        parts.append(_captioned(picture, lay_words(view, rules, lay), rules))
    image = lay_out_grid(parts, columns, rules, captioned=True)
    return _explain_old(image, rules) if kept else image


def _explain_old(image: Image.Image, rules: Rules) -> Image.Image:
    """The picture with a line below it that says what grey track is."""
    out = style.canvas((image.width, image.height + OLD_LINE), rules.data)
    out.paste(image, (0, 0))
    middle, right = image.height + OLD_LINE // 2, EDGE + OLD_SAMPLE
    draw = ImageDraw.Draw(out)
    draw.rectangle((EDGE, middle - 8, right, middle + 8), fill=style.PALE, outline=style.SOFT)
    words = "track that was there before"
    fonts.write(draw, (right + 14, middle), words, OLD_PRINT, ink=style.SOFT, anchor="lm")
    return out


def lay_words(view: View, rules: Rules, lay: LayTile) -> str:
    """`57 in Augusta for $20`: the tile, where it lies, and what the ground costs."""
    data = rules.data.hexes[lay.hex]
    cost = f" for {rules.data.money(data.cost)}" if data.cost and lay.hex not in view.tiles and not lay.using else ""
    return f"{lay.tile} in {_place(rules, lay.hex)}{cost}"


def _captioned(picture: Image.Image, words: str, rules: Rules) -> Image.Image:
    """A picture with a line of words below it, or two smaller ones; the left end is for the number."""
    image = style.canvas((picture.width, picture.height + CAPTION), rules.data)
    image.paste(picture, (0, 0))
    left, lines = 2 * RADIUS + 20, words.split("\n")
    room, most = picture.width - left - 8, CAPTION_PRINT[len(lines)]
    for n, line in enumerate(lines):
        points = fonts.fitting(line, room, most, bold=True)
        at = left, picture.height + CAPTION * (2 * n + 1) // (2 * len(lines))
        said = fonts.shortened(line, room, points, bold=True)
        fonts.write(ImageDraw.Draw(image), at, said, points, bold=True, anchor="lm")
    return image


def _close(
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
        values, read = ([moved(b, (-left, -top)) for b in picture.info.get(what, ())] for what in ("values", "read"))
        whole = [b for b in read if min(b) >= 0 and b[2] <= size[0] and b[3] <= size[1]]
        _name_sides(picture, (values, whole), view, rules, hex_id, (x - left, y - top), where.size)
    return picture


def _name_sides(
    image: Image.Image,
    kept: tuple[Sequence[Box], Sequence[Box]],
    view: View,
    rules: Rules,
    hex_id: Hex,
    middle: tuple[int, int],
    apothem: int,
) -> None:
    """The name of each hex that the track of this one leads to, beyond that side and within the picture: on the track's way, or
    a little aside where less is covered, nearer to that side than to any other; with the place there, where it has room.
    `kept`: where what stops earn is written, and all that is read there: other words, discs and stations.
    """
    draw = ImageDraw.Draw(image)
    written: list[Box] = []
    for side in face_of(view, rules, hex_id).exits:
        word, way = side_name(rules, hex_id, side), BASE[rules.data.layout] + 60 * side
        place = rules.data.hexes[word].name if word in rules.data.hexes else ""
        place = place if fonts.width(place, SIDE_PLACE, bold=True) <= image.width * SIDE_WIDE else ""
        tries = []
        for said in dict.fromkeys((place, "")):
            wide = max(fonts.width(word, SIDE, bold=True), fonts.width(said, SIDE_PLACE, bold=True))
            half = wide / 2 + 4, SIDE * 0.4 + 4 + (SIDE_PLACE * 0.55 if said else 0)
            for aside in ASIDE:
                spot = _beyond(image, middle, apothem, way + aside, half)
                box = _box(spot, half)
                names, values, words = (sum(overlap(box, b) for b in boxes) for boxes in (written, *kept))
                tries.append(
                    (names, values, words, said != place, _measure_detail(image, box), abs(aside), said, spot, box)
                )
        *_, said, spot, box = min(tries)
        written.append(box)
        for text, size, down in ((word, SIDE, -0.55 * SIDE_PLACE if said else 0), (said, SIDE_PLACE, 0.55 * SIDE)):
            at = spot[0], spot[1] + down
            fonts.write(draw, at, text, size, bold=True, anchor="mm", halo=halo_width(size) + 1)


def _beyond(
    image: Image.Image, middle: tuple[int, int], apothem: int, way: float, half: tuple[float, float]
) -> tuple[float, float]:
    """The middle of a box beyond a tile that way (degrees), within the picture. `half`: of its width and height."""
    dx, dy = polar(way, 1.0)
    far = apothem * BEYOND + abs(dx) * half[0] + abs(dy) * half[1]
    return (
        min(max(middle[0] + dx * far, half[0]), image.width - half[0]),
        min(max(middle[1] + dy * far, half[1]), image.height - half[1]),
    )


def _box(middle: tuple[float, float], half: tuple[float, float]) -> Box:
    """The box of whole pixels round that middle."""
    (x, y), (wide, high) = middle, half
    return round(x - wide), round(y - high), round(x + wide), round(y + high)


def _measure_detail(image: Image.Image, box: Box) -> float:
    """How much would be covered there: how far the brightness of what is drawn varies, in whole steps of 255."""
    return round(ImageStat.Stat(image.crop(box).convert("L")).stddev[0])
