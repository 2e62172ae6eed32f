"""Best routes of one train on a dense board: the same two arms as in `search.py`, bounded by what walks could still add."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from game.routing.route_graph import price
from game.routing.search import Effort, Found, Search, Verdict
from game.routing.walk_bound import NEVER

if TYPE_CHECKING:
    from game.routing.edges import Step
    from game.routing.walk_bound import Outlook


FEW = 200  # routes that are looked through sooner than bits of all are joined

# A route that grows: hexsides, nodes and groups, key, what is left of the refund of fines, what is left of the cap, stops that
# count, key of a legal part, best of the stops visited (where one counts once more), what they count if both ends are in place,
# numbers of the routes beside that are on its track (as bits). A plain tuple: hundreds of thousands are made.
_State = tuple[int, int, int, int, int, int, int, int, int, int]


class Guided(Search):
    """A search with an outlook. Where its chart is priced, the keys of its routes are less the prices of their track.

    `beside`: another train's routes, best first, at most one of which runs beside a route of this one: a route must be above the
    floor together with the best of these on other track.
    """

    def __init__(
        self,
        outlook: Outlook,
        effort: Effort,
        *,
        floor: int = 0,
        keep: int = 1,
        beside: Beside | None = None,
        verdict: Verdict | None = None,
    ) -> None:
        super().__init__(outlook.chart, effort, floor=floor, keep=keep, verdict=verdict)
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
        self._busy: dict[int, int] = {}  # by hexsides: the routes beside that use some of them
        self._step_busy = beside.busy if beside else _nothing

    def _begin(self, mine: int, key: int, cap: int, free: int) -> None:
        chart, root, size, fines = self.chart, self._root, self._size, self._fines
        fine = self._outlook.refund - fines[root] - sum(fines[n] for n in range(size) if self._barred >> n & 1)
        state = (0, mine, key, fine, cap, chart.count[root], 0, self._best_stop[root], self._each[root], 0)
        for step in chart.starts[root]:
            self._first = step.index
            two = not step.begins and chart.passable[root]
            self._back = step.nodes[0] * size + root if two else -1 - root
            self._grow_arm(self._two if two else self._one, [step], root, self._back, -1, state)

    def _two(self, taken: Step, state: _State) -> None:
        """The first arm takes a step, and there may be a second one."""
        arm = self._arms[0]
        arm.append(taken)
        root, to = self._root, taken.to
        state = self._noted(root, to, state)
        self._grow_arm(self._second, self.chart.steps[root], root, -1 - to, self._first, state)
        if taken.goes_on:
            self._grow_arm(self._two, self.chart.steps[to], to, self._back, -1, state)
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
        used, mine, key, fine, cap, count, prior, best, each, busy = state
        fines, best_stop, known, base = self._fines, self._best_stop, self._known, tip * self._size
        effort, taken, keys, eaches = self.effort, self._busy, self._keys, self._each
        key_now = keys[(~busy & (busy + 1)).bit_length() - 1]
        effort.left -= 1 + (len(steps) >> 2) + self._weight
        for s in steps:
            if s.index <= first or s.used & used or s.mine & mine or s.cost > cap:
                continue
            to = s.to
            most = best if best > best_stop[to] else best_stop[to]  # noqa: FURB136 - max() takes thrice as long
            what = (base + to if s.goes_on else -1 - to), other, most, each + eaches[to]
            row = known.get(what) or self._ahead(*what)
            left, paid = cap - s.cost, fine - fines[to]
            bound = key + s.gain + paid + row[left]
            if bound + key_now <= self.floor:
                continue
            theirs = taken.get(s.used)
            if theirs is None:
                theirs = taken[s.used] = self._step_busy(s.used)
            theirs |= busy
            n = (~theirs & (theirs + 1)).bit_length() - 1
            if bound + keys[n] <= self.floor:
                continue
            if effort.left < 0:
                self.missed = max(self.missed, bound + keys[n])
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
                theirs,
            )
            grow(s, grown)

    def _noted(self, end: int, tip: int, state: _State) -> _State:
        key, busy = state[2], state[9]
        if self._beside:
            self._low = self.floor - self._keys[(~busy & (busy + 1)).bit_length() - 1]
        both = state[8] if self._red[end] and self._red[tip] else 0
        most = key + state[7] + both  # all that a bonus with a form can add
        if most <= self._low or (self._beside and not self._beside.wins(most, state[0])):
            return state
        prior = self._take(end, tip, state[0], state[1], key, state[5], NEVER if self.chart.priced else state[6])
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
        self._prices = prices
        self._all = sum(prices.values())
        real = [f._replace(key=f.key + price(f.used, prices)) for f in routes]
        self._real = sorted(real, key=lambda f: -f.key)
        self._falling = [-f.key for f in self._real]
        self._ranked = _users([f.used for f in routes])

    @cached_property
    def _users(self) -> dict[int, int]:
        return _users([f.used for f in self._real])

    @property
    def floor(self) -> int:
        return self.least - self._all

    def busy(self, used: int) -> int:
        """The numbers of the routes, in the order of their keys, that use some of this track; as bits."""
        return _on(used, self._ranked)

    def meet(self, found: Found, _steps: int) -> int:
        """A route that is above the floor with the one beside it; the floor from now on."""
        real = found.key + price(found.used, self._prices)
        other = self._free(found.used, bisect_left(self._falling, real - self.least))
        if other is not None:
            self.least = real + other.key
            self.answer = found._replace(key=real), other
        return self.floor

    def wins(self, key: int, used: int) -> bool:
        """Whether a route with this key at most could win."""
        real = key + price(used, self._prices)
        return self._free(used, bisect_left(self._falling, real - self.least)) is not None

    def _free(self, used: int, most: int) -> Found | None:
        """The best of so many routes that uses nothing of this track."""
        if most <= FEW:
            return next((f for f in self._real[:most] if not f.used & used), None)
        busy = _on(used, self._users)
        n = (~busy & (busy + 1)).bit_length() - 1
        return self._real[n] if n < most else None


def _nothing(used: int) -> int:
    return 0


def _on(used: int, users: Mapping[int, int]) -> int:
    found = 0
    while used:
        bit = used & -used
        found |= users.get(bit, 0)
        used ^= bit
    return found


def _users(masks: Sequence[int]) -> dict[int, int]:
    """By hexside (bit): the numbers of the masks that have it, as bits."""
    size = (len(masks) >> 3) + 1
    found: dict[int, bytearray] = {}
    for n, mask in enumerate(masks):
        left, at, flag = mask, n >> 3, 1 << (n & 7)
        while left:
            bit = left & -left
            left ^= bit
            if bit not in found:
                found[bit] = bytearray(size)
            found[bit][at] |= flag
    return {bit: int.from_bytes(flags, "little") for bit, flags in found.items()}
