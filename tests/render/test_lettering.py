"""What is written on hexes: inside them, on nothing else, and nothing left out where a crop is read."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import partial
from random import Random
from unittest.mock import Mock

import pytest
from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout
from game.load import all_tiles
from game.play import Game
from game.state import Laid
from render import TALL, draw_crop, draw_map, hold
from render.data.marks import NONE
from render.data.run_paths import face_of
from render.drawing import fonts, stop_values, style, symbols
from render.drawing.free_space import moved
from render.drawing.geometry import distance, part, polar
from render.drawing.geometry import length as line_length
from render.drawing.hex_appearance import Additions, Lettering, Look, look
from render.drawing.hex_page import CLOSE, obstacles
from render.drawing.landscape.river_fees import write_fees
from render.drawing.lettering import RUN_RING
from render.drawing.map_print import crop_print, phone_print, wide_print
from render.drawing.sprites import hex_sprite, unwritten, with_rim, word_stencil
from render.drawing.tile_geometry import BESIDE, PHONE, anatomy, beside, corners
from render.pictures import map as whole_map
from render.pictures import overlay
from render.pictures.map import CANVAS, placed
from render.pictures.painter import Painter, Print
from render.pictures.panel import Panel
from render.pictures.sheet import arrange
from tests.support.random_boards import random_tiles
from titles import TITLES

SIZES: tuple[tuple[Layout, int], ...] = (("pointy", 62), ("flat", 50))
NAMES = list(TITLES)
CROP = 72  # pixels of an apothem in a crop, at least


def of_tiles():
    """Every tile of every title in every rotation."""
    for layout, size in SIZES:
        for tile in all_tiles().values():
            for rotation in tile.rotations:
                name = "Savannah" if tile.cities else ""
                yield Look(tile, rotation, layout, size, laid=True, label=tile.label, number=tile.name, name=name)


def of_map(name, late, size=CROP):
    """Every hex of a title with anything on it: as printed, or under tiles with stations beside some of the cities."""
    rules = TITLES[name].rules((), 4)
    state = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").state
    if late:
        rng = Random(1)
        state.phase = list(rules.data.phases)[-1]
        laid, tiles, hexes = random_tiles(rules.data, rng), rules.data.tiles, rules.data.hexes
        state.tiles = {h: t for h, t in laid.items() if tiles[t.tile].label in ("", hexes[h].label)}
        cities = [f"{h}.{c.name}.+" for h, t in state.tiles.items() for c in tiles[t.tile].cities[:1]]
        state.tokens = dict.fromkeys(rng.sample(cities, len(cities) // 4), next(iter(rules.data.companies)))
    additions = Additions.of(state, rules)
    for h in rules.data.hexes.values():
        if h.name or h.print.stops or h.symbols or h.cost or h.id in additions.signs:
            yield look(state, rules, h, size, Lettering(coordinates=not late), additions)


@pytest.mark.parametrize(("size", "sizes"), [(60, None), (124, crop_print(124, 1098))])
def test_the_word_of_a_port_stands_off_where_a_run_ends(size, sizes):
    """The line of a run and the disc at its end lay over “port”, which stood in the middle of the hex."""
    port = next(seen for seen in of_map("18VA", late=False, size=size) if "port" in seen.symbols)
    sprite = hex_sprite(replace(port, sizes=sizes))
    words = [box for what, box in sprite.boxes if what == "symbol"]
    assert len(words) == 2, "the anchor, and what it is"
    assert all(box[3] < sprite.centre[1] - 0.2 * size for box in words)


@pytest.mark.parametrize("size", [76, 107, 124])
def test_the_word_of_a_port_keeps_off_the_ring_of_a_run(size):
    """It touched that of D1; where hexes are small, the anchor alone is there."""
    ports = [seen for seen in of_map("18EU", late=False, size=size) if "port" in seen.symbols]
    sprites = [hex_sprite(replace(seen, sizes=crop_print(size, 1098))) for seen in ports]
    found = [box for sprite in sprites for what, box in sprite.boxes if what == "symbol"]
    assert len(found) == len(ports) * (1 if size == 76 else 2)
    x, y = sprites[0].centre  # where all these towns are
    far = [math.hypot(max(a - x, x - c, 0), max(b - y, y - d, 0)) for a, b, c, d in found]
    assert min(far) >= RUN_RING * size


def test_the_number_of_a_tile_is_not_right_behind_a_name():
    """ "Brussels 201": eight pixels lay between them."""
    sizes = crop_print(124, 1098)
    late = [
        seen for title in ("18EU", "18TN") for seen in of_map(title, late=True, size=124) if seen.name and seen.number
    ]
    pages = [dict(hex_sprite(replace(seen, sizes=sizes)).boxes) for seen in late]
    found = [(boxes["name"], boxes["number"]) for boxes in pages if {"name", "number"} <= {*boxes}]
    assert len(found) > 10
    for name, number in found:
        beside = name[1] < number[3] and number[1] < name[3]
        assert not beside or max(number[0] - name[2], name[0] - number[2]) >= sizes.small * 0.5


def touches(seen):
    """What is written on a hex and touches its rim, its track, a city, a station or other words; and how much was looked at.

    Only a value may stand over a corner.
    """
    sprite = hex_sprite(seen)
    form = anatomy(seen.tile, seen.rotation, seen.layout)
    off = {s.name for s in seen.tile.stops if s.kind == "off"}  # only a wedge leads there from the side
    lines = zip(seen.tile.tracks, form.tracks, strict=True)
    track = [q for t, line in lines for q in dense(line) if not {t.a, t.b} & off or math.hypot(*q) > 1 - 0.45]
    edge = max(1.0, 0.965 + 2 / seen.size)  # free room is found in whole pixels
    rim = [polar(a, 1.0) for a in range(30 if seen.layout == "flat" else 0, 360, 60)]
    stations = [beside(form, c, seen.layout)[0] for c in seen.beside]
    found = [
        f"{what} on {other}"
        for (what, a), (other, b) in itertools.combinations(sprite.boxes, 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    checked = 0
    for what, box in sprite.boxes:
        for x, y in outline(what, box):
            p = ((x - sprite.centre[0]) / seen.size, (y - sprite.centre[1]) / seen.size)
            if max(p[0] * n[0] + p[1] * n[1] for n in rim) > edge and box not in sprite.beyond:
                found.append(f"{what} over the rim")
            if any(distance(p, q) < style.TRACK_WIDTH / 2 - 0.01 for q in track):
                found.append(f"{what} on track")
            if any(distance(p, s) < place.radius for place in form.places.values() for s in place.slots):
                found.append(f"{what} on a city")
            if any(distance(p, s) < BESIDE for s in stations):
                found.append(f"{what} on a station")
            checked += 1
    return found, checked


def outline(what, box):
    """Points along the rim of what was written: a box, or the disc in it."""
    left, top, right, bottom = box
    if what == "value" and abs((right - left) - (bottom - top)) <= 1:
        x, y, r = (left + right) / 2, (top + bottom) / 2, (right - left) / 2
        return [(x + math.cos(k) * r, y + math.sin(k) * r) for k in range(7)]
    xs, ys = (left, (left + right) / 2, right), (top, (top + bottom) / 2, bottom)
    return [(x, y) for x in xs for y in ys if (x, y) != (xs[1], ys[1])]


def dense(line):
    total = line_length(line)
    return [part(line, total * k / 20, total)[0] for k in range(21)]


def test_every_tile_shows_its_values_and_label_inside_its_hex_touching_neither_each_other_nor_track_nor_city():
    total = 0
    for seen in of_tiles():
        shown = [what for what, _ in hex_sprite(seen).boxes]
        if seen.tile.stops:
            kinds = len({s.values for s in seen.tile.stops})
            assert shown.count("value") == (1 if kinds == 1 else len(seen.tile.stops)), seen
        assert ("label" in shown) == bool(seen.label), seen
        found, checked = touches(seen)
        assert not found, seen
        total += checked
    assert total > 12_000


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_on_a_crop_of_any_map_all_that_matters_is_written_and_touches_nothing(name, late):
    """Labels, values, costs and signs of each hex; stations beside a city count as taken."""
    for seen in of_map(name, late):
        shown = [what for what, _ in hex_sprite(seen).boxes]
        said = [s for s in seen.signs if s not in symbols.KNOWN]
        wanted = {
            "label": bool(seen.label) and not seen.label.startswith("+"),
            "value": any(len(s.values) > 1 or s.values[0][1] for s in seen.tile.stops),
            "cost": bool(seen.cost),
            "sign": bool(said),
        }
        assert [w for w, needed in wanted.items() if needed and w not in shown] == [], seen
        assert touches(seen)[0] == [], seen


@pytest.mark.parametrize("name", NAMES)
def test_on_the_whole_map_words_touch_nothing(name):
    """At the size at which the title's map is posted; what finds no room there is for the crops."""
    rules = TITLES[name].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    size = arrange(list(rules.data.hexes.values()), rules.data, TALL, Panel(view, rules, NONE, (), 1.0)).where.size
    for seen in (*of_map(name, late=False, size=size), *of_map(name, late=True, size=size)):
        assert touches(seen)[0] == [], seen


