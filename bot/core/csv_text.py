"""Tables of numbers as files (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def format_csv(rows: Iterable[Sequence[object]]) -> str:
    """The text of a CSV file with these rows, the head first. No spreadsheet takes a text in it for a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    for row in rows:
        table.writerow([_without_formula(c) if isinstance(c, str) else c for c in row])
    return text.getvalue()


def _without_formula(text: str) -> str:
    """The text, quoted where a spreadsheet would calculate it."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
