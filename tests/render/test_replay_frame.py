"""A frame of a replay: who leads is seen, and which move it is."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs
from PIL import Image, ImageChops

from game.play import Game
from game.state import Hex
from render.data.marks import Marks
from render.data.run_paths import face_of
from render.drawing import fonts
from render.drawing.free_space import Box, Line, is_free, meet
from render.drawing.hex_appearance import Lettering, look
from render.drawing.layout import spread
from render.drawing.map_print import phone_print
from render.drawing.names import placing, shared_pointers
from render.drawing.names.fitting import LONG, NOWHERE
from render.drawing.names.placed_names import Placed
from render.drawing.sprites import hex_sprite
from render.drawing.tile_geometry import BARE, anatomy, rings
from render.pictures import overlay
from render.pictures.map import Words, draw_map, placed
from render.results import replay
from render.results.replay import (
    HEAD,
    LAYERS,
    LINES,
    SAID,
    WIDE,
    Scene,
    caption_lines,
    draw_frame,
    draw_names,
    map_size,
)
from tests.support.crossed_names import count_crossed
from tests.support.random_boards import random_tiles
from tests.support.written_words import check_sizes, note_sizes
from titles import TITLES

DARK = 60  # of 255: track and letters


@pytest.fixture
def game() -> Game:
    return Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1")


def test_players_stand_by_rank_and_the_move_is_numbered(game, monkeypatch):
    view = game.view(None)
    view.cash |= {"ann": 300, "bob": 500, "cid": 400}
    said: list[tuple[float, str]] = []
    real = fonts.write

    def write(draw, at, text, size, **more):
        said.append((at[1], text))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    monkeypatch.setattr(overlay, "badge", None)  # numbers of tiles stood on names, as on that of Augsburg
    built = Marks(hexes=("F11",), order=("F11",))
    draw_frame(
        view, game.rules, Scene("OR 1.1", "", "Everybody passes", 500, (12, 80), built), {p: p for p in view.order}
    )
    assert [text for _, text in sorted(said) if text in view.order] == ["bob", "cid", "ann"]
    assert "move 12 of 80" in {text for _, text in said}
    ended = Scene("SR 2", "", "Everybody passes", 500, (12, 80), worth={"ann": 311, "bob": 122, "cid": 233})
    draw_frame(view, game.rules, ended, {p: p for p in view.order})
    assert {game.rules.data.money(n) for n in (311, 122, 233)} <= {text for _, text in said}


def test_costs_of_the_land_are_left_out_where_they_would_be_smudges(game):
    dear = next(h for h in game.rules.data.hexes.values() if h.cost)
    assert "costs" not in LAYERS
    assert look(game.view(None), game.rules, dear, 40).cost == dear.cost
    assert look(game.view(None), game.rules, dear, 40, Lettering(costs=False)).cost == 0


@pytest.mark.parametrize("title", list(TITLES))
def test_the_map_of_a_frame_is_as_wide_as_the_frame(title):
    """A limit on its height made 18 India's map a quarter smaller than the picture has room for; coordinates at its edges took a
    tenth of every title's, and names stood on them.
    """
    rules = TITLES[title].rules((), 3)
    hexes = list(rules.data.hexes.values())
    assert "no edges" in LAYERS
    where = placed(hexes, rules.data, map_size(rules, WIDE), bare=True)
    across, _ = spread(hexes, rules.data.layout == "pointy")
    assert where.size * across > WIDE * 0.93


@pytest.mark.parametrize("title", list(TITLES))
def test_what_an_area_pays_now_is_as_large_as_other_values_and_its_other_sum_is_left_out(title):
    """Jacksonville's 30 had five pixels on a phone, beside values of nine; Warsaw had two values beside Hamburg's one."""
    rules = TITLES[title].rules((), 3)
    view, hexes = Game.new(rules, ("ann", "bob", "cid"), "1").view(None), list(rules.data.hexes.values())
    size = placed(hexes, rules.data, map_size(rules, WIDE), bare=True).size
    sizes = phone_print(size)
    lettering = Lettering(numbers=False, names=False, costs=False, phone=True, circles=BARE, sizes=sizes)
    for area in hexes:
        seen = look(view, rules, area, size, lettering)
        changing = [stop for stop in seen.tile.stops if len(stop.values) > 1]
        boxes = [box for what, box in hex_sprite(seen).boxes if what == "value"]
        assert not changing or len(boxes) == len(seen.tile.stops), area.name
        assert not changing or boxes[0][3] - boxes[0][1] >= min(sizes.value, sizes.small), area.name


def test_a_caption_leaves_out_sentences_that_find_no_room_and_cuts_none():
    """ "The next turn o…" stood below 18 India."""
    said = "EBR floats. CGR floats. cid buys P1 for ₹25. dora takes SPD from bob. dora takes charge of CGR. SIR is the next"
    lines = caption_lines(said, 840, SAID)
    assert len(lines) <= LINES
    assert " ".join(lines) in said
    assert said.startswith(" ".join(lines))
    assert " ".join(lines).split(". ") == said.split(". ")[: " ".join(lines).count(". ") + 1], "whole sentences"
    assert caption_lines("word " * 60, 840, SAID)[-1].endswith("…"), "a single one is shortened"


@pytest.mark.parametrize("title", list(TITLES))
def test_places_have_their_names_in_all_frames_at_the_same_spots(title, monkeypatch):
    """The map of a replay had no names: whoever did not know the country by heart could not follow it."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    sizes, beside, write = (
        note_sizes(monkeypatch),
        dict[placing.PlaceNames, dict[Hex, Box]](),
        placing.PlaceNames._write,
    )
    printed = dict[Hex, tuple[int, int]]()  # and the smaller one of the usual sizes

    def note_name(placed_by, h, placed):
        beside.setdefault(placed_by, {})[h.id] = placed.box
        printed[h.id] = placed.points, min(placed_by.sizes(h)[:2])
        write(placed_by, h, placed)

    monkeypatch.setattr(placing.PlaceNames, "_write", note_name)
    names = draw_names([view], rules, WIDE)
    last = [*beside][-1]
    assert count_crossed(last, beside[last]) == ([], []), "Jacksonville and Philadelphia stood across the coast"
    kinds = {i: {stop.kind for stop in last.grounds[i].tile.stops} for i in printed}
    least = min(points for i, (points, _) in printed.items() if "city" in kinds[i])
    towns = [printed[i] for i in printed if kinds[i] == {"town"}]
    assert all(points <= max(least, smaller) for points, smaller in towns), "Rotterdam was larger than Amsterdam"
    words, where, tied, far_off = names
    assert far_off <= (title == "18India"), "Magdeburg and Nuremberg were six and eight half heights off"
    assert words.size == where.size == map_size(rules, WIDE)
    scene = Scene("OR 1.1", next(iter(view.companies)), "Everybody passes", 500, (12, 80))
    plain, named = (draw_frame(view, rules, scene, {}, names=names) for names in (None, names))
    check_sizes(sizes)
    box = (0, HEAD, WIDE, HEAD + words.height)
    changed = ImageChops.difference(plain.crop(box).convert("RGB"), named.crop(box).convert("RGB"))
    assert changed.getbbox() is not None
    outside = changed.copy()
    outside.paste((0, 0, 0), (0, 0), where)
    layout = placed(list(rules.data.hexes.values()), rules.data, words.size, bare=True)
    for i, name in tied.items():  # their lines
        (x, y), far = layout.centre(rules.data.hexes[i]), layout.size
        whole = min(name[0], x - far), min(name[1], y - far), max(name[2], x + far), max(name[3], y + far)
        outside.paste((0, 0, 0), whole)
    assert outside.getbbox() is None, "nothing else has moved"


