"""Trains that run together: for each one route or none, disjoint in track, with the greatest total.

Each kind of train is searched alone first (`search.py`, `unlimited_search.py`); the sum of these is never beaten. Routes found
greedily are a first answer. What lies between is the gap: in a better set no train earns less than its own best minus the gap, so
those routes are collected for each kind of train and combined depth first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from game.routing.guided_search import guided_search
from game.routing.pair_search import Partner
from game.routing.route_graph import RouteGraph
from game.routing.search import BEST_ROUTE, Effort, FoundRoute, Goal, Search, Verdict, rank
from game.routing.track_prices import PricedPair, tune_prices
from game.routing.unlimited_search import growth_of

SIMPLE = 8_000  # states looked at before tables are made that bound the search better: most boards need no more
FURTHER = 10_000  # states spent on runs beside the best
# Routes of one train: to search the other train's best beside each is less work than to list all of its routes.
FEW_ROUTES = 400

Picked = tuple[tuple[int, FoundRoute], ...]  # number of the train, its route


class FleetSearch:
    """The best routes of trains that run together. `kinds`: the numbers of the trains by what they see of the board."""

    def __init__(self, graphs: Sequence[RouteGraph], effort: Effort, verdict: Verdict | None = None) -> None:
        self.graphs = graphs
        self.effort = effort
        self.verdict = verdict
        self.kinds: dict[RouteGraph, list[int]] = {}
        for number, one in enumerate(graphs):
            self.kinds.setdefault(one, []).append(number)
        self._runners_up: dict[
            RouteGraph, list[FoundRoute]
        ] = {}  # routes of note that were met on the way to the best one

    def _search_of(self, graph: RouteGraph, effort: Effort, goal: Goal = BEST_ROUTE) -> Search:
        """A search for the routes of one train, by the growth that suits it."""
        return Search(graph, effort, goal, growth_of(graph), verdict=self.verdict)

    def _routes_above(
        self, graph: RouteGraph, *, floor: int = 0, avoid: int = 0, keep: int = 1
    ) -> tuple[list[FoundRoute], int]:
        """Routes of one train above the floor, without the track to `avoid`, and a key that no unseen one exceeds."""
        left = graph.without_track(avoid) if avoid else graph
        search = self._search_of(left, self.effort, Goal(floor, keep))
        return search.run(), search.unseen_bound

    def _best_alone(self, graph: RouteGraph, keep: int, floor: int = 0) -> tuple[list[FoundRoute], int]:
        """The best route of a train, and a key that none exceeds."""
        runners_up = keep if graph.unlimited and keep > 1 else 0
        effort = Effort(min(SIMPLE, self.effort.left)) if graph.bonuses_have_forms else self.effort
        before = effort.left
        search = self._search_of(graph, effort, Goal(floor, runners_up=runners_up))
        routes = search.run()
        self._runners_up[graph] = search.runners_up
        if effort is not self.effort:
            self.effort.left -= before - effort.left
        if graph.bonuses_have_forms and effort.spent and not self.effort.spent:
            return self._best_by_walks(graph, routes, floor)
        return routes, max(search.unseen_bound, routes[0].key if routes else 0)

    def _best_by_walks(self, graph: RouteGraph, known: list[FoundRoute], floor: int) -> tuple[list[FoundRoute], int]:
        """The best route of a train on a dense board, and a key that none exceeds. `known`: what a simple search has found."""
        least = max(floor, known[0].key - 1 if known else 0)
        walk_bound = tune_prices({graph: 1}, least, self.effort, rounds=10).walk_bounds[graph]
        search = guided_search(walk_bound, self.effort, Goal(least), verdict=self.verdict)
        routes = search.run() or known
        return routes, max(search.unseen_bound, routes[0].key if routes else 0)

    def solve(self, keep: int, floor: int = 0, known: int = 0) -> tuple[list[tuple[int, Picked]], int]:
        """Sets of routes with their keys, best first, and a key that none exceeds; only sets above the floor count.

        `known`: a key that other runs have, so that lower ones need not be proven to be the best of these trains.
        """
        if len(self.graphs) == 1:
            return self._sets_of_one_train(self.graphs[0], keep, floor)
        alone: dict[RouteGraph, list[FoundRoute]] = {}
        tops: dict[RouteGraph, int] = {}
        for graph in self.kinds:
            alone[graph], tops[graph] = self._best_alone(graph, keep)
        most = sum(tops[graph] for graph in self.graphs)
        answer = max(
            (self._greedy_set(order, alone) for order in self._choosing_orders(tops)), key=_total_key, default=()
        )
        bound, least, lists = most, max(floor, known, _total_key(answer)), alone
        if not self.effort.spent and least < most:
            better, bound, lists = self._better_set(tops, least, keep)
            answer = better or answer
        sets = [(_total_key(answer), answer)] if answer and _total_key(answer) > floor else []
        if keep > 1 and sets:
            sets += self._other_sets(lists, _total_key(answer), keep)
        return sets, max(bound, _total_key(answer))

    def _better_set(
        self, tops: dict[RouteGraph, int], least: int, keep: int
    ) -> tuple[Picked, int, dict[RouteGraph, list[FoundRoute]]]:
        """A set above `least` if there is one, a key that none exceeds, and lists of routes of note."""
        if len(self.graphs) > 2 or not all(graph.bonuses_have_forms for graph in self.graphs):
            return self._better_by_lists(tops, least, keep)
        most_anywhere, self.effort = self.effort, Effort(min(SIMPLE, self.effort.left))
        before = self.effort.left
        answer, bound, lists = self._better_by_lists(tops, least, keep)
        most_anywhere.left -= before - self.effort.left
        done, self.effort = not self.effort.spent, most_anywhere
        if done or most_anywhere.spent:
            return answer, bound, lists
        better, priced = PricedPair(self.kinds, max(least, _total_key(answer)), self.effort, self.verdict).solve()
        if better:
            first = self.graphs.index(better[0][0])
            answer = ((first, better[0][1]), (1 - first, better[1][1]))
        return answer, max(min(bound, priced), _total_key(answer)), lists

    def _better_by_lists(
        self, tops: dict[RouteGraph, int], least: int, keep: int
    ) -> tuple[Picked, int, dict[RouteGraph, list[FoundRoute]]]:
        """A better set (as `_better_set` gives it) by lists of all routes that could be part of a better set."""
        answer: Picked = ()
        most = sum(tops[graph] for graph in self.graphs)
        gap, lists, two = most - least, dict[RouteGraph, list[FoundRoute]](), len(self.graphs) == len(self.kinds) == 2
        for graph in sorted(self.kinds, key=lambda graph: (graph.unlimited, graph.weight, -tops[graph])):
            lists[graph], missed = self._routes_above(graph, floor=max(0, tops[graph] - gap), keep=0)
            if missed:
                return answer, most, lists
            if two and not graph.plain and (len(lists) == 1 or len(lists[graph]) <= FEW_ROUTES):
                pair = self._pair_by_one_list(graph, lists, tops, least, keep)
                if pair is not None:
                    answer, complete = pair
                    return answer, max(least, _total_key(answer)) if complete else most, lists
        combined = DisjointSets(self.graphs, lists, self.effort, least)
        return combined.best, max(least, _total_key(combined.best)) if combined.complete else most, lists

    def _pair_by_one_list(
        self,
        graph: RouteGraph,
        lists: dict[RouteGraph, list[FoundRoute]],
        tops: dict[RouteGraph, int],
        least: int,
        keep: int,
    ) -> tuple[Picked, bool] | None:
        """The best set above `least` of two trains, one of which has its routes listed, without a list of the other's; and
        whether nothing was left out.

        None: which of equal sets is the first depends on both lists.
        """
        listed = self.graphs.index(graph)
        other = self.graphs[1 - listed]
        few = len(lists[graph]) <= FEW_ROUTES
        if other.unlimited:
            return (self._pair_by_each_route(listed, lists[graph], tops, least), not self.effort.spent) if few else None
        partner = Partner(lists[graph], least, len(other.names))
        Search(
            other, self.effort, BEST_ROUTE, growth_of(other, partner), report=partner.meet, verdict=self.verdict
        ).run()
        pairs: set[tuple[FoundRoute, FoundRoute]] = set()
        if partner.pairs:
            pairs = {partner.first_met} if few else partner.leading_pairs(rank)
            if len(pairs) > 1 and not self.effort.spent:
                return None
        if not few and keep > 1:
            lists[other] = self._leading_routes(other, max(0, least - tops[graph]), keep)
        answer: Picked = next((((1 - listed, theirs), (listed, own)) for theirs, own in pairs), ())
        return answer, not self.effort.spent

    def _leading_routes(self, graph: RouteGraph, floor: int, keep: int) -> list[FoundRoute]:
        """All routes above the floor, or at least the best so many."""
        best, _ = self._routes_above(graph, floor=floor, keep=keep)
        return self._routes_above(graph, floor=best[-1].key - 1 if len(best) == keep else floor, keep=0)[0]

    def _pair_by_each_route(
        self, listed: int, routes: Sequence[FoundRoute], tops: dict[RouteGraph, int], least: int
    ) -> Picked:
        """The best pair if the other train's length sets no limit: for each route the best of the other train on what is left."""
        other = self.graphs[1 - listed]
        answer: Picked = ()
        for route in routes:
            if route.key + tops[other] <= least:
                break
            best, _ = self._routes_above(other, floor=max(0, least - route.key), avoid=route.used)
            if best:
                answer = ((listed, route), (1 - listed, best[0]))
                least = _total_key(answer)
        return answer

    def _sets_of_one_train(self, graph: RouteGraph, keep: int, floor: int) -> tuple[list[tuple[int, Picked]], int]:
        """Sets of one route, best first, and a key that none exceeds."""
        routes, top = self._best_alone(graph, keep, floor)
        if keep > 1 and routes and top == routes[0].key:
            more = self._best_few(graph, keep, Effort(FURTHER))
            routes += [f for f in more if set(f.nodes) != set(routes[0].nodes)]
        return [(f.key, ((0, f),)) for f in routes[:keep]], top

    def _choosing_orders(self, tops: dict[RouteGraph, int]) -> list[list[int]]:
        """Orders in which to let the trains choose: the strongest first, and the other way round."""
        numbers = sorted(range(len(self.graphs)), key=lambda n: (-tops[self.graphs[n]], n))
        return [numbers, numbers[::-1]] if len(set(map(id, self.graphs))) > 1 else [numbers]

    def _greedy_set(self, order: Sequence[int], alone: dict[RouteGraph, list[FoundRoute]]) -> Picked:
        """Each train in that order takes its best route on track that is left."""
        used = 0
        picked = []
        for number in order:
            graph = self.graphs[number]
            routes = alone[graph] if not used else self._best_on_free_track(graph, used)
            if routes:
                picked.append((number, routes[0]))
                used |= routes[0].used
        return tuple(picked)

    def _best_on_free_track(self, graph: RouteGraph, used: int) -> list[FoundRoute]:
        """The best route on track that is left. Some effort is always there for it: no train is idle since another took long."""
        effort = self.effort if not self.effort.spent else Effort(FURTHER)
        left = graph.without_track(used)
        return self._search_of(left, effort).run()

    def _best_few(self, graph: RouteGraph, keep: int, effort: Effort) -> list[FoundRoute]:
        """The best few routes of one kind of train, as far as the effort goes; of a train that may come anywhere those that were
        met on the way, and what little effort finds beside.
        """
        runners_up = self._runners_up.get(graph, [])
        if not runners_up:
            return self._search_of(graph, effort, Goal(keep=keep)).run()
        floor = runners_up[-1].key if len(runners_up) == keep else 0
        more = self._search_of(graph, Effort(FURTHER // 20), Goal(floor, keep)).run()
        best: dict[int, FoundRoute] = {}
        for route in sorted([*runners_up, *more], key=lambda f: -f.key):
            best.setdefault(sum(1 << n for n in route.nodes), route)
        return list(best.values())[:keep]

    def _other_sets(self, lists: dict[RouteGraph, list[FoundRoute]], best: int, keep: int) -> list[tuple[int, Picked]]:
        """Other sets of note: the best few of each kind of train, combined."""
        effort = Effort(FURTHER)
        wide = {}
        for graph in self.kinds:
            few = self._best_few(graph, keep, effort)
            known = {f.used for f in few}
            wide[graph] = sorted(
                [*few, *(f for f in lists.get(graph, [])[:keep] if f.used not in known)], key=lambda f: -f.key
            )
        return DisjointSets(self.graphs, wide, effort, 0, keep).sets


def _total_key(picked: Picked) -> int:
    """The keys of the routes together."""
    return sum(f.key for _, f in picked)


class RouteList:
    """Routes of one kind of train, best first, as parallel lists for speed."""

    def __init__(self, routes: list[FoundRoute]) -> None:
        self.routes = routes
        self.masks = [f.used for f in routes]
        self.falling = [-f.key for f in routes]

    @property
    def top(self) -> int:
        """The key of the best route, 0 if there is none."""
        return -self.falling[0] if self.falling else 0

    def free(self, used: int, start: int) -> RouteList:
        """The routes from this number on that use nothing of this track."""
        pairs = zip(self.routes[start:], self.masks[start:], strict=True)
        return RouteList([f for f, mask in pairs if not mask & used])

    def above(self, key: int) -> int:
        """How many have a higher key."""
        return bisect_left(self.falling, -key)


Choosing = tuple[int, RouteGraph, RouteList]  # a train that still chooses, and from what


class DisjointSets:
    """One route or none for each train out of sorted lists, disjoint, total above `floor`.

    `sets`: the best `keep` of them; `complete`: nothing above the floor was left out.
    """

    def __init__(
        self,
        graphs: Sequence[RouteGraph],
        lists: dict[RouteGraph, list[FoundRoute]],
        effort: Effort,
        floor: int,
        keep: int = 1,
    ) -> None:
        self.effort = effort
        self.floor = floor
        self.keep = keep
        self.sets: list[tuple[int, Picked]] = []
        order = sorted(range(len(graphs)), key=lambda n: (len(lists[graphs[n]]), graphs[n].train, n))
        route_lists = {graph: RouteList(listed_routes) for graph, listed_routes in lists.items()}
        self._choose_next(0, 0, (), [(n, graphs[n], route_lists[graphs[n]]) for n in order])
        self.complete = not effort.spent

    @property
    def best(self) -> Picked:
        """The best set; empty if none is above the floor."""
        return self.sets[0][1] if self.sets else ()

    def _choose_next(self, key: int, used: int, picked: Picked, rest: list[Choosing]) -> None:
        """The first of the trains that still choose takes each of its routes in turn, or none. Their lists are disjoint from
        `used`, except that of a train left alone.
        """
        number, graph, routes = rest[0]
        if len(rest) == 1:
            self._choose_last(key, used, picked, number, routes, 0)
            return
        tops = sum(p.top for _, _, p in rest[1:])
        for index, route in enumerate(routes.routes):
            if key + route.key + tops <= self.floor:
                return
            self.effort.left -= 2
            if self.effort.spent:
                return
            total, track, chosen = key + route.key, used | route.used, (*picked, (number, route))
            if len(rest) == 2:
                last, like, others = rest[1]
                self._choose_last(total, track, chosen, last, others, index + 1 if like is graph else 0)
                continue
            free = {c: p.free(route.used, index + 1 if c is graph else 0) for _, c, p in rest[1:]}
            after = [(n, c, free[c]) for n, c, _ in rest[1:]]
            self.effort.left -= sum(len(p.routes) for p in {c: p for _, c, p in rest[1:]}.values()) >> 3
            if total + sum(p.top for _, _, p in after) > self.floor:
                self._choose_next(total, track, chosen, after)
        if key + tops > self.floor:  # this train stays idle, and so do its like
            self._choose_next(
                key, used, picked, [(n, c, p if c is not graph else RouteList([])) for n, c, p in rest[1:]]
            )

    def _choose_last(self, key: int, used: int, picked: Picked, number: int, routes: RouteList, start: int) -> None:
        """The last train takes the best route that is still free, or stays idle."""
        while (stop := routes.above(self.floor - key)) > start:
            taken = next((n for n, mask in enumerate(routes.masks[start:stop]) if not mask & used), stop - start)
            self.effort.left -= taken >> 4
            start += taken + 1
            if start > stop:
                break
            route = routes.routes[start - 1]
            self._keep(key + route.key, (*picked, (number, route)))
            if self.keep == 1:
                return
        self._keep(key, picked)

    def _keep(self, key: int, picked: Picked) -> None:
        """Put a set among the best, which raises the floor."""
        if key <= self.floor or not picked:
            return
        self.sets.append((key, picked))
        self.sets.sort(key=lambda item: -item[0])
        if len(self.sets) >= self.keep:
            del self.sets[self.keep :]
            self.floor = self.sets[-1][0]
