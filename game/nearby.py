"""What lies near a hex of the map, as far as track may lead there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

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
