"""The order of names in which their numbers count as numbers: minor 2 before minor 10, B9 before B11."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=512)
def number_key(name: str) -> tuple[tuple[bool, int, str], ...]:
    """What such names are sorted by."""
    return tuple(
        (not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"[0-9]+|[^0-9]+", name)
    )


def by_number(names: Iterable[str]) -> list[str]:
    """Names in order, each number in them as a number.

    >>> by_number(["SNCF", "10", "2", "B11", "B9"])
    ['2', '10', 'B9', 'B11', 'SNCF']
    """
    return sorted(names, key=number_key)
