"""Stations that move: into the cities of a new tile, and out from beside a city into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    targets = find_targets(tokens, hex_id, moves, tile)
    owners = {slot: tokens.pop(slot) for slot in targets}
    for slot, target in targets.items():
        tokens[target] = owners[slot]
    for company in _companies_at_home(g.rules.data, hex_id):
        old = stations.homes(g, company)
        new = [_moved(home, hex_id, moves) for home in old]
        if list(old) != new:
            HOMES[company].set(g.state, new)


def find_targets(tokens: Iterable[Slot], hex_id: Hex, moves: Mapping[str, str], tile: Tile) -> dict[Slot, Slot]:
    """Where each station in a hex goes when that tile is laid there. `moves`: the new city of each old one."""
    here = sorted(slot for slot in tokens if slot.startswith(f"{hex_id}."))
    targets = dict[Slot, Slot]()
    for slot in here:
        _, stop, place = slot.split(".")
        target = slot
        if stop == "+" and len(tile.cities) == 1:
            city = tile.cities[0].name
            target = f"{hex_id}.{city}.+" if stations.beside(slot) else _free_circle(hex_id, city, tile, targets)
        elif stop != "+":
            wanted = f"{hex_id}.{moves[stop]}.{place}"
            held = wanted in targets.values()
            target = _free_circle(hex_id, moves[stop], tile, targets) if held else wanted
        assert target not in ("", *targets.values()), f"no circle for {slot}"
        targets[slot] = target
    return targets


def _free_circle(hex_id: Hex, city: str, tile: Tile, targets: Mapping[Slot, Slot]) -> Slot:
    """The first circle of a city of a new tile to which no station has gone yet; "" if there is none."""
    circles = (f"{hex_id}.{city}.{n}" for n in range(tile.stop(city).slots))
    return next((slot for slot in circles if slot not in targets.values()), "")


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
    target = f"{city}.+" if stations.beside(slot) else stations.find_free_circle(g, city)
    g.state.tokens[target] = company
    hex_id = city.partition(".")[0]
    others = [f"{hex_id}.{c.name}" for c in stations.tile_in(g, hex_id).cities]
    free = [c for c in others if stations.count_free_circles(g, c)]
    for other in g.rules.data.companies:
        if (
            city in stations.homes(g, other)
            and stations.homeless(g, other)
            and not stations.count_free_circles(g, city)
            and free
        ):
            HOMES[other].set(g.state, [free[0] if home == city else home for home in stations.homes(g, other)])
    g.emit(TokenPlaced(company, target))
