"""Where names stand that find no room on their hex: in a free place, off other names and their lines, all in one print."""

from __future__ import annotations

import math
from collections import Counter
from typing import cast
from unittest.mock import Mock

import pytest
from PIL import Image, ImageDraw

from bot.sandbox.demo_game import play_demo
from game.play import Game
from game.state import Laid
from render import LAYERS, TALL, Marks, draw_crop, draw_map, hold
from render.data.marks import NONE
from render.drawing import fonts, phone, style
from render.drawing.free_space import Box, Nearby, crosses, is_free, lines_to, meet, overlap, slanting
from render.drawing.hex_appearance import Look
from render.drawing.image_cache import LockedCache
from render.drawing.layout import edge_marks, halo_width
from render.drawing.map_print import crop_print, wide_print
from render.drawing.names import placing, shared_pointers
from render.drawing.names.belonging import away_from
from render.drawing.names.coordinates import write_coordinates
from render.drawing.names.fitting import CLEARLY, NOWHERE, OFF_OTHERS, Fitting
from render.drawing.names.ground import LAND_GRAIN, coarse, crossings, line_height, reach_of
from render.drawing.names.placed_names import BESIDE, Placed, seems_part
from render.drawing.names.placing import PlaceNames
from render.drawing.names.search import CLOSELY, Land, Surroundings, find_places
from render.drawing.sprites import hex_sprite
from render.drawing.symbols import draw_pointer, pointer_sides
from render.drawing.tile_geometry import corners
from render.pictures import map as board
from render.pictures.map import CANVAS
from render.pictures.map import placed as placed_on
from render.pictures.painter import Painter
from render.pictures.window import latest
from tests.support.crossed_names import count_crossed
from tests.support.golden_positions import golden_position
from titles import TITLES


def mask(size, *taken):
    """The mask round a hex on which these boxes are taken, given in pixels from its middle."""
    reach = reach_of(size)
    image = Image.new("L", (2 * reach, 2 * reach))
    for left, top, right, bottom in taken:
        ImageDraw.Draw(image).rectangle((reach + left, reach + top, reach + right, reach + bottom), fill=255)
    return image


def test_what_a_line_may_meet_is_found_among_what_lies_near():
    """Words at the edges of a square, one pixel beyond them, and beyond the picture; lines in all directions, and flat ones."""
    words = [(x, y, x + 30, y + 8) for x in range(-47, 400, 29) for y in range(-31, 300, 23)]
    near, seen = Nearby(words, 50), Counter[bool]()
    spots = [(-9.5, 49), (49, 50), (50, 100), (99.5, 101), (151, 12), (200, 233), (320.25, 50)]
    for one in spots:
        for other in spots:
            there = near.round(*one, *other)
            assert {b for b in words if crosses((one, other), b)} <= set(there)
            seen[len(there) < len(words)] += 1
    assert seen[True] > 10 * seen[False], "few are looked at"


