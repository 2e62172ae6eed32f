"""The lines below a picture of runs: each train's dollars, and the stops that they come from."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from game.events import Ran
from game.play import Game
from game.state import Run, TrainState
from game.transcript import perform, read
from render import alt_ways, draw_crop, draw_runs, find_window, screens_of_runs, share_runs
from render.data.marks import Marks
from render.data.run_values import bonus_name, bonuses, earned_beside, paid_parts, stop_values, sum_parts, sum_words
from render.drawing import fonts, phone
from render.pictures import grid
from render.pictures.choices import runs
from render.pictures.choices.runs import NUMBERED, parts_of_run
from render.pictures.grid import GAP
from render.pictures.lots import WIDE
from render.pictures.runs.sums import DASHED, EDGE, LEAST, sum_lines, sums_height
from tests.golden import GAMES
from tests.support.board_notation import board
from tests.support.written_words import note_words
from titles import TITLES

PHONE = 1 / phone.SCALE


@pytest.fixture
def built():
    """Macon and Milledgeville joined by a curve, a town between."""
    g = board("F6=57/0[CoG] D10=57/0[GA] C9=8/0")
    return g.view(None), g.rules


def test_each_stop_has_its_dollars_and_a_plus_where_they_make_up_the_sum(built):
    view, rules = built
    run = Run("2-1", ("F6.a", "D10.a"), (), 40)
    assert stop_values(view, rules, run) == [("Macon", 20), ("Augusta", 20)]
    assert sum_words(view, rules, run) == ["Macon 20 + Augusta 20", "20 + 20", "20+20"]


def test_the_words_beside_runs_say_what_each_stop_pays_as_long_as_they_fit(built):
    view, rules = built
    way = Marks(runner="CoG", runs=(Run("2-1", ("F6.a", "D10.a"), (), 40),), together=20)
    told = "2-train earns $40: Macon 20 + Augusta 20; all together +$20: $60 in all"
    assert alt_ways(view, rules, [way, way]) == f"1: {told} 2: {told}"
    assert alt_ways(view, rules, [way] * 20).startswith("1: 2-train earns $40: Macon–Augusta; all together +$20: ")


def test_what_a_bonus_brings_is_a_part_of_the_sum_too(built):
    """A double, a private or a kind of train: the parts still add to what is said before them."""
    view, rules = built
    run = Run("2-1", ("F6.a", "D10.a"), (), 60)
    assert sum_words(view, rules, run)[:2] == ["Macon 20 + Augusta 20 + bonus 20", "20 + 20 + bonus 20"]


def test_no_parts_where_the_board_pays_more_by_now(built):
    view, rules = built
    assert sum_words(view, rules, Run("2-1", ("F6.a", "D10.a"), (), 30))[0] == "Macon, Augusta"


def test_a_place_off_the_map_has_the_value_of_the_phase(built):
    view, rules = built
    for phase, dollars in (("2", 30), ("5", 40)):
        view.phase = phase
        assert stop_values(view, rules, Run("2-1", ("B10.a",), (), 0)) == [("Greeneville", dollars)]


def test_every_train_has_its_line_below_its_picture_large_enough_for_a_phone(built, monkeypatch):
    view, rules = built
    said: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    runs = Run("2-1", ("F6.a", "D10.a"), (), 40), Run("3-1", ("D10.a", "F6.a"), (), 40)
    one = draw_runs(view, rules, [Marks(runner="CoG", runs=runs[:1])])
    two = draw_runs(view, rules, [Marks(runner="CoG", runs=runs)])
    assert two.height > one.height
    for words in ("2T  $40", "3T  $40", "Macon 20 + Augusta 20", "Augusta 20 + Macon 20"):
        assert said[words] * PHONE >= 11


def test_two_short_runs_stand_beside_each_other_and_none_is_higher_than_a_phone():
    """Two of them, one below the other, were 813 pixels high on a phone."""
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    marks = Marks(runner="CoG", runs=(Run("2-1", ("C3.a", "D4.b"), ("C3/5",), 50),))
    pictures = {n: draw_runs(g.view(None), g.rules, [marks] * n) for n in (1, 2, 3, 6)}
    for count, image in pictures.items():
        assert image.height <= 600 * image.width / phone.SCREEN_WIDTH, count
    assert pictures[1].width == pictures[2].width
    assert pictures[2].height < 2 * pictures[1].height


@pytest.mark.parametrize(
    ("title", "run", "company", "named"),
    [
        ("18EU", Run("3-1", ("A6.a", "G2.a"), (), 100), "BNR", "stations from red to red"),
        ("18VA", Run("3-1", ("A6.a", "A12.a"), (), 80), "N&W", "coal"),
        ("18VA", Run("4D-1", ("F17.a", "H1.a"), (), 280), "N&W", "own station off the map, everything ×2"),
        ("18India", Run("4-1", ("G8.a", "G36.a"), (), 200), "WR", "Delhi–Kochi"),
    ],
)
def test_a_bonus_has_the_name_that_its_rule_gives_it(title, run, company, named):
    """`bonus 60`: of what?"""
    rules = TITLES[title].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.tokens["F17.a.0"] = "N&W"
    view.trains[run.train] = TrainState(side="2G")
    assert bonus_name(view, rules, run, company) == named
    assert sum_words(view, rules, run, company)[0].count(f"+ {named} ") == 1


@pytest.mark.parametrize("name", ["18VA-bank", "18India-bank", "18India-price"])
def test_the_parts_of_every_run_of_a_game_add_to_what_it_earned(name):
    """ "Karachi–Chennai, cotton, best +20 in Karachi, all cities ×2 400": nobody could check one sum for four bonuses."""
    golden = next(g for g in GAMES if g.name == name)
    kept = read(golden.path.read_text("utf-8"))
    game, counted = golden.start(kept.seed), 0
    for _ in perform(game, kept.entries):
        for ran in (e for e in game.events if isinstance(e, Ran)):
            view = game.view(None)
            for run in ran.runs:
                found = bonuses(view, game.rules, run, ran.company)
                assert sum(b.dollars for b in found) == earned_beside(view, game.rules, run), (ran.company, run)
                parts = paid_parts(view, game.rules, run, ran.company)
                assert sum(part.dollars for part in parts) == run.revenue
                counted += len(found)
                _check_lines(view, game.rules, run, ran.company)
    assert counted > 10


def _check_lines(view, rules, run, company):
    """ "Stuttgart" stood at the end of a line and its "10" at the beginning of the next one."""
    for wide in (WIDE, (WIDE - GAP) // 2):
        (beside, _), *below = sum_lines(view, rules, run, company, wide)
        if not below:
            continue
        lines = [words for words, _ in below]
        assert " ".join([beside, *lines]).strip() == sum_words(view, rules, run, company)[0]
        for part in sum_parts(view, rules, run, company):
            whole = part if fonts.width(part, LEAST) <= wide - 2 * EDGE - DASHED else " ".join(part.split(" ")[-2:])
            assert any(whole in line for line in lines), (whole, lines)


def test_a_stop_has_all_that_it_is_worth_and_other_bonuses_have_their_sums():
    rules = TITLES["18India"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    run = Run("4-1", ("G8.a", "F1.a", "D3.a"), (), 90)
    view.trains[run.train] = TrainState(side="4E")
    shown = dict(stop_values(view, rules, run))
    run = replace(run, revenue=sum(shown.values()) - shown["F1"])
    parts = {part.name: part.dollars for part in paid_parts(view, rules, run, "WR")}
    assert parts["F1"] == 0, "an express is paid for cities alone"
    assert not any("F1" in words or " 0" in words for words in sum_words(view, rules, run, "WR")), (
        "eight of 17 stops said 0"
    )
    va = TITLES["18VA"].rules((), 4)
    view = Game.new(va, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.tokens["F17.a.0"] = "N&W"
    ends = dict(stop_values(view, va, Run("4D-1", ("F17.a", "H1.a"), (), 0)))
    (first, one), (second, other) = ends.items()
    run = Run("4D-1", ("F17.a", "H1.a"), (), 2 * (2 * one + other))
    assert sum_words(view, va, run, "N&W")[:2] == [
        f"{first} (own station ×2) {2 * one} + {second} {other} + everything ×2 {2 * one + other}",
        f"{2 * one} + {other} + everything ×2 {2 * one + other}",
    ]


def test_stops_are_named_in_a_line_of_their_own_where_they_have_no_room_beside_the_dollars(monkeypatch):
    """ "30 + 20 + 40 + own station off the map 40" named no stop."""
    rules = TITLES["18VA"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    said = note_words(monkeypatch)
    stops = ("I4.a", "H3.a", "H1.a")
    named = sum_words(view, rules, Run("2-1", stops, (), 130), "B&O")[0]
    image = draw_runs(view, rules, [Marks(runner="B&O", runs=(Run("2-1", stops, (), 130),))])
    assert "Philadelphia" in named
    assert named in " ".join(said)
    assert image.height <= 600 * image.width / phone.SCREEN_WIDTH


def test_runs_to_choose_from_are_shown_on_the_same_part_of_the_map_as_large_as_each_other(monkeypatch):
    """Six of a train that went along a coast had six scales, on parts of the map of which two were seen on one run's picture."""
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    view, seen = g.view(None), []
    real = draw_crop

    def note_crop(_view, _rules, hexes, _marks, *, canvas):
        seen.append((tuple(hexes), canvas))
        return real(_view, _rules, hexes, _marks, canvas=canvas)

    monkeypatch.setattr(runs, "draw_crop", note_crop)
    short = Marks(runner="CoG", runs=(Run("2-1", ("C3.a", "D4.b"), ("C3/5",), 50),))
    monkeypatch.setattr(runs, "where_run", lambda _view, _rules, marks: marks.hexes)
    ways = [Marks(runner="CoG", runs=short.runs, hexes=hexes) for hexes in (("C3", "D4"), ("D4", "F6"), ("F6", "G9"))]
    window = find_window(view, g.rules, ways)
    assert window is not None
    assert {*window.hexes} == {"C3", "D4", "F6", "G9"}
    assert sum(screens_of_runs(view, g.rules, ways, window)) == len(ways)
    for first, page in enumerate(share_runs(view, g.rules, ways, window), 1):
        draw_runs(view, g.rules, page, first, window=window)
    assert len(seen) == len(ways)
    assert len({*seen}) == 1, "one scale on all pages"
    draw_runs(view, g.rules, ways[:2], room=400)
    assert len({*seen[3:]}) == 1


