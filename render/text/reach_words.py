"""What a company's network reaches, and what would have to be built to reach more, in the words of map and alternative text."""

from __future__ import annotations

from game.names import company_name
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.hexsides import hexside
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of


def reached_words(view: View, rules: Rules, marks: Marks) -> str:
    """`L&N reaches 5 cities and one area off the map`; without a company, `5 cities reached`.

    Two cities of one hex count once, as they have one name; a city with a station of the company counts without track too.
    """
    cities = off_map = 0
    standing = {slot.partition(".")[0] for slot, owner in view.tokens.items() if owner == marks.runner}
    for hex_id in rules.data.hexes:
        face = face_of(view, rules, hex_id)
        reached = {e for e in range(6) if hexside(rules, hex_id, e) in marks.network}
        ends = {e for t in face.tracks if {t.a, t.b} & reached for e in (t.a, t.b)}
        kinds = {s.kind for s in face.tile.stops if s.name in ends or (s.kind == "city" and hex_id in standing)}
        cities += "city" in kinds
        off_map += bool(kinds - {"city", "town"})
    counted, called = count_words(cities, off_map), company_name(rules, marks.runner)
    return f"{called[:1].upper()}{called[1:]} reaches {counted}" if marks.runner else f"{counted} reached"


def count_words(cities: int, off_map: int) -> str:
    """`5 cities and one area off the map`; areas off the map are no cities."""
    words = f"{cities} {'city' if cities == 1 else 'cities'}"
    areas = "one area" if off_map == 1 else f"{off_map} areas"
    return f"{words} and {areas} off the map" if off_map else words


def to_build_words(view: View, rules: Rules, hex_id: Hex) -> str:
    """A hex that needs a tile: `Augusta (D10), upgrade of 453a`."""
    laid = view.tiles.get(hex_id)
    return f"{queries.place_name(rules, hex_id)}{f', upgrade of {rules.data.tile_number(laid.tile)}' if laid else ''}"
