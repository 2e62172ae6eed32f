"""Best routes on the boards of players who build whatever they can: proven, offered and accepted, however hard."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bot.benchmarks import dense
from game.actions import Route, RunTrains
from game.play import Game
from game.routing import fleet_search, guided_search, routes, validator
from game.routing.guided_search import PricedPartner
from game.routing.search import FoundRoute
from game.routing.town_runs import NO_WAY
from game.rules import Refusal
from game.steps.run import RunRoutes
from titles import TITLES

HARD = "18EU-hardest"
SMALL = ("18GA", 16)  # a board with fewer stops than the train may come to
PAIRS = (17, 20)  # numbers of positions there: two trains of different kinds, two of one kind


def at(name: str, number: int) -> tuple[Game, str]:
    return next(islice(dense.load_positions(name), number, None))


def check(g: Game, company: str) -> None:
    """The runs found are proven, legal, and what is offered is what is accepted."""
    runs = routes.best(g, company)
    assert runs[0].proven
    accepted(g, company)
    judged = validator.judge(g, company, routes.written(runs[0].runs))
    assert not isinstance(judged, Refusal), judged
    assert validator.total(g, company, judged) == runs[0].revenue


def accepted(g: Game, company: str) -> None:
    step = RunRoutes(company)
    runs = routes.best(g, company)
    least = 0 if g.rules.allows_suboptimal_run(g, company) else runs[0].revenue
    offered = [r for r in runs if r.revenue >= least]
    assert offered
    for r in offered:
        assert step.why_not(g, RunTrains(routes.written(r.runs), by="p1")) is None


@pytest.mark.parametrize("title", TITLES)
def test_what_is_offered_on_dense_boards_is_proven_and_accepted(title):
    for number, (g, company) in enumerate(dense.load_positions(title)):
        if number % 40 == 7:
            check(g, company)


@pytest.mark.parametrize("number", PAIRS)
def test_the_hardest_pairs_are_proven(number):
    check(*at(HARD, number))


@pytest.mark.parametrize("effort", [10, 1_000, 10_000, 60_000])
def test_a_spent_effort_refuses_nothing_that_it_offers(effort, monkeypatch):
    """18EU 4.4.3 asks for the best runs: where they are not known for sure, the best that are known will do."""
    g, company = at(HARD, PAIRS[0])
    optimum = routes.best(g, company, keep=1)[0].revenue
    g.changed()
    monkeypatch.setattr(routes, "EFFORT", effort)
    top = routes.best(g, company)[0]
    assert top.revenue <= optimum <= top.at_most
    assert top.proven == (top.revenue == top.at_most)
    accepted(g, company)


@pytest.mark.parametrize("bundles", [1, 9, 1_000])
def test_routes_beside_are_the_same_however_they_are_looked_through(bundles, monkeypatch):
    """The best listed route on other track, against a plain look at each."""
    monkeypatch.setattr(guided_search, "BUNDLES", bundles)
    random = Random(17)
    listed = [
        FoundRoute(random.randrange(1, 90), random.getrandbits(12) & random.getrandbits(12), (), ()) for _ in range(60)
    ]
    listed.sort(key=lambda f: -f.key)
    for least in (40, 90, 150):
        for _ in range(50):
            key, used = random.randrange(90), random.getrandbits(12) & random.getrandbits(12)
            sums = [key + f.key for f in listed if not f.used & used and key + f.key > least]
            beside = PricedPartner(listed, {}, least)
            # A bundle is taken as a whole: what could win is never missed, and with bundles of one it is known.
            assert beside.wins(key, beside.free(used)) >= bool(sums)
            assert bundles < 60 or beside.wins(key, beside.free(used)) == bool(sums)
            beside.meet(FoundRoute(key, used, (), ()), 1)
            assert beside.least == max(sums, default=least)


@pytest.mark.parametrize("number", [1, PAIRS[0]])
def test_nothing_is_lost_by_bounds_of_what_bonuses_add(number, monkeypatch):
    """The same best runs where every route met is judged in full."""
    g, company = at(HARD, number)
    quick = routes.best(g, company, keep=1)
    g.changed()
    monkeypatch.setattr(guided_search.GuidedGrowth, "_recorded", _judged_in_full)
    assert routes.best(g, company, keep=1) == quick


def _judged_in_full(growth, end, tip, taken, route):
    search, (promise, refund, count, prior, *_) = growth._search, route
    if growth._beside:
        search.note_above = search.floor - route[7]
    visits = taken & (1 << growth._shift) - 1
    grown = taken >> growth._shift, visits, promise - refund, count, 0, 0
    prior = search.record(end, tip, grown, NO_WAY if search.graph.priced else prior)
    return (*route[:3], prior, *route[4:])


def test_a_short_search_says_what_is_not_exceeded():
    """What a table is told at once and later."""
    g, company = at(HARD, PAIRS[0])
    answers = [routes.best(g, company, 1, effort)[0] for effort in (1_000, 60_000, None)]
    assert [found.proven for found in answers] == [False, False, True]
    assert all(0 < found.revenue <= answers[-1].revenue <= found.at_most for found in answers)


def test_what_is_proven_is_not_searched_for_again(monkeypatch):
    g, company = at("18GA", 7)
    found = routes.best(g, company, effort=routes.QUICK_EFFORT)
    assert found[0].proven
    monkeypatch.setattr(routes, "FleetSearch", None)
    assert routes.best(g, company) is found
    assert not routes.beaten(g, company, found[0].revenue)
    assert routes.beaten(g, company, found[0].revenue - 1)


def test_a_lesser_answer_is_refused_with_what_is_offered(monkeypatch):
    g, company = at(HARD, PAIRS[0])
    best = routes.best(g, company, keep=1)[0]
    alone = best.runs[:1]
    assert alone[0].revenue < best.revenue
    said = RunRoutes(company).why_not(g, RunTrains(tuple(Route(r.train, r.stops, r.sides) for r in alone), by="p1"))
    assert said is not None
    assert str(best.revenue) in str(said)


@pytest.mark.parametrize("title", ["18GA", "18EU"])
def test_tables_and_prices_find_what_plain_searches_do(title, monkeypatch):
    """The same positions by the searches for dense boards only: as many dollars on as little track."""
    for number, (g, company) in enumerate(dense.load_positions(title)):
        if number % 16 != 3 and (title, number) != SMALL:
            continue
        plain = routes.best(g, company, keep=1)
        g.changed()
        with monkeypatch.context() as patch:
            patch.setattr(fleet_search, "SIMPLE", 1)
            other = routes.best(g, company, keep=1)
        assert [measure(r) for r in plain] == [measure(r) for r in other]


def measure(found: routes.Runs) -> tuple[int, bool, int]:
    return found.revenue, found.proven, sum(len(r.sides) for r in found.runs)
