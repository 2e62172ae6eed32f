"""How the stops that a route has not visited hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.routing.bonus_bound import union

if TYPE_CHECKING:
    from game.routing.route_graph import Chart


class Part(NamedTuple):
    """Stops that hang together when those visited are taken away."""

    inside: int  # those that a train may run through
    nodes: int  # and those beside them
    used: int  # hexsides between all of these


class Parts:
    """How the stops of a chart hang together, as bits."""

    def __init__(self, chart: Chart, watched: int, old: Parts | None = None) -> None:
        """`watched`: the hexsides that matter; `old`: the parts of the chart that this one is a part of."""
        self._nodes = chart.nodes
        self._shift = len(chart.names)
        self._starts = chart.starts
        if old is None:
            self.beside, self._onward, self._around = ([0] * len(chart.starts) for _ in range(3))
        else:
            self.beside, self._onward, self._around = old.beside[:], old._onward[:], old._around[:]
        for n, steps in enumerate(chart.starts):
            if old is None or steps is not old._starts[n]:
                self.beside[n] = union([1 << s.to for s in steps])
                self._onward[n] = union([1 << s.to for s in steps if s.goes_on])
                self._around[n] = union([s.mine & self._nodes | (s.used & watched) << self._shift for s in steps])
        self._through = union(self._onward)
        self._steps = union(self.beside)

    def around(self, node: int, mine: int) -> tuple[int, int]:
        """What is free of the nodes on all steps from a node, and their hexsides."""
        return self._around[node] & self._nodes & ~mine, self._around[node] >> self._shift

    def ahead(self, mine: int, first: int) -> tuple[list[Part], int]:
        """The parts that lie beside the tips of a route, and the stops there at which an arm would end.

        `first`: the nodes beside the tips.
        """
        free = self._nodes & ~mine
        first &= free
        left = first & self._through
        parts, last, through = [], first, 0
        while left:
            part, ends = self._part(left & -left, free, first)
            parts.append(part)
            last |= part.nodes
            through |= part.inside & ~ends
            left &= ~part.inside
        return parts, last & self._steps & ~through

    def _part(self, start: int, free: int, first: int) -> tuple[Part, int]:
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
        return Part(inside, nodes & free | inside, nodes >> self._shift), ends
