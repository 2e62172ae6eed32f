"""Pictures: right colours at known places, words that touch nothing, the same bytes everywhere, within size and time."""

from __future__ import annotations

import hashlib
import io
import itertools
import math
import os
import subprocess
import sys

import pytest
from msgspec import structs
from PIL import Image

from game.actions import LayTile
from game.events import PriceMoved, Ran, TileLaid, TokenPlaced, TokenRemoved
from game.hexes import Layout, coordinates
from game.load import all_tiles
from game.play import Game
from game.routing.company_reach import explore
from game.routing.network import network
from game.state import Run
from render import (
    TALL,
    Marks,
    around,
    contact_sheet,
    draw_bank,
    draw_company,
    draw_map,
    draw_market,
    draw_player,
    draw_preview,
    draw_table,
    draw_tiles,
    marks_of,
    png,
)
from render.data.marks import PriceChange
from render.data.run_paths import pieces
from render.drawing import fonts, phone, style, symbols
from render.drawing.discs import piles
from render.drawing.free_space import Room
from render.drawing.geometry import distance, part, polar
from render.drawing.hex_appearance import Look, look
from render.drawing.landscape import sea
from render.drawing.sprites import hex_sprite
from render.drawing.sprites import token as draw_token
from render.drawing.tile_geometry import anatomy, corners
from render.pictures import market, overlay
from render.pictures.map import placed
from render.pictures.preview import layout_of_crop
from render.pictures.reference.manifest import market_states, tile_sheets
from tests.conftest import ROOT
from tests.support.board_notation import board
from tests.support.machine_speed import measure_effort
from tests.support.written_words import note_words
from titles import TITLES

FULL = (  # the last position of a recorded game
    "B4=8/0 C3=63/0[CoG.a.0 W&A.a.1] C5=28/1 C9=8/3 D10=456a/0[GA.a.0 SAL.a.1] D2=23/0 D4=455a/0[CoG.a.0 W&A.b.0] D6=24/5 "
    "E11=9/2 E3=17/0 E5=24/2 E7=143/0 F12=26/2 F2=27/2 F4=20/0 F6=458a/1[CoG.a.0 G&F.a.1] G11=141/3 G13=459a/1[ACL.a.0 SAL.a.1] "
    "G3=63/0[ACL.a.0 CoG.a.1] G5=23/3 H10=24/3 H12=9/0 H2=29/3 H4=63/0[G&F.a.0 SAL.a.1] I11=457a/1[ACL.a.0 GA.a.1] I3=9/2 "
    "I5=8/0 I7=3/4 I9=63/0[GA.a.0] J10=24/1 J12[ACL.a.0] J6=9/1 J8=43/1"
)
NAMES = list(TITLES)
BRIGHT = style.CHANGED


@pytest.fixture(scope="module")
def full():
    g = board(FULL, phase="6")
    return g.view(None), g.rules


def alone(hex_id, line, marks=None, **more):
    """One hex on a canvas of 400 by 400, its centre in the middle, and its apothem in pixels."""
    g = board(line, **{"phase": "3", **more})
    picture = draw_map(
        g.view(None), g.rules, marks or Marks(), focus=[hex_id], canvas=(400, 400), layers={"marks", "runs"}
    )
    return picture, layout_of_crop(g.rules, [hex_id], (400, 400)).size


def pixel(picture, apothem, x, y):
    """The colour at a place given in apothems from the centre."""
    return picture.getpixel((round(200 + x * apothem), round(200 + y * apothem)))


def seen_in(picture):
    """All colours of a picture."""
    return {c for _, c in picture.getcolors(1 << 21) or ()}


def close(a, b, by=10):
    return all(abs(x - y) <= by for x, y in zip(a, b, strict=True))


# ---------------------------------------------------------------------- sampled pixels


@pytest.mark.parametrize(
    ("hex_id", "line", "colour"),
    [
        ("C7", "", "white"),
        ("C7", "C7=8/0", "yellow"),
        ("C7", "C7=25/0", "green"),
        ("C7", "C7=70/0", "brown"),
        ("A3", "", "red"),
        ("E1", "", "gray"),
    ],
)
def test_ground_has_the_colour_of_its_tile(hex_id, line, colour):
    picture, apothem = alone(hex_id, line)
    seen = [pixel(picture, apothem, *polar(30 + 60 * k, 0.97)) for k in range(6)]  # near the corners nothing is drawn
    assert sum(close(s, style.HEX[colour]) for s in seen) >= 3


