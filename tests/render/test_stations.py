"""Stations on maps: as large as their circles, over nothing that is written on their hexes."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from game.play import Game
from render import TALL, draw_map
from render.data.run_paths import face_of
from render.drawing import fonts
from render.drawing.sprites import token, token_sprite
from render.drawing.tile_geometry import ALONE, BARE, BOARD, PHONE, SHARED, anatomy
from render.pictures.painter import Painter
from render.results.replay import LAYERS as FILM
from render.results.replay import WIDE, map_size
from tests.support.random_boards import random_tiles
from titles import TITLES

NAMES = list(TITLES)


def full_board(name):
    """A late map with a station in every circle."""
    rules = TITLES[name].rules((), 4)
    state = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").state
    laid, tiles, hexes = random_tiles(rules.data, Random(1)), rules.data.tiles, rules.data.hexes
    state.tiles = {h: t for h, t in laid.items() if tiles[t.tile].label in ("", hexes[h].label)}
    company = next(iter(rules.data.companies))
    state.tokens = {
        f"{h}.{city.name}.{i}": company
        for h in hexes
        for city in face_of(state, rules, h).tile.cities
        for i in range(city.slots)
    }
    return state, rules


def gap(spot, box):
    """Pixels from a spot to a value: a square box is a disc's."""
    wide, high = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    across, down = abs(spot[0] - (box[0] + box[2]) / 2), abs(spot[1] - (box[1] + box[3]) / 2)
    return math.hypot(across, down) - wide if wide == high else math.hypot(max(across - wide, 0), max(down - high, 0))


@pytest.mark.parametrize("film", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_station_covers_no_value(name, film, monkeypatch):
    """On small maps tokens are larger: they hid what their city pays."""
    stamped, painters = [], []
    tokens = Painter.tokens

    def draw(data, company, radius, pale=False, *sizes):
        stamped.append(radius)
        return token(data, company, radius, pale, *sizes)

    def note(painter, marks):
        stamped.clear()
        tokens(painter, marks)
        painters.append(painter)

    monkeypatch.setattr("render.pictures.painter.token", draw)
    monkeypatch.setattr(Painter, "tokens", note)
    state, rules = full_board(name)
    if film:
        draw_map(state, rules, canvas=map_size(rules, WIDE), layers=FILM)
    else:
        draw_map(state, rules, canvas=TALL)
    painter = painters[-1]  # the names of a full map are tried again in smaller print
    assert len(stamped) >= len(state.tokens)
    covered = []
    for slot, radius in zip(sorted(state.tokens), stamped, strict=False):
        hex_id = slot.partition(".")[0]
        h, sprite = painter.shown[hex_id], painter.sprites[hex_id]
        spot, centre = painter.where.point(h, painter.spot(slot)[0]), painter.where.centre(h)
        on_sprite = spot[0] - centre[0] + sprite.centre[0], spot[1] - centre[1] + sprite.centre[1]
        covered += [slot for what, box in sprite.boxes if what == "value" and gap(on_sprite, box) < radius - 1]
    assert covered == []


@pytest.mark.parametrize("name", NAMES)
def test_circles_grow_where_a_picture_is_small(name):
    """And neither reach over a side of their hex nor into each other."""
    data = TITLES[name].rules((), 4).data
    for tile in data.tiles.values():
        for circles in (BOARD, PHONE, BARE):
            places = [p for p in anatomy(tile, 0, data.layout, circles).places.values() if p.slots]
            slots = [(s, p.radius) for p in places for s in p.slots]
            for i, (spot, radius) in enumerate(slots):
                assert math.hypot(*spot) + radius <= 2 / math.sqrt(3), tile.name
                assert all(math.dist(spot, s) >= (radius + r) * 0.99 for s, r in slots[:i]), tile.name
    for radii in (ALONE, SHARED):
        assert all(few >= many for one in radii for few, many in pairwise(one[1:]))
        assert all(small <= large for small, large in zip(radii[BOARD], radii[BARE], strict=True))


@pytest.mark.parametrize("circles", [BOARD, PHONE, BARE])
@pytest.mark.parametrize("title", NAMES)
def test_the_track_of_each_of_several_cities_is_seen_between_its_circle_and_its_side(title, circles):
    """Two to five pixels of 1,600 were left in Paris and Berlin, and tile 235 could not be told from 59."""
    data = TITLES[title].rules((), 3).data
    for tile in {*data.tiles.values(), *(data.print_of(i) for i in data.hexes)}:
        form = anatomy(tile, 0, data.layout, circles)
        ends = [end for track in tile.tracks for end in (track.a, track.b) if isinstance(end, str)]
        for track, line in zip(tile.tracks, form.tracks, strict=True):
            city = track.a if isinstance(track.a, str) else str(track.b)
            if len(tile.cities) > 1 and ends.count(city) == 1:
                place = form.places[city]
                side = max(line, key=lambda at: math.hypot(*at))
                assert math.dist(side, (place.x, place.y)) - place.radius >= 0.12, (tile.name, city)
                others = [o for o in form.places.values() if o is not place]
                assert all(math.dist((o.x, o.y), (place.x, place.y)) > o.radius + place.radius for o in others)


@pytest.mark.parametrize("name", NAMES)
def test_no_circle_of_a_city_is_half_as_large_as_usual(name):
    """Those of Mumbai's double city had five pixels on a phone, beside room for larger ones."""
    data = TITLES[name].rules((), 4).data
    faces = [*data.tiles.values(), *(h.print for h in data.hexes.values())]
    radii = [p.radius for f in faces for p in anatomy(f, 0, data.layout).places.values() if p.slots]
    assert min(radii) >= (0.24 if name == "18EU" else 0.28)


@pytest.mark.parametrize(
    ("title", "mark", "pixels", "points"),
    [("18India", "GIPR", 33, 14), ("18EU", "SNCF", 41, 14), ("18TN", "GMO", 45, 18), ("18VA", "RFPR", 49, 18)],
)
def test_letters_on_a_station_are_a_little_condensed_before_they_are_too_small_to_read(
    title, mark, pixels, points, monkeypatch
):
    """They had the next smaller print for want of one or two pixels."""
    written, write = [], fonts.write_within

    def note(draw, at, text, size, most, **more):
        written.append((text, size, most, more["bold"]))
        write(draw, at, text, size, most, **more)

    monkeypatch.setattr(fonts, "write_within", note)
    cast("Any", token_sprite).kept.clear()
    token(TITLES[title].rules((), 4).data, mark, pixels // 2, sizes=(28, 22, 18, 14, 11))
    [(text, size, most, cut)] = written
    assert (size, cut) == (points, fonts.CONDENSED)
    assert fonts.width(text, size, cut) <= most
