"""18GA as 18xx.games plays it."""

from __future__ import annotations

from bot.interchange.blocking import Waiting, lays_left, never, private_for_sale, station_possible, train_possible
from bot.interchange.manners import Manner

TURN = (
    Waiting("track", lays_left),
    Waiting("token", station_possible),
    Waiting("run", never),
    Waiting("dividend", never),
    Waiting("trains", train_possible),
    Waiting("last chance", private_for_sale),
)

MANNER = Manner(turn=TURN)
