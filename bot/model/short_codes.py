"""The short name of a table."""

from __future__ import annotations

import re

from bot.model.models import GameRow

WORD = re.compile(r"(?<=\d)(?=[A-Z][a-z])")  # where a title's name has a word: 18India


def printed_title(name: str) -> str:
    """A title's name as it is printed.

    >>> printed_title("18India"), printed_title("18GA")
    ('18 India', '18GA')
    """
    return WORD.sub(" ", name)


def short_code(row: GameRow) -> str:
    """The short name by which people call a table: `18GA #12`; of a what-if `18GA what-if`."""
    if not row.id:
        return printed_title(row.title)
    title = printed_title(row.title)
    return f"{title} what-if" if row.private else f"{title} #{row.id}"
