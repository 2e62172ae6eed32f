"""Two trains on a dense board: prices of the track that they compete for, under which each is searched for itself.

Trains of a run may share no hexside. If each hexside has a price, each train looks for its best route less the prices of its
track, and all prices are added to the sum, the total is never less than what disjoint routes earn together (Lagrangean
relaxation). With good prices it is little more, and only routes whose priced keys come near enough to the best can be part of a
better pair than one that is known (Baldacci, Christofides and Mingozzi 2008 do so for vehicles). What both trains fall short of
their best is at most the gap together, so that one of the two falls short by less than half of it: that one's routes are listed,
the other's are grown beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from game.routing.guided_search import Beside, Guided
from game.routing.search import Goal
from game.routing.town_runs import Legs
from game.routing.walk_bound import Outlook

if TYPE_CHECKING:
    from game.routing.route_graph import Chart
    from game.routing.search import Effort, Found, Verdict

ROUNDS = 24  # subgradient steps
PATIENCE = 3  # steps that bring nothing before they become shorter
GLANCE = 8  # a share of the gap that finds most of the better pairs at little cost


class Tuned(NamedTuple):
    prices: dict[int, int]  # keys, by hexside bit
    outlooks: dict[Chart, Outlook]
    most: int  # key that no set exceeds, but for bonuses of a best stop


class Tuning:
    """Subgradient steps (Held and Karp 1971; Polyak 1969) towards the prices and fines with the least total.

    All numbers are whole, so that every machine takes the same steps.
    """

    def __init__(self, kinds: Mapping[Chart, int], least: int, effort: Effort) -> None:
        """`kinds`: with how many trains of each; `least`: what some set of routes earns."""
        self._kinds = kinds
        self._least = least
        self._effort = effort
        self._share = len(kinds) > 1 or max(kinds.values()) > 1  # whether there is track to compete for
        self._prices: dict[int, int] = {}
        self._fines = {chart: [0] * len(chart.names) for chart in kinds}
        self._legs: dict[Chart, Legs] = {chart: Legs(chart) for chart in kinds}

    def run(self, rounds: int) -> Tuned:
        best: Tuned | None = None
        length = bad = 0
        for _ in range(rounds):
            outlooks, total, visits, load = self._look()
            if best is None or total < best.most:
                best, bad = Tuned(dict(self._prices), outlooks, total), 0
            else:
                bad += 1
                if bad == PATIENCE:
                    length, bad = length + 1, 0
            if total <= self._least or not self._step((total - self._least) >> length, visits, load):
                break
        assert best is not None
        return best

    def _look(self) -> tuple[dict[Chart, Outlook], int, dict[Chart, list[int]], dict[int, int]]:
        """The best walks now: outlooks, their total, by how much each stop and each hexside is used more than once."""
        outlooks, visits = {}, {}
        load: dict[int, int] = dict.fromkeys(self._prices, -1)
        total = sum(self._prices.values())
        for chart, count in self._kinds.items():
            legs, fines = self._legs[chart], self._fines[chart]
            now = Outlook(chart, fines, legs, self._prices)
            self._effort.left -= now.effort
            outlooks[chart] = now
            walk = now.walk()
            total += count * walk.key
            counts = [-1 if fine else 0 for fine in fines]
            for n in walk.nodes:
                counts[n] += 1
            visits[chart] = [c - 1 if not fine and c else c for c, fine in zip(counts, fines, strict=True)]
            for used in walk.used if self._share else ():
                left = used
                while left:
                    bit = left & -left
                    left ^= bit
                    load[bit] = load.get(bit, -1) + count
        return outlooks, total, visits, load

    def _step(self, far: int, visits: dict[Chart, list[int]], load: dict[int, int]) -> bool:
        """Raise what is used too often, lower what is not used; whether there is any."""
        norm = sum(n * n for n in load.values())
        norm += sum(self._kinds[chart] * n * n for chart, counts in visits.items() for n in counts)
        if not norm:
            return False
        step = far // norm
        for chart, counts in visits.items():
            self._fines[chart] = [max(0, f + n * step) for f, n in zip(self._fines[chart], counts, strict=True)]
        moved = {bit: self._prices.get(bit, 0) + n * step for bit, n in load.items()}
        self._prices = {bit: cost for bit, cost in moved.items() if cost > 0}
        return True


def tune(kinds: Mapping[Chart, int], least: int, effort: Effort, rounds: int = ROUNDS) -> Tuned:
    """Prices and fines for so many trains of each kind; `least`: what some set of routes earns."""
    return Tuning(kinds, least, effort).run(rounds)


class Priced:
    """The best pair of routes of two trains above `least`."""

    def __init__(self, kinds: Mapping[Chart, list[int]], least: int, effort: Effort, verdict: Verdict | None) -> None:
        self.effort = effort
        self.verdict = verdict
        self.least = least
        self.answer: tuple[tuple[Chart, Found], tuple[Chart, Found]] | None = None
        self.kinds = {seen: len(numbers) for seen, numbers in kinds.items()}

    def solve(self) -> tuple[tuple[tuple[Chart, Found], tuple[Chart, Found]] | None, int]:
        """The pair, None: there is none; and a key that no pair exceeds."""
        tuned = tune(self.kinds, self.least, self.effort)
        most = sum(tuned.prices.values())
        tops: dict[Chart, int] = {}
        outlooks = {}
        for seen, count in self.kinds.items():
            outlooks[seen] = tuned.outlooks[seen].of(seen.at(tuned.prices))
            search = Guided(outlooks[seen], self.effort, verdict=self.verdict)
            found = search.run()
            tops[seen] = max(search.missed, found[0].key if found else 0)
            most += count * tops[seen]
        missed = False
        for share in (GLANCE, 2):
            missed = False
            for seen in self.kinds:
                if most <= self.least:
                    break
                other = next((s for s in self.kinds if s is not seen), seen)
                gap = most - self.least
                goal = Goal(tops[seen] - gap // share - 1, keep=0)
                search = Guided(outlooks[seen], self.effort, goal, verdict=self.verdict)
                beside = Beside(search.run(), tuned.prices, self.least)
                grown = Guided(outlooks[other], self.effort, Goal(beside.floor), beside=beside, verdict=self.verdict)
                grown.run()
                missed = missed or bool(search.missed or grown.missed)
                if beside.answer is not None:
                    self.least = beside.least
                    self.answer = (other, beside.answer[0]), (seen, beside.answer[1])
        return self.answer, most if missed or self.effort.spent else self.least
