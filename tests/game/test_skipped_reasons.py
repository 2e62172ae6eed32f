"""A step with nothing to offer says why."""

from __future__ import annotations

from game.events import Skipped
from game.steps.token import PlaceToken
from game.steps.trains import BuyTrains
from tests.support.board_notation import board


def reason(step, *, cash: int, tokens: list[int]) -> str:
    g = board("F6=57/0[CoG]")
    g.state.cash["CoG"], g.company("CoG").tokens = cash, tokens
    g.events.clear()
    step("CoG").resume(g)
    return next(e.why for e in g.events if isinstance(e, Skipped))


def test_why_no_station_is_placed():
    assert reason(PlaceToken, cash=100, tokens=[]) == "no station is left to place"
    assert reason(PlaceToken, cash=10, tokens=[40, 60]) == "a station costs $40, it has $10"
    assert reason(PlaceToken, cash=100, tokens=[40]) == "no city is free for a station within its reach"


def test_why_no_train_is_bought():
    assert reason(BuyTrains, cash=10, tokens=[]) == "no train can be bought with its $10"
