"""Coordinates along the edges of maps, and words that are written again over a run: nothing is cut."""

from __future__ import annotations

import pytest
from PIL import Image

from game.play import Game
from render import TALL, draw_map, latest
from render.drawing import fonts, phone, style
from render.drawing.free_space import crosses, overlap
from render.drawing.hex_appearance import Lettering, look
from render.drawing.landscape.sea import coastline
from render.drawing.layout import edge_marks
from render.drawing.names.placing import PlaceNames
from render.drawing.sprites import hex_sprite, unwritten, word_stencil
from render.pictures.map import CANVAS
from render.pictures.painter import Painter
from render.pictures.window import CROP
from tests.support.board_notation import board
from titles import TITLES

NAMES = list(TITLES)


@pytest.mark.parametrize("canvas", [TALL, CANVAS, CROP])
@pytest.mark.parametrize("name", NAMES)
def test_coordinates_at_the_edges_are_whole_and_off_the_hexes(name, canvas, monkeypatch):
    """A letter beside the western-most hex lay on it; on a phone those of large maps were three pixels high."""
    painters = []
    real = Painter.coordinates

    def note(painter, shown):
        painters.append(painter)
        real(painter, shown)

    names, write = [], PlaceNames._write

    def note_name(self, h, placed):
        names.append(placed.box)
        write(self, h, placed)

    monkeypatch.setattr(Painter, "coordinates", note)
    monkeypatch.setattr(PlaceNames, "_write", note_name)
    rules = TITLES[name].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    focus = latest(rules.data, list(rules.data.hexes)) if canvas == CROP else ()
    draw_map(view, rules, canvas=canvas, focus=focus)
    where, shown, image = painters[0].where, list(painters[0].shown.values()), painters[0].image
    points = painters[0].print.edge
    assert canvas != TALL or points * phone.SCREEN_WIDTH / image.width >= 7
    centres = [where.centre(h) for h in shown]
    half = where.size if where.pointy else where.size * 1.1547
    tall = where.size * 1.1547 if where.pointy else where.size
    sheets, coast = where.bays, coastline(where, rules.data)
    apart = points // 3 if where.down > 4 * points else 0  # above and below, where rows leave room for a name
    for text, (x, y) in edge_marks(where, shown, points):
        a, b, c, d = fonts.bounds(text, points, bold=True, anchor="mm")
        box = round(x + a), round(y + b), round(x + c), round(y + d)
        assert min(box[:2]) >= 0, text
        assert box[2] <= image.width, text
        assert box[3] <= image.height, text
        hexes = [(round(x - half), round(y - tall), round(x + half), round(y + tall)) for x, y in centres]
        assert not any(overlap(box, taken) for taken in (*hexes, *sheets)), text
        wider = box[0] - points // 2, box[1] - apart, box[2] + points // 2, box[3] + apart
        assert canvas == CROP or not any(overlap(wider, taken) for taken in names), (
            f"{text} is read as a part of a name"
        )
        seen = {colour for _, colour in image.crop(box).convert("RGB").getcolors(1 << 16) or ()}
        assert style.beside_the_map() in seen or not any(crosses(line, box) for line in coast), (
            f"the coast goes through {text}"
        )


def test_a_value_is_written_again_without_the_ground_round_it():
    """Its square box cut the ring of the run that it lies beside."""
    g = board("D10=57/1")
    seen = look(g.view(None), g.rules, g.rules.data.hexes["D10"], 90)
    box = dict(hex_sprite(seen).boxes)["value"]
    written = hex_sprite(seen).image.crop(box)
    stencil = word_stencil(written, unwritten(seen).crop(box))
    wide, high = stencil.size
    assert stencil.getpixel((wide // 2, high // 2)) == 255
    assert [stencil.getpixel(corner) for corner in ((0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1))] == [
        0
    ] * 4
    ring = Image.new("RGB", stencil.size, style.RUNS[0])
    ring.paste(written, (0, 0), stencil)
    assert ring.getpixel((0, 0)) == style.RUNS[0]
    assert ring.getpixel((wide // 2, 3)) == style.WHITE


@pytest.mark.parametrize("name", NAMES)
def test_coordinates_inside_hexes_stand_in_their_upper_half(name):
    """K24 and K26 stood over one another at one border: nobody knew which is whose."""
    rules = TITLES[name].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    for h in rules.data.hexes.values():
        sprite = hex_sprite(look(view, rules, h, 90, Lettering(coordinates=h.buildable)))
        assert all(b[3] <= sprite.centre[1] for what, b in sprite.boxes if what == "caption"), h.id
