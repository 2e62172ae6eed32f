"""A set of runs put together train by train: the routes that one train may take beside those that were chosen for others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.actions import Route
from game.routing import network, routes, validator
from game.routing.fleet_search import FleetSearch
from game.routing.route_graph import RouteGraph
from game.routing.search import Effort, FoundRoute, Goal, Search
from game.routing.unlimited_search import growth_of
from game.rules import Refusal
from game.state import Run

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company

KEEP = 6  # routes of a train that are listed
SEARCHED = 12  # routes of a train that are looked at: where the best runs are demanded not all of them will do
EFFORT = 10_000  # states for each search: some twenty of them make one answer
NO_STOPS: frozenset[str] = frozenset()


class TrainRun(NamedTuple):
    """What one train may do. `run`: None where it stays idle; `together`: dollars of the best set found that has it in it."""

    run: Run | None
    together: int


KnownSet = tuple[Sequence[Run], int]  # a set of runs and its dollars


def list_train_runs(
    g: Game, company: Company, train: Card, chosen: Sequence[Route], known: Sequence[KnownSet]
) -> list[TrainRun]:
    """What a train may do beside what was chosen for others, what leads to most dollars first.

    `chosen`: a route for each train that was asked before; one without stops for a train that stays idle. `known`: the sets that
    were proposed, the best first; where the best runs are demanded, only what can be part of one as good is listed.
    """
    running = [r for r in chosen if r.stops]
    rest = [t for t in routes.trains(g, company) if t != train and all(t != r.train for r in chosen)]
    listed = [(runs, dollars) for runs, dollars in known if _goes_on_from(runs, chosen)]
    sets: list[Sequence[Route]] = [routes.written(runs) for runs, _ in listed]
    sets = sets or [_complete(g, company, running, [train, *rest])[0]]
    candidates = [r for runs in sets for r in runs if r.train == train]
    candidates += _search_routes(g, company, running, train)
    sums = {_stops_of(runs, train): dollars for runs, dollars in reversed(listed)}
    options: dict[frozenset[str], TrainRun] = {}
    for route in candidates:
        judged = validator.judge(g, company, [*running, route])
        if not isinstance(judged, Refusal) and (stops := frozenset(judged[-1].stops)) not in options:
            together = _complete(g, company, routes.written(judged), rest)[1]
            options[stops] = TrainRun(judged[-1], max(together, sums.get(stops, 0)))
    if running or rest:  # something runs at least
        options[NO_STOPS] = TrainRun(None, max(_complete(g, company, running, rest)[1], sums.get(NO_STOPS, 0)))
    least = 1 if g.rules.allows_suboptimal_run(g, company) or not known else known[0][1]
    ranked = sorted(options.values(), key=lambda o: (-o.together, -o.run.revenue if o.run else 0))
    return [o for o in ranked if o.together >= least][:KEEP]


def _goes_on_from(runs: Sequence[Run], chosen: Sequence[Route]) -> bool:
    """Whether a set of runs has these routes in it, and no run of a train that was chosen to stay idle."""
    return all(_stops_of(runs, r.train) == frozenset(r.stops) for r in chosen)


def _stops_of(runs: Sequence[Run], train: Card) -> frozenset[str]:
    """The stops of one train in a set of runs; none where it stays idle."""
    return next((frozenset(r.stops) for r in runs if r.train == train), NO_STOPS)


def _search_routes(g: Game, company: Company, running: Sequence[Route], train: Card) -> list[Route]:
    """The best few routes of a train on track that is left, each of other stops."""
    taken, legal = _track_of(g, company, running), routes.verdict(g, company)
    found = []
    for graph in (graph for fleet in routes.fleets(g, company) for t, graph in fleet if t == train):
        left = graph.without_track(taken) if taken else graph
        search = Search(left, Effort(EFFORT), Goal(keep=SEARCHED), growth_of(left), verdict=legal)
        found += [_route(g, train, left, route) for route in search.run()]
    return found


def _complete(g: Game, company: Company, running: Sequence[Route], rest: Sequence[Card]) -> tuple[list[Route], int]:
    """The best set found of given routes and, for the trains of `rest`, any on track that is left; and its dollars."""
    taken, legal = _track_of(g, company, running), routes.verdict(g, company)
    sets: list[list[Route]] = [list(running)]
    for fleet in routes.fleets(g, company):
        left: dict[RouteGraph, RouteGraph] = {}  # trains that see the same still do
        for train, graph in fleet:
            if train in rest and graph not in left:
                left[graph] = graph.without_track(taken) if taken else graph
        trains = [(train, left[graph]) for train, graph in fleet if train in rest]
        found = FleetSearch([graph for _, graph in trains], Effort(EFFORT), legal).solve(1)[0] if trains else []
        sets += [[*running, *(_route(g, trains[i][0], trains[i][1], f) for i, f in picked)] for _, picked in found]
    judged = [(listed, validator.judge(g, company, listed)) for listed in sets]
    return max(
        ((listed, validator.total(g, company, runs)) for listed, runs in judged if not isinstance(runs, Refusal)),
        key=lambda item: item[1],
        default=(list(running), 0),
    )


def _track_of(g: Game, company: Company, running: Sequence[Route]) -> int:
    """The track of legal routes as a mask."""
    judged = validator.judge(g, company, running)
    assert not isinstance(judged, Refusal), "what was chosen was offered"
    bits = network.of(g).borders.bits
    taken = 0
    for side in (side for run in judged for side in run.sides):
        taken |= bits[side]
    return taken


def _route(g: Game, train: Card, graph: RouteGraph, route: FoundRoute) -> Route:
    """A route that was found, as a player writes it down."""
    names = network.of(g).borders.names
    sides = tuple(names[c >> 1] for c in routes.crossings(graph, route))
    return Route(train, graph.trip(route.nodes, route.path).stops, sides)
