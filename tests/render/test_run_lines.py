"""Lines of runs: beside the track, never on it or on each other; rings of stops that several trains count."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops

from game.state import Run
from render.data.run_paths import face_of
from render.drawing import style
from render.drawing.discs.badges import badge_sprite
from render.drawing.geometry import distance, part, points_along
from render.drawing.geometry import length as line_length
from render.drawing.map_print import crop_print, phone_print
from render.drawing.tile_geometry import BOARD, anatomy
from render.pictures import overlay
from render.pictures.map import CANVAS, placed
from render.pictures.runs.lanes import THICK, badge_radius, lane_line, lanes
from tests.render.test_render import FULL
from tests.support.board_notation import board

THERE, BACK = ("G3.a", "H4.a", "J4.a"), ("J4.a", "H4.a", "G3.a")


def points(line):
    long = line_length(line)
    return [part(line, long * k / 24, long)[0] for k in range(24)]


@pytest.mark.parametrize("ways", [(THERE,), (THERE, THERE), (THERE, BACK), (THERE, BACK, THERE)])
def test_lines_of_runs_lie_beside_the_track_and_not_on_each_other(ways):
    g = board(FULL, phase="5")
    view, rules = g.view(None), g.rules
    runs = [Run(f"{n}-1", stops, (), 50) for n, stops in enumerate(ways, 2)]
    beside = []
    for placed_run in lanes(view, rules, runs, lambda _hex, _line: 0, BOARD):
        assert len({p.piece.hex for p in placed_run}) == 5
        lines = {}
        for piece, lane in placed_run:
            face = face_of(view, rules, piece.hex)
            form = anatomy(face.tile, face.rotation, rules.data.layout)
            line = lane_line(form, piece.track, piece.back, lane)
            own = form.tracks[piece.track]
            clear = min(distance(p, q) for p in points(line) for q in points(own))
            assert clear >= (style.TRACK_WIDTH + THICK) / 2 - 0.01, (piece, lane)
            lines[piece.hex, piece.track] = line
        beside.append(lines)
    for first, second in combinations(beside, 2):
        for where in first:
            apart = min(distance(p, q) for p in points(first[where]) for q in points(second[where]))
            assert apart >= THICK, where


def test_a_line_lies_on_the_side_of_the_track_that_covers_less():
    g = board(FULL, phase="5")
    view, rules = g.view(None), g.rules
    run = Run("2-1", THERE, (), 50)
    free = lanes(view, rules, [run], lambda _hex, _line: 0, BOARD)[0]
    right = {(p.piece.hex, lane_points(view, rules, p)) for p in free}
    other = lanes(view, rules, [run], lambda h, line: int((h, line) in right), BOARD)[0]
    assert {p.lane for p in free} == {1}
    assert {p.lane for p in other} == {-1}


def lane_points(view, rules, placed_track):
    from render.pictures.runs.lanes import _form, _samples  # what `covers` is asked about

    piece, lane = placed_track
    return _samples(_form(view, rules, piece.hex, BOARD), piece.track, piece.back, lane)


def test_a_stop_of_two_trains_has_a_ring_of_both_colours():
    g = board(FULL, phase="5")
    view, rules = g.view(None), g.rules
    where = placed([rules.data.hexes["H4"]], rules.data, CANVAS)
    face = face_of(view, rules, "H4")
    drawn = overlay.Drawn(face.tile, face.rotation, rules.data.layout, where.size, BOARD)
    alone, both = overlay.stop_ring(drawn, "a", 0), overlay.stop_ring(drawn, "a", 0, 1)

    def count(ring, index):
        return sum(n for n, colour in ring.getcolors(1 << 20) if colour == (*style.RUNS[index], 255))

    assert count(alone, 1) == 0
    assert count(both, 0) > 0.3 * count(alone, 0)
    assert count(both, 1) > 0.3 * count(alone, 0)


def test_points_along_a_line_are_those_of_its_parts():
    line = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 2.0))
    wheres = [0.0, 0.5, 1.0, 1.5, 2.9999, 3.0]
    for spot, where in zip(points_along(line, wheres), wheres, strict=True):
        assert distance(spot, part(line, where, 3.0)[0]) < 1e-6


def test_a_line_leads_to_the_disc_of_a_stop_off_the_board():
    """It ended beside the disc, touching neither that nor the track."""
    g = board("C3[W&A]", title="18GA")
    view, rules = g.view(None), g.rules
    face = face_of(view, rules, "A3")
    form = anatomy(face.tile, face.rotation, rules.data.layout)
    (place,) = form.places.values()
    for track in range(len(form.tracks)):
        for back in (False, True):
            for lane in (1, -1):
                line = lane_line(form, track, back, lane)
                assert (place.x, place.y) in (line[0], line[-1]), (track, back, lane)


def test_a_line_keeps_its_side_through_towns_and_cities():
    """It changed over at a town where less was covered beyond: half of it seemed to be another train's."""
    g = board(FULL, phase="5")
    view, rules = g.view(None), g.rules
    run = Run("2-1", THERE, (), 50)
    free = lanes(view, rules, [run], lambda _hex, _line: 0, BOARD)[0]
    begin = free[0].piece.hex, lane_points(view, rules, free[0])
    end = free[-1].piece.hex, lane_points(view, rules, free[-1]._replace(lane=-1))
    weights = {begin: 8, end: 1}  # at one end more is covered on the right, at the other on the left
    found = lanes(view, rules, [run], lambda h, line: weights.get((h, line), 0), BOARD)[0]
    assert {p.lane for p in free} == {1}
    assert {p.lane for p in found} == {-1}


@pytest.mark.parametrize(("size", "sizes"), [(39, phone_print(39).marks), (52, crop_print(52, 1098).marks)])
def test_the_number_of_a_train_stands_within_its_disc(size, sizes):
    """On small maps, as in replays, it was wider than its disc and lost in the dashes of the run."""
    for text in ("2T", "8T", "Ex", "4Ex3"):
        radius = badge_radius(size, [text], sizes)
        sprite, ground = (
            badge_sprite(radius, text, style.RUNS[0], sizes),
            badge_sprite(radius, "", style.RUNS[0], sizes),
        )
        word = ImageChops.difference(sprite, ground).convert("RGB").getbbox()
        rim = round(radius * 0.16)
        assert word is not None
        assert rim < word[0] < word[2] < sprite.width - rim, text
    assert radius < size * 0.4
