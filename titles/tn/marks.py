"""What 18TN remembers beside the engine's own state."""

from __future__ import annotations

from game.marks import Declaration, ListMark, ValueMark

# corporations that bought and players who sold in the first operating round
EARLY_SALES = ListMark("first round sales")
AT_WAR = ListMark("civil war")  # corporations with a marker of the Civil War
WAR_ROUND = ValueMark("civil war round")  # the round in which it broke out

MARKS: tuple[Declaration, ...] = (EARLY_SALES, AT_WAR, WAR_ROUND)
