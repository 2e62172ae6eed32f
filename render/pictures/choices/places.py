"""Where something may be built, on the map: places and circles of stations, numbered as the buttons below are."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from game.names import company_name
from game.rules import Rules
from game.state import Hex, Slot
from render.data import queries
from render.data.choice_names import are_stations_lettered
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import phone
from render.drawing.layout import Size, spread
from render.pictures.choices.captions import FEW, LEFT, captioned_picture, captions_print
from render.pictures.choices.close_looks import draw_close
from render.pictures.grid import CAPTION, GAP, RADIUS, lay_out_grid
from render.pictures.lots import WIDE
from render.pictures.preview import draw_crop
from render.pictures.window import CLOSE, NARROW, NEIGHBOURS, window
from render.text.directions import city_way

LOWEST, HIGHEST = WIDE * 6 // 10, WIDE * 4 // 3  # pixels of a map's height
PLACES: Size = (WIDE, 900)
# The same, of places that lie north and south of each other.
TALLER: Sequence[Size] = (WIDE, 1200), (WIDE, HIGHEST)
BEYOND_PLACES = 1.3  # apothems from the middles of the outermost places to the side, where neighbours have no room
STATION, LOWER = 400, 296  # pixels of the height of a place for a station, and where there are three rows of them
PLACES_LEGIBLE = 22  # pixels of an apothem on a phone at which places are told apart; smaller ones get a higher picture
SLOTS_LEGIBLE = 62  # pixels of an apothem at which the number in a slot is read
MANY_SLOTS = 10  # circles whose numbers are read on one map: more have a picture each
PANELS = 9  # places for stations that stand three to a row at most; more stand four to a row
LOW_STATION, LOWEST_STATION = 220, 160  # pixels of the height of each of these, and of more than three rows of them
FLAT_STATION = 130  # the same of more than five rows
INSIDE = 10  # pixels left of their names: their numbers stand in the pictures
CLOSEST = 2.0  # how much larger the hex of a station is drawn than one that is seen with all its neighbours


def draw_places(
    view: View,
    rules: Rules,
    hexes: Sequence[Hex],
    slots: Sequence[Slot] = (),
    order: Sequence[str] = (),
    room: int = HIGHEST,
) -> Image.Image:
    """The part of the map where something may be built, each place outlined and numbered in the `order` given, else hexes first.

    `slots`: circles of stations: each holds its number, or its letter where companies have numbers. Where they lie so far apart
    that it could not be read in them, or are very many, each has a picture of its own. `room`: pixels of the map's height.
    """
    there = [*hexes, *(s.partition(".")[0] for s in slots)]
    view = queries.leave_out_undecided(view, there[len(hexes) :])
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
    if slots and not hexes and (WIDE / wide < SLOTS_LEGIBLE or len(slots) > MANY_SLOTS):
        return _station_panels(view, rules, slots, room)
    canvas = WIDE, max(min(round(WIDE * high / wide), HIGHEST, room), LOWEST)
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
            size = min(WIDE / wide, canvas[1] / high) * phone.SCREEN_WIDTH / WIDE
            if size >= PLACES_LEGIBLE:
                return part
            parts.append((size, part))
    return max(parts, key=lambda sized: sized[0])[1]


def _station_panels(view: View, rules: Rules, slots: Sequence[Slot], room: int) -> Image.Image:
    """Each slot with what lies round it, its number beside its place's name. `room`: pixels of the height, if that is enough."""
    columns = 2 if len(slots) <= FEW else 3 if len(slots) <= PANELS else 4
    wide = (WIDE - GAP * (columns - 1)) // columns
    many, left = len(slots) > PANELS, INSIDE if len(slots) > PANELS else LEFT
    captions = [_station(view, rules, slot) for slot in slots]
    how, parts = captions_print(captions, wide, left), []
    low = LOW_STATION if len(slots) <= 3 * columns else LOWEST_STATION if len(slots) <= 5 * columns else FLAT_STATION
    tall = low if many else LOWER if len(slots) > 2 * columns else STATION
    fits = room // -(-len(slots) // columns) - GAP - how.height
    size = wide, tall if many else max(min(tall - (how.height - CAPTION), fits), LOWEST_STATION)
    for slot, words in zip(slots, captions, strict=True):
        hex_id = slot.partition(".")[0]
        marks = Marks(slots=(slot,), choice=True)
        picture = draw_close(view, rules, hex_id, size, marks, larger=CLOSEST)
        parts.append(captioned_picture(picture, words, rules, how, left))
    lettered = are_stations_lettered(view)
    return lay_out_grid(parts, columns, rules, captioned=0 if many else how.height, lettered=lettered)


def _station(view: View, rules: Rules, slot: Slot) -> str:
    """The name of a station's place; of a minor's also whose it is, as its button says; of another one of several cities in a hex
    below it where its track leads.
    """
    hex_id, city, _ = slot.split(".")
    place, company = _place(rules, hex_id), view.tokens.get(slot, "")
    called, face = company_name(rules, company), face_of(view, rules, hex_id)
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
