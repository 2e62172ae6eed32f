"""Numbers of places to choose from: inside their hex or in the very slot, on nothing that must be read."""

from __future__ import annotations

import math
import re
from random import Random
from typing import Any

import pytest

from bot.views.options.labels import action_label as label_of
from game.actions import LayTile
from game.play import Game
from game.state import Laid
from game.title_data import HexData
from render import TALL, Marks, alt_places, draw_crop, draw_lays, draw_map, draw_places
from render.data.choice_names import choice_name
from render.data.hexsides import hexside
from render.data.marks import NONE
from render.drawing import fonts, phone, style
from render.drawing.discs import numbers
from render.drawing.free_space import Box, Line
from render.drawing.geometry import off_line, polar
from render.drawing.hex_appearance import Additions, Lettering, look
from render.drawing.layout import edge_marks
from render.drawing.map_print import crop_print, phone_print
from render.drawing.names.numbers import MINOR, inside, number_box
from render.drawing.names.placing import PlaceNames
from render.drawing.sprites import hex_sprite
from render.drawing.style import TRACK_WIDTH
from render.drawing.tile_geometry import BASE, anatomy, corners, rings
from render.pictures import grid, overlay
from render.pictures.choices import captions, places
from render.pictures.choices.close_looks import SIDE
from render.pictures.choices.lays import lay_words
from render.pictures.grid import RADIUS
from render.pictures.map import CANVAS
from render.pictures.painter import Painter
from render.text.reach_words import reached_words
from tests.support.board_notation import board
from tests.support.random_boards import random_tiles
from tests.support.written_words import check_sizes, note_sizes, note_words
from titles import TITLES

NAMES = list(TITLES)
EDGE = 6  # pixels at least of a letter at the map's edge, from its middle
PHONE = 1 / phone.SCALE  # of a picture's pixels
SIZES = {
    40: 0.17,
    72: 0.03,
    110: 0.03,
}  # pixels of an apothem where places are chosen, from a wide part of a map to a close
# one, and the share of the hexes that are so full that a number must cover a value or a label, at most

READ = 24  # pixels of the radius of a number that is read on a phone
SMALL = {
    40: 0.3,
    72: 0.022,
    110: 0,
}  # the share of the hexes with a smaller one, at most: F12 of 18GA has a fee and two lines


def game(name, late):
    """A title at its start, or with tiles all over its map."""
    rules = TITLES[name].rules((), 4)
    state = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").state
    if late:
        laid, tiles, hexes = random_tiles(rules.data, Random(2)), rules.data.tiles, rules.data.hexes
        state.tiles = {h: t for h, t in laid.items() if tiles[t.tile].label in ("", hexes[h].label)}
    return state, rules


def depth(layout, x, y):
    """How far a point (apothems) is from the centre, measured towards the side it is nearest to: 1 on that side."""
    return max(x * n[0] + y * n[1] for n in (polar(BASE[layout] + 60 * e, 1.0) for e in range(6)))


