"""Trains that run together: for each one route or none, disjoint in track, with the greatest total.

Each kind of train is searched alone first (`search.py`, `unlimited_search.py`); the sum of these is never beaten. Routes found
greedily are a first answer. What lies between is the gap: in a better set no train earns less than its own best minus the gap, so
those routes are collected for each kind of train and combined depth first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from game.routing.guided_search import Guided
from game.routing.pair_search import Partner
from game.routing.route_graph import Chart
from game.routing.search import Effort, Found, Goal, Verdict, rank
from game.routing.track_prices import Priced, tune
from game.routing.unlimited_search import suited

SIMPLE = 8_000  # states looked at before tables are made that bound the search better: most boards need no more
FURTHER = 10_000  # states spent on runs beside the best
# Routes of one train: to search the other train's best beside each is less work than to list all of its routes.
FEW = 400

Picked = tuple[tuple[int, Found], ...]  # number of the train, its route


class Crew:
    """Trains that run together."""

    def __init__(self, charts: Sequence[Chart], effort: Effort, verdict: Verdict | None = None) -> None:
        self.charts = charts
        self.effort = effort
        self.verdict = verdict
        self.kinds: dict[Chart, list[int]] = {}
        for number, one in enumerate(charts):
            self.kinds.setdefault(one, []).append(number)
        self._met: dict[Chart, list[Found]] = {}  # routes of note that were met on the way to the best one

    def _search(self, seen: Chart, *, floor: int = 0, avoid: int = 0, keep: int = 1) -> tuple[list[Found], int]:
        left = seen.without(avoid) if avoid else seen
        work = suited(left)(left, self.effort, Goal(floor, keep), verdict=self.verdict)
        return work.run(), work.missed

    def _top(self, seen: Chart, keep: int, floor: int = 0) -> tuple[list[Found], int]:
        """The best route of a train, and a key that none exceeds."""
        aside = keep if seen.far and keep > 1 else 0
        effort = Effort(min(SIMPLE, self.effort.left)) if seen.formed else self.effort
        before = effort.left
        work = suited(seen)(seen, effort, Goal(floor, aside=aside), verdict=self.verdict)
        routes = work.run()
        self._met[seen] = work.met
        if effort is not self.effort:
            self.effort.left -= before - effort.left
        if seen.formed and effort.spent and not self.effort.spent:
            return self._guided(seen, routes, floor)
        return routes, max(work.missed, routes[0].key if routes else 0)

    def _guided(self, seen: Chart, known: list[Found], floor: int) -> tuple[list[Found], int]:
        """The same where a simple search has only found these so far."""
        least = max(floor, known[0].key - 1 if known else 0)
        outlook = tune({seen: 1}, least, self.effort, rounds=10).outlooks[seen]
        work = Guided(outlook, self.effort, Goal(least), verdict=self.verdict)
        routes = work.run() or known
        return routes, max(work.missed, routes[0].key if routes else 0)

    def solve(self, keep: int, floor: int = 0, known: int = 0) -> tuple[list[tuple[int, Picked]], int]:
        """Sets of routes with their keys, best first, and a key that none exceeds; only sets above the floor count.

        `known`: a key that other runs have, so that lower ones need not be proven to be the best of these trains.
        """
        if len(self.charts) == 1:
            return self._alone(self.charts[0], keep, floor)
        alone: dict[Chart, list[Found]] = {}
        tops: dict[Chart, int] = {}
        for seen in self.kinds:
            alone[seen], tops[seen] = self._top(seen, keep)
        most = sum(tops[seen] for seen in self.charts)
        answer = max((self._greedy(order, alone) for order in self._orders(tops)), key=_total, default=())
        bound, least, lists = most, max(floor, known, _total(answer)), alone
        if not self.effort.spent and least < most:
            better, bound, lists = self._improved(tops, least, keep)
            answer = better or answer
        sets = [(_total(answer), answer)] if answer and _total(answer) > floor else []
        if keep > 1 and sets:
            sets += self._others(lists, _total(answer), keep)
        return sets, max(bound, _total(answer))

    def _improved(self, tops: dict[Chart, int], least: int, keep: int) -> tuple[Picked, int, dict[Chart, list[Found]]]:
        """A set above `least` if there is one, a key that none exceeds, and lists of routes of note."""
        if len(self.charts) > 2 or not all(seen.formed for seen in self.charts):
            return self._listed(tops, least, keep)
        whole, self.effort = self.effort, Effort(min(SIMPLE, self.effort.left))
        before = self.effort.left
        answer, bound, lists = self._listed(tops, least, keep)
        whole.left -= before - self.effort.left
        done, self.effort = not self.effort.spent, whole
        if done or whole.spent:
            return answer, bound, lists
        better, priced = Priced(self.kinds, max(least, _total(answer)), self.effort, self.verdict).solve()
        if better:
            first = self.charts.index(better[0][0])
            answer = ((first, better[0][1]), (1 - first, better[1][1]))
        return answer, max(min(bound, priced), _total(answer)), lists

    def _listed(self, tops: dict[Chart, int], least: int, keep: int) -> tuple[Picked, int, dict[Chart, list[Found]]]:
        """The same by lists of all routes that could be part of a better set."""
        answer: Picked = ()
        most = sum(tops[seen] for seen in self.charts)
        gap, lists, two = most - least, dict[Chart, list[Found]](), len(self.charts) == len(self.kinds) == 2
        for seen in sorted(self.kinds, key=lambda seen: (seen.far, seen.weight, -tops[seen])):
            lists[seen], missed = self._search(seen, floor=max(0, tops[seen] - gap), keep=0)
            if missed:
                return answer, most, lists
            if two and not seen.plain and (len(lists) == 1 or len(lists[seen]) <= FEW):
                found = self._pair(seen, lists, tops, least, keep)
                if found is not None:
                    answer, complete = found
                    return answer, max(least, _total(answer)) if complete else most, lists
        combined = Combine(self.charts, lists, self.effort, least)
        return combined.best, max(least, _total(combined.best)) if combined.complete else most, lists

    def _pair(
        self, seen: Chart, lists: dict[Chart, list[Found]], tops: dict[Chart, int], least: int, keep: int
    ) -> tuple[Picked, bool] | None:
        """The best set above `least` of two trains, one of which has its routes listed, without a list of the other's; and
        whether nothing was left out.

        None: which of equal sets is the first depends on both lists.
        """
        mine = self.charts.index(seen)
        other = self.charts[1 - mine]
        few = len(lists[seen]) <= FEW
        if other.far:
            return (self._beside(mine, lists[seen], tops, least), not self.effort.spent) if few else None
        partner = Partner(lists[seen], least, len(other.names))
        suited(other)(other, self.effort, partner=partner, verdict=self.verdict).run()
        pairs: set[tuple[Found, Found]] = set()
        if partner.pairs:
            pairs = {partner.first_met} if few else partner.leading(rank)
            if len(pairs) > 1 and not self.effort.spent:
                return None
        if not few and keep > 1:
            lists[other] = self._leading(other, max(0, least - tops[seen]), keep)
        answer: Picked = next((((1 - mine, theirs), (mine, own)) for theirs, own in pairs), ())
        return answer, not self.effort.spent

    def _leading(self, seen: Chart, floor: int, keep: int) -> list[Found]:
        """All routes above the floor, or at least the best so many."""
        best, _ = self._search(seen, floor=floor, keep=keep)
        return self._search(seen, floor=best[-1].key - 1 if len(best) == keep else floor, keep=0)[0]

    def _beside(self, mine: int, routes: Sequence[Found], tops: dict[Chart, int], least: int) -> Picked:
        """The same if the other train's length sets no limit: for each route the best of the other train on what is left."""
        other = self.charts[1 - mine]
        answer: Picked = ()
        for found in routes:
            if found.key + tops[other] <= least:
                break
            best, _ = self._search(other, floor=max(0, least - found.key), avoid=found.used)
            if best:
                answer = ((mine, found), (1 - mine, best[0]))
                least = _total(answer)
        return answer

    def _alone(self, seen: Chart, keep: int, floor: int) -> tuple[list[tuple[int, Picked]], int]:
        routes, top = self._top(seen, keep, floor)
        if keep > 1 and routes and top == routes[0].key:
            more = self._few(seen, keep, Effort(FURTHER))
            routes += [f for f in more if set(f.nodes) != set(routes[0].nodes)]
        return [(f.key, ((0, f),)) for f in routes[:keep]], top

    def _orders(self, tops: dict[Chart, int]) -> list[list[int]]:
        """Orders in which to let the trains choose: the strongest first, and the other way round."""
        numbers = sorted(range(len(self.charts)), key=lambda n: (-tops[self.charts[n]], n))
        return [numbers, numbers[::-1]] if len(set(map(id, self.charts))) > 1 else [numbers]

    def _greedy(self, order: Sequence[int], alone: dict[Chart, list[Found]]) -> Picked:
        used = 0
        picked = []
        for number in order:
            seen = self.charts[number]
            routes = alone[seen] if not used else self._beside_others(seen, used)
            if routes:
                picked.append((number, routes[0]))
                used |= routes[0].used
        return tuple(picked)

    def _beside_others(self, seen: Chart, used: int) -> list[Found]:
        """The best route on track that is left. Some effort is always there for it: no train is idle since another took long."""
        effort = self.effort if not self.effort.spent else Effort(FURTHER)
        left = seen.without(used)
        return suited(left)(left, effort, verdict=self.verdict).run()

    def _few(self, seen: Chart, keep: int, effort: Effort) -> list[Found]:
        """The best few routes of one kind of train, as far as the effort goes; of a train that may come anywhere those that were
        met on the way, and what little effort finds beside.
        """
        met = self._met.get(seen, [])
        if not met:
            return suited(seen)(seen, effort, Goal(keep=keep), verdict=self.verdict).run()
        floor = met[-1].key if len(met) == keep else 0
        more = suited(seen)(seen, Effort(FURTHER // 20), Goal(floor, keep), verdict=self.verdict).run()
        best: dict[int, Found] = {}
        for found in sorted([*met, *more], key=lambda f: -f.key):
            best.setdefault(sum(1 << n for n in found.nodes), found)
        return list(best.values())[:keep]

    def _others(self, lists: dict[Chart, list[Found]], best: int, keep: int) -> list[tuple[int, Picked]]:
        """Other sets of note: the best few of each kind of train, combined."""
        effort = Effort(FURTHER)
        wide = {}
        for seen in self.kinds:
            few = self._few(seen, keep, effort)
            known = {f.used for f in few}
            wide[seen] = sorted(
                [*few, *(f for f in lists.get(seen, [])[:keep] if f.used not in known)], key=lambda f: -f.key
            )
        return Combine(self.charts, wide, effort, 0, keep).sets


def _total(picked: Picked) -> int:
    return sum(f.key for _, f in picked)


class Pool:
    """Routes of one kind of train, best first, as parallel lists for speed."""

    def __init__(self, found: list[Found]) -> None:
        self.found = found
        self.masks = [f.used for f in found]
        self.falling = [-f.key for f in found]

    @property
    def top(self) -> int:
        return -self.falling[0] if self.falling else 0

    def free(self, used: int, start: int) -> Pool:
        """The routes from this number on that use nothing of this track."""
        pairs = zip(self.found[start:], self.masks[start:], strict=True)
        return Pool([f for f, mask in pairs if not mask & used])

    def above(self, key: int) -> int:
        """How many have a higher key."""
        return bisect_left(self.falling, -key)


Left = tuple[int, Chart, Pool]  # a train that still chooses, and from what


class Combine:
    """One route or none for each train out of sorted lists, disjoint, total above `floor`.

    `sets`: the best `keep` of them; `complete`: nothing above the floor was left out.
    """

    def __init__(
        self, charts: Sequence[Chart], lists: dict[Chart, list[Found]], effort: Effort, floor: int, keep: int = 1
    ) -> None:
        self.effort = effort
        self.floor = floor
        self.keep = keep
        self.sets: list[tuple[int, Picked]] = []
        order = sorted(range(len(charts)), key=lambda n: (len(lists[charts[n]]), charts[n].train, n))
        pools = {seen: Pool(found) for seen, found in lists.items()}
        self._grow(0, 0, (), [(n, charts[n], pools[charts[n]]) for n in order])
        self.complete = not effort.spent

    @property
    def best(self) -> Picked:
        return self.sets[0][1] if self.sets else ()

    def _grow(self, key: int, used: int, picked: Picked, rest: list[Left]) -> None:
        """`rest`: trains still to choose. Their pools are disjoint from `used`, except that of a train left alone."""
        number, seen, pool = rest[0]
        if len(rest) == 1:
            self._last(key, used, picked, number, pool, 0)
            return
        tops = sum(p.top for _, _, p in rest[1:])
        for index, found in enumerate(pool.found):
            if key + found.key + tops <= self.floor:
                return
            self.effort.left -= 2
            if self.effort.spent:
                return
            now, track, chosen = key + found.key, used | found.used, (*picked, (number, found))
            if len(rest) == 2:
                last, like, others = rest[1]
                self._last(now, track, chosen, last, others, index + 1 if like is seen else 0)
                continue
            free = {c: p.free(found.used, index + 1 if c is seen else 0) for _, c, p in rest[1:]}
            after = [(n, c, free[c]) for n, c, _ in rest[1:]]
            self.effort.left -= sum(len(p.found) for p in {c: p for _, c, p in rest[1:]}.values()) >> 3
            if now + sum(p.top for _, _, p in after) > self.floor:
                self._grow(now, track, chosen, after)
        if key + tops > self.floor:  # this train stays idle, and so do its like
            self._grow(key, used, picked, [(n, c, p if c is not seen else Pool([])) for n, c, p in rest[1:]])

    def _last(self, key: int, used: int, picked: Picked, number: int, pool: Pool, start: int) -> None:
        """The last train takes the best route that is still free, or stays idle."""
        while (stop := pool.above(self.floor - key)) > start:
            taken = next((n for n, mask in enumerate(pool.masks[start:stop]) if not mask & used), stop - start)
            self.effort.left -= taken >> 4
            start += taken + 1
            if start > stop:
                break
            found = pool.found[start - 1]
            self._note(key + found.key, (*picked, (number, found)))
            if self.keep == 1:
                return
        self._note(key, picked)

    def _note(self, key: int, picked: Picked) -> None:
        if key <= self.floor or not picked:
            return
        self.sets.append((key, picked))
        self.sets.sort(key=lambda item: -item[0])
        if len(self.sets) >= self.keep:
            del self.sets[self.keep :]
            self.floor = self.sets[-1][0]
