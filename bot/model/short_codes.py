"""The short name of a table."""

from __future__ import annotations

from bot.model.models import GameRow


def short_code(row: GameRow) -> str:
    """The short name by which people call a table: `18GA #12`; of a what-if `18GA what-if`."""
    if not row.id:
        return row.title
    return f"{row.title} what-if" if row.private else f"{row.title} #{row.id}"
