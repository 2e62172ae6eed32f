"""Windows on a map: what matters is inside, as large as a phone needs it; regions leave nothing out."""

from __future__ import annotations

import pytest
from msgspec import structs
from PIL import ImageChops

from game.play import Game
from render import REGIONS, TALL, around, draw_crop, latest, map_canvas, map_parts, needs_crops, region, window
from render.drawing import phone
from render.drawing.layout import STEPS, fit
from render.drawing.tile_geometry import ALONE, BARE, BOARD
from render.pictures import preview
from render.pictures.map import CANVAS, placed
from render.pictures.painter import IN_ROW, LONE
from render.pictures.preview import COARSE, hold, layout_of_crop
from render.pictures.window import CLOSE, CROP, LEGIBLE, STATION, TALLEST
from tests.support.board_notation import board
from tests.support.golden_positions import golden_position
from titles import TITLES

NAMES = list(TITLES)
CANVASES = (CROP, (1098, 860), (1098, 560))  # of crops, of panels and of the log


@pytest.fixture(scope="module", params=NAMES)
def data(request):
    return TITLES[request.param].rules((), TITLES[request.param].file.players[1]).data


def apothem(data, hexes, canvas=CROP):
    """Pixels of an apothem on a phone."""
    frame = (40, 40, canvas[0] - 40, canvas[1] - 40)
    return fit([data.hexes[h] for h in hexes], data, canvas, frame, stepped=True).size * phone.SCREEN_WIDTH / canvas[0]


def test_a_window_holds_the_hex_and_its_neighbours_and_is_legible(data):
    for h in data.hexes:
        shown = window(data, [h])
        assert set(around(data, h, 1)) <= set(shown)
        assert apothem(data, shown) >= LEGIBLE


def test_the_latest_changes_are_shown_and_older_ones_as_far_as_they_fit(data):
    order = list(data.hexes)
    beside = next(h for h in around(data, order[0], 1) if h != order[0])
    shown = latest(data, [order[0], order[-1], beside])
    assert order[0] in shown
    assert beside in shown
    assert order[-1] not in shown
    assert latest(data, []) == []


def test_a_station_on_a_window_is_as_large_as_a_phone_needs_it(data):
    """24 pixels across for a lone one, 22 in a row of two, wherever the window lies."""
    lone, of_two = (2 * share * n for share, n in ((LONE, ALONE[BOARD][1]), (IN_ROW, ALONE[BOARD][2])))
    for h in data.hexes:
        size = apothem(data, latest(data, [h, *data.hexes]))
        assert size * lone >= 24, h
        assert size * of_two >= 22, h


def test_regions_cover_the_map_and_are_larger_than_the_whole(data):
    parts = {word: region(data, *steps) for word, steps in REGIONS.items()}
    assert set().union(*parts.values()) == set(data.hexes)
    assert not set(parts["north-west"]) & set(parts["south-east"]) - set(parts["middle"])
    whole = apothem(data, data.hexes, TALL)
    assert all(apothem(data, shown, TALL) > 1.4 * whole for shown in parts.values())


def test_large_maps_need_crops_and_small_ones_none():
    assert {n: needs_crops(TITLES[n].rules((), 3).data) for n in NAMES} == {
        "18GA": False,
        "18TN": True,
        "18VA": False,
        "18EU": True,
        "18India": True,
    }


def test_a_crop_is_as_high_as_its_hexes_need():
    g = board("")
    view, rules = g.view(None), g.rules
    low, high = (draw_crop(view, rules, hexes).size for hexes in (["D2", "D4", "D6", "D8"], ["C3", "E3", "G3", "H4"]))
    assert low[0] == high[0] == CROP[0]
    assert low[1] < high[1]


def test_a_crop_of_nearly_the_whole_map_is_as_wide_as_the_map():
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    all_but_one = list(g.rules.data.hexes)[1:]
    assert draw_crop(g.view(None), g.rules, all_but_one).width == TALL[0]
    assert draw_crop(g.view(None), g.rules, window(g.rules.data, ["K14"])).width == CROP[0]


