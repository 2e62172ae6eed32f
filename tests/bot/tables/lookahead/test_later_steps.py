"""What a seat may do in a later part of a stock round."""

from __future__ import annotations

import pytest

from bot.model.results import examine_position
from bot.tables.lookahead.later_steps import asks_later_in_round
from tests.support.golden_positions import golden_position


@pytest.mark.parametrize(("move", "later"), [(93, True), (171, False)])
def test_what_comes_later_is_what_that_very_seat_may_do_then(move: int, later: bool):
    """18India: “That comes later in this round” was told to who has no money for a share, since whoever buys first has."""
    g = golden_position("18India-bank", move)
    (seat,) = g.deciders()
    assert asks_later_in_round(g.rules, examine_position(g, 0), seat, {"buy"}) is later
