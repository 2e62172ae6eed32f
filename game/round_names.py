"""Names of the rounds that follow each other, such as `SR 2` and `OR 2.1`. They stand in stored games."""

from __future__ import annotations

STOCK = "SR"
OPERATING = "OR"
AUCTION = "Auction"  # of privates or minors, before the first stock round
FIRST_STOCK_ROUND = f"{STOCK} 1"


def is_stock_round(name: str) -> bool:
    """Whether a round of that name is one in which shares are traded."""
    return name.startswith(STOCK)


def is_operating_round(name: str) -> bool:
    """Whether a round of that name is one in which companies operate."""
    return name.startswith(OPERATING)


def is_auction(name: str) -> bool:
    """Whether a round of that name is the auction with which the game begins."""
    return name == AUCTION


def round_number(name: str) -> int:
    """The number of a round, of an operating round that of its set: 2 of `SR 2` and of `OR 2.1`; 0 of rounds without one."""
    number = name.partition(" ")[2].partition(".")[0]
    return int(number) if number.isdecimal() else 0
