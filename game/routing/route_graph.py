"""The board as one kind of train of one company sees it, in plain ints: what the route search runs on.

Nodes are stops within reach of the company's stations. A route may use nothing twice: hexsides are bits of its `used` mask (two
trains of a run may not share these either), nodes and the title's groups are bits of its `visits` mask.

Routes are compared by a *key*: dollars first, then the title's tie-break number, then fewer hexsides (small on the map).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from game.memo import memoized
from game.route_rules import Bonus, TrainProfile, Trip
from game.routing import company_reach, network
from game.routing.bonus_bound import BonusBound, union
from game.routing.components import Components
from game.routing.edges import DirectedLeg, Leg, join_legs
from game.routing.lookahead import Lookahead

if TYPE_CHECKING:
    from game.play import Game
    from game.routing.network import Network, Segment
    from game.state import Card, Company

TIE = 10  # bits of a key for hexsides
DOLLARS = 24  # bits of a key below the dollars
_MOST_HEXSIDES = (1 << TIE) - 1


def dollars_of(key: int) -> int:
    """The dollars of a key."""
    return (key + _MOST_HEXSIDES) >> DOLLARS


def highest_key(revenue: int) -> int:
    """The key that no runs for so many dollars exceed."""
    return ((revenue + 1) << DOLLARS) - _MOST_HEXSIDES - 1


class RouteGraph:
    """The board as one kind of train of one company sees it."""

    priced = False

    def __init__(
        self, g: Game, company: Company, train: Card, profile: TrainProfile, extra: Iterable[Bonus] = ()
    ) -> None:
        rules = g.rules.routes
        self.train = train
        self.profile = profile
        self.cap = profile.cap
        self.least = profile.least
        self.of_train = bonuses(g, company, train)
        self.bonuses = (*self.of_train, *extra)
        net, passable = network.of(g), company_reach.passable(g, company)
        own, _ = company_reach.stations_of(g, company)
        segments = relevant_segments(g, company)
        usable = {s for s in net.stops if profile.usable(s)}
        lookahead = _within_reach(segments, own & usable, passable, usable)
        self.names = tuple(sorted(lookahead))
        self.node = {s: n for n, s in enumerate(self.names)}
        self.tokens = tuple(self.node[s] for s in sorted(own & lookahead))
        self.end = tuple(profile.end(s) for s in self.names)
        self.cost = tuple(profile.cost(s) for s in self.names)
        self.count = tuple(int(profile.counts(s)) for s in self.names)
        self.value = tuple(0 if profile.score else profile.value(s) << DOLLARS for s in self.names)
        self.passable = tuple(s in passable for s in self.names)
        self.nodes = (1 << len(self.names)) - 1
        self._groups: dict[str, int] = {}
        self.visit_masks = tuple(1 << n | self._group(rules.group(g, s), s) for n, s in enumerate(self.names))
        tolls = rules.tolls(g) if profile.tolls else {}
        toll = [tolls.get(name, 0) for name in net.borders.names]
        self.segments = [s for s in segments if s.a in lookahead and s.b in lookahead]
        once = _groups_passed_once(g)
        self.landmarks = landmarks = frozenset(rules.landmarks(g, company))
        self.segment_landmarks = tuple(s.hexes & landmarks for s in self.segments)
        self.track = union(s.mask for s in self.segments)
        legs = []
        for index, s in enumerate(self.segments):
            paid = sum(toll[c >> 1] for c in s.path) if tolls else 0
            passed = 0
            for c in s.path[:-1]:
                passed |= self._group(once[net.borders.into[c]], "")
            if not passed & (self.visit_masks[self.node[s.a]] | self.visit_masks[self.node[s.b]]):
                legs.append(self._leg(index, s, paid, passed))
        between = [n for n, end in enumerate(self.end) if not end and n not in self.tokens]
        self.starts: list[list[DirectedLeg]] = [[] for _ in self.names]  # steps from a node that a route may begin with
        for leg in join_legs(legs, self.visit_masks, between) if between else legs:
            self.starts[leg.a].append(leg.there)
            self.starts[leg.b].append(leg.back)
        for steps in self.starts:
            steps.sort(key=lambda s: (-s.gain, s.index))
        self.steps = [[s for s in steps if not s.begins] for steps in self.starts]  # ... that it may go on with
        self.paying_stops = sorted(((v, 1 << n) for n, v in enumerate(self.value) if v and self.cost[n]), reverse=True)
        self.free_stops = [(v, 1 << n) for n, v in enumerate(self.value) if v and not self.cost[n]]  # that cost nothing
        self._borders = net.borders
        ample = sum(max((s.cost for s in steps), default=0) for steps in self.starts)
        self.unlimited = profile.score is not None and self.cap >= ample  # whether its length sets no limit
        if self.unlimited:  # few ways first
            self.tokens = tuple(sorted(self.tokens, key=lambda n: len(self.starts[n])))

    def _leg(self, index: int, s: Segment, paid: int, passed: int) -> Leg:
        """A segment as steps there and back. `paid`: tolls; `passed`: groups of the hexes passed, as bits."""
        a, b = self.node[s.a], self.node[s.b]
        return Leg(
            a,
            b,
            self._step(index, s, paid, passed, forward=True),
            self._step(index, s, paid, passed, forward=False),
        )

    def _step(self, index: int, s: Segment, paid: int, passed: int, *, forward: bool) -> DirectedLeg:
        """A segment as a step from its first end to its second (`forward`) or back."""
        to = self.node[s.b if forward else s.a]
        begins, ends = (s.end_a, s.end_b) if forward else (s.end_b, s.end_a)
        return DirectedLeg(
            index,
            to,
            s.mask,
            self.visit_masks[to] | passed,
            self.value[to] - len(s.path),
            self.cost[to] + paid,
            self.count[to],
            self.value[to] if not self.cost[to] else 0,
            begins,
            self.passable[to] and not ends,
            (to,),
            (index,),
        )

    def without_track(self, used: int) -> RouteGraph:
        """A copy without the steps that use any of this track."""
        left = copy(self)
        left.starts = [_steps_without(steps, used) for steps in self.starts]
        left.steps = [_steps_without(steps, used) for steps in self.steps]
        if self.unlimited:
            left.components = Components(left, self.bonus_bound.watched_hexsides, self.components)
        elif not self.plain:
            left.lookahead = Lookahead(left, self.bonus_bound, self.lookahead)
        return left

    def with_prices(self, prices: Mapping[int, int]) -> RouteGraph:
        """A copy with the price (key) of each hexside (bit) taken off the gain of steps."""
        left = copy(self)
        made: dict[DirectedLeg, DirectedLeg] = {}
        for steps in self.starts:
            for s in steps:
                made[s] = replace(s, gain=s.gain - price_of_track(s.used, prices))
        left.priced = True
        left.starts = [[made[s] for s in steps] for steps in self.starts]
        left.steps = [[made[s] for s in steps] for steps in self.steps]
        return left

    def _group(self, name: str, own: str) -> int:
        """The bit of a group; a stop that is alone in its group needs none beside its node's."""
        if name in ("", own):
            return 0
        return 1 << (len(self.names) + self._groups.setdefault(name, len(self._groups)))

    @cached_property
    def bonus_bound(self) -> BonusBound:
        """What bonuses and the score could add."""
        return BonusBound(self, self._borders, DOLLARS, TIE)

    @cached_property
    def lookahead(self) -> Lookahead:
        """What lies ahead of a train with a limit of length."""
        return Lookahead(self, self.bonus_bound)

    @cached_property
    def components(self) -> Components:
        """What lies ahead of a train without one."""
        return Components(self, self.bonus_bound.watched_hexsides)

    @property
    def plain(self) -> bool:
        """Whether a route earns just the sum of its stops."""
        return not self.bonuses and self.profile.score is None

    @property
    def bonuses_have_forms(self) -> bool:
        """Whether the search knows a form of all that a route earns beside its stops."""
        return self.profile.score is None and all(b.form is not None for b in self.bonuses)

    @property
    def weight(self) -> int:
        """How many plain states one state of this search takes as long as (measured)."""
        return 1 if self.plain else 10

    def trip(self, nodes: Sequence[int], path: Iterable[int]) -> Trip:
        """A route as the hooks of the title see it."""
        seen = frozenset().union(*[self.segment_landmarks[i] for i in path]) if self.landmarks else self.landmarks
        return Trip(self.train, tuple([self.names[n] for n in nodes]), seen)

    def free_revenue(self, nodes: int) -> int:
        """The sum of those of these nodes (bits) that cost nothing."""
        return sum([value for value, bit in self.free_stops if nodes & bit])

    def top_values(self, without_track: int, cap: int) -> int:
        """The most that so many stops could add, none of them among these nodes."""
        total = 0
        for value, bit in self.paying_stops:
            if not without_track & bit:
                if not cap:
                    break
                total += value
                cap -= 1
        return total

    def bonus_key(self, nodes: Sequence[int], path: tuple[int, ...]) -> int:
        """Key of what a route earns beside the sum of its stops."""
        trip = self.trip(nodes, path)
        known = sum([b.value(trip) << (TIE if b.tie else DOLLARS) for b in self.bonuses])
        if self.profile.score:
            known += self.profile.score.value(trip) << DOLLARS
        return known


