"""How the stops that a route has not visited hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.routing.bonus_bound import union

if TYPE_CHECKING:
    from game.routing.route_graph import RouteGraph


REMEMBERED = 4_096  # answers: most states differ only in the order in which stops were visited


class Component(NamedTuple):
    """Stops that hang together when those visited are taken away."""

    inside: int  # those that a train may run through
    nodes: int  # and those beside them
    used: int  # hexsides between all of these


class Components:
    """The components of the stops of a graph that are not visited, as bits."""

    def __init__(self, graph: RouteGraph, watched_hexsides: int, old: Components | None = None) -> None:
        """`watched_hexsides`: the hexsides that matter; `old`: the components of the graph that this one is a part of."""
        self._nodes = graph.nodes
        self._known: dict[tuple[int, int], tuple[list[Component], int]] = {}  # by what is not visited, and `first`
        self._shift = len(graph.names)
        self._starts = graph.starts
        if old is None:
            self.beside, self._onward, self._around = ([0] * len(graph.starts) for _ in range(3))
        else:
            self.beside, self._onward, self._around = old.beside[:], old._onward[:], old._around[:]
        for n, steps in enumerate(graph.starts):
            if old is None or steps is not old._starts[n]:
                self.beside[n] = union([1 << s.to for s in steps])
                self._onward[n] = union([1 << s.to for s in steps if s.goes_on])
                self._around[n] = union(
                    [s.visits & self._nodes | (s.used & watched_hexsides) << self._shift for s in steps]
                )
        self._through = union(self._onward)
        self._steps = union(self.beside)

    def around(self, node: int, visits: int) -> tuple[int, int]:
        """What is free of the nodes on all steps from a node, and their hexsides."""
        return self._around[node] & self._nodes & ~visits, self._around[node] >> self._shift

    def reachable_parts(self, visits: int, first: int) -> tuple[list[Component], int]:
        """The parts that lie beside the tips of a route, and the stops there at which an arm would end.

        `first`: the nodes beside the tips.
        """
        free = self._nodes & ~visits
        first &= free
        known = self._known.get((free, first))
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[free, first] = self._find_reachable_parts(free, first)
        return known

    def _find_reachable_parts(self, free: int, first: int) -> tuple[list[Component], int]:
        """Those parts among the free nodes, and the stops at which an arm would end."""
        left = first & self._through
        parts, last, through = [], first, 0
        while left:
            part, ends = self._component_at(left & -left, free, first)
            parts.append(part)
            last |= part.nodes
            through |= part.inside & ~ends
            left &= ~part.inside
        return parts, last & self._steps & ~through

    def _component_at(self, start: int, free: int, first: int) -> tuple[Component, int]:
        """The part about a node, and those in it that have no other way on."""
        beside, onward, around = self.beside, self._onward, self._around
        inside = nodes = ends = 0
        open_ = start
        while open_:
            low = open_ & -open_
            inside |= low
            at = low.bit_length() - 1
            near = beside[at] & free
            nodes |= around[at]
            open_ = (open_ | onward[at] & near) & ~inside
            if not near & (near - 1) and not (near and first & low):
                ends |= low
        return Component(inside, nodes & free | inside, nodes >> self._shift), ends
