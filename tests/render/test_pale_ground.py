"""The ground round a part of a map: the colours of the map, paler, on which no name of another place and no coordinate stands."""

from __future__ import annotations

import colorsys
import math
from typing import Any

import pytest

from render import Marks, draw_crop, hold
from render.drawing import style
from render.drawing.names.pale_ground import pale_stops
from render.drawing.names.placing import PlaceNames
from render.drawing.tile_geometry import anatomy
from render.pictures.painter import Painter
from tests.support.golden_positions import golden_position

CROPS = [
    ("18TN-bank", 300, ("G12", "H15")),
    ("18TN-bank", 500, ("F11", "D11", "E10")),
    ("18GA-bank", 700, ("G7", "F8")),
    ("18VA-bank", 400, ("D7", "F1")),
]
CANVAS = 1098, 700


def drawn(name, number, hexes, monkeypatch):
    """The painter of such a part of a map, its names with their hexes, and what was written on it beside them."""
    painters: list[Any] = []
    names: list[Any] = []
    words: list[Any] = []
    paint, write, coordinates = Painter.names, PlaceNames._write, Painter.coordinates

    def note_painter(painter):
        painters.append(painter)
        names.clear()
        paint(painter)

    def note_name(placing, h, placed):
        names.append((h, placed))
        write(placing, h, placed)

    def note_words(painter, shown):
        before = len(painter.boxes)
        coordinates(painter, shown)
        words[:] = painter.boxes[before:]

    monkeypatch.setattr(Painter, "names", note_painter)
    monkeypatch.setattr(PlaceNames, "_write", note_name)
    monkeypatch.setattr(Painter, "coordinates", note_words)
    g = golden_position(name, number)
    draw_crop(g.view(None), g.rules, hold(g.rules, hexes, [CANVAS]).hexes, Marks(hexes=hexes[:1]), canvas=CANVAS)
    return painters[-1], names, words


@pytest.mark.parametrize(("name", "number", "hexes"), CROPS)
def test_no_name_on_a_part_of_a_map_stands_on_the_hex_of_another_place(name, number, hexes, monkeypatch):
    """Bowling Green stood on Clarksville's pale hex, Murfreesboro on Nashville's, and were read as the names of these."""
    painter, names, _ = drawn(name, number, hexes, monkeypatch)
    assert painter.beyond
    assert names
    hexes = {**painter.shown, **{i: h for i, (h, _) in painter.beyond.items()}}
    grounds = {i: s.ground for i, s in painter.sprites.items()} | {i: g for i, (_, g) in painter.beyond.items()}
    for h, placed in names:
        left, top, right, bottom = placed.box
        for other in hexes.values():
            if other is not h and (other.name or grounds[other.id].tile.stops):
                x, y = painter.where.centre(other)
                away = math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
                assert away >= 0.88 * painter.where.size - 4, (h.name, other.id)


@pytest.mark.parametrize(("name", "number", "hexes"), CROPS)
def test_no_coordinate_stands_on_a_pale_city(name, number, hexes, monkeypatch):
    """The letter F was printed into SR's station, 14 over a city at the rim."""
    painter, _, words = drawn(name, number, hexes, monkeypatch)
    stops = list(pale_stops(painter.where, painter.beyond))
    assert stops
    assert words
    for left, top, right, bottom in stops:
        assert not any(a < right and left < c and b < bottom and top < d for a, b, c, d in words)


@pytest.mark.parametrize("kind", ["yellow", "green", "brown", "gray"])
def test_pale_ground_has_the_hue_of_what_it_is(kind):
    """Yellow became orange there and brown red, as if other terrain began."""
    ground = style.HEX[kind]
    pale = style.mix(ground, style.FADE, style.FADED)
    hues = [colorsys.rgb_to_hsv(*(n / 255 for n in colour))[0] for colour in (ground, pale)]
    assert abs(hues[0] - hues[1]) < 0.02
    assert style.FADED < 0.7


@pytest.mark.parametrize(("name", "number", "hexes"), CROPS[2:])
def test_cities_round_a_part_of_a_map_have_no_white_circles(name, number, hexes, monkeypatch):
    """They seemed to be cities of the part that is shown."""
    painter, _, _ = drawn(name, number, hexes, monkeypatch)
    white = style.mix(style.WHITE, style.FADE, style.FADED)
    taken = {slot.rpartition(".")[0] for slot in painter.view.tokens}
    seen = 0
    for h, ground in painter.beyond.values():
        form = anatomy(ground.tile, ground.rotation, ground.layout, ground.circles)
        for place in form.places.values():
            for slot in place.slots if f"{h.id}.{place.stop.name}" not in taken else ():
                x, y = (round(n) for n in painter.where.point(h, slot))
                if 0 <= x < painter.image.width and 0 <= y < painter.image.height:
                    seen += 1
                    light = painter.image.convert("RGB").getpixel((x, y))
                    assert math.dist(light, white) > 8
    assert seen
