"""18EU 4.4.3: runs. Towns and ports are free, one city of a hex, the bonus from one off-map place to another, the Pullman."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.memo import memoized
from game.route_rules import (
    BestStop,
    Bits,
    Bonus,
    BothEnds,
    Bound,
    CrossTrainRule,
    RouteRules,
    TrainProfile,
    Trip,
    Variant,
)
from game.routing import company_reach, network, train_profiles
from titles.eu import pullman

if TYPE_CHECKING:
    from game.play import Game

PARTED = ("P", "B-V")  # labels of the hexes with more than one city
HAMBURG = "G2.a"  # an off-map place that trains run through


def profile(g: Game, company: str, train: str) -> TrainProfile | None:
    """18EU 4.4.3, 4.4.9: cities and off-map places count, towns and ports do not; a Pullman has no route of its own."""
    return None if pullman.is_pullman(g, train) else train_profiles.towns_free(g, company, train)


def one_city(g: Game, stop: str) -> str:
    """18EU 4.4.3: no route visits two cities of one hex."""
    place = stop.partition(".")[0]
    return place if g.rules.data.hexes[place].label in PARTED else stop


def opened(g: Game, company: str) -> tuple[str, ...]:
    """18EU 4.6: trains run through Hamburg."""
    return (HAMBURG,)


@memoized("tiles")
def red_stops(g: Game) -> frozenset[str]:
    """The off-map places. Hamburg counts as one where a route ends."""
    return frozenset([s for s, stop in network.of(g).stops.items() if stop.kind == "off"])


def red_to_red(g: Game, company: str, train: str) -> Bonus | None:
    """18EU 4.4.3: for each own token on a route that begins and ends off the map; how much and at most, by phase."""
    numbers = g.rules.data.file.numbers
    each = numbers.get(f"red_{g.state.phase}", 0)
    if not each:
        return None
    red = red_stops(g)
    most = numbers[f"red_most_{g.state.phase}"]
    own, _ = company_reach.stations_of(g, company)

    def value(trip: Trip) -> int:
        ends = {trip.stops[0], trip.stops[-1]} <= red
        return min(most, each * len(own & set(trip.stops))) if ends else 0

    def bound(bits: Bits) -> Bound:
        own_stops, off_map = bits.stops(own), bits.stops(red)
        return lambda stops, _: (
            min(most, each * (own_stops & stops).bit_count()) if (off_map & stops).bit_count() > 1 else 0
        )

    def possible() -> bool:
        return len(red & company_reach.reach(g, company).stops) > 1

    return Bonus(value, bound, form=BothEnds(red, dict.fromkeys(own, each)), possible=possible)


@dataclass(frozen=True)
class Doubled:
    """18EU 4.4.9: one city or off-map place counts twice, the best of those given."""

    values: dict[str, int]

    def best(self, stops: Sequence[str]) -> int:
        return max((self.values.get(s, 0) for s in stops), default=0)

    def bound(self, bits: Bits) -> Bound:
        ranked = sorted(((value, bits.stops([s])) for s, value in self.values.items() if s in bits.node), reverse=True)
        return lambda stops, _: next((value for value, bit in ranked if bit & stops), 0)


@memoized("tiles", "phase")
def doubled(g: Game) -> Doubled:
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    stops = network.of(g).stops
    return Doubled({s: stop.value(colours) for s, stop in stops.items() if stop.kind != "town"})


def with_pullman(g: Game, company: str, crew: tuple[str, ...]) -> Iterator[Variant]:
    """18EU 4.4.9: the stop that is doubled lies on the run of one of the trains: each kind of them is tried as that one."""
    if not pullman.owned(g, company):
        yield Variant(crew)
        return
    doubling = doubled(g)
    bonus = Bonus(lambda trip: doubling.best(trip.stops), doubling.bound, form=BestStop(doubling.values))
    kinds: dict[str, str] = {}
    for train in crew:
        kinds.setdefault(train.rpartition("-")[0], train)
    for train in kinds.values():
        yield Variant(crew, {train: bonus})


def pullman_earns(g: Game, company: str, trips: Sequence[tuple[Trip, int]]) -> int:
    """18EU 4.4.9: the best stop of all runs once more."""
    if not pullman.owned(g, company):
        return 0
    return doubled(g).best([s for trip, _ in trips for s in trip.stops])


def best_demanded(g: Game, company: str) -> bool:
    """18EU 4.4.3: the runs must earn as much as possible (as an option any legal ones will do)."""
    return g.rules.has("free_runs")


def routes(*, once: bool) -> RouteRules:
    """18EU 4.4.1, 4.4.2, 4.6: `once`: track and stations too are reached by ways that visit one city of a hex."""
    return RouteRules(
        profile=profile,
        group=one_city,
        reached_once=once,
        opened=opened,
        bonuses=(red_to_red,),
        cross_train=CrossTrainRule(variants=with_pullman, value=pullman_earns),
    )
