"""The track on the board: stops, the segments between them, and what a company reaches.

One bit per hexside (border between two hexes): every map has at most one track across each, so the use of track by a segment
or a route is an int, and trains are disjoint where these ints are. A hexside is named "D4/0": the hex with the lesser id
(compared as text) and its side. A crossing is a hexside with a direction (`game/routing/reachability.py`).

Everything here is computed from the title's data and the tiles alone; stations and closed cities come in with
`company_reach.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from game.hexes import opposite
from game.memo import memoized
from game.state import Company, Hex, Laid, Slot
from game.tiles import Face, Stop
from game.title_data import TitleData

if TYPE_CHECKING:
    from game.play import Game

EXPLORED = 64  # sets of stations that the next network takes over
K = TypeVar("K")
V = TypeVar("V")
Joint = tuple[Hex, int] | None  # a junction: its hex and number


class Borders:
    """The hexsides of a map, numbered. Crossing 2n leaves the lesser hex of hexside n, 2n + 1 comes back."""

    def __init__(self, data: TitleData) -> None:
        pairs = [
            (h, side, other)
            for h in sorted(data.hexes)
            for side, other in enumerate(data.hexes[h].sides)
            if other and h < other
        ]
        self.names = tuple(f"{h}/{side}" for h, side, _ in pairs)
        self.bits = {name: 1 << n for n, name in enumerate(self.names)}
        self.into = tuple(h for pair in pairs for h in (pair[2], pair[0]))  # the hex that a crossing enters
        self.side = tuple(s for _, side, _ in pairs for s in (opposite(side), side))  # ... by which of its sides
        self.leaving = {(h, s): 2 * n for n, (h, s, _) in enumerate(pairs)}
        self.leaving |= {(o, opposite(s)): 2 * n + 1 for n, (_, s, o) in enumerate(pairs)}

    @cached_property
    def around(self) -> Mapping[Hex, int]:
        """The hexsides of each hex, as bits."""
        bits: dict[Hex, int] = {}
        for crossing, h in enumerate(self.into):
            bits[h] = bits.get(h, 0) | 1 << (crossing >> 1)
        return bits

    def sides(self, mask: int) -> tuple[str, ...]:
        """Names of the hexsides in a mask, by number."""
        return tuple(name for n, name in enumerate(self.names) if mask >> n & 1)


@lru_cache(maxsize=64)
def borders(data: TitleData) -> Borders:
    """The hexsides of a title's map."""
    return Borders(data)


class HexTrack(NamedTuple):
    """The track of one hex in crossings. The flag of a stop: trains end there (on this track)."""

    stops: dict[str, Stop]
    leave: dict[str, list[tuple[int, bool, Joint]]]  # from a stop
    enter: dict[int, list[tuple[str, bool, Joint]]]  # to a stop
    cross: dict[int, list[tuple[int, Joint]]]  # from border to border
    plain: dict[int, tuple[int, ...]]  # the same, without junctions
    passing: dict[int, list[tuple[str, tuple[int, ...]]]]  # from border to border through a stop where no train ends


@lru_cache(maxsize=8192)
def _track_of_tile(data: TitleData, h: Hex, tile: str, rotation: int) -> HexTrack:
    """The track of a hex where this tile lies turned so; "": the print."""
    face: Face = (data.tiles[tile] if tile else data.print_of(h)).faces[rotation]
    out = borders(data).leaving
    stops = {f"{h}.{s.name}": s for s in face.tile.stops}
    leave: dict[str, list[tuple[int, bool, Joint]]] = {stop: [] for stop in stops}
    enter: dict[int, list[tuple[str, bool, Joint]]] = {}
    cross: dict[int, dict[tuple[int, Joint], None]] = {}
    for t in face.tracks:
        joint = (h, t.joint) if t.joint >= 0 else None
        for a, b in ((t.a, t.b), (t.b, t.a)):
            if isinstance(a, str) and isinstance(b, str):
                raise ValueError(f"{tile or h}: track between two stops of one hex has no hexside")  # noqa: TRY004
            if isinstance(a, str) and (h, b) in out:
                leave[f"{h}.{a}"].append((out[h, b], t.end, joint))  # type: ignore[index]
            elif isinstance(b, str) and (h, a) in out:
                enter.setdefault(out[h, a] ^ 1, []).append((f"{h}.{b}", t.end, joint))  # type: ignore[index]
            elif isinstance(a, int) and isinstance(b, int) and (h, a) in out and (h, b) in out and not t.end:
                cross.setdefault(out[h, a] ^ 1, {})[out[h, b], joint] = None
    plain = {c: tuple([d for d, _ in after]) for c, after in cross.items()}
    passing = {
        c: [(s, tuple([d for d, last, _ in leave[s] if d != c ^ 1 and not last])) for s, end, _ in entered if not end]
        for c, entered in enter.items()
    }
    return HexTrack(stops, leave, enter, {c: list(after) for c, after in cross.items()}, plain, passing)