@pytest.mark.parametrize("rotation", range(6))
def test_track_leads_to_the_sides_of_its_tile_and_to_no_other(rotation):
    picture, apothem = alone("C7", f"C7=8/{rotation}")
    black = {e for e in range(6) if close(pixel(picture, apothem, *polar(120 + 60 * e, 0.93)), style.TRACK, 25)}
    assert black == {rotation % 6, (rotation + 2) % 6}


def test_a_straight_tile_has_its_city_in_the_middle_and_a_curve_bends():
    picture, apothem = alone("C3", "C3=57/1")
    assert close(pixel(picture, apothem, 0, 0), style.WHITE)
    assert close(pixel(picture, apothem, -0.7, 0), style.TRACK, 25)
    curve, apothem = alone("C7", "C7=8/0")
    assert close(pixel(curve, apothem, 0, 0), style.HEX["yellow"])  # a gentle curve passes beside the middle
    assert close(pixel(curve, apothem, -0.268, 0), style.TRACK, 25)


def test_a_token_shows_the_colour_of_its_company_and_a_reserved_home_is_pale():
    colour = style.rgb("#1b7a3d")
    picture, apothem = alone("D10", "D10=57/1[GA]")
    assert close(pixel(picture, apothem, 0, -0.24), colour)
    assert close(pixel(picture, apothem, 0, 0.24), colour)
    pale, apothem = alone("D10", "D10=57/1")
    assert close(pixel(pale, apothem, 0, -0.24), style.mix(colour, style.WHITE, 0.62), 14)
    none, apothem = alone("C3", "C3=57/1")
    assert close(pixel(none, apothem, 0, -0.24), style.WHITE)


def test_changed_hexes_are_outlined_and_numbered_in_order():
    picture, apothem = alone("C7", "C7=9/0", Marks(hexes=("C7",), order=("C7",)))
    assert close(pixel(picture, apothem, 0.93, 0), BRIGHT)
    plain, apothem = alone("C7", "C7=9/0")
    assert not close(pixel(plain, apothem, 0.93, 0), BRIGHT)
    two = Marks(hexes=("C7",), order=("B4", "C7"))
    assert alone("C7", "C7=9/0", two)[0].tobytes() != picture.tobytes()  # the number is its place in the order


def test_a_new_station_is_ringed_and_a_removed_one_crossed():
    ringed, apothem = alone("D10", "D10=57/1[GA]", Marks(slots=("D10.a.0",), order=("D10.a.0",)))
    assert close(pixel(ringed, apothem, 0, -0.46), BRIGHT)
    crossed, apothem = alone("D10", "D10=57/1", Marks(removed=("D10.a.0",)))
    assert close(pixel(crossed, apothem, 0.1, 0.1), BRIGHT)


def test_a_run_is_drawn_along_its_track_in_the_trains_colour():
    run = Run("2-1", ("C3.a", "D4.a"), (), 50)
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    marks = Marks(runner="CoG", runs=(run,))
    assert [(p.hex, p.track) for p in pieces(g.view(None), g.rules, run)] == []  # 451a/0 leads elsewhere from city a
    run = Run("2-1", ("C3.a", "D4.b"), (), 50)
    marks = Marks(runner="CoG", runs=(run,))
    assert [p.hex for p in pieces(g.view(None), g.rules, run)] == ["C3", "D4"]
    picture = draw_map(g.view(None), g.rules, marks, focus=["C3"], canvas=(400, 400), layers={"runs"})
    colours = seen_in(picture)
    assert style.RUNS[0] in colours
    without = draw_map(g.view(None), g.rules, Marks(), focus=["C3"], canvas=(400, 400), layers={"runs"})
    assert style.RUNS[0] not in seen_in(without)


def test_the_network_of_a_company_is_its_track_in_a_bright_colour():
    g = board("C3=57/2[CoG] C5=9/1 C7=9/1", phase="3")
    view, rules = g.view(None), g.rules
    reach = explore(network(rules.data, view.tiles), view.tokens, "CoG")
    for hex_id in ("C3", "C7"):
        picture = draw_map(view, rules, Marks(network=reach.hexsides), focus=[hex_id], canvas=(400, 400))
        assert (style.REACH in seen_in(picture)) == (hex_id == "C3")


