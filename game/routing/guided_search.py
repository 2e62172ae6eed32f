"""Best routes of one train on a dense board: the same two arms as in `search.py`, bounded by what walks could still add."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.routing.route_graph import price
from game.routing.search import ANY, Effort, Found, Goal, Search, Verdict
from game.routing.town_runs import NEVER

if TYPE_CHECKING:
    from game.routing.edges import Step
    from game.routing.walk_bound import Outlook


BUNDLES = 1_000  # of routes that are known at once; within one they are looked through one by one
LOW = (1 << 120) - 1  # the best routes beside; mostly one of them is free, and small ints are quick

# A route that grows: hexsides, nodes and groups, key, what is left of the refund of fines, what is left of the cap, stops that
# count, key of a legal part, best of the stops visited (where one counts once more), what they count if both ends are in place,
# numbers of the routes that are free beside it (as bits, best first), key of the first of them, prices of its track. A plain
# tuple: hundreds of thousands are made.
_State = tuple[int, int, int, int, int, int, int, int, int, int, int, int]


class Guided(Search):
    """A search with an outlook. Where its chart is priced, the keys of its routes are less the prices of their track.

    `beside`: another train's routes, best first, at most one of which runs beside a route of this one: a route must be above the
    floor together with the best of these on other track.
    """

    def __init__(
        self,
        outlook: Outlook,
        effort: Effort,
        goal: Goal = ANY,
        *,
        beside: Beside | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        super().__init__(outlook.chart, effort, goal, verdict=verdict)
        self._outlook = outlook
        self._weight = len(beside.keys) >> 12 if beside else 0
        self._size = outlook.size
        self._fines = outlook.fines
        self._best_stop = outlook.best
        self._each = outlook.each
        self._red = outlook.red
        self._known = outlook.known
        self._ahead = outlook.ahead
        self._beside = beside
        if beside:
            self._tell = beside.meet
        self._keys = beside.keys if beside else [0]
        # By hexsides: the routes beside that use none of them, the best of these, the price.
        self._free: dict[int, tuple[int, int, int]] = {}

    def _begin(self, mine: int, key: int, cap: int, _gifts: int) -> None:
        chart, root, size, fines = self.chart, self._root, self._size, self._fines
        fine = self._outlook.refund - fines[root] - sum(fines[n] for n in range(size) if self._barred >> n & 1)
        state = (0, mine, key, fine, cap, chart.count[root], 0, self._best_stop[root], self._each[root])
        free = (1 << len(self._keys)) - 1
        for step in chart.starts[root]:
            self._first = step.index
            two = not step.begins and chart.passable[root]
            self._back = step.nodes[0] * size + root if two else -1 - root
            self._grow_arm(
                self._first_of_two if two else self._one, [step], root, self._back, -1, (*state, free, self._keys[0], 0)
            )

    def _first_of_two(self, taken: Step, state: _State) -> None:
        """The first arm takes a step, and there may be a second one."""
        arm = self._arms[0]
        arm.append(taken)
        root, to = self._root, taken.to
        state = self._noted(root, to, state)
        self._grow_arm(self._second, self.chart.steps[root], root, -1 - to, self._first, state)
        if taken.goes_on:
            self._grow_arm(self._first_of_two, self.chart.steps[to], to, self._back, -1, state)
        arm.pop()

    def _one(self, taken: Step, state: _State) -> None:
        """The only arm takes a step."""
        arm = self._arms[0]
        arm.append(taken)
        state = self._noted(self._root, taken.to, state)
        if taken.goes_on:
            self._grow_arm(self._one, self.chart.steps[taken.to], taken.to, self._back, -1, state)
        arm.pop()

    def _second(self, taken: Step, state: _State) -> None:
        """The second arm takes a step."""
        arm = self._arms[1]
        arm.append(taken)
        end = self._arms[0][-1].to
        state = self._noted(end, taken.to, state)
        if taken.goes_on:
            self._grow_arm(self._second, self.chart.steps[taken.to], taken.to, -1 - end, -1, state)
        arm.pop()

    def _grow_arm(
        self, grow: Callable[[Step, _State], None], steps: list[Step], tip: int, other: int, first: int, state: _State
    ) -> None:
        """Every step from the tip that could come above the floor. `other`: arc of the other arm; `first`: a lower number."""
        used, mine, key, fine, cap, count, prior, best, each, free, top, price_now = state
        fines, best_stop, known, base = self._fines, self._best_stop, self._known, tip * self._size
        effort, beside, keys, eaches = self.effort, self._beside, self._keys, self._each
        effort.left -= 1 + (len(steps) >> 2) + self._weight
        left_free, left_low, left_top, paid_price = free, free & LOW, top, price_now
        for s in steps:
            if s.index <= first or s.used & used or s.mine & mine or s.cost > cap:
                continue
            to = s.to
            most = best if best > best_stop[to] else best_stop[to]  # noqa: FURB136 - max() takes thrice as long
            what = (base + to if s.goes_on else -1 - to), other, most, each + eaches[to]
            row = known.get(what) or self._ahead(*what)
            left, paid = cap - s.cost, fine - fines[to]
            bound = key + s.gain + paid + row[left]
            if bound + top <= self.floor:
                continue
            if beside:
                theirs, low, toll = self._free.get(s.used) or self._free_beside(s.used)
                low &= left_low
                paid_price = price_now + toll
                if low:
                    left_top = keys[(low & -low).bit_length() - 1]
                    if bound + left_top <= self.floor:
                        continue
                    left_free = free & theirs
                else:
                    left_free = free & theirs
                    left_top = keys[(left_free & -left_free).bit_length() - 1]
                    if bound + left_top <= self.floor:
                        continue
            if effort.left < 0:
                self.missed = max(self.missed, bound + left_top)
                continue
            grown = (
                used | s.used,
                mine | s.mine,
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
        assert self._beside
        free = self._beside.free(used)
        self._free[used] = free, free & LOW, price(used, self._beside.prices)
        return self._free[used]

    def _noted(self, end: int, tip: int, state: _State) -> _State:
        if self._beside:
            self._low = self.floor - state[10]
        most = state[2] + state[7]
        if self._red[end] and self._red[tip]:
            most += state[8]  # now all that a bonus with a form can add
        if most <= self._low or (self._beside and not self._beside.wins(most + state[11], state[9])):
            return state
        grown = state[0], state[1], state[2], state[5], 0, 0
        prior = self._take(end, tip, grown, NEVER if self.chart.priced else state[6])
        return state if prior == state[6] else (*state[:6], prior, *state[7:])


class Beside:
    """The routes of another train that may run beside those of a search, under prices of track.

    `floor`: what both keys together must exceed; `answer`: the best pair.
    """

    def __init__(self, routes: Sequence[Found], prices: Mapping[int, int], least: int) -> None:
        """`least`: the key, prices aside, that a pair must exceed."""
        self.answer: tuple[Found, Found] | None = None
        self.least = least
        self.keys = [*(f.key for f in routes), NEVER]
        self.prices = prices
        self._all = sum(prices.values())
        real = [f._replace(key=f.key + price(f.used, prices)) for f in routes]
        self._real = sorted(real, key=lambda f: -f.key)
        self._falling = [-f.key for f in self._real]
        self._users = _users([f.used for f in routes])
        self._everyone = (1 << len(self.keys)) - 1
        self._bundle = 1 + len(routes) // BUNDLES
        self._best = self._bundles(real)

    def _bundles(self, real: Sequence[Found]) -> list[int]:
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
        return self.least - self._all

    def free(self, used: int) -> int:
        """The numbers of the routes, in the order of their keys, that use none of this track; as bits, with one for no route."""
        return ~_on(used, self._users) & self._everyone

    def meet(self, found: Found, _steps: int) -> int:
        """A route that is above the floor with the one beside it; the floor from now on."""
        real = found.key + price(found.used, self.prices)
        other = self._first(found.used, bisect_left(self._falling, real - self.least))
        if other is not None:
            self.least = real + other.key
            self.answer = found._replace(key=real), other
        return self.floor

    def wins(self, real: int, free: int) -> bool:
        """Whether a route with this key at most, prices aside, and these free beside it could win."""
        most = bisect_left(self._falling, real - self.least)
        return bool(free & self._best[(most + self._bundle - 1) // self._bundle])

    def _first(self, used: int, most: int) -> Found | None:
        """The best of so many routes that uses nothing of this track."""
        free = self.free(used)
        bundle = bisect_left(self._best, 1, key=lambda known: min(1, known & free))
        start = (bundle - 1) * self._bundle
        return next((f for f in self._real[start : min(most, start + self._bundle)] if not f.used & used), None)


def _on(used: int, users: Mapping[int, int]) -> int:
    found = 0
    while used:
        bit = used & -used
        found |= users.get(bit, 0)
        used ^= bit
    return found


def _users(masks: Sequence[int]) -> dict[int, int]:
    """By hexside (bit): the numbers of the masks that have it, as bits."""
    size = (max(masks, default=0).bit_length() + 7) >> 3
    rows = b"".join([mask.to_bytes(size, "little") for mask in reversed(masks)])
    found: dict[int, int] = {}
    for n in range(size):
        column = rows[n::size]
        for bit, digits in enumerate(_DIGITS):
            users = int(column.translate(digits), 2) if column else 0
            if users:
                found[1 << (8 * n + bit)] = users
    return found


_DIGITS = [bytes(ord("0") + (byte >> bit & 1) for byte in range(256)) for bit in range(8)]  # of each bit of a byte
