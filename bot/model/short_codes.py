"""The short name of a table."""

from __future__ import annotations

from bot.model.models import GameRow


def code(row: GameRow) -> str:
    """How people call a table."""
    if not row.id:
        return row.title
    return f"{row.title} what-if" if row.private else f"{row.title} #{row.id}"
