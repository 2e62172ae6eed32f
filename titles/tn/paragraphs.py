"""Where the rulebook of 18TN, version 2.3, states what the engine's shared functions do, by function name."""

from __future__ import annotations

PARAGRAPHS = {
    name: f"18TN {number}"
    for name, number in {
        # stock rounds
        "lowest_bid": "3.1(b)",
        "affordable": "3.2(c)",
        "start": "Table III",
        "par": "3.2(c)(1)",
        "turn_shape": "3.2",
        "owns": "3.2(a)",
        "no_sale_in_first_round": "3.2(a)(1)",
        "pool_limit": "3.2(a)(2)",
        "successor_exists": "3.2(a)(3)",
        "has_price": "3.2(a)",
        "sold_this_round": "3.2",
        "ownership_limit": "3.3(a)",
        "excess_first": "3.3(a)",
        "over_any_limit": "3.3",
        "certificate_limit": "3.3(b)",
        "buyer_below_limit": "3.3(b)",
        # track
        "within_allowance": "4.2(b)",
        "within_power": "Table III",
        "colour_open": "4.2.1(a)",
        "tile_left": "4.2.1(b)",
        "buildable": "4.2.1(c)",
        "one_step": "4.2.1(c)",
        "cities_stay": "4.2.1(d)",
        "towns_stay": "4.2.1(e)",
        "terrain_affordable": "4.2.1(f)",
        "made_for": "4.2.1(g)",
        "track_stays": "4.2.1(h)",
        "on_the_map": "4.2.1(i)",
        # The connection may begin at any point of the new track: no train need be able to run over it.
        "touches": "4.2.1(j)",
        # stations
        "home_slots": "4.2(a)",
        "station": "4.2.2",
        "on_charter": "4.2.2",
        "circle_free": "4.2.2",
        "connected": "4.2.2(a)",
        "one_in_hex": "4.2.2(b)",
        "home_kept": "4.2.2(c)",
        "station_affordable": "4.2.2",
        # runs
        "own_train": "4.2.3",
        "enough_stops": "4.2.3(a)",
        "joined": "4.2.3(a)",
        "track_once": "4.2.3(b)",
        "not_reversed": "4.2.3(c)",
        "not_through_closed": "4.2.3(e)",
        "own_station": "4.2.3(f)",
        "no_stop_twice": "4.2.3(g)",
        "only_at_ends": "4.2.3(h)",
        "within_length": "4.2.3(i)",
        "trains_apart": "4.2.3(j)",
        "allows_suboptimal_run": "4.2.3.1",
        # trains
        "bank_trains": "4.2.5(b)",
        "bank_purchases": "4.2.5(c)",
        "list_presidents_help": "4.2.5.2(a)",
        "one_from_bank": "4.2.5(f)",
        "train_limit": "4.2.5(g)",
        "has_route": "4.2.5.2",
        "sales": "4.2.5.2(d)",
        "keeps_presidency": "4.2.5.2(d)",
        "no_more_than_needed": "4.2.5.2(d)",
        "just_enough": "4.2.5.2(d)",
        "not_after_a_sale": "4.2.5.2(a)",
        "prices": "4.2.5(d)",
        "runs_for_the_last_time": "4.2.5.1",
        "go_bankrupt": "4.2.5.2",
    }.items()
}
