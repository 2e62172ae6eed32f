"""Names on a picture of runs: every stop has its own, and none stands across a border or over track."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from game.events import Ran
from game.play import Game
from game.state import Run
from render import Marks, draw_map, draw_runs, marks_of
from render.drawing.image_cache import LockedCache
from render.drawing.map_print import crop_print
from render.drawing.names.fitting import REACHES, SHORT, Fitting
from render.drawing.names.ground import ANYWHERE
from render.drawing.names.placing import PlaceNames
from render.pictures import map as board
from render.pictures.painter import Painter
from tests.support.crossed_names import count_crossed
from tests.support.golden_positions import golden_position
from tests.support.recorded_tables import recorded_game
from titles import TITLES


@pytest.mark.parametrize(("name", "moves"), [("18TN/7818", 544), ("18GA/18GA_game_end_bank", 346), ("18EU/74045", 419)])
def test_every_stop_of_a_run_is_named_and_no_name_stands_across_a_border_or_over_track(
    name: str, moves: int, shared: Path, monkeypatch: pytest.MonkeyPatch
):
    """Murfreesboro stood on track; Milledgeville, Antwerp and Magdeburg, stops of a run, had no name."""
    found = recorded_game(shared, name)
    rules = TITLES[found.title].rules(found.options, len(found.players))
    g = Game.new(rules, found.players, found.seed or "0", seated=found.seated)
    for action in found.actions[:moves]:
        g.play(action)
    marks, view = marks_of(g.events), g.view(None)
    assert any(isinstance(event, Ran) for event in g.events)
    asked, takes, places = Counter[Fitting](), Fitting.takes, Fitting.places
    reaches = defaultdict[Fitting, set[float]](set)

    def note_takes(fits, h):
        asked[fits] += 1
        return takes(fits, h)

    def note_places(fits, h, points, apothems, **more):
        reaches[fits].add(apothems)
        return places(fits, h, points, apothems, **more)

    monkeypatch.setattr(Fitting, "takes", note_takes)
    monkeypatch.setattr(Fitting, "places", note_places)
    draw_runs(view, rules, [marks])  # the second time only the print that was chosen is drawn
    first = [fits for fits in reaches if fits.reaches != REACHES]
    assert first, "names are smaller where large ones have no room close by"
    for fits in first:  # then it is not looked for all over the board, which took half a second
        assert asked[fits] <= 2
        assert max(reaches[fits]) < ANYWHERE
    painters, beside = list[Painter](), {}
    names, write = Painter.names, PlaceNames._write

    def note(painter):
        painters.append(painter)
        names(painter)

    def note_name(placing, h, placed):
        beside[h.id] = placed
        write(placing, h, placed)

    monkeypatch.setattr(Painter, "names", note)
    monkeypatch.setattr(PlaceNames, "_write", note_name)
    draw_runs(view, rules, [marks])
    (painter,) = painters
    assert count_crossed(painter, {i: placed.box for i, placed in beside.items()}) == ([], [])
    on_hex = {i for i, sprite in painter.sprites.items() if any(what == "name" for what, _ in sprite.boxes)}
    stops = {stop.partition(".")[0] for run in marks.runs for stop in run.stops}
    assert {i for i in stops if rules.data.hexes[i].name} <= {*beside, *on_hex}
    assert len({placed.points for placed in beside.values()}) <= 2
    least = min(placed.points for i, placed in beside.items() if i in stops)
    assert all(placed.points <= least for i, placed in beside.items() if i not in stops), (
        "Roanoke was larger than stops"
    )
    far = [math.dist(*placed.line) for placed in beside.values() if placed.line]
    aside = [math.dist(*placed.line) for i, placed in beside.items() if placed.line and i not in stops]
    assert max(aside, default=0) <= SHORT * painter.where.size, "of places that no train visits"
    assert max(far, default=0) <= 3.5 * painter.where.size, "Murfreesboro's line was longer than three hexes"


def test_a_place_that_no_train_visits_is_in_smaller_print_even_where_the_company_has_a_station():
    """Roanoke and Jackson were larger than the stops of the runs beside them."""
    painter: Any = SimpleNamespace(stops=frozenset({"F5"}), asked=frozenset({"F5", "A12"}))
    places: list[Any] = [SimpleNamespace(id=i) for i in ("F5", "A12")]
    assert [Painter._is_aside(painter, place) for place in places] == [False, True]
    sizes, tile = crop_print(83, 1098), TITLES["18GA"].rules((), 3).data.print_of("G11")
    own, beside = (sizes.names(tile, aside=aside) for aside in (False, True))
    assert own[1] == beside[0] > beside[1], "Statesboro, alone on its hex, had no name: a step smaller it has room"


def test_the_name_of_a_stop_is_in_smaller_print_where_that_brings_it_near(monkeypatch: pytest.MonkeyPatch):
    """In larger print Murfreesboro stood beside Nashville, Nashville beside Murfreesboro, Chattanooga two hexes away."""
    g = golden_position("18TN-bank", 485)
    lines, write = dict[str, float](), PlaceNames._write

    def note(placing, h, placed):
        lines[h.name] = math.dist(*placed.line) / placing.where.size if placed.line else 0
        write(placing, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    draw_runs(g.view(None), g.rules, [marks_of(g.events)])
    assert lines["Chattanooga"] <= 1


@pytest.mark.parametrize(
    ("left", "tried"),
    [
        ({0: (0, 0, 0)}, [0]),
        ({0: (0, 4, 7), 2: (0, 0, 2)}, [0, 2]),
        ({0: (0, 1, 3), 1: (0, 0, 4), 2: (0, 0, 1)}, [0, 1, 2]),
        ({0: (0, 0, 2), 1: (0, 0, 0)}, [0, 1]),
        ({0: (1, 0, 2), 1: (0, 0, 2), 2: (0, 0, 1)}, [0, 1, 2]),
    ],
)
def test_a_picture_of_runs_is_painted_in_no_print_that_will_not_do(left, tried, monkeypatch: pytest.MonkeyPatch):
    """Each was painted three times, which took twice as long as before; then two names far off, one of them two hexes from its
    city, were not enough for the smaller print in which all stand at their cities.
    """
    painted: list[int] = []

    def paint(*_: Any, small: int) -> Any:
        painted.append(small)
        return Image.new("RGB", (1, 1)), left[small]

    monkeypatch.setattr(board, "_paint", paint)
    monkeypatch.setattr(board, "_SMALL", LockedCache(8))
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bob", "cid"), "demo")
    run = Run("2-1", ("D10.a", "F6.a"), (), 40)
    draw_map(g.view(None), g.rules, Marks(runner="GA", runs=(run,)), focus=("F6",))
    assert painted == tried
