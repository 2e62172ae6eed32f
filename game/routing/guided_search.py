"""Best routes of one train on a dense board: the same two arms as in `search.py`, bounded by what walks could still add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.routing.route_graph import price
from game.routing.search import Effort, Found, Search, Verdict
from game.routing.walk_bound import NEVER

if TYPE_CHECKING:
    from game.routing.edges import Step
    from game.routing.walk_bound import Outlook


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
        state = _State(0, mine, key, fine, cap, chart.count[root], 0, self._best_stop[root], self._each[root], 0)
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
            grow(
                s,
                _State(
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
                ),
            )

    def _noted(self, end: int, tip: int, state: _State) -> _State:
        used, mine, key, _, _, count, prior, _, _, busy = state
        if self._beside:
            self._low = self.floor - self._keys[(~busy & (busy + 1)).bit_length() - 1]
        prior = self._take(end, tip, used, mine, key, count, NEVER if self.chart.priced else prior)
        return state if prior == state[6] else state._replace(prior=prior)


class _State(NamedTuple):
    """A route that grows."""

    used: int
    mine: int
    key: int
    fine: int  # what is left of the refund
    cap: int  # left
    stops: int  # that count
    prior: int  # key of a legal part
    best: int  # of the stops visited, where one counts once more
    each: int  # what they count if both ends are in place
    busy: int  # numbers of the routes beside that are on its track, as bits


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
        self._users = _users([f.used for f in self._real])
        self._ranked = _users([f.used for f in routes])

    @property
    def floor(self) -> int:
        return self.least - self._all

    def busy(self, used: int) -> int:
        """The numbers of the routes, in the order of their keys, that use some of this track; as bits."""
        return _on(used, self._ranked)

    def meet(self, found: Found, _steps: int) -> int:
        """A route that is above the floor with the one beside it; the floor from now on."""
        real = found.key + price(found.used, self._prices)
        busy = _on(found.used, self._users)
        n = (~busy & (busy + 1)).bit_length() - 1
        if n < len(self._real) and real + self._real[n].key > self.least:
            self.least = real + self._real[n].key
            self.answer = found._replace(key=real), self._real[n]
        return self.floor


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
