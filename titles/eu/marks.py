"""What 18EU remembers beside the engine's own state."""

from __future__ import annotations

from typing import NamedTuple

from game.marks import Declaration, ListMark, RecordMark, ValueMark


class ExchangeMark(NamedTuple):
    """The final exchange round, once it is certain."""

    first: str  # the player who begins it
    stage: str = ""  # "done" once it has been played

    @property
    def done(self) -> bool:
        return self.stage == "done"


FINAL_EXCHANGE = RecordMark("final exchange", ExchangeMark)
BLOCKS_SOLD = ListMark("blocks sold")  # corporations of which the president has sold in this turn
CHARTER_OWING = ListMark("charter owing")  # corporations that pay for their further tokens when they float
PULLMAN_BOUGHT = ValueMark("pullman bought")  # the company that has bought a Pullman in this turn
TRAIN_BOUGHT = ValueMark("train bought")  # the company that has bought a train of any kind in this turn

MARKS: tuple[Declaration, ...] = (FINAL_EXCHANGE, BLOCKS_SOLD, CHARTER_OWING, PULLMAN_BOUGHT, TRAIN_BOUGHT)
