"""Stations that move: into the cities of a new tile, and out from beside a city into one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from game import stations
from game.events import TokenPlaced
from game.marks import HOMES
from game.state import Company, Hex, Slot
from game.tiles import Tile

if TYPE_CHECKING:
    from game.play import Game
    from game.title_data import TitleData


def carry(g: Game, hex_id: Hex, moves: Mapping[str, str], tile: Tile) -> None:
    """Move the stations in a hex, and homes named there, to the cities of a new tile. Call it with the tile on the map."""
    tokens = g.state.tokens
    here = sorted(slot for slot in tokens if slot.startswith(f"{hex_id}."))
    owners = {slot: tokens.pop(slot) for slot in here}
    for slot in here:
        _, stop, place = slot.split(".")
        target = slot
        if stop == "+" and len(tile.cities) == 1:
            city = f"{hex_id}.{tile.cities[0].name}"
            target = f"{city}.+" if stations.beside(slot) else stations.circle(g, city)
        elif stop != "+":
            city = f"{hex_id}.{moves[stop]}"
            wanted = f"{city}.{place}"
            target = wanted if wanted not in tokens else stations.circle(g, city)
        assert target not in ("", *tokens), f"no circle for {slot}"
        tokens[target] = owners[slot]
    for company in _companies_at_home(g.rules.data, hex_id):
        old = stations.homes(g, company)
        new = [_moved(home, hex_id, moves) for home in old]
        if list(old) != new:
            HOMES[company].set(g.state, new)


@lru_cache(maxsize=2048)
def _companies_at_home(data: TitleData, hex_id: Hex) -> tuple[Company, ...]:
    """The companies with a home in a hex: tiles move a home to another stop of its hex only."""
    return tuple(
        name
        for name, company in data.companies.items()
        if any(home.partition(".")[0] == hex_id for home in company.home)
    )


def _moved(home: str, hex_id: Hex, moves: Mapping[str, str]) -> str:
    """A home after the stops of a hex have moved."""
    where, dot, stop = home.partition(".")
    return f"{where}.{moves[stop]}" if dot and where == hex_id else home


def join_city(g: Game, slot: Slot, city: str) -> None:
    """Move a station that stands in no city into a circle of that one; homes that lose their circle go to another city.

    What stood beside the circles of the hex stands beside those of the city.
    """
    company = g.state.tokens.pop(slot)
    target = f"{city}.+" if stations.beside(slot) else stations.circle(g, city)
    g.state.tokens[target] = company
    hex_id = city.partition(".")[0]
    others = [f"{hex_id}.{c.name}" for c in stations.tile_in(g, hex_id).cities]
    free = [c for c in others if stations.spare(g, c)]
    for other in g.rules.data.companies:
        if city in stations.homes(g, other) and stations.homeless(g, other) and not stations.spare(g, city) and free:
            HOMES[other].set(g.state, [free[0] if home == city else home for home in stations.homes(g, other)])
    g.emit(TokenPlaced(company, target))
