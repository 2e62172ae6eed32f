"""Charts: told apart without colour, the same bytes for the same data, safe for any name, and the same in words."""

from __future__ import annotations

import io
import pickle
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.drawing import fonts, style
from render.drawing.geometry import Line, cut_into_dashes
from render.results import charts, income
from render.results.charts import (
    HIGH,
    ROW,
    SIZE,
    apart,
    chart,
    picture_height,
    price_chart,
    span,
    worth_chart,
)
from render.results.curves import Curve, describe, shifts
from render.results.dashes import DASHES, dash_lines
from render.results.marks import MARKS, draw_mark
from render.text.alt_text import LONGEST
from tests.support.written_words import note_words
from titles import find

ROUNDS = ("Start", "SR 1", "OR 1.1", "OR 1.2", "SR 2")
WORTH = {"ann": (360, 360, 420, 500, 700), "bob": (360, 350, 480, 520, 510)}
SHOWN = {"ann": "Ann", "bob": "Bob"}


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def drawn_png(*about) -> bytes:
    """The file of a chart of these curves."""
    return chart(*about).png


def test_equal_data_give_equal_bytes_of_a_small_picture():
    one, two = (worth_chart(ROUNDS, WORTH, SHOWN, "$") for _ in range(2))
    assert one.png == two.png
    assert one.alt == two.alt
    assert one.png != worth_chart(ROUNDS, WORTH | {"bob": (360, 350, 480, 520, 511)}, SHOWN, "$").png
    assert picture(one.png).size == SIZE
    assert len(one.png) < 60_000


def test_a_chart_is_data_that_a_process_beside_the_bot_can_draw():
    """The first one held up the bot for half a second, and none was kept for the next who asked."""
    made = (worth_chart(ROUNDS, WORTH, SHOWN, "$"), income.income_chart("Revenue", ROUNDS, WORTH, {}, "$", ("ann",)))
    for each in made:
        assert pickle.loads(pickle.dumps(each.draw))().tobytes() == each.draw().tobytes()


def test_the_curves_colours_are_in_the_picture():
    found = picture(worth_chart(ROUNDS, WORTH, SHOWN, "$").png).getcolors(1 << 20)
    assert found is not None
    colours = [rgb for _, rgb in found if isinstance(rgb, tuple)]
    near = {
        n
        for n in (0, 1)
        if any(sum(abs(a - b) for a, b in zip(c, style.PLAYERS[n], strict=True)) < 12 for c in colours)
    }
    assert near == {0, 1}


@pytest.mark.parametrize("theme", get_args(style.Theme))
def test_a_player_has_the_colour_of_all_other_pictures_whatever_the_order(theme: style.Theme, monkeypatch) -> None:
    """The chart counted players in order of play: who is blue on the card was amber there."""
    drawn: dict[str, style.RGB] = {}

    def note(_title, _rounds, curves, _currency):
        drawn.update({c.name: charts._colour(c, n) for n, c in enumerate(curves)})
        return Image.new("P", SIZE)

    monkeypatch.setattr(charts, "draw", note)
    with style.drawn_in(theme):
        worth_chart(ROUNDS, dict(reversed(WORTH.items())), SHOWN, "$").draw()
        assert drawn == {"Ann": style.seat(("ann", "bob"), "ann"), "Bob": style.seat(("ann", "bob"), "bob")}


def test_names_of_many_curves_stand_within_the_picture():
    """18EU has fifteen minors and eight corporations: their names went over the upper edge."""
    curves = [Curve(str(n), (n, n)) for n in range(23)]
    high = picture_height(curves, 2)
    assert picture(drawn_png("Revenue", ("OR 1.1", "OR 1.2"), curves, "£")).size == (SIZE[0], high)
    assert high * HIGH >= 23 * ROW
    assert picture_height(curves[:5], 2) == SIZE[1]
    assert picture_height([Curve("gone", (1, None))] * 40, 2) == SIZE[1], "what is gone has no name at the side"


@pytest.mark.parametrize("count", [5, 10])
def test_no_two_curves_share_a_mark(count: int) -> None:
    assert len({MARKS[n % len(MARKS)] for n in range(count)}) == count


def test_curves_that_lie_on_each_other_are_drawn_side_by_side() -> None:
    """Four companies at one price looked like one company."""
    curves = [Curve("A", (65, 65, 70)), Curve("B", (65, 65, 60)), Curve("C", (None, 65, 60)), Curve("D", (1, 65, 1))]
    assert [shifts(curves, n) for n in range(4)] == [[-0.5, -0.5, 0], [0.5, 0, 0], [0, 0.5, 0], [0, 0, 0]]
    assert (
        picture(drawn_png("T", ROUNDS[:3], curves[:1], "$")).tobytes()
        != picture(drawn_png("T", ROUNDS[:3], curves[:2], "$")).tobytes()
    )


def note_lines(monkeypatch) -> list[Line]:
    """The lines that are drawn from now on, before they are cut into dashes."""
    lines = []

    def note(line, dash):
        lines.append(line)
        return cut_into_dashes(line, dash)

    monkeypatch.setattr(charts, "cut_into_dashes", note)
    return lines


