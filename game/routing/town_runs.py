"""Legs: ways from a stop over towns that cost nothing to the next stop that costs something, or to an end before.

Towns that cost no length would let a walk circle for nothing, so all simple ways over them are listed once. Each is a shorter
one and one step more, so what all of them gain under fines and prices is one addition each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.routing.edges import DirectedLeg
    from game.routing.route_graph import RouteGraph

NO_WAY = -(1 << 60)  # no way on

# The best of the legs from a node that lead to the same end at the same cost: what it gains, the end, the cost, whether the train
# may go on (it is paid for its last stop if so), the number of the leg.
Out = tuple[int, int, int, bool, int]


class TownRuns:
    """All legs of a route graph: runs over towns that cost nothing, each to the next stop that costs something."""

    def __init__(self, graph: RouteGraph) -> None:
        self._steps: list[DirectedLeg] = [s for steps in graph.steps for s in steps]
        self._number = {id(s): n for n, s in enumerate(self._steps)}
        self._graph = graph
        self._parts = [(0, -1, -1)]  # by leg: the leg without its last step (0: none), that step, the group
        self._groups: list[tuple[int, int, int, bool]] = []  # from, to, cost, whether the train may go on
        self._known: dict[tuple[int, int, int, bool], int] = {}
        for node in range(len(graph.names)):
            self._list_from(node, node, 0, 0, graph.visit_masks[node], 0)
        self.size = len(self._groups)

    def _list_from(self, start: int, node: int, leg: int, used: int, visits: int, cost: int) -> None:
        """List all legs from a start that begin with this leg, which has come to a node."""
        for s in self._graph.steps[node]:
            if s.used & used or s.visits & visits:
                continue
            paid = cost + s.cost
            on = s.goes_on and bool(self._graph.cost[s.to] or s.cost)
            what = start, s.to, paid, on
            group = self._known.setdefault(what, len(self._groups))
            if group == len(self._groups):
                self._groups.append(what)
            self._parts.append((leg, self._number[id(s)], group))
            if s.goes_on and not on:
                self._list_from(start, s.to, len(self._parts) - 1, used | s.used, visits | s.visits, paid)

    def best_legs(self, fines: Sequence[int], prices: Mapping[int, int]) -> list[list[Out]]:
        """By node the best leg of each group, less fines (by node) and prices (by hexside bit); those that gain most first."""
        net = [self._net_gain(s, fines, prices) for s in self._steps]
        tops, which = [NO_WAY] * self.size, [0] * self.size
        gains = [0]
        for before, step, group in self._parts[1:]:
            gain = gains[before] + net[step]
            gains.append(gain)
            if gain > tops[group]:
                tops[group] = gain
                which[group] = len(gains) - 1
        outs: list[list[Out]] = [[] for _ in self._graph.names]
        for (start, to, cost, on), gain, leg in zip(self._groups, tops, which, strict=True):
            outs[start].append((gain, to, cost, on, leg))
        for out in outs:
            out.sort(key=_gain_falling)
        return outs

    @staticmethod
    def _net_gain(s: DirectedLeg, fines: Sequence[int], prices: Mapping[int, int]) -> int:
        """Key that a step gains, less the fines of its stops and the prices of its track."""
        gain = s.gain
        for n in s.nodes:
            gain -= fines[n]
        left = s.used
        while left:
            bit = left & -left
            gain -= prices.get(bit, 0)
            left ^= bit
        return gain

    def nodes(self, leg: int) -> tuple[int, ...]:
        """The stops of a leg, the last one last."""
        nodes: tuple[int, ...] = ()
        while leg:
            leg, step, _ = self._parts[leg]
            nodes = self._steps[step].nodes + nodes
        return nodes

    def used(self, leg: int) -> int:
        """The hexsides of a leg."""
        track = 0
        while leg:
            leg, step, _ = self._parts[leg]
            track |= self._steps[step].used
        return track


def _gain_falling(out: Out) -> int:
    """For sorting: the leg that gains most first."""
    return -out[0]


def by_gain(out: list[Out]) -> list[Out]:
    """These with the one that gains most first."""
    return sorted(out, key=_gain_falling)
