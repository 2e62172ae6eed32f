"""Records of players and titles from results of games: wins, ratings, seats, intervals."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta

import pytest

from bot.tables.statistics.records import (
    PROVISIONAL,
    START,
    GameResult,
    Result,
    head_to_head,
    interval,
    rate_players,
    record_players,
    record_titles,
)
from bot.views.story.statistics_text import (
    minutes_words,
    players_csv,
    players_text,
    record_words,
    title_text,
    titles_csv,
)

pytestmark = pytest.mark.unit
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def game(number: int, *users: int, why: str = "bank", title: str = "18GA") -> GameResult:
    """A game that its users ended in this order; their seats are in the order of their numbers."""
    seats = sorted(users)
    results = tuple(Result(u, seats.index(u), rank, 1000 - rank) for rank, u in enumerate(users, 1))
    return GameResult(
        number, title, why, 100 + number, 2.0, BEGUN + timedelta(days=number), results, {"GA": 100 + number}
    )


def test_ratings_move_by_what_was_not_expected():
    first = rate_players([game(1, 10, 20)])
    assert first == {10: (START + 16, 1), 20: (START - 16, 1)}
    second = rate_players([game(1, 10, 20), game(2, 10, 20)])
    assert 0 < second[10][0] - first[10][0] < 16, "who was expected to win gains less"
    assert sum(rating for rating, _ in rate_players([game(n, 3, 1, 2) for n in range(9)]).values()) == pytest.approx(
        3 * START
    )
    turned = [game(2, 20, 10), game(1, 10, 20)]
    assert rate_players(turned) == rate_players(turned[::-1]), "by date, not by the order of the list"
    three = rate_players([game(1, 10, 20, 30)])
    assert [round(three[u][0] - START, 6) for u in (10, 20, 30)] == [16, 0, -16]


@pytest.mark.parametrize("why", ["agreed", "abandoned", "manual", "Ann conceded"])
def test_only_natural_ends_are_rated(why):
    assert rate_players([game(1, 10, 20, why=why)]) == {}
    (first, second) = record_players([game(1, 10, 20, why=why)])
    assert (first.games, first.wins, first.rated, second.wins) == (1, 1, 0, 0)
    assert record_words(first) == "1 game, 1 won, mean place 1.0, not rated yet"


def test_a_game_with_one_user_in_two_seats_is_not_rated():
    assert rate_players([game(1, 10, 10)]) == {}


def test_players_are_ranked_and_young_ratings_provisional():
    games = [game(n, 10, 20, 30) for n in range(PROVISIONAL)] + [game(9, 40, 30)]
    records = {r.user: r for r in record_players(games)}
    assert next(r.user for r in record_players(games)) == 10
    assert (records[10].wins, records[10].rank, records[10].provisional) == (PROVISIONAL, 1.0, False)
    assert records[40].provisional
    text = players_text(record_players(games), {10: "Ann", 40: "Dee"})
    assert text.splitlines()[0].startswith(f"Ann: {PROVISIONAL} games, {PROVISIONAL} won, mean place 1.0, rating 15")
    assert "(provisional, 1 rated game)" in text
    assert text.splitlines()[-1] == "-# 2 more who have not asked to be listed: /me statistics"
    rows = list(csv.DictReader(players_csv(record_players(games), {10: "1"}).splitlines()))
    assert [(r["player"], r["games"], r["provisional"]) for r in rows] == [("1", str(PROVISIONAL), "0")]


def test_head_to_head():
    games = [game(1, 10, 20, 30), game(2, 20, 10), game(3, 10, 30)]
    assert head_to_head(games, 10, 20) == (1, 1, 0)
    assert head_to_head(games, 20, 10) == (1, 1, 0)
    assert head_to_head(games, 10, 99) == (0, 0, 0)
    level = GameResult(4, "18GA", "bank", 1, 1, BEGUN, (Result(1, 0, 1, 5), Result(2, 1, 1, 5)), {})
    assert head_to_head([level], 1, 2) == (0, 0, 1)


def test_intervals_hold_the_share_and_narrow():
    """Wilson's interval of one of two: 9.45 % to 90.55 %; of 50 of 100: 40.38 % to 59.62 %."""
    assert interval(1, 2) == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0, 5)[0] == 0
    assert interval(5, 5)[1] == 1


def test_titles_by_number_of_players():
    games = [
        game(1, 1, 2),
        game(2, 2, 1, why="bankruptcy"),
        game(3, 1, 2),
        game(4, 1, 2, 3),
        game(5, 1, 2, title="18TN"),
    ]
    two, three, tn = record_titles(games)
    assert [(r.title, r.players, r.games) for r in (two, three, tn)] == [("18GA", 2, 3), ("18GA", 3, 1), ("18TN", 2, 1)]
    assert (two.moves, two.days, two.ends) == (102, 2.0, {"bank": 2, "bankruptcy": 1})
    assert [(s.seat, s.wins, s.games) for s in two.seats] == [(0, 2, 3), (1, 1, 3)]
    assert two.prices == {"GA": (3, 102)}
    assert title_text(two).splitlines() == [
        "**18GA, 2 players**, 3 games: median of 102 moves and 2.0 days",
        "Ends: bank 2, bankruptcy 1",
        "Won by seat: 1: 2 of 3 (21% to 94%); 2: 1 of 3 (6% to 79%)",
        "Last price, mean (games): GA 102 (3)",
    ]
    rows = list(csv.DictReader(titles_csv([two]).splitlines()))
    assert [(r["what"], r["of"], r["count"], r["value"]) for r in rows][-1] == ("price", "GA", "3", "102")
    assert {r["games"] for r in rows} == {"3"}


def test_thinking_time_in_words():
    assert minutes_words([]) == "no replies yet"
    assert minutes_words([10, 20, 300]) == "20 minutes of waking time (the median of 3 replies)"
    assert minutes_words([240]) == "4.0 hours of waking time (one reply)"
