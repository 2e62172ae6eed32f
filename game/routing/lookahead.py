"""What lies ahead of a train that has only so far to go, for trains that earn more than the sum of their stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.routing.bonus_bound import BonusBound
    from game.routing.edges import DirectedLeg
    from game.routing.route_graph import RouteGraph


# By cost: the nodes that steps lead to, as bits; these and the hexsides above; those of them where the train may run on.
Ways = tuple[tuple[int, int, int, int], ...]


class Lookahead:
    """Remaining revenue of a route: what stops that its arms could still afford would add at most (keys)."""

    def __init__(self, graph: RouteGraph, bonus_bound: BonusBound, old: Lookahead | None = None) -> None:
        """`old`: of the graph that this one is a part of."""
        self._bonus_bound = bonus_bound
        self._nodes = graph.nodes
        self._shift = len(graph.names)
        self._starts = graph.starts
        self._ways: list[Ways] = old._ways[:] if old else [()] * len(graph.starts)
        for n, steps in enumerate(graph.starts):
            if old is None or steps is not old._starts[n]:
                self._ways[n] = self._by_cost(steps)
        self._steps = sum(1 << n for n, steps in enumerate(graph.starts) if steps)
        self._ample = sum(max((s.cost for s in steps), default=0) for steps in graph.starts)  # a cap that never binds
        self._known: dict[tuple[int, tuple[int, ...], int], tuple[int, int, int, int]] = {}

    def _by_cost(self, steps: Iterable[DirectedLeg]) -> Ways:
        """The steps from a node as bits, those of equal cost together."""
        masks_at: dict[int, tuple[int, int, int]] = {}
        for s in steps:
            to, around, onward = masks_at.get(s.cost, (0, 0, 0))
            bit = 1 << s.to
            around |= s.visits & self._nodes | (s.used & self._bonus_bound.watched_hexsides) << self._shift
            masks_at[s.cost] = to | bit, around, onward | bit if s.goes_on else onward
        return tuple((cost, *masks) for cost, masks in masks_at.items())

    def exceeds(self, above: int, visits: int, barred: int, used: int, tips: tuple[int, ...], cap: int) -> bool:
        """Whether more than this could be added to the sum of the stops of a route.

        `visits`: what it has used up, the barred nodes too; `tips`: where it may still grow.
        """
        values, ahead, track, last = self._ahead(visits, tips, cap)
        return self._bonus_bound.exceeds(
            above - values, ahead | visits & self._nodes & ~barred, track | used, last, len(tips)
        )

    def most(self, visits: int, barred: int, used: int, tips: tuple[int, ...], cap: int) -> int:
        """At most this much could be added, in a simple count."""
        values, ahead, track, _ = self._ahead(visits, tips, cap)
        return values + self._bonus_bound.most_bonus(ahead | visits & self._nodes & ~barred, track | used)

    def _ahead(self, visits: int, tips: tuple[int, ...], cap: int) -> tuple[int, int, int, int]:
        """What the stops ahead are worth, these, their hexsides, and where an arm would end."""
        what = visits & self._nodes, tips, min(cap, self._ample)
        known = self._known.get(what)
        if known is None:
            ahead, track, last = self._flood(*what)
            values = self._bonus_bound.stop_revenue(ahead, last, len(tips), what[2])
            known = self._known[what] = values, ahead, track, last
        return known

    def _flood(self, visits: int, tips: tuple[int, ...], cap: int) -> tuple[int, int, int]:
        """Nodes and hexsides that one arm alone could afford, the cheapest way there counted, and where an arm would end."""
        ways = self._ways
        left = free = self._nodes & ~visits
        ahead = last = first = 0
        open_ = [0] * (cap + 1)  # by what it costs to come there
        for tip in tips:
            for cost, to, around, onward in ways[tip]:
                if cost <= cap:
                    first |= to
                    ahead |= around
                    open_[cost] |= onward
        for spent in range(cap + 1):
            while reached := open_[spent] & left:
                low = reached & -reached
                left ^= low
                near = on = 0
                for cost, to, around, onward in ways[low.bit_length() - 1]:
                    near |= to
                    if spent + cost <= cap:
                        on |= to
                        ahead |= around
                        open_[spent + cost] |= onward
                near &= free
                if not on & free or (not first & low and not near & (near - 1)):
                    last |= low
        nodes = ahead & free
        return nodes, ahead >> self._shift, last | nodes & self._steps & left
