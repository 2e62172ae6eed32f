"""Routes the slow and obvious way: walk every path over the printed track, try every combination. An oracle for small boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.hexes import opposite
from game.state import Laid
from game.tiles import Face
from game.title_data import TitleData

Border = frozenset[tuple[str, int]]  # a hexside by its two hexes and sides


class Walked(NamedTuple):
    stops: tuple[str, ...]
    borders: frozenset[Border]


class Leg(NamedTuple):
    """Track to a next stop; whether a route must begin or end where it leaves, where it enters."""

    borders: frozenset[Border]
    stop: str
    leaves_end: bool
    enters_end: bool


IN_VAIN = 4  # ways walked, most of them far from every station, for each route that is allowed


class TooMany(Exception):
    """The board is too large for trying everything."""


class Board:
    def __init__(
        self,
        data: TitleData,
        tiles: Mapping[str, Laid],
        tokens: Mapping[str, str],
        company: str,
        *,
        rejoin: bool = False,
    ) -> None:
        self.data = data
        self.rejoin = rejoin  # a leg may pass a junction twice
        self.faces: dict[str, Face] = {h: data.face(h, tiles.get(h)) for h in data.hexes}
        self.own = {s.rpartition(".")[0] for s, c in tokens.items() if c == company}
        self.walls = set()  # stops that no train of the company runs through
        for h, face in self.faces.items():
            for stop in face.tile.stops:
                name = f"{h}.{stop.name}"
                here = [c for s, c in tokens.items() if s.rpartition(".")[0] == name]
                full = stop.slots > 0 and len(here) >= stop.slots and company not in here
                if stop.end or stop.kind == "off" or full:
                    self.walls.add(name)

    def legs(self, stop: str) -> Iterator[Leg]:
        """Every way from a stop to a next one."""
        place, _, name = stop.partition(".")
        for t in self.faces[place].tracks:
            for a, b in ((t.a, t.b), (t.b, t.a)):
                if a == name and isinstance(b, int):
                    for used, after, end in self.plain(place, b, frozenset(), ((place, t.joint),)):
                        yield Leg(used, after, t.end, end)

    def plain(
        self, place: str, side: int, used: frozenset[Border], joints: tuple[tuple[str, int], ...]
    ) -> Iterator[tuple[frozenset[Border], str, bool]]:
        other = self.data.hexes[place].sides[side]
        border = frozenset({(place, side), (other, opposite(side))})
        if not other or border in used:
            return
        used |= {border}
        for t in self.faces[other].tracks:
            joint = (other, t.joint)
            if t.joint >= 0 and joint in joints and not self.rejoin:
                continue
            for a, b in ((t.a, t.b), (t.b, t.a)):
                if a == opposite(side) and isinstance(b, int):
                    yield from self.plain(other, b, used, (*joints, joint))
                elif a == opposite(side):
                    yield used, f"{other}.{b}", t.end

    def routes(self, limit: int = 20_000) -> list[Walked]:
        """Every route with a station, in both directions, of any length; TooMany on a board that takes too long."""
        found: list[Walked] = []
        walked = 0
        known = {stop: list(self.legs(stop)) for stop in self.stops()}

        def grow(stops: tuple[str, ...], used: frozenset[Border], ended: bool) -> None:
            nonlocal walked
            walked += 1
            if walked > IN_VAIN * limit:
                raise TooMany
            if len(stops) > 1 and not self.own.isdisjoint(stops):
                found.append(Walked(stops, used))
                if len(found) > limit:
                    raise TooMany
            if len(stops) > 1 and (ended or stops[-1] in self.walls):
                return
            for leg in known[stops[-1]]:
                may_leave = len(stops) == 1 or not leg.leaves_end
                if may_leave and leg.stop not in stops and leg.borders.isdisjoint(used):
                    grow((*stops, leg.stop), used | leg.borders, leg.enters_end)

        for stop in known:
            grow((stop,), frozenset(), False)
        return found

    def stops(self) -> list[str]:
        return [f"{h}.{s.name}" for h, face in self.faces.items() for s in face.tile.stops]

    def value(self, stop: str, colours: Collection[str]) -> int:
        place, _, name = stop.partition(".")
        return self.faces[place].tile.stop(name).value(set(colours))

    def is_town(self, stop: str) -> bool:
        place, _, name = stop.partition(".")
        return self.faces[place].tile.stop(name).kind == "town"


def best_total(choices: Sequence[Sequence[tuple[int, frozenset[Border]]]], limit: int = 50_000) -> int:
    """The most that disjoint choices, one or none of each list, add up to, by trying all of them."""
    tried = 0

    def pick(number: int, used: frozenset[Border]) -> int:
        nonlocal tried
        if number == len(choices):
            return 0
        top = pick(number + 1, used)
        for value, borders in choices[number]:
            tried += 1
            if tried > limit:
                raise TooMany
            if borders.isdisjoint(used):
                top = max(top, value + pick(number + 1, used | borders))
        return top

    return pick(0, frozenset())