def note_names(monkeypatch):
    """Names that maps drawn from now on write over their hexes, with their boxes."""
    named: list[tuple[PlaceNames, HexData, Box]] = []
    real = PlaceNames._write

    def note(names, h, placed):
        named.append((names, h, placed.box))
        real(names, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    return named


def note_ties(monkeypatch):
    """The lines that maps drawn from now on have between names and their cities."""
    tied: list[tuple[PlaceNames, Line]] = []
    real = PlaceNames._write

    def note(names, h, placed):
        if placed.line is not None:
            tied.append((names, placed.line))
        real(names, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    return tied


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_number_lies_inside_its_hex_and_on_neither_track_nor_what_must_be_read(name, late, size):
    """On every hex of every map. On a border or a corner it could mean either hex."""
    state, rules = game(name, late)
    layout, additions, crowded, small = rules.data.layout, Additions.of(state, rules), 0, 0
    hexes = [h for h in rules.data.hexes.values() if h.buildable]
    for h in hexes:
        sprite = hex_sprite(look(state, rules, h, size, Lettering(chosen=True, numbers=False), additions))
        box, clear = number_box(sprite, layout, size, RADIUS, (0.0, 0.0))
        x, y = ((box[0] + box[2]) / 2 - sprite.centre[0]) / size, ((box[1] + box[3]) / 2 - sprite.centre[1]) / size
        r = (box[2] - box[0]) / 2 / size
        rim = [(x + r * math.cos(k), y + r * math.sin(k)) for k in range(7)]
        assert all(depth(layout, *p) <= 1.01 for p in rim), h.id
        if clear:
            read = [b for _, b in sprite.boxes]
            assert not any(touched(box, b) for b in read), h.id
            assert not sprite.taken.getpixel((round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2))), h.id
        else:
            crowded += any(touched(box, b) for what, b in sprite.boxes if what not in MINOR)
        small += (box[2] - box[0]) // 2 < READ
    assert crowded <= len(hexes) * SIZES[size]
    assert small <= len(hexes) * SMALL[size], "below ten pixels on a phone: they had six in hexes full of track"


def test_a_number_in_a_full_hex_leaves_the_stations_to_be_read():
    """In Delhi it lay over those of both companies."""
    state, rules = game("18India", late=False)
    for tile, turned in (("65", 1), ("65", 3), ("68", 2)):
        state.tiles["G8"] = Laid(tile, turned)
        seen = look(state, rules, rules.data.hexes["G8"], 83, Lettering(chosen=True, numbers=False))
        sprite = hex_sprite(seen)
        (left, top, right, bottom), _ = number_box(sprite, seen.layout, 83, RADIUS, (0.0, 0.0))
        x, y = (left + right) / 2 - sprite.centre[0], (top + bottom) / 2 - sprite.centre[1]
        cities = rings(anatomy(sprite.ground.tile, turned, seen.layout, sprite.ground.circles))
        assert len(cities) == 2
        for (across, down), radius in cities:
            assert math.hypot(across * 83 - x, down * 83 - y) > (right - left) / 2 + 0.8 * radius * 83, (tile, turned)


def test_a_number_that_finds_no_room_beside_a_station_leaves_its_letters():
    """MR's in the place of 18 India's G34 was half hidden."""
    state, rules = game("18India", late=False)
    state.tiles["G34"] = Laid("12", 4)
    half = 0.33 * 76  # of what its letters take
    seen = look(state, rules, rules.data.hexes["G34"], 76, Lettering(chosen=True, numbers=False))
    sprite = hex_sprite(seen)
    (left, top, right, bottom), clear = number_box(sprite, seen.layout, 76, RADIUS, (0.0, -0.1 * 76))
    x, y = (left + right) / 2 - sprite.centre[0], (top + bottom) / 2 - sprite.centre[1]
    assert not clear
    assert math.hypot(x, y) > (right - left) / 2 + half


@pytest.mark.parametrize("name", NAMES)
def test_a_number_stands_on_no_name_of_a_place(name, monkeypatch):
    """Half of "Delhi" stood under the number of its hex."""
    state, rules = game(name, late=True)
    placed, discs, sizes = note_names(monkeypatch), list[tuple[float, float, float, float]](), note_sizes(monkeypatch)
    monkeypatch.setattr(overlay, "badge", lambda _, x, y, r, *__: discs.append((x - r, y - r, x + r, y + r)))
    cities = [h.id for h in rules.data.hexes.values() if h.name and h.print.cities and h.buildable]
    for first in range(0, len(cities), 6):
        placed.clear()
        discs.clear()
        sizes.clear()
        draw_places(state, rules, chosen := cities[first : first + 6])
        check_sizes(sizes)
        missing = set(chosen) - {h.id for _, h, _ in placed}
        assert not missing, "names come after the numbers"
        assert not [h.name for _, h, box in placed if any(touched(disc, box) for disc in discs)]


def touched(disc, box):
    """Whether a disc, given by its box, reaches into another box by more than the pixels of its smooth edge."""
    x, y, r = (disc[0] + disc[2]) / 2, (disc[1] + disc[3]) / 2, (disc[2] - disc[0]) / 2
    dx, dy = max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])
    return math.hypot(dx, dy) < r * 0.84


def test_a_disc_over_a_side_is_not_inside():
    assert inside((90, 90, 111, 111), (100, 100), 50, "flat")
    assert not inside((90, 40, 111, 61), (100, 100), 50, "flat")
    assert not inside((140, 90, 161, 111), (100, 100), 50, "pointy")