def test_the_rim_of_a_value_over_a_corner_is_whole_on_a_map():
    """Neighbours cut the right end off a pill: it was shown again without its rim."""
    rules = TITLES["18EU"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    full = [name for name, tile in rules.data.tiles.items() if tile.colour == "brown" and len(tile.cities) == 1]
    built = dict(zip([i for i, h in rules.data.hexes.items() if h.buildable], full, strict=False))
    view.tiles |= {i: Laid(name, 0) for i, name in built.items()}
    image = Image.new("RGB", (1200, 1200), style.SEA)
    hexes = list(rules.data.hexes.values())
    where = replace(placed(hexes, rules.data, image.size), circles=PHONE)
    painter = Painter(image, view, rules, where, {"names"}, Print(phone=True, small=False, sizes=phone_print(34)))
    painter.hexes(hexes, (), (), ())
    assert sum(bool(painter.sprites[i].beyond) for i in built) > 1
    for i, name in built.items():
        sprite, (x, y) = painter.sprites[i], where.centre(rules.data.hexes[i])
        for box in sprite.beyond:
            whole = with_rim("value", box)
            drawn = word_stencil(sprite.flat.crop(whole), unwritten(painter.looks[i]).crop(whole))
            on_map = image.crop(moved(whole, (x - sprite.centre[0], y - sprite.centre[1])))
            differs = ImageChops.difference(on_map, sprite.flat.crop(whole).convert("RGB")).convert("L")
            assert ImageChops.multiply(differs, drawn).getbbox() is None, name


@pytest.mark.parametrize("tile", ["5", "57", "14", "15", "63"])
def test_what_a_new_tile_pays_and_its_letters_stand_within_its_outline(tile):
    """`20` of 18VA lay on the violet line at either side of the city."""
    found = all_tiles()[tile]
    for rotation in found.rotations[:3]:
        seen = Look(
            found, rotation, "flat", 107, laid=True, label="Was", outlined=True, sizes=crop_print(107, 1098), number=""
        )
        sprite = hex_sprite(seen)
        inner = Image.new("L", sprite.flat.size, 255)
        rim = [(sprite.centre[0] + x * 107, sprite.centre[1] + y * 107) for x, y in corners("flat", 0.865)]
        ImageDraw.Draw(inner).polygon(rim, fill=0)
        written = [what for what, box in sprite.boxes if what in {"value", "label"}]
        assert sorted(written) == ["label", "value"]
        for what, (left, top, right, bottom) in sprite.boxes:
            far = (right - left) // 6 if what == "value" else 0  # the ends of a disc or a field are round
            for x, y in itertools.product((left + far, right - 1 - far), (top + far, bottom - 1 - far)):
                assert not inner.getpixel((x, y)), (what, rotation)


def test_a_value_is_small_before_it_stands_on_track_and_on_track_before_it_is_left_out():
    """On maps for a phone those of brown cities lay on the rim of the city, and a few were gone."""
    full = [tile for tile in all_tiles().values() if tile.colour in ("brown", "gray") and len(tile.cities) == 1]
    for tile in full:
        free, tight = (Look(tile, 0, "flat", n, laid=True, phone=True, sizes=phone_print(n)) for n in (50, 34))
        assert "value" in dict(hex_sprite(tight).boxes), tile.name
        assert touches(free)[0] == [], tile.name
        bare = Look(tile, 0, "pointy", 55, laid=True, sizes=crop_print(55, 1098))
        assert touches(bare)[0] == [], tile.name
    assert len(full) > 5


def test_on_the_smallest_map_for_a_phone_a_value_stands_over_a_corner_before_it_stands_on_track():
    """18 India's stood on track or on the rim of a city on 20 of these 36 tiles; no track comes to a corner of three hexes."""
    over = 0
    for tile in all_tiles().values():
        if len(tile.cities) == 1 and tile.colour != "white":
            seen = Look(tile, 0, "flat", 34, laid=True, phone=True, circles=PHONE, sizes=phone_print(34))
            sprite, form = hex_sprite(seen), anatomy(tile, 0, "flat", PHONE)
            box = dict(sprite.boxes)["value"]
            taken = obstacles(sprite.ground, form, sprite.centre, CLOSE).crop(box)
            assert taken.getbbox() is None, tile.name
            over += box in sprite.beyond
    assert over > 5, "over a corner, which the map shows after all hexes"


@pytest.mark.parametrize("print_of", [phone_print, partial(crop_print, wide=1098)])
def test_a_value_stands_over_a_corner_before_its_print_is_too_small_for_a_phone(print_of):
    """Runs and maps of 18TN and 18EU had values of five pixels on a phone beside others of eight."""
    over = 0
    for tile in (tile for tile in all_tiles().values() if len(tile.cities) == 1 and tile.colour != "white"):
        sizes = print_of(46)
        seen = Look(tile, 0, "flat", 46, laid=True, phone=not sizes.crop, circles=PHONE, sizes=sizes)
        (box, *_) = (box for what, box in hex_sprite(seen).boxes if what == "value")
        least = sizes.fine if sizes.crop else sizes.small
        assert box[3] - box[1] >= 0.9 * least, tile.name
        over += box in hex_sprite(seen).beyond
    assert over > 5


def test_values_make_way_for_the_name_of_their_place_as_large_as_before():
    """Names stood in the sea or at the end of a line, where the hex had room for them with its values in another corner."""
    seen = set[str]()
    for title, size in (("18GA", 63), ("18TN", 49)):
        rules = TITLES[title].rules((), 3)
        view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
        for h in (h for h in rules.data.hexes.values() if h.print.colour == "red"):
            named = look(view, rules, h, size, Lettering(sizes=wide_print(size)))
            with_name, without = (hex_sprite(each).boxes for each in (named, replace(named, name="")))
            areas = [
                [(b[2] - b[0]) * (b[3] - b[1]) for what, b in boxes if what == "value"]
                for boxes in (with_name, without)
            ]
            assert sum(areas[0]) >= 0.85 * sum(areas[1]), h.name
            seen |= {h.name for what, _ in with_name if what == "name"}
    assert seen >= {"Chattanooga", "Greeneville"}, "Gulf Coast stands in the sea, as large as the others"


@pytest.mark.parametrize("name", ["452a", "455a"])
@pytest.mark.parametrize("size", [37, 50, 72])
def test_three_cities_leave_room_for_the_disc_of_their_value(name, size):
    """In Atlanta it stood bare between the rim of a city and the edge."""
    tile = all_tiles()[name]
    boxes = dict(hex_sprite(Look(tile, 0, "flat", size, laid=True, label=tile.label)).boxes)
    left, top, right, bottom = boxes["value"]
    assert right - left == bottom - top, "a disc, no bare words"
    assert "label" in boxes


def test_a_station_beside_a_city_stands_off_the_track():
    """Greensboro has one track, to the upper right; a central city of six has nowhere else to go."""
    data = TITLES["18VA"].rules((), 4).data
    form = anatomy(data.print_of("B15"), 0, data.layout)
    spot, radius = beside(form, "a", data.layout)
    assert radius == BESIDE
    assert all(distance(spot, q) > BESIDE + style.TRACK_WIDTH / 2 - 0.02 for line in form.tracks for q in dense(line))
    crowded = anatomy(all_tiles()["63"], 0, "flat")
    assert all(distance(beside(crowded, "a", "flat")[0], s) > 0.3 for s in crowded.places["a"].slots)


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_named_in_full_off_stations_and_off_track(name, canvas, monkeypatch):
    """On the whole map of a late game, where half of the names find no room on their own hex: there they stand beside it, tied to
    it by a line, in the print of all others, also where tiles lie on every hex.
    """
    painters = []
    real = Painter.names

    def names(painter):
        before = len(painter.boxes)
        real(painter)
        painters.append((painter, painter.boxes[before:]))

    monkeypatch.setattr(Painter, "names", names)
    rules = TITLES[name].rules((), 4)
    state = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").state
    laid, tiles, hexes = random_tiles(rules.data, Random(1)), rules.data.tiles, rules.data.hexes
    state.tiles = {h: t for h, t in laid.items() if tiles[t.tile].label in ("", hexes[h].label)}
    draw_map(state, rules, canvas=canvas)
    painter, moved = min(painters, key=lambda drawn: len({*drawn[0].unnamed, *drawn[0].cramped}))  # that is shown
    assert painter.unnamed == []
    on_hex = sum("name" in [w for w, _ in s.boxes] for s in painter.sprites.values())
    assert on_hex + len(moved) + len(painter.unnamed) == sum(bool(h.name) for h in rules.data.hexes.values())
    size, needy = painter.where.size, set[tuple[int, ...]]()
    for h in rules.data.hexes.values():
        face = face_of(state, rules, h.id)
        form = anatomy(face.tile, face.rotation, rules.data.layout)
        off = {s.name for s in face.tile.stops if s.kind == "off"}
        track = [
            q for t, line in zip(face.tracks, form.tracks, strict=True) if not {t.a, t.b} & off for q in dense(line)
        ]
        for box in moved:
            points = [painter.where.point(h, q) for q in track]
            reach = style.TRACK_WIDTH / 2 * size - 2
            if any(box[0] - reach < x < box[2] + reach and box[1] < y < box[3] for x, y in points):
                needy.add(box)
            for place in form.places.values():
                for slot in place.slots:
                    x, y = painter.where.point(h, slot)
                    dx, dy = max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])
                    assert math.hypot(dx, dy) > place.radius * size - 2, h.id
            rim = corners(rules.data.layout)
            for side in (s for s, kind in h.borders.items() if kind):
                ends = painter.where.point(h, rim[side - 1]), painter.where.point(h, rim[side])
                line = [tuple(a + (b - a) * k / 20 for a, b in zip(*ends, strict=True)) for k in range(21)]
                if any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in line):
                    needy.add(box)
    assert not needy, "names on track or on a river"


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_the_whole_map_of_18_india_says_what_rivers_cost_and_what_goods_pay(canvas, monkeypatch):
    """The blue band had no fee at any size, and the red hexes beside the destinations of goods were empty."""
    drawn, real = [], write_fees

    def note(image, rules, where, shown, sprites, taken, **more):
        boxes = real(image, rules, where, shown, sprites, taken, **more)
        drawn.append((sprites, len(boxes)))
        return boxes

    monkeypatch.setattr(whole_map, "write_fees", note)
    rules = TITLES["18India"].rules((), 4)
    state = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").state
    draw_map(state, rules, canvas=canvas)
    sprites, fees = drawn[0]
    assert fees >= 8
    for hex_id, signs in rules.signs(state).items():
        goods = [s for s in signs if symbols.paid_good(s)]
        written = [what for what, _ in sprites[hex_id].boxes]
        assert not goods or written.count("sign") == len(goods), hex_id
        if goods and canvas == TALL and len(goods) < 4:
            high = [box[3] - box[1] for what, box in sprites[hex_id].boxes if what == "sign"]
            assert min(high) >= 18, "they had five of 390 pixels"


