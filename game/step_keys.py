"""What the steps of the engine are called by words, panels and events: they stand in stored events and orders."""

from __future__ import annotations

from enum import StrEnum


class StepKey(StrEnum):
    """The key of a step that several titles have; a title's own steps have keys of their own."""

    AUCTION = "auction"
    DUEL = "duel"  # the auction of one private among those who have bid
    PAR = "par"
    STOCK_ROUND = "stock round"
    STOCK = "stock"  # a player's turn in it
    OPERATING_ROUND = "operating round"
    TURN = "turn"  # a company's, whose steps follow in their usual order
    HOME = "home"
    TRACK = "track"
    CITY = "city"  # where a station goes that has stood in no city
    TOKEN = "token"  # noqa: S105 (a station, no password)
    RUN = "run"
    DIVIDEND = "dividend"
    TRAINS = "trains"
    DISCARD = "discard"
    LAST_CHANCE = "last chance"
    CONSENT = "consent"


STEPS_BEFORE_RUN = (StepKey.TRACK, StepKey.TOKEN)
STEPS_OF_TURN = (*STEPS_BEFORE_RUN, StepKey.RUN, StepKey.DIVIDEND, StepKey.TRAINS)  # of a company, in their usual order
