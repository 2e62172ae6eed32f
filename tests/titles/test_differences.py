"""Ledgers of differences between rulebook and 18xx.games: each has a switch, off by default, or a reason why there is none.

Numbers are those of the rules digests' tables of differences.
"""

from __future__ import annotations

import pytest

from titles import find

SITE = "18xx.games"
SAME = "both alike"  # the default is what 18xx.games does, and the rulebook does not forbid it
FAULT = (
    "a fault of the site"  # of its menus or its bookkeeping, or what it only takes when it is sent: no rule to play by
)

# By number: switches, or why there is none. `*`: a switch for the rulebook's other reading, where the default is the site's.
GA: dict[str, tuple[str, ...] | str] = {
    "1": ("duel_lowest_bid",),
    "2": ("no_first_sale",),
    "3": FAULT,  # a price that nobody asks
    "4": ("buyer_proposes_only",),
    "5": ("cog_share_follows_private",),
    "6": ("acl_through_jacksonville",),
    "7": SAME,  # the rulebook is silent
    "8": ("help_foreign_train", "foreign_train_after_sale"),
    "9": ("emergency_blocks_alone",),
    "10": ("emergency_shares_only",),
    "11": ("several_bank_trains",),
    "12": FAULT,  # bankruptcy where nothing has to be bought
    "13": ("free_runs",),
    "14": SAME,
    "15": ("midland_yellow_only",),
    "16": ("no_consent",),
    "17": ("sell_before_buying",),
    "18": ("*soft_rust_4", "*cotton_port"),  # options there too
    "19": SAME,  # what the phase before the first train is called
    "20": SAME,
    "21": FAULT,  # a table's business: it may end a game by agreement
}
TN: dict[str, tuple[str, ...] | str] = {
    "1": ("mcr_in_memphis",),
    "2": ("civil_war_without_route",),
    "3": ("*civil_war_next_round",),
    "4": ("*civil_war_free_choice",),
    "5": SAME,
    "6": ("obsolete_trains_free",),
    "7": ("sell_down_with_any_stock",),
    "8": SAME,
    "9": ("*triple_yellow_first_turn", "*phase2_private_sales", "*salvage_3"),
    "10": ("first_round_face_value",),
    "11": ("*laps_are_rounds",),
    "12": FAULT,
    "13": ("gray_sides_closed",),
    "14": FAULT,
    "15": ("buyer_proposes_only",),
    "16": SAME,
    # shared with 18GA, by its numbers
    "GA 1": ("duel_lowest_bid",),
    "GA 2": ("no_first_sale",),
    "GA 3": FAULT,
    "GA 4": ("buyer_proposes_only",),
    "GA 8": ("help_foreign_train", "foreign_train_after_sale"),
    "GA 9": ("emergency_blocks_alone",),
    "GA 11": ("several_bank_trains",),
    "GA 12": FAULT,
    "GA 13": ("free_runs",),
    "GA 14": SAME,
    "GA 16": ("no_consent",),
    "GA 17": ("sell_before_buying",),
    "GA 21": FAULT,
}
VA: dict[str, tuple[str, ...] | str] = {
    "1": ("cert_limit_4p",),
    "2": FAULT,  # bids that nobody can pay
    "3": ("forced_zero_bid_auto",),
    "4": ("convert_needs_prior_or",),
    "5": ("private_powers_any_step", "yards_before_trains"),
    "6": ("first_turn_stock_sold",),
    "7": ("t6_limit_kept",),
    "8": ("tredegar_beside_type_limit",),
    "9": ("pool_uses_type_limit",),
    "10": ("*rounds_follow_phase",),
    "11": ("free_runs",),
    "12": SAME,  # nobody can check it; players are told
    "13": SAME,
    "14": SAME,  # a junction twice between two stops: the way without that loop has the same stops
    "15": ("rea_once_in_port",),
    "16": SAME,
    "17": ("sell_down_to_limit",),
    "18": ("foreign_train_after_sale",),  # what may be bought with the money
    "19": ("one_emergency_block",),
    "20": SAME,  # a bankruptcy sells nothing here: there is nothing to sort anew
    "21": ("closing_clears_express",),
    "22": FAULT,
    "23": FAULT,
    "24": ("no_consent",),
    "25": SAME,  # a private may be bought at any time: a turn waits at its end while one could be
    "26": SAME,
    "27": SAME,
    "28": ("private_powers_any_step",),
    "29": SAME,
    "30": SAME,
    "31": SAME,
    "32": SAME,  # whatever a pool train is called, its buyer chooses
}
RULEBOOK = {  # options that are no difference
    "18GA": {"double_yellow_first_turn", "gf_home_columbus", "cog_less_token", "macon_or_brunswick"}
    | {"end_price", "unlimited_8", "extra_or_on_tie"},
    "18TN": {"extra_or_on_tie"},
    "18VA": {"two_player_70"},
}
LEDGERS = {"18GA": GA, "18TN": TN, "18VA": VA}


@pytest.mark.parametrize("title", LEDGERS)
def test_every_difference_has_its_switch_and_the_preset_has_all_of_the_sites(title: str) -> None:
    file, ledger = find(title).file, LEDGERS[title]
    switches = {s for row in ledger.values() if isinstance(row, tuple) for s in row}
    site = {s for s in switches if not s.startswith("*")}
    assert set(file.preset[SITE]) == site
    assert set(file.option) == {s.lstrip("*") for s in switches} | RULEBOOK[title]
    assert all(not file.option[s.lstrip("*")].values for s in switches), "a switch is on or off"


@pytest.mark.parametrize("title", LEDGERS)
def test_the_ledger_has_a_row_for_each_difference_of_the_digest(title: str, shared) -> None:
    text = (shared / "rules" / f"{title}.md").read_text("utf-8")
    table = text.partition("## 11. Rulebook versus 18xx.games")[2].partition("### ")[0]
    numbers = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]
    assert numbers == [n for n in LEDGERS[title] if n.isdecimal()]


@pytest.mark.parametrize("title", LEDGERS)
def test_without_the_preset_no_switch_is_on_and_with_it_all_are(title: str) -> None:
    assert not find(title).rules((), 4).settings
    assert set(find(title).rules((SITE,), 4).settings) == set(find(title).file.preset[SITE])