def test_names_of_goods_and_fees_of_rivers_are_read_on_a_part_of_the_map(monkeypatch):
    """Of 366 pixels they had six."""
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    written, write = dict[str, int](), fonts.write

    def note(draw, at, text, size, **more):
        written[text] = size
        write(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note)
    draw_crop(view, rules, hold(rules, ["J11", "K14"], [(1098, 700)]).hexes, canvas=(1098, 700))
    assert min(written[text] * 366 / 1098 for text in ("₹30", "opium")) >= 8


def test_goods_that_have_no_room_as_words_are_pictures():
    """On parts of the map for a phone a red hex that takes five goods was empty."""
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    for hex_id in (i for i, signs in rules.signs(view).items() if len(signs) > 2):
        seen = look(view, rules, rules.data.hexes[hex_id], 62, Lettering(sizes=crop_print(62, 1106)))
        assert "sign" in dict(hex_sprite(seen).boxes), hex_id


@pytest.mark.parametrize("tile", ["452a", "455a"])
def test_rings_of_runs_leave_the_words_between_cities_free(tile):
    """Brown Atlanta: label and value touched the ring of a station; the value has no disc there, but paper round it."""
    rules = TITLES["18GA"].rules((), 3)
    g = Game.new(rules, ["ann", "bob", "cid"], "1")
    for rotation in range(6):
        g.state.tiles["D4"] = Laid(tile, rotation)
        seen = look(g.state, rules, rules.data.hexes["D4"], 100)
        sprite = hex_sprite(seen)
        drawn = overlay.Drawn(seen.tile, rotation, seen.layout, 100, seen.circles)
        for what, (left, top, right, bottom) in sprite.boxes:
            for stop in seen.tile.stops if what in ("label", "value") else ():
                ring = overlay.stop_ring(drawn, stop.name, 0)
                across, down = ring.width // 2 - sprite.centre[0], ring.height // 2 - sprite.centre[1]
                covered = ring.getchannel("A").crop((left + across, top + down, right + across, bottom + down))
                if what == "value":  # a disc, which leaves the corners of its box
                    disc = Image.new("L", covered.size)
                    ImageDraw.Draw(disc).ellipse((0, 0, covered.width - 1, covered.height - 1), fill=255)
                    covered = ImageChops.multiply(covered, disc)
                assert sum(covered.histogram()[128:]) <= 0.02 * covered.width * covered.height, (what, rotation)


