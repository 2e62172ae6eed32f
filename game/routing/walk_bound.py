"""What a route could still earn ahead of its ends: tables that bound the search on dense boards.

A route that grows is a simple path; how a simple path goes on best is as hard as the whole question. A *walk* that may come to a
stop twice, only never straight back, is found by dynamic programming over what is left of the train's length, and earns at least
as much (Christofides, Mingozzi and Toth 1981). Walks that circle among the best stops are made dear: each stop has a fine, paid
by each visit and refunded once to every route, so that simple paths pay nothing and circles do (Lagrangean relaxation; Held and
Karp 1971). The fines are found by subgradient steps, in whole numbers so that all machines find the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from game.route_rules import BestStop, BothEnds
from game.routing.route_graph import DOLLARS
from game.routing.town_runs import NO_WAY, Out, TownRuns, by_gain

if TYPE_CHECKING:
    from game.routing.route_graph import RouteGraph

Table = list[tuple[list[int], list[int], list[int]]]  # by node, then by what is left of the cap


class _Mode(NamedTuple):
    """Tables for routes that may end anywhere, or for those that have the bonus of both ends."""

    red: bool
    ends: list[int]
    out: list[list[Out]]
    plain: Table


class Walk(NamedTuple):
    """A route but for the stops and hexsides that come twice."""

    key: int  # with fines and refund
    nodes: list[int]
    used: list[int]  # of each step


class WalkBound:
    """Tables of the most that walks add, for a route graph under given fines (keys, by node)."""

    def __init__(
        self,
        graph: RouteGraph,
        fines: Sequence[int],
        legs: TownRuns | None = None,
        prices: Mapping[int, int] | None = None,
    ) -> None:
        """`legs`: of the graph, if they are known; `prices` (keys, by hexside bit): beside those of the graph."""
        self.graph = graph
        self.fines = fines
        self.refund = sum(fines)
        self.size = len(graph.names)
        self.cap = min(graph.cap, sum(max((s.cost for s in steps), default=0) for steps in graph.starts) + 1)
        self.best = [0] * self.size  # by node: key if the best stop of the route is counted once more
        self.red = [False] * self.size  # by node: whether it is an end for the bonus of both ends
        self.end_bonus = [0] * self.size  # by node: key of that bonus
        self._read_bonus_forms()
        self.legs = legs or TownRuns(graph)
        self.effort = self.legs.size * (2 + self.cap) >> 1  # states that it takes as long as
        self.out = self.legs.best_legs(fines, prices or {})
        self.modes = [self._mode([0] * self.size, self.out, red=False)]
        if any(self.end_bonus):
            ends = [0 if red else NO_WAY for red in self.red]
            self.modes.append(self._mode(ends, [self._with_end_bonus(out) for out in self.out], red=True))
        self._doubled: dict[bool, Table | None] = {}
        self._sums: dict[tuple[int, int], list[tuple[bool, list[int], list[int] | None]]] = {}
        self.known: dict[tuple[int, int, int, int], list[int]] = {}

    def for_graph(self, graph: RouteGraph) -> WalkBound:
        """A copy for a graph whose steps have the prices taken off."""
        same = copy(self)
        same.graph, same.known = graph, {}
        return same

    def _with_end_bonus(self, out: list[Out]) -> list[Out]:
        """Legs whose gain has the bonus of both ends of their stops."""
        return by_gain([(o[0] + sum([self.end_bonus[n] for n in self.legs.nodes(o[4])]), *o[1:]) for o in out])

    def _mode(self, ends: list[int], out: list[list[Out]], *, red: bool) -> _Mode:
        """The tables for walks that end as `ends` allows."""
        return _Mode(red, ends, out, self._table(ends, out, None))

    def _doubled_table(self, mode: _Mode) -> Table | None:
        """The table of a mode for walks that count one of their stops once more, if there is such a bonus."""
        if mode.red not in self._doubled:
            self._doubled[mode.red] = self._table(mode.ends, mode.out, mode.plain) if any(self.best) else None
        return self._doubled[mode.red]

    def _read_bonus_forms(self) -> None:
        """Take what bonuses add by node from their forms (`BestStop`, `BothEnds`)."""
        graph = self.graph
        for bonus in graph.bonuses:
            if isinstance(bonus.form, BestStop):
                self.best = [bonus.form.values.get(s, 0) << DOLLARS for s in graph.names]
            elif isinstance(bonus.form, BothEnds):
                self.end_bonus = [bonus.form.each.get(s, 0) << DOLLARS for s in graph.names]
                self.red = [s in bonus.form.stops for s in graph.names]

    def _table(self, ends: Sequence[int], out: list[list[Out]], plain: Table | None) -> Table:
        """By node and what is left of the cap: the most that a walk adds from there on, the node it goes to first, and the most
        if it may not go there. `ends`: what a walk gets that ends at a node.

        `plain`: the same table; then the table is for walks that count one of their stops once more (`best`).
        """
        size, best = self.size, self.best
        start = ends if plain is None else [NO_WAY] * size
        dearest = 0 if plain is None else max(best)
        table: Table = [([], [], []) for _ in range(size)]
        top = max(ends) + dearest  # more than this no walk adds behind its first leg
        for c in range(self.cap + 1):
            for n in range(size):
                first = second = start[n]
                via = -1
                for gain, to, cost, on, _ in out[n]:
                    if gain + top <= second:
                        break
                    if cost > c:
                        continue
                    if on:
                        left = c - cost
                        there = table[to]
                        value = gain + (there[2][left] if there[1][left] == n else there[0][left])
                        if plain is not None:
                            there = plain[to]
                            twice = there[2][left] if there[1][left] == n else there[0][left]
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
            top = max(top, *[row[0][c] for row in table])
            if plain is not None:
                top = max(top, *[dearest + row[0][c] for row in plain])
        return table

    def best_remaining(self, one: int, other: int, best: int, end_bonus: int) -> list[int]:
        """By what is left of the cap: the most that two arms add behind these arcs (-1 - node: an arm that ends there).

        `best`: the best of the stops visited, where one counts once more; `end_bonus`: what they count if both ends are in place.
        """
        what = one, other, best, end_bonus
        if what not in self.known:
            rows: list[list[int]] = []
            for red, plain, doubled in self._sums_of_arms(one, other):
                bonus = end_bonus if red else 0
                rows.append([value + best + bonus for value in plain])
                if doubled is not None:
                    rows.append([value + bonus for value in doubled])
            self.known[what] = [max(values) for values in zip(*rows, strict=True)]
        return self.known[what]

    def _sums_of_arms(self, one: int, other: int) -> list[tuple[bool, list[int], list[int] | None]]:
        """For two arcs: by what is left for both arms, the most that they add in each mode, and with a stop counted once more."""
        if (one, other) not in self._sums:
            sums: list[tuple[bool, list[int], list[int] | None]] = []
            for mode in self.modes:
                red, ends, _, plain = mode
                doubled = self._doubled_table(mode)
                a, b = self._row(plain, ends, one), self._row(plain, ends, other)
                most = None
                if doubled is not None:
                    never = [NO_WAY] * self.size
                    x, y = _add(self._row(doubled, never, one), b), _add(a, self._row(doubled, never, other))
                    most = [max(pair) for pair in zip(x, y, strict=True)]
                sums.append((red, _add(a, b), most))
            self._sums[one, other] = sums
        return self._sums[one, other]

    def _row(self, table: Table, ends: Sequence[int], arc: int) -> list[int]:
        """By what is left of the cap: the most that a walk adds behind an arc."""
        if arc < 0:
            return [ends[-1 - arc]] * (self.cap + 1)
        before, node = divmod(arc, self.size)
        first, via, second = table[node]
        return [second[c] if via[c] == before else first[c] for c in range(self.cap + 1)]

    def walk(self) -> Walk:
        """The best walk; of bonuses that of both ends counts."""
        graph = self.graph
        top: tuple[int, int, int, Out, int] | None = None
        for mode, (red, ends, out, table) in enumerate(self.modes):
            for root in graph.tokens:
                cap = self.cap - graph.cost[root]
                own = graph.value[root] - self.fines[root] + self.refund + (self.end_bonus[root] if red else 0)
                for way in out[root]:
                    gain, to, cost, on, _ = way
                    left = cap - cost
                    if left < 0:
                        continue
                    there = self._row(table, ends, root * self.size + to if on else -1 - to)
                    back = self._row(table, ends, to * self.size + root if graph.passable[root] else -1 - root)
                    if top is not None and own + gain + there[left] + back[left] <= top[0]:
                        continue
                    for c in range(left + 1):
                        value = own + gain + there[c] + back[left - c]
                        if top is None or value > top[0]:
                            top = value, mode, root, way, c
        if top is None:
            return Walk(0, [], [])
        key, mode, root, (_, to, cost, on, leg), c = top
        nodes, used = [root, *self.legs.nodes(leg)], [self.legs.used(leg)]
        if on:
            self._follow(mode, to, root, c, nodes, used)
        if graph.passable[root]:
            self._follow(mode, root, to, self.cap - graph.cost[root] - cost - c, nodes, used)
        return Walk(key, nodes, used)

    def _follow(self, mode: int, node: int, before: int, left: int, nodes: list[int], used: list[int]) -> None:
        """The stops of the best walk behind a node, and their track."""
        _, ends, out, table = self.modes[mode]
        while True:
            want = self._row(table, ends, before * self.size + node)[left]
            if want == ends[node]:
                return
            for gain, to, cost, on, way in out[node]:  # noqa: B007 - the last one is used below
                if to != before and cost <= left:
                    after = self._row(table, ends, node * self.size + to)[left - cost] if on else ends[to]
                    if gain + after == want:
                        break
            else:
                return
            nodes += self.legs.nodes(way)
            used.append(self.legs.used(way))
            before, node, left = node, to, left - cost
            if not on:
                return


def _add(a: list[int], b: list[int]) -> list[int]:
    """The most of both together, by what is left for both."""
    if a[0] == a[-1]:
        return [x + a[0] for x in b]
    if b[0] == b[-1]:
        return [x + b[0] for x in a]
    return [max([a[i] + b[c - i] for i in range(c + 1)]) for c in range(len(a))]
