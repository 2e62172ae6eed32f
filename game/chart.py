"""The board as one kind of train of one company sees it, in plain ints: what the route search runs on.

Nodes are stops within reach of the company's stations. A route may use nothing twice: hexsides are bits of its `used` mask (two
trains of a run may not share these either), nodes and the title's groups are bits of its `mine` mask.

Routes are compared by a *key*: dollars first, then the title's tie-break number, then fewer hexsides (small on the map).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game import network
from game.rules import Bonus, Sight, Trip

if TYPE_CHECKING:
    from game.network import Segment
    from game.play import Game
    from game.state import Card, Company

TIE = 10  # bits of a key for hexsides
DOLLARS = 24  # bits of a key below the dollars
_MOST = (1 << TIE) - 1


def dollars(key: int) -> int:
    return (key + _MOST) >> DOLLARS


def most(revenue: int) -> int:
    """The key that no runs for so many dollars exceed."""
    return ((revenue + 1) << DOLLARS) - _MOST - 1


def tie(key: int) -> int:
    return ((key + _MOST) >> TIE) & ((1 << (DOLLARS - TIE)) - 1)


@dataclass(slots=True, eq=False)  # not frozen: that would take three times as long to make
class Step:
    """A segment taken from one node to another. Never changed."""

    index: int  # of the segment
    to: int
    used: int  # hexsides
    mine: int  # the node's bit and groups, and groups of the hexes passed
    gain: int  # key
    cost: int  # of the cap
    count: int  # for the least number of stops
    free: int  # key of a stop that costs nothing, 0 if it costs
    goes_on: bool  # the train may run through `to`


class Chart:
    """One kind of train of one company on one board."""

    def __init__(self, g: Game, company: Company, train: Card, sight: Sight, extra: Iterable[Bonus] = ()) -> None:
        rules = g.rules.routes
        self.train = train
        self.sight = sight
        self.cap = sight.cap
        self.least = sight.least
        found = [make(g, company, train) for make in rules.bonuses]
        self.bonuses = (*(b for b in found if b is not None), *extra)
        net, passable = network.of(g), network.passable(g, company)
        own, _ = network.stations(g.state.tokens, company)
        segments = relevant(g, company)
        usable = {s for s in net.stops if sight.usable(s)}
        near = _within_reach(segments, own & usable, passable, usable)
        self.names = tuple(sorted(near))
        self.node = {s: n for n, s in enumerate(self.names)}
        self.tokens = tuple(self.node[s] for s in sorted(own & near))
        self.end = tuple(sight.end(s) for s in self.names)
        self.cost = tuple(sight.cost(s) for s in self.names)
        self.count = tuple(int(sight.counts(s)) for s in self.names)
        self.value = tuple(0 if sight.score else sight.value(s) << DOLLARS for s in self.names)
        self.passable = tuple(s in passable for s in self.names)
        self.nodes = (1 << len(self.names)) - 1
        self._groups: dict[str, int] = {}
        self.bars = tuple(1 << n | self._group(rules.group(g, s), s) for n, s in enumerate(self.names))
        tolls = rules.tolls(g) if sight.tolls else {}
        toll = [tolls.get(name, 0) for name in net.borders.names]
        self.segments = [s for s in segments if s.a in near and s.b in near]
        once = {h: rules.once(g, h) for h in g.rules.data.hexes}
        landmarks = frozenset(rules.landmarks(g, company))
        self.seen = tuple(s.hexes & landmarks for s in self.segments)
        self.starts: list[list[Step]] = [[] for _ in self.names]  # steps from a node that a route may begin with
        self.steps: list[list[Step]] = [[] for _ in self.names]  # ... that it may go on with
        self.last_there: list[set[int]] = [set() for _ in self.names]  # segments by which a route may only begin or end
        for index, s in enumerate(self.segments):
            paid = sum(toll[c >> 1] for c in s.path) if tolls else 0
            passed = _union(self._group(once[net.borders.into[c]], "") for c in s.path[:-1])
            if passed & (self.bars[self.node[s.a]] | self.bars[self.node[s.b]]):
                continue
            for a, b, end_a, end_b in ((s.a, s.b, s.end_a, s.end_b), (s.b, s.a, s.end_b, s.end_a)):
                here, to = self.node[a], self.node[b]
                step = Step(
                    index,
                    to,
                    s.mask,
                    self.bars[to] | passed,
                    self.value[to] - len(s.path),
                    self.cost[to] + paid,
                    self.count[to],
                    self.value[to] if not self.cost[to] else 0,
                    self.passable[to] and not end_b,
                )
                self.starts[here].append(step)
                if end_a:
                    self.last_there[here].add(index)
                else:
                    self.steps[here].append(step)
        for steps in (*self.starts, *self.steps):
            steps.sort(key=lambda s: (-s.gain, s.index))
        self._survey()

    def _survey(self) -> None:
        """What the bounds are made of."""
        self._link()
        self.ample = sum(max((s.cost for s in steps), default=0) for steps in self.starts)  # a cap that never binds
        self.paying = sorted(((v, 1 << n) for n, v in enumerate(self.value) if v and self.cost[n]), reverse=True)
        self.presents = [(v, 1 << n) for n, v in enumerate(self.value) if v and not self.cost[n]]  # that cost nothing
        self._present = _union(bit for _, bit in self.presents)
        self._bounds: dict[tuple[int, int], int] = {}
        self._beyond: dict[tuple[int, ...], int] = {}
        self._gifts: dict[int, int] = {}
        self._looked_at = _union(1 << n for n, s in enumerate(self.names) if self.sight.looked_at(s))
        self._landmarks = tuple(sorted(frozenset().union(*self.seen)))
        bits = {h: 1 << n for n, h in enumerate(self._landmarks)}
        marked: dict[int, int] = {}
        for s, hexes in zip(self.segments, self.seen, strict=True):
            if hexes:
                ends = 1 << self.node[s.a] | 1 << self.node[s.b]
                marked[ends] = marked.get(ends, 0) | _union(bits[h] for h in hexes)
        self._marked = list(marked.items())

    def _link(self) -> None:
        """Which nodes lie beside each other."""
        self.beside = tuple(_union(1 << s.to for s in steps) for steps in self.starts)
        self._onward = tuple(near if goes_on else 0 for near, goes_on in zip(self.beside, self.passable, strict=True))
        self.by_cost = tuple(_neighbours(steps) for steps in self.starts)
        self._hopes: dict[tuple[int, int, tuple[int, ...], int], int] = {}

    def without(self, used: int) -> Chart:
        """The same with the track of these hexsides taken out."""
        left = copy(self)
        left.starts = [[s for s in steps if not s.used & used] for steps in self.starts]
        left.steps = [[s for s in steps if not s.used & used] for steps in self.steps]
        left._link()
        return left

    def _group(self, name: str, own: str) -> int:
        """The bit of a group; a stop that is alone in its group needs none beside its node's."""
        if name in ("", own):
            return 0
        return 1 << (len(self.names) + self._groups.setdefault(name, len(self._groups)))

    # ------------------------------------------------------------------ what is more than a sum

    @property
    def plain(self) -> bool:
        """Whether a route earns just the sum of its stops."""
        return not self.bonuses and self.sight.score is None

    @property
    def weight(self) -> int:
        """How many plain states one state of this search takes as long as (measured)."""
        return 1 if self.plain else 8 if self.sight.score is None else 24

    def trip(self, nodes: Sequence[int], path: Iterable[int]) -> Trip:
        return Trip(self.train, tuple(self.names[n] for n in nodes), frozenset().union(*(self.seen[i] for i in path)))

    def beyond(self, nodes: Sequence[int], path: tuple[int, ...]) -> int:
        """Key of what a route earns beside the sum of its stops."""
        known = self._beyond.get(path)
        if known is None:
            trip = self.trip(nodes, path)
            known = sum([b.value(trip) << (TIE if b.tie else DOLLARS) for b in self.bonuses])
            if self.sight.score:
                known += self.sight.score(trip) << DOLLARS
            self._beyond[path] = known
        return known

    def bound(self, nodes: int) -> int:
        """At most this much beyond the sum, for routes among these nodes (bits)."""
        passed = 0
        for ends, marks in self._marked:
            if not ends & ~nodes:
                passed |= marks
        nodes &= self._looked_at
        known = self._bounds.get((nodes, passed))
        if known is None:
            stops = tuple([s for n, s in enumerate(self.names) if nodes >> n & 1])
            inside = frozenset(stops)
            hexes = frozenset(h for n, h in enumerate(self._landmarks) if passed >> n & 1)
            known = sum([b.bound(inside, hexes) << (TIE if b.tie else DOLLARS) for b in self.bonuses])
            if self.sight.score:
                known += self.sight.score(Trip(self.train, stops, hexes)) << DOLLARS
            self._bounds[nodes, passed] = known
        return known

    def gifts(self, nodes: int) -> int:
        """The sum of those of these nodes (bits) that cost nothing."""
        nodes &= self._present
        known = self._gifts.get(nodes)
        if known is None:
            known = self._gifts[nodes] = sum([value for value, bit in self.presents if nodes & bit])
        return known

    def top(self, without: int, cap: int) -> int:
        """The most that so many stops could add, none of them among these nodes."""
        total = 0
        for value, bit in self.paying:
            if not without & bit:
                if not cap:
                    break
                total += value
                cap -= 1
        return total

    def hope(self, mine: int, barred: int, tips: tuple[int, ...], cap: int) -> int:
        """At most this much could be added to the stops of a route with these nodes (bits, the barred ones included)."""
        what = mine, barred, tips, cap
        known = self._hopes.get(what)
        if known is None:
            ahead = self._flood(mine, tips) if cap >= self.ample else self._within(mine, tips, cap)
            known = self.gifts(ahead) + self.bound(mine & ~barred | ahead) + self.top(~ahead, cap)
            self._hopes[what] = known
        return known

    def _flood(self, mine: int, tips: Iterable[int]) -> int:
        """The nodes ahead whatever they cost."""
        free = left = self.nodes & ~mine
        onward = self._onward
        open_ = _union(self.beside[tip] for tip in tips) & left
        while open_:
            low = open_ & -open_
            left ^= low
            open_ = (open_ | onward[low.bit_length() - 1]) & left
        return free ^ left

    def _within(self, mine: int, tips: Iterable[int], cap: int) -> int:
        """The nodes ahead that one arm alone could afford, the cheapest way there counted."""
        free = self.nodes & ~mine
        open_ = [0] * (cap + 1)  # by what it costs to come there
        for tip in tips:
            for cost, near in self.by_cost[tip]:
                if cost <= cap:
                    open_[cost] |= near
        for spent in range(cap + 1):
            now = open_[spent] & free
            while now:
                low = now & -now
                free ^= low
                node = low.bit_length() - 1
                now ^= low
                if self.passable[node]:
                    for cost, near in self.by_cost[node]:
                        if not cost:
                            now |= near & free
                        elif spent + cost <= cap:
                            open_[spent + cost] |= near
        return self.nodes & ~mine & ~free