def test_a_label_that_begins_the_name_of_its_place_is_left_out_on_a_tile_only():
    """`Aug` on the tile of Augusta looked like a name cut off; on an empty hex it says what may be laid there.

    Nor does the number of a tile end in its label: Washington had a `170was`.
    """
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    view.tiles["D10"] = Laid("453a", 0)
    assert rules.data.tiles["453a"].label == "Aug"
    assert not look(view, rules, rules.data.hexes["D10"], 60).label
    named = TITLES["18VA"].rules((), 3)
    bare = Game.new(named, ["ann", "bob", "cid"], "1").view(None)
    bare.tiles["G4"] = Laid("170was", 0)
    assert look(bare, named, named.data.hexes["G4"], 142, Lettering(sizes=crop_print(142, 545))).number == "170"
    del bare.tiles["G4"]
    spelt = [
        h
        for h in named.data.hexes.values()
        if len(h.label or h.print.label) >= 3 and h.name.startswith(h.label or h.print.label)
    ]
    assert spelt
    assert all(look(bare, named, h, 60).label for h in spelt)


@pytest.mark.parametrize("air", [stop_values.ROOMY, stop_values.TIGHT])
def test_a_value_beside_a_disc_has_round_ends_and_a_rim_too(air):
    """Values had three shapes on a map: discs, fields with round ends and a rim, squares without."""
    ground = style.HEX["green"]
    page = Mock(image=Image.new("RGB", (80, 60), ground))
    page.draw = ImageDraw.Draw(page.image)
    wide, high = stop_values._field_around("50", 22, air, fonts.Cut.BOLD)
    box = 20, 20, 20 + wide, 20 + high
    stop_values._draw_field(page, box, "50", 22, fonts.Cut.BOLD)
    middle = [page.image.getpixel((x, 20 + high // 2)) for x in range(16, 24)]
    rim = middle.index(style.RIM)
    assert middle[:rim] == [ground] * rim
    assert middle[rim + 1] == style.WHITE
    assert page.image.getpixel((16 + rim, 20)) != style.WHITE, "its ends are round"
