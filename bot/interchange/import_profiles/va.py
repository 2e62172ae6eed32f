"""18VA in the files of 18xx.games."""

from __future__ import annotations

from bot.interchange.import_state import ImportProfile
from game.places import TREASURY

PROFILE = ImportProfile(
    title="18VA",
    options={"two_player_share_limit": "two_player_70"},
    rounds={"Auction": "ISR 1"},
    unsold={"ipo": TREASURY, "treasury": TREASURY},
    serials={"C8": 1, "C12": 2, "D9": 3, "E2": 4, "E8": 5},
)