def price_of_track(used: int, prices: Mapping[int, int]) -> int:
    """The prices of so much track together."""
    total = 0
    while used:
        bit = used & -used
        total += prices.get(bit, 0)
        used ^= bit
    return total


def bonuses(g: Game, company: Company, train: Card) -> tuple[Bonus, ...]:
    """What a train earns beside its stops, and what breaks ties."""
    made = [make(g, company, train) for make in g.rules.routes.bonuses]
    return tuple([b for b in made if b is not None and b.possible()])


def _steps_without(steps: list[DirectedLeg], used: int) -> list[DirectedLeg]:
    """Those of the steps that use none of this track; the same list where all are."""
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
    lookahead, todo = set(own), list(own)
    while todo:
        stop = todo.pop()
        if stop in passable or stop in own:
            new = (beside.get(stop, set()) & usable) - lookahead
            lookahead |= new
            todo += new
    return lookahead


def relevant_segments(g: Game, company: Company) -> list[Segment]:
    """The segments worth using: of two between the same stops, one that uses all that the other does and more is left out."""
    net, once, landmarks = network.of(g), _groups_passed_once(g), frozenset(g.rules.routes.landmarks(g, company))
    what = landmarks, tuple(once.values())
    if what not in net.segments_worth_using:
        net.segments_worth_using[what] = _relevant_segments(net, once, landmarks)
    return net.segments_worth_using[what]


