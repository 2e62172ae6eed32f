"""What a server's finished games came to, as a table of numbers: one row for each player of each game, the newest game first."""

from __future__ import annotations

from bot.core.csv_text import csv_of
from bot.model.kinds import TableStatus
from bot.model.models import GameRow
from bot.tables import game_summary
from bot.tables.service import Tables

MOST = 100  # games in one table: each is read from its record
GAME = ("table", "title", "options", "players")
STANDING = ("player", "place", "worth", "currency")
COURSE = ("why", "round", "started", "finished", "days", "moves")


async def tabulate_games(tables: Tables, guild: int) -> tuple[int, str]:
    """How many games, and their table. Practice tables count in no statistics; worth is in the title's currency."""
    rows = await tables.store.games(guild=guild, statuses=(TableStatus.FINISHED,), limit=MOST)
    counted = [row for row in rows if not row.practice]
    lines = [line for row in counted for line in await _game_rows(tables, row)]
    return len(counted), csv_of([(*GAME, *STANDING, *COURSE), *lines])


async def _game_rows(tables: Tables, row: GameRow) -> list[list[object]]:
    """The rows of a finished game, one for each player."""
    summary = await game_summary.summarize(await tables.get(row.id))
    begun, ended = row.started or row.created, row.finished
    times = [begun.isoformat(timespec="minutes"), ended.isoformat(timespec="minutes") if ended else ""]
    game = [row.id, row.title, " ".join(row.options), len(row.seats)]
    course = [summary.why, summary.round, *times, round(summary.lasted.total_seconds() / 86_400, 1), summary.moves]
    return [[*game, s.shown, s.rank, s.total, summary.currency, *course] for s in summary.standings]
