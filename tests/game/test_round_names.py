"""What the name of a round tells: which sort it is of, and its number."""

from __future__ import annotations

import pytest

from game.round_names import is_auction, is_operating_round, is_stock_round, round_number


@pytest.mark.parametrize(
    ("name", "number", "auction", "stock", "operating"),
    [
        ("Auction", 0, True, False, False),
        ("SR 12", 12, False, True, False),
        ("OR 2.1", 2, False, False, True),
        ("Selection", 0, False, False, False),
        ("", 0, False, False, False),
    ],
)
def test_a_round_is_known_by_its_name(name: str, number: int, auction: bool, stock: bool, operating: bool) -> None:
    assert round_number(name) == number
    assert (is_auction(name), is_stock_round(name), is_operating_round(name)) == (auction, stock, operating)
