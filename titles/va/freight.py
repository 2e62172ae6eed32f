"""18VA 4.5.4, 4.5.5: passenger and freight trains, ports, off-map cities, coal mining districts, mines, the 4D."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game import cards, market, trains
from game.route_rules import Bits, Bonus, Bound, RouteRules, TrainProfile, Trip
from game.routing import network, validator
from titles.va.marks import EXPRESS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from game.play import Game
    from game.rules import Rules
    from game.state import Card, Company, Hex, Laid, State
    from game.tiles import Stop
    from game.title_data import TrainSide, TrainType

OFF_MAP, COAL, PORT = "OFFBOARD", "CMD", "PORT"  # groups of stops on the map
INCOME = "coal"  # why the bank pays a treasury for coal
WORTH = 10  # dollars of the Railway Express Agency's mark


def port_city(rules: Rules, tiles: Mapping[Hex, Laid], port: str) -> str:
    """The stop of the city by which a port is entered."""
    place = rules.data.hexes[port.partition(".")[0]]
    (exit_,) = place.print.faces[0].exits
    city = place.sides[exit_]
    return f"{city}.{rules.data.face(city, tiles.get(city)).tile.cities[0].name}"


def sort_of(stop: Stop, name: str) -> str:
    """The sort of off-map area that a stop is; the name of any other stop."""
    return stop.groups[0] if stop.groups else name


@dataclass(frozen=True)
class StopWorth:
    """18VA 4.5.4, 4.5.5: what stops are worth to a train of a company."""

    stops: Mapping[str, Stop]  # by name, of the board or of one run
    own: Collection[str]  # those with a station of the company
    express: Hex  # which has the company's mark of the Railway Express Agency; "" for none
    colours: frozenset[str]
    kind: TrainType
    side: TrainSide | None  # what the train was declared as; None: a type that has no sides
    tiles: Mapping[Hex, Laid]
    rules: Rules

    @property
    def freight(self) -> bool:
        """Whether it is a freight train."""
        return self.side is not None and "freight" in self.side.kinds

    @property
    def reach(self) -> int:
        """Cities that the train runs to; a freight train's number."""
        return self.side.reach if self.side else self.kind.reach

    @property
    def coal(self) -> int:
        """Dollars of a coal mining district."""
        return self.rules.data.file.numbers["coal"] * self.reach

    def sort(self, stop: str) -> str:
        """The sort of off-map area that a stop is; other stops stand for themselves."""
        return sort_of(self.stops[stop], stop)

    def is_city(self, stop: str) -> bool:
        """Whether it is a city, on the map or off it."""
        return self.sort(stop) in (stop, OFF_MAP) and self.stops[stop].kind == "city"

    def shown(self, stop: str) -> int:
        """Dollars that the board shows."""
        return self.stops[stop].value(self.colours)

    def city(self, stop: str) -> int:
        """One city, on the map or off it, before a 4D doubles it."""
        worth = self.shown(stop) + (WORTH if stop.partition(".")[0] == self.express else 0)
        return 2 * worth if self.sort(stop) == OFF_MAP and stop in self.own else worth

    def earned(self, stop: str) -> int:
        """What the train earns there."""
        sort = self.sort(stop)
        if sort == COAL:
            return self.coal
        if sort == PORT and self.freight:  # the route holds its city too: this makes it count twice, the bonus included
            beside = port_city(self.rules, self.tiles, stop)
            again = self.shown if self.rules.has("rea_once_in_port") else self.city
            return 2 * self.shown(stop) + (again(beside) if beside in self.stops else 0)
        if self.stops[stop].kind == "town":
            return self.shown(stop) if self.freight else 0
        return self.kind.times * (self.shown(stop) if sort == PORT else self.city(stop))


def worth_to(company: Company, train: Card, stops: Mapping[str, Stop], state: State[Any], rules: Rules) -> StopWorth:
    """What these stops are worth to a train of the company."""
    name, card, mark = cards.kind(train), state.trains.get(train), EXPRESS.record(state)
    kind, face = rules.data.trains[name], card.side if card is not None and card.side else name
    return StopWorth(
        stops,
        own={slot.rpartition(".")[0] for slot, owner in state.tokens.items() if owner == company},
        express=mark.hex if mark is not None and mark.company == company else "",
        colours=frozenset(rules.data.phases[state.phase].tiles),
        kind=kind,
        side=next((s for s in kind.sides if s.name == face), None),
        tiles=state.tiles,
        rules=rules,
    )


def profile(g: Game, company: Company, train: Card) -> TrainProfile:
    """18VA 4.5.4, 4.5.5: what a train counts, where it may run and what it earns there."""
    worth = worth_to(company, train, network.of(g).stops, g.state, g.rules)
    freight = worth.freight

    def usable(stop: str) -> bool:
        sort = worth.sort(stop)
        return freight if sort == COAL else port_city(g.rules, worth.tiles, stop) in worth.own if sort == PORT else True

    return TrainProfile(
        cap=worth.reach,
        value=worth.earned,
        cost=lambda stop: int(worth.is_city(stop)),
        usable=usable,
        end=lambda stop: freight or worth.stops[stop].kind != "town",
        counts=lambda stop: worth.is_city(stop) or (freight and worth.sort(stop) != PORT),
    )


def coal_income(g: Game, company: str, train: str) -> Bonus | None:
    """18VA 4.5.4.3: a freight train that runs to a district with a station earns the same for the treasury, until the 4D."""
    worth = worth_to(company, train, network.of(g).stops, g.state, g.rules)
    districts = frozenset(s for s in worth.own if s in worth.stops and worth.sort(s) == COAL)
    if not districts or not worth.freight or "no_coal_income" in trains.phase(g).flags:
        return None
    dollars = worth.coal

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


def sort(g: Game, stop: str) -> str:
    """18VA 4.5.5: of each sort of off-map area a route has one at most; other stops stand for themselves."""
    return sort_of(network.of(g).stops[stop], stop)


ROUTES = RouteRules(profile=profile, group=sort, bonuses=(coal_income,), rejoin=True)
