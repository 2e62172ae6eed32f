"""Records of players and titles from results of games: wins, ratings, seats, intervals."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.kinds import Via
from bot.model.results import Move
from bot.tables.statistics.finished_games import list_replies
from bot.tables.statistics.records import (
    PROVISIONAL,
    START,
    GameResult,
    RatingPoint,
    Result,
    choose_colours,
    head_to_head,
    interval,
    names_of,
    rate_games,
    rate_players,
    record_own_titles,
    record_players,
    record_titles,
)
from bot.views.story.statistics_pictures import make_rating_chart, tell_colours
from bot.views.story.statistics_text import (
    KINDS,
    duels_csv,
    group_replies,
    own_csv,
    own_titles_text,
    players_csv,
    players_text,
    record_words,
    replies_csv,
    replies_words,
    thinking_text,
    title_text,
    titles_csv,
)
from game.actions import ACTIONS, Bid, Pass
from game.events import Passed
from titles import TITLES

pytestmark = pytest.mark.unit
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def game(number: int, *users: int, why: str = "bank", title: str = "18GA") -> GameResult:
    """A game that its users ended in this order; their seats are in the order of their numbers."""
    seats = sorted(users)
    results = tuple(Result(u, seats.index(u), rank, 1000 - rank) for rank, u in enumerate(users, 1))
    return GameResult(
        number, title, why, 100 + number, 2.0, BEGUN + timedelta(days=number), results, {"GA": 100 + number}
    )


def test_people_have_the_colours_of_their_newest_table():
    """At the table Bob was green, in the statistics of the same table red."""

    def played(number: int, **colours: int) -> GameResult:
        """A game in which each of these users had that colour."""
        results = tuple(Result(ord(u), 0, 1, 0, colour=colour) for u, colour in colours.items())
        return replace(game(number), results=results)

    a, b, c, d, e = map(ord, "abcde")
    old, newer = played(1, a=0, b=1, c=2), played(2, a=0, c=1, d=2)
    for games in ([old, newer], [newer, old]):
        assert choose_colours(games, [a, b, c], 7) == {a: 0, b: 1, c: 2}, "all sat at that table"
        assert choose_colours(games, [c, a], 7) == {a: 0, c: 1}, "the newest one"
        assert choose_colours(games, [a, b, c, d], 7) == {a: 0, c: 1, d: 2, b: 3}, "who played last keeps it"
    assert choose_colours([old], [e], 7) == {e: 0}, "who has not played"
    assert tell_colours([old], [a, b, c], 7) == "", "they have had no others"
    assert tell_colours(games, [a, b, c], 7) == "The colours are those of the last table where they all played."
    assert tell_colours(games, [a, b, c, d], 7).startswith("Everybody has the colour of their last table;")
    assert len({*choose_colours([old, newer], range(7), 7).values()}) == 7
    assert len(choose_colours([old, newer], range(40), 7)) == 40


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


@pytest.mark.parametrize("why", ["agreed", "manual", "concede"])
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
    assert (
        text.splitlines()[-1]
        == "-# 2 more players do not show their figures. To show yours: `/me statistics listed:yes`"
    )
    rows = list(csv.DictReader(players_csv(record_players(games), {10: "Ann"}, {}).splitlines()))
    assert [(r["player"], r["games"], r["provisional"]) for r in rows] == [("Ann", str(PROVISIONAL), "0")]


def test_tables_of_numbers_have_thinking_time_and_head_to_head():
    """Only whose name is given stands in them; nobody meets himself."""
    games, names = [game(1, 10, 20, 30), game(2, 20, 10)], {10: "Ann", 20: "Bob"}
    replies = [("bid", 4), ("buy", 9), ("sell", 12)]
    rows = list(csv.DictReader(players_csv(record_players(games), names, {20: replies}).splitlines()))
    assert [(r["player"], r["replies"], r["median minutes"]) for r in rows] == [("Bob", "3", "9"), ("Ann", "0", "")]
    duels = list(csv.reader(duels_csv(games, names, names).splitlines()))[1:]
    assert duels == [["Ann", "Bob", "2", "1", "1", "0"], ["Bob", "Ann", "2", "1", "1", "0"]]
    kinds = list(csv.reader(replies_csv(replies).splitlines()))[1:]
    assert kinds == [["auctions", "1", "4"], ["shares", "2", "10.5"]]


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
    assert title_text(two, TITLES["18GA"].rules((), 3).data).splitlines() == [
        "**18GA, 2 players**, 3 games: median 102 moves, 2.0 days",
        "Ends: the bank broke 2, bankruptcy 1",
        "Won by seat: 1: 2 of 3 (21% to 94%); 2: 1 of 3 (6% to 79%)",
        "Last price, mean (games): GA $102 (3)",
    ]
    rows = list(csv.DictReader(titles_csv([two]).splitlines()))
    assert [(r["what"], r["of"], r["count"], r["value"]) for r in rows][-1] == ("price", "GA", "3", "102")
    assert {r["games"] for r in rows} == {"3"}


def test_thinking_time_in_words():
    assert replies_words([]) == "replies: none yet"
    assert replies_words([10, 20, 300]) == "replies take 20 minutes of waking time (the median of 3 replies)"
    assert replies_words([240]) == "replies take 4.0 hours of waking time (one reply)"


def test_ratings_over_time_end_where_the_ratings_are():
    games = [game(1, 10, 20), game(2, 20, 10, why="agreed"), game(3, 30, 10, 20)]
    points = rate_games(games)
    assert [p.table for p in points] == [1, 3], "only natural ends are rated"
    assert 30 not in points[0].ratings
    assert {u: (r, points[-1].rated[u]) for u, r in points[-1].ratings.items()} == rate_players(games)
    rows = list(csv.DictReader(own_csv(games, points, 20).splitlines()))
    assert [(r["table"], r["place"], r["rating after it"]) for r in rows] == [
        ("1", "2", "1484.0"),
        ("2", "1", ""),
        ("3", "3", str(round(points[-1].ratings[20], 1))),
    ]


def test_an_abandoned_game_has_no_result():
    games = [game(1, 10, 20, why="abandoned"), game(2, 20, 10)]
    records = {r.user: (r.games, r.wins) for r in record_players(games)}
    assert records == {20: (1, 1), 10: (1, 0)}
    assert head_to_head(games, 10, 20) == (0, 1, 0)
    (title,) = record_titles(games)
    assert (title.games, title.ends) == (2, {"abandoned": 1, "bank": 1})
    assert [(s.games, s.wins) for s in title.seats] == [(1, 0), (1, 1)]
    assert interval(0, 0) == (0, 1)


def test_own_games_by_title_and_what_was_held():
    first, second = game(1, 10, 20), game(2, 20, 10)
    held = [replace(g, results=tuple(replace(r, favourite="GA") for r in g.results)) for g in (first, second)]
    records = record_own_titles([*held, game(3, 10, 20, 30), game(4, 20, 30)], 10)
    assert [(r.title, r.players, r.games, r.wins, r.rank, r.favourite) for r in records] == [
        ("18GA", 2, 2, 1, 1.5, "GA"),
        ("18GA", 3, 1, 1, 1.0, ""),
    ]
    assert own_titles_text(records).splitlines() == [
        "18GA, 2 players: 2 games, 1 won, mean place 1.5, mostly GA",
        "18GA, 3 players: 1 game, 1 won, mean place 1.0",
    ]


def test_replies_by_kind_of_question():
    replies = [("tile", 10), ("bid", 300), ("tile", 30), ("pass", 2)]
    assert group_replies(replies) == [("auctions", [300]), ("track", [10, 30]), ("everything else", [2])]
    assert thinking_text(replies) == (
        "By question, the median (replies): auctions 5.0 h (1), track 20 min (2), everything else 2 min (1)"
    )
    assert thinking_text([]) == ""
    passed = [("track", 20), ("stock round", 4), ("deals", 1)]
    assert group_replies(passed) == [("shares", [4]), ("track", [20]), ("everything else", [1])]
    known = {verb for _, verbs in KINDS for verb in verbs}
    assert known <= {a.verb for a in ACTIONS}, "each is a verb that there is"


def test_a_pass_is_a_reply_to_the_step_that_it_leaves():
    """A third of the replies stood under “everything else”."""
    moves = [
        Move(n, 0, n, "ann", action, events, Via.PANEL, n, BEGUN, "OR 1.1", revealed=False)
        for n, (action, events) in enumerate(
            [
                (None, ()),
                (Pass(by="ann"), (Passed("GA", "track"), Passed("GA", "token"))),
                (Bid("LTR", 20, by="ann"), (Passed("bob", "auction"),)),
            ]
        )
    ]
    assert [reply.verb for reply in list_replies(moves)] == ["track", "bid"]


def test_names_are_those_of_the_newest_game():
    old, new = [
        replace(game(n, 10, 20), results=(Result(10, 0, 1, 5, name), Result(20, 1, 2, 4, "Bob")))
        for n, name in ((1, "Ann"), (2, "Anna"))
    ]
    assert names_of([new, old]) == {10: "Anna", 20: "Bob"}


def test_ratings_of_one_day_are_told_apart_by_the_number_of_the_game():
    """All five names below the curve said “2 Nov”; then the 21st of 60 games was “game 1”, and two on one day of ten months took
    all dates away.
    """
    day = datetime(2026, 11, 2, 12, tzinfo=UTC)

    def ticks(apart: timedelta, games: int = 3) -> list[str]:
        points = [RatingPoint(n, day + n * apart, {1: 1500.0 + n}, {1: n + 1}) for n in range(games)]
        made = make_rating_chart(points, {1: "Ann"}, {"Ann": 0})
        assert made is not None
        return made[0]

    assert ticks(timedelta(hours=1)) == ["game 1", "game 2", "game 3"]
    assert ticks(timedelta(hours=1), 60)[0::39] == ["game 21", "game 60"]
    assert ticks(timedelta(hours=8), 60)[:3] == ["9 Nov", "9 Nov", "9 Nov"]
    assert ticks(timedelta(days=1)) == ["2 Nov", "3 Nov", "4 Nov"]
