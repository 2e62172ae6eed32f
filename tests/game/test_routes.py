"""Best routes against brute force and recorded games, and the checker's rules one by one."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest

from game.actions import Route
from game.load import load
from game.play import Game
from game.routing import fleet_search, routes, validator
from game.routing.route_graph import RouteGraph
from game.routing.search import Effort, FoundRoute
from game.rules import Refusal
from game.state import Laid
from tests.support.brute_force_routes import Board, Border, TooMany, best_total
from tests.support.random_boards import random_tokens, tangle
from tests.support.trace_positions import Position, board, cards_of, game_of, positions
from titles.ga.routes import ROUTES

DATA = load("18ga")
ACL_PASSES = ("acl_through_jacksonville",)


def routes_of(runs: routes.Runs) -> tuple[Route, ...]:
    return tuple(Route(r.train, r.stops, r.sides) for r in runs.runs)


def judged(g, company, claimed):
    found = validator.judge(g, company, claimed)
    assert not isinstance(found, Refusal), found
    return found


# ---------------------------------------------------------------------- brute force


@pytest.mark.parametrize("seed", range(30))
def test_best_runs_are_what_brute_force_finds(seed):
    rng = Random(seed)
    least = rng.choice([30, 100, 300])
    while True:
        tiles = tangle(DATA, rng, rng.randint(6, 20))
        tokens = random_tokens(DATA, rng, tiles, ["CoG", "CoG", "GA"], rng.randint(1, 6), tiles)
        fleet = sorted(rng.sample(DATA.train_cards, rng.randint(1, 3)))
        slow = Board(DATA, tiles, tokens, "CoG")
        colours = ("yellow", "green", "brown")
        try:
            everything = slow.routes(3000)
            if len(everything) < least:
                continue
            choices = []
            for card in fleet:
                cap = int(card.partition("-")[0])
                fitting = [w for w in everything if sum(not slow.is_town(s) for s in w.stops) <= cap]
                top: dict[frozenset[Border], int] = {}
                for w in fitting:
                    top[w.borders] = max(top.get(w.borders, 0), sum(slow.value(s, colours) for s in w.stops))
                choices.append([(value, borders) for borders, value in top.items()])
            expected = best_total(choices)
        except TooMany:
            continue
        break
    g = board(DATA, ROUTES, tiles, tokens, dict.fromkeys(fleet, "CoG"), "5")
    found = routes.best(g, "CoG")
    assert (found[0].revenue if found else 0) == expected
    assert routes.possible(g, "CoG") == bool(everything)
    assert routes.runnable(g, "CoG") == bool(expected)
    assert [routes.beaten(g, "CoG", dollars) for dollars in (0, expected - 1, expected)] == [
        expected > 0,
        expected > 0,
        False,
    ]
    for runs in found:
        assert runs.proven == (runs.revenue == expected)
        assert judged(g, "CoG", routes_of(runs)) == runs.runs
        by_stops = judged(g, "CoG", tuple(Route(r.train, r.stops) for r in runs.runs))
        assert sum(r.revenue for r in by_stops) == runs.revenue
    assert [r.revenue for r in found] == sorted((r.revenue for r in found), reverse=True)


def crowded() -> Game:
    """A tangled board and two long trains."""
    rng = Random(5)
    tiles = tangle(DATA, rng, 30)
    tokens = random_tokens(DATA, rng, tiles, ["CoG"], 3, tiles)
    return board(DATA, ROUTES, tiles, tokens, {"6-1": "CoG", "8-1": "CoG"}, "8")


def test_a_spent_effort_says_so_and_what_could_be_missed():
    """At every limit: never above the true optimum, never a bound below it, proven only when it is the optimum."""
    optimum = routes.best(crowded(), "CoG")[0]
    assert optimum.proven
    spent = []
    for effort in (20, 60, 200, 600, 2000, 6000, 20_000):
        top = routes.best(crowded(), "CoG", effort=effort)[0]
        again = routes.best(crowded(), "CoG", effort=effort)[0]
        assert top == again
        assert top.revenue <= optimum.revenue <= top.at_most
        assert top.proven == (top.revenue == top.at_most)
        spent.append(top.proven)
    assert not spent[0]
    assert spent[-1]


def test_others_of_note_are_legal_different_and_no_better():
    g = crowded()
    found = routes.best(g, "CoG", keep=10)
    assert 5 < len(found) <= 10
    assert len({tuple(sorted((r.train, tuple(sorted(r.stops))) for r in runs.runs)) for runs in found}) == len(found)
    for runs in found:
        assert judged(g, "CoG", routes_of(runs)) == runs.runs
        assert runs.revenue <= found[0].revenue == found[0].at_most
    assert routes.best(g, "CoG", keep=1) == found[:1]


def test_no_train_or_no_route_is_no_run():
    assert routes.best(board(DATA, ROUTES, {}, {"F6.a.0": "CoG"}, {"2-1": "CoG"}, "2"), "CoG") == []
    alone = board(DATA, ROUTES, {"F6": Laid("57", 1)}, {"F6.a.0": "CoG"}, {}, "2")
    assert routes.best(alone, "CoG") == []
    assert not routes.possible(alone, "CoG")


class Kind:
    """Stands for the chart of a kind of train where only lists are combined."""

    def __init__(self, train: str) -> None:
        self.train = train


@pytest.mark.parametrize("seed", range(200))
def test_combining_lists_of_routes_leaves_nothing_out(seed):
    """Random routes of up to four trains, some of them alike, some better left idle."""
    rng = Random(seed)
    kinds = [cast("RouteGraph", Kind(f"{n}-1")) for n in range(rng.randint(1, 4))]
    graphs = kinds + rng.choices(kinds, k=rng.randint(0, 4 - len(kinds)))
    lists = {
        kind: sorted(
            (FoundRoute(rng.randint(1, 30), rng.getrandbits(5) or 1, (), ()) for _ in range(rng.randint(0, 6))),
            reverse=True,
        )
        for kind in kinds
    }
    totals = sorted((sum(f.key for f in chosen) for chosen in every_choice([lists[c] for c in graphs])), reverse=True)
    combined = fleet_search.DisjointSets(graphs, lists, Effort(10**6), 0)
    assert combined.complete
    assert (combined.sets[0][0] if combined.sets else 0) == totals[0]
    floor = rng.randint(0, 60)
    above = fleet_search.DisjointSets(graphs, lists, Effort(10**6), floor).sets
    assert [key for key, _ in above] == ([totals[0]] if totals[0] > floor else [])


def every_choice(lists: list[list[FoundRoute]], used: int = 0) -> Iterator[tuple[FoundRoute, ...]]:
    if not lists:
        yield ()
        return
    yield from every_choice(lists[1:], used)
    for found in lists[0]:
        if not found.used & used:
            for others in every_choice(lists[1:], used | found.used):
                yield (found, *others)


# ---------------------------------------------------------------------- recorded games


def recorded(shared: Path):
    for trace in sorted((shared / "recorded" / "18GA").glob("*.trace.jsonl")):
        options = next(iter(positions(trace, DATA))).options
        yield from (p for p in positions(trace, load("18ga", options)) if p.company)


def optima(shared: Path) -> dict[tuple[str, int], int]:
    with (shared / "routes" / "optimum.tsv").open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if r["title"] == "18GA" and r["confirmed"] == "yes"]
    return {(r["game"], int(r["action"])): int(r["optimum"]) for r in rows}


def recorded_routes(p: Position) -> tuple[Route, ...]:
    """The recorded routes with our names: "D4-2" is the third stop of the tile; legs may be written backwards."""
    fleet = cards_of(p.trains[p.company])
    found = []
    for r in p.run["routes"]:
        kind = r["train"].partition("-")[0]
        card = next(c for c in fleet if c.startswith(f"{kind}-"))
        fleet.remove(card)
        nodes = [n.split("-") for n in r["nodes"]]
        if [h for h, _ in nodes] != r["hexes"]:  # the first leg may be written backwards
            nodes[:2] = nodes[1::-1]
        assert [h for h, _ in nodes] == r["hexes"]
        found.append(Route(card, tuple(f"{h}.{'abc'[int(n)]}" for h, n in nodes)))
    return tuple(found)


def test_every_confirmed_optimum_is_met_and_proven(shared):
    known = optima(shared)
    seen = 0
    for p in recorded(shared):
        if (p.game, p.action) in known:
            seen += 1
            g = game_of(p, load("18ga", p.options), ROUTES, ACL_PASSES)
            top = routes.best(g, p.company)[0]
            assert (top.revenue, top.proven) == (known[p.game, p.action], True), (p.game, p.action)
            assert judged(g, p.company, routes_of(top)) == top.runs
    assert seen == len(known) == 158


def test_the_checker_values_every_recorded_run_as_recorded(shared):
    for p in recorded(shared):
        g = game_of(p, load("18ga", p.options), ROUTES, ACL_PASSES)
        runs = judged(g, p.company, recorded_routes(p))
        assert [r.revenue for r in runs] == [r["revenue"] for r in p.run["routes"]], (p.game, p.action)
        assert validator.total(g, p.company, runs) <= routes.best(g, p.company)[0].revenue
