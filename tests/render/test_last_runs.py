"""The last runs of companies: each with its station, name and dollars, on a map as wide as the picture."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

from game.play import Game
from game.state import Run
from game.transcript import perform, read
from render import LastRun, alt_last_runs, draw_last_runs, share_out
from render.data.marks import Marks, marks_of_last_run
from render.drawing import fonts, style
from render.drawing.names.fitting import SHORT
from render.drawing.names.placing import PlaceNames
from render.drawing.packing import png
from render.pictures.lots import WIDE
from render.pictures.preview import layout_of_crop
from render.results import last_runs
from render.results.last_runs import MOST_PICTURES, name_in
from render.results.print_sizes import WORDS
from tests.golden import FOLDER
from tests.support.board_notation import board
from tests.support.written_words import check_sizes, note_sizes, note_words
from titles import TITLES, find


def most_runs(title: str) -> tuple[Game, list[LastRun]]:
    """A game of that title, and the last runs of the moment at which most of its companies had run."""
    kept = read((FOLDER / f"{title}-bank.txt").read_text("utf-8"))
    g = Game.new(find(title).rules(kept.options, len(kept.players)), kept.players, kept.seed, seated=kept.seated)
    most: list[LastRun] = []
    for _ in perform(g, kept.entries):
        if sum(bool(c.ran) for c in g.state.companies.values()) > len(most):
            view = g.view(None)
            most = [LastRun(view, marks_of_last_run(c, s)) for c, s in view.companies.items() if s.ran]
    return g, most


@pytest.mark.parametrize("title", TITLES)
def test_runs_of_all_companies_stand_in_short_pictures_each_with_its_name(title: str, monkeypatch):
    """Ten in one picture were 5,700 pixels high, half of it empty, and told apart by numbers alone."""
    g, runs = most_runs(title)
    assert len(runs) >= 4
    pages = share_out(runs, g.rules)
    assert [run for page in pages for run in page] == runs
    assert len(pages) <= MOST_PICTURES
    for page in pages:
        check_sizes({size for run in page for size in last_runs._sizes(run, g.rules)})
    said, sizes = note_words(monkeypatch), note_sizes(monkeypatch)
    own, others = defaultdict[PlaceNames, list[int]](list), defaultdict[PlaceNames, list[int]](list)
    write = PlaceNames._write

    def note(self, h, placed):
        short = placed.line is None or math.dist(*placed.line) <= SHORT * self.where.size
        assert short or h.id in self.stops, "a line across the board to a place that no train visits"
        (own if h.id in self.stops else others)[self].append(placed.points)
        write(self, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    for page in pages[:2]:
        sizes.clear()
        image = draw_last_runs(page, g.rules)
        check_sizes(sizes)
        assert image.width == WIDE
        assert image.height <= 2000
        assert len(png(image)) <= 200_000
        assert all(any(run.marks.runner in words for words in said) for run in page)
        assert all(g.rules.data.money(run.dollars) in said for run in page)
    assert own
    assert all(min(own[names]) >= max(others[names], default=0) for names in own), (
        "stops of a run were named in smaller print than places beside it"
    )


def test_very_many_companies_stand_in_no_more_pictures_than_a_post_has():
    g, runs = most_runs("18EU")
    many = (runs * 9)[:30]
    pages = share_out(many, g.rules)
    assert len(pages) <= MOST_PICTURES
    assert [run for page in pages for run in page] == many


def test_runs_whose_maps_have_other_print_stand_in_another_picture(monkeypatch):
    """A run in a city and one across the country had six sizes of print between them."""
    rules, view = board("").rules, board("").view(None)
    near, far = (LastRun(view, Marks(runner=company)) for company in ("CoG", "GA"))
    sizes = {"CoG": {18, 22, 28, 35, 44}, "GA": {14, 18, 22, 28, 35}}
    monkeypatch.setattr(last_runs, "_height", lambda *_: 400)
    monkeypatch.setattr(last_runs, "_sizes", lambda run, _rules: sizes[run.marks.runner])
    assert share_out([near, near, far], rules) == [[near, near], [far]]
    assert len(share_out([near, far] * 12, rules)) <= MOST_PICTURES, "not at the price of too many"


def test_words_beside_the_picture_name_the_company_and_the_value_of_each_stop():
    """ "1: 3 earns $160" named neither."""
    rules, view = board("").rules, board("F6=57/0 D10=57/0").view(None)
    run = LastRun(view, Marks(runner="CoG", runs=(Run("2-1", ("F6.a", "D10.a"), (), 50),)))
    assert alt_last_runs([run], rules) == "CoG, $50: 2-train Macon 20 + Augusta 20 + bonus 10."


def test_a_minor_has_a_word_before_its_number_and_a_corporation_its_name_where_there_is_room():
    eu, ga = (TITLES[t].rules((), 4) for t in ("18EU", "18GA"))
    assert name_in(eu, "1", 900)[0].startswith("Minor 1 · ")
    assert name_in(ga, "CoG", 900)[0] == f"CoG · {ga.data.companies['CoG'].name}"
    assert name_in(ga, "CoG", 200)[0] == "CoG"
    long = name_in(eu, "BNR", 2000)[0]
    whole, size = name_in(eu, "BNR", fonts.width(long, WORDS, bold=True) - 40)
    assert whole == long, "in smaller print, not without its name"
    assert size < WORDS


def test_a_run_of_earlier_is_drawn_with_the_board_and_the_values_of_then(monkeypatch):
    """Where tiles had been upgraded since, its stops were named without values."""
    run = Run("2-1", ("F6.a", "D10.a"), (), 50)
    then, now = board("F6=57/0 D10=57/0").view(None), board("F6=63/0 D10=63/0", phase="5").view(None)
    rules, said = board("").rules, note_words(monkeypatch)
    marks = Marks(runner="CoG", runs=(run,))
    draw_last_runs([LastRun(now, marks)], rules)
    assert "Macon, Augusta" in said
    draw_last_runs([LastRun(then, marks)], rules)
    assert "Macon 20 + Augusta 20 + bonus 10" in said


def test_all_stops_of_a_long_run_are_named_however_many_lines_they_need(monkeypatch):
    """ "5 $280 70+10+50…" was cut though there was room."""
    g, runs = most_runs("18EU")
    view, first = runs[0].view, runs[0].marks.runs[0]
    stops = tuple(f"{h}.a" for h, known in g.rules.data.hexes.items() if known.name)[:30]
    said = note_words(monkeypatch)
    long = Marks(runner=runs[0].marks.runner, runs=(Run(first.train, stops, (), 900),))
    monkeypatch.setattr(last_runs, "draw_crop", lambda *_, canvas, **__: style.canvas(canvas, g.rules.data))
    draw_last_runs([LastRun(view, long)], g.rules)
    assert not any("…" in words for words in said)


def test_a_run_from_north_to_south_has_a_high_picture():
    """It was a stamp in the middle of a wide one: 220 of 390 pixels across, stations of nine."""
    rules = TITLES["18VA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "demo").view(None)
    run = LastRun(view, Marks(runner="C&O"))
    ((_, canvas),) = last_runs._parts(run, rules)
    assert canvas[1] > 1098, "the whole map, which is higher than wide"


@pytest.mark.parametrize(
    ("title", "letters", "numbers"), [("18EU", "BCDEFGHIJK", range(11, 19)), ("18India", "ABCDEFG", range(7, 38))]
)
def test_a_run_across_the_board_is_shown_in_two_halves(title, letters, numbers):
    """It was a stamp: stations of nine pixels on a phone, and names of four."""
    rules = TITLES[title].rules((), 3)
    route = [h for h in rules.data.hexes if h[0] in letters and int(h[1:]) in numbers]
    one = layout_of_crop(rules, *last_runs._part(rules, route)).size
    halves = [last_runs._part(rules, half, last_runs.HIGHEST_HALF) for half in last_runs._halves(rules, route)]
    assert one < last_runs.SMALLEST_HEX
    assert all(layout_of_crop(rules, *half).size >= 1.25 * one for half in halves)
    assert {i for part, _ in halves for i in part} >= {*route}
    assert sum(canvas[1] for _, canvas in halves) <= 2 * WIDE


def test_words_beside_the_picture_name_what_trains_earn_together():
    """ "BNR, £540: 8-train Paris 80 + … + London 70" added to £460: the Pullman was left out."""
    rules = find("18EU").rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    run = Run("3-1", ("A6.a", "C4.a"), (), 40)
    said = alt_last_runs([LastRun(view, Marks(runner="BNR", runs=(run,), together=80))], rules)
    assert said.endswith("; Pullman +£80.")
