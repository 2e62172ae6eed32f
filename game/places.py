"""Where money and cards lie that no player and no company has. These names stand in stored games."""

from __future__ import annotations

BANK = "bank"
IPO = "ipo"  # the initial offering
TREASURY = "treasury"  # shares that companies sell themselves
POOL = "pool"  # shares and trains that the bank has taken back
DEPOT = "depot"  # trains that nobody has bought yet
ASIDE = "aside"  # what is not part of the game yet
GONE = "gone"  # what has left the game