def _track_of_hex(data: TitleData, h: Hex, laid: Laid | None) -> HexTrack:
    """The track of a hex where that tile, or none, lies."""
    return _track_of_tile(data, h, laid.tile, laid.rotation) if laid else _track_of_tile(data, h, "", 0)


@lru_cache(maxsize=64)
def _printed(data: TitleData) -> HexTrack:
    """The track of the whole map before any tile is laid: a stop is in one hex, and a crossing enters one."""
    track = HexTrack({}, {}, {}, {}, {}, {})
    for h in sorted(data.hexes):
        piece = _track_of_tile(data, h, "", 0)
        track.stops.update(piece.stops)
        track.leave.update(piece.leave)
        track.enter.update(piece.enter)
        track.cross.update(piece.cross)
        track.plain.update(piece.plain)
        track.passing.update(piece.passing)
    return track


def _exchange(whole: dict[K, V], old: dict[K, V], new: dict[K, V]) -> None:
    """Take the old entries out of a dict and put the new ones in."""
    for key in old:
        if key not in new:
            del whole[key]
    whole.update(new)


def _in_order(whole: dict[str, V]) -> dict[str, V]:
    """A mapping with its entries in the order of their keys."""
    return {key: whole[key] for key in sorted(whole)}


@dataclass(frozen=True, eq=False)
class Reach:
    """What trains of a company could run to from its stations, whatever their length.

    For a lay: new track is reached where one of its ends is a side that a train could come in by, or a stop in `stops`.
    """

    borders: Borders
    crossings: AbstractSet[int]
    stops: frozenset[str]  # with its stations, and cities that are closed to it (these are entered, not left)
    hexes: frozenset[Hex]  # entered, or with a station
    bare: frozenset[Hex]  # with a station that stands in no city yet: track in any orientation is reached

    @cached_property
    def hexsides(self) -> frozenset[str]:
        """Those that are crossed, in either direction."""
        return frozenset(self.borders.names[c >> 1] for c in self.crossings)

    @cached_property
    def doors(self) -> Mapping[Hex, AbstractSet[int]]:
        """The sides by which a train could come into a hex."""
        sides: dict[Hex, set[int]] = {}
        for c in self.crossings:
            sides.setdefault(self.borders.into[c], set()).add(self.borders.side[c])
        return sides

    def enters(self, h: Hex, sides: Iterable[int]) -> bool:
        """Whether a train could come into a hex by one of these sides."""
        leaving, crossed = self.borders.leaving, self.crossings
        return any((h, side) in leaving and leaving[h, side] ^ 1 in crossed for side in sides)


@dataclass(frozen=True, eq=False)
class Segment:
    """Track between two stops. `end_a`, `end_b`: a route that uses it ends (or begins) at that stop."""

    a: str
    b: str
    mask: int
    path: tuple[int, ...]  # crossings from a to b
    hexes: frozenset[Hex]
    end_a: bool
    end_b: bool