def test_a_city_that_a_company_reaches_is_as_white_as_its_token_is_bright():
    """At night reached cities were as grey as all others: only their values were not."""
    g = board("C3=57/1[CoG] C5=57/1 C7=57/2", phase="3")
    view, rules = g.view(None), g.rules
    reach = explore(network(rules.data, view.tiles), view.tokens, "CoG")
    with style.drawn_in("dark"):
        for hex_id, reached in (("C5", True), ("C7", False)):
            picture = draw_map(view, rules, Marks(network=reach.hexsides), focus=[hex_id], canvas=(400, 400))
            part = picture.crop((190, 190, 210, 210)).convert("RGB")
            assert (part.getcolors() == [(400, style.WHITE)]) == reached, hex_id


def test_the_present_value_of_an_off_map_place_is_stressed():
    """Chattanooga: 30, from brown on 60. The stressed box has the wider frame."""
    seen = {}
    for phase in ("3", "5"):
        picture, _ = alone("A3", "", phase=phase)
        seen[phase] = picture.tobytes()
    assert seen["3"] != seen["5"]
    same, _ = alone("A3", "", phase="4")
    assert same.tobytes() == seen["3"]


def test_a_new_phase_draws_only_hexes_anew_whose_values_depend_on_it():
    early, late = board("C3=57/1", phase="2"), board("C3=57/1", phase="5")
    hexes = early.rules.data.hexes.values()
    anew = {h.id for h in hexes if look(early.state, early.rules, h, 60) != look(late.state, late.rules, h, 60)}
    assert anew == {h.id for h in hexes if any(len(s.values) > 1 for s in h.print.stops)}
    assert {"A3", "E1"} <= anew


def india(**marks):
    """18 India at its start with these marks on the map."""
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    g.state.marks |= marks
    return g.rules, g.state


def written(rules, state, hex_id):
    seen = look(state, rules, rules.data.hexes[hex_id], 60)
    return seen, [what for what, _ in hex_sprite(seen).boxes]


def test_a_gauge_marker_lies_on_its_hexside_half_on_each_hex():
    """It is told from the printed border, which stays, by its shape."""
    for side, hexes in (((), ()), (("O12/0",), ("O12", "O14"))):
        rules, state = india(gauge=list(side))
        assert [h for h in ("O12", "O14", "P13", "N13") if written(rules, state, h)[0].markers] == list(hexes)
    way = polar(90, 0.9)
    seen, _ = written(rules, state, "O12")
    sprite = hex_sprite(seen)
    at = round(sprite.centre[0] + way[0] * 60), round(sprite.centre[1] + way[1] * 60)
    assert close(sprite.image.convert("RGB").getpixel(at), style.GAUGE, 25)


def test_track_goes_over_a_river_and_under_nothing_but_a_marker():
    tile = all_tiles()["9"]

    def at_the_side(**more):
        sprite = hex_sprite(Look(tile, 0, "flat", 60, laid=True, **more))
        return sprite.image.convert("RGB").getpixel((sprite.centre[0], sprite.centre[1] + 56))

    assert close(at_the_side(borders=((0, "river"),)), style.TRACK, 25)
    assert close(at_the_side(borders=((0, "gauge river"),)), style.TRACK, 25)
    assert close(at_the_side(borders=((0, "gauge"),), markers=(0,)), style.GAUGE, 40)


def test_goods_have_a_picture_and_a_word_and_say_whose_they_are():
    rules, state = india(**{"good.tea": ["WIP"]})
    seen, boxes = written(rules, state, "O12")
    assert (seen.symbols, seen.signs) == (("tea",), ("WIP's",))
    assert boxes.count("symbol") == 2  # the picture and its name
    assert "sign" in boxes
    _, state = india(**{"good.tea": ["nobody"]})
    assert written(rules, state, "K38")[0].signs == ("lost",)


def test_what_cities_pay_for_stands_beside_them():
    """18 India 8.4.3.5-8.4.3.7: Kochi is worth 20 more than the best other city, takes spices and gold, and goes with Delhi."""
    rules, state = india()
    assert written(rules, state, "G36")[0].signs == ("best +20",)
    notice, boxes = written(rules, state, "G38")
    assert notice.signs == ("spices 70", "gold 50", "Delhi 100", "jewelry 20")
    assert boxes == ["sign"]


def test_every_printed_symbol_has_its_own_shape():
    names = {s for title in TITLES.values() for h in title.rules((), 3).data.hexes.values() for s in h.symbols}
    assert set(symbols.KNOWN) - names == {"jewelry"}  # which is laid in play
    shapes = {n: symbols.symbol(n, 40).getchannel("A").tobytes() for n in symbols.KNOWN}
    del shapes["coal"]  # a mine's: it stands on red ground (test_printed_worth.py)
    for a, b in itertools.combinations(shapes, 2):
        differ = sum(abs(x - y) > 100 for x, y in zip(shapes[a], shapes[b], strict=True))
        assert differ > 100, (a, b)  # of 1,600: without any colour


