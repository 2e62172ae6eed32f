"""Best routes of one train whose length sets no limit, such as an express that is paid for its best cities.

It has far more routes than other trains, so whole bundles of steps are judged at once: the stops that are left fall apart into
parts, and who enters a part can still come to all of it, by whichever step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.hope import union
from game.search import Effort, Search, Verdict

if TYPE_CHECKING:
    from game.chart import Chart
    from game.legs import Step


def search(
    chart: Chart,
    effort: Effort,
    *,
    floor: int = 0,
    keep: int = 1,
    aside: int = 0,
    enough: int = 0,
    verdict: Verdict | None = None,
) -> Search:
    """The search that suits the train; `Search` explains the rest."""
    kind = Far if chart.far else Search
    return kind(chart, effort, floor=floor, keep=keep, aside=aside, enough=enough, verdict=verdict)


class Far(Search):
    def _begin(self, mine: int, key: int, cap: int, free: int) -> None:
        chart, root, arm, parts = self.chart, self._root, self._arms[0], self.chart.parts
        near, last = parts.ahead(mine, parts.beside[root])
        ahead, track = parts.around(root, mine)
        for part in near:
            ahead |= part.nodes
            track |= part.used
        if not self.chart.hope.exceeds(self.floor - key, ahead | 1 << root, track, last, 2):
            return
        for step in chart.starts[root]:
            if not step.mine & mine:
                self._first = step.index
                two = not step.begins and chart.passable[root]
                arm.append(step)
                self._first_arm(
                    step, step.used, mine | step.mine, key + step.gain, chart.count[root] + step.count, 0, two
                )
                arm.pop()

    def _first_arm(self, last: Step, used: int, mine: int, key: int, count: int, prior: int, two: bool) -> None:
        """The first arm has come to a stop: take the route, try second arms, go on. `two`: there may be a second arm."""
        if self._spend(key):
            return
        chart, root, parts, exceeds = self.chart, self._root, self.chart.parts, self.chart.hope.exceeds
        prior = self._take(root, last.to, used, mine, key, count, prior)
        own = parts.beside[root] if two else 0
        near, ends = parts.ahead(mine, (parts.beside[last.to] if last.goes_on else 0) | own)
        here = mine & chart.nodes & ~self._barred
        other, track = here, used
        if two:
            nodes, hexsides = parts.around(root, mine)
            other |= nodes
            track |= hexsides
        for part in near:
            if part.inside & own:
                other |= part.nodes
                track |= part.used
        if two:
            above = self.floor - key + 1  # a step uses one hexside at least
            theirs = union(
                [p.inside for p in near if p.inside & own and exceeds(above, here | p.nodes, used | p.used, ends, 1)]
            )
            self._open(last.to, root, used, mine, key, count, prior, theirs, self._first)
        if last.goes_on:
            arm = self._arms[0]
            for step in chart.steps[last.to]:
                if step.used & used or step.mine & mine:
                    continue
                ahead, hexsides = other, track | step.used
                if step.goes_on:
                    for part in near:
                        if part.inside >> step.to & 1:
                            ahead |= part.nodes
                            hexsides |= part.used
                            break
                on_it = step.mine & chart.nodes
                if exceeds(self.floor - key - step.gain, ahead | on_it, hexsides, ends & ~on_it, two + step.goes_on):
                    arm.append(step)
                    self._first_arm(
                        step, used | step.used, mine | step.mine, key + step.gain, count + step.count, prior, two
                    )
                    arm.pop()

    def _open(
        self, other: int, tip: int, used: int, mine: int, key: int, count: int, prior: int, inside: int, first: int
    ) -> None:
        """Steps of the second arm from its tip; `other`: the end of the first. `inside`: parts that are worth while."""
        arm = self._arms[1]
        for step in self.chart.steps[tip]:
            if step.index <= first or step.used & used or step.mine & mine:
                continue
            if step.goes_on and not inside >> step.to & 1:
                continue
            arm.append(step)
            self._second_arm(
                step, other, used | step.used, mine | step.mine, key + step.gain, count + step.count, prior
            )
            arm.pop()

    def _second_arm(self, last: Step, other: int, used: int, mine: int, key: int, count: int, prior: int) -> None:
        """The second arm has come to a stop; `other` is the end of the first."""
        if self._spend(key):
            return
        prior = self._take(other, last.to, used, mine, key, count, prior)
        if last.goes_on:
            parts = self.chart.parts
            near, ends = parts.ahead(mine, parts.beside[last.to])
            here = mine & self.chart.nodes & ~self._barred
            exceeds, above = self.chart.hope.exceeds, self.floor - key + 1
            inside = union([p.inside for p in near if exceeds(above, here | p.nodes, used | p.used, ends, 1)])
            self._open(other, last.to, used, mine, key, count, prior, inside, -1)

    def _spend(self, key: int) -> bool:
        """Count a state; whether there is no effort left for it."""
        self.effort.left -= self._weight
        if self.effort.left < 0:
            self.missed = max(self.missed, key + self._whole)
            return True
        return False
