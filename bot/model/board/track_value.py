"""What a tile is worth to whoever lays it, by a look at the hex and its neighbours: new stops, and what its track leads to."""

from __future__ import annotations

from typing import Any

from game.actions import LayTile
from game.hexes import opposite
from game.rules import Rules
from game.state import State
from game.tiles import Face, Tile

JOINED, CITY, TOWN = 10, 8, 3  # dollars that a new exit counts: onto track, towards a city or off-map place, a town
COST = 10  # dollars of terrain that outweigh one dollar of revenue


def value_track(action: LayTile, state: State[Any], rules: Rules) -> int:
    """Dollars of revenue that a tile may bring, roughly; nothing is searched, so that many can be compared at once."""
    data = rules.data
    known = data.hexes[action.hex]
    old, new = _face_of(state, rules, action.hex), data.tiles[action.tile].faces[action.rotation % 6]
    gain = _value_stops(new.tile, state, rules) - _value_stops(old.tile, state, rules)
    for side in new.exits - old.exits:
        beside = known.sides[side]
        if beside:
            gain += _value_direction(_face_of(state, rules, beside), opposite(side))
    return gain - (known.cost // COST if action.hex not in state.tiles else 0)


def _face_of(state: State[Any], rules: Rules, hex_id: str) -> Face:
    """The track that lies in a hex now, on a tile or printed."""
    laid = state.tiles.get(hex_id)
    return rules.data.tiles[laid.tile].faces[laid.rotation] if laid else rules.data.hexes[hex_id].print.faces[0]


def _value_stops(tile: Tile, state: State[Any], rules: Rules) -> int:
    """Dollars of its stops in this phase, and a little for each circle of a station."""
    colours = frozenset(rules.data.phases[state.phase].tiles)
    return sum(s.value(colours) + 2 * s.slots for s in tile.stops)


def _value_direction(face: Face, side: int) -> int:
    """What it is worth to lead track to that side of a hex."""
    cities, towns, off = face.tile.counts
    return JOINED * (side in face.exits) + (CITY if cities or off else TOWN if towns else 1)
