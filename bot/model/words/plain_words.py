"""The words of a line as they are compared: in small letters, without the marks round them."""

from __future__ import annotations

MARK_SIGNS = '.,;:!?…"“”()'  # round a word


def split_plainly(typed: str) -> list[str]:
    """The words of a line in small letters, without the marks round them."""
    return [w for word in typed.casefold().split() if (w := word.strip(MARK_SIGNS))]