def _neighbours(steps: Iterable[Step]) -> tuple[tuple[int, int], ...]:
    """The nodes that steps lead to, as bits, by what they cost."""
    found: dict[int, int] = {}
    for s in steps:
        found[s.cost] = found.get(s.cost, 0) | 1 << s.to
    return tuple(sorted(found.items()))


def _union(bits: Iterable[int]) -> int:
    found = 0
    for b in bits:
        found |= b
    return found


def _within_reach(
    segments: Sequence[Segment], own: Iterable[str], passable: Iterable[str], usable: Iterable[str]
) -> set[str]:
    """The stops that routes from these stations can visit at all."""
    beside: dict[str, set[str]] = {}
    for s in segments:
        beside.setdefault(s.a, set()).add(s.b)
        beside.setdefault(s.b, set()).add(s.a)
    own, passable, usable = set(own), set(passable), set(usable)
    near, todo = set(own), list(own)
    while todo:
        stop = todo.pop()
        if stop in passable or stop in own:
            new = (beside.get(stop, set()) & usable) - near
            near |= new
            todo += new
    return near


def relevant(g: Game, company: Company) -> list[Segment]:
    """The segments worth using: of two between the same stops, one that uses all that the other does and more is left out."""
    return g.memo(("segments", company), lambda: _relevant(g, company))


def _relevant(g: Game, company: Company) -> list[Segment]:
    rules = g.rules.routes
    landmarks = frozenset(rules.landmarks(g, company))
    net = network.of(g)
    once = {h: rules.once(g, h) for h in g.rules.data.hexes}
    kept: dict[tuple[str, str], list[Segment]] = {}
    for s in net.segments:  # shorter ones first; less track never means more tolls
        passed = [once[net.borders.into[c]] for c in s.path[:-1] if once[net.borders.into[c]]]
        rivals = kept.setdefault((s.a, s.b), [])
        if len(passed) == len(set(passed)) and not any(_as_good(r, s, landmarks) for r in rivals):
            rivals.append(s)
    return [s for rivals in kept.values() for s in rivals]


def _as_good(r: Segment, s: Segment, landmarks: frozenset[str]) -> bool:
    """Whether r does for s: it uses track of s only (so it passes no other hexes), and what ends or counts is no worse."""
    return (
        not r.mask & ~s.mask
        and r.end_a <= s.end_a
        and r.end_b <= s.end_b
        and s.hexes & landmarks <= r.hexes & landmarks
    )
