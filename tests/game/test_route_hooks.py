"""The hooks of routes, in the shapes that other titles need, against brute force on small boards of real tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from game import cards
from game.actions import Route
from game.load import all_tiles, load
from game.play import Game
from game.route_rules import Bits, Bonus, Bound, CrossTrainRule, RouteRules, Score, TrainProfile, Trip, Variant
from game.routing import network, routes, validator
from game.routing.train_profiles import towns_free as profile
from game.rules import Refusal
from game.tiles import parse
from tests.support.brute_force_routes import Board, Border, TooMany, Walked
from tests.support.random_boards import random_tokens, tangle
from tests.support.trace_positions import board
from titles.ga.routes import ROUTES

DATA = load("18ga")
MINE = "CoG"
MARKED = ("F8", "G9", "H8", "E5", "F4", "C5")


def kind_of(g: Game, stop: str) -> str:
    return network.of(g).stops[stop].kind


def place(stop: str) -> str:
    return stop.partition(".")[0]


# ---------------------------------------------------------------------- rules in the shapes of other titles


def every_stop_counts(g: Game, company: str, train: str) -> TrainProfile:
    return replace(profile(g, company, train), cost=lambda _s: 1)


def lose_one(g: Game, company: str, trips) -> int:
    """If all trains run, the lowest earns nothing."""
    return 0 if len(trips) < len(routes.trains(g, company)) else -min(dollars for _, dollars in trips)


CIVIL_WAR = RouteRules(
    profile=every_stop_counts,
    cross_train=CrossTrainRule(
        variants=lambda g, c, fleet: [Variant(tuple(t for t in fleet if t != out)) for out in fleet],
        value=lose_one,
    ),
)


def cities_only(g: Game, company: str, train: str) -> TrainProfile:
    """Towns neither end a route nor count for the least number; a stop that is not usable; crossings with a toll."""
    return replace(
        profile(g, company, train),
        end=lambda s: kind_of(g, s) != "town",
        counts=lambda s: kind_of(g, s) != "town",
        usable=lambda s: place(s) != "I7",
        least=3 if train.startswith("3") else 2,
        tolls=True,
    )


def no_montgomery_with_columbus(g: Game, company: str, trip: Trip) -> str | None:
    """18XX 1: a rule that only a whole route can break."""
    return "not both" if {"E1", "G3"} <= set(map(place, trip.stops)) else None


BORDERS = RouteRules(
    profile=cities_only,
    tolls=lambda g: {name: 1 for n, name in enumerate(network.of(g).borders.names) if n % 5 == 0},
    verdicts=(no_montgomery_with_columbus,),
    once=lambda _g, h: h,
    group=lambda _g, s: s if place(s) == "D4" else place(s),
)


def red_to_red(g: Game, company: str, train: str) -> Bonus:
    ends = {"A3.a", "B10.a", "J12.a", "E1.a", "J4.a"}

    def value(trip: Trip) -> int:
        return 60 * len({trip.stops[0], trip.stops[-1]} & ends) ** 2 if len(trip.stops) > 1 else 0

    def bound(bits: Bits) -> Bound:
        theirs = bits.stops(ends)
        return lambda stops, _: 60 * min(2, (stops & theirs).bit_count()) ** 2

    return Bonus(value, bound)


def delivery(g: Game, company: str, train: str) -> Bonus:
    """A hex passed and a city reached."""

    def value(trip: Trip) -> int:
        return 50 * len(trip.hexes) if any(place(s) in {"F6", "D4"} for s in trip.stops) else 0

    def bound(bits: Bits) -> Bound:
        masks = [bits.hexsides([h]) for h in MARKED]
        return lambda _, hexsides: 50 * sum(mask & hexsides > 0 for mask in masks)

    return Bonus(value, bound)


def treasury(g: Game, company: str, train: str) -> Bonus:
    """A number for ties: stops in the south."""

    def value(trip: Trip) -> int:
        return sum(7 for s in trip.stops if place(s) >= "G")

    def bound(bits: Bits) -> Bound:
        south = bits.stops(s for s in bits.node if place(s) >= "G")
        return lambda stops, _: 7 * (stops & south).bit_count()

    return Bonus(value, bound, tie=True)


def copy_of(g: Game) -> Bonus:
    """The best city of a route once more."""
    stops = network.of(g).stops
    colours = frozenset(DATA.phases[g.state.phase].tiles)

    def worth(names) -> int:
        return max((stops[s].value(colours) for s in names if stops[s].kind != "town"), default=0)

    def bound(bits: Bits) -> Bound:
        each = [(worth([s]), bits.stops([s])) for s in bits.node]
        return lambda names, _: max((value for value, bit in each if bit & names), default=0)

    return Bonus(lambda trip: worth(trip.stops), bound)


def pullman(g: Game, company: str, fleet: tuple[str, ...]) -> list[Variant]:
    copy = copy_of(g)
    return [Variant(fleet, {t: copy}) for t in fleet]


BONUSES = RouteRules(
    profile=profile,
    group=lambda _g, s: place(s),
    bonuses=(red_to_red, delivery, treasury),
    landmarks=lambda _g, _c: MARKED,
    cross_train=CrossTrainRule(
        variants=pullman,
        value=lambda g, c, trips: max((copy_of(g).value(trip) for trip, _ in trips), default=0),
    ),
)


def best_three(g: Game, company: str, train: str) -> TrainProfile:
    """A train that visits any number of stops; the best three cities are paid, and one hex a bonus."""
    plain = profile(g, company, train)

    def score(stops: Collection[str]) -> int:
        paid = sorted((plain.value(s) for s in stops if kind_of(g, s) != "town"), reverse=True)[:3]
        return sum(paid) + (40 if {"A3.a", "J12.a"} & set(stops) and "F6.a" in stops else 0)

    def bound(bits: Bits) -> Bound:
        each = [(s, bits.stops([s])) for s in bits.node]
        return lambda stops, _: score([s for s, bit in each if bit & stops])

    best = Score(lambda trip: score(trip.stops), bound)
    return replace(plain, cap=99, score=best if train.startswith("8") else None, cost=plain.cost)


EXPRESS = RouteRules(profile=best_three, bonuses=(delivery,), landmarks=lambda _g, _c: MARKED)

JUNCTIONS = replace(ROUTES, rejoin=True)

# Tiles that 18GA does not have: city track by which a train must end, junctions that may be passed twice.
ENDING = {
    "5": "yellow; city a 20; 0-a end 1-a",
    "6": "yellow; city a 20; 0-a end 2-a",
    "14": "green; city a 30 x2; 0-a 1-a end 3-a 4-a",
    "15": "green; city a 30 x2; 0-a end 1-a 2-a 3-a end",
    "63": "brown; city a 40 x2; 0-a 1-a end 2-a 3-a 4-a end 5-a",
    "141": "green; town a 10; 0-a 3-a 1-a end",
}
JOINED = (
    "5",
    "6",
    "14",
    "15",
    "63",
    "3",
    "4",
    "58",
    "451a",
    "8",
    "9",
    "80",
    "81",
    "82",
    "83",
    "544",
    "545",
    "546",
    "60",
)

SHAPES = {
    "civil war": CIVIL_WAR,
    "borders": BORDERS,
    "bonuses": BONUSES,
    "express": EXPRESS,
    "ends": ROUTES,
    "junctions": ROUTES,
    "rejoined": JUNCTIONS,
}
TILES = {
    "ends": structs.replace(DATA, tiles={**DATA.tiles, **{name: parse(name, line) for name, line in ENDING.items()}}),
    "junctions": structs.replace(DATA, tiles={name: all_tiles()[name] for name in JOINED}),
}
TILES["rejoined"] = TILES["junctions"]


# ---------------------------------------------------------------------- brute force under hooks


def names(borders: frozenset[Border]) -> set[str]:
    return {"{}/{}".format(*min(b)) for b in borders}


def valued(g: Game, train: str, walk: Walked) -> tuple[Trip, int, int] | None:
    """Trip, dollars and tie number of a walk, or None where the hooks forbid it."""
    rules = g.rules.routes
    seen = rules.profile(g, MINE, train)
    assert seen is not None
    sides, tolls = names(walk.borders), rules.tolls(g) if seen.tolls else {}
    passed = {h for b in walk.borders for h, _ in b}
    groups = [rules.group(g, s) for s in walk.stops]
    inner: list[str] = []
    touched = Counter(h for b in walk.borders for h in {hex_ for hex_, _ in b})
    for h in sorted(passed):
        stopped = sum(1 if s in (walk.stops[0], walk.stops[-1]) else 2 for s in walk.stops if place(s) == h)
        inner += [rules.once(g, h)] * ((touched[h] - stopped) // 2)
    taken = groups + [i for i in inner if i]
    length = sum(map(seen.cost, walk.stops)) + sum(tolls.get(s, 0) for s in sides)
    fine = (
        all(map(seen.usable, walk.stops))
        and len(taken) == len(set(taken))
        and seen.end(walk.stops[0])
        and seen.end(walk.stops[-1])
        and sum(map(seen.counts, walk.stops)) >= seen.least
        and length <= seen.cap
    )
    trip = Trip(train, walk.stops, frozenset(passed) & frozenset(rules.landmarks(g, MINE)))
    if not fine or any(v(g, MINE, trip) for v in rules.verdicts):
        return None
    made = [b for make in rules.bonuses if (b := make(g, MINE, train))]
    dollars = seen.score.value(trip) if seen.score else sum(map(seen.value, walk.stops))
    return (
        trip,
        dollars + sum(b.value(trip) for b in made if not b.tie),
        sum(b.value(trip) for b in made if b.tie),
    )


def brute(g: Game, fleet: list[str], walks: list[Walked], limit: int = 50_000) -> tuple[int, int]:
    cross_train = g.rules.routes.cross_train
    choices = []
    for train in fleet:
        kept: dict[object, tuple[Trip, int, int, frozenset[Border]]] = {}
        for w in walks:
            found = valued(g, train, w)
            if found:
                kept.setdefault(
                    (w.borders, frozenset(w.stops), frozenset((w.stops[0], w.stops[-1]))), (*found, w.borders)
                )
        choices.append(list(kept.values()))
    tried = 0

    def pick(number: int, used: frozenset[Border], trips: list[tuple[Trip, int]], tie: int) -> tuple[int, int]:
        nonlocal tried
        if number == len(choices):
            extra = cross_train.value(g, MINE, trips) if cross_train and trips else 0
            return sum(d for _, d in trips) + extra, tie
        top = pick(number + 1, used, trips, tie)
        for trip, dollars, second, borders in choices[number]:
            tried += 1
            if tried > limit:
                raise TooMany
            if borders.isdisjoint(used):
                top = max(top, pick(number + 1, used | borders, [*trips, (trip, dollars)], tie + second))
        return top

    return pick(0, frozenset(), [], 0)


def small_game(rng: Random, shape: str, trains: list[str]) -> tuple[Game, tuple[int, int]]:
    """A board with some dozens to thousands of walks, and what brute force finds there."""
    rules, data = SHAPES[shape], TILES.get(shape, DATA)
    least = rng.choice([30, 60, 200])
    while True:
        tiles = tangle(data, rng, rng.randint(6, 20))
        tokens = random_tokens(data, rng, tiles, [MINE, MINE, "GA"], rng.randint(1, 5), tiles)
        fleet = sorted(rng.sample([c for c in data.train_cards if cards.kind(c) in trains], rng.choice([1, 2, 2, 3])))
        g = board(data, rules, tiles, tokens, dict.fromkeys(fleet, MINE), "5")
        try:
            walks = Board(data, tiles, tokens, MINE, rejoin=rules.rejoin).routes(2000)
            if len(walks) >= least:
                return g, brute(g, fleet, walks)
        except TooMany:
            continue


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(10))
def test_best_runs_under_hooks_are_what_brute_force_finds(shape, seed):
    g, expected = small_game(Random(f"{shape} {seed}"), shape, ["2", "3", "5", "8"])
    found = routes.best(g, MINE)
    top = found[0] if found else None
    assert routes.runnable(g, MINE) == bool(found)
    assert [routes.beaten(g, MINE, expected[0] + more) for more in (-1, 0)] == [bool(found), False]
    assert ((top.revenue, top.tie) if top else (0, 0)) == expected
    if top:
        assert top.proven
        runs = validator.judge(g, MINE, tuple(Route(r.train, r.stops, r.sides) for r in top.runs))
        assert not isinstance(runs, Refusal)
        assert runs == top.runs
        assert validator.total(g, MINE, runs) == top.revenue
        assert validator.tie_break(g, MINE, runs) == top.tie
