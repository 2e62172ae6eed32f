"""Names in one print on pictures of runs, and coordinates on pale track beside them."""

from __future__ import annotations

import pytest
from PIL import Image

from render import draw_runs, marks_of
from render.drawing import fonts, style
from render.drawing.hex_appearance import Look
from render.drawing.map_print import crop_print
from render.drawing.names.ground import measure_name
from render.drawing.names.placed_names import Placed, smaller_at, write_name
from render.drawing.names.placing import PlaceNames
from render.drawing.names.run_prints import Prints, Written, choose_prints, read_written, write_smaller
from render.drawing.sprites import half_size, hex_sprite, paste_hex, taken_by, unwritten
from render.pictures.painter import Painter
from tests.support.golden_positions import golden_position
from titles import TITLES


@pytest.mark.parametrize(
    ("stops", "others", "fixed", "prints"),
    [
        ([35, 28, 35], [28], False, Prints(35, 28)),
        ([35, 28], [28, 22], False, Prints(28, 22)),
        ([35, 28], [28, 22], True, Prints(35, 28)),
        ([35, 35], [28, 22], False, Prints(35, 22)),
        ([35, 35], [28, 28], False, Prints(35, 28)),
        ([28, 28], [28], False, Prints(28, 22)),
        ([22, 18], [18], False, Prints(22, 18)),
        ([], [28], False, None),
    ],
)
def test_stops_of_a_run_have_the_largest_usual_print_or_a_step_less_and_there_are_two_prints_at_most(
    stops, others, fixed, prints
):
    """For one that had little room Philadelphia, Washington and Baltimore were two steps smaller, amid empty land; places that
    no train visits were as large as stops.
    """
    assert choose_prints(stops, others, (28, 22), fixed=fixed) == prints


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


def test_a_run_has_two_prints_at_most_and_other_places_none_that_is_larger_than_that_of_a_stop(monkeypatch):
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
    assert len({*names.values()}) <= 2
    assert max(names[i] for i in names if i not in stops) < min(names[i] for i in names if i in stops)


def test_what_a_smaller_name_leaves_of_its_hex_is_bare():
    """White pieces of the paper round larger letters stood round smaller ones."""
    data = TITLES["18GA"].rules((), 3).data
    seen = Look(data.print_of("G11"), 0, data.layout, 83, name="Statesboro", sizes=crop_print(83, 1098), aside=True)
    sprite = hex_sprite(seen)
    (box,) = (box for what, box in sprite.boxes if what == "name")
    written = read_written(seen.name, box, seen.print.sizes)
    assert written is not None
    images = list[Image.Image]()
    for flat in (sprite.flat, unwritten(seen)):
        images.append(Image.new("RGB", sprite.flat.size, style.PAPER))
        paste_hex(images[-1], flat, seen, (0, 0))
    write_smaller(images[0], sprite, sprite.centre, box, written, 18)
    high, middle = measure_name(seen.name, 18)[1:]
    write_name(images[1], seen.name, 18, ((box[0] + box[2]) / 2, (box[1] + box[3] - high) / 2 + middle))
    above = 0, 0, sprite.flat.width, sprite.centre[1] - 20  # the stop, of which the palette has fewer colours
    assert images[0].crop(above).tobytes() == images[1].crop(above).tobytes()


def test_coordinates_of_a_part_stand_on_pale_track_as_well():
    """Below a run it said 3, 6, 7, 13: those between were left out, though each was legible."""
    g, painters, names = golden_position("18GA-bank", 341), list[Painter](), Painter.names

    def note(painter):
        painters.append(painter)
        names(painter)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "names", note)
        draw_runs(g.view(None), g.rules, [marks_of(g.events)])
    painter, track = painters[-1], Image.new("L", painters[-1].image.size)
    for h, ground in (painter.beyond or {}).values():
        (x, y), half = painter.where.centre(h), half_size(ground)
        track.paste(255, (x - half[0], y - half[1]), taken_by(ground))
    assert any(track.crop(each.box).getbbox() for each in painter.edges)


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
