"""The short name of a table."""

from __future__ import annotations

from bot.model.models import GameRow
from titles import TITLES


def printed_title(name: str) -> str:
    """A title's name as it is printed; as it is of one that is not among the titles.

    >>> printed_title("18India"), printed_title("18GA"), printed_title("1830")
    ('18 India', '18GA', '1830')
    """
    title = TITLES.get(name)
    return title.file.printed if title else name


def short_code(row: GameRow) -> str:
    """The short name by which people call a table: `18GA #12`; of a what-if `18GA what-if`."""
    title = printed_title(row.title)
    if not row.id:
        return title
    return f"{title} what-if" if row.private else f"{title} #{row.id}"