def test_names_move_where_a_place_that_is_free_in_all_frames_is_far_off(game, monkeypatch):
    """Antwerp had no name in any frame, for no place was free on all boards."""
    views, blank = [game.view(None) for _ in range(8)], Image.new("1", (1, 1))
    far = set[int]()

    def name(of, _rules, _wide):
        return Words(blank, blank, {}, sum(id(view) in far for view in of))

    monkeypatch.setattr(replay, "draw_names", name)
    for there, spans in (([], [8]), (views[7:], [4, 2, 1, 1])):
        far |= {id(view) for view in there}
        names = replay.draw_names_of_each(views, game.rules, WIDE)
        parts = list(dict.fromkeys(map(id, names)))
        assert [sum(id(each) == part for each in names) for part in parts] == spans


@pytest.mark.parametrize("title", ["18GA", "18VA"])
def test_names_stand_where_no_board_of_the_replay_has_track_or_stations(title):
    """They stood where the last map had room: over track and cities of the frames before it."""
    rules = TITLES[title].rules((), 3)
    start = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    views = [structs.replace(start, tiles=random_tiles(rules.data, Random(n), 0.5)) for n in (3, 4)]
    there, alone = (draw_names(seen, rules, WIDE).mask for seen in (views, views[1:]))
    size = map_size(rules, WIDE)
    plain = [draw_map(view, rules, canvas=size, layers=LAYERS).convert("RGB") for view in views]
    ink = [p.convert("L").point(lambda n: 255 * (n < DARK)) for p in plain]
    covered, before = (
        sum(ImageChops.multiply(i, words.convert("L")).histogram()[255] for i in ink) for words in (there, alone)
    )
    assert covered < 440, covered  # pixels of whole letters and pointers
    assert covered * 2 < before, (covered, before)


