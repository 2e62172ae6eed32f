"""Best routes of one train whose length sets no limit, such as an express that is paid for its best cities.

It has far more routes than other trains, so whole bundles of steps are judged at once: the stops that are left fall apart into
parts, and who enters a part can still come to all of it, by whichever step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.routing.bonus_bound import union
from game.routing.search import Search

if TYPE_CHECKING:
    from game.routing.edges import Step
    from game.routing.route_graph import Chart
    from game.routing.search import Extent


def suited(chart: Chart) -> type[Search]:
    """The kind of search that suits the train of a chart."""
    return Far if chart.far else Search


class Far(Search):
    def _begin(self, mine: int, key: int, cap: int, free: int) -> None:
        chart, root, parts = self.chart, self._root, self.chart.parts
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
                self._two = not step.begins and chart.passable[root]
                self._first_arm(step, (0, mine, key, chart.count[root], 0, 0), 0)

    def _first_arm(self, taken: Step, before: Extent, prior: int) -> None:
        """The first arm takes a step to a stop, as in `Search`."""
        grown = _after(before, taken)
        used, mine, key, _, _, _ = grown
        two = self._two
        if self._spend(key):
            return
        arm = self._arms[0]
        arm.append(taken)
        chart, root, parts, exceeds = self.chart, self._root, self.chart.parts, self.chart.hope.exceeds
        prior = self._take(root, taken.to, grown, prior)
        own = parts.beside[root] if two else 0
        near, ends = parts.ahead(mine, (parts.beside[taken.to] if taken.goes_on else 0) | own)
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
            self._open(taken.to, root, grown, prior, theirs, self._first)
        if taken.goes_on:
            for step in chart.steps[taken.to]:
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
                    self._first_arm(step, grown, prior)
        arm.pop()

    def _open(self, other: int, tip: int, before: Extent, prior: int, inside: int, first: int) -> None:
        """Steps of the second arm from its tip; `other`: the end of the first. `inside`: parts that are worth while."""
        used, mine = before[:2]
        for step in self.chart.steps[tip]:
            if step.index <= first or step.used & used or step.mine & mine:
                continue
            if inside >> step.to & 1 or not step.goes_on:
                self._second_arm(step, other, before, prior)

    def _second_arm(self, taken: Step, other: int, before: Extent, prior: int) -> None:
        """The second arm does; `other` is the end of the first."""
        grown = _after(before, taken)
        used, mine, key, _, _, _ = grown
        if self._spend(key):
            return
        arm = self._arms[1]
        arm.append(taken)
        prior = self._take(other, taken.to, grown, prior)
        if taken.goes_on:
            parts = self.chart.parts
            near, ends = parts.ahead(mine, parts.beside[taken.to])
            here = mine & self.chart.nodes & ~self._barred
            exceeds, above = self.chart.hope.exceeds, self.floor - key + 1
            inside = union([p.inside for p in near if exceeds(above, here | p.nodes, used | p.used, ends, 1)])
            self._open(other, taken.to, grown, prior, inside, -1)
        arm.pop()

    def _spend(self, key: int) -> bool:
        """Count a state; whether there is no effort left for it."""
        self.effort.left -= self._weight
        if self.effort.left < 0:
            self.missed = max(self.missed, key + self._whole)
            return True
        return False


def _after(before: Extent, taken: Step) -> Extent:
    """The route with a step more; its length sets no limit."""
    used, mine, key, count, _, _ = before
    return used | taken.used, mine | taken.mine, key + taken.gain, count + taken.count, 0, 0
