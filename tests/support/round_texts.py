"""What is told of a round that is over, by the round's name."""

from __future__ import annotations

from bot.tables.story.round_summary import find_round
from bot.tables.table import Table
from bot.views.story.results.round_text import drafted_lines, render_round


async def round_text(table: Table, name: str) -> str:
    """The text of a round of that name that has ended; "" where it has not."""
    ended = await find_round(table, name)
    if ended is None:
        return ""
    return render_round(ended, table.row, table.rules, drafted=drafted_lines(ended, table.row, table.rules))