def test_a_curve_ends_at_its_last_value_whatever_it_lay_on(monkeypatch) -> None:
    """All players begin alike: the fourth line was drawn higher by some ₹470 from end to end."""
    lines = note_lines(monkeypatch)
    drawn_png("Worth", ROUNDS[:3], [Curve(name, (600, 600, 9000)) for name in "abcd"], "₹")
    lines = [line for line in lines if len(line) == 3]
    assert len({line[-1] for line in lines}) == 1
    assert len({line[1] for line in lines}) == 4


@pytest.mark.parametrize("rounds", [1, 2, 18, 60])
@pytest.mark.parametrize("values", [(0, 16599), (-12500, 120000), (400, 825)])
def test_no_word_reaches_over_the_edge(monkeypatch, rounds: int, values: tuple[int, int]) -> None:
    """Sums of five figures were cut at both edges."""
    boxes, real = [], fonts.write

    def note(draw, at, text, size, **more):
        left, top, right, bottom = fonts.bounds(text, size, more.get("bold", False), more.get("anchor", "la"))
        boxes.append((at[0] + left, at[1] + top, at[0] + right, at[1] + bottom))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note)
    names = tuple(f"OR {n}.1" for n in range(rounds))
    curves = [Curve("Bartholomew", (values[0],) * (rounds - 1) + (values[1],)), Curve("Ann", (values[0],) * rounds)]
    drawn_png("Worth", names, curves, "₹")
    assert min(box[0] for box in boxes) >= 16
    assert max(box[2] for box in boxes) <= SIZE[0] - 16
    assert min(box[1] for box in boxes) >= 0
    assert max(box[3] for box in boxes) <= SIZE[1]


def test_words_of_a_chart_lie_apart(monkeypatch) -> None:
    """“dotted: not yet run” lay on the rounds of the chart, and the highest sum touched the heading."""
    boxes, real = [], fonts.write

    def note(draw, at, text, size, **more):
        left, top, right, bottom = fonts.bounds(text, size, more.get("bold", False), more.get("anchor", "la"))
        boxes.append((at[0] + left, at[1] + top, at[0] + right, at[1] + bottom))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note)
    drawn_png("Dividends per share", ("OR 12.1", "OR 12.2", "OR 13.1"), [Curve("GA", (0, 1199, None), waits=True)], "₹")
    above = [box for box in boxes if box[2] > box[0]]
    assert len(above) > 8
    for n, one in enumerate(above):
        for two in above[:n]:
            beside = one[2] + 12 <= two[0] or two[2] + 12 <= one[0]
            assert beside or one[3] + 6 <= two[1] or two[3] + 6 <= one[1]


def test_a_curve_has_one_mark_at_its_end_and_some_on_its_way(monkeypatch) -> None:
    """Two stood beside each other; in grey nothing told lines apart between their ends."""
    spots, real = [], draw_mark

    def note(pen, number, at, scale, colour):
        spots.append((number, at[0] / scale))
        real(pen, number, at, scale, colour)

    monkeypatch.setattr(charts, "draw_mark", note)
    alone = Curve("new", (None, None, None, None, 300))
    drawn_png("Prices", ROUNDS, [Curve("A", (50, 60, 70, 80, 90)), Curve("B", (100, 120, 70, 160, 170)), alone], "$")
    marks = [[x for number, x in spots if number == n] for n in range(3)]
    assert [len(each) for each in marks] == [4, 4, 1], "none where two curves meet"
    assert len({each[-1] for each in marks}) == 1, "beside the names"


@pytest.mark.parametrize("end", [0, 2, 50, 98, 100])
def test_the_name_of_a_curve_that_ends_early_lies_on_no_line(monkeypatch, end: int) -> None:
    """“CGR, EBR” lay on four lines."""
    crowds, real = [], charts._crowded

    def note(*about):
        crowds.append(real(*about))
        return crowds[-1]

    monkeypatch.setattr(charts, "_crowded", note)
    others = [Curve(name, (50, n, n + 5, 90)) for name, n in (("A", end), ("B", 10), ("C", 60))]
    drawn_png("Share prices", ROUNDS[:4], [Curve("gone", (50, end, None, None)), *others], "$")
    assert min(crowds) < 60, "pixels"


def test_a_small_change_looks_small() -> None:
    low, high = span([56, 65, 66])
    assert low < 56 < 66 < high
    assert high - low >= 0.4 * 66
    assert span([0, 100]) == (-5, 105)
    assert span([]) != (0, 0)


def test_pale_colours_are_darkened_until_they_stand_out():
    pale = (("Y", (90, 100), "#ffe94d"),)
    pixels = picture(drawn_png("Share prices", ("Start", "SR 1"), [Curve(*c) for c in pale], "$")).getcolors(1 << 20)
    assert pixels is not None
    assert not [rgb for n, rgb in pixels if n > 60 and isinstance(rgb, tuple) and rgb[0] > 240 > 150 > rgb[2]]