def test_the_number_of_a_run_stands_beside_its_sums_and_not_on_its_map(monkeypatch):
    """It covered a coordinate."""
    tops = []
    monkeypatch.setattr(grid, "paste_number", lambda _image, _x, y, radius, *_: tops.append(y - radius))
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    marks = Marks(runner="CoG", runs=(Run("2-1", ("C3.a", "D4.b"), ("C3/5",), 50),))
    image = draw_runs(g.view(None), g.rules, [marks] * 2)
    low = sums_height(g.rules, [(g.view(None), marks)], (WIDE - GAP) // 2 - NUMBERED)
    assert len(tops) == 2
    assert image.height - low <= min(tops)


def test_long_runs_to_choose_from_have_a_picture_each_as_wide_as_the_phone_and_short_ones_share_one(monkeypatch):
    """Stamps of half the country, two beside each other, whose sums were cut to `50+30…`."""
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    short = Marks(runner="CoG", runs=(Run("2-1", ("C3.a", "D4.b"), ("C3/5",), 50),))
    assert [len(page) for page in share_runs(g.view(None), g.rules, [short] * 10)] == [6, 4]
    assert screens_of_runs(g.view(None), g.rules, [short] * 10) == [6, 4]
    india = TITLES["18India"].rules((), 4)
    view = Game.new(india, ["ann", "bob", "cid", "dee"], "1").view(None)
    stops = ("A16.a", "D3.a", "G8.a", "M10.a", "P17.a", "R17.a", "K30.a", "G36.a")
    monkeypatch.setattr(runs, "where_run", lambda *_: [stop.partition(".")[0] for stop in stops])
    run = Run("4-1", stops, (), sum(n for _, n in stop_values(view, india, Run("4-1", stops, (), 0))))
    long = Marks(runner="WR", runs=(run,))
    pages = share_runs(view, india, [long] * 5)
    assert [len(page) for page in pages] == [1] * 5
    assert screens_of_runs(view, india, [long] * 5) == [1] * 5, "two of them were higher than a phone's screen"
    said = note_words(monkeypatch)
    numbers = []
    monkeypatch.setattr(grid, "paste_number", lambda *drawn: numbers.append(drawn[4]))
    draw_runs(view, india, pages[1], 3)
    assert numbers == ["3"]
    assert not any("…" in words for words in said)
    assert all(name in " ".join(said) for name in ("Karachi", "Lahore", "Kolkata", "Kochi"))


def test_a_run_across_the_whole_board_is_shown_in_parts_in_which_its_stations_are_read(monkeypatch):
    """A strip with stations of eight pixels."""
    rules = TITLES["18India"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    down = sorted((h for h in rules.data.hexes if h.startswith("J")), key=lambda h: int(h[1:]))
    ways = [down[n : n + 4] for n in range(0, len(down) - 1, 3)]
    marks = Marks(runner="WR", runs=(Run("4-1", (), (), 0),))
    monkeypatch.setattr(runs, "legs", lambda *_: ways)
    parts = parts_of_run(view, rules, marks)
    assert len(parts) > 1
    assert {h for part in parts for h in part} == {h for way in ways for h in way}
    assert all({*a} & {*b} for a, b in pairwise(parts)), "each begins where the one before ends"
