"""Why a game is over, by the rules of several titles. These names stand in stored games and are the keys of `Rules.ends`."""

from __future__ import annotations

BANK_BROKE = "bank"
PRICE_REACHED = "price"  # the share price at the end of the market
BANKRUPTCY = "bankruptcy"
STANDSTILL = "standstill"  # nobody could do anything any more; no rulebook has it, so no title lists it

END_CAUSES = (BANK_BROKE, PRICE_REACHED, BANKRUPTCY, STANDSTILL)