@pytest.mark.parametrize("name", ["$a_b^c$ \\frac", "列車 🚂", "", "x" * 200, "A\nB", "@everyone"])
def test_any_name_is_drawn(name: str) -> None:
    made = chart("Worth", ROUNDS, [Curve(name, (1, 2, 3, 4, 5)), Curve("Bob", (1, 1, 1, 1, 1))], "₹")
    assert picture(made.png).size == SIZE
    assert len(made.alt) <= LONGEST


@pytest.mark.parametrize("rounds", [1, 2, 60])
def test_short_and_long_games_are_drawn(rounds: int) -> None:
    names = tuple(f"OR {n}.1" for n in range(rounds))
    assert picture(drawn_png("Worth", names, [Curve("Ann", tuple(range(rounds)))], "$")).size == SIZE


def test_nothing_to_draw_is_an_empty_frame():
    made = price_chart(ROUNDS, {"CoG": (None,) * 5}, {}, "$")
    assert picture(made.png).size == SIZE
    assert made.alt == "Chart: share prices from Start to SR 2."


def test_the_words_tell_first_highest_and_last_values_best_first():
    assert " ".join(describe("Worth", ROUNDS, [Curve(SHOWN[p], v) for p, v in WORTH.items()], "$")) == (
        "Chart: worth from Start to SR 2. Ann: $360, $700 at the end. "
        "Bob: $360, at most $520 in OR 1.2, $510 at the end."
    )
    gone = [Curve("CoG", (None, 100, 1110, None, None)), Curve("GA", (None, None, 90, 80, 70))]
    assert " ".join(describe("Share prices", ROUNDS, gone, "$")) == (
        "Chart: share prices from Start to SR 2. GA: $90 in OR 1.1, $70 at the end. "
        "CoG: $100 in SR 1, $1,110 in OR 1.1, then gone."
    )


def test_companies_have_their_own_colours():
    colours = {n: c.colour for n, c in find("18GA").rules((), 3).data.companies.items()}
    prices = dict.fromkeys(colours, (90, 100, 110, 120, 130))
    assert price_chart(ROUNDS, prices, colours, "$").png != price_chart(ROUNDS, prices, {}, "$").png


@given(st.lists(st.floats(0, 1000), max_size=12).map(sorted))
def test_names_stand_apart_in_order_and_within_the_picture_where_they_fit(wanted):
    found = apart(wanted, 30, 0, 1000)
    assert all(b - a >= 30 - 1e-6 for a, b in pairwise(found))
    assert len(found) == len(wanted)
    if found:
        assert found[-1] <= 1000 + 1e-6
        assert found[0] >= -1e-6
    if all(b - a >= 30 for a, b in pairwise(wanted)):
        assert found == pytest.approx(wanted)


def test_a_curve_that_pauses_has_no_line_across_the_gap(monkeypatch) -> None:
    lines = note_lines(monkeypatch)
    drawn_png("Share prices", ROUNDS, [Curve("CoG", (50, 60, None, 70, 80))], "$")
    assert [len(line) for line in lines[:2]] == [2, 2]


def test_curves_of_like_colours_are_dashed_unlike():
    """Two companies of olive could not be told apart."""
    found = dash_lines([style.rgb(c) for c in ("#808000", "#8a8010", "#202090", "#7a8400")])
    assert found[0] == found[2] == DASHES[0]
    assert len({found[0], found[1], found[3]}) == 3
    plain, alike = (
        drawn_png("Prices", ("a", "b"), (Curve("x", (1, 2), "#808000"), Curve("y", (2, 1), c)), "$")
        for c in ("#202090", "#818000")
    )
    assert plain != alike


def test_a_chart_of_minors_is_packed_once(monkeypatch):
    """Its two parts were packed, unpacked and packed again: half of the time that it took."""
    packed = []

    def reduce(image: Image.Image) -> Image.Image:
        packed.append(1)
        return charts.in_own_colours(image)

    monkeypatch.setattr(income, "in_own_colours", reduce)
    minors = [str(n) for n in range(6)]
    values = dict.fromkeys([*minors, "FS", "DR"], (10, 20, 30))
    made = income.income_chart("Revenue", ("OR 1", "OR 2", "OR 3"), values, {}, "£", minors)
    assert Image.open(io.BytesIO(made.png)).height > charts.SIZE[1]
    assert packed == [1]


def test_what_goes_on_without_a_run_is_explained(monkeypatch):
    """Two companies went on dotted to a round in which they had not run, and nothing said why."""
    for waits in (True, False):
        written = note_words(monkeypatch)
        charts.draw("Revenue", ROUNDS[2:4], [Curve("GA", (40, None), waits=waits)], "$")
        assert ("dotted: not yet run" in written) is waits


def test_a_curve_of_one_point_tells_its_value_once():
    """“W&A: $90 in now, $90 now.”"""
    assert describe("Prices", ("Start", "now"), [Curve("W&A", (None, 90))], "$")[-1] == "W&A: $90 now."
