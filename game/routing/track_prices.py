"""Two trains on a dense board: prices of the track that they compete for, under which each is searched for itself.

Trains of a run may share no hexside. If each hexside has a price, each train looks for its best route less the prices of its
track, and all prices are added to the sum, the total is never less than what disjoint routes earn together (Lagrangean
relaxation). With good prices it is little more, and only routes whose priced keys come near enough to the best can be part of a
better pair than one that is known (Baldacci, Christofides and Mingozzi 2008 do so for vehicles). What both trains fall short of
their best is at most the gap together, so that one of the two falls short by less than half of it: that one's routes are listed,
the other's are grown beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from game.routing.guided_search import PricedPartner, guided_search
from game.routing.search import BEST_ROUTE, Goal
from game.routing.town_runs import TownRuns
from game.routing.walk_bound import WalkBound

if TYPE_CHECKING:
    from game.routing.route_graph import RouteGraph
    from game.routing.search import Effort, FoundRoute, Verdict

ROUNDS = 24  # subgradient steps
STEPS_WITHOUT_GAIN = 3  # steps that bring nothing before they become shorter
GLANCE = 8  # a share of the gap that finds most of the better pairs at little cost


class TunedPrices(NamedTuple):
    """Prices under which the bound is the least that was found."""

    prices: dict[int, int]  # keys, by hexside bit
    walk_bounds: dict[RouteGraph, WalkBound]
    most: int  # key that no set exceeds, but for bonuses of a best stop


class PriceTuning:
    """Subgradient steps (Held and Karp 1971; Polyak 1969) towards the prices and fines with the least total.

    All numbers are whole, so that every machine takes the same steps.
    """

    def __init__(self, kinds: Mapping[RouteGraph, int], least: int, effort: Effort) -> None:
        """`kinds`: with how many trains of each; `least`: what some set of routes earns."""
        self._kinds = kinds
        self._least = least
        self._effort = effort
        self._share = len(kinds) > 1 or max(kinds.values()) > 1  # whether there is track to compete for
        self._prices: dict[int, int] = {}
        self._fines = {graph: [0] * len(graph.names) for graph in kinds}
        self._legs: dict[RouteGraph, TownRuns] = {graph: TownRuns(graph) for graph in kinds}

    def run(self, rounds: int) -> TunedPrices:
        """The best prices of so many steps."""
        best: TunedPrices | None = None
        length = bad = 0
        for _ in range(rounds):
            walk_bounds, total, visits, load = self._best_walks()
            if best is None or total < best.most:
                best, bad = TunedPrices(dict(self._prices), walk_bounds, total), 0
            else:
                bad += 1
                if bad == STEPS_WITHOUT_GAIN:
                    length, bad = length + 1, 0
            if total <= self._least or not self._move_prices((total - self._least) >> length, visits, load):
                break
        assert best is not None
        return best

    def _best_walks(self) -> tuple[dict[RouteGraph, WalkBound], int, dict[RouteGraph, list[int]], dict[int, int]]:
        """The best walks now: walk_bounds, their total, by how much each stop and each hexside is used more than once."""
        walk_bounds, visits = {}, {}
        load: dict[int, int] = dict.fromkeys(self._prices, -1)
        total = sum(self._prices.values())
        for graph, count in self._kinds.items():
            legs, fines = self._legs[graph], self._fines[graph]
            bound = WalkBound(graph, fines, legs, self._prices)
            self._effort.left -= bound.effort
            walk_bounds[graph] = bound
            walk = bound.walk()
            total += count * walk.key
            counts = [-1 if fine else 0 for fine in fines]
            for n in walk.nodes:
                counts[n] += 1
            visits[graph] = [c - 1 if not fine and c else c for c, fine in zip(counts, fines, strict=True)]
            for used in walk.used if self._share else ():
                left = used
                while left:
                    bit = left & -left
                    left ^= bit
                    load[bit] = load.get(bit, -1) + count
        return walk_bounds, total, visits, load

    def _move_prices(self, distance: int, visits: dict[RouteGraph, list[int]], load: dict[int, int]) -> bool:
        """Raise what is used too often, lower what is not used; whether there is any."""
        norm = sum(n * n for n in load.values())
        norm += sum(self._kinds[graph] * n * n for graph, counts in visits.items() for n in counts)
        if not norm:
            return False
        step = distance // norm
        for graph, counts in visits.items():
            self._fines[graph] = [max(0, f + n * step) for f, n in zip(self._fines[graph], counts, strict=True)]
        moved = {bit: self._prices.get(bit, 0) + n * step for bit, n in load.items()}
        self._prices = {bit: cost for bit, cost in moved.items() if cost > 0}
        return True


def tune_prices(kinds: Mapping[RouteGraph, int], least: int, effort: Effort, rounds: int = ROUNDS) -> TunedPrices:
    """Prices and fines for so many trains of each kind; `least`: what some set of routes earns."""
    return PriceTuning(kinds, least, effort).run(rounds)


class PricedPair:
    """The best pair of routes of two trains above `least`."""

    def __init__(
        self, kinds: Mapping[RouteGraph, list[int]], least: int, effort: Effort, verdict: Verdict | None
    ) -> None:
        self.effort = effort
        self.verdict = verdict
        self.least = least
        self.answer: tuple[tuple[RouteGraph, FoundRoute], tuple[RouteGraph, FoundRoute]] | None = None
        self.kinds = {graph: len(numbers) for graph, numbers in kinds.items()}

    def solve(self) -> tuple[tuple[tuple[RouteGraph, FoundRoute], tuple[RouteGraph, FoundRoute]] | None, int]:
        """The pair, None: there is none; and a key that no pair exceeds."""
        tuned = tune_prices(self.kinds, self.least, self.effort)
        most = sum(tuned.prices.values())
        tops: dict[RouteGraph, int] = {}
        walk_bounds = {}
        for graph, count in self.kinds.items():
            walk_bounds[graph] = tuned.walk_bounds[graph].for_graph(graph.with_prices(tuned.prices))
            search = guided_search(walk_bounds[graph], self.effort, BEST_ROUTE, verdict=self.verdict)
            routes = search.run()
            tops[graph] = max(search.unseen_bound, routes[0].key if routes else 0)
            most += count * tops[graph]
        missed = False
        tried = dict.fromkeys(self.kinds, maxsize)  # routes above this key were tried with all that run beside them
        for share in (GLANCE, 2):
            missed = False
            for graph in self.kinds:
                if most <= self.least:
                    break
                other = next((s for s in self.kinds if s is not graph), graph)
                gap = most - self.least
                goal = Goal(tops[graph] - gap // share - 1, keep=0)
                search = guided_search(walk_bounds[graph], self.effort, goal, verdict=self.verdict)
                listed = [route for route in search.run() if route.key <= tried[graph]]
                beside = PricedPartner(listed, tuned.prices, self.least)
                grown = guided_search(
                    walk_bounds[other], self.effort, Goal(beside.floor), beside=beside, verdict=self.verdict
                )
                grown.run()
                if search.unseen_bound or grown.unseen_bound:
                    missed = True
                else:
                    tried[graph] = goal.floor
                if beside.answer is not None:
                    self.least = beside.least
                    self.answer = (other, beside.answer[0]), (graph, beside.answer[1])
        return self.answer, most if missed or self.effort.spent else self.least
