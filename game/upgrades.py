"""Which tile may replace which: what happens to stops and track when one face takes the place of another.

Pure geometry of two faces; `game/tile_checks.py` judges colours, labels, supply and the map. Everything here is remembered,
since the same few hundred pairs of faces are asked for again and again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.tiles import End, Face, Stop

Grows = frozenset[tuple[str, str]]  # kinds of stop that may turn into another: ("town", "city")
NONE: Grows = frozenset()


def same_stops(old: Face, new: Face, grows: Grows = NONE) -> bool:
    """Whether cities lie where cities were and towns where towns were.

    Their number stays, except that a labelled tile, made for its hex, may join or part cities (Berlin: two, three, one).
    """
    (city, town, off), (city_now, town_now, off_now) = old.tile.counts, new.tile.counts
    if (off, town) == (off_now, town_now):
        return city == city_now or bool(new.tile.label and city and city_now)
    return ("town", "city") in grows and town > town_now and town + city == town_now + city_now and off == off_now


@lru_cache(maxsize=1 << 16)
def upgrade(old: Face, new: Face, grows: Grows = NONE) -> Mapping[str, str] | None:
    """The new stop of each old stop, or None where the new face does not preserve the old one.

    Preserved are: every track from side to side, every side that a stop is joined to, and the circles of a city. Cities that
    are joined keep a circle each, so two cities never fall into one circle. Where cities without track leave the choice open,
    the first in the order of names is taken (tokens in such hexes stand beside the cities: `game/stations.py`).
    """
    if not old.plain <= new.plain or not same_stops(old, new, grows):
        return None
    stops = sorted(old.tile.stops, key=lambda s: s.name)
    spare = len(new.tile.stops) - len(stops)

    def fits(stop: Stop, into: Stop) -> bool:
        kind = stop.kind == into.kind or (stop.kind, into.kind) in grows
        return kind and old.sides[stop.name] <= new.sides[into.name]

    def complete(moves: dict[str, str]) -> bool:
        for into in new.tile.stops:
            held = [s.slots for s in stops if moves[s.name] == into.name]
            if (not held and spare <= 0) or (into.kind == "city" and sum(held) > into.slots):
                return False
        return True

    def search(rest: list[Stop], moves: dict[str, str]) -> dict[str, str] | None:
        if not rest:
            return moves if complete(moves) else None
        for into in new.tile.stops:
            if fits(rest[0], into):
                moves_of_rest = search(rest[1:], moves | {rest[0].name: into.name})
                if moves_of_rest is not None:
                    return moves_of_rest
        return None

    return search(stops, {})


@lru_cache(maxsize=1 << 16)
def added(old: Face, new: Face, grows: Grows = NONE) -> tuple[frozenset[int], frozenset[str]]:
    """The sides and the new stops at which newly added track begins; only for pairs that `upgrade` accepts."""
    moves = upgrade(old, new, grows)
    assert moves is not None
    kept = {frozenset(moves[e] if isinstance(e, str) else e for e in (t.a, t.b)) for t in old.tracks}
    ends: set[End] = {e for t in new.tracks if frozenset((t.a, t.b)) not in kept for e in (t.a, t.b)}
    return frozenset(e for e in ends if isinstance(e, int)), frozenset(e for e in ends if isinstance(e, str))
