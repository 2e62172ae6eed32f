"""The picture at the end of a game: places, holdings, worth over time; legible on a phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from render.data.names import nth
from render.drawing import fonts, phone, style
from render.results.charts import ticks
from render.results.final import (
    GAP,
    RADIUS,
    WIDE,
    Ending,
    FinalPlace,
    alt_final,
    company_held,
    draw_final,
    private_held,
    rounds_named,
    win_words,
)
from titles import TITLES

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
    assert min(said.values()) * phone.WIDTH / WIDE >= LEGIBLE
    for p in made.places:
        assert {p.shown, f"${p.total:,}", nth(p.rank)} <= said.keys()
        assert {"60", "20"} <= said.keys(), "percent of each company, below its token"
        made_up = f"cash $100 + shares ${p.total - 100:,}"
        assert f"{nth(p.rank)} {p.shown} ${p.total:,} = {made_up}: CoG 60, ACL 20." in alt_final(made, data)
    assert (made.rounds[-1] in said) is (rounds > 1), "one moment is no line"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sums_of_late_games_stand_in_full_in_their_columns(theme, monkeypatch):
    """Four columns had no room for "shares £3,945": it read "shar. £3,945"."""
    made, data = ending(4, 5), TITLES["18India"].rules((), 4).data
    parts = {"cash": 6783, "shares": 6120, "assets": 13596, "privates": 100}
    late = replace(made, places=tuple(replace(p, total=26599, parts=parts) for p in made.places))
    said: list[tuple[str, tuple[float, float]]] = []
    real = fonts.write

    def write(draw, at, text, size, *, bold=False, ink=None, anchor="la", halo=0):
        if "m" not in anchor[0]:
            said.append((text, (at[0], at[0] + fonts.width(text, size, bold))))
        real(draw, at, text, size, bold=bold, ink=ink, anchor=anchor, halo=halo)

    monkeypatch.setattr(fonts, "write", write)
    with style.drawn_in(theme):
        draw_final(late, data)
    assert [text for text, _ in said if text in parts] == [*parts], "each heading once, at the left"
    for text, (left, right) in said:
        assert "." not in text, text
        assert left >= 0
        assert right <= WIDE
    sums = sorted(ends for text, ends in said if text == "₹26,599")
    assert len(sums) == 4
    assert all(right < left for (_, right), (left, _) in pairwise(sums))


def test_tokens_of_two_players_do_not_run_together(monkeypatch):
    """Gaps between players were as wide as those between one player's companies."""
    made, data = ending(4, 1), TITLES["18India"].rules((), 4).data
    held = ("GIPR 20", "BNR 20", "EIR 20", "NWR 20")
    full = replace(made, places=tuple(replace(p, held=held) for p in made.places))
    spots: list[int] = []
    real = fonts.write

    def write(draw, at, text, size, **more):
        if text == "20":
            spots.append(at[0])
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    draw_final(full, data)
    ways = [b - a for a, b in pairwise(sorted(set(spots)))]
    assert max(ways) >= min(ways) + 24
    ground = GAP // 2 + 5  # ends so far before the next column
    assert max(ways) - 2 * RADIUS - ground >= GAP // 2 + 3, "the last one stood at the edge of the winner's ground"


def test_minors_have_no_empty_line_for_percents_below_them():
    data = TITLES["18EU"].rules((), 4).data
    made = replace(ending(2, 1), rounds=("Start",))
    minors, shares = (
        replace(made, places=tuple(replace(p, held=held) for p in made.places)) for held in (("minor 5",), ("FS 20",))
    )
    assert draw_final(minors, data).height < draw_final(shares, data).height


def test_the_ground_of_the_first_place_is_as_high_as_the_longest_column_and_no_list_is_narrower_than_its_own():
    """It ended above the cards of others beside it, and two tokens stood beside each other where three have room."""
    data = TITLES["18GA"].rules((), 3).data
    first, *others = (replace(place, rank=n) for n, place in enumerate(ending(4, 1).places, 1))
    held = tuple(f"{company} 10" for company in data.companies)
    grounds = []
    for cards in (held[:1], held[:3], held):
        last = replace(others[-1], held=cards)
        image = draw_final(replace(ending(4, 1), places=(first, *others[:-1], last)), data).convert("RGB")
        grounds.append(sum(image.getpixel((WIDE // 4 + 60, y)) == style.TURN for y in range(image.height)))
    assert grounds[0] == grounds[1] < grounds[2]


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


def test_the_round_in_which_the_game_turned_is_marked_and_named_below_the_chart():
    plain, data = ending(3, 9), TITLES["18GA"].rules((), 3).data
    assert rounds_named(plain, 700) == [(0, "lm"), (4, "mm"), (8, "rm")]
    turned = replace(plain, turned="R 3")
    assert rounds_named(turned, 700) == [(0, "lm"), (3, "mm"), (8, "rm")]
    assert rounds_named(replace(plain, turned="R 8"), 700) == [(0, "lm"), (8, "rm")]
    late = replace(plain, turned="R 7")  # "OR 7.1OR 8.2" stood there
    assert rounds_named(late, 1000) == [(0, "lm"), (7, "mm"), (8, "rm")]
    assert rounds_named(late, 500) == [(0, "lm"), (7, "mm")]
    assert rounds_named(replace(plain, turned="R 1"), 500) == [(1, "mm"), (8, "rm")], "a band has its word"
    before, after = (draw_final(e, data).tobytes().count(bytes(style.TURN)) for e in (plain, turned))
    assert after > before + 10_000


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


@pytest.mark.parametrize(
    ("title", "held", "found"),
    [
        ("18GA", "MRC", "MRC"),
        ("18VA", "Tredegar Iron Works", "P2"),
        ("18India", "French East India Co.", "P4"),
        ("18India", "Royal Bond ×8", "bond ×8"),
    ],
)
def test_privates_have_their_short_names(title, held, found):
    assert private_held(held, TITLES[title].rules((), 3).data) == found


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


def test_it_says_why_the_game_was_over_and_what_assets_are(monkeypatch):
    """Neither the reason nor the length of the game stood in the picture, and "assets" was explained nowhere."""
    data, said = TITLES["18India"].rules((), 3).data, list[str]()
    monkeypatch.setattr(fonts, "write", lambda _draw, _at, text, *_args, **_more: said.append(text))
    plain = ending(3, 4)
    before = draw_final(plain, data)
    assert not any("Assets" in text for text in said)
    parts = {"cash": 100, "shares": 200, "assets": 300}
    note = "Over in OR 10.1: the bank ran out of money. 431 moves in 12 days."
    told = replace(plain, note=note, places=tuple(replace(p, parts=parts) for p in plain.places))
    after = draw_final(told, data)
    assert note in " ".join(said).replace("\N{NO-BREAK SPACE}", " ")
    long = "Over in OR 5.2: the bank ran out of money, certain since OR 5.1. 640 moves in 41 days."
    said.clear()
    draw_final(replace(told, note=long), data)
    assert "640 moves in 41 days." in said, "a sentence that has no room begins a line: “days.” stood alone in one"
    assert not any(text.endswith(" OR") for text in said)
    assert "Assets are a player's part of what the companies own" in said
    assert after.height > before.height
    assert note in alt_final(told, data)
