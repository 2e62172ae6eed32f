"""How much a route could still earn: what bounds the search of trains that earn more than the sum of their stops.

At most a route earns what a visit to all that lies ahead of its ends would: the bonuses and the score of all these stops, and
the values of as many as the train still counts. Of stops at which an arm of the route would end (closed cities, stops without
another way on) each arm takes in one at most, however many lie ahead. Most cities of a late board are such, so every choice of
as many of them is asked for; this is what makes the bounds tight.

The title's hooks say once for a chart what they look at, then answer in bits of ints. What they said is kept, for most states of
a search differ in towns only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from game.rules import Bits

if TYPE_CHECKING:
    from game.routing.network import Borders
    from game.routing.route_graph import Chart


class Hope:
    """What sets of the stops of a chart could earn, as keys: dollars above so many bits, the number for ties above so many."""

    def __init__(self, chart: Chart, borders: Borders, dollars: int, tie: int) -> None:
        bits = Bits(chart.node, borders.around)
        score = chart.sight.score
        bounds = [(b.bound(bits), tie if b.tie else dollars) for b in chart.bonuses]
        self._bonuses = (*bounds, (score.bound(bits), dollars)) if score else tuple(bounds)
        self._looked, bits.made = bits.seen, True
        self._paying = chart.paying
        self._presents = chart.presents
        self._dear = union(bit for _, bit in chart.paying)
        self._free = union(bit for _, bit in chart.presents)
        self._given: dict[int, int] = {}
        self._tops: dict[tuple[int, int, int, int], int] = {}
        self.watched = bits.hexsides(chart.landmarks)
        self._known: dict[tuple[int, int], int] = {}
        self._joint: dict[tuple[int, int, int, int], tuple[int, bool]] = {}
        self.whole = self.beyond(chart.nodes, chart.track)

    def beyond(self, nodes: int, used: int) -> int:
        """At most this much beside the sum of its stops, for a route among these nodes and hexsides."""
        what = nodes & self._looked, used & self.watched
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
        if self.beyond(nodes, used) <= above:
            return False
        last &= nodes & self._looked
        if last.bit_count() <= many:
            return True
        what = nodes & self._looked, used & self.watched, last, many
        most, complete = self._joint.get(what, (0, False))
        if most > above or complete:
            return most > above
        through = nodes & ~last
        for ends in combinations(_bits(last), many):
            most = max(most, self.beyond(through | sum(ends), used))
            if most > above:
                self._joint[what] = most, False
                return True
        self._joint[what] = most, True
        return False

    def values(self, ahead: int, last: int, many: int, cap: int) -> int:
        """At most this much by the values of nodes ahead that cost no more than the cap."""
        return self._gifts(ahead & self._free) + self._top(ahead & self._dear, last & ahead & self._dear, many, cap)

    def _gifts(self, nodes: int) -> int:
        known = self._given.get(nodes)
        if known is None:
            known = self._given[nodes] = sum([value for value, bit in self._presents if nodes & bit])
        return known

    def _top(self, nodes: int, last: int, many: int, cap: int) -> int:
        what = nodes, last, many, cap
        known = self._tops.get(what)
        if known is None:
            known = 0
            for value, bit in self._paying:
                if nodes & bit:
                    if not cap:
                        break
                    if bit & last:
                        if not many:
                            continue
                        many -= 1
                    known += value
                    cap -= 1
            self._tops[what] = known
        return known


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def union(bits: Iterable[int]) -> int:
    found = 0
    for b in bits:
        found |= b
    return found