def test_the_number_of_a_station_stands_in_its_slot(monkeypatch):
    """Waycross and Brunswick: it stood on the track between the two."""
    spots = []
    real = Painter._number

    def number(painter, text, what, marks, ring):
        real(painter, text, what, marks, ring)
        at = painter.where.point(painter.shown[what.partition(".")[0]], ring[0])
        spots.append((painter.numbers[-1], at, ring[1] * painter.where.size))

    def write(names, h, placed):
        if placed.line is not None:
            lengths[h.id] = math.dist(*placed.line) / names.where.size
        real_write(names, h, placed)

    lengths, real_write = dict[str, float](), PlaceNames._write
    monkeypatch.setattr(Painter, "_number", number)
    monkeypatch.setattr(PlaceNames, "_write", write)
    g = board("I9=57/0 I11=457a/1")
    draw_places(g.view(None), g.rules, (), ["I9.a.0", "I11.a.0"])
    assert len(spots) == 2
    assert 0 < lengths["I9"] < 1, "it went round the corners of the number's box"
    for box, (x, y), radius in spots:
        assert math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (x, y)) < 1.5
        assert (box[2] - box[0]) / 2 <= radius


def test_places_for_stations_have_letters_where_minors_have_numbers(monkeypatch):
    """18EU: "4 Venice" showed the token of minor 5."""
    said: list[str] = []

    def note_number(*args: Any) -> Any:
        said.append(args[4])
        return args[3]

    for module in (numbers, grid):
        monkeypatch.setattr(module, "paste_number", note_number)
    for tokens, marks in (({}, ["1", "2"]), ({"H19.a.0": "5"}, ["A", "B"])):
        g = Game.new(TITLES["18EU"].rules((), 4), ["ann", "bob", "cid", "dee"], "1")
        g.state.tokens = dict(tokens)
        for slots in (["H19.a.0", "C8.a.0"], ["H19.a.0", "I18.a.0"]):  # apart, and on one map
            said.clear()
            draw_places(g.state, g.rules, (), slots)
            assert said[-2:] == marks, slots  # a map whose names are in its way is painted anew
    assert [choice_name(n, lettered=True) for n in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]
    assert "B: Brussels" in alt_places(g.view(None), g.rules, ["H19.a", "C8.a"], lettered=True)


def test_stations_far_from_each_other_have_pictures_of_their_own():
    """On the whole of Europe their numbers hid the cities that they meant."""
    g = Game.new(TITLES["18EU"].rules((), 4), ["ann", "bob", "cid", "dee"], "1")
    view, rules = g.view(None), g.rules
    data = rules.data.hexes
    cities = [h for h in data if data[h].print.cities]
    slots = [f"{h}.{data[h].print.cities[0].name}.0" for h in (cities[0], cities[-1])]
    apart, close = draw_places(view, rules, (), slots), draw_places(view, rules, (), slots[:1])
    assert style.RULE in counted(apart)  # what parts the pictures
    assert style.RULE not in counted(close)


def test_places_for_stations_are_told_apart_however_many_there_are(monkeypatch):
    """Two were both "Paris"; and twenty numbers on the whole of India lay on each other."""
    said = []
    real = captions.captioned_picture

    def captioned(*args):
        said.append(args[1])
        return real(*args)

    monkeypatch.setattr(places, "captioned_picture", captioned)
    for title in ("18EU", "18India"):
        g = Game.new(TITLES[title].rules((), 4), ["ann", "bob", "cid", "dee"], "1")
        g.state.tokens = {}
        data = g.rules.data.hexes
        slots = [f"{h}.{city.name}.0" for h in data for city in data[h].print.cities][:20]
        said.clear()
        image = draw_places(g.state, g.rules, (), slots)
        assert len(set(said)) == len(slots)
        assert image.height * phone.SCREEN_WIDTH / image.width < 620, "no higher than a phone's screen"
        assert any(line.startswith("Paris\ntoward ") for line in said) is (title == "18EU")


