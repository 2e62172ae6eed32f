"""`trunkline rating`: all ratings once more, from the records of finished games or from tables of numbers (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from bot.core.csv_text import format_csv
from bot.core.errors import NotPossible, UsageError
from bot.files.table_export import read_database
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.statistics.finished_games import FinishedGames
from bot.tables.statistics.records import START, GameResult, Result, names_of, rate_games
from bot.views.story.statistics_text import UNLISTED
from titles import TITLES

CSV_COLUMNS = ("finished", "table", "title", "player", "place", "rating before", "rating after")
NO_DATABASE = "There is no database whose games could be rated. Name the files that `/guild statistics` has sent"
NEEDED = ("table", "title", "player", "place", "worth", "why", "finished")


def main(files: Sequence[Path], config: Path | None) -> str:
    """A row for each player of each rated game, oldest first, as CSV; raises UsageError.

    Without files the games are read from the records of the database that the settings name.
    """
    try:
        games = read_tables(files) if files else read_database(config, _collect_games, missing=NO_DATABASE)
    except NotPossible as error:
        raise UsageError(f"{str(error).rstrip('.')}.") from error
    return rating_csv(games)


async def _collect_games(store: Store) -> list[GameResult]:
    """The finished games of all servers, read from their records: those that the bot's own statistics are read off."""
    return await FinishedGames(Tables(store, TITLES)).collect(None)


def read_tables(files: Sequence[Path]) -> list[GameResult]:
    """The games in files that `/guild statistics` has sent; raises UsageError for one that cannot be reckoned with."""
    users: dict[str, int] = {}
    games: dict[tuple[Path, str], list[dict[str, str]]] = {}
    for file in files:
        for row in _read_rows(file):
            games.setdefault((file, row["table"]), []).append(row)
    try:
        return [_read_game(rows, users) for rows in games.values()]
    except ValueError as error:
        raise UsageError(f"{', '.join(map(str, files))}: {error}.") from error


def _read_rows(file: Path) -> list[dict[str, str]]:
    """The rows of a file by heading; raises UsageError where some of them are missing, or not everybody is named."""
    try:
        rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{file} cannot be read: {error}.") from error
    lacking = [name for name in NEEDED if any(row.get(name) is None for row in rows)]
    if lacking or not rows:
        raise UsageError(
            f"{file} is not a games.csv from `/guild statistics`: it lacks {', '.join(lacking) or 'games'}."
        )
    if any(row["player"] == UNLISTED for row in rows):
        raise UsageError(
            f"{file} leaves out players who do not show their figures: without them no rating comes out right."
            " `trunkline rating` without a file reads the database."
        )
    return rows


def _read_game(rows: Sequence[Mapping[str, str]], users: dict[str, int]) -> GameResult:
    """A game from its rows; players of the same name are the same user. Raises ValueError."""
    results = tuple(
        Result(users.setdefault(row["player"], len(users)), n, int(row["place"]), int(row["worth"]), row["player"])
        for n, row in enumerate(rows)
    )
    head = rows[0]
    finished = datetime.fromisoformat(head["finished"])
    return GameResult(int(head["table"]), head["title"], head["why"], 0, 0.0, finished, results, {})


def rating_csv(games: Iterable[GameResult]) -> str:
    """A row for each player of each rated game, oldest first."""
    games = list(games)
    by_table, names = {(g.finished, g.table): g for g in games}, names_of(games)
    before: Mapping[int, float] = {}
    rows: list[tuple[object, ...]] = []
    for point in rate_games(games):
        game = by_table[point.finished, point.table]
        ended = point.finished.isoformat(timespec="minutes")
        rows += [
            (
                ended,
                game.table,
                game.title,
                names[r.user],
                r.rank,
                round(before.get(r.user, START), 1),
                round(point.ratings[r.user], 1),
            )
            for r in sorted(game.results, key=lambda r: r.rank)
        ]
        before = point.ratings
    return format_csv([CSV_COLUMNS, *rows])
