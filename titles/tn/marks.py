"""What 18TN remembers beside the engine's own state."""

from __future__ import annotations

from game.marks import Declaration, ListMark, ValueMark

EARLY_SALES = ListMark(
    "first round sales"
)  # corporations that bought and players who sold in the first operating round
AT_WAR = ListMark("civil war")  # corporations with a marker of the Civil War
WAR_ROUND = ValueMark("civil war round")  # the round in which it broke out

MARKS: tuple[Declaration, ...] = (EARLY_SALES, AT_WAR, WAR_ROUND)
