"""The operating turn that most titles share; others write their own list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.steps.dividend import Dividend
from game.steps.operate import LastChance
from game.steps.run import RunRoutes
from game.steps.token import HomeToken, PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.play import Game
    from game.rules import StepOfTurn


def usual_turn(g: Game, company: str) -> Sequence[StepOfTurn]:
    """Home station in the first turn, track, one station, runs, dividend, trains; then once more what is allowed at any time."""
    return HomeToken, LayTrack, PlaceToken, RunRoutes, Dividend, BuyTrains, LastChance