def test_a_hex_to_choose_is_outlined_and_keeps_the_colour_of_its_tile():
    """A tint made yellow tiles orange and green ones grey: they read as tiles of another phase."""
    g = board("C9=8/3")
    view, rules = g.view(None), g.rules
    for hex_id, colour in (("C7", "white"), ("C9", "yellow")):
        plain, chosen = (counted(draw_crop(view, rules, ["C7", "C9"], marks)) for marks in (NONE, chosen_hex(hex_id)))
        assert plain.get(style.MARK, 0) == 0
        assert chosen[style.MARK] > 2_000
        ground = style.HEX[colour]
        assert chosen[ground] > plain[ground] * 0.6
        assert set(top_colours(chosen, 6)) <= {*top_colours(plain, 8), style.MARK}


def chosen_hex(hex_id):
    return Marks(hexes=(hex_id,), order=(hex_id,), choice=True)


def top_colours(colours, n):
    return sorted(colours, key=colours.get, reverse=True)[:n]


def test_the_cost_of_a_hex_to_choose_is_larger_than_that_of_others():
    state, rules = game("18TN", late=False)
    h = next(h for h in rules.data.hexes.values() if h.cost)
    sizes = crop_print(72, 1098)
    boxes = [
        dict(hex_sprite(look(state, rules, h, 72, Lettering(chosen=chosen, sizes=sizes))).boxes)["cost"]
        for chosen in (False, True)
    ]
    plain, large = (b[3] - b[1] for b in boxes)
    assert large > plain * 1.15, "a step of the ladder"


def test_a_way_to_lay_says_tile_place_and_cost():
    """Rivers in 18GA cost what stands on the map; a second tile costs nothing more."""
    g = board("C9=8/3")
    view, rules = g.view(None), g.rules
    assert lay_words(view, rules, LayTile("D10", "57", 0)) == "57 in Augusta"
    costly = next(h for h in rules.data.hexes.values() if h.cost)
    assert lay_words(view, rules, LayTile(costly.id, "9", 0)) == f"9 in {costly.name or costly.id} for ${costly.cost}"
    assert lay_words(view, rules, LayTile("C9", "24", 0)) == "24 in C9"


def test_old_track_is_grey_and_new_track_black():
    """The same straight on its own hex is all old; on an empty hex it is all new."""
    g = board("C9=9/0")
    view, rules = g.view(None), g.rules
    new, same = (grey(draw_lays(view, rules, [LayTile(h, "9", 0)])) for h in ("C7", "C9"))
    assert same > new + 3_000


def test_grey_track_is_explained_where_there_is_any(monkeypatch):
    """It looked broken at the edge of the new tile."""
    g = board("C9=9/0")
    view, rules = g.view(None), g.rules
    said = note_words(monkeypatch)
    draw_lays(view, rules, [LayTile("C7", "9", 0)])
    assert "track that was there before" not in said
    draw_lays(view, rules, [LayTile("C9", "24", 0)])
    assert "track that was there before" in said


def test_a_way_names_its_hexes_at_their_sides_as_its_button_does(monkeypatch):
    """`57 to G5 and Milledgeville`: the small pictures showed neither."""
    said: list[tuple[str, int]] = []
    real = fonts.write

    def write(draw, at, text, size, **more):
        said.append((text, size))
        real(draw, at, text, size, **more)

    g = board("")
    view, rules = g.view(None), g.rules
    lays = [LayTile("F6", "57", turn) for turn in range(3)]
    plain = [label_of(lay, {"hex": "F6", "tile": "57"}, view, rules) for lay in lays]
    monkeypatch.setattr(fonts, "write", write)
    draw_lays(view, rules, lays * 2)  # so many that each is small
    named = [text for text, size in said if size == SIDE and re.fullmatch(r"[A-K]\d+", text)]
    sides = [side for text in plain * 2 for side in re.findall(r"[A-K]\d+", text)]
    places = {side for side in sides if rules.data.hexes[side].name}  # with their names where both have room
    assert [side for side in sorted(named) if side not in places] == sorted(s for s in sides if s not in places)
    assert SIDE * PHONE >= 11
    assert plain[0] == "to G5 and E7 (Milledgeville)"


def grey(picture):
    """How many pixels have the colour of old track; the rim of a reserved home has it too."""
    return counted(picture).get(style.PALE, 0)