@pytest.mark.parametrize(
    ("boards", "about", "left_out"), [([], None, False), ([{}], None, True), ([], "H3", True), ([], "F11", False)]
)
def test_a_name_that_is_far_off_is_left_out_of_a_replay_and_beside_what_a_picture_is_about(boards, about, left_out):
    """Nuremberg's name stood beside Hamburg's in each frame, Magdeburg's in the Baltic."""
    asked = None if about is None else frozenset({about})
    size = 40
    far = Placed("Nuremberg", (0, 0, 60, 16), 18, ((0, 0), (0, 4.0 * size)), cost=5.0)
    fits = SimpleNamespace(is_far_off=lambda placed: math.dist(*placed.line) > LONG * size)
    names: Any = SimpleNamespace(asked=asked, shared=boards, fits=fits)
    assert placing.PlaceNames._is_left_out(names, "F11", far) is left_out
    near = far._replace(line=((0, 0), (0, 2.0 * size)))
    assert not placing.PlaceNames._is_left_out(names, "F11", near)
    assert placing.PlaceNames._is_left_out(names, "F11", near._replace(cost=NOWHERE)) is left_out, "it covers something"


def test_the_line_of_a_name_ends_at_the_stop_that_the_board_of_a_frame_has(monkeypatch):
    """It ended where the last board of the game had one: far from the dot of a town on the boards before it."""
    rules = TITLES["18TN"].rules((), 3)
    start = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    last = structs.replace(start, tiles=random_tiles(rules.data, Random(1), 0.5))
    names = draw_names([start, last], rules, WIDE)
    ends, lines = list[list[tuple[float, float]]](), list[Line]()

    def note(_image, line, _size):
        ends[-1].append(line[1])
        lines.append(line)

    monkeypatch.setattr(shared_pointers, "draw_pointer", note)
    where = placed(list(rules.data.hexes.values()), rules.data, map_size(rules, WIDE), bare=True)
    where = replace(where, circles=BARE)
    for view in (start, last):
        ends.append([])
        lines.clear()
        drawn = draw_map(view, rules, canvas=map_size(rules, WIDE), layers=LAYERS, still=names)
        assert not any(meet(one, other) for one, other in combinations(lines, 2))
        assert all(is_free(line, drawn.info["values"], ()) for line in lines), "a line lay over a value"
        for i, end in zip(names.tied, ends[-1], strict=True):
            face = face_of(view, rules, i)
            stops = rings(anatomy(face.tile, face.rotation, rules.data.layout, BARE))
            far = min(math.dist(where.point(rules.data.hexes[i], at), end) - r * where.size for at, r in stops)
            assert abs(far) < 2, i
    assert ends[0] != ends[1]
