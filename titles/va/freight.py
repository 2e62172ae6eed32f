"""18VA 4.5.4, 4.5.5: passenger and freight trains, ports, off-map cities, coal mining districts, mines, the 4D."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import market, trains
from game.route_rules import Bits, Bonus, Bound, RouteRules, TrainProfile, Trip
from game.routing import company_reach, network, validator
from titles.va.marks import EXPRESS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.play import Game
    from game.rules import Rules
    from game.state import Hex, Laid
    from game.title_data import TrainSide

OFF_MAP, COAL, PORT = "OFFBOARD", "CMD", "PORT"  # groups of stops on the map
INCOME = "coal"  # why the bank pays a treasury for coal
WORTH = 10  # dollars of the Railway Express Agency's mark


def sort(g: Game, stop: str) -> str:
    """18VA 4.5.5: of each sort of off-map area a route has one at most; other stops stand for themselves."""
    groups = network.of(g).stops[stop].groups
    return groups[0] if groups else stop


def side(g: Game, train: str) -> TrainSide | None:
    """What the train was declared as; None: a type that has no sides."""
    sides = trains.type_of(g, train).sides
    return next((s for s in sides if s.name == trains.face(g, train)), None)


def reach(g: Game, train: str) -> int:
    """Cities that a train runs to; a freight train's number."""
    declared = side(g, train)
    return declared.reach if declared else trains.type_of(g, train).reach


def is_freight(g: Game, train: str) -> bool:
    declared = side(g, train)
    return declared is not None and "freight" in declared.kinds


def port_city(rules: Rules, tiles: Mapping[Hex, Laid], port: str) -> str:
    """The stop of the city by which a port is entered."""
    place = rules.data.hexes[port.partition(".")[0]]
    (exit_,) = place.print.faces[0].exits
    city = place.sides[exit_]
    return f"{city}.{rules.data.face(city, tiles.get(city)).tile.cities[0].name}"


def profile(g: Game, company: str, train: str) -> TrainProfile:
    """18VA 4.5.4, 4.5.5: what a train counts, where it may run and what it earns there."""
    stops = network.of(g).stops
    colours = frozenset(trains.phase(g).tiles)
    own, _ = company_reach.stations_of(g, company)
    freight, number, times = is_freight(g, train), reach(g, train), trains.type_of(g, train).times
    mark = EXPRESS.record(g.state)
    express = mark.hex if mark is not None and mark.company == company else ""
    twice = not g.rules.has("rea_once_in_port")

    def city(stop: str) -> int:
        """One city, on the map or off it, before a 4D doubles it."""
        worth = stops[stop].value(colours) + (WORTH if stop.partition(".")[0] == express else 0)
        return 2 * worth if sort(g, stop) == OFF_MAP and stop in own else worth

    def value(stop: str) -> int:
        kind = sort(g, stop)
        if kind == COAL:
            return g.rules.data.file.numbers["coal"] * number
        if kind == PORT and freight:  # the route holds its city too: this makes it count twice, the bonus included
            beside = port_city(g.rules, g.state.tiles, stop)
            again = city(beside) if twice else stops[beside].value(colours)
            return 2 * stops[stop].value(colours) + again
        if stops[stop].kind == "town":
            return stops[stop].value(colours) if freight else 0
        return times * (stops[stop].value(colours) if kind == PORT else city(stop))

    def usable(stop: str) -> bool:
        kind = sort(g, stop)
        return freight if kind == COAL else port_city(g.rules, g.state.tiles, stop) in own if kind == PORT else True

    def is_city(stop: str) -> bool:
        return sort(g, stop) in (stop, OFF_MAP) and stops[stop].kind == "city"

    return TrainProfile(
        cap=number,
        value=value,
        cost=lambda stop: int(is_city(stop)),
        usable=usable,
        end=lambda stop: freight or stops[stop].kind != "town",
        counts=lambda stop: is_city(stop) or (freight and sort(g, stop) != PORT),
    )


def coal_income(g: Game, company: str, train: str) -> Bonus | None:
    """18VA 4.5.4.3: a freight train that runs to a district with a station earns the same for the treasury, until the 4D."""
    own, _ = company_reach.stations_of(g, company)
    districts = frozenset(s for s in own if s in network.of(g).stops and sort(g, s) == COAL)
    if not districts or not is_freight(g, train) or "no_coal_income" in trains.phase(g).flags:
        return None
    dollars = g.rules.data.file.numbers["coal"] * reach(g, train)

    def value(trip: Trip) -> int:
        return dollars if districts & set(trip.stops) else 0

    def bound(bits: Bits) -> Bound:
        near = bits.stops(districts)
        return lambda stops, _: dollars if near & stops else 0

    return Bonus(value, bound, tie=True)


def allows_suboptimal_run(g: Game, company: str) -> bool:
    """18VA 4.5.5: all trains together must earn as much as they can; as an option any legal runs are accepted."""
    return g.rules.has("free_runs")


def pay_for_coal(g: Game, company: str) -> list[tuple[int, str]]:
    """18VA 4.5.4.3: what coal districts pay to the treasury, whatever becomes of the dividend."""
    return [(validator.tie_break(g, company, g.company(company).ran), INCOME)]


def price(g: Game, company: str, kind: str, revenue: int) -> None:
    """18VA 3.2: left without a dividend, right when all of it together is at least the share price, else it stays."""
    paid = g.rules.dividends.paid(kind, revenue)
    if not paid:
        market.move(g, company, "left", "withheld")
    elif paid >= g.rules.market.rises_from(market.price(g, company), g.rules):
        market.move(g, company, "right", "dividend")


ROUTES = RouteRules(profile=profile, group=sort, bonuses=(coal_income,), rejoin=True)
