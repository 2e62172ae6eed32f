"""The picture at the end of a game: places, holdings, worth over time; legible on a phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from render.drawing import fonts
from render.results.final import WIDE, Ending, FinalPlace, alt_final, company_held, draw_final, nth, ticks, win_words
from titles import TITLES

PHONE = 366  # pixels of a picture's width there
LEGIBLE = 11  # pixels of the smallest words there
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay")


def parts(total: int) -> dict[str, int]:
    return {"cash": 100, "shares": total - 100, "privates": 0}


def ending(players: int, rounds: int) -> Ending:
    names = NAMES[:players]
    worth = {p: tuple(400 + 37 * n * (i + 1) for i in range(rounds)) for n, p in enumerate(names, 1)}
    best = sorted(names, key=lambda p: -worth[p][-1])
    places = tuple(
        FinalPlace(n, p, p.title(), worth[p][-1], parts(worth[p][-1]), ("CoG 60", "ACL 20"))
        for n, p in enumerate(best, 1)
    )
    return Ending("18GA", places, names, tuple(f"R {n}" for n in range(rounds)), worth)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 18), (6, 30)])
def test_every_player_is_named_with_place_worth_and_holdings(players, rounds, monkeypatch):
    said: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = size
        real(draw, at, text, size, **more)

    made, data = ending(players, rounds), TITLES["18GA"].rules((), 3).data
    draw_final(made, data)  # the tokens are drawn once, and kept
    monkeypatch.setattr(fonts, "write", write)
    image = draw_final(made, data)
    assert image.width == WIDE
    assert min(said.values()) * PHONE / WIDE >= LEGIBLE
    for p in made.places:
        assert {p.shown, f"${p.total:,}", nth(p.rank)} <= said.keys()
        assert {"60", "20"} <= said.keys(), "percent of each company, below its token"
        made_up = f"cash $100 + shares ${p.total - 100:,}"
        assert f"{nth(p.rank)} {p.shown} ${p.total:,} = {made_up}: CoG 60, ACL 20." in alt_final(made, data)
    assert (made.rounds[-1] in said) is (rounds > 1), "one moment is no line"


def test_the_lines_end_at_the_final_sums_in_the_order_of_the_places(monkeypatch):
    """What is paid after the last round is part of the result: a chart that stopped before it gave another winner."""
    made, data = ending(3, 5), TITLES["18GA"].rules((), 3).data
    last = replace(made.places[-1], rank=1, total=made.places[0].total + 18)
    places = (last, *(replace(p, rank=p.rank + 1) for p in made.places[:-1]))
    late = replace(made, places=places)
    said: list[tuple[float, str]] = []
    real = fonts.write

    def write(draw, at, text, size, **more):
        if at[0] > WIDE / 2 and text in {p.shown for p in places}:
            said.append((at[1], text))
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    draw_final(late, data)
    beside = [text for y, text in sorted(said) if y > 500]
    assert beside == [p.shown for p in places]
    assert win_words(late, data) == "Ann wins by $18"
    even = replace(made, places=tuple(replace(p, rank=1) for p in made.places))
    assert win_words(even, data) == "Cid, Bob and Ann share first place"


@pytest.mark.parametrize(("low", "high"), [(0, 1), (300, 520), (325, 995), (0, 12345), (776, 825)])
def test_sums_beside_the_chart_are_round_and_few(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert all(low <= n <= high for n in found)
    assert len({b - a for a, b in pairwise(found)}) == 1


@pytest.mark.parametrize(
    ("title", "held", "found"),
    [
        ("18GA", "CoG 60", ("CoG", "60")),
        ("18GA", "MRC", ("", "")),
        ("18EU", "minor 5", ("5", "")),
        ("18India", "Royal Bond ×2", ("", "")),
        ("18VA", "Tredegar Iron Works", ("", "")),
    ],
)
def test_companies_are_told_from_privates(title, held, found):
    assert company_held(held, TITLES[title].rules((), 3).data) == found


def test_places_in_words():
    assert [nth(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
    ]