class Network:
    """The track of a board as stops, crossings and segments."""

    stops: dict[str, Stop]
    leave: dict[str, list[tuple[int, bool, Joint]]]
    enter: dict[int, list[tuple[str, bool, Joint]]]
    cross: dict[int, list[tuple[int, Joint]]]
    passing: dict[int, list[tuple[str, tuple[int, ...]]]]
    plain: list[tuple[int, ...]]
    explored: dict[object, list[tuple[frozenset[str], Reach]]]

    def __init__(
        self, data: TitleData, tiles: Mapping[Hex, Laid], *, rejoin: bool = False, base: Network | None = None
    ) -> None:
        """`base`: a network of the same map and `rejoin`, from which only the hexes are changed where other tiles lie."""
        self.segments_worth_using: dict[
            object, list[Segment]
        ] = {}  # the segments worth using, by what else matters for them
        self.data = data
        self.tiles = dict(tiles)
        self.borders = borders(data)
        self.rejoin = rejoin  # whether one segment may pass a junction twice
        known: Network | HexTrack = base or _printed(data)
        self.stops = dict(known.stops)
        self.leave = dict(known.leave)
        self.enter = dict(known.enter)
        self.cross = dict(known.cross)
        self.passing = dict(known.passing)
        # by crossing: what may follow without a stop in between
        self.plain = [*base.plain] if base else [_printed(data).plain.get(c, ()) for c in range(len(self.borders.into))]
        laid = base.tiles if base else {}
        changed = [h for h in {**laid, **tiles} if laid.get(h) != tiles.get(h)]
        for h in changed:
            self._replace(_track_of_hex(data, h, laid.get(h)), _track_of_hex(data, h, tiles.get(h)))
        # the stations that were looked at last; by city the circles that they fill, and whose they are
        self.stations: tuple[Mapping[Slot, Company], Mapping[str, tuple[int, AbstractSet[Company]]]] = (
            base.stations if base else ({}, {})
        )
        # by stations and shut stops: the stops that were closed, and what was found, the latest last
        self.explored = base.still_reached(frozenset(changed)) if base else {}

    def _replace(self, old: HexTrack, new: HexTrack) -> None:
        """Exchange the track of one hex. Stops keep an order that does not tell what lay there before."""
        _exchange(self.stops, old.stops, new.stops)
        _exchange(self.leave, old.leave, new.leave)
        _exchange(self.enter, old.enter, new.enter)
        _exchange(self.cross, old.cross, new.cross)
        _exchange(self.passing, old.passing, new.passing)
        for c in old.plain:
            self.plain[c] = ()
        for c, following in new.plain.items():
            self.plain[c] = following
        if old.stops.keys() != new.stops.keys():
            self.stops, self.leave = _in_order(self.stops), _in_order(self.leave)

    def still_reached(self, changed: frozenset[Hex]) -> dict[object, list[tuple[frozenset[str], Reach]]]:
        """What was explored and holds still when these hexes have changed: no train came there."""
        unchanged = {}
        for key, known in list(self.explored.items())[-EXPLORED:]:
            still = [pair for pair in known if changed.isdisjoint(pair[1].hexes)]
            if still:
                unchanged[key] = still
        return unchanged

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """Every way between two stops over plain track, once; in a stable order."""
        order = {stop: n for n, stop in enumerate(sorted(self.stops))}
        segments = [self._segment(a, *way) for a in order for way in self._ways_from(a) if order[a] < order[way[1]]]
        return tuple(sorted(segments, key=lambda s: (order[s.a], order[s.b], len(s.path), s.path)))

    def leading_from(self, a: str) -> Iterator[Segment]:
        """Every way from a stop to the next over plain track."""
        return (self._segment(a, *way) for way in self._ways_from(a))

    def _ways_from(self, a: str) -> Iterator[tuple[tuple[int, ...], str, bool, bool]]:
        """Every way from a stop to the next: its crossings, that stop, whether trains end at the first and at that one."""
        for first, end_a, joint in self.leave[a]:
            for path, (b, end_b) in self._walk((first,), 1 << (first >> 1), frozenset((joint,)) - {None}):
                yield path, b, end_a, end_b

    def _segment(self, a: str, path: tuple[int, ...], b: str, end_a: bool, end_b: bool) -> Segment:
        """A segment of this path between two stops."""
        mask, hexes = 0, {a.partition(".")[0]}
        for c in path:
            mask |= 1 << (c >> 1)
            hexes.add(self.borders.into[c])
        return Segment(a, b, mask, path, frozenset(hexes), end_a, end_b)

    def _walk(
        self, path: tuple[int, ...], mask: int, joints: frozenset[Joint]
    ) -> Iterator[tuple[tuple[int, ...], tuple[str, bool]]]:
        """All continuations of a path to the next stop, no hexside twice."""
        last = path[-1]
        for stop, end, joint in self.enter.get(last, ()):
            if joint not in joints or self.rejoin:
                yield path, (stop, end)
        for after, joint in self.cross.get(last, ()):
            bit = 1 << (after >> 1)
            if not mask & bit and (joint not in joints or self.rejoin):
                yield from self._walk((*path, after), mask | bit, joints | {joint} if joint else joints)

    @cached_property
    def ends(self) -> frozenset[str]:
        """The stops where a route that comes there ends."""
        return frozenset([s for s, p in self.stops.items() if p.end or p.kind == "off"])


MAX_NETWORKS = 32  # networks, some 80 kB each; a game keeps its own
_known: list[Network] = []  # the latest last


def network(data: TitleData, tiles: Mapping[Hex, Laid], *, rejoin: bool = False) -> Network:
    """The network of a board, made of the latest one of that map: mostly it differs by a tile or two.

    `rejoin`: a train may pass a junction twice between two stops, on other spokes (across stops it always may).
    """
    base = None
    for known in reversed(_known):
        if known.data is data and known.rejoin == rejoin:
            if known.tiles == tiles:
                return known
            base = base or known
    network = Network(data, tiles, rejoin=rejoin, base=base)
    _known[:] = (*_known[1 - MAX_NETWORKS :], network)
    return network


@memoized("tiles")
def of(g: Game) -> Network:
    """The network of a game."""
    return network(g.rules.data, g.state.tiles, rejoin=g.rules.routes.rejoin)
