"""What companies earn, round by round: many minors stand in a grid, so that each sum is read."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from render.drawing import fonts, phone
from render.results.charts import SIZE, price_chart
from render.results.income import income_chart
from tests.support.written_words import check_sizes, note_sizes

ROUNDS = ("OR 1.1", "OR 1.2", "OR 2.1", "OR 2.2")
MINORS: dict[str, tuple[int | None, ...]] = {str(n): (40, 50, None, None) for n in range(1, 8)}
LARGE: dict[str, tuple[int | None, ...]] = {"BNR": (None, 60, 80, 90), "DR": (None, None, 70, 110)}
COLOURS = {"BNR": "#aa3322", "DR": "#2244aa", "1": "#33aa22"}


def test_many_minors_stand_in_a_grid_below_the_curves(monkeypatch):
    """Fifteen curves lay on each other, and their names on them."""
    written: list[str] = []
    printed: dict[str, int] = {}
    write = fonts.write

    def note(draw: Any, at: Any, text: str, *more: Any, **others: Any) -> None:
        written.append(text)
        printed[text] = more[0]
        write(draw, at, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    sizes = note_sizes(monkeypatch)
    chart = income_chart("Revenue", ROUNDS, MINORS | LARGE, COLOURS, "£", tuple(MINORS))
    image = Image.open(io.BytesIO(chart.png))
    check_sizes(sizes)
    grid = written[written.index("Revenue · minors") :]
    assert [w for w in grid if w.startswith("£")] == ["£40", "£50"] * 7
    assert {"Revenue · minors", "OR", "1.1", "1.2"} <= set(written)
    assert printed["1.1"] * phone.WIDTH / SIZE[0] >= 11, "rounds had nine pixels on a phone"
    assert "2.1" not in written, "no minor is left by then"
    assert image.width == SIZE[0]
    assert image.height > SIZE[1]
    assert len(chart.png) < 100_000
    assert chart.alt.startswith("Chart: revenue from OR 1.2 to OR 2.2.")
    assert "Chart: revenue · minors from OR 1.1" in chart.alt
    assert len(chart.alt) <= 1024
    many = income_chart(
        "Revenue", ROUNDS, {str(n): MINORS["1"] for n in range(40)} | LARGE, COLOURS, "£", [*map(str, range(40))]
    )
    assert len(many.alt) <= 1024
    assert many.alt.endswith("… All of it: /view chart form:text."), "curves were left out without a word"
    assert many.alt.startswith("Chart: revenue from OR 1.2 to OR 2.2. DR: ")
    said = " ".join(sentence for part in many.words for sentence in part)
    assert all(f" {c}: " in said for c in ("39", *LARGE))


def test_few_minors_or_none_are_curves():
    few = {c: MINORS[c] for c in ("1", "2")}
    chart = income_chart("Revenue", ROUNDS, few | LARGE, COLOURS, "£", tuple(few))
    assert Image.open(io.BytesIO(chart.png)).size == SIZE
    curves = price_chart(ROUNDS, few | LARGE, COLOURS, "£").alt
    for c in few:
        curves = curves.replace(f" {c}: ", f" Minor {c}: ")
    assert chart.alt == curves.replace("share prices", "revenue")


def test_minors_alone_are_a_grid():
    chart = income_chart("Revenue", ROUNDS, MINORS | {"BNR": (None, None, None, 80)}, COLOURS, "£", tuple(MINORS))
    assert chart.alt.startswith("Chart: revenue from OR 1.1")


def test_a_company_that_waits_for_its_turn_is_named_beside_the_others_and_is_not_gone():
    """Names of those that had not run yet lay on the names of those that had, and the words called them gone."""
    values = {"BNR": (40, 60, 80, 90), "DR": (40, 50, 70, None)}
    waits = income_chart("Revenue", ROUNDS, values, COLOURS, "£", (), ("DR",))
    gone = income_chart("Revenue", ROUNDS, values, COLOURS, "£")
    assert "DR: £40, £70 in OR 2.1, not yet run in OR 2.2." in waits.alt
    assert "DR: £40, £70 in OR 2.1, then gone." in gone.alt
    assert waits.png != gone.png
