"""Best routes of one train on a dense board: the same two arms as in `search.py`, bounded by what walks could still add.

The bound is a dynamic programme over walks (`walk_bound.py`): Christofides, Mingozzi and Toth, Networks 11, 1981.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.routing.bonus_bound import union
from game.routing.search import Effort, FoundRoute, Goal, Search, Verdict
from game.routing.town_runs import NO_WAY

if TYPE_CHECKING:
    from game.routing.edges import DirectedLeg
    from game.routing.walk_bound import WalkBound


BUNDLES = 1_000  # of routes that are known at once; within one they are looked through one by one
LOW = (1 << 120) - 1  # the best routes beside; mostly one of them is free, and small ints are quick

# A route that grows, beside what it has used up: its key with what is left of the refund of fines, that rest alone, stops that
# count, key of a legal part, best of the stops visited (where one counts once more), what they count if both ends are in place,
# numbers of the routes that are free beside it (as bits, best first), key of the first of them, prices of its track. A plain
# tuple, as are the ways: hundreds of thousands are made.
_GuidedRoute = tuple[int, int, int, int, int, int, int, int, int]

# A step: what it uses up, its cost, the step, its arc (-1 - node: the arm ends there), what it gains less fines, the fines, the
# routes beside that use none of its track, the best of these, the price of its track.
_Way = tuple[int, int, "DirectedLeg", int, int, int, int, int, int]

ONLY, FIRST, SECOND = range(3)  # which arm grows: one without another, the first of two, the second


def guided_search(
    walk_bound: WalkBound,
    effort: Effort,
    goal: Goal,
    *,
    beside: PricedPartner | None = None,
    verdict: Verdict | None = None,
) -> Search:
    """A search whose bound are walks. Where its graph is priced, the keys of its routes are less the prices of their track.

    `beside`: another train's routes, best first, at most one of which runs beside a route of this one: a route must be above the
    floor together with the best of these on other track.
    """
    growth = partial(GuidedGrowth, walk_bound=walk_bound, beside=beside)
    return Search(walk_bound.graph, effort, goal, growth, report=beside.meet if beside else None, verdict=verdict)


class GuidedGrowth:
    """Routes grow as long as the best walks ahead of their ends, and the best free route beside, come above the floor.

    What a route has used up is one mask: its nodes and groups, and above them its hexsides.
    """

    def __init__(self, search: Search, walk_bound: WalkBound, beside: PricedPartner | None = None) -> None:
        self._search = search
        self._graph = graph = search.graph
        self._effort = search.effort
        self._arms = search.arms
        self._walk_bound = walk_bound
        self._weight = len(beside.keys) >> 12 if beside else 0
        self._fines = walk_bound.fines
        self._best_stop = walk_bound.best
        self._end_bonus = walk_bound.end_bonus
        self._red = walk_bound.red
        self._known = walk_bound.known
        self._best_remaining = walk_bound.best_remaining
        self._beside = beside
        self._keys = beside.keys if beside else [0]
        steps_taken = union(s.visits for steps in graph.starts for s in steps)  # with groups of the hexes passed
        self._shift = (union(graph.visit_masks) | steps_taken).bit_length()  # of hexsides
        self._ways = [[self._way(node, s) for s in steps] for node, steps in enumerate(graph.steps)]
        self._second_starts: list[_Way] = []  # by which a second arm may begin
        self._back = 0  # arc by which a second arm would begin

    def _way(self, node: int, step: DirectedLeg) -> _Way:
        """A step from a node, and what it leaves of the routes beside."""
        taken, gain = step.visits | step.used << self._shift, step.gain
        arc = node * self._walk_bound.size + step.to if step.goes_on else -1 - step.to
        fine = self._fines[step.to]
        free, price = (self._beside.free(step.used), self._beside.price(step.used)) if self._beside else (0, 0)
        return taken, step.cost, step, arc, gain - fine, fine, free, free & LOW, price

    def begin(self, visits: int, key: int, cap: int, free: int) -> None:
        """Grow all routes from the search's root (`Growth`)."""
        graph, root, size, fines = self._graph, self._search.root, self._walk_bound.size, self._fines
        cap = min(cap, self._walk_bound.cap)  # all that its tables have: no route takes more
        fine = (
            self._walk_bound.refund - fines[root] - sum(fines[n] for n in range(size) if self._search.barred >> n & 1)
        )
        beside = (1 << len(self._keys)) - 1, self._keys[0], 0
        route = key + fine, fine, graph.count[root], 0, self._best_stop[root], self._end_bonus[root], *beside
        for step in graph.starts[root]:
            two = not step.begins and graph.passable[root]
            self._second_starts = [way for way in self._ways[root] if way[2].index > step.index]
            self._back = step.nodes[0] * size + root if two else -1 - root
            self._grow(FIRST if two else ONLY, [self._way(root, step)], root, visits, cap, route)

    def _grow(self, arm: int, ways: list[_Way], end: int, taken: int, cap: int, route: _GuidedRoute) -> None:
        """Every way on that could come above the floor. `end`: the other end of the route; `taken`: what it has used up."""
        self._effort.left -= 1 + (len(ways) >> 2) + self._weight
        open_ways = [way for way in ways if not way[0] & taken and way[1] <= cap]
        if not open_ways:
            return
        promise, refund, count, prior, best, both_ends, free, top, price = route
        search, beside, known, keys = self._search, self._beside, self._known, self._keys
        best_stop, end_bonus, free_best = self._best_stop, self._end_bonus, free & LOW
        other = -1 - end if arm == SECOND else self._back
        steps = self._arms[arm == SECOND]
        free_left, top_left = free, top
        for uses, cost, step, arc, gain, fine, free_of_way, best_of_way, toll in open_ways:
            to, left = step.to, cap - cost
            most = best if best > best_stop[to] else best_stop[to]  # noqa: FURB136 - max() takes thrice as long
            what = arc, other, most, both_ends + end_bonus[to]
            row = known.get(what) or self._best_remaining(*what)
            bound = promise + gain + row[left]
            if bound + top <= search.floor:
                continue
            if beside:
                low = free_best & best_of_way
                if low:
                    top_left = keys[(low & -low).bit_length() - 1]
                    if bound + top_left <= search.floor:
                        continue
                    free_left = free & free_of_way
                else:
                    free_left = free & free_of_way
                    top_left = keys[(free_left & -free_left).bit_length() - 1]
                    if bound + top_left <= search.floor:
                        continue
            if self._effort.left < 0:
                search.unseen_bound = max(search.unseen_bound, bound + top_left)
                continue
            steps.append(step)
            grown = (
                promise + gain,
                refund - fine,
                count + step.count,
                prior,
                most,
                what[3],
                free_left,
                top_left,
                price + toll,
            )
            now = taken | uses
            grown = self._recorded(end, to, now, grown)
            if arm == FIRST:
                self._grow(SECOND, self._second_starts, to, now, left, grown)
            if step.goes_on:
                self._grow(arm, self._ways[to], end, now, left, grown)
            steps.pop()

    def _recorded(self, end: int, tip: int, taken: int, route: _GuidedRoute) -> _GuidedRoute:
        """Record the route if it could win; the same with the key of its legal part."""
        search = self._search
        promise, refund, count, prior, best, both_ends, free, top, price = route
        if self._beside:
            search.note_above = search.floor - top
        key = promise - refund
        most = key + best
        if self._red[end] and self._red[tip]:
            most += both_ends  # now all that a bonus with a form can add
        if most <= search.note_above or (self._beside and not self._beside.wins(most + price, free)):
            return route
        grown = taken >> self._shift, taken & (1 << self._shift) - 1, key, count, 0, 0
        after = search.record(end, tip, grown, NO_WAY if self._graph.priced else prior)
        return route if after == prior else (*route[:3], after, *route[4:])


