"""How much a route could still earn: what bounds the search of trains that earn more than the sum of their stops.

At most a route earns what a visit to all that lies ahead of its ends would: the bonuses and the score of all these stops, and
the values of as many as the train still counts. Of stops at which an arm of the route would end (closed cities, stops without
another way on) each arm takes in one at most, however many lie ahead. Most cities of a late board are such, so every choice of
as many of them is asked for; this is what makes the bounds tight.

The title's hooks say once for a graph what they look at, then answer in bits of ints. Their answers are kept, for most states of
a search differ in towns only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from game.route_rules import Bits

if TYPE_CHECKING:
    from game.routing.network import Borders
    from game.routing.route_graph import RouteGraph


class BonusBound:
    """What sets of the stops of a graph could earn, as keys. `dollars`, `tie`: bits of a key below each."""

    def __init__(self, graph: RouteGraph, borders: Borders, dollars: int, tie: int) -> None:
        bits = Bits(graph.node, borders.around)
        score = graph.profile.score
        bounds = [(b.bound(bits), tie if b.tie else dollars) for b in graph.bonuses]
        self._bonuses = (*bounds, (score.bound(bits), dollars)) if score else tuple(bounds)
        self._relevant, bits.made = bits.seen, True
        self._paying_stops = graph.paying_stops
        self._free_stops = graph.free_stops
        self._paying_mask = union(bit for _, bit in graph.paying_stops)
        self._free = union(bit for _, bit in graph.free_stops)
        self._known_free: dict[int, int] = {}
        self._known_tops: dict[tuple[int, int, int, int], int] = {}
        self.watched_hexsides = bits.hexsides(graph.landmarks)
        self._known: dict[tuple[int, int], int] = {}
        self._known_exceeding: dict[tuple[int, int, int, int], tuple[int, bool]] = {}
        self.most_anywhere = self.most_bonus(graph.nodes, graph.track)

    def most_bonus(self, nodes: int, used: int) -> int:
        """At most this much beside the sum of its stops, for a route among these nodes and hexsides."""
        what = nodes & self._relevant, used & self.watched_hexsides
        known = self._known.get(what)
        if known is None:
            known = 0
            for bound, shift in self._bonuses:
                known += bound(*what) << shift
            self._known[what] = known
        return known

    def exceeds(self, above: int, nodes: int, used: int, last: int, many: int) -> bool:
        """Whether a route among these nodes and hexsides may have more than this beside the sum of its stops.

        `last`: nodes at which an arm would end, of which at most so many are on the route.
        """
        if self.most_bonus(nodes, used) <= above:
            return False
        last &= nodes & self._relevant
        if last.bit_count() <= many:
            return True
        what = nodes & self._relevant, used & self.watched_hexsides, last, many
        most, complete = self._known_exceeding.get(what, (0, False))
        if most > above or complete:
            return most > above
        through = nodes & ~last
        for ends in combinations(_bits(last), many):
            most = max(most, self.most_bonus(through | sum(ends), used))
            if most > above:
                self._known_exceeding[what] = most, False
                return True
        self._known_exceeding[what] = most, True
        return False

    def stop_revenue(self, ahead: int, last: int, many: int, cap: int) -> int:
        """At most this much by the values of nodes ahead that cost no more than the cap."""
        return self._free_revenue(ahead & self._free) + self._top(
            ahead & self._paying_mask, last & ahead & self._paying_mask, many, cap
        )

    def _free_revenue(self, nodes: int) -> int:
        """Key of those of these nodes that cost nothing."""
        known = self._known_free.get(nodes)
        if known is None:
            known = self._known_free[nodes] = sum([value for value, bit in self._free_stops if nodes & bit])
        return known

    def _top(self, nodes: int, last: int, many: int, cap: int) -> int:
        """Key of the best nodes that the cap pays for, at most so `many` of them among those where an arm ends."""
        what = nodes, last, many, cap
        known = self._known_tops.get(what)
        if known is None:
            known = 0
            for value, bit in self._paying_stops:
                if nodes & bit:
                    if not cap:
                        break
                    if bit & last:
                        if not many:
                            continue
                        many -= 1
                    known += value
                    cap -= 1
            self._known_tops[what] = known
        return known


def _bits(mask: int) -> Iterator[int]:
    """The bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def union(bits: Iterable[int]) -> int:
    """All these masks together."""
    united = 0
    for b in bits:
        united |= b
    return united
