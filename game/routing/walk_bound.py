"""What a route could still earn ahead of its ends: tables that bound the search on dense boards.

A route that grows is a simple path; how a simple path goes on best is as hard as the whole question. A *walk* that may come to a
stop twice, only never straight back, is found by dynamic programming over what is left of the train's length, and earns at least
as much (Christofides, Mingozzi and Toth 1981). Walks that circle among the best stops are made dear: each stop has a fine, paid
by each visit and refunded once to every route, so that simple paths pay nothing and circles do (Lagrangean relaxation; Held and
Karp 1971). The fines are found by subgradient steps, in whole numbers so that all machines find the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.routing.route_graph import DOLLARS
from game.rules import BestStop, BothEnds

if TYPE_CHECKING:
    from game.routing.route_graph import Chart

NEVER = -(1 << 60)  # no way on

Table = list[tuple[list[int], list[int], list[int]]]  # by node, then by what is left of the cap


class Leg(NamedTuple):
    """A way from a node over stops that cost nothing to the next that costs something, or to an end before."""

    gain: int
    to: int
    cost: int
    on: bool  # whether the train may go on; it is paid for its last stop if so
    nodes: tuple[int, ...]  # visited, `to` last
    used: int


Groups = list[list[Leg]]  # from one node: by where they lead and at what cost, those that gain most first


class _Mode(NamedTuple):
    """Tables for routes that may end anywhere, or for those that have the bonus of both ends."""

    red: bool
    ends: list[int]
    out: list[list[Leg]]
    plain: Table
    doubled: Table | None


class Walk(NamedTuple):
    """A route but for the stops and hexsides that come twice."""

    key: int  # with fines and refund
    nodes: list[int]
    used: list[int]  # of each step


class Outlook:
    """The tables of a chart under given fines (keys, by node)."""

    def __init__(
        self,
        chart: Chart,
        fines: Sequence[int],
        legs: list[Groups] | None = None,
        prices: Mapping[int, int] | None = None,
    ) -> None:
        """`legs`: of the chart, if they are known; `prices` (keys, by hexside bit): beside those of the chart."""
        self.chart = chart
        self.fines = fines
        self.refund = sum(fines)
        self.size = len(chart.names)
        self.cap = min(chart.cap, sum(max((s.cost for s in steps), default=0) for steps in chart.starts) + 1)
        self.best = [0] * self.size  # by node: key if the best stop of the route is counted once more
        self.red = [False] * self.size  # by node: whether it is an end for the bonus of both ends
        self.each = [0] * self.size  # by node: key of that bonus
        self._read()
        self.legs = legs or legs_of(chart)
        self.effort = sum(map(len, self.legs)) * (2 + self.cap)  # states that it takes as long as
        self.prices = prices or {}
        self._priced = sum(self.prices)
        self.out = [self._fined(found) for found in self.legs]
        self.modes = [self._mode([0] * self.size, self.out, red=False)]
        if any(self.each):
            with_each = [
                sorted([leg._replace(gain=leg.gain + self._each(leg)) for leg in legs], key=lambda leg: -leg.gain)
                for legs in self.out
            ]
            self.modes.append(self._mode([0 if red else NEVER for red in self.red], with_each, red=True))
        self._sums: dict[tuple[int, int], list[tuple[bool, list[int], list[int] | None]]] = {}
        self.known: dict[tuple[int, int, int, int], list[int]] = {}

    def _each(self, leg: Leg) -> int:
        return sum([self.each[n] for n in leg.nodes])

    def _mode(self, ends: list[int], out: list[list[Leg]], *, red: bool) -> _Mode:
        plain = self._table(ends, out, None)
        return _Mode(red, ends, out, plain, self._table(ends, out, plain) if any(self.best) else None)

    def _read(self) -> None:
        chart = self.chart
        for bonus in chart.bonuses:
            if isinstance(bonus.form, BestStop):
                self.best = [bonus.form.values.get(s, 0) << DOLLARS for s in chart.names]
            elif isinstance(bonus.form, BothEnds):
                self.each = [bonus.form.each.get(s, 0) << DOLLARS for s in chart.names]
                self.red = [s in bonus.form.stops for s in chart.names]

    def _fined(self, groups: Groups) -> list[Leg]:
        """The best of each group, less fines and prices."""
        fines, prices, priced = self.fines, self.prices, self._priced
        found = []
        for legs in groups:
            best, most = legs[0], NEVER
            for leg in legs:
                gain = leg.gain
                if gain <= most:
                    break  # fines and prices only take away
                for n in leg.nodes:
                    gain -= fines[n]
                if gain > most:
                    left = leg.used & priced
                    while left:
                        bit = left & -left
                        gain -= prices[bit]
                        left ^= bit
                    if gain > most:
                        best, most = leg, gain
            found.append(Leg(most, best.to, best.cost, best.on, best.nodes, best.used))
        found.sort(key=_gain)
        return found

    def _table(self, ends: Sequence[int], out: list[list[Leg]], plain: Table | None) -> Table:
        """By node and what is left of the cap: the most that a walk adds from there on, the node it goes to first, and the most
        if it may not go there. `ends`: what a walk gets that ends at a node.

        `plain`: the same table; then it is asked for walks that count one of their stops once more (`best`).
        """
        size, best = self.size, self.best
        start = ends if plain is None else [NEVER] * size
        table: Table = [([], [], []) for _ in range(size)]
        for c in range(self.cap + 1):
            for n in range(size):
                first = second = start[n]
                via = -1
                for gain, to, cost, on, _, _ in out[n]:
                    if cost > c:
                        continue
                    if on:
                        left = c - cost
                        value = gain + (table[to][2][left] if table[to][1][left] == n else table[to][0][left])
                        if plain is not None:
                            twice = plain[to][2][left] if plain[to][1][left] == n else plain[to][0][left]
                            value = max(value, gain + best[to] + twice)
                    else:
                        value = gain + ends[to] + (0 if plain is None else best[to])
                    if value > first:
                        if to != via:
                            second, via = first, to
                        first = value
                    elif value > second and to != via:
                        second = value
                row = table[n]
                row[0].append(first)
                row[1].append(via)
                row[2].append(second)
        return table

    # ------------------------------------------------------------------ asking

    def ahead(self, one: int, other: int, best: int, each: int) -> list[int]:
        """By what is left of the cap: the most that two arms add behind these arcs (-1 - node: an arm that ends there).

        `best`: the best of the stops visited, where one counts once more; `each`: what they count if both ends are in place.
        """
        what = one, other, best, each
        if what not in self.known:
            rows: list[list[int]] = []
            for red, plain, doubled in self._both(one, other):
                bonus = each if red else 0
                rows.append([value + best + bonus for value in plain])
                if doubled is not None:
                    rows.append([value + bonus for value in doubled])
            self.known[what] = [max(values) for values in zip(*rows, strict=True)]
        return self.known[what]

    def _both(self, one: int, other: int) -> list[tuple[bool, list[int], list[int] | None]]:
        if (one, other) not in self._sums:
            found: list[tuple[bool, list[int], list[int] | None]] = []
            for red, ends, _, plain, doubled in self.modes:
                a, b = self._row(plain, ends, one), self._row(plain, ends, other)
                most = None
                if doubled is not None:
                    never = [NEVER] * self.size
                    x, y = _add(self._row(doubled, never, one), b), _add(a, self._row(doubled, never, other))
                    most = [max(pair) for pair in zip(x, y, strict=True)]
                found.append((red, _add(a, b), most))
            self._sums[one, other] = found
        return self._sums[one, other]

    def _row(self, table: Table, ends: Sequence[int], arc: int) -> list[int]:
        if arc < 0:
            return [ends[-1 - arc]] * (self.cap + 1)
        before, node = divmod(arc, self.size)
        first, via, second = table[node]
        return [second[c] if via[c] == before else first[c] for c in range(self.cap + 1)]

    # ------------------------------------------------------------------ the best walk

    def walk(self) -> Walk:
        """The best walk; of bonuses that of both ends counts."""
        chart = self.chart
        top: tuple[int, int, int, Leg, int] | None = None
        for mode, (red, ends, out, table, _) in enumerate(self.modes):
            for root in chart.tokens:
                cap = self.cap - chart.cost[root]
                own = chart.value[root] - self.fines[root] + self.refund + (self.each[root] if red else 0)
                for leg in out[root]:
                    left = cap - leg.cost
                    if left < 0:
                        continue
                    there = self._row(table, ends, root * self.size + leg.to if leg.on else -1 - leg.to)
                    back = self._row(table, ends, leg.to * self.size + root if chart.passable[root] else -1 - root)
                    own_leg = own + leg.gain
                    for c in range(left + 1):
                        value = own_leg + there[c] + back[left - c]
                        if top is None or value > top[0]:
                            top = value, mode, root, leg, c
        if top is None:
            return Walk(0, [], [])
        key, mode, root, leg, c = top
        nodes, used = [root, *leg.nodes], [leg.used]
        if leg.on:
            self._follow(mode, leg.to, root, c, nodes, used)
        if chart.passable[root]:
            self._follow(mode, root, leg.to, self.cap - chart.cost[root] - leg.cost - c, nodes, used)
        return Walk(key, nodes, used)

    def _follow(self, mode: int, node: int, before: int, left: int, nodes: list[int], used: list[int]) -> None:
        """The stops of the best walk behind a node, and their track."""
        _, ends, out, table, _ = self.modes[mode]
        while True:
            want = self._row(table, ends, before * self.size + node)[left]
            if want == ends[node]:
                return
            for leg in out[node]:
                if leg.to != before and leg.cost <= left:
                    after = (
                        self._row(table, ends, node * self.size + leg.to)[left - leg.cost] if leg.on else ends[leg.to]
                    )
                    if leg.gain + after == want:
                        break
            else:
                return
            nodes.extend(leg.nodes)
            used.append(leg.used)
            before, node, left = node, leg.to, left - leg.cost
            if not leg.on:
                return


def legs_of(chart: Chart) -> list[Groups]:
    """The legs from each node."""
    found = []
    for n in range(len(chart.names)):
        groups: dict[tuple[int, int, bool], list[Leg]] = {}
        for leg in _legs(chart, n):
            groups.setdefault((leg.to, leg.cost, leg.on), []).append(leg)
        found.append([sorted(legs, key=_gain) for legs in groups.values()])
    return found


def _gain(leg: Leg) -> int:
    return -leg.gain


def _legs(chart: Chart, start: int) -> list[Leg]:
    """The legs from a node."""
    found: list[Leg] = []

    def walk(n: int, nodes: tuple[int, ...], used: int, mine: int, gain: int, cost: int) -> None:
        for s in chart.steps[n]:
            if s.used & used or s.mine & mine:
                continue
            now, paid = gain + s.gain, cost + s.cost
            way = (*nodes, *s.nodes)
            if s.goes_on and (chart.cost[s.to] or s.cost):
                found.append(Leg(now, s.to, paid, True, way, used | s.used))
            else:
                found.append(Leg(now, s.to, paid, False, way, used | s.used))
                if s.goes_on:
                    walk(s.to, way, used | s.used, mine | s.mine, now, paid)

    walk(start, (), 0, chart.bars[start], 0, 0)
    return found


def _add(a: list[int], b: list[int]) -> list[int]:
    """The most of both together, by what is left for both."""
    if a[0] == a[-1]:
        return [x + a[0] for x in b]
    if b[0] == b[-1]:
        return [x + b[0] for x in a]
    return [max([a[i] + b[c - i] for i in range(c + 1)]) for c in range(len(a))]
