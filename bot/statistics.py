"""What a server's finished games came to, as a table of numbers: one row for each player of each game, the newest game first."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from bot import summary
from bot.export import cell
from bot.rows import GameRow
from bot.tables import Tables

MOST = 100  # games in one table: each is read from its record
HEAD = "table,title,options,players,player,place,worth,currency,why,round,started,finished,days,moves"


async def of_guild(tables: Tables, guild: int) -> tuple[int, str]:
    """How many games, and their table. Practice tables count in no statistics; worth is in the title's currency."""
    rows = await tables.store.games(guild=guild, statuses=("finished",), limit=MOST)
    counted = [row for row in rows if not row.practice]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEAD.split(","))
    for row in counted:
        table.writerows(await _game(tables, row))
    return len(counted), text.getvalue()


async def _game(tables: Tables, row: GameRow) -> Sequence[Sequence[object]]:
    found = await summary.summarize(await tables.get(row.id))
    begun, ended = row.started or row.created, row.finished
    times = [begun.isoformat(timespec="minutes"), ended.isoformat(timespec="minutes") if ended else ""]
    after = [found.why, found.round, *times, round(found.lasted.total_seconds() / 86_400, 1), found.moves]
    return [
        [
            *(row.id, row.title, " ".join(row.options), len(row.seats)),
            *(cell(s.shown), s.rank, s.total, found.currency),
            *after,
        ]
        for s in found.standings
    ]