def places(size, image, name="Rome", land=(Land.EMPTY, Land.EMPTY), *, closely=False):
    """What is found on such a mask round a flat hex. `land`: whose ground lies above and below the middle of it."""
    part, reach = coarse(image, size), reach_of(size)
    side = 2 * reach // LAND_GRAIN
    ground = Image.new("L", (side, side), land[0])
    draw = ImageDraw.Draw(ground)
    draw.rectangle((0, side // 2, side, side), fill=land[1])
    rim = [((reach + x * size) / LAND_GRAIN, (reach + y * size) / LAND_GRAIN) for x, y in corners("flat")]
    draw.polygon(rim, fill=Land.HOME)
    round_it = Surroundings(
        name, size, size // 4, part.digest, ground.tobytes(), reach, ((0.0, 0.0, 0.4 * size),), closely
    )
    return find_places(round_it, part)


@pytest.mark.parametrize("size", [26, 50, 67, 124])
def test_a_place_is_free_to_the_pixel_and_in_its_hex_as_long_as_it_is_empty(size):
    image = mask(size, (-size // 2, -size // 3, size // 2, size // 3))
    found = places(size, image)
    assert found[0].land == Land.HOME
    assert found == tuple(sorted(found)), "the best first"
    for place in found:
        assert image.crop(place.box).getbbox() is None
    left, _, right, _ = found[0].box
    assert reach_of(size) - size < left < right < reach_of(size) + size


def test_where_the_hex_is_full_the_places_are_beyond_it_and_near_ones_first():
    size = 50
    found = places(size, mask(size, (-70, -70, 70, 70)))
    assert found
    assert not any(place.land == Land.HOME for place in found)
    assert not places(size, mask(size, (-900, -900, 900, 900)))


def test_a_name_of_two_words_may_stand_in_two_lines():
    size, slit = 50, [(-900, -900, -30, 900), (30, -900, 900, 900)]
    assert [place.text for place in places(size, mask(size, *slit), "Newport News")][:1] == ["Newport\nNews"]


@pytest.mark.parametrize(("name", "second"), [("Baden-Baden", "Baden"), ("St. Louis", "Louis")])
def test_a_name_with_a_space_or_a_hyphen_may_go_on_in_a_second_line(name, second):
    size, half = 50, fonts.width(name, 12, fonts.NARROW) // 2
    slit = [(-900, -900, -half, 900), (half, -900, 900, 900)]
    text = places(size, mask(size, *slit), name)[0].text
    assert text.replace("\n", " " if " " in name else "") == name
    assert text.split("\n")[1] == second


def test_a_long_word_goes_on_in_a_second_line_only_where_its_name_would_stand_far_off():
    """Charlottesville's name stood six half heights from its city, beside which there was room for two short lines."""
    size, half = 76, fonts.width("Charlottes-", 19, fonts.NARROW) // 2 + 8
    slit = [(-900, -900, -half, 900), (half, -900, 900, 900)]
    assert places(size, mask(size, *slit), "Charlottesville") == ()
    parted = places(size, mask(size, *slit), "Charlottesville", closely=True)
    assert {place.text for place in parted} == {"Charlottes-\nville"}
    assert places(size, mask(size, *slit), "Charlottesvillesque", closely=True) == ()


def test_a_name_that_lacks_a_tenth_of_its_width_has_condensed_letters_before_a_second_line():
    """Murfreesboro and Dortmund were a step smaller than other cities for nine pixels."""
    size, half = 76, fonts.width("Murfreesboro", 19, fonts.CONDENSED) // 2 + 4
    slit = [(-900, -900, -half, 900), (half, -900, 900, 900)]
    assert places(size, mask(size, *slit), "Murfreesboro") == ()
    first = places(size, mask(size, *slit), "Murfreesboro", closely=True)[0]
    assert (first.text, first.cut) == ("Murfreesboro", fonts.CONDENSED)
    free = places(size, mask(size), "Murfreesboro", closely=True)
    assert free[0].cut == fonts.NARROW, "only where it needs them"
    assert len(free) == 2 * CLOSELY, "they took the room in the list: Magdeburg's line was as long as three hexes"


def test_a_line_begins_at_a_corner_of_its_name_where_something_stands_in_the_straight_way():
    """Magdeburg's value stood between the city and the hex above it that is empty: its name went to the coast."""
    box, value = (0, 0, 160, 20), (138, 50, 162, 74)
    straight = lines_to(box, [(150.0, 90.0)])
    assert not is_free(straight[0], [value], ())
    slanted = slanting(box, straight)
    assert any(is_free(line, [value], ()) for line in slanted)
    assert not any(crosses(line, (2, 2, 158, 18)) for line in slanted)


@pytest.mark.parametrize(
    ("better", "worse"), [(Land.OPEN, Land.EMPTY), (Land.EMPTY, Land.BUILT), (Land.BUILT, Land.OTHERS)]
)
def test_a_name_stands_rather_in_the_sea_or_on_empty_ground_and_on_that_of_another_place_never(better, worse):
    size = 50
    image = mask(size, (-900, -65, 900, 65), (-900, -900, -30, 900), (30, -900, 900, 900))
    for land, sign in (((better, worse), -1), ((worse, better), 1)):
        found = places(size, image, land=land)
        _, top, _, bottom = found[0].box
        assert ((top + bottom) / 2 - reach_of(size)) * sign > 0
        assert not any(place.land == Land.OTHERS for place in found)


def test_a_pointer_is_as_broad_where_it_is_kept_off_words_as_it_is_drawn():
    """Baltimore's struck out the letter on its own tile."""
    line, letter = ((0.0, 0.0), (100.0, 0.0)), (10, 4, 20, 30)
    assert is_free(line, [letter], ())
    assert not all(is_free(side, [letter], ()) for side in pointer_sides(line, 67))
    assert all(is_free(side, [(10, 8, 20, 30)], ()) for side in pointer_sides(line, 67))


def test_a_pointer_crosses_track_at_a_clear_angle():
    track = Image.new("L", (300, 100))
    ImageDraw.Draw(track).rectangle((140, 0, 160, 100), fill=255)
    pixels = track.load()
    straight = crossings(((100.0, 50.0), (200.0, 50.0)), pixels, 0, 67)
    along = crossings(((140.0, 10.0), (160.0, 90.0)), pixels, 0, 67)
    assert straight[1] <= 24 < along[1]
    assert straight[0] == straight[1], "one line of track"


def test_lines_meet_boxes_and_each_other():
    line = ((0.0, 0.0), (100.0, 50.0))
    assert crosses(line, (40, 10, 60, 40))
    assert not crosses(line, (40, 40, 60, 60)), "its corners are beside it"
    assert not crosses(line, (120, 55, 140, 70))
    assert crosses(((50.0, 0.0), (50.0, 90.0)), (40, 10, 60, 40))
    assert meet(line, ((0.0, 50.0), (100.0, 0.0)))
    assert not meet(line, ((0.0, 50.0), (100.0, 60.0)))
    assert meet(line, ((80.0, 40.0), (140.0, 70.0))), "on the same straight line, with a part in common"
    assert not meet(line, ((120.0, 60.0), (140.0, 70.0))), "on the same straight line, far away"
    level, upright = ((0.0, 5.0), (10.0, 5.0)), ((5.0, 0.0), (5.0, 10.0))
    assert not meet(level, ((20.0, 5.0), (30.0, 5.0)))
    assert not meet(upright, ((5.0, 20.0), (5.0, 30.0)))
    assert meet(level, upright)


FINISHED = {"18India": "a"}  # the seed of a game that is played to its end, elsewhere that of the demonstration
READ = 18, 14  # pixels of names on tall and on wide maps, at least, as long as any track leaves them room
FULL = 14, 11  # the same at the end of a game
FEW = 2, 3  # names in the print of those that would stand very far off, on a part of a map and on a whole one
FROM_STOP = 0.4  # apothems from a name to its stop, above which it is beside it no more


@pytest.mark.parametrize("name", ["18GA", "18VA"])
def test_all_names_of_a_map_of_large_hexes_have_one_size(name, monkeypatch):
    """Towns, and cities that had no room on their hex, had smaller print there."""
    rules = TITLES[name].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    found = names_of(view, rules, monkeypatch)
    (names, *_), *_ = found
    written = {h.id: placed.points for _, h, placed in found}
    size = names.sizes(next(iter(names.shown.values())))[0]
    for h, placed in ((h, placed) for _, h, placed in found if h.name == "Newport News"):
        assert placed.box[2] < names.where.centre(h)[0] + 2 * names.where.size, "it stood above the port beside it"
    on_hex = [h for i, h in names.shown.items() if h.name and i not in written]
    assert all(points == size for points in written.values())
    for h in on_hex:
        boxes = [box for what, box in names.sprites[h.id].boxes if what == "name"]
        high = {round(size * 1.1) * 2 + 2, *(b[3] - b[1] + 2 for b in [fonts.bounds(h.name, size, fonts.NARROW)])}
        assert {box[3] - box[1] for box in boxes} <= high, h.name


def stacked(found):
    """The pairs of names of which one stands right above the other, and one has neither a line nor its own hex round it."""
    pairs = []
    for h, placed in ((h, placed) for _, h, placed in found if placed.way is not None):
        for other, there in ((other, there) for _, other, there in found if other is not h):
            left, top, right, bottom = there.box
            half = there.points // 2
            if overlap(placed.box, (left, top - half, right, bottom + half)) or crosses(placed.way, there.box):
                pairs.append((h.name, other.name))
    return pairs


def _is_right_above(one, other):
    """Whether a name stands less than a line of print above another one."""
    (left, _, right, bottom), (start, top, end, _) = one.box, other.box
    return left < end and start < right and 0 <= top - bottom < line_height(one.points)


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
@pytest.mark.parametrize("name", list(TITLES))
def test_names_of_a_new_map_stand_between_the_borders(name, canvas, monkeypatch):
    """Names stood across borders that had room beside them."""
    rules = TITLES[name].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    found = names_of(view, rules, monkeypatch, canvas=canvas)
    assert count_crossed(found[-1][0], {h.id: placed.box for _, h, placed in found}) == ([], [])
    assert min(found[-1][0].sizes(h)[0] for h in found[-1][0].shown.values()) >= READ[canvas == CANVAS]
    assert all(placed.points >= READ[canvas == CANVAS] for _, _, placed in found), "of 390 pixels they had 2.2 to 4.5"
    full = max(placed.points for _, _, placed in found)
    small = [h.name for names, h, placed in found if names._is_city(h) and placed.points < full]
    assert small == [], "Hyderabad, Bengaluru, Murfreesboro, Chattanooga, Strasbourg, Dortmund"
    assert found[-1][0].far_off == [], "Murfreesboro's line was as long as three hexes"
    assert stacked(found) == [], "Fredericksburg below Gordonsville: one name in two lines"
    if (name, canvas) == ("18EU", TALL):
        printed = {h.name: placed.points for _, h, placed in found}
        assert printed["Amsterdam"] == printed["Hamburg"], "it was small, though the sea beside it is free"


def test_a_name_keeps_further_off_a_place_that_has_one_too(monkeypatch):
    """Baltimore stood in small print on the next hex, for in the sea beside it a port without a name lies near."""
    rules = TITLES["18VA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    names, _, _ = names_of(view, rules, monkeypatch, canvas=TALL)[0]
    baltimore, far = names.shown["H3"], names.where.size
    (x, y, radius), *_ = names.neighbourhood.rings_of(baltimore)
    box = round(x + far), round(y), round(x + far) + 1, round(y) + 1
    other = [(box[0] + far * 1.1, y, radius)]  # a little further from that box than its own
    for named, nameless, anothers in (([], other, False), (other, [], True)):
        names.neighbourhood.others[baltimore.id] = named, nameless
        assert names.neighbourhood.seems_anothers(baltimore, box, 0.3) is anothers
        assert names.neighbourhood.is_off_nameless(baltimore, box, 0.3) is anothers
        assert not names.neighbourhood.seems_anothers(baltimore, box)


@pytest.mark.parametrize("name", list(TITLES))
def test_a_finished_game_has_every_name_in_a_print_that_is_read_and_none_on_another_or_its_line(name, monkeypatch):
    """Murfreesboro, Charlottesville, Washington, Ahmedabad and Bengaluru were left out.

    Numbers of tiles go where a name needs their room, whole.
    """
    gone, erase = list[tuple[Painter, Box]](), Painter._erase

    def note_gone(painter, at, box):
        gone.append((painter, box))
        erase(painter, at, box)

    monkeypatch.setattr(Painter, "_erase", note_gone)
    drawn, real = [], Painter.names

    def note(painter):
        real(painter)
        drawn.append(painter)

    written, write = [], PlaceNames._write

    def note_name(names, h, placed):
        written.append((names, h, placed))
        write(names, h, placed)

    printed, write_line = set[int](), fonts.write

    def note_print(draw, at, text, size, **more):
        printed.add(size)
        write_line(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note_print)
    monkeypatch.setattr(Painter, "names", note)
    monkeypatch.setattr(PlaceNames, "_write", note_name)
    players = ("ann", "bob", "cid", "dora")[: TITLES[name].file.players[1]]
    rules = TITLES[name].rules((), len(players))
    seed = FINISHED.get(name, "demo")
    g = Game.new(rules, players, seed)
    for action in play_demo(rules, players, seed, plays=100_000)[1]:
        g.play(action)
    for canvas in (TALL, CANVAS):
        drawn.clear()
        written.clear()
        printed.clear()
        gone.clear()
        draw_map(g.view(None), rules, canvas=canvas)
        assert len(printed) <= 5, "sizes of print of a picture"
        assert printed <= {*style.LADDER}
        assert drawn[-1].unnamed == []
        for names, h, placed in written:
            if names.neighbourhood.seems_anothers(
                h, placed.box
            ):  # its line says whose it is, off the stops of other places
                others = [ring for rings in names.neighbourhood.others[h.id] for ring in rings]
                assert placed.line is not None, f"{h.name} at another place"
                assert away_from(placed.box, others) >= OFF_OTHERS * names.where.size - 1, h.name
        last = [(h, placed) for names, h, placed in written if names.image is drawn[-1].image]
        neighbourhood = written[-1][0].neighbourhood
        for h, placed in last:  # Rotterdam in the sea below Amsterdam's name, as near to the one as to the other
            if placed.line is None and neighbourhood.away(h, placed.box) > FROM_STOP * neighbourhood.where.size:
                assert neighbourhood.is_plain(h, placed.box, CLEARLY), h.name
        assert stacked([(names, *each) for each in last]) == [], "Antwerp between Rotterdam and its dot"
        size, led = neighbourhood.where.size, [(h, placed) for h, placed in last if placed.line is not None]
        astray = [each for each in led if neighbourhood.is_nearer_another(each[0], each[1].box)]
        far = {h.name for h, placed in astray if placed.land == Land.OPEN and math.dist(*placed.line) > 2 * size}
        assert canvas == TALL or not far, "Lynchburg, a city, below the hex of Roanoke in the sea"
        above = sum(_is_right_above(one, other) for _, one in led for _, other in led)
        assert canvas == TALL or above <= 2, "Clarksville above Murfreesboro and Jackson below Dyersburg"
        met = {
            box
            for box in drawn[-1].yielding
            for _, placed in last
            if seems_part(placed, box) or (placed.line is not None and crosses(placed.line, box))
        }
        there = {box for painter, box in gone if painter is drawn[-1]}
        assert there & {*drawn[-1].yielding} == met, "what a name or its line meets goes, and nothing else"
        assert count_crossed(written[-1][0], {h.id: placed.box for h, placed in last}) == ([], [])
        assert drawn[-1].far_off == [], (
            "to Hyderabad's name a line of six half heights led, to Murfreesboro's one of seven"
        )
        assert are_two_sizes({n.points for h, n in last if n.points in drawn[-1]._name_sizes(h)})
        assert sum(placed.points not in drawn[-1]._name_sizes(h) for h, placed in last) <= FEW[1]
        for (x, y), letters in coordinates_of(drawn[-1]):
            beside = (round(x + letters[0]), round(y + letters[1]), round(x + letters[2]), round(y + letters[3]))
            for h, placed in last:
                left, top, right, bottom = placed.box
                paper = halo_width(placed.points)
                whole = left - paper, top - paper, right + paper, bottom + paper
                assert not overlap(whole, beside), f"{h.name} cut a coordinate, as Roanoke did 11"
        fuller = (name, canvas) == ("18TN", TALL)  # only in smaller print all its names have room
        assert drawn[-1].small <= fuller, "all cities of 18EU were a step smaller for the sake of a few"
        for h, placed in last:
            assert placed.points in (*drawn[-1]._name_sizes(h), *drawn[-1]._name_sizes_far_off(h))
            assert placed.points >= FULL[canvas == CANVAS]
            assert placed.line is not None or neighbourhood.elsewhere(h, placed.box) is None
            assert placed.line is None or is_free(placed.line, drawn[-1].values, ()), "a pointer over a value"
        for i, (_, one) in enumerate(last):
            for _, other in last[i + 1 :]:
                a, b = one.box, other.box
                assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one.text, other.text)
                for line, box in ((one.line, b), (other.line, a)):
                    assert line is None or not crosses(line, box), (one.text, other.text)
                assert one.line is None or other.line is None or not meet(one.line, other.line)
    newest = latest(rules.data, list(g.state.tiles)[:-4:-1])
    found, painter = names_of_crop(g, newest, monkeypatch, Marks(hexes=tuple(newest)))
    check_crop(found, painter)


def coordinates_of(painter):
    """Where the letters and numbers stand at the edges of a map, and what each covers round that spot."""
    size = painter.print.edge
    for text, at in edge_marks(painter.where, [*painter.shown.values()], size):
        yield at, fonts.bounds(text, size, bold=True, anchor="mm")


def test_a_word_right_beside_a_name_seems_to_be_its_last_one():
    """“Statesboro 3”: the number of the tile below it."""
    name = Placed("Statesboro", (10, 10, 90, 26), 18)
    assert seems_part(name, (95, 12, 104, 22))
    assert seems_part(name, (0, 12, 4, 22))
    assert not seems_part(name, (110, 12, 119, 22))
    assert not seems_part(name, (95, 30, 104, 40)), "in another line"


def test_the_line_from_a_name_on_a_frame_leaves_letters_on_its_tile_readable(monkeypatch):
    """That of Memphis ran through the P of its hex."""
    lines = []
    monkeypatch.setattr(shared_pointers, "draw_pointer", lambda image, line, size: lines.append(line))
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    names, _, _ = names_of(view, rules, monkeypatch)[0]
    memphis = next(h for h in rules.data.hexes.values() if h.name == "Memphis")
    (x, y), far = names.where.centre(memphis), names.where.size
    box = round(x - far), round(y + 2 * far), round(x + far), round(y + 2 * far) + 16
    ground, lines[:] = (names.shown, names.grounds), []
    board = names.image, names.layout, names.where, ground, {memphis.id: box}
    shared_pointers.draw_pointers(*board, ())
    (a, b), (c, d) = lines[0]
    letter = round((a + c) / 2) - 3, round((b + d) / 2) - 3, round((a + c) / 2) + 3, round((b + d) / 2) + 3
    shared_pointers.draw_pointers(*board, (), [letter])
    assert crosses(lines[0], letter)
    assert not crosses(lines[1], letter)


def check_crop(found, painter):
    """Names on a crop stand between borders, off track, are alike in size, and are read on a phone."""
    assert painter.unnamed == []
    assert count_crossed(painter, {h.id: placed.box for h, placed in found}) == ([], [])
    usual = [placed.points for h, placed in found if placed.points in painter._name_sizes(h)]
    assert are_two_sizes({*usual} or {1})
    assert len(found) - len(usual) <= FEW[0]
    read = [placed.points * phone.WIDTH / painter.image.width for _, placed in found]
    assert min(read, default=7) >= 6
    assert sum(points < 7 for points in read) <= 3, "only where some would stand very far off"
    assert all(math.dist(*placed.line) <= 3.5 * painter.where.size for _, placed in found if placed.line)


def are_two_sizes(sizes):
    """Whether print of these sizes is of two at most, one a step below the other."""
    return len(sizes) <= 2 and max(sizes) <= min(sizes) * 1.35


@pytest.mark.parametrize("size", [32, 67])
def test_the_line_to_a_city_is_fine_and_dark_on_paper_and_ends_in_a_dot(size):
    """A thin grey one was not seen at a phone's width, a broad one looked like track or hid it."""
    image = Image.new("RGB", (120, 60), style.HEX["green"])
    draw_pointer(image, ((10, 30), (90, 30)), size)

    def column(x):
        return [cast("tuple[int, int, int]", image.getpixel((x, y))) for y in range(60)]

    for x in (20, 50, 75):
        dark = [y for y, colour in enumerate(column(x)) if style.contrast(colour, style.WHITE) > 7]
        white = [y for y, colour in enumerate(column(x)) if min(colour) > 240]
        assert 1 <= len(dark) <= max(2, round(size * 0.05))
        assert min(white) < min(dark) <= max(dark) < max(white)
        assert len({*dark, *white}) < size * style.TRACK_WIDTH
    assert sum(style.contrast(colour, style.WHITE) > 7 for colour in column(90)) >= 2 * max(1, round(size * 0.05))


def names_of(view, rules, monkeypatch, marks=NONE, canvas=CANVAS):
    """The names beside their stops on a map of that position: which of the map, of which hex, where."""
    written, write = [], PlaceNames._write

    def note(names, h, placed):
        written.append((names, h, placed))
        write(names, h, placed)

    with monkeypatch.context() as patch:
        patch.setattr(PlaceNames, "_write", note)
        draw_map(view, rules, marks, canvas=canvas)
    return [found for found in written if found[0] is written[-1][0]]


@pytest.fixture(scope="module")
def finished_18va():
    rules = TITLES["18VA"].rules((), 3)
    g = Game.new(rules, ("ann", "bob", "cid"), "demo")
    for action in play_demo(rules, ("ann", "bob", "cid"), plays=100_000)[1]:
        g.play(action)
    return g.view(None), rules


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_a_name_leaves_a_hex_that_is_outlined(finished_18va, canvas, monkeypatch):
    view, rules = finished_18va
    there = {}
    for names, h, placed in names_of(view, rules, monkeypatch, canvas=canvas):
        other = names.neighbourhood.elsewhere(h, placed.box)
        if other is not None:
            there[other.id] = names
    assert there
    for hex_id in list(there)[:2]:
        for names, h, moved in names_of(view, rules, monkeypatch, Marks(hexes=(hex_id,)), canvas):
            other = names.neighbourhood.elsewhere(h, moved.box)
            assert other is None or other.id != hex_id


def test_names_do_not_move_without_end(finished_18va, monkeypatch):
    """A wide crop of a full board took half a second: name after name took the place of another in vain."""
    view, rules = finished_18va
    tried, change = Counter[PlaceNames](), PlaceNames._change_places
    monkeypatch.setattr(PlaceNames, "_change_places", lambda self, *of: tried.update([self]) or change(self, *of))
    monkeypatch.setattr(placing, "MOST_MOVES", 2)
    canvas = 1098, 560
    draw_crop(view, rules, hold(rules, ["F1", "D7", "H15"], [canvas]).hexes, canvas=canvas)
    assert max(tried.values()) == 2


@pytest.mark.parametrize(("name", "number"), [("18VA-bank", 500), ("18GA-bank", 500)])
def test_a_map_has_the_same_pixels_whether_its_names_are_kept_or_not(name, number, monkeypatch):
    """Where names stand is kept, and whether they need small print: no map is painted twice again."""
    game = golden_position(name, number)
    monkeypatch.setattr(placing, "_SETTLED", LockedCache(8))
    monkeypatch.setattr(board, "_SMALL", LockedCache(8))
    paint = Mock(side_effect=board._paint)
    monkeypatch.setattr(board, "_paint", paint)
    first = draw_map(game.view(None), game.rules).tobytes()
    times = paint.call_count
    settle = Mock(side_effect=AssertionError)
    monkeypatch.setattr(placing.PlaceNames, "_settle_all", settle)
    assert draw_map(game.view(None), game.rules).tobytes() == first
    assert paint.call_count == times + 1


def test_other_words_on_a_map_are_other_surroundings_of_its_names(monkeypatch):
    """Names kept for one look of a map are not those of another: without numbers of tiles there is more room."""
    game = golden_position("18GA-bank", 500)
    layers = LAYERS - {"numbers", "costs"}
    usual = draw_map(game.view(None), game.rules, layers=layers).tobytes()
    monkeypatch.setattr(placing, "_SETTLED", LockedCache(8))
    monkeypatch.setattr(board, "_SMALL", LockedCache(8))
    draw_map(game.view(None), game.rules)
    assert draw_map(game.view(None), game.rules, layers=layers).tobytes() == usual


def crop_names(game, marks, monkeypatch):
    """The names beside their stops on a crop round two hexes of 18GA; and the picture's painter."""
    return names_of_crop(game, ["F6", "D4"], monkeypatch, marks)


def names_of_crop(game, hexes, monkeypatch, marks=NONE):
    """The names beside their stops on a crop, as wide as those of consoles, of some hexes; and the picture's painter."""
    written, write, painters, names = [], PlaceNames._write, [], Painter.names

    def note(placing_of, h, placed):
        written.append((placing_of, h, placed))
        write(placing_of, h, placed)

    def note_painter(painter):
        names(painter)
        painters.append(painter)

    canvas = 1098, 900
    with monkeypatch.context() as patch:
        patch.setattr(PlaceNames, "_write", note)
        patch.setattr(Painter, "names", note_painter)
        draw_crop(game.view(None), game.rules, hold(game.rules, hexes, [canvas]).hexes, marks, canvas=canvas)
    return [(h, placed) for names_of_it, h, placed in written if names_of_it.image is painters[-1].image], painters[-1]


def test_names_on_a_crop_are_as_large_as_a_phones_words(monkeypatch):
    """They had six to eight pixels there, and the names of hexes four to six."""
    found, painter = crop_names(golden_position("18GA-bank", 300), NONE, monkeypatch)
    assert painter.print.name / phone.SCALE >= 11
    assert painter.print.edge / phone.SCALE >= 9
    assert found
    assert sum(placed.points / phone.SCALE >= 9.3 for _, placed in found) >= len(found) * 0.6
    assert all(placed.points in painter.print.sizes for _, placed in found)
    captions = [box for s in painter.sprites.values() for what, box in s.boxes if what == "caption"]
    assert captions, "coordinates of empty hexes, no larger than the smallest name, for which they go"
    assert max(bottom - top for _, top, _, bottom in captions) <= 0.85 * painter.print.small
    assert len(painter.yielding) == len(captions)


def test_what_a_crop_is_not_about_has_its_name_too_no_larger_than_what_it_is_about(monkeypatch):
    """On the picture of a run cities had no name."""
    found, painter = crop_names(golden_position("18GA-bank", 500), Marks(hexes=("F6",)), monkeypatch)
    least = min(painter.print.names(painter.looks["F6"].tile, small=painter.small))
    assert all(placed.points <= least for h, placed in found if h.id != "F6")
    written = {h.id for h, _ in found} | {i for i, s in painter.sprites.items() if "name" in dict(s.boxes)}
    assert written == {i for i, h in painter.shown.items() if h.name}


def test_names_on_a_crop_are_alike_in_size_and_between_borders(monkeypatch):
    """Charlottesville had six pixels on a phone beside Richmond's ten: smaller print was taken wherever it crossed no border."""
    for name, number, hexes in (("18VA-bank", 900, ["C8", "F13"]), ("18EU-bank", 600, ["F7", "K16"])):
        check_crop(*names_of_crop(golden_position(name, number), hexes, monkeypatch))


def test_the_name_of_a_place_to_choose_is_read_on_a_phone_and_not_left_out(monkeypatch):
    """Charlottesville and Washington had six pixels there; Washington, between two rivers, had no name."""
    game = golden_position("18VA-bank", 900)
    chosen = Marks(hexes=tuple(i for i, h in game.rules.data.hexes.items() if h.name), choice=True)
    for hexes in (["C8", "F13"], ["F3", "D9"]):
        found, painter = names_of_crop(game, hexes, monkeypatch, chosen)
        assert painter.unnamed == []
        assert all(placed.points * phone.WIDTH / painter.image.width >= 7 for _, placed in found)


def test_no_name_seems_to_go_on_in_a_note_or_a_label(monkeypatch):
    """“Macon kept for OSR” was read on a part of 18GA; Alexandria and its P were one word."""
    game = golden_position("18GA-bank", 60)
    game.state.tiles["F6"] = Laid("14", 2)
    found, painter = names_of_crop(game, ["F6", "G9"], monkeypatch)
    notes = [(i, box) for i, s in painter.sprites.items() for what, box in s.boxes if what in ("symbol", "sign")]
    assert notes
    for i, (left, top, right, bottom) in notes:
        sprite, (x, y) = painter.sprites[i], painter.where.centre(painter.shown[i])
        across, down = x - sprite.centre[0], y - sprite.centre[1]
        line = painter.print.small - 2
        there = left + across, top + down - line, right + across, bottom + down + line
        assert not any(overlap(placed.box, there) for _, placed in found)
    data = TITLES["18VA"].rules((), 3).data
    seen = Look(data.print_of("F5"), 0, data.layout, 83, name="Alexandria", label="P", sizes=crop_print(83, 1000))
    boxes = dict(hex_sprite(seen).boxes)
    assert "name" not in boxes or not overlap(boxes["name"], (boxes["label"][0] - 4, *boxes["label"][1:]))


def test_no_name_seems_to_begin_with_a_coordinate(monkeypatch):
    """“HPhiladelphiaI” stood along the upper edge of a map of Virginia."""
    found, painter = names_of_crop(golden_position("18VA-bank", 900), ["H1", "F5"], monkeypatch)
    assert painter.margins
    assert not any(overlap(placed.box, margin) for _, placed in found for margin in painter.margins)


def test_a_name_without_another_place_is_asked_once_more_without_coordinates_before_it_covers_anything(monkeypatch):
    """Paris stood on its own station and across the side of its hex, for the sake of the numbers of two rows."""
    fit = Fitting.fit
    monkeypatch.setattr(placing, "_SETTLED", LockedCache(8))
    monkeypatch.setattr(board, "_SMALL", LockedCache(8))
    monkeypatch.setattr(Fitting, "fit", lambda fits, h: fit(fits, h) if fits.edges else None)
    found, painter = names_of_crop(golden_position("18VA-bank", 900), ["H1", "F5"], monkeypatch)
    assert found
    assert all(placed.cost < NOWHERE for _, placed in found), "on track or across a side of its hex"
    assert not any(overlap(placed.box, each.reach) for _, placed in found for each in painter.edges)


def test_a_coordinate_goes_whole_unless_something_is_drawn_over_it():
    rules = TITLES["18GA"].rules((), 3)
    shown = [*rules.data.hexes.values()]
    image = Image.new("RGB", CANVAS, style.SEA)
    bare, where = image.copy(), placed_on(shown, rules.data, CANVAS)
    first, *others = write_coordinates(image, where, shown, wide_print(where.size), (), (), whole=True)
    assert first.is_alone(image)
    ImageDraw.Draw(image).line((0, 0, *CANVAS), fill=style.BLACK, width=3000)
    assert not first.is_alone(image)
    first.erase(image)
    for each in others:
        each.erase(image)
    (left, top), (wide, high) = first.at, first.below.size
    there = left, top, left + wide, top + high
    assert image.crop(there).tobytes() == bare.crop(there).tobytes()


def test_no_name_stands_right_beside_the_number_of_a_tile_that_cannot_go(monkeypatch):
    """“Statesboro 3”, “Semmering 611”: an outline or a run lies over these tiles."""
    painters, names = [], Painter.names

    def note(painter):
        fixed = {box for box, i in painter.yielding.items() if i in {*painter.crossed, *painter.outlined}}
        names(painter)
        painters.append((painter, fixed))

    monkeypatch.setattr(Painter, "names", note)
    g = golden_position("18GA-bank", 300)
    draw_map(g.view(None), g.rules, Marks(hexes=tuple(g.view(None).tiles)))
    ((painter, fixed),) = painters
    apart = round(painter.print.name * BESIDE)
    assert fixed
    for left, top, right, bottom in fixed:
        assert (left - apart, top, right + apart, bottom) in painter.margins