class PricedPartner:
    """The routes of another train that may run beside those of a search, under prices of track.

    `floor`: what both keys together must exceed; `answer`: the best pair.
    """

    def __init__(self, routes: Sequence[FoundRoute], prices: Mapping[int, int], least: int) -> None:
        """`least`: the key, prices aside, that a pair must exceed."""
        self.answer: tuple[FoundRoute, FoundRoute] | None = None
        self.least = least
        self.keys = [*(f.key for f in routes), NO_WAY]
        self._priced = union(prices)
        self._all = sum(prices.values())
        self._price_tables = _price_tables(prices)
        real = [f._replace(key=f.key + self.price(f.used)) for f in routes]
        self._real = sorted(real, key=lambda f: -f.key)
        self._falling = [-f.key for f in self._real]
        self._users = _users([f.used for f in routes])
        self._everyone = (1 << len(self.keys)) - 1
        self._bundle = 1 + len(routes) // BUNDLES
        self._best = self._best_in_bundles(real)

    def _best_in_bundles(self, real: Sequence[FoundRoute]) -> list[int]:
        """The best none, one, two ... bundles of routes, prices aside; as bits of their numbers."""
        ranks = sorted(range(len(real)), key=lambda n: -real[n].key)
        best, flags = [0], bytearray((len(real) >> 3) + 1)
        for start in range(0, len(ranks), self._bundle):
            for n in ranks[start : start + self._bundle]:
                flags[n >> 3] |= 1 << (n & 7)
            best.append(int.from_bytes(flags, "little"))
        return best

    @property
    def floor(self) -> int:
        """The key, prices taken off, that a pair must exceed."""
        return self.least - self._all

    def price(self, used: int) -> int:
        """The prices of so much track."""
        track = (used & self._priced).to_bytes(len(self._price_tables), "little")
        return sum(map(list.__getitem__, self._price_tables, track))

    def free(self, used: int) -> int:
        """The numbers of the routes, in the order of their keys, that use none of this track; as bits, with one for no route."""
        return ~_users_of_track(used, self._users) & self._everyone

    def meet(self, route: FoundRoute, _steps: int) -> int:
        """A route that is above the floor with the one beside it; the floor from now on."""
        real = route.key + self.price(route.used)
        other = self._first(route.used, bisect_left(self._falling, real - self.least))
        if other is not None:
            self.least = real + other.key
            self.answer = route._replace(key=real), other
        return self.floor

    def wins(self, real: int, free: int) -> bool:
        """Whether a route with this key at most, prices aside, and these free beside it could win."""
        most = bisect_left(self._falling, real - self.least)
        return bool(free & self._best[(most + self._bundle - 1) // self._bundle])

    def _first(self, used: int, most: int) -> FoundRoute | None:
        """The best of so many routes that uses nothing of this track."""
        free = self.free(used)
        bundle = bisect_left(self._best, 1, key=lambda known: min(1, known & free))
        start = (bundle - 1) * self._bundle
        return next((f for f in self._real[start : min(most, start + self._bundle)] if not f.used & used), None)


def _price_tables(prices: Mapping[int, int]) -> list[list[int]]:
    """By byte of a mask of hexsides: the prices of the hexsides in it, by the byte's value."""
    tables = []
    for first in range(0, union(prices).bit_length(), 8):
        table = [0]
        for bit in range(first, first + 8):
            price = prices.get(1 << bit, 0)
            table += [price + others for others in table]
        tables.append(table)
    return tables


def _users_of_track(used: int, users: Mapping[int, int]) -> int:
    """The numbers of the routes that use some of this track, as bits."""
    present = 0
    while used:
        bit = used & -used
        present |= users.get(bit, 0)
        used ^= bit
    return present


def _users(masks: Sequence[int]) -> dict[int, int]:
    """By hexside (bit): the numbers of the masks that have it, as bits."""
    size = (max(masks, default=0).bit_length() + 7) >> 3
    rows = b"".join([mask.to_bytes(size, "little") for mask in reversed(masks)])
    by_bit: dict[int, int] = {}
    for n in range(size):
        column = rows[n::size]
        for bit, digits in enumerate(_DIGITS):
            users = int(column.translate(digits), 2) if column else 0
            if users:
                by_bit[1 << (8 * n + bit)] = users
    return by_bit


_DIGITS = [bytes(ord("0") + (byte >> bit & 1) for byte in range(256)) for bit in range(8)]  # of each bit of a byte
