"""What 18VA remembers beside the engine's own state."""

from __future__ import annotations

from typing import NamedTuple

from game.marks import Declaration, ListMark, RecordMark


class Express(NamedTuple):
    """The mark of the Railway Express Agency."""

    company: str  # to which the city is worth more
    hex: str


EXPRESS = RecordMark("express", Express)
RAISED_LIMITS = ListMark("train limit")  # companies that may hold one train more
BLOCKS_SOLD = ListMark("sold in need")  # companies of which a president has sold a block in this operating turn
LATE_YARDS = ListMark("late yards")  # the company on turn, where it has bought the Potomac Yards too late for this turn
TYPES_BOUGHT = ListMark("bought new")  # types of the trains that the company on turn has bought from the bank

MARKS: tuple[Declaration, ...] = (EXPRESS, RAISED_LIMITS, BLOCKS_SOLD, LATE_YARDS, TYPES_BOUGHT)
