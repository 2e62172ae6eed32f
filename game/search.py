"""Best routes of one train: branch and bound over two arms.

Every legal route holds a station. It is rooted at the first of the company's stations on it (routes through stations tried
before are barred), one arm grows from the root, then the other over segments with a higher number, so each is met once.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import maxsize
from typing import NamedTuple

from game.chart import Chart, Step
from game.rules import Trip

Verdict = Callable[[Trip], bool]


class Found(NamedTuple):
    """A route: its key, what it uses, its nodes in order and the segments between them."""

    key: int
    used: int
    nodes: tuple[int, ...]
    path: tuple[int, ...]


NOTED = 3  # states: what it takes to write a route down, beside looking at it


class Effort:
    """States that may still be looked at. Counted, not timed, so that every machine stops at the same answer."""

    def __init__(self, states: int) -> None:
        self.left = states

    @property
    def spent(self) -> bool:
        return self.left <= 0


class Search:
    """One search: the routes whose key is above `floor`.

    `keep` > 0: only that many, of different stops, the best ones; 0: all, one for each set of hexsides.
    `enough` > 0: the search ends when a route has that key.
    `missed`: above the floor too, if the effort was spent: no route that was not seen has a higher key.
    """

    def __init__(
        self,
        chart: Chart,
        effort: Effort,
        *,
        floor: int = 0,
        keep: int = 1,
        enough: int = 0,
        verdict: Verdict | None = None,
    ) -> None:
        self.chart = chart
        self.effort = effort
        self.floor = floor
        self.keep = keep
        self.enough = enough
        self.verdict = verdict
        self.missed = 0
        self._best: dict[int, Found] = {}
        self._plain = chart.plain
        self._weight = chart.weight
        self._whole = 0 if self._plain else chart.bound(chart.nodes)
        self._prefix = [0]
        for value, _ in chart.paying:
            self._prefix.append(self._prefix[-1] + value)
        self._most = len(chart.paying)
        self._root = 0
        self._barred = 0
        self._first = 0
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
        return sorted(self._best.values(), key=lambda f: (-f.key, f.nodes, f.path))

    # ------------------------------------------------------------------ growing

    def _begin(self, mine: int, key: int, cap: int, free: int) -> None:
        chart = self.chart
        root = self._root
        arm = self._arms[0]
        for step in chart.starts[root]:
            if step.mine & mine or step.cost > cap:
                continue
            self._first = step.index
            one_arm = step.index in chart.last_there[root] or not chart.passable[root]
            arm.append(step)
            self._grow_first(
                step,
                step.used,
                mine | step.mine,
                key + step.gain,
                cap - step.cost,
                free - step.free,
                chart.count[root] + step.count,
                0,
                one_arm,
            )
            arm.pop()

    def _grow_first(
        self, last: Step, used: int, mine: int, key: int, cap: int, free: int, count: int, prior: int, one_arm: bool
    ) -> None:
        """The first arm has come to a stop: take the route, try second arms, go on."""
        root = self._root
        tips: tuple[int, ...] = (last.to,) if one_arm else (last.to, root)
        if not last.goes_on:
            tips = tips[1:]
        if not self._promising(mine, key, cap, free, tips):
            return
        prior = self._take(root, last.to, used, mine, key, count, prior)
        if not one_arm:
            for step in self.chart.steps[root]:
                if step.index > self._first and not (step.used & used or step.mine & mine or step.cost > cap):
                    self._arms[1].append(step)
                    self._grow_second(
                        step,
                        last.to,
                        used | step.used,
                        mine | step.mine,
                        key + step.gain,
                        cap - step.cost,
                        free - step.free,
                        count + step.count,
                        prior,
                    )
                    self._arms[1].pop()
        if last.goes_on:
            arm = self._arms[0]
            for step in self.chart.steps[last.to]:
                if not (step.used & used or step.mine & mine or step.cost > cap):
                    arm.append(step)
                    self._grow_first(
                        step,
                        used | step.used,
                        mine | step.mine,
                        key + step.gain,
                        cap - step.cost,
                        free - step.free,
                        count + step.count,
                        prior,
                        one_arm,
                    )
                    arm.pop()

    def _grow_second(
        self, last: Step, other: int, used: int, mine: int, key: int, cap: int, free: int, count: int, prior: int
    ) -> None:
        """The second arm has come to a stop; `other` is the end of the first."""
        if not self._promising(mine, key, cap, free, (last.to,) if last.goes_on else ()):
            return
        prior = self._take(other, last.to, used, mine, key, count, prior)
        if last.goes_on:
            arm = self._arms[1]
            for step in self.chart.steps[last.to]:
                if not (step.used & used or step.mine & mine or step.cost > cap):
                    arm.append(step)
                    self._grow_second(
                        step,
                        other,
                        used | step.used,
                        mine | step.mine,
                        key + step.gain,
                        cap - step.cost,
                        free - step.free,
                        count + step.count,
                        prior,
                    )
                    arm.pop()

    # ------------------------------------------------------------------ bounds

    def _promising(self, mine: int, key: int, cap: int, free: int, tips: tuple[int, ...]) -> bool:
        """Whether this route or one that it grows into could come above the floor."""
        bound = key + free + self._prefix[min(self._most, cap)] + self._whole
        if bound <= self.floor:
            return False
        chart = self.chart
        if self._plain:
            bound = key + free + chart.top(mine, cap)
        else:
            bound = key + chart.hope(mine & chart.nodes, self._barred, tips, min(cap, chart.ample))
        if bound <= self.floor:
            return False
        self.effort.left -= self._weight
        if self.effort.left < 0:
            self.missed = max(self.missed, bound)
            return False
        return True

    def _take(self, end: int, tip: int, used: int, mine: int, key: int, count: int, prior: int) -> int:
        """Note the route as it stands, if it is legal and good enough. `prior`: key of a legal part of it."""
        chart = self.chart
        if count < chart.least or not (chart.end[end] and chart.end[tip]) or key + self._whole <= self.floor:
            return prior
        nodes: tuple[int, ...] | None = None
        if not self._plain or self.verdict:
            nodes, path = self._nodes(), self._path()
            key += chart.beyond(nodes, path)
            if key <= self.floor or (self.verdict and not self.verdict(chart.trip(nodes, path))):
                return prior
        elif key <= self.floor:
            return prior
        if key <= prior:
            return prior
        self._note(Found(key, used, nodes or self._nodes(), self._path()), mine)
        return key

    def _note(self, found: Found, mine: int) -> None:
        self.effort.left -= NOTED
        what = mine & self.chart.nodes if self.keep else found.used
        known = self._best.get(what)
        if known is not None and known.key >= found.key:
            return
        self._best[what] = found
        if found.key >= self.enough > 0:
            self.floor = maxsize
        elif self.keep and len(self._best) >= self.keep:
            while len(self._best) > self.keep:
                del self._best[min(self._best, key=lambda w: self._best[w].key)]
            self.floor = max(self.floor, min(f.key for f in self._best.values()))

    def _nodes(self) -> tuple[int, ...]:
        first, second = self._arms
        return (*(s.to for s in reversed(first)), self._root, *(s.to for s in second))

    def _path(self) -> tuple[int, ...]:
        first, second = self._arms
        return (*(s.index for s in reversed(first)), *(s.index for s in second))
