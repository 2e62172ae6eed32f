"""How large what is written on hexes is printed, by the size of the hexes."""

from __future__ import annotations

from game.tiles import Tile

PHONE_NAME = 22  # pixels of a city's name on a whole map for a phone: seven there
PHONE_COST = 0.8  # of these, for what the ground costs
SMALLER = 0.87  # of it, where not all names of a map find room
TOWN = 0.88  # of the print of cities' names, for those of towns
LEAST_ON_PHONE = 14  # pixels of words that a whole map for a phone still has: below that they are listed under it
LEAST = 9  # the same on a wide map


def halo_width(points: int) -> int:
    """Pixels of paper round the letters of a name."""
    return max(2, round(points * 0.14))


def name_size(unit: int, tile: Tile, *, phone: bool = False, small: bool = False) -> int:
    """Pixels of the name of a place: one size for all cities of a map, a smaller one for all else.

    `unit`: the apothem; `tile`: what lies there; `phone`: on a whole map for a phone; `small`: where not all find room.
    """
    city = round(_city_size(unit, phone=phone) * (SMALLER if small else 1))
    return city if any(s.kind != "town" for s in tile.stops) else round(city * TOWN)


def _city_size(unit: int, *, phone: bool) -> int:
    """Pixels of a city's name."""
    return max(round(unit * 0.24), min(PHONE_NAME if phone else 13, round(unit * (0.46 if phone else 0.36))))


def cost_size(unit: int, *, phone: bool, chosen: bool) -> int:
    """Pixels of what the ground of a hex costs: larger where hexes are `chosen`, on a phone as large as it can be read."""
    if phone:
        return max(LEAST_ON_PHONE, round(PHONE_COST * _city_size(unit, phone=True)))
    return round(unit * (0.36 if chosen else 0.27))


def drops_signs(unit: int, *, phone: bool) -> bool:
    """Whether words that came onto a hex could not be read on a whole map. `unit`: the apothem in pixels."""
    return unit * 0.26 < (LEAST_ON_PHONE if phone else LEAST)