def test_a_short_run_is_seen_large(data):
    """It was a dash on a wide stretch of map."""
    place = next(iter(data.hexes))
    assert 0 < len(window(data, [place], narrow=CLOSE)) < len(window(data, [place]))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_map_alone_has_the_canvas_that_it_fills_best(name):
    """On a phone, which shows it as wide as it can."""
    data = TITLES[name].rules((), TITLES[name].file.players[0]).data
    best = map_canvas(data)
    where = placed(list(data.hexes.values()), data, best)
    for other in (TALL, CANVAS):
        assert where.size / best[0] >= placed(list(data.hexes.values()), data, other).size / other[0]


def test_hexes_of_crops_have_few_sizes_so_that_one_that_was_drawn_serves_other_windows(data):
    rules = TITLES[data.file.name].rules((), TITLES[data.file.name].file.players[1])
    sizes = {
        layout_of_crop(rules, latest(data, [h, *data.hexes], canvas), canvas).size
        for h in data.hexes
        for canvas in CANVASES
    }
    assert sizes <= set(STEPS)
    assert len(sizes) <= 5


def test_stations_on_a_crop_of_what_happened_last_are_read_on_a_phone(data):
    """Those of cities with two circles had 22 pixels."""
    places = [h.id for h in data.hexes.values() if h.print.cities][:6]
    size = layout_of_crop_size(data, latest(data, places))
    assert 2 * ALONE[BOARD][2] * size * phone.SCREEN_WIDTH / CROP[0] >= 24


def layout_of_crop_size(data, hexes):
    """Pixels of an apothem on a crop of these hexes."""
    return placed([h for i, h in data.hexes.items() if i in hexes], data, CROP, stepped=True).size


def test_the_part_of_the_map_for_the_same_hexes_is_found_once(monkeypatch, data):
    looked = []

    def watch(*args, **options):
        looked.append(args)
        return window(*args, **options)

    monkeypatch.setattr(preview, "window", watch)
    rules = TITLES[data.name].rules((), 3)
    hexes = list(rules.data.hexes)[:3]
    first = hold(rules, hexes, CANVASES)
    times = len(looked)
    assert times
    assert hold(rules, hexes, CANVASES) is first
    assert len(looked) == times


@pytest.mark.parametrize("name", NAMES)
def test_a_map_too_small_for_a_phone_is_cut_into_few_parts_in_which_stations_are_read(name):
    """Hexes of the largest map had 22 pixels on a phone, its stations 7 to 10."""
    rules = TITLES[name].rules((), TITLES[name].file.players[0])
    parts = map_parts(rules.data)
    assert bool(parts) == needs_crops(rules.data)
    assert len(parts) <= 4
    assert len({part.canvas[0] for part in parts}) <= 1, "one was narrower than the picture above it"
    assert len({part.word for part in parts}) == len(parts)
    assert not parts or {h for part in parts for h in part.hexes} == set(rules.data.hexes)
    for part in parts:
        apothem = layout_of_crop(rules, part.hexes, part.canvas).size * phone.SCREEN_WIDTH / part.canvas[0]
        circles = ALONE[BARE if apothem < COARSE else BOARD]
        assert min(circles[1], circles[2]) * 2 * apothem >= 18
        assert part.canvas[1] <= TALLEST * part.canvas[0]


def test_beyond_the_edge_of_a_crop_the_map_goes_on_with_its_track_and_stations():
    """Track ended at a blank hex where in truth a city with a station lies."""
    game = golden_position("18GA-bank", 500)
    view, rules = game.view(None), game.rules
    slot = min(view.tokens)
    there = slot.partition(".")[0]
    beside = [h for h in around(rules.data, there, 2) if h != there]
    shown = draw_crop(view, rules, beside)
    bare = draw_crop(structs.replace(view, tokens={s: c for s, c in view.tokens.items() if s != slot}), rules, beside)
    x, y = layout_of_crop(rules, beside, shown.size).centre(rules.data.hexes[there])
    changed = ImageChops.difference(shown, bare).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert left <= x + 40
    assert right >= x - 40
    assert top <= y + 40
    assert bottom >= y - 40


@pytest.mark.parametrize("title", TITLES)
def test_three_stations_of_a_city_are_read_on_each_part_of_a_map(title):
    """They had 17.6 pixels across on a phone."""
    data = TITLES[title].rules((), 3).data
    across = 2 * ALONE[BARE][3] * STEPS[0] * phone.SCREEN_WIDTH
    assert all(across / part.canvas[0] >= STATION for part in map_parts(data))
