"""What the game asks about runs: the best ones of a company, whether there are any, whether given ones are beaten.

The sets of routes are found by `fleet_search.py`; here they come to have trains, dollars, and the rules over all runs of a turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game import cards
from game.actions import Route
from game.memo import memoized
from game.route_rules import Bonus, TrainProfile, Trip, Variant, uses_up_nothing
from game.routing import company_reach, network, route_graph, validator
from game.routing.fleet_search import FleetSearch
from game.routing.route_graph import RouteGraph
from game.routing.search import Effort, FoundRoute, Goal, Search, Verdict
from game.routing.unlimited_search import growth_of
from game.rules import Refusal
from game.state import Run

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company

# States: some three seconds of one core, at most five. What takes longer than a state counts for several.
EFFORT = 1_500_000
QUICK_EFFORT = 300_000  # states: some half a second, what an answer may wait for; the search goes on behind it
NEAR_SEGMENTS = 4  # segments from a station: where a company can run at all, it mostly can within so few


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


def best(g: Game, company: Company, keep: int = 10, effort: int | None = None) -> list[Runs]:
    """The best runs and up to `keep` - 1 others of note, best first; empty where no train has a route.

    The first is proven to be the best unless `effort` (states, None: what is usual) was spent before; the others came close.
    """
    states = EFFORT if effort is None else effort
    answers = _answers(g, company)
    if (keep, states) not in answers:
        proven = [answer for (many, _), answer in answers.items() if many == keep and (not answer or answer[0].proven)]
        answers[keep, states] = proven[0] if proven else _best(g, company, keep, Effort(states))
    return answers[keep, states]


@memoized()
def _answers(_g: Game, _company: Company) -> dict[tuple[int, int], list[Runs]]:
    """What `best` has answered in this position, by how many were to be kept and by the effort."""
    return {}


@memoized()
def runnable(g: Game, company: Company) -> bool:
    """Whether some train of the company has a route that earns anything: `best` is not empty then."""
    return _earns_nearby(g, company) or _earns_anywhere(g, company)


def _earns_nearby(g: Game, company: Company) -> bool:
    """Whether a train may run a short way from a station: seldom not, and told without a search."""
    trains_ = tuple(dict.fromkeys(t for variant in _variants(g, company) for t in variant.trains))
    if any(_has_shuttle(g, company, train) for train in trains_):
        return True
    return any(_route_earns(g, company, train, stops) for train in trains_ for stops in _short_ways(g, company))


def _has_shuttle(g: Game, company: Company, train: Card) -> bool:
    """Whether a train surely earns by running from a station to the next stop. Told only where the title judges no routes."""
    rules, net = g.rules.routes, network.of(g)
    profile = rules.profile(g, company, train)
    if profile is None or rules.verdicts:
        return False
    tolls = rules.tolls(g) if profile.tolls else {}
    own, _ = company_reach.stations_of(g, company)
    return any(
        is_shuttle(g, profile, segment, tolls)
        for stop in sorted(own & net.stops.keys())
        if profile.usable(stop) and profile.end(stop)
        for segment in net.leading_from(stop)
    )


def is_shuttle(g: Game, profile: TrainProfile, segment: network.Segment, tolls: Mapping[str, int]) -> bool:
    """Whether a train may run to the other end of a segment, from one where a station is, and earns something.

    The rules of `validator` for two stops, without bonuses, which never take anything away.
    """
    a, b, rules, borders = segment.a, segment.b, g.rules.routes, network.of(g).borders
    if not (profile.usable(b) and profile.end(b) and profile.counts(a) + profile.counts(b) >= max(2, profile.least)):
        return False
    length = profile.cost(a) + profile.cost(b)
    if tolls:
        length += sum(tolls.get(borders.names[c >> 1], 0) for c in segment.path)
    passed = [borders.into[c] for c in segment.path[:-1]] if rules.once is not uses_up_nothing else []
    between = [name for h in passed if (name := rules.once(g, h))]
    groups = [rules.group(g, a), rules.group(g, b), *between]
    return length <= profile.cap and len({*groups}) == len(groups) and _earned_between(profile, a, b) > 0


def _earned_between(profile: TrainProfile, a: str, b: str) -> int:
    """Dollars of a run between two stops, without bonuses."""
    if profile.score:
        return profile.score.value(Trip("", (a, b), frozenset()))
    return profile.value(a) + profile.value(b)


def _short_ways(g: Game, company: Company) -> Iterator[tuple[str, ...]]:
    """For each stop a few stops away from a station one way there, the nearest first; legal or not."""
    own, _ = company_reach.stations_of(g, company)
    net, passable = network.of(g), company_reach.passable(g, company)
    seen = own & net.stops.keys()
    todo: deque[tuple[str, ...]] = deque((stop,) for stop in sorted(seen))
    while todo:
        stops = todo.popleft()
        for segment in net.leading_from(stops[-1]):
            if segment.b not in seen:
                seen |= {segment.b}
                yield (*stops, segment.b)
                if segment.b in passable and len(stops) < NEAR_SEGMENTS:
                    todo.append((*stops, segment.b))


def _route_earns(g: Game, company: Company, train: Card, stops: tuple[str, ...]) -> bool:
    """Whether a route is legal for the train and earns anything."""
    runs = validator.judge(g, company, [Route(train, stops)])
    return not isinstance(runs, Refusal) and runs[0].revenue > 0


def _earns_anywhere(g: Game, company: Company) -> bool:
    """Whether the search finds a route; it is not asked where no train of any length could run."""
    if not possible(g, company):
        return False
    legal = verdict(g, company)
    return any(
        Search(graph, Effort(EFFORT), Goal(enough=1), growth_of(graph), verdict=legal).run()
        for fleet in fleets(g, company)
        for _, graph in fleet
    )


def beaten(g: Game, company: Company, revenue: int) -> bool:
    """Whether `best` has runs that earn more than so many dollars: what refuses an answer is what is offered instead.

    Mostly there are none, and that is told sooner by a search for such runs only.
    """
    for answer in _answers(g, company).values():
        if answer and answer[0].proven:
            return answer[0].revenue > revenue
    floor, effort = route_graph.highest_key(revenue), Effort(EFFORT)
    legal = verdict(g, company)
    if not any(FleetSearch([c for _, c in fleet], effort, legal).solve(1, floor)[0] for fleet in fleets(g, company)):
        return False
    return best(g, company)[0].revenue > revenue


def possible(g: Game, company: Company) -> bool:
    """Whether some train, however long, could run: a station joined to another stop."""
    own, _ = company_reach.stations_of(g, company)
    net, group = network.of(g), g.rules.routes.group
    return any(group(g, s.a) != group(g, s.b) for stop in own & net.stops.keys() for s in net.leading_from(stop))


def trains(g: Game, company: Company) -> tuple[Card, ...]:
    """The trains of a company that have routes of their own."""
    return tuple(t for t in cards.trains(g, company) if g.rules.routes.profile(g, company, t) is not None)


def _best(g: Game, company: Company, keep: int, effort: Effort) -> list[Runs]:
    """The answer of `best`, worked out."""
    ranked: list[tuple[int, list[tuple[Card, RouteGraph, FoundRoute]]]] = []
    most, legal = 0, verdict(g, company)
    for fleet in fleets(g, company):
        known = max((key for key, _ in ranked), default=0)
        sets, bound = FleetSearch([c for _, c in fleet], effort, legal).solve(keep, known=known)
        most = max(most, route_graph.dollars_of(bound))
        ranked += [(key, [(fleet[i][0], fleet[i][1], f) for i, f in picked]) for key, picked in sets]
    ranked.sort(key=lambda item: -item[0])
    seen: dict[object, Runs] = {}
    for _, routes in ranked:
        result = _runs_of(g, company, routes, most)
        what = sorted((cards.kind(r.train), sorted(r.stops)) for r in result.runs)
        seen.setdefault(repr(what), result)
    return list(seen.values())[:keep]


@memoized()
def fleets(g: Game, company: Company) -> list[list[tuple[Card, RouteGraph]]]:
    """The trains that earn and what they see, for each way in which a rule over all runs may come out."""
    graphs: dict[object, RouteGraph] = {}
    return [
        [(t, _graph_of(g, company, t, variant, graphs)) for t in variant.trains] for variant in _variants(g, company)
    ]


def _variants(g: Game, company: Company) -> Iterable[Variant]:
    """The sets of trains that may earn, by the title's rule over all runs."""
    own_trains, cross_train = trains(g, company), g.rules.routes.cross_train
    return [Variant(own_trains)] if cross_train is None else cross_train.variants(g, company, own_trains)