def counted(picture):
    """How many pixels each colour has."""
    return {c: n for n, c in picture.getcolors(1 << 21) or ()}


def test_the_network_is_said_in_words():
    """Columbus and Macon joined: two cities, whoever's they are."""
    g = board("C3=57/1[CoG] C5=9/1 C7=9/1")
    view, rules = g.view(None), g.rules
    sides = frozenset(hexside(rules, h, e) for h in ("C3", "C5") for e in (1, 4))
    assert reached_words(view, rules, Marks(network=sides)) == "1 city reached"
    assert reached_words(view, rules, Marks(network=sides, runner="CoG")) == "CoG reaches 1 city"


@pytest.mark.parametrize("name", NAMES)
def test_names_keep_out_of_the_hexes_of_other_places(name, monkeypatch):
    """A name that reaches over a side has its middle in its own hex or in one that has no place: else it names another.

    Nor does it cover a letter or number at the edge: Rocky Mount hid its F.
    """
    named = note_names(monkeypatch)
    state, rules = game(name, late=False)
    draw_map(state, rules, canvas=(1200, 1600))
    assert named
    for painter, h, box in named:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        size = painter.where.size
        assert not any(
            box[0] <= a <= box[2] and box[1] - EDGE <= b <= box[3] + EDGE
            for _, (a, b) in edge_marks(painter.where, list(painter.shown.values()), phone_print(size).edge)
        ), h.name
        for other in painter.shown.values():
            a, b = painter.where.centre(other)
            if other.name and other is not h:
                assert depth(rules.data.layout, (x - a) / size, (y - b) / size) > 0.75, (h.name, other.name)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("canvas", [CANVAS, TALL])
@pytest.mark.parametrize("name", NAMES)
def test_a_line_from_a_name_to_its_city_crosses_no_word_and_no_number(name, canvas, late, monkeypatch):
    """One struck out the "r" of Alexandria, others a value, a coordinate; all looked like track, which they lay along."""
    tied = note_ties(monkeypatch)
    state, rules = game(name, late=late)
    painters = {}
    real = Painter.names

    def names(painter):
        real(painter)
        painters[id(painter.image)] = painter

    monkeypatch.setattr(Painter, "names", names)
    draw_map(state, rules, canvas=canvas)
    for names_of, (start, end) in tied:
        boxes = painters[id(names_of.image)].boxes
        spots = [tuple(a + (b - a) * i / 40 for a, b in zip(start, end, strict=True)) for i in range(2, 41)]
        own = [b for b in boxes if b[0] - 1 <= start[0] <= b[2] + 1 and b[1] - 1 <= start[1] <= b[3] + 1]
        words = [b for b in boxes if b not in own]
        assert not any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for x, y in spots for b in words)
        assert track_beside(names_of, end) > TRACK_WIDTH / 2


def track_beside(names: PlaceNames, end: tuple[float, float]) -> float:
    """How far a spot of a map is from the middle of the nearest track of any hex, in apothems."""
    where, found = names.where, math.inf
    for i, h in names.shown.items():
        x, y = where.centre(h)
        ground = names.sprites[i].ground
        spot = (end[0] - x) / where.size, (end[1] - y) / where.size
        form = anatomy(ground.tile, ground.rotation, names.layout, ground.circles)
        found = min([found, *(off_line(spot, line) for line in form.tracks)])
    return found


def test_corners_of_a_hex_are_beyond_its_sides():
    """What the tests above measure with."""
    assert all(depth("flat", *c) == pytest.approx(1.0) for c in corners("flat"))


def test_areas_off_the_map_are_counted_apart():
    """The picture said 11 cities where the list beside it had 14 places."""
    g = board("C3=57/1[CoG] B4=8/3")
    view, rules = g.view(None), g.rules
    area = next(h for h, d in rules.data.hexes.items() if any(s.kind == "off" for s in d.print.stops))
    sides = frozenset(hexside(rules, area, e) for e in range(6))
    assert reached_words(view, rules, Marks(network=sides)) == "0 cities and one area off the map reached"
    assert (
        reached_words(view, rules, Marks(network=sides, runner="CoG")) == "CoG reaches 1 city and one area off the map"
    )
