"""18TN in the files of 18xx.games."""

from __future__ import annotations

from bot.interchange.import_state import ImportProfile

PROFILE = ImportProfile(
    title="18TN",
    options={"triple_yellow_first_or": "triple_yellow_first_turn"},
    phases={"1": "2"},  # the site has no phase before the first train
    rounds={"Auction": "ISR 1"},
    trains={"3'": "3", "6'": "6"},  # the same trains; the site hangs the events of phases 3½ and 6½ on them
    serials={"G12": 1, "F17": 1, "H7": 2},
)
