"""Best routes of one train whose length sets no limit, such as an express that is paid for its best cities.

It has far more routes than other trains, so whole bundles of steps are judged at once: the stops that are left fall apart into
parts, and who enters a part can still come to all of it, by whichever step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.routing.bonus_bound import union
from game.routing.search import SimpleGrowth

if TYPE_CHECKING:
    from game.routing.edges import DirectedLeg
    from game.routing.pair_search import Partner
    from game.routing.route_graph import RouteGraph
    from game.routing.search import Growth, PartialRoute, Search


def growth_of(graph: RouteGraph, partner: Partner | None = None) -> Callable[[Search], Growth]:
    """The growth that suits the train of a graph. `partner`: the train that runs beside it, where its length has a limit."""
    return UnlimitedGrowth if graph.unlimited else partial(SimpleGrowth, partner=partner)


class UnlimitedGrowth:
    """Routes of a train without a limit of length: bundles of steps are judged at once."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._graph = search.graph
        self._components = search.graph.components
        self._exceeds = search.graph.bonus_bound.exceeds
        self._most_anywhere = search.graph.bonus_bound.most_anywhere
        self._weight = search.graph.weight
        self._first = 0  # number of the first arm's first leg
        self._two = False  # whether there may be a second arm

    def begin(self, visits: int, key: int, cap: int, free: int) -> None:
        """Grow all routes from the search's root (`Growth`)."""
        graph, root, components = self._graph, self._search.root, self._components
        near, last = components.reachable_parts(visits, components.beside[root])
        ahead, track = components.around(root, visits)
        for part in near:
            ahead |= part.nodes
            track |= part.used
        if not self._exceeds(self._search.floor - key, ahead | 1 << root, track, last, 2):
            return
        for step in graph.starts[root]:
            if not step.visits & visits:
                self._first = step.index
                self._two = not step.begins and graph.passable[root]
                self._first_arm(step, (0, visits, key, graph.count[root], 0, 0), 0)

    def _first_arm(self, taken: DirectedLeg, before: PartialRoute, prior: int) -> None:
        """The first arm takes a step to a stop, as in `SimpleGrowth`. `prior`: key of a legal part."""
        grown = _after(before, taken)
        used, visits, key, _, _, _ = grown
        two = self._two
        if self._spend(key):
            return
        arm = self._search.arms[0]
        arm.append(taken)
        graph, root, components, exceeds = self._graph, self._search.root, self._components, self._exceeds
        prior = self._search.record(root, taken.to, grown, prior)
        own = components.beside[root] if two else 0
        first = (components.beside[taken.to] if taken.goes_on else 0) | own
        parts, ends = components.reachable_parts(visits, first)
        here = visits & graph.nodes & ~self._search.barred
        other, track = here, used
        if two:
            nodes, hexsides = components.around(root, visits)
            other |= nodes
            track |= hexsides
        for part in parts:
            if part.inside & own:
                other |= part.nodes
                track |= part.used
        if two:
            above = self._search.floor - key + 1  # a step uses one hexside at least
            theirs = union(
                [p.inside for p in parts if p.inside & own and exceeds(above, here | p.nodes, used | p.used, ends, 1)]
            )
            self._second_arms(taken.to, root, grown, prior, theirs, self._first)
        if taken.goes_on:
            for step in graph.steps[taken.to]:
                if step.used & used or step.visits & visits:
                    continue
                ahead, hexsides = other, track | step.used
                if step.goes_on:
                    for part in parts:
                        if part.inside >> step.to & 1:
                            ahead |= part.nodes
                            hexsides |= part.used
                            break
                on_it = step.visits & graph.nodes
                if exceeds(
                    self._search.floor - key - step.gain, ahead | on_it, hexsides, ends & ~on_it, two + step.goes_on
                ):
                    self._first_arm(step, grown, prior)
        arm.pop()

    def _second_arms(self, other: int, tip: int, before: PartialRoute, prior: int, inside: int, first: int) -> None:
        """Steps of the second arm from its tip; `other`: the end of the first. `inside`: parts that are worth while."""
        used, visits = before[:2]
        for step in self._graph.steps[tip]:
            if step.index <= first or step.used & used or step.visits & visits:
                continue
            if inside >> step.to & 1 or not step.goes_on:
                self._second_arm(step, other, before, prior)

    def _second_arm(self, taken: DirectedLeg, other: int, before: PartialRoute, prior: int) -> None:
        """The second arm takes a step to a stop; `other` is the end of the first."""
        grown = _after(before, taken)
        used, visits, key, _, _, _ = grown
        if self._spend(key):
            return
        arm = self._search.arms[1]
        arm.append(taken)
        prior = self._search.record(other, taken.to, grown, prior)
        if taken.goes_on:
            components = self._components
            parts, ends = components.reachable_parts(visits, components.beside[taken.to])
            here = visits & self._graph.nodes & ~self._search.barred
            exceeds, above = self._exceeds, self._search.floor - key + 1
            inside = union([p.inside for p in parts if exceeds(above, here | p.nodes, used | p.used, ends, 1)])
            self._second_arms(other, taken.to, grown, prior, inside, -1)
        arm.pop()

    def _spend(self, key: int) -> bool:
        """Count a state; whether there is no effort left for it."""
        self._search.effort.left -= self._weight
        if self._search.effort.left < 0:
            self._search.unseen_bound = max(self._search.unseen_bound, key + self._most_anywhere)
            return True
        return False


def _after(before: PartialRoute, taken: DirectedLeg) -> PartialRoute:
    """The route with a step more; its length sets no limit."""
    used, visits, key, count, _, _ = before
    return used | taken.used, visits | taken.visits, key + taken.gain, count + taken.count, 0, 0
