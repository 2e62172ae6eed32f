"""What the game asks about runs: the best ones of a company, whether there are any, whether given ones are beaten.

The sets of routes are found by `fleet_search.py`; here they come to have trains, dollars, and the rules over all runs of a turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game import cards
from game.actions import Route
from game.routing import network, route_graph, validator
from game.routing.fleet_search import Crew
from game.routing.route_graph import Chart
from game.routing.search import Effort, Found, Goal, Verdict
from game.routing.unlimited_search import suited
from game.rules import Bonus, Refusal, Sight, Trip, Variant
from game.state import Run

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company

# States: some three seconds of one core, at most five. What takes longer than a state counts for several.
EFFORT = 1_500_000
LOOKS = (30_000, 300_000, EFFORT)  # states: some fifty milliseconds, half a second, all
NEAR = 4  # segments from a station: where a company can run at all, it mostly can within so few


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
    return g.memo(("routes", company, keep, states), lambda: _best(g, company, keep, Effort(states)))


def improving(g: Game, company: Company, keep: int = 10) -> Iterator[list[Runs]]:
    """What `best` knows after a moment, after a while and in the end: the best runs found so far, and what no runs exceed
    (`at_most`). For whoever waits; it ends as soon as the best are proven, and its last answer is that of `best`.
    """
    for effort in LOOKS:
        found = best(g, company, keep, effort)
        yield found
        if not found or found[0].proven:
            return


def runnable(g: Game, company: Company) -> bool:
    """Whether some train of the company has a route that earns anything: `best` is not empty then."""
    return g.memo(("runnable", company), lambda: _nearby(g, company) or _anywhere(g, company))


def _nearby(g: Game, company: Company) -> bool:
    """Whether a train may run a short way from a station: seldom not, and told without a search."""
    trains_ = tuple(dict.fromkeys(t for variant in _variants(g, company) for t in variant.trains))
    if any(_shuttles(g, company, train) for train in trains_):
        return True
    return any(_earns(g, company, train, stops) for train in trains_ for stops in _strolls(g, company))


def _shuttles(g: Game, company: Company, train: Card) -> bool:
    """Whether a train surely earns by running from a station to the next stop. Told of plain trains only: those whose routes
    have no score as a whole, and are not judged by the title.
    """
    rules, net = g.rules.routes, network.of(g)
    sight = rules.sight(g, company, train)
    if sight is None or sight.score or rules.verdicts:
        return False
    tolls = rules.tolls(g) if sight.tolls else {}
    own, _ = network.stations(g.state.tokens, company)
    return any(
        shuttle(g, sight, segment, tolls)
        for stop in sorted(own & net.stops.keys())
        if sight.usable(stop) and sight.end(stop)
        for segment in net.leading_from(stop)
    )


def shuttle(g: Game, sight: Sight, segment: network.Segment, tolls: Mapping[str, int]) -> bool:
    """Whether a train may run to the other end of a segment, from one where a station is, and earns something.

    The rules of `validator` for two stops, without bonuses, which never take anything away.
    """
    a, b, rules, borders = segment.a, segment.b, g.rules.routes, network.of(g).borders
    if not (sight.usable(b) and sight.end(b) and sight.counts(a) + sight.counts(b) >= max(2, sight.least)):
        return False
    length = sight.cost(a) + sight.cost(b)
    if tolls:
        length += sum(tolls.get(borders.names[c >> 1], 0) for c in segment.path)
    between = [name for c in segment.path[:-1] if (name := rules.once(g, borders.into[c]))]
    groups = [rules.group(g, a), rules.group(g, b), *between]
    return length <= sight.cap and len({*groups}) == len(groups) and sight.value(a) + sight.value(b) > 0


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
    runs = validator.judge(g, company, [Route(train, stops)])
    return not isinstance(runs, Refusal) and runs[0].revenue > 0


def _anywhere(g: Game, company: Company) -> bool:
    """Whether the search finds a route; it is not asked where no train of any length could run."""
    if not possible(g, company):
        return False
    crews, legal = _crews(g, company), verdict(g, company)
    return any(
        suited(seen)(seen, Effort(EFFORT), Goal(enough=1), verdict=legal).run() for crew in crews for _, seen in crew
    )


def beaten(g: Game, company: Company, revenue: int) -> bool:
    """Whether `best` has runs that earn more than so many dollars: what refuses an answer is what is offered instead.

    Mostly there are none, and that is told sooner by a search for such runs only.
    """
    floor, effort = route_graph.most(revenue), Effort(EFFORT)
    legal = verdict(g, company)
    if not any(Crew([c for _, c in crew], effort, legal).solve(1, floor)[0] for crew in _crews(g, company)):
        return False
    return best(g, company)[0].revenue > revenue


def possible(g: Game, company: Company) -> bool:
    """Whether some train, however long, could run: a station joined to another stop."""
    own, _ = network.stations(g.state.tokens, company)
    net, group = network.of(g), g.rules.routes.group
    return any(group(g, s.a) != group(g, s.b) for stop in own & net.stops.keys() for s in net.leading_from(stop))


def trains(g: Game, company: Company) -> tuple[Card, ...]:
    """The trains of a company that have routes of their own."""
    return tuple(t for t in cards.trains(g, company) if g.rules.routes.sight(g, company, t) is not None)


def _best(g: Game, company: Company, keep: int, effort: Effort) -> list[Runs]:
    found: list[tuple[int, list[tuple[Card, Chart, Found]]]] = []
    most, legal = 0, verdict(g, company)
    for crew in _crews(g, company):
        known = max((key for key, _ in found), default=0)
        sets, bound = Crew([c for _, c in crew], effort, legal).solve(keep, known=known)
        most = max(most, route_graph.dollars(bound))
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
        dollars, second = _earned(trip, seen.sight, seen.of_train)
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
    sight = g.rules.routes.sight(g, company, trip.train)
    assert sight is not None
    return _earned(trip, sight, route_graph.bonuses(g, company, trip.train))


def _earned(trip: Trip, sight: Sight, bonuses: Iterable[Bonus]) -> tuple[int, int]:
    revenue = sight.score.value(trip) if sight.score else sum(map(sight.value, trip.stops))
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
    return (lambda trip: g.rules.refusal(checks, g, company, trip) is None) if checks else None
