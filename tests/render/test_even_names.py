"""Names in one print on pictures of runs, and coordinates off pale track."""

from __future__ import annotations

import pytest
from PIL import Image

from render import draw_runs, marks_of
from render.drawing import fonts
from render.drawing.map_print import wide_print
from render.drawing.names.coordinates import write_coordinates
from render.drawing.names.evening import Prints, Written, choose_prints, read_written
from render.drawing.names.placed import Placed, smaller_at
from render.drawing.names.placing import PlaceNames
from render.pictures.map import CANVAS
from render.pictures.map import placed as placed_on
from tests.support.golden_positions import golden_position
from titles import TITLES


@pytest.mark.parametrize(
    ("stops", "others", "last", "prints"),
    [
        ([35, 28], [28], False, Prints(28, 28)),
        ([35, 35], [28, 22], False, Prints(35, 22)),
        ([22, 18], [22], True, Prints(22, 18)),
        ([], [28], False, None),
    ],
)
def test_stops_of_a_run_are_as_large_as_the_smallest_of_them_and_there_are_two_prints_at_most(
    stops, others, last, prints
):
    """Lyon and London were larger than Paris and Marseille, and towns that no train visits smaller still."""
    assert choose_prints(stops, others, last=last) == prints


def test_a_smaller_name_stands_where_its_line_begins():
    placed = Placed("Macon", (100, 100, 190, 130), 28, ((190, 130), (230, 160)))
    left, top, right, bottom = smaller_at(placed, 22).box
    assert (right, bottom) == (190, 130)
    assert left > 100 < top


def test_a_name_on_its_hex_is_found_in_its_print_and_lines():
    left, top, right, bottom = fonts.bounds("Macon", 28, fonts.NARROW)
    box = 10, 10, 12 + right - left, 12 + bottom - top
    assert read_written("Macon", box, (35, 28, 22)) == Written("Macon", 28)
    assert read_written("Macon", (0, 0, 5, 5), (35, 28, 22)) is None


def test_all_stops_of_a_run_have_one_print(monkeypatch):
    """Paris and Marseille stood in smaller print than Lyon and London, Brussels in a third."""
    g = golden_position("18EU-bank", 503)
    marks = marks_of(g.events)
    stops = {stop.partition(".")[0] for run in marks.runs for stop in run.stops}
    names, write = dict[str, int](), PlaceNames._write

    def note(placing, h, placed):
        names[h.id] = placed.points
        write(placing, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    draw_runs(g.view(None), g.rules, [marks])
    names.clear()
    draw_runs(g.view(None), g.rules, [marks])
    assert len({points for i, points in names.items() if i in stops}) == 1
    assert len({*names.values()}) <= 2


def test_a_coordinate_on_pale_track_is_left_out_where_its_row_has_another_end():
    """H, 8 and 10 lay on pale track below and beside a run."""
    rules = TITLES["18GA"].rules((), 3)
    shown = [*rules.data.hexes.values()]
    where = placed_on(shown, rules.data, CANVAS)

    def boxes(track=None):
        image, sizes = Image.new("RGB", CANVAS), wide_print(where.size)
        return [each.box for each in write_coordinates(image, where, shown, sizes, (), whole=False, track=track)]

    every, track = boxes(), Image.new("L", CANVAS)
    track.paste(255, every[0])
    assert boxes(track) == every[1:]
    track.paste(255, (0, 0, *CANVAS))
    assert boxes(track) == every


@pytest.mark.parametrize("number", [341, 520])
def test_a_name_of_a_run_stands_nearer_to_its_own_place_than_to_another(number, monkeypatch):
    """Milledgeville stood nearer to Macon, Waycross to Valdosta, with room at their own hexes."""
    g, nearer = golden_position("18GA-bank", number), list[str]()
    write = PlaceNames._write

    def note(placing, h, placed):
        if placing.neighbourhood.is_nearer_another(h, placed.box):
            nearer.append(h.name)
        write(placing, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    marks = marks_of(g.events)
    assert marks.runs
    draw_runs(g.view(None), g.rules, [marks])
    assert nearer == []
