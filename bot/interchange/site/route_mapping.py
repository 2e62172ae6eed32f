"""Recorded routes: lists of hexes from stop to stop, turned into stops and hexsides."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.interchange.site.records import Damaged
from game.actions import Route
from game.hexes import opposite

if TYPE_CHECKING:
    from game.play import Game
    from game.route_rules import TrainProfile
    from game.tiles import Face

Leg = tuple[str, str, tuple[str, ...]]  # stop, stop, hexsides between them


def read_route(g: Game, train: str, connections: Sequence[Sequence[str]], profile: TrainProfile | None = None) -> Route:
    """The route that passes these connections, which come in any order and direction. `profile`: what the train may do."""
    stops, legs = chain_legs([find_leg(g, hexes) for hexes in connections])
    if profile is not None:
        stops, legs = _drop_idle_ends(profile, stops, legs)
    return Route(train=train, stops=stops, sides=tuple(side for _, _, sides in legs for side in sides))


def find_leg(g: Game, hexes: Sequence[str]) -> Leg:
    """Stops and hexsides of the connection through these hexes; raises Damaged.

    Cities of one hex are told apart by the side at which the track leaves.
    """
    if len(hexes) < 2:
        raise Damaged(f"A route names the connection {'-'.join(hexes)[:60]!r}.")
    steps = [(a, side_to(g, a, b), b) for a, b in itertools.pairwise(hexes)]
    first, last = steps[0], steps[-1]
    start = stop_at(g, first[0], first[1])
    end = stop_at(g, last[2], opposite(last[1]))
    return start, end, tuple(hexside(a, side, b) for a, side, b in steps)


def side_to(g: Game, a: str, b: str) -> int:
    """The side of hex `a` that borders on hex `b`; raises Damaged where no track leads there."""
    place = g.rules.data.hexes.get(a)
    if place is None or b not in place.sides or not b:
        raise Damaged(f"No track leads from {a[:10]} to {b[:10]}.")
    return place.sides.index(b)


def hexside(a: str, side: int, b: str) -> str:
    """The name of a border: by the lesser of its hexes."""
    return f"{a}/{side}" if a < b else f"{b}/{opposite(side)}"


def face_on(g: Game, hex_id: str) -> Face:
    """What lies on a hex: its tile as turned, or its print."""
    return g.rules.data.face(hex_id, g.state.tiles.get(hex_id))


def city_numbers(g: Game, numbers: Mapping[str, tuple[int, ...]], hex_id: str) -> tuple[int, ...]:
    """The site's numbers of the cities on a hex, where they do not count from 0 one by one; else empty.

    `numbers`: those that differ, by tile or printed hex.
    """
    laid = g.state.tiles.get(hex_id)
    return tuple(numbers.get(laid.tile if laid else hex_id, ()))


def stop_at(g: Game, hex_id: str, side: int) -> str:
    """The stop "D4.b" that the track from a side leads to; raises Damaged where there is none."""
    for name, sides in face_on(g, hex_id).sides.items():
        if side in sides:
            return f"{hex_id}.{name}"
    raise Damaged(f"A route stops in {hex_id}, where no track from side {side} leads to a city or town.")


def chain_legs(legs: list[Leg]) -> tuple[tuple[str, ...], list[Leg]]:
    """Legs put in order, end to end: the stops and the legs as they are travelled; raises Damaged for a circle."""
    ends = [stop for a, b, _ in legs for stop in (a, b)]
    at = next((stop for stop in ends if ends.count(stop) == 1), None)
    if at is None:
        raise Damaged("A route runs in a circle.")
    stops, ordered, remaining = [at], [], list(legs)
    while remaining:
        next_leg = next((leg_ for leg_ in remaining if at in leg_[:2]), None)
        if next_leg is None:
            raise Damaged(f"A route breaks off at {at}.")
        remaining.remove(next_leg)
        forward = next_leg if next_leg[0] == at else (next_leg[1], next_leg[0], next_leg[2][::-1])
        ordered.append(forward)
        at = forward[1]
        stops.append(at)
    return tuple(stops), ordered


def _drop_idle_ends(
    profile: TrainProfile, stops: tuple[str, ...], legs: list[Leg]
) -> tuple[tuple[str, ...], list[Leg]]:
    """The way without ends that pay nothing and where the train may not end: at the site it may run on to them."""

    def is_idle(stop: str) -> bool:
        return not profile.end(stop) and not profile.value(stop)

    while len(stops) > 2 and is_idle(stops[0]):
        stops, legs = stops[1:], legs[1:]
    while len(stops) > 2 and is_idle(stops[-1]):
        stops, legs = stops[:-1], legs[:-1]
    return stops, legs


def list_connections(g: Game, stops: Sequence[str], sides: Sequence[str]) -> list[tuple[str, ...]]:
    """The connections of a run: the hexes from each stop to the next. The counterpart of `read_route`."""
    passed: list[tuple[str, ...]] = []
    remaining = list(sides)
    for start, end in itertools.pairwise(stops):
        hexes = [start.partition(".")[0]]
        while remaining and (len(hexes) == 1 or not _leads_to(g, hexes[-2], hexes[-1], end)):
            hexes.append(_hex_across(g, hexes[-1], remaining.pop(0)))
        passed.append(tuple(hexes))
    return passed


def _hex_across(g: Game, from_hex: str, border: str) -> str:
    """The hex on the other side of a border."""
    hex_id, _, side = border.partition("/")
    if hex_id == from_hex:
        return str(g.rules.data.hexes[from_hex].sides[int(side)])
    if g.rules.data.hexes[hex_id].sides[int(side)] != from_hex:
        raise Damaged(f"The run leaves {from_hex} where it is not.")
    return hex_id


def _leads_to(g: Game, before: str, hex_id: str, stop: str) -> bool:
    """Whether the track that enters a hex leads to the stop."""
    reached_hex, _, name = stop.partition(".")
    return reached_hex == hex_id and side_to(g, hex_id, before) in face_on(g, hex_id).sides[name]
