"""18GA in the files of 18xx.games."""

from __future__ import annotations

from bot.interchange.import_state import ImportProfile
from bot.interchange.site.asset_ledger import AssetProfile

PROFILE = ImportProfile(
    title="18GA",
    options={
        "double_yellow_first_or": "double_yellow_first_turn",
        "new_georgia_florida_home": "gf_home_columbus",
        "remove_cog_token": "cog_less_token",
        "soft_rust_4t": "soft_rust_4",
        "cotton_port": "cotton_port",
    },
    phases={"1": "2"},  # the site has no phase before the first train
    rounds={"Auction": "ISR 1"},
    assets=AssetProfile(
        fleet={"2-5": "OSR"},  # the free train of the Ocilla Southern, which no action names before it runs
        told_apart=("CoG",),  # CoG_1 goes with the M&BR from player to player, wherever it lies
    ),
    shown_early={"ACL": ("J12",)},
    serials={"C3": 1, "D10": 2, "F6": 3, "G3": 4, "H4": 5, "G13": 6},
)
