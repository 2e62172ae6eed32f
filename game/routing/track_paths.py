"""The printed track, walked leg by leg: for the checker of runs, which shares no code with the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from game.hexes import opposite
from game.tiles import Face, Stop, Track

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Hex
    from game.title_data import TitleData

Way = tuple[str, ...]  # hexsides from one stop to the next, in order
TRIES = 50_000  # ways tried when the track of several trains is told apart; far above what any board needs


def face(g: Game, place: Hex) -> Face:
    """The tile or print in a hex, as it is turned."""
    laid = g.state.tiles.get(place)
    return g.rules.data.tiles[laid.tile].faces[laid.rotation] if laid else g.rules.data.print_of(place).faces[0]


def stop_at(g: Game, name: str) -> Stop:
    """The stop of a name such as "D4.a"."""
    place, _, stop = name.partition(".")
    return face(g, place).tile.stop(stop)


def hexside(g: Game, place: Hex, side: int) -> str:
    """The name of a border: by its lesser hex; "" where no track may lead."""
    other = g.rules.data.hexes[place].sides[side]
    if not other:
        return ""
    return f"{place}/{side}" if place < other else f"{other}/{opposite(side)}"


@lru_cache(maxsize=64)
def hexsides(data: TitleData) -> frozenset[str]:
    """The names of all borders of a map that track may cross."""
    pairs = ((h, side, other) for h, place in data.hexes.items() for side, other in enumerate(place.sides))
    return frozenset(f"{h}/{side}" for h, side, other in pairs if other and h < other)


def hexes(g: Game, border: str) -> tuple[Hex, Hex]:
    """The hexes on both sides of a hexside."""
    place, _, side = border.partition("/")
    return place, g.rules.data.hexes[place].sides[int(side)]


def ways(g: Game, a: str, b: str, stops: Sequence[str], looked_at: set[Hex] | None = None) -> Iterator[Way]:
    """Every way from stop a to stop b over plain track, no hexside twice, a junction twice only where the title allows it.

    `looked_at`: takes in the hexes on whose track the answer depends.
    """
    seen = set() if looked_at is None else looked_at
    (start, _, here), (goal, _, there) = a.partition("."), b.partition(".")
    may_pass = set(stops[1:-1])

    def leads(track: Track, end: object) -> Iterator[object]:
        if track.a == end:
            yield track.b
        if track.b == end:
            yield track.a

    def walk(place: Hex, side: int, way: Way, joints: frozenset[tuple[Hex, int]]) -> Iterator[Way]:
        border = hexside(g, place, side)
        if not border or border in way:
            return
        way = (*way, border)
        place = g.rules.data.hexes[place].sides[side]
        seen.add(place)
        for track in face(g, place).tracks:
            joint = (place, track.joint)
            if track.joint >= 0 and joint in joints and not g.rules.routes.rejoin:
                continue
            for end in leads(track, opposite(side)):
                if end == there and place == goal and not (track.end and b in may_pass):
                    yield way
                elif isinstance(end, int) and not track.end:
                    yield from walk(place, end, way, joints | {joint} if track.joint >= 0 else joints)

    seen.add(start)
    for track in face(g, start).tracks:
        if track.end and a in may_pass:
            continue
        for end in leads(track, here):
            if isinstance(end, int):
                yield from walk(start, end, (), frozenset({(start, track.joint)} if track.joint >= 0 else ()))


def touching(g: Game, a: str, b: str) -> bool:
    """Whether track joins two stops somehow, forks taken in any direction."""

    def pieces(place: Hex) -> Iterator[tuple[Hex, object, object]]:
        for track in face(g, place).tracks:
            yield place, track.a, track.b

    def name(place: Hex, end: object) -> str:
        return hexside(g, place, end) if isinstance(end, int) else f"{place}.{end}"

    seen, todo = {a}, [a]
    while todo:
        at = todo.pop()
        places = hexes(g, at) if "/" in at else (at.partition(".")[0],)
        for place in places:
            for _, x, y in pieces(place):
                for one, other in ((name(place, x), name(place, y)), (name(place, y), name(place, x))):
                    if one == at and other and other not in seen and ("/" in other or other == b):
                        seen.add(other)
                        todo.append(other)
    return b in seen


def lay_out(ways: Sequence[Sequence[Sequence[Way]]], named: Sequence[set[str]]) -> list[tuple[Way, ...]] | None:
    """Track for every leg of every route, nothing used twice; None if there is none.

    `ways`: for each leg of each route the track that could be meant, `named`: the hexsides that a route names. These are
    used, and if possible nothing else. Legs with the fewest ways are settled first.
    """
    only = [[ways_of_leg[0] for ways_of_leg in legs if len(ways_of_leg) == 1] for legs in ways]
    if all(len(ways_of_leg) == len(legs) for ways_of_leg, legs in zip(only, ways, strict=True)):
        return _as_it_is(only, named)
    legs = [(route, leg) for route, ways_of_leg in enumerate(ways) for leg in range(len(ways_of_leg))]
    for strict in (True, False):
        options = {
            (route, leg): [w for w in ways[route][leg] if not (strict and named[route]) or named[route] >= set(w)]
            for route, leg in legs
        }
        chosen = _choose(sorted(legs, key=lambda key: (len(options[key]), key)), options, named)
        if chosen is not None:
            return [
                tuple(chosen[route, leg] for leg in range(len(ways_of_leg))) for route, ways_of_leg in enumerate(ways)
            ]
        if not any(named):
            return None
    return None


def _as_it_is(only: Sequence[Sequence[Way]], named: Sequence[set[str]]) -> list[tuple[Way, ...]] | None:
    """The one way that each leg has, where nothing is used twice and all that is named is used; else None."""
    used = [side for ways in only for way in ways for side in way]
    apart = len(used) == len(set(used))
    if apart and all(want <= {s for way in ways for s in way} for ways, want in zip(only, named, strict=True)):
        return [tuple(ways) for ways in only]
    return None


def _choose(
    order: list[tuple[int, int]], options: dict[tuple[int, int], list[Way]], named: Sequence[set[str]]
) -> dict[tuple[int, int], Way] | None:
    """The first choice of a way for each leg in which no hexside comes twice and all that is named is used."""
    chosen: dict[tuple[int, int], Way] = {}
    tries = TRIES

    def settle(number: int, used: frozenset[str]) -> bool:
        nonlocal tries
        if number == len(order):
            return all(
                want <= {s for (c, _), w in chosen.items() if c == claim for s in w} for claim, want in enumerate(named)
            )
        for way in options[order[number]]:
            tries -= 1
            if tries < 0:
                return False
            if used.isdisjoint(way):
                chosen[order[number]] = way
                if settle(number + 1, used.union(way)):
                    return True
                del chosen[order[number]]
        return False

    return chosen if settle(0, frozenset()) else None
