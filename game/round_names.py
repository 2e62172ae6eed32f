"""Names of the rounds that follow each other, such as `SR 2` and `OR 2.1`. They stand in stored games."""

from __future__ import annotations

STOCK = "SR"
OPERATING = "OR"


def is_stock_round(name: str) -> bool:
    """Whether a round of that name is one in which shares are traded."""
    return name.startswith(STOCK)


def is_operating_round(name: str) -> bool:
    """Whether a round of that name is one in which companies operate."""
    return name.startswith(OPERATING)
