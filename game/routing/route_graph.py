"""The board as one kind of train of one company sees it, in plain ints: what the route search runs on.

Nodes are stops within reach of the company's stations. A route may use nothing twice: hexsides are bits of its `used` mask (two
trains of a run may not share these either), nodes and the title's groups are bits of its `mine` mask.

Routes are compared by a *key*: dollars first, then the title's tie-break number, then fewer hexsides (small on the map).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from game.routing import network
from game.routing.bonus_bound import Hope, union
from game.routing.components import Parts
from game.routing.edges import Leg, Step, joined
from game.routing.lookahead import Near
from game.rules import Bonus, Sight, Trip

if TYPE_CHECKING:
    from game.play import Game
    from game.routing.network import Network, Segment
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


class Chart:
    """One kind of train of one company on one board."""

    priced = False

    def __init__(self, g: Game, company: Company, train: Card, sight: Sight, extra: Iterable[Bonus] = ()) -> None:
        rules = g.rules.routes
        self.train = train
        self.sight = sight
        self.cap = sight.cap
        self.least = sight.least
        self.of_train = bonuses(g, company, train)
        self.bonuses = (*self.of_train, *extra)
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
        once = _once(g)
        self.landmarks = landmarks = frozenset(rules.landmarks(g, company))
        self.seen = tuple(s.hexes & landmarks for s in self.segments)
        self.track = union(s.mask for s in self.segments)
        legs = []
        for index, s in enumerate(self.segments):
            paid = sum(toll[c >> 1] for c in s.path) if tolls else 0
            passed = union(self._group(once[net.borders.into[c]], "") for c in s.path[:-1])
            if not passed & (self.bars[self.node[s.a]] | self.bars[self.node[s.b]]):
                legs.append(self._leg(index, s, paid, passed))
        between = [n for n, end in enumerate(self.end) if not end and n not in self.tokens]
        self.starts: list[list[Step]] = [[] for _ in self.names]  # steps from a node that a route may begin with
        for leg in joined(legs, self.bars, between) if between else legs:
            self.starts[leg.a].append(leg.there)
            self.starts[leg.b].append(leg.back)
        for steps in self.starts:
            steps.sort(key=lambda s: (-s.gain, s.index))
        self.steps = [[s for s in steps if not s.begins] for steps in self.starts]  # ... that it may go on with
        self.paying = sorted(((v, 1 << n) for n, v in enumerate(self.value) if v and self.cost[n]), reverse=True)
        self.presents = [(v, 1 << n) for n, v in enumerate(self.value) if v and not self.cost[n]]  # that cost nothing
        self._borders = net.borders
        ample = sum(max((s.cost for s in steps), default=0) for steps in self.starts)
        self.far = sight.score is not None and self.cap >= ample  # whether its length sets no limit
        if self.far:  # few ways first
            self.tokens = tuple(sorted(self.tokens, key=lambda n: len(self.starts[n])))

    def _leg(self, index: int, s: Segment, paid: int, passed: int) -> Leg:
        a, b = self.node[s.a], self.node[s.b]
        return Leg(
            a,
            b,
            self._step(index, s, paid, passed, forward=True),
            self._step(index, s, paid, passed, forward=False),
        )

    def _step(self, index: int, s: Segment, paid: int, passed: int, *, forward: bool) -> Step:
        """A segment as a step from its first end to its second (`forward`) or back."""
        to = self.node[s.b if forward else s.a]
        begins, ends = (s.end_a, s.end_b) if forward else (s.end_b, s.end_a)
        return Step(
            index,
            to,
            s.mask,
            self.bars[to] | passed,
            self.value[to] - len(s.path),
            self.cost[to] + paid,
            self.count[to],
            self.value[to] if not self.cost[to] else 0,
            begins,
            self.passable[to] and not ends,
            (to,),
            (index,),
        )

    def without(self, used: int) -> Chart:
        """The same with the track of these hexsides taken out."""
        left = copy(self)
        left.starts = [_without(steps, used) for steps in self.starts]
        left.steps = [_without(steps, used) for steps in self.steps]
        if self.far:
            left.parts = Parts(left, self.hope.watched, self.parts)
        elif not self.plain:
            left.near = Near(left, self.hope, self.near)
        return left

    def at(self, prices: Mapping[int, int]) -> Chart:
        """The same where each hexside (bit) has its price (key)."""
        left = copy(self)
        made: dict[Step, Step] = {}
        for steps in self.starts:
            for s in steps:
                made[s] = replace(s, gain=s.gain - price(s.used, prices))
        left.priced = True
        left.starts = [[made[s] for s in steps] for steps in self.starts]
        left.steps = [[made[s] for s in steps] for steps in self.steps]
        return left

    def _group(self, name: str, own: str) -> int:
        """The bit of a group; a stop that is alone in its group needs none beside its node's."""
        if name in ("", own):
            return 0
        return 1 << (len(self.names) + self._groups.setdefault(name, len(self._groups)))

    # ------------------------------------------------------------------ what is more than a sum

    @cached_property
    def hope(self) -> Hope:
        return Hope(self, self._borders, DOLLARS, TIE)

    @cached_property
    def near(self) -> Near:
        return Near(self, self.hope)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self, self.hope.watched)

    @property
    def plain(self) -> bool:
        """Whether a route earns just the sum of its stops."""
        return not self.bonuses and self.sight.score is None

    @property
    def formed(self) -> bool:
        """Whether the search knows a form of all that a route earns beside its stops."""
        return self.sight.score is None and all(b.form is not None for b in self.bonuses)

    @property
    def weight(self) -> int:
        """How many plain states one state of this search takes as long as (measured)."""
        return 1 if self.plain else 10

    def trip(self, nodes: Sequence[int], path: Iterable[int]) -> Trip:
        seen = frozenset().union(*[self.seen[i] for i in path]) if self.landmarks else self.landmarks
        return Trip(self.train, tuple([self.names[n] for n in nodes]), seen)

    def gifts(self, nodes: int) -> int:
        """The sum of those of these nodes (bits) that cost nothing."""
        return sum([value for value, bit in self.presents if nodes & bit])

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

    def beyond(self, nodes: Sequence[int], path: tuple[int, ...]) -> int:
        """Key of what a route earns beside the sum of its stops."""
        trip = self.trip(nodes, path)
        known = sum([b.value(trip) << (TIE if b.tie else DOLLARS) for b in self.bonuses])
        if self.sight.score:
            known += self.sight.score.value(trip) << DOLLARS
        return known


def price(used: int, prices: Mapping[int, int]) -> int:
    """The prices of so much track together."""
    total = 0
    while used:
        bit = used & -used
        total += prices.get(bit, 0)
        used ^= bit
    return total


def bonuses(g: Game, company: Company, train: Card) -> tuple[Bonus, ...]:
    """What a train earns beside its stops, and what breaks ties."""
    found = [make(g, company, train) for make in g.rules.routes.bonuses]
    return tuple([b for b in found if b is not None])


def _without(steps: list[Step], used: int) -> list[Step]:
    """The same list where nothing is taken out."""
    left = [s for s in steps if not s.used & used]
    return left if len(left) < len(steps) else steps


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
    net, once, landmarks = network.of(g), _once(g), frozenset(g.rules.routes.landmarks(g, company))
    what = landmarks, tuple(once.values())
    if what not in net.worthy:
        net.worthy[what] = _relevant(net, once, landmarks)
    return net.worthy[what]


def _once(g: Game) -> dict[str, str]:
    """By hex the group of which a route passes one."""
    return g.memo("once", lambda: {h: g.rules.routes.once(g, h) for h in g.rules.data.hexes})


def _relevant(net: Network, once: Mapping[str, str], landmarks: frozenset[str]) -> list[Segment]:
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
