"""What lies near a hex of the map, as far as track may lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.hexes import opposite

if TYPE_CHECKING:
    from game.state import Hex
    from game.title_data import TitleData


def hexes_around(data: TitleData, hex_id: Hex) -> tuple[list[Hex], list[Hex]]:
    """The hexes beside a hex, and those one step further."""
    beside = [h for h in data.hexes[hex_id].sides if h]
    further = [h for b in beside for h in data.hexes[b].sides if h and h != hex_id and h not in beside]
    return beside, list(dict.fromkeys(further))


def places_around(data: TitleData, hex_id: Hex) -> list[str]:
    """Names of cities, towns and places off the map within two hexes: the nearest first, of these cities first."""
    beside, further = hexes_around(data, hex_id)
    ranked = [*_with_stops(data, beside), *_with_stops(data, further)]
    return [data.hexes[h].name for h in ranked if data.hexes[h].name]


def _with_stops(data: TitleData, hexes: Iterable[Hex]) -> list[Hex]:
    """Those of these hexes that have a printed stop, towns last."""
    stops = {h: data.hexes[h].print.stops for h in hexes}
    return sorted((h for h in stops if stops[h]), key=lambda h: all(s.kind == "town" for s in stops[h]))


def places_by_side(data: TitleData, hex_id: Hex, meets: Callable[[Hex, int], bool]) -> dict[int, tuple[Hex, int]]:
    """For each side of a hex the nearest city, town or place off the map, also one without a name, to which track out of that
    side may lead without a detour, and how many hexes away that is; without the sides from which it leads to none.

    `meets`: whether track may come to a side of a hex, from there or from beside it.
    """

    def ways_out(h: Hex, *, first: bool = False) -> list[tuple[int, Hex]]:
        beside = enumerate(data.hexes[h].sides)
        return [(side, b) for side, b in beside if b and (first or meets(h, side)) and meets(b, opposite(side))]

    found: dict[int, tuple[Hex, int]] = {}
    sides = {h: {side} for side, h in ways_out(hex_id, first=True)}  # by which side of the first hex each is reached
    seen, steps = {hex_id}, 0
    while sides:
        steps += 1
        seen |= sides.keys()
        further: dict[Hex, set[int]] = {}
        for h in sorted(sides, key=lambda h: (all(s.kind == "town" for s in data.hexes[h].print.stops), h)):
            if data.hexes[h].print.stops:
                for side in sides[h]:
                    found.setdefault(side, (h, steps))
            else:
                for _, beside in ways_out(h):
                    if beside not in seen:
                        further.setdefault(beside, set()).update(sides[h])
        sides = further
    return found
