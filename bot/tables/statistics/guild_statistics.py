"""What a server's finished games came to, as a table of numbers: one row for each player of each game, the newest game first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from bot.core.csv_text import format_csv
from bot.model.kinds import TableStatus, Via
from bot.model.models import GameRow, Person
from bot.model.quiet_hours import count_waking_minutes
from bot.tables import game_summary
from bot.tables.service import Table, Tables
from bot.tables.statistics.records import GameResult, Result

BY_HAND = frozenset({Via.PANEL, Via.COMMAND})

MOST = 100  # games in one table: each is read from its record
GAME = ("table", "title", "options", "players")
STANDING = ("player", "place", "worth", "currency")
COURSE = ("why", "round", "started", "finished", "days", "moves")


async def tabulate_games(tables: Tables, guild: int) -> tuple[int, str]:
    """How many games, and their table. Practice tables count in no statistics; worth is in the title's currency."""
    rows = await tables.store.find_tables(guild=guild, statuses=(TableStatus.FINISHED,), limit=MOST)
    counted = [row for row in rows if not row.practice]
    lines = [line for row in counted for line in await _game_rows(tables, row)]
    return len(counted), format_csv([(*GAME, *STANDING, *COURSE), *lines])


async def collect_results(tables: Tables, guild: int | None, user: int | None = None) -> list[GameResult]:
    """The results of the newest finished games: of a server (None: all), of a user (None: everybody); no practice tables."""
    rows = await tables.store.find_tables(guild=guild, user=user, statuses=(TableStatus.FINISHED,), limit=MOST)
    return [await _read_result(await tables.get(row.id)) for row in rows if not row.practice]


async def _read_result(table: Table) -> GameResult:
    """What a finished table came to, by users."""
    summary, order = await game_summary.summarize(table), (await table.view(None)).order
    users = {s.name: s.user for s in table.seats}
    results = tuple(Result(users[s.seat], order.index(s.seat), s.rank, s.total) for s in summary.standings)
    ends = {company: values[-1] for company, values in summary.series.prices.items()}
    row = table.row
    return GameResult(
        table=row.id,
        title=row.title,
        why=summary.why,
        moves=summary.moves,
        days=summary.lasted.total_seconds() / 86_400,
        finished=row.finished or row.created,
        results=results,
        prices={company: price for company, price in ends.items() if price is not None},
    )


async def thinking_minutes(tables: Tables, games: Iterable[GameResult], person: Person) -> list[int]:
    """Minutes of waking time that a person's replies took at these games: from somebody else's move to the next own one."""
    found = []
    for game in games:
        if person.user in {r.user for r in game.results}:
            moves = await (await tables.get(game.table)).history()
            found += [
                count_waking_minutes(person, before.at, move.at)
                for before, move in pairwise(moves)
                if move.user == person.user != before.user and move.via in BY_HAND
            ]
    return found


async def _game_rows(tables: Tables, row: GameRow) -> list[list[object]]:
    """The rows of a finished game, one for each player."""
    summary = await game_summary.summarize(await tables.get(row.id))
    begun, ended = row.started or row.created, row.finished
    times = [begun.isoformat(timespec="minutes"), ended.isoformat(timespec="minutes") if ended else ""]
    game = [row.id, row.title, " ".join(row.options), len(row.seats)]
    course = [summary.why, summary.round, *times, round(summary.lasted.total_seconds() / 86_400, 1), summary.moves]
    return [[*game, s.shown, s.rank, s.total, summary.currency, *course] for s in summary.standings]