def test_market_markers_stand_in_their_cells_top_first():
    g = board("")
    view = g.view(None)
    cell = next(iter(view.market))
    picture = draw_market(view, g.rules)
    view.market[cell] = view.market[cell][::-1]
    assert draw_market(view, g.rules).tobytes() != picture.tobytes()
    view.market = {"0,15": ["CoG"]}
    alone_at_the_end = draw_market(view, g.rules)
    red = style.rgb(g.rules.data.companies["CoG"].colour)
    box = (alone_at_the_end.width - 100, 80, alone_at_the_end.width, 200)
    assert red in seen_in(alone_at_the_end.crop(box))


def test_land_has_a_coastline_and_shallows_in_the_sea_alone_and_none_between_its_hexes():
    """The sea lay round Tennessee, and on all sides of Georgia."""
    rules = TITLES["18GA"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    canvas = (1200, 1040)
    where = placed(list(rules.data.hexes.values()), rules.data, canvas)
    picture = draw_map(view, rules, canvas=canvas, layers=())

    def along(hex_id, sign):
        x, y = where.centre(rules.data.hexes[hex_id])
        return [picture.getpixel((x + sign * d, y)) for d in range(where.size - 2, where.size + 12)]

    east, inland, west = along("H12", 1), along("H12", -1), along("C1", -1)
    assert east.index(style.COAST) < east.index(style.SHORE)
    for colour in (style.SHORE, style.COAST):
        assert colour not in [*inland, *west]
    assert style.BORDER in west


@pytest.mark.parametrize("name", NAMES)
def test_each_place_of_the_sea_borders_on_the_map(name):
    """What is said of the sea is read where it is said, and lies round no map whose title has none."""
    data = TITLES[name].rules((), 4).data
    rim, said = sea._rim(data), data.map.sea.split()
    assert sum(rim.values()) == len(set(said)) == len(said)
    assert {*rim.values()} == ({False, True} if said else {False})
    assert not sea.is_sea(data, (-40, 0)), "far away, too"


@pytest.mark.parametrize(
    ("name", "east"), [("18GA", True), ("18TN", False), ("18VA", True), ("18EU", False), ("18India", False)]
)
def test_the_sea_in_the_east_goes_on_beyond_the_map(name, east):
    data = TITLES[name].rules((), 4).data
    assert sea.is_sea(data, (60, 12 if data.layout == "flat" else 7)) == east


@pytest.mark.parametrize(
    ("name", "inland", "out"), [("18GA", "E13", "E15"), ("18VA", "I2", "J1"), ("18VA", "H17", "H19")]
)
def test_a_coast_runs_on_to_the_edge_of_the_picture(name, inland, out):
    """A strip of sea lay along the edge beside land, as if the picture were torn there."""
    data = TITLES[name].rules((), 4).data
    assert not any(sea.is_sea(data, coordinates(place, data.layout)) for place in (inland, out))


@pytest.mark.parametrize("name", NAMES)
def test_the_market_is_read_on_a_phone(name, monkeypatch):
    """Prices had eight and a half pixels beside a message; they have eleven; no marker leaves its cell."""
    rules = TITLES[name].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    cell = max(rules.data.cells, key=lambda c: int(c.split(",")[1]))
    view.market = {cell: list(rules.data.companies)[:4]}
    sizes, radii = {}, []
    real_write, real_token, real_edge = fonts.write_within, draw_token, piles.edge_sprite

    def write(draw, at, text, size, most, **more):
        sizes[text] = size
        real_write(draw, at, text, size, most, **more)

    def edge(mark, colour, ink, radius, *more):
        radii.append(radius)
        return real_edge(mark, colour, ink, radius, *more)

    def token(data, company, radius, **more):
        radii.append(radius)
        return real_token(data, company, radius, **more)

    monkeypatch.setattr(fonts, "write_within", write)
    monkeypatch.setattr(piles, "token", token)
    monkeypatch.setattr(piles, "edge_sprite", edge)
    on_phone = phone.WIDTH / draw_market(view, rules).width
    assert all(sizes[str(c.price or "closed")] * on_phone >= 11 for c in rules.data.cells.values())
    assert len(radii) == 4
    assert all(2 * r * on_phone > 18 for r in radii)


@pytest.mark.parametrize(("rows", "from_left"), [(1, True), (4, False)])
def test_a_list_below_all_cells_begins_at_the_left(rows, from_left):
    """It stood at the right below a market without a gap, beside an empty corner; in the gap of a ragged one it stays."""
    rules = TITLES["18GA"].rules((), 4)
    grid = market.Grid(10, tuple(range(60, 60 + 60 * (rows + 1), 60)), 60, 18)
    cells = [(f"{row},{n}", None) for row in range(rows) for n in range(18 if row < rows - 3 or rows == 1 else 4)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(market, "cells_of", lambda _: cells)
        (_, (order, legend)), _ = market._with_lists(rules, grid, 1098, [[(400, 150), (500, 100)]])
    assert (order[0] < 30) == from_left
    assert (order[1] >= grid.tops[-1]) == from_left
    assert legend[1] >= order[3] or legend[0] >= order[2] or legend[2] <= order[0]


def test_an_arrow_leaves_the_prices_that_it_crosses_legible(monkeypatch):
    """The prices of the cells on both sides of its way are written again over it, those of others once."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")
    written: list[str] = []
    real = market.write_price

    def write(draw, box, cell, held, unit, *, clear=False):
        written.extend([str(cell.price)] if clear else [])
        return real(draw, box, cell, held, unit, clear=clear)

    monkeypatch.setattr(market, "write_price", write)
    view = structs.replace(g.view(None), market={"0,3": ("CoG",)})
    draw_market(view, g.rules, Marks(moves=(PriceChange("CoG", "2,3", "0,3"),)))
    data = g.rules.data
    assert written == [str(data.cells[f"{row},{column}"].price) for row in range(3) for column in (3, 4)]


def test_market_moves_are_arrows():
    g = board("")
    still = draw_market(g.view(None), g.rules)
    moved = draw_market(g.view(None), g.rules, Marks(moves=(PriceChange("CoG", "0,0", "2,3"),)))
    assert still.width == moved.width
    assert still.tobytes() != moved.tobytes()


@pytest.mark.parametrize(("stays", "new"), [("3,4", "2,4"), ("2,3", "2,4")])
def test_an_arrow_covers_no_marker_of_another_company(stays, new):
    """CoG stood where G&F had left it, and its mark read “Co”."""
    rules = TITLES["18GA"].rules((), 3)
    g = Game.new(rules, ["ann", "bob", "cid"], "1")
    view = structs.replace(g.view(None), market={new: ("ACL", "G&F"), stays: ("CoG",)})
    still = draw_market(view, rules)
    moved = draw_market(view, rules, Marks(moves=(PriceChange("G&F", stays, new),)))
    grid = market._grid(view, rules, market.WIDE, market.PRINT)
    (x, y), r = piles.pile_spots(grid.box(stays), 1, market.PRINT)[0], piles.radius(grid.wide, market.PRINT)
    marker = round(x - r * 0.7), round(y - r * 0.7), round(x + r * 0.7), round(y + r * 0.7)
    assert still.crop(marker).convert("RGB").tobytes() == moved.crop(marker).convert("RGB").tobytes()
    assert still.tobytes() != moved.tobytes()


@pytest.mark.parametrize("name", list(TITLES))
def test_a_dividend_shows_the_way_of_a_price_to_the_next_cell(name):
    """Where cells are narrow no arrow was drawn between two beside each other: most dividends had none."""
    players = ["ann", "bob", "cid"]
    g = Game.new(TITLES[name].rules((), 3), players, "1")
    company, new, old = next(iter(g.rules.data.companies)), "0,3", "0,2"
    view = structs.replace(g.view(None), market={new: (company,)})
    colour, seen = style.rgb(g.rules.data.companies[company].colour), []
    for moves in ((), (PriceChange(company, old, new),)):
        image = draw_market(view, g.rules, Marks(moves=moves)).convert("RGB")
        seen.append({c: n for n, c in image.getcolors(image.width * image.height) or ()}.get(colour, 0))
    assert seen[1] - seen[0] > 250, "pixels of its colour beside the marker"


# ---------------------------------------------------------------------- structure: every tile, every rotation


LAYOUTS: tuple[Layout, ...] = ("pointy", "flat")


def test_circles_of_cities_lie_inside_the_hex_and_beside_each_other():
    for tile, layout in itertools.product(all_tiles().values(), LAYOUTS):
        for rotation in tile.rotations:
            places = anatomy(tile, rotation, layout).places.values()
            slots = [(s, p.radius) for p in places for s in p.slots]
            normals = [polar(a, 1.0) for a in range(0 if layout == "pointy" else 30, 360, 60)]
            for (x, y), r in slots:
                assert max(x * n[0] + y * n[1] for n in normals) + r <= 1.0, (tile.name, rotation)
            for (a, r), (b, q) in itertools.combinations(slots, 2):
                assert distance(a, b) >= (r + q) * 0.99, (tile.name, rotation)


def test_stations_of_two_cities_in_a_hex_are_legible():
    """Of Mumbai's three two had 20 to 22 pixels on the whole map, whose hexes are 72 high."""
    rules = TITLES["18India"].rules((), 4)
    places = anatomy(rules.data.hexes["D23"].print, 0, rules.data.layout).places
    assert min(place.radius for place in places.values()) * 72 > 23


def test_track_meets_the_middle_of_its_side_squarely():
    for tile, layout in itertools.product(all_tiles().values(), LAYOUTS):
        for t, line in zip(tile.tracks, anatomy(tile, 0, layout).tracks, strict=True):
            for end, points in ((t.a, line), (t.b, line[::-1])):
                if isinstance(end, int):
                    way = (120 if layout == "pointy" else 90) + 60 * end
                    assert distance(points[0], polar(way, 1.0)) < 1e-6, tile.name
                    inward = part(points, 0.0, 0.04)[-1]
                    assert distance(inward, polar(way, 0.96)) < 0.015, tile.name


def test_all_stops_of_a_tile_have_room():
    """No two stops of a tile lie on each other."""
    for tile in all_tiles().values():
        spots = [(p.x, p.y) for p in anatomy(tile, 0, "flat").places.values()]
        assert all(distance(a, b) > 0.3 for a, b in itertools.combinations(spots, 2)), tile.name


def test_a_tile_looks_alike_in_all_rotations():
    tile = all_tiles()["452a"]
    base = anatomy(tile, 0, "pointy").places
    turned = anatomy(tile, 2, "pointy").places
    for name, place in base.items():
        angle = math.degrees(math.atan2(place.y, place.x))
        again = math.degrees(math.atan2(turned[name].y, turned[name].x))
        assert (again - angle) % 360 == pytest.approx(120, abs=0.01)


def test_free_room_is_found_where_it_is():
    taken = Image.new("L", (40, 30), 255)
    taken.paste(0, (25, 10, 35, 16))
    room = Room(taken)
    assert room.find(10, 6, [(0, 0)]) == (25, 10, 35, 16)
    assert room.find(11, 6, [(0, 0)]) is None
    assert room.find(4, 2, [(0, 0)]) == (25, 10, 29, 12)
    assert room.find(4, 2, [(40, 30)]) == (31, 14, 35, 16)
    room.take((25, 10, 29, 16), "word", gap=0)
    assert room.find(6, 6, [(0, 0)]) == (29, 10, 35, 16)
    assert room.find(7, 6, [(0, 0)]) is None


# ---------------------------------------------------------------------- colours


def linear(c):
    return [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in (v / 255 for v in c)]


# Machado, Oliveira and Fernandes 2009, severity 1.0: linear RGB as seen.
DEFICIENCY = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(colour, kind):
    r, g, b = (sum(m * v for m, v in zip(row, linear(colour), strict=True)) for row in DEFICIENCY[kind])
    r, g, b = (min(1.0, max(0.0, v)) for v in (r, g, b))
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def apart(a, b, kind):
    """CIE 1976 colour difference as seen with that deficiency; 2 is just seen, 10 at a glance."""
    return math.dist(lab(a, kind), lab(b, kind))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", DEFICIENCY)
def test_companies_can_be_told_apart(name, kind):
    """By colour, or where colours come close by marks that read well on them."""
    companies = TITLES[name].rules((), 4).data.companies
    for (a, x), (b, y) in itertools.combinations(companies.items(), 2):
        if apart(style.rgb(x.colour), style.rgb(y.colour), kind) < 10:
            assert a != b
            assert len(a) > 0
            assert min(style.contrast(style.rgb(c.ink), style.rgb(c.colour)) for c in (x, y)) >= 3, (a, b)


@pytest.mark.parametrize("name", NAMES)
def test_marks_read_well_on_their_colours(name):
    for company, data in TITLES[name].rules((), 4).data.companies.items():
        assert style.contrast(style.rgb(data.ink), style.rgb(data.colour)) >= 3, company


@pytest.mark.parametrize("kind", DEFICIENCY)
def test_runs_differ_by_colour_or_dash_and_tiles_by_colour(kind):
    assert len(set(style.DASHES)) == len(style.RUNS) == len(style.DASHES)
    for a, b in itertools.combinations(("white", "yellow", "green", "brown", "gray", "red"), 2):
        assert apart(style.HEX[a], style.HEX[b], kind) > 4, (a, b)
    for ground in style.HEX.values():
        assert style.contrast(style.TRACK, ground) > 4.5
        assert min(apart(colour, ground, kind) for colour in (style.MARK, style.CHANGED)) > 20


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", DEFICIENCY)
def test_what_is_new_has_a_colour_that_nothing_else_has(kind, theme):
    """It was pink, as what can be chosen is."""
    with style.drawn_in(theme):
        companies = [style.rgb(c.colour) for t in TITLES.values() for c in t.rules((), 4).data.companies.values()]
        for other in (style.MARK, style.REACH, *style.RUNS, *style.PLAYERS, *companies):
            assert apart(style.CHANGED, other, kind) > 10, other
    assert overlay.mark_colour(Marks(hexes=("D4",))) == overlay.mark_colour(Marks(possible=True)) == style.CHANGED
    assert overlay.mark_colour(Marks(choice=True)) == style.MARK


# ---------------------------------------------------------------------- bytes, size, time


def test_png_has_the_fixed_palette_with_pure_white(full):
    view, rules = full
    picture = Image.open(io.BytesIO(png(draw_map(view, rules))))
    assert picture.mode == "P"
    assert 1300 < picture.width <= 1600
    rgb, right, low = picture.convert("RGB"), picture.width - 3, picture.height - 3
    assert {rgb.getpixel(p) for p in ((2, 2), (2, low))} == {style.BEYOND}
    assert {rgb.getpixel(p) for p in ((right, 2), (right, low))} == {style.PAPER}
    inland = rgb.width * 2 // 5  # east of it a coast goes on to the end
    ends = [rgb.crop((0, low - far, inland, low)).getcolors() or [] for far in (3, 20)]
    assert [len(colours) > 2 for colours in ends] == [False, True], "it ends just below what is drawn, cutting nothing"
    seen = seen_in(picture.convert("RGB"))
    exact = [*(style.HEX[c] for c in ("white", "yellow", "green", "brown", "red", "gray")), style.TRACK]
    assert all(c in seen for c in exact)
    assert all(style.rgb(c.colour) in seen for c in rules.data.companies.values())


DIGEST = """
import hashlib
from tests.support.board_notation import board
from tests.render.test_render import FULL, digest
print(digest())
"""


def digest():
    """One number for a map, a market and cards."""
    g = board(FULL, phase="6")
    view, rules = g.view(None), g.rules
    marks = Marks(
        hexes=("C5", "E3"), slots=("D10.a.0",), order=("C5", "D10.a.0", "E3"), moves=(PriceChange("CoG", "0,5", "2,3"),)
    )
    pictures = [draw_map(view, rules, marks), draw_market(view, rules, marks), draw_company(view, rules, "CoG")]
    pictures += [draw_player(view, rules, "ann"), draw_bank(view, rules), *draw_table(view, rules)]
    return hashlib.sha256(b"".join(png(p) for p in pictures)).hexdigest()


def test_bytes_are_the_same_twice_and_under_other_hash_seeds():
    here = digest()
    assert digest() == here
    for seed in ("0", "4711"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        out = subprocess.run(
            [sys.executable, "-c", DIGEST], env=env, capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert out.stdout.strip() == here


def test_pictures_are_small_enough(full):
    view, rules = full
    runs = (Run("5-1", ("E1.a", "G3.a", "F6.a"), (), 130), Run("4-1", ("C3.a", "D4.b"), (), 110))
    marks = Marks(hexes=tuple(view.tiles)[:8], order=tuple(view.tiles)[:8], runner="CoG", runs=runs)
    pictures = {
        "map": draw_map(view, rules, marks),
        "market": draw_market(view, rules),
    }
    pictures |= {f"tiles {n}": sheet for n, sheet in enumerate(draw_tiles(view, rules))}
    pictures |= {
        "card": draw_company(view, rules, "CoG"),
        "preview": draw_preview(view, rules, [LayTile("G7", "8", 0)]),
    }
    for name, picture in pictures.items():
        assert len(png(picture)) <= 190_000, name


def test_a_map_with_warm_sprites_is_quick(full):
    """A map of 1600 by 1200 with its PNG: some 20 milliseconds, one and a half times the standard work (the aim is 60)."""
    view, rules = full
    png(draw_map(view, rules))
    assert measure_effort(lambda: png(draw_map(view, rules)), 7) < 6


def test_nothing_but_the_view_decides(full):
    """What a view does not show cannot change a picture: the seed, and cards that are hidden."""
    view, rules = full
    other = structs.replace(view, seed="another", used={"secret": 1})
    assert png(draw_map(view, rules)) == png(draw_map(other, rules))
    assert png(draw_market(view, rules)) == png(draw_market(other, rules))


# ---------------------------------------------------------------------- marks, crops, sheets


def test_marks_come_from_events():
    events = [
        TileLaid("CoG", "C5", "9", 0),
        TokenPlaced("CoG", "C3.a.0"),
        TileLaid("CoG", "E5", "8", 1),
        TileLaid("GA", "C5", "23", 0, old="9"),
        PriceMoved("CoG", "2,3", "2,4"),
        PriceMoved("GA", "1,4", "1,5"),
        PriceMoved("CoG", "2,4", "2,5"),
        PriceMoved("GA", "1,5", "1,4"),
        TokenRemoved("SAL", "G13.a.0"),
        Ran("GA", (Run("2-1", ("D10.a", "B10.a"), (), 50),), 50),
    ]
    marks = marks_of(events)
    assert marks.hexes == ("E5", "C5")
    assert marks.order == ("C3.a.0", "E5", "C5")
    assert marks.slots == ("C3.a.0",)
    assert marks.removed == ("G13.a.0",)
    assert marks.moves == (PriceChange("CoG", "2,3", "2,5"),)  # GA went and came back
    assert (marks.runner, marks.runs[0].revenue) == ("GA", 50)


def test_surroundings_are_hexes_within_steps():
    data = TITLES["18GA"].rules((), 3).data
    assert set(around(data, "D10", 1)) == {"D10", "C9", "D8", "E9", "E11"}
    assert around(data, "D10", 0) == ["D10"]
    assert set(around(data, "F6", 2)) == {
        "D4", "D6", "D8", "E3", "E5", "E7", "E9", "F2", "F4", "F6", "F8", "F10", "G3", "G5", "G7", "G9", "H4", "H6", "H8",
    }  # fmt: skip


def test_previews_show_the_lay_and_leave_the_view_alone(full):
    view, rules = full
    before = dict(view.tiles)
    one = draw_preview(view, rules, [LayTile("G7", "8", 0)])
    six = draw_preview(view, rules, [LayTile("G7", "8", r) for r in range(6)])
    assert view.tiles == before
    assert one.size == (900, 900)
    assert six.size[0] > six.size[1]
    assert png(one) != png(draw_preview(view, rules, [LayTile("G7", "8", 1)]))


@pytest.mark.parametrize("name", NAMES)
def test_contact_sheet_holds_every_tile_and_market_state(name):
    rules = TITLES[name].rules((), 4)
    sheets = contact_sheet(rules)
    states = market_states(rules)
    assert len(sheets) == len(tile_sheets(rules)) + 1 + len(states)
    cells = {f"{r},{c}" for r, row in enumerate(rules.data.market) for c, cell in enumerate(row) if cell is not None}
    assert all(set(s.market) == cells for s in states)
    assert {len(pile) for s in states for pile in s.market.values()} == set(range(1, len(states) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_title_is_drawn_at_its_start(name):
    rules = TITLES[name].rules((), 4)
    state = market_states(rules)[0]
    state.market = {}
    state.cash = {"bank": 1}
    state.companies = {}
    picture = draw_map(state, rules, canvas=TALL)  # as it is posted
    assert picture.width == TALL[0]
    assert len(png(picture)) <= 190_000


def test_tables_are_two_pictures_of_phone_width(full):
    view, rules = full
    pictures = draw_table(view, rules, before=dict.fromkeys(view.order, 500))
    assert [p.width for p in pictures] == [phone.CARD_WIDTH] * 2


def test_corners_and_sides_agree():
    """Corner i lies between side i and the next."""
    for layout in LAYOUTS:
        base = 120 if layout == "pointy" else 90
        for i, c in enumerate(corners(layout)):
            assert distance(c, polar(base + 60 * i + 30, 2 / math.sqrt(3))) < 1e-9


def test_a_market_explains_the_arrows_that_it_shows(monkeypatch):
    """Its legend said nothing of the arrows of the last moves, and of the companies only “in order”."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "7")
    view = g.view(None)
    written = note_words(monkeypatch)
    draw_market(view, g.rules)
    assert "how a price has just moved" not in written
    view.market = {"0,3": ["CoG"]}
    draw_market(view, g.rules, Marks(moves=(PriceChange("CoG", "0,2", "0,3"),)))
    assert "how a price has just moved" in written
    assert "operate in order" in written
