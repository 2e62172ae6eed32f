"""The picture at the end of a game: places, holdings, worth over time; legible on a phone."""

from __future__ import annotations

import pytest

from render.drawing import fonts
from render.results.final import WIDE, Ending, FinalPlace, alt_final, draw_final, nth
from titles import TITLES

PHONE = 366  # pixels of a picture's width there
LEGIBLE = 11  # pixels of the smallest words there
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay")


def ending(players: int, rounds: int) -> Ending:
    names = NAMES[:players]
    worth = {p: tuple(400 + 37 * n * (i + 1) for i in range(rounds)) for n, p in enumerate(names, 1)}
    best = sorted(names, key=lambda p: -worth[p][-1])
    places = tuple(FinalPlace(n, p, p.title(), worth[p][-1], ("CoG 60", "ACL 20")) for n, p in enumerate(best, 1))
    return Ending("18GA", places, names, tuple(f"R {n}" for n in range(rounds)), worth)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 18), (6, 30)])
def test_every_player_is_named_with_place_worth_and_holdings(players, rounds, monkeypatch):
    said: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    made, data = ending(players, rounds), TITLES["18GA"].rules((), 3).data
    image = draw_final(made, data)
    assert image.width == WIDE
    assert min(said.values()) * PHONE / WIDE >= LEGIBLE
    for p in made.places:
        assert {p.shown, f"${p.total:,}", nth(p.rank)} <= said.keys()
        assert f"{nth(p.rank)} {p.shown} ${p.total:,}: CoG 60, ACL 20." in alt_final(made, data)
    assert (made.rounds[-1] in said) is (rounds > 1), "one moment is no line"


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
