"""Best routes of one train: branch and bound over two arms.

Every legal route holds a station. It is rooted at the first of the company's stations on it (routes through stations tried
before are barred), one arm grows from the root, then the other over segments with a higher number, so each is met once.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from sys import maxsize
from typing import NamedTuple

from game.routing.edges import Step
from game.routing.pair_search import Partner
from game.routing.route_graph import Chart
from game.rules import Trip

Verdict = Callable[[Trip], bool]


class Found(NamedTuple):
    """A route: its key, what it uses, its nodes in order and the segments between them."""

    key: int
    used: int
    nodes: tuple[int, ...]
    path: tuple[int, ...]


# A route as far as it has grown: hexsides, nodes and groups (both as bits), key, stops that count, what is left of the cap, what
# stops that cost nothing could still add to the key. A plain tuple: hundreds of thousands are made.
Extent = tuple[int, int, int, int, int, int]


class Goal(NamedTuple):
    """What a search is to bring: routes whose key is above `floor`.

    `keep` > 0: only that many, of different stops, the best ones; 0: all, one for each set of hexsides.
    `aside` > 0: `met` gets so many routes of different stops, the best of those that the search came across.
    `enough` > 0: the search ends when a route has that key.
    """

    floor: int = 0
    keep: int = 1
    aside: int = 0
    enough: int = 0


ANY = Goal()  # the best route, whatever it is worth
NOTED = 3  # states: what it takes to write a route down, beside looking at it


class Effort:
    """States that may still be looked at. Counted, not timed, so that every machine stops at the same answer."""

    def __init__(self, states: int) -> None:
        self.left = states

    @property
    def spent(self) -> bool:
        return self.left <= 0


class Search:
    """One search for the routes of a goal.

    `floor`: what keys must exceed by now.
    `partner`: it is told of the routes instead, if with one of its own they exceed what it asks for.
    `missed`: above the floor too, if the effort was spent: no route that was not seen has a higher key.
    """

    def __init__(
        self,
        chart: Chart,
        effort: Effort,
        goal: Goal = ANY,
        *,
        partner: Partner | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        self.chart = chart
        self.effort = effort
        self.goal = goal
        self.floor = goal.floor
        self.partner = partner
        # Who is told of each route (and its number of steps) instead of noting it; the answer is the floor from then on.
        self._tell: Callable[[Found, int], int] | None = partner.meet if partner else None
        self.verdict = verdict
        self.missed = 0
        self.met: list[Found] = []
        self._aside: dict[int, Found] = {}
        self._low = goal.floor  # what a route must exceed to be worth a note
        self._best: dict[int, Found] = {}
        self._plain = chart.plain
        self._weight = chart.weight
        self._hope = None if chart.plain else chart.hope
        self._whole = self._hope.whole if self._hope else 0
        self._prefix = [0, *accumulate(value for value, _ in chart.paying)]
        self._most = len(chart.paying)
        self._root = 0
        self._barred = 0
        self._first = 0
        self._two = False  # whether there may be a second arm
        self._arms: tuple[list[Step], list[Step]] = ([], [])

    def run(self) -> list[Found]:
        """The routes found, best first."""
        chart = self.chart
        for root in chart.tokens:
            self._root = root
            mine = self._barred | chart.bars[root]
            cap = chart.cap - chart.cost[root]
            if cap >= 0:
                free = chart.gifts(~mine)
                self._begin(mine, chart.value[root], cap, free)
            self._barred |= 1 << root
        self.met = _ranked(self._aside)
        return _ranked(self._best)

    # ------------------------------------------------------------------ growing

    def _begin(self, mine: int, key: int, cap: int, free: int) -> None:
        chart = self.chart
        root = self._root
        for step in chart.starts[root]:
            if not (step.mine & mine or step.cost > cap):
                self._first = step.index
                self._two = not step.begins and chart.passable[root]
                self._grow(0, step, root, (0, mine, key, chart.count[root], cap, free), 0)

    def _grow(self, number: int, step: Step, other: int, before: Extent, prior: int) -> None:
        """An arm (0 or 1) takes a step to a stop: take the route, try second arms (where this is the first), go on.

        `other`: the other end of the route; `before`: the route before the step; `prior`: key of a legal part of it.
        """
        used, mine, key, count, cap, free = before
        used |= step.used
        mine |= step.mine
        key += step.gain
        cap -= step.cost
        free -= step.free
        two = self._two and not number
        to, steps = step.to, self.chart.steps
        tips = ((to,) if step.goes_on else ()) + ((other,) if two else ())
        if not self._promising(used, mine, key, cap, free, tips):
            return
        arm = self._arms[number]
        arm.append(step)
        grown = used, mine, key, count + step.count, cap, free
        prior = self._take(other, to, grown, prior)
        if two:
            for s in steps[other]:
                if s.index > self._first and not (s.used & used or s.mine & mine or s.cost > cap):
                    self._grow(1, s, to, grown, prior)
        if step.goes_on:
            for s in steps[to]:
                if not (s.used & used or s.mine & mine or s.cost > cap):
                    self._grow(number, s, other, grown, prior)
        arm.pop()

    # ------------------------------------------------------------------ bounds

    def _promising(self, used: int, mine: int, key: int, cap: int, free: int, tips: tuple[int, ...]) -> bool:
        """Whether this route or one that it grows into could come above the floor."""
        if self.partner:
            self.floor = self._low = self.partner.leaves(used, 1 + len(self._arms[0]) + len(self._arms[1]))
        bound = key + free + self._prefix[min(self._most, cap)] + self._whole
        if bound <= self.floor:
            return False
        if self._hope is None:
            bound = key + free + self.chart.top(mine, cap)
            if bound <= self.floor:
                return False
        elif not self.chart.near.exceeds(self.floor - key, mine, self._barred, used, tips, cap):
            return False
        self.effort.left -= self._weight
        if self.effort.left < 0:
            if self._hope:
                bound = min(bound, key + self.chart.near.most(mine, self._barred, used, tips, cap))
            self.missed = max(self.missed, bound)
            return False
        return True

    def _take(self, end: int, tip: int, grown: Extent, prior: int) -> int:
        """Note the route as it stands, if it is legal and good enough. `prior`: key of a legal part of it."""
        chart = self.chart
        used, mine, key, count, _, _ = grown
        if count < chart.least or not (chart.end[end] and chart.end[tip]) or key + self._whole <= self._low:
            return prior
        if self._hope and key + self._hope.beyond(mine & chart.nodes & ~self._barred, used) <= self._low:
            return prior
        if self._plain and key <= prior:
            return prior
        nodes, path = self._nodes(), self._path()
        if not self._plain:
            key += chart.beyond(nodes, path)
            if key <= max(prior, self._low):
                return prior
        if self.verdict and not self.verdict(chart.trip(nodes, path)):
            return prior
        self._note(Found(key, used, nodes, path), mine)
        return key

    def _note(self, found: Found, mine: int) -> None:
        if self._tell:
            self.effort.left -= NOTED
            self.floor = self._low = self._tell(found, len(self._arms[0]) + len(self._arms[1]))
            return
        what = mine & self.chart.nodes if self.goal.keep else found.used
        if self.goal.aside:
            _put(self._aside, what, found, self.goal.aside)
        if found.key > self.floor:
            self.effort.left -= NOTED
            _put(self._best, what, found, self.goal.keep)
            if found.key >= self.goal.enough > 0:
                self.floor = maxsize
            elif self.goal.keep and len(self._best) == self.goal.keep:
                self.floor = max(self.floor, min(f.key for f in self._best.values()))
        if not self.goal.aside:
            self._low = self.floor
        elif len(self._aside) == self.goal.aside:
            self._low = min(f.key for f in self._aside.values())

    def _nodes(self) -> tuple[int, ...]:
        first, second = self._arms
        return (*[n for s in first for n in s.nodes][::-1], self._root, *[n for s in second for n in s.nodes])

    def _path(self) -> tuple[int, ...]:
        first, second = self._arms
        return (*[n for s in first for n in s.path][::-1], *[n for s in second for n in s.path])


def _put(best: dict[int, Found], what: int, found: Found, most: int) -> None:
    """Add a route, unless a better one of its kind is known; of more than `most` (0: any number) the worst is dropped."""
    known = best.get(what)
    if known is None or known.key < found.key:
        best[what] = found
        if len(best) > most > 0:
            del best[min(best, key=lambda w: best[w].key)]


def _ranked(best: dict[int, Found]) -> list[Found]:
    return sorted(best.values(), key=rank)


def rank(found: Found) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    return -found.key, found.nodes, found.path
