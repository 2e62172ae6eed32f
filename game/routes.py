"""Best routes: for each train of a company one route or none, disjoint in track, with the greatest total.

Each kind of train is searched alone first (`game/search.py`); the sum of these is never beaten. Runs found greedily are a first
answer. What lies between is the gap: in a better set no train earns less than its own best minus the gap, so those routes are
collected for each kind of train and combined depth first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game import cards, chart, judge, network
from game.actions import Route
from game.chart import Chart
from game.rules import Refusal, Trip, Variant
from game.search import Effort, Found, Search, Verdict
from game.state import Run

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company

EFFORT = 3_000_000  # states: about five seconds of one core (states that take longer count for several)
FURTHER = 20_000  # states spent on runs beside the best
FEW = (
    400  # routes of one train: to search the other train's best beside each is less work than to list all of its routes
)

NEAR = 4  # segments from a station: where a company can run at all, it mostly can within so few

Picked = tuple[tuple[int, Found], ...]  # number of the train, its route


class Runs(NamedTuple):
    """A set of runs. `at_most`: no legal set earns more dollars than this."""

    runs: tuple[Run, ...]
    revenue: int  # dollars, `extra` included
    tie: int  # the title's second number (income of the treasury), dollars
    extra: int  # dollars by the rule over all runs
    at_most: int

    @property
    def proven(self) -> bool:
        """Whether this is known to be the best revenue."""
        return self.revenue >= self.at_most


def best(g: Game, company: Company, keep: int = 10, effort: int = EFFORT) -> list[Runs]:
    """The best runs and up to `keep` - 1 others of note, best first; empty where no train has a route.

    The first is proven to be the best unless `effort` (states) was spent before; the others are what came close.
    """
    return g.memo(("routes", company, keep, effort), lambda: _best(g, company, keep, Effort(effort)))


def runnable(g: Game, company: Company) -> bool:
    """Whether some train of the company has a route that earns anything: `best` is not empty then."""
    return g.memo(("runnable", company), lambda: _nearby(g, company) or _anywhere(g, company))


def _nearby(g: Game, company: Company) -> bool:
    """Whether a train may run a short way from a station: seldom not, and told without a search."""
    trains_ = tuple(dict.fromkeys(t for variant in _variants(g, company) for t in variant.trains))
    return any(_earns(g, company, train, stops) for train in trains_ for stops in _strolls(g, company))


def _strolls(g: Game, company: Company) -> Iterator[tuple[str, ...]]:
    """For each stop a few stops away from a station one way there, the nearest first; legal or not."""
    own, _ = network.stations(g.state.tokens, company)
    net, passable = network.of(g), network.passable(g, company)
    seen = own & net.stops.keys()
    todo: deque[tuple[str, ...]] = deque((stop,) for stop in sorted(seen))
    while todo:
        stops = todo.popleft()
        for segment in net.leading_from(stops[-1]):
            if segment.b not in seen:
                seen |= {segment.b}
                yield (*stops, segment.b)
                if segment.b in passable and len(stops) < NEAR:
                    todo.append((*stops, segment.b))


def _earns(g: Game, company: Company, train: Card, stops: tuple[str, ...]) -> bool:
    runs = judge.judge(g, company, [Route(train, stops)])
    return not isinstance(runs, Refusal) and runs[0].revenue > 0


def _anywhere(g: Game, company: Company) -> bool:
    """Whether the search finds a route."""
    crews, legal = _crews(g, company), verdict(g, company)
    return any(Search(seen, Effort(EFFORT), enough=1, verdict=legal).run() for crew in crews for _, seen in crew)


def beaten(g: Game, company: Company, revenue: int) -> bool:
    """Whether runs are known (by the effort of `best`) that earn more than so many dollars."""
    floor, effort = chart.most(revenue), Effort(EFFORT)
    return any(Crew(g, company, [c for _, c in crew], effort).solve(1, floor)[0] for crew in _crews(g, company))


def possible(g: Game, company: Company) -> bool:
    """Whether some train, however long, could run: a station joined to another stop."""
    own, _ = network.stations(g.state.tokens, company)
    group = g.rules.routes.group
    return any((s.a in own or s.b in own) and group(g, s.a) != group(g, s.b) for s in network.of(g).segments)


def trains(g: Game, company: Company) -> tuple[Card, ...]:
    """The trains of a company that have routes of their own."""
    return tuple(t for t in cards.trains(g, company) if g.rules.routes.sight(g, company, t) is not None)


def _best(g: Game, company: Company, keep: int, effort: Effort) -> list[Runs]:
    found: list[tuple[int, list[tuple[Card, Chart, Found]]]] = []
    most = 0
    for crew in _crews(g, company):
        sets, bound = Crew(g, company, [c for _, c in crew], effort).solve(keep)
        most = max(most, chart.dollars(bound))
        found += [(key, [(crew[i][0], crew[i][1], f) for i, f in picked]) for key, picked in sets]
    found.sort(key=lambda item: -item[0])
    seen: dict[object, Runs] = {}
    for _, routes in found:
        result = _runs(g, company, routes, most)
        what = sorted((cards.kind(r.train), sorted(r.stops)) for r in result.runs)
        seen.setdefault(repr(what), result)
    return list(seen.values())[:keep]


def _crews(g: Game, company: Company) -> list[list[tuple[Card, Chart]]]:
    """The trains that earn and what they see, for each way in which a rule over all runs may come out."""
    return g.memo(("crews", company), lambda: list(_muster(g, company)))


def _muster(g: Game, company: Company) -> Iterator[list[tuple[Card, Chart]]]:
    charts: dict[object, Chart] = {}
    for variant in _variants(g, company):
        yield [(t, _chart(g, company, t, variant, charts)) for t in variant.trains]


def _variants(g: Game, company: Company) -> Iterable[Variant]:
    mine, together = trains(g, company), g.rules.routes.together
    return [Variant(mine)] if together is None else together.variants(g, company, mine)


def _chart(g: Game, company: Company, train: Card, variant: Variant, charts: dict[object, Chart]) -> Chart:
    """The chart of a train; trains of one type and side share theirs."""
    state = g.state.trains.get(train)
    extra = variant.extra.get(train)
    kind = (cards.kind(train), state.side if state else "", id(extra) if extra else 0)
    if kind not in charts:
        sight = g.rules.routes.sight(g, company, train)
        assert sight is not None
        charts[kind] = Chart(g, company, train, sight, (extra,) if extra else ())
    return charts[kind]


def _runs(g: Game, company: Company, routes: Sequence[tuple[Card, Chart, Found]], most: int) -> Runs:
    """Routes as the state and the players know them."""
    names = network.of(g).borders
    runs, trips, tie = [], [], 0
    for train, seen, found in sorted(routes, key=lambda r: r[0]):
        trip = seen.trip(found.nodes, found.path)._replace(train=train)
        dollars, second = worth(g, company, trip)
        tie += second
        sides = [names.names[c >> 1] for c in _crossings(seen, found)]
        runs.append(Run(train, trip.stops, tuple(sides), dollars))
        trips.append((trip, dollars))
    together = g.rules.routes.together
    extra = together.value(g, company, trips) if together else 0
    return Runs(tuple(runs), sum(r.revenue for r in runs) + extra, tie, extra, most)


def _crossings(seen: Chart, found: Found) -> Iterator[int]:
    """The crossings of a route in the order in which the train makes them."""
    for node, index in zip(found.nodes, found.path, strict=False):
        segment = seen.segments[index]
        yield from segment.path if segment.a == seen.names[node] else reversed(segment.path)


def worth(g: Game, company: Company, trip: Trip) -> tuple[int, int]:
    """Dollars and tie-break number of one trip."""
    rules = g.rules.routes
    sight = rules.sight(g, company, trip.train)
    assert sight is not None
    revenue = sight.score(trip) if sight.score else sum(map(sight.value, trip.stops))
    tie = 0
    for make in rules.bonuses:
        bonus = make(g, company, trip.train)
        if bonus is not None and bonus.tie:
            tie += bonus.value(trip)
        elif bonus is not None:
            revenue += bonus.value(trip)
    return revenue, tie


def verdict(g: Game, company: Company) -> Verdict | None:
    """What the title thinks of a trip, None where it has no such rules."""
    checks = g.rules.routes.verdicts
    return (lambda trip: g.rules.refusal(checks, g, company, trip) is None) if checks else None


class Crew:
    """Trains that run together."""

    def __init__(self, g: Game, company: Company, charts: Sequence[Chart], effort: Effort) -> None:
        self.charts = charts
        self.effort = effort
        self.verdict = verdict(g, company)
        self.kinds: dict[Chart, list[int]] = {}
        for number, one in enumerate(charts):
            self.kinds.setdefault(one, []).append(number)

    def _search(self, seen: Chart, *, floor: int = 0, avoid: int = 0, keep: int = 1) -> tuple[list[Found], int]:
        left = seen.without(avoid) if avoid else seen
        search = Search(left, self.effort, floor=floor, keep=keep, verdict=self.verdict)
        return search.run(), search.missed

    def solve(self, keep: int, floor: int = 0) -> tuple[list[tuple[int, Picked]], int]:
        """Sets of routes with their keys, best first, and a key that none exceeds; only sets above the floor count."""
        if len(self.charts) == 1:
            return self._alone(self.charts[0], keep, floor)
        alone: dict[Chart, list[Found]] = {}
        tops: dict[Chart, int] = {}
        for seen in self.kinds:
            alone[seen], missed = self._search(seen)
            tops[seen] = max(missed, alone[seen][0].key if alone[seen] else 0)
        most = sum(tops[seen] for seen in self.charts)
        answer = max((self._greedy(order, alone) for order in self._orders(tops)), key=_total, default=())
        bound, least = most, max(floor, _total(answer))
        if self.effort.spent or least >= most:
            lists = alone
        else:
            gap, lists = most - least, {}
            for seen in sorted(self.kinds, key=lambda seen: (seen.weight, -tops[seen])):
                lists[seen], missed = self._search(seen, floor=max(0, tops[seen] - gap), keep=0)
                if missed:
                    break
                if len(self.charts) == len(self.kinds) == 2 and not seen.plain and len(lists[seen]) <= FEW:
                    better, complete = self._beside(seen, lists[seen], tops, least)
                    answer = better or answer
                    bound = _total(answer) if complete else most
                    break
            else:
                combined = Combine(self.charts, lists, self.effort, least)
                answer = combined.best or answer
                bound = _total(answer) if combined.complete else most
        sets = [(_total(answer), answer)] if answer and _total(answer) > floor else []
        if keep > 1 and sets:
            sets += self._others(lists, _total(answer), keep)
        return sets, max(bound, _total(answer))

    def _beside(self, seen: Chart, routes: Sequence[Found], tops: dict[Chart, int], least: int) -> tuple[Picked, bool]:
        """The best set above `least` of two trains with one of these routes: for each the best of the other train on what is
        left. And whether nothing was left out.
        """
        mine = self.charts.index(seen)
        other = self.charts[1 - mine]
        answer: Picked = ()
        for found in routes:
            if found.key + tops[other] <= least:
                break
            best, _ = self._search(other, floor=max(0, least - found.key), avoid=found.used)
            if best:
                answer = ((mine, found), (1 - mine, best[0]))
                least = _total(answer)
        return answer, not self.effort.spent

    def _alone(self, seen: Chart, keep: int, floor: int) -> tuple[list[tuple[int, Picked]], int]:
        routes, missed = self._search(seen, floor=floor)
        top = max(missed, routes[0].key if routes else 0)
        if keep > 1 and routes and not missed:
            more = Search(seen, Effort(FURTHER), keep=keep, verdict=self.verdict).run()
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
        return Search(seen.without(used), effort, verdict=self.verdict).run()

    def _others(self, lists: dict[Chart, list[Found]], best: int, keep: int) -> list[tuple[int, Picked]]:
        """Other sets of note: the best few of each kind of train, combined."""
        effort = Effort(FURTHER)
        wide = {}
        for seen in self.kinds:
            few = Search(seen, effort, keep=keep, verdict=self.verdict).run()
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
            self.effort.left -= 1
            if self.effort.spent:
                return
            now, track, chosen = key + found.key, used | found.used, (*picked, (number, found))
            if len(rest) == 2:
                last, like, others = rest[1]
                self._last(now, track, chosen, last, others, index + 1 if like is seen else 0)
                continue
            free = {c: p.free(found.used, index + 1 if c is seen else 0) for _, c, p in rest[1:]}
            after = [(n, c, free[c]) for n, c, _ in rest[1:]]
            self.effort.left -= sum(len(p.found) for p in {c: p for _, c, p in rest[1:]}.values()) >> 4
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
