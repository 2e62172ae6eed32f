"""Where the rulebook of 18VA, version 0.99, states what the engine's shared functions do, by function name."""

from __future__ import annotations

PARAGRAPHS = {
    name: f"18VA {number}"
    for name, number in {
        # stock rounds
        "affordable": "4.3.2",
        "start": "4.3.3",
        "par": "4.3.3",
        "turn_shape": "4.3.2",
        "owns": "4.3.1",
        "has_price": "4.3.1",
        "one_block": "4.3.1",
        "pool_limit": "3.1",
        "successor_exists": "4.4.2",
        "sold_this_round": "4.3.1",
        "ownership_limit": "4.3.2",
        "certificate_limit": "4.3.2",
        # track
        "within_allowance": "4.5.2",
        "colour_open": "4.5.2.1",
        "tile_left": "1.1",
        "buildable": "4.5.2.1",
        "one_step": "4.5.2.1",
        "made_for": "4.5.2.1",
        "cities_stay": "4.5.2.1",
        "towns_stay": "4.5.2.1",
        "track_stays": "4.5.2.1",
        "on_the_map": "4.5.2.1",
        # New track extends a route of any length from a station; that a train can use it is asked nowhere.
        "touches": "4.5.2.1",
        "terrain_affordable": "4.5.2",
        # stations
        "home_slots": "4.4",
        "station": "4.5.3",
        "on_charter": "4.5.3",
        "circle_free": "4.5.3",
        "connected": "4.5.3",
        "one_in_hex": "4.5.3",
        "home_kept": "4.5.3",
        "station_affordable": "4.5.3",
        # runs
        "own_train": "4.5.5",
        "enough_stops": "4.5.5",
        "stops_allowed": "4.5.4",
        "joined": "4.5.5",
        "track_once": "4.5.5",
        "not_reversed": "4.5.5",
        "not_through_closed": "4.5.5",
        "own_station": "4.5.5",
        "no_stop_twice": "4.5.5",
        "only_at_ends": "4.5.4",
        "proper_ends": "4.5.5",
        "within_length": "4.5.5",
        "trains_apart": "4.5.5",
        # dividends
        "per_share_pool_to_company": "4.5.6",
        # trains
        "bank_trains": "4.5.8",
        "bank_purchases": "4.5.8",
        "list_presidents_help": "4.6.2",
        "train_limit": "4.5.8",
        "listed_price_range": "4.2",
        "sales": "4.6.2",
        "keeps_presidency": "4.6.2",
        "no_more_than_needed": "4.6.2",
        "not_after_a_sale": "4.6.1",
        "prices": "4.6.1",
        "go_bankrupt": "4.6.3",
    }.items()
}
