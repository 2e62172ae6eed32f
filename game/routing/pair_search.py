"""Two trains of different kinds that run together: one's routes are all known, the other's are searched with these in mind.

Whatever of the first train's routes is free beside a route was free beside each part of it. So while a route grows it is known
what the first train could still earn beside it, and a route that leaves too little is given up early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.routing.search import FoundRoute


class Partner:
    """The train whose routes are known, best first."""

    def __init__(self, routes: Sequence[FoundRoute], total: int, longest: int) -> None:
        """`total`: what a pair must exceed; `longest`: steps of a route that is searched."""
        # All that earn most: a route met, the number of the best one beside it.
        self.pairs: list[tuple[FoundRoute, int]] = []
        self._routes = routes
        self._total = total
        self._masks = [*(f.used for f in routes), 0]  # after the last one it stays idle
        self._keys = [*(f.key for f in routes), 0]
        self._first = [0] * (longest + 1)  # by steps of the route: the number of the best one beside it

    def leaves(self, used: int, steps: int) -> int:
        """The key that a route of so many steps must exceed. It was asked for before it took the last of them."""
        n, masks = self._first[steps - 1], self._masks
        while masks[n] & used:
            n += 1
        self._first[steps] = n
        return self._total - self._keys[n]

    def meet(self, route: FoundRoute, steps: int) -> int:
        """A route that exceeds this key. What must be exceeded from now on: others that earn as much are met too."""
        n = self._first[steps]
        total = route.key + self._keys[n] - 1
        if total > self._total:
            self._total = total
            self.pairs.clear()
        self.pairs.append((route, n))
        return self._total - self._keys[n]

    @property
    def first_met(self) -> tuple[FoundRoute, FoundRoute]:
        """Of the best pairs those of the first known route, and of these the one that was met first."""
        n = min(n for _, n in self.pairs)
        return next(f for f, first in self.pairs if first == n), self._routes[n]

    def leading_pairs(self, rank: Callable[[FoundRoute], Any]) -> set[tuple[FoundRoute, FoundRoute]]:
        """The best pairs that may count as the first: where the known routes come first, or by rank those met (of those on
        equal track the first), each then with any known one.
        """
        distinct: dict[int, tuple[FoundRoute, int]] = {}
        for leader, n in self.pairs:
            distinct.setdefault(leader.used, (leader, n))
        theirs, own = min(distinct.values(), key=lambda pair: (pair[1], rank(pair[0])))
        leader, _ = min(distinct.values(), key=lambda pair: rank(pair[0]))
        equal = [r for r in self._routes if r.key + leader.key - 1 == self._total and not r.used & leader.used]
        return {(theirs, self._routes[own]), *((leader, r) for r in equal)}
