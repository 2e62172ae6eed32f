"""Where the rulebook of 18 India states what the engine's shared functions do, by function name."""

from __future__ import annotations

PARAGRAPHS = {
    name: f"18 India {number}"
    for name, number in {
        # stock rounds
        "heir": "7.1",
        # track
        "within_allowance": "8.4.1",
        "within_power": "2.5",
        "colour_open": "8.4.1.2",
        "tile_left": "8.4.1.6",
        "buildable": "8.4.1.1",
        "one_step": "8.4.1.2",
        "made_for": "8.4.1.1",
        "cities_stay": "8.4.1.2",
        "towns_stay": "8.4.1.2",
        "track_stays": "8.4.1.2",
        "on_the_map": "8.4.1.1",
        "touches": "8.4.1.1, 8.4.1.2",
        "terrain_affordable": "8.4.1.4",
        "join_city": "8.4.1.1",
        # stations
        "home_slots": "2.0",
        "station": "8.4.2",
        "on_charter": "8.4.2.1",
        "circle_free": "8.4.2.3",
        "connected": "8.4.2",
        "one_in_hex": "8.4.2.2",
        "home_kept": "8.4.2.2",
        "station_affordable": "8.4.2.1",
        # runs
        "own_train": "8.4.3.1",
        "enough_stops": "8.4.3.1",
        "stops_allowed": "8.4.3.1",
        "joined": "8.4.3.1",
        "track_once": "8.4.3.1",
        "not_reversed": "8.4.3.1",
        "not_through_closed": "8.4.2.3",
        "own_station": "8.4.3.1",
        "no_stop_twice": "8.4.3.1",
        "no_hex_twice": "8.4.3.1",
        "only_at_ends": "8.4.3.1",
        "proper_ends": "8.4.3.1",
        "within_length": "8.4.3.1",
        "trains_apart": "8.4.3.1",
        # trains
        "bank_trains": "8.4.5.3",
        "bank_purchases": "8.4.5.3",
        "list_presidents_help": "8.4.5.8",
        "train_limit": "8.4.5.1",
    }.items()
}
