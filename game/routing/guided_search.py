"""Best routes of one train on a dense board: the same two arms as in `search.py`, bounded by what walks could still add.

The bound is a dynamic programme over walks (`walk_bound.py`): Christofides, Mingozzi and Toth, Networks 11, 1981.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.routing.route_graph import price_of_track
from game.routing.search import Effort, FoundRoute, Goal, Search, Verdict
from game.routing.town_runs import NEVER

if TYPE_CHECKING:
    from game.routing.edges import DirectedLeg
    from game.routing.walk_bound import WalkBound


BUNDLES = 1_000  # of routes that are known at once; within one they are looked through one by one
LOW = (1 << 120) - 1  # the best routes beside; mostly one of them is free, and small ints are quick

# A route that grows: hexsides, nodes and groups, key, what is left of the refund of fines, what is left of the cap, stops that
# count, key of a legal part, best of the stops visited (where one counts once more), what they count if both ends are in place,
# numbers of the routes that are free beside it (as bits, best first), key of the first of them, prices of its track. A plain
# tuple: hundreds of thousands are made.
_GuidedRoute = tuple[int, int, int, int, int, int, int, int, int, int, int, int]


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
    """Routes grow as long as the best walks ahead of their ends, and the best free route beside, come above the floor."""

    def __init__(self, search: Search, walk_bound: WalkBound, beside: PricedPartner | None = None) -> None:
        self._search = search
        self._graph = search.graph
        self._effort = search.effort
        self._arms = search.arms
        self._walk_bound = walk_bound
        self._weight = len(beside.keys) >> 12 if beside else 0
        self._size = walk_bound.size
        self._fines = walk_bound.fines
        self._best_stop = walk_bound.best
        self._end_bonus = walk_bound.end_bonus
        self._red = walk_bound.red
        self._known = walk_bound.known
        self._best_remaining = walk_bound.best_remaining
        self._beside = beside
        self._keys = beside.keys if beside else [0]
        # By hexsides: the routes beside that use none of them, the best of these, the price.
        self._free: dict[int, tuple[int, int, int]] = {}
        self._first = 0  # number of the first arm's first leg
        self._back = 0  # arc by which a second arm would begin

    def begin(self, visits: int, key: int, cap: int, free: int) -> None:
        """Grow all routes from the search's root (`Growth`)."""
        graph, root, size, fines = self._graph, self._search.root, self._size, self._fines
        fine = (
            self._walk_bound.refund - fines[root] - sum(fines[n] for n in range(size) if self._search.barred >> n & 1)
        )
        state = (0, visits, key, fine, cap, graph.count[root], 0, self._best_stop[root], self._end_bonus[root])
        beside = (1 << len(self._keys)) - 1
        for step in graph.starts[root]:
            self._first = step.index
            two = not step.begins and graph.passable[root]
            self._back = step.nodes[0] * size + root if two else -1 - root
            grow = self._first_of_two if two else self._only_arm
            self._grow_arm(grow, [step], root, self._back, -1, (*state, beside, self._keys[0], 0))

    def _first_of_two(self, taken: DirectedLeg, state: _GuidedRoute) -> None:
        """The first arm takes a step, and there may be a second one."""
        arm = self._arms[0]
        arm.append(taken)
        root, to = self._search.root, taken.to
        state = self._recorded(root, to, state)
        self._grow_arm(self._second_arm, self._graph.steps[root], root, -1 - to, self._first, state)
        if taken.goes_on:
            self._grow_arm(self._first_of_two, self._graph.steps[to], to, self._back, -1, state)
        arm.pop()

    def _only_arm(self, taken: DirectedLeg, state: _GuidedRoute) -> None:
        """The only arm takes a step."""
        arm = self._arms[0]
        arm.append(taken)
        state = self._recorded(self._search.root, taken.to, state)
        if taken.goes_on:
            self._grow_arm(self._only_arm, self._graph.steps[taken.to], taken.to, self._back, -1, state)
        arm.pop()

    def _second_arm(self, taken: DirectedLeg, state: _GuidedRoute) -> None:
        """The second arm takes a step."""
        arm = self._arms[1]
        arm.append(taken)
        end = self._arms[0][-1].to
        state = self._recorded(end, taken.to, state)
        if taken.goes_on:
            self._grow_arm(self._second_arm, self._graph.steps[taken.to], taken.to, -1 - end, -1, state)
        arm.pop()

    def _grow_arm(
        self,
        grow: Callable[[DirectedLeg, _GuidedRoute], None],
        steps: list[DirectedLeg],
        tip: int,
        other: int,
        first: int,
        state: _GuidedRoute,
    ) -> None:
        """Every step from the tip that could come above the floor. `other`: arc of the other arm; `first`: a lower number."""
        used, visits, key, fine, cap, count, prior, best, ends_bonus, free, top, price_before = state
        search, fines, best_stop, known, base = (
            self._search,
            self._fines,
            self._best_stop,
            self._known,
            tip * self._size,
        )
        effort, beside, keys, end_bonuses = self._effort, self._beside, self._keys, self._end_bonus
        effort.left -= 1 + (len(steps) >> 2) + self._weight
        left_free, left_low, left_top, paid_price = free, free & LOW, top, price_before
        for s in steps:
            if s.index <= first or s.used & used or s.visits & visits or s.cost > cap:
                continue
            to = s.to
            most = best if best > best_stop[to] else best_stop[to]  # noqa: FURB136 - max() takes thrice as long
            what = (base + to if s.goes_on else -1 - to), other, most, ends_bonus + end_bonuses[to]
            row = known.get(what) or self._best_remaining(*what)
            left, paid = cap - s.cost, fine - fines[to]
            bound = key + s.gain + paid + row[left]
            if bound + top <= search.floor:
                continue
            if beside:
                theirs, low, toll = self._free.get(s.used) or self._free_beside(s.used)
                low &= left_low
                paid_price = price_before + toll
                if low:
                    left_top = keys[(low & -low).bit_length() - 1]
                    if bound + left_top <= search.floor:
                        continue
                    left_free = free & theirs
                else:
                    left_free = free & theirs
                    left_top = keys[(left_free & -left_free).bit_length() - 1]
                    if bound + left_top <= search.floor:
                        continue
            if effort.left < 0:
                search.unseen_bound = max(search.unseen_bound, bound + left_top)
                continue
            grown = (
                used | s.used,
                visits | s.visits,
                key + s.gain,
                paid,
                left,
                count + s.count,
                prior,
                most,
                what[3],
                left_free,
                left_top,
                paid_price,
            )
            grow(s, grown)

    def _free_beside(self, used: int) -> tuple[int, int, int]:
        """Of a track mask: the routes beside that use none of it, the best 120 of these, its price."""
        assert self._beside
        free = self._beside.free(used)
        self._free[used] = free, free & LOW, price_of_track(used, self._beside.prices)
        return self._free[used]

    def _recorded(self, end: int, tip: int, state: _GuidedRoute) -> _GuidedRoute:
        """Record the route if it could win; the same with the key of its legal part."""
        search = self._search
        if self._beside:
            search.note_above = search.floor - state[10]
        most = state[2] + state[7]
        if self._red[end] and self._red[tip]:
            most += state[8]  # now all that a bonus with a form can add
        if most <= search.note_above or (self._beside and not self._beside.wins(most + state[11], state[9])):
            return state
        grown = state[0], state[1], state[2], state[5], 0, 0
        prior = search.record(end, tip, grown, NEVER if self._graph.priced else state[6])
        return state if prior == state[6] else (*state[:6], prior, *state[7:])


class PricedPartner:
    """The routes of another train that may run beside those of a search, under prices of track.

    `floor`: what both keys together must exceed; `answer`: the best pair.
    """

    def __init__(self, routes: Sequence[FoundRoute], prices: Mapping[int, int], least: int) -> None:
        """`least`: the key, prices aside, that a pair must exceed."""
        self.answer: tuple[FoundRoute, FoundRoute] | None = None
        self.least = least
        self.keys = [*(f.key for f in routes), NEVER]
        self.prices = prices
        self._all = sum(prices.values())
        real = [f._replace(key=f.key + price_of_track(f.used, prices)) for f in routes]
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

    def free(self, used: int) -> int:
        """The numbers of the routes, in the order of their keys, that use none of this track; as bits, with one for no route."""
        return ~_users_of_track(used, self._users) & self._everyone

    def meet(self, route: FoundRoute, _steps: int) -> int:
        """A route that is above the floor with the one beside it; the floor from now on."""
        real = route.key + price_of_track(route.used, self.prices)
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