def _graph_of(g: Game, company: Company, train: Card, variant: Variant, graphs: dict[object, RouteGraph]) -> RouteGraph:
    """What a train sees of the board; trains of one type and side share theirs."""
    state = g.state.trains.get(train)
    extra = variant.extra.get(train)
    kind = (cards.kind(train), state.side if state else "", id(extra) if extra else 0)
    if kind not in graphs:
        profile = g.rules.routes.profile(g, company, train)
        assert profile is not None
        graphs[kind] = RouteGraph(g, company, train, profile, (extra,) if extra else ())
    return graphs[kind]


def _runs_of(g: Game, company: Company, routes: Sequence[tuple[Card, RouteGraph, FoundRoute]], most: int) -> Runs:
    """Routes as the state and the players know them."""
    names = network.of(g).borders
    runs, trips, tie = [], [], 0
    for train, graph, route in sorted(routes, key=lambda r: r[0]):
        trip = graph.trip(route.nodes, route.path)._replace(train=train)
        dollars, second = _earned(trip, graph.profile, graph.of_train)
        tie += second
        sides = [names.names[c >> 1] for c in crossings(graph, route)]
        runs.append(Run(train, trip.stops, tuple(sides), dollars))
        trips.append((trip, dollars))
    cross_train = g.rules.routes.cross_train
    extra = cross_train.value(g, company, trips) if cross_train else 0
    return Runs(tuple(runs), sum(r.revenue for r in runs) + extra, tie, extra, most)


