"""Best routes of one train: branch and bound over two arms.

Every legal route holds a station. It is rooted at the first of the company's stations on it (routes through stations tried
before are barred), one arm grows from the root, then the other over segments with a higher number, so each is met once.

A `Search` keeps what has been found and what keys must exceed. How routes grow, and by which bounds growing ends early, is a
`Growth` that it is given: `SimpleGrowth` here, others in `unlimited_search.py` and `guided_search.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from sys import maxsize
from typing import NamedTuple, Protocol

from game.route_rules import Trip
from game.routing.edges import DirectedLeg
from game.routing.pair_search import Partner
from game.routing.route_graph import RouteGraph

Verdict = Callable[[Trip], bool]


class FoundRoute(NamedTuple):
    """A route that a search has found."""

    key: int
    used: int  # track mask: its hexsides as bits
    nodes: tuple[int, ...]  # its stops in order
    path: tuple[int, ...]  # numbers of the segments between them


# Takes a route and its number of steps; gives what keys must exceed from then on.
Report = Callable[[FoundRoute, int], int]

# A route as far as it has grown: track mask, visit mask (nodes and groups), key, stops that count, what is left of the cap, what
# stops that cost nothing could still add to the key. A plain tuple: hundreds of thousands are made.
PartialRoute = tuple[int, int, int, int, int, int]


class Goal(NamedTuple):
    """What a search is to bring: routes whose key is above `floor`.

    `keep` > 0: only that many, of different stops, the best ones; 0: all, one for each set of hexsides.
    `runners_up` > 0: the search's `runners_up` gets so many routes of different stops, the best of those that it came across.
    `enough` > 0: the search ends when a route has that key.
    """

    floor: int = 0
    keep: int = 1
    runners_up: int = 0
    enough: int = 0


BEST_ROUTE = Goal()  # the best route, whatever it is worth
NOTED = 3  # states: what it takes to write a route down, beside looking at it


class Effort:
    """States that may still be looked at. Counted, not timed, so that every machine stops at the same answer."""

    def __init__(self, states: int) -> None:
        self.left = states

    @property
    def spent(self) -> bool:
        """Whether no state is left."""
        return self.left <= 0


class Growth(Protocol):
    """A way to grow the routes of a search from one of its stations."""

    def begin(self, visits: int, key: int, cap: int, free: int) -> None:
        """Grow all routes from the search's root.

        `visits`: visit mask of the root and the barred stations; `key`: value of the root; `cap`: length left beside it; `free`:
        key of what stops that cost nothing could add.
        """


class Search:
    """One search for the routes of a goal.

    `floor`: what keys must exceed by now.
    `note_above`: what keys must exceed to be worth a note.
    `unseen_bound`: above the floor too, if the effort was spent: no route that was not seen has a higher key.
    `root`, `barred`: the node from which routes grow, and the mask of those tried before; `arms`: the steps of both arms.
    """

    def __init__(
        self,
        graph: RouteGraph,
        effort: Effort,
        goal: Goal,
        growth: Callable[[Search], Growth],
        *,
        report: Report | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        """`report`: is told of each route in place of noting it, and says what the floor is from then on."""
        self.graph = graph
        self.effort = effort
        self.goal = goal
        self.floor = self.note_above = goal.floor
        self.unseen_bound = 0
        self.runners_up: list[FoundRoute] = []
        self.root = self.barred = 0
        self.arms: tuple[list[DirectedLeg], list[DirectedLeg]] = ([], [])
        self._growth = growth
        self._report = report
        self._verdict = verdict
        self._best: dict[int, FoundRoute] = {}
        self._runners_up: dict[int, FoundRoute] = {}
        self._plain = graph.plain
        self._bonus_bound = None if graph.plain else graph.bonus_bound
        self._most_anywhere = self._bonus_bound.most_anywhere if self._bonus_bound else 0

    def run(self) -> list[FoundRoute]:
        """The routes found, best first."""
        graph, growth = self.graph, self._growth(self)
        for root in graph.tokens:
            self.root = root
            visits = self.barred | graph.visit_masks[root]
            cap = graph.cap - graph.cost[root]
            if cap >= 0:
                growth.begin(visits, graph.value[root], cap, graph.free_revenue(~visits))
            self.barred |= 1 << root
        self.runners_up = _ranked(self._runners_up)
        return _ranked(self._best)

    def record(self, end: int, tip: int, grown: PartialRoute, prior: int) -> int:
        """Note the route of both arms as it stands, if it is legal and good enough. `end`, `tip`: its ends.

        `prior`: key of a legal part of it; gives the same of the route.
        """
        graph = self.graph
        used, visits, key, count, _, _ = grown
        if (
            count < graph.least
            or not (graph.end[end] and graph.end[tip])
            or key + self._most_anywhere <= self.note_above
        ):
            return prior
        if self._bonus_bound:
            most = self._bonus_bound.most_bonus(visits & graph.nodes & ~self.barred, used)
            if key + most <= self.note_above:
                return prior
        if self._plain and key <= prior:
            return prior
        nodes, path = self._nodes(), self._path()
        if not self._plain:
            key += graph.bonus_key(nodes, path)
            if key <= max(prior, self.note_above):
                return prior
        if self._verdict and not self._verdict(graph.trip(nodes, path)):
            return prior
        self._keep(FoundRoute(key, used, nodes, path), visits)
        return key

    def _keep(self, route: FoundRoute, visits: int) -> None:
        """Put a route among those found, or report it."""
        if self._report:
            self.effort.left -= NOTED
            self.floor = self.note_above = self._report(route, len(self.arms[0]) + len(self.arms[1]))
            return
        what = visits & self.graph.nodes if self.goal.keep else route.used
        if self.goal.runners_up:
            _put(self._runners_up, what, route, self.goal.runners_up)
        if route.key > self.floor:
            self.effort.left -= NOTED
            _put(self._best, what, route, self.goal.keep)
            if route.key >= self.goal.enough > 0:
                self.floor = maxsize
            elif self.goal.keep and len(self._best) == self.goal.keep:
                self.floor = max(self.floor, min(f.key for f in self._best.values()))
        if not self.goal.runners_up:
            self.note_above = self.floor
        elif len(self._runners_up) == self.goal.runners_up:
            self.note_above = min(f.key for f in self._runners_up.values())

    def _nodes(self) -> tuple[int, ...]:
        """The stops of both arms, from end to end."""
        first, second = self.arms
        return (*[n for s in first for n in s.nodes][::-1], self.root, *[n for s in second for n in s.nodes])

    def _path(self) -> tuple[int, ...]:
        """The numbers of the segments of both arms, from end to end."""
        first, second = self.arms
        return (*[n for s in first for n in s.path][::-1], *[n for s in second for n in s.path])


class SimpleGrowth:
    """Routes grow step by step; what lies ahead is bounded by the best stops not visited yet and all that bonuses could add."""

    def __init__(self, search: Search, partner: Partner | None = None) -> None:
        """`partner`: the train that runs beside; it says which key a route must exceed, and the search reports to it."""
        graph = search.graph
        self._search = search
        self._graph = graph
        self._effort = search.effort
        self._arms = search.arms
        self._partner = partner
        self._weight = graph.weight
        self._lookahead = None if graph.plain else graph.lookahead
        self._most_anywhere = graph.bonus_bound.most_anywhere if self._lookahead else 0
        self._prefix = [0, *accumulate(value for value, _ in graph.paying_stops)]
        self._most = len(graph.paying_stops)
        self._first = 0  # number of the first arm's first leg
        self._two = False  # whether there may be a second arm

    def begin(self, visits: int, key: int, cap: int, free: int) -> None:
        """Grow all routes from the search's root (`Growth`)."""
        graph, root = self._graph, self._search.root
        for step in graph.starts[root]:
            if not (step.visits & visits or step.cost > cap):
                self._first = step.index
                self._two = not step.begins and graph.passable[root]
                self._grow(0, step, root, (0, visits, key, graph.count[root], cap, free), 0)

    def _grow(self, number: int, step: DirectedLeg, other: int, before: PartialRoute, prior: int) -> None:
        """An arm (0 or 1) takes a step to a stop: record the route, try second arms (where this is the first), go on.

        `other`: the other end of the route; `before`: the route before the step; `prior`: key of a legal part of it.
        """
        used, visits, key, count, cap, free = before
        used |= step.used
        visits |= step.visits
        key += step.gain
        cap -= step.cost
        free -= step.free
        two = self._two and not number
        to, steps = step.to, self._graph.steps
        tips = ((to,) if step.goes_on else ()) + ((other,) if two else ())
        if not self._is_promising(used, visits, key, cap, free, tips):
            return
        arm = self._arms[number]
        arm.append(step)
        grown = used, visits, key, count + step.count, cap, free
        prior = self._search.record(other, to, grown, prior)
        if two:
            for s in steps[other]:
                if s.index > self._first and not (s.used & used or s.visits & visits or s.cost > cap):
                    self._grow(1, s, to, grown, prior)
        if step.goes_on:
            for s in steps[to]:
                if not (s.used & used or s.visits & visits or s.cost > cap):
                    self._grow(number, s, other, grown, prior)
        arm.pop()

    def _is_promising(self, used: int, visits: int, key: int, cap: int, free: int, tips: tuple[int, ...]) -> bool:
        """Whether this route or one that it grows into could come above the floor. `tips`: the nodes where it may still grow."""
        search, lookahead = self._search, self._lookahead
        if self._partner:
            search.floor = self._partner.leaves(used, 1 + len(self._arms[0]) + len(self._arms[1]))
            search.note_above = search.floor
        floor = search.floor
        bound = key + free + self._prefix[min(self._most, cap)] + self._most_anywhere
        if bound <= floor:
            return False
        if lookahead is None:
            bound = key + free + self._graph.top_values(visits, cap)
            if bound <= floor:
                return False
        elif not lookahead.exceeds(floor - key, visits, search.barred, used, tips, cap):
            return False
        self._effort.left -= self._weight
        if self._effort.left < 0:
            if lookahead:
                bound = min(bound, key + lookahead.most(visits, search.barred, used, tips, cap))
            search.unseen_bound = max(search.unseen_bound, bound)
            return False
        return True


def _put(best: dict[int, FoundRoute], what: int, route: FoundRoute, most: int) -> None:
    """Add a route, unless a better one of its kind is known; of more than `most` (0: any number) the worst is dropped."""
    known = best.get(what)
    if known is None or known.key < route.key:
        best[what] = route
        if len(best) > most > 0:
            del best[min(best, key=lambda w: best[w].key)]


def _ranked(best: dict[int, FoundRoute]) -> list[FoundRoute]:
    """The routes by `rank`."""
    return sorted(best.values(), key=rank)


def rank(route: FoundRoute) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The order of routes: the best key first, then by stops and segments, so that it is the same everywhere."""
    return -route.key, route.nodes, route.path
