"""`trunkline rating`: the ratings once more, from records and from files."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli.rating import main, rating_csv, read_tables
from bot.core.errors import UsageError
from bot.tables.statistics.records import GameResult, Result, rate_games
from bot.views.story.statistics_text import games_csv

NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


def game(table: int, *ranks: int, why: str = "bank") -> GameResult:
    """A game of Ann, Bob and Cid with these places."""
    results = tuple(Result(n + 1, n, rank, 1000 - rank, NAMES[n + 1]) for n, rank in enumerate(ranks))
    return GameResult(table, "18GA", why, 300, 20.0, datetime(2026, 1, table, tzinfo=UTC), results, {})


GAMES = [game(2, 3, 1, 2), game(1, 1, 2, 3), game(3, 1, 2, 3, why="agreed")]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_every_rated_game_has_a_row_for_each_player_oldest_first():
    rows = rows_of(rating_csv(GAMES))
    assert [(r["table"], r["player"], r["place"], r["rating before"], r["rating after"]) for r in rows[:3]] == [
        ("1", "Ann", "1", "1500.0", "1516.0"),
        ("1", "Bob", "2", "1500.0", "1500.0"),
        ("1", "Cid", "3", "1500.0", "1484.0"),
    ]
    assert {r["table"] for r in rows} == {"1", "2"}, "what was agreed is not rated"
    after = {r["player"]: float(r["rating after"]) for r in rows}
    assert after == {NAMES[u]: round(rating, 1) for u, rating in rate_games(GAMES)[-1].ratings.items()}


def test_the_file_of_the_server_gives_the_same(tmp_path: Path):
    file = tmp_path / "games.csv"
    file.write_text(games_csv(GAMES, NAMES), "utf-8")
    assert main((file,), None) == rating_csv(GAMES)
    assert read_tables((file,))[0].title == "18GA"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a,b\n1,2\n", "it lacks table, title, player"),
        (games_csv(GAMES, {1: "Ann", 2: "Bob"}), "leaves out players who do not show their figures"),
        (games_csv(GAMES, NAMES).replace("2026-01-01", "soon"), "soon"),
        ("", "it lacks games"),
    ],
)
def test_other_files_are_refused_with_a_reason(tmp_path: Path, text: str, says: str):
    file = tmp_path / "games.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=says):
        main((file,), None)


def test_a_database_that_is_not_there_is_told(tmp_path: Path):
    config = tmp_path / "settings.toml"
    config.write_text(f'data = "{tmp_path / "none"}"\n', "utf-8")
    with pytest.raises(UsageError, match="There is no database whose games could be rated"):
        main((), config)