def written(runs: Sequence[Run]) -> tuple[Route, ...]:
    """Runs as a player writes them down."""
    return tuple(Route(r.train, r.stops, r.sides) for r in runs)


def crossings(graph: RouteGraph, route: FoundRoute) -> Iterator[int]:
    """The crossings of a route in the order in which the train makes them."""
    for node, index in zip(route.nodes, route.path, strict=False):
        segment = graph.segments[index]
        yield from segment.path if segment.a == graph.names[node] else reversed(segment.path)


def worth(g: Game, company: Company, trip: Trip) -> tuple[int, int]:
    """Dollars and tie-break number of one trip."""
    profile = g.rules.routes.profile(g, company, trip.train)
    assert profile is not None
    return _earned(trip, profile, route_graph.bonuses(g, company, trip.train))


def _earned(trip: Trip, profile: TrainProfile, bonuses: Iterable[Bonus]) -> tuple[int, int]:
    """Dollars and tie-break number of one trip."""
    revenue = profile.score.value(trip) if profile.score else sum(map(profile.value, trip.stops))
    tie = 0
    for bonus in bonuses:
        if bonus.tie:
            tie += bonus.value(trip)
        else:
            revenue += bonus.value(trip)
    return revenue, tie


def verdict(g: Game, company: Company) -> Verdict | None:
    """What the title thinks of a trip, None where it has no such rules."""
    checks = g.rules.routes.verdicts
    return (lambda trip: not g.rules.forbids(checks, g, company, trip)) if checks else None
