"""A round that is over as a picture: worth, change and a bar for each player, what companies earned."""

from __future__ import annotations

import pytest

from render import png
from render.drawing import fonts, phone, style
from render.results.round_picture import CompanyResult, PlayerResult, RoundResult, alt_round, draw_round
from tests.support.written_words import note_words
from titles import TITLES

PHONE = 1 / phone.SCALE
PLAYERS = (PlayerResult("bob", 660, 60), PlayerResult("ann", 585, -15), PlayerResult("cid", 500, 0))
COMPANIES = (
    CompanyResult("CoG", 120, "paid out", 110, 120, ("3", "3")),
    CompanyResult("GA", 0, "", None, 55),
    CompanyResult("ACL", 0, "", 60, None),
    CompanyResult("SAL", 0, "", 60, 60),
)
RESULT = RoundResult("OR 2.1", PLAYERS, COMPANIES, ("ann", "bob", "cid"))


@pytest.fixture
def rules():
    return TITLES["18GA"].rules((), 3)


@pytest.fixture
def written(rules, monkeypatch):
    """Every line that is written in the picture with its size in pixels, and the picture."""
    said: dict[str, int] = {}
    real = fonts.write

    def write(draw, at, text, size, **more):
        said[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    return said, draw_round(RESULT, rules)


def test_each_player_has_worth_and_change_and_each_company_what_it_did(written):
    said, _ = written
    assert {"$660", "+$60", "$585", "\N{MINUS SIGN}$15", "±0", "$120", "paid out", "$110 → $120", "3T, 3T"} <= set(said)
    assert {"starts at $55", "closed"} <= set(said)
    assert "SAL" not in said, "it did nothing"


def test_a_stock_round_says_what_was_bought_and_sold(rules, monkeypatch):
    """Nobody's worth changes in most of them: a row of ±0 says nothing."""
    said = note_words(monkeypatch)
    bob = PlayerResult("bob", 660, 0, (("CoG", 2), ("ACL", -1)))
    result = RoundResult("SR 2", (bob, PlayerResult("ann", 585, 0)), (), ("ann", "bob"))
    draw_round(result, rules)
    assert {"+2 CoG, \N{MINUS SIGN}1 ACL shares", "no trade"} <= set(said)
    assert "bob $660 (±0): +2 CoG, \N{MINUS SIGN}1 ACL shares." in alt_round(result, rules)


def test_what_was_traded_is_told_in_full(rules, monkeypatch):
    """“−3 EIR, +1 WIP, +2 BNR, +1…” stood there; and SR is a company too."""
    said = note_words(monkeypatch)
    traded = (("CoG", -3), ("GA", 1), ("ACL", 2), ("SAL", 10))
    players = tuple(PlayerResult(p, 1186, 170, traded if p == "bob" else ()) for p in ("ann", "bob"))
    plain = draw_round(RoundResult("SR 5", tuple(PlayerResult(p, 1186, 170) for p in ("ann", "bob")), (), ()), rules)
    made = draw_round(RoundResult("SR 5", players, (), ("ann", "bob")), rules)
    lines = [words for words in said if "CoG" in words or "shares" in words]
    assert " ".join(lines) == "\N{MINUS SIGN}3 CoG, +1 GA, +2 ACL, +10 SAL shares"
    assert len(lines) == 2
    assert lines[1].startswith("+")
    assert made.height > plain.height
    assert "after stock round 5" in said


def test_words_are_read_on_a_phone(written):
    said, picture = written
    assert min(size for text, size in said.items() if text) * PHONE >= 10
    assert picture.height * PHONE < 400
    assert len(png(picture)) < 60_000


def test_bars_are_as_long_as_worth_and_stress_what_was_won(written):
    """A winner's bar ends in the player's colour, a loser's in a frame of it."""
    _, picture = written
    rows = [74 + 28 + 56 * i + 28 for i in range(3)]
    right = [max(x for x in range(picture.width) if picture.getpixel((x, y)) != style.PAPER) for y in rows]
    assert right[0] > right[1] > right[2]
    assert picture.getpixel((right[0] - 10, rows[0])) == style.PLAYERS[1]
    assert picture.getpixel((right[1] - 8, rows[1])) == style.PAPER


def test_columns_that_say_nothing_are_left_out(rules, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(fonts, "write", lambda draw, at, text, *rest, **more: said.append(text))
    draw_round(RoundResult("SR 1", PLAYERS, (CompanyResult("GA", 0, "", None, 55),), ("ann", "bob", "cid")), rules)
    assert "price" in said
    assert not {"earned", "new trains"} & set(said)


def test_after_a_stock_round_no_company_has_earned_nothing(rules, monkeypatch):
    """A company that started had "$0" there, below "earned"."""
    said = note_words(monkeypatch)
    did = CompanyResult("GA", 0, "nothing", None, 55)
    draw_round(RoundResult("SR 1", PLAYERS, (did,), ("ann", "bob", "cid")), rules)
    assert "starts at $55" in said
    assert not {"earned", "$0"} & set(said)


def test_trains_that_rusted_are_told(rules, monkeypatch):
    """All 2-trains were gone, and the picture said only which trains were new."""
    said = note_words(monkeypatch)
    ended = RoundResult("OR 3.1", PLAYERS, COMPANIES, ("ann", "bob", "cid"), (("2", 5), ("3", 1)), income=True)
    draw_round(ended, rules)
    assert "after OR 3.1, before privates pay" in said, "the next picture had other sums"
    assert "after OR 3.1, before privates pay." in alt_round(ended, rules)
    assert "Rusted: 2T × 5, 3T" in said
    assert "Rusted: five 2-trains and a 3-train." in alt_round(ended, rules)


def test_a_company_that_starts_and_rises_in_a_round_has_both_prices(rules, monkeypatch):
    """“starts at £110” was said of one that had started at £100."""
    said = note_words(monkeypatch)
    did = CompanyResult("GA", 0, "", None, 110, (), 100)
    draw_round(RoundResult("SR 2", PLAYERS, (did,), ("ann", "bob", "cid")), rules)
    assert "started at $100, now $110" in said


def test_the_words_beside_it_say_the_same(rules):
    said = alt_round(RESULT, rules)
    assert "bob $660 (+$60)." in said
    assert "CoG: earned $120, paid out, price $110 → $120, new: two 3-trains." in said


def test_where_nobody_gained_no_change_is_written(monkeypatch):
    """The auction's picture said "±0" four times."""
    players = tuple(PlayerResult(p, 600, 0) for p in ("ann", "bob"))
    said: list[str] = []
    monkeypatch.setattr(fonts, "write", lambda _draw, _at, text, _size, **_more: said.append(text))
    draw_round(RoundResult("Auction", players, (), ("ann", "bob")), TITLES["18GA"].rules((), 3))
    assert "$600" in said
    assert "±0" not in said


def test_the_minors_that_players_gave_up_are_told(monkeypatch):
    """Of 18EU's Final Exchange Round the picture had four sums, and not which minor went where."""
    said, rules = note_words(monkeypatch), TITLES["18EU"].rules((), 3)
    given = (("bob", (("3", "DR"), ("4", "DR"), ("7", ""))), ("ann", (("9", ""),)))
    ended = RoundResult("FER 4", PLAYERS, (), ("ann", "bob", "cid"), minors=given)
    draw_round(ended, rules)
    assert {"bob, minors: 3 and 4 → DR, 7 closed", "ann, minor: 9 closed"} <= set(said)
    assert "bob, minors: 3 and 4 → DR, 7 closed. ann, minor: 9 closed." in alt_round(ended, rules)