@memoized()
def _groups_passed_once(g: Game) -> dict[str, str]:
    """By hex the group of which a route passes one."""
    return {h: g.rules.routes.once(g, h) for h in g.rules.data.hexes}


def _relevant_segments(net: Network, once: Mapping[str, str], landmarks: frozenset[str]) -> list[Segment]:
    """The segments of a network that are worth using, where routes pass one of each group in `once` (by hex)."""
    kept: dict[tuple[str, str], list[Segment]] = {}
    for s in net.segments:  # shorter ones first; less track never means more tolls
        passed = [once[net.borders.into[c]] for c in s.path[:-1] if once[net.borders.into[c]]]
        rivals = kept.setdefault((s.a, s.b), [])
        if len(passed) == len(set(passed)) and not any(_replaces(r, s, landmarks) for r in rivals):
            rivals.append(s)
    return [s for rivals in kept.values() for s in rivals]


def _replaces(r: Segment, s: Segment, landmarks: frozenset[str]) -> bool:
    """Whether r does for s: it uses track of s only (so it passes no other hexes), and what ends or counts is no worse."""
    return (
        not r.mask & ~s.mask
        and r.end_a <= s.end_a
        and r.end_b <= s.end_b
        and s.hexes & landmarks <= r.hexes & landmarks
    )
