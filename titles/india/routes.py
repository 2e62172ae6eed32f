"""18 India 8.4.3, 8.4.5.3: trains and what they earn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from game import cards, places, trains
from game.memo import memoized
from game.route_rules import Bits, Bonus, Bound, RouteRules, Score, TrainProfile, Trip
from game.routing import company_reach, network
from titles.india import goods, track
from titles.india.goods import CHENNAI, KARACHI, KOCHI, LAHORE, MUMBAI, NEPAL, hex_of
from titles.india.marks import CROSSED, GAUGE

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import Card, Company, Hex, State
    from game.title_data import HexData, TitleData

DELHI, KOLKATA = "G8", "P17"
BASE = 20  # of a variable city on a route without other cities
CONNECTIONS = ((DELHI, KOCHI, 100), (KARACHI, CHENNAI, 80), (LAHORE, KOLKATA, 80), (NEPAL, MUMBAI, 70))
SHORT = 3  # stops of a train that a marker costs most of its run
PAID = 4  # cities of an express
BEYOND_ANY_ROUTE = 99  # longer than any route


@lru_cache(maxsize=64)
def variable_bonuses(data: TitleData) -> Mapping[Hex, int]:
    """18 India 8.4.3.3: rupees that a variable city is worth above the best other city of the route, as the map prints them."""
    return {h: int(place.worth) for h, place in data.hexes.items() if place.worth}


def kinds(g: Game, train: Card) -> tuple[int, int, bool]:
    """How many cities a train counts, by what it multiplies them, whether it is an express."""
    data = trains.type_of(g, train)
    up = trains.face(g, train)
    side = next((s for s in data.sides if s.name == up), None)
    if side is None:
        return data.reach, data.times, False
    return side.reach, side.times, "express" in side.kinds


def profile(g: Game, company: Company, train: Card) -> TrainProfile:
    """18 India 8.4.3: towns are free, cities and gauge markers count; an express is paid for its best four cities."""
    reach, times, express = kinds(g, train)
    stops = network.of(g).stops

    def value(stop: str) -> int:
        return times * stops[stop].value(frozenset())

    def city(stop: str) -> bool:
        return stops[stop].kind == "city"

    def usable(stop: str) -> bool:
        return stops[stop].kind != "off"

    return TrainProfile(
        cap=BEYOND_ANY_ROUTE if express else reach,
        value=value,
        cost=lambda s: int(city(s)),
        usable=usable,
        end=city,
        counts=city,
        tolls=not express,
        score=best_cities(g, company, times) if express else None,
    )


def best_cities(g: Game, company: Company, times: int) -> Score:
    """18 India 8.4.3.4: what an express earns."""
    own, _ = company_reach.stations_of(g, company)
    must, known = own if g.rules.has("express_token_counted") else None, cities(g)
    return Score(
        value=lambda trip: times * best_four(known, trip.stops, must),
        bound=lambda bits: four_of(g, bits, times, must),
    )


class Cities(NamedTuple):
    """Rupees of the cities on the board by stop: of those that keep their value, and the bonus of the variable ones."""

    fixed: dict[str, int]
    variable: dict[str, int]


@memoized("tiles")
def cities(g: Game) -> Cities:
    """18 India 8.4.3.3: the cities on the board."""
    values = {s: stop.value(frozenset()) for s, stop in network.of(g).stops.items() if stop.kind == "city"}
    bonuses = variable_bonuses(g.rules.data)
    variable = {s: bonuses[hex_of(s)] for s in values if hex_of(s) in bonuses}
    return Cities({s: value for s, value in values.items() if s not in variable}, variable)


def base(g: Game, names: Collection[str]) -> int:
    """The best city of a route that is not variable, counted or not."""
    fixed = cities(g).fixed
    return max([fixed[s] for s in fixed.keys() & names], default=BASE)


def best_four(known: Cities, names: Collection[str], must: Collection[str] | None = None) -> int:
    """18 India 8.4.3.4: rupees of the four best cities."""
    return sum(paid_four(known, names, must).values())


def paid_four(known: Cities, names: Collection[str], must: Collection[str] | None = None) -> dict[str, int]:
    """The four best cities with their rupees, one of them a station of the company if `must` says which are."""
    fixed, variable = known
    worth = {s: fixed[s] for s in fixed.keys() & names}
    best = max(worth.values(), default=BASE)
    for s in variable.keys() & names:
        worth[s] = variable[s] + best
    ranked = sorted(worth, key=worth.__getitem__, reverse=True)
    paid = ranked[:PAID]
    if must is not None and not any(s in must for s in paid):
        station = next((s for s in ranked if s in must), None)
        paid = [*ranked[: PAID - 1], station] if station else ranked[: PAID - 1]
    return {s: worth[s] for s in paid}


def four_of(g: Game, bits: Bits, times: int, must: Collection[str] | None) -> Bound:
    """What the four best cities of any stops pay, multiplied, as a bound."""
    best, stations = best_fixed(g, bits), bits.stops(must or ())
    fixed = [(value, bits.stops([s])) for s, value in cities(g).fixed.items()]
    variable = [(value, bits.stops([s])) for s, value in cities(g).variable.items()]
    ranked: dict[int, list[tuple[int, int]]] = {}

    def rank(base: int) -> list[tuple[int, int]]:
        worth = [(times * value, bit) for value, bit in fixed if bit and value <= base]
        return sorted([*worth, *((times * (value + base), bit) for value, bit in variable if bit)], reverse=True)

    def bound(stops: int, _: int) -> int:
        base = best(stops)
        if base not in ranked:
            ranked[base] = rank(base)
        total = paid = least = count = 0
        for worth, bit in ranked[base]:
            if bit & stops:
                total += worth
                least = worth
                paid |= bit
                count += 1
                if count == PAID:
                    break
        if not stations or paid & stations or count < PAID:
            return total
        return total - least + next((worth for worth, bit in ranked[base] if bit & stops & stations), 0)

    return bound


def best_fixed(g: Game, bits: Bits) -> Callable[[int], int]:
    """Of sets of stops the best city that is not variable, the base of variable cities if that is more."""
    mask_by_value: dict[int, int] = {}
    for s, value in cities(g).fixed.items():
        mask_by_value[value] = mask_by_value.get(value, 0) | bits.stops([s])
    ranked = sorted(((value, mask) for value, mask in mask_by_value.items() if mask and value > BASE), reverse=True)

    def best(stops: int) -> int:
        for value, mask in ranked:
            if mask & stops:
                return value
        return BASE

    return best


def variable_cities(g: Game, company: Company, train: Card) -> Bonus | None:
    """18 India 8.4.3.3: each is worth its own bonus and as much as the best other city of the route."""
    reach, times, express = kinds(g, train)
    if express:
        return None  # the score has it
    variable = cities(g).variable

    def value(trip: Trip) -> int:
        return times * (base(g, trip.stops) - BASE) * len(variable.keys() & trip.stops)

    def bound(bits: Bits) -> Bound:
        theirs, best = bits.stops(variable), best_fixed(g, bits)
        return lambda stops, _: times * (best(stops) - BASE) * min(reach - 1, (theirs & stops).bit_count())

    return Bonus(value, bound)


def connections(g: Game, company: Company, train: Card) -> Bonus:
    """18 India 8.4.3.6: bonuses for pairs of cities, not multiplied."""
    at = by_hex(g)
    pairs = [(at.get(a, frozenset()), at.get(b, frozenset()), amount) for a, b, amount in CONNECTIONS]

    def value(trip: Trip) -> int:
        return sum([n for a, b, n in pairs if not (a.isdisjoint(trip.stops) or b.isdisjoint(trip.stops))])

    def bound(bits: Bits) -> Bound:
        near = [(bits.stops(a), bits.stops(b), n) for a, b, n in pairs]
        near = [(a, b, n) for a, b, n in near if a and b]
        return lambda stops, _: sum([n for a, b, n in near if a & stops and b & stops])

    return Bonus(value, bound)


@memoized("tiles")
def by_hex(g: Game) -> dict[str, frozenset[str]]:
    """The stops of each hex."""
    stops_by_hex: dict[str, set[str]] = {}
    for s in network.of(g).stops:
        stops_by_hex.setdefault(hex_of(s), set()).add(s)
    return {h: frozenset(stops) for h, stops in stops_by_hex.items()}


def deliveries(g: Game, company: Company, train: Card) -> Bonus | None:
    """18 India 8.4.3.7: concessions of the company, and those that are free: once per good and train, not multiplied."""
    at = by_hex(g)
    own_goods = [
        (frozenset(good.sources), {s: pay for h, pay in good.pays.items() for s in at.get(h, ())})
        for good in goods.open_to(g.state, company).values()
    ]
    twice = g.rules.has("double_source")

    def value(trip: Trip) -> int:
        total = 0
        for sources, pays in own_goods:
            passed = len(sources & trip.hexes)
            if passed:
                total += max([pays[s] for s in pays.keys() & trip.stops], default=0) * (passed if twice else 1)
        return total

    def bound(bits: Bits) -> Bound:
        near = []
        for sources, pays in own_goods:
            ranked = sorted(((pay, bits.stops([s])) for s, pay in pays.items() if s in bits.node), reverse=True)
            near += [(bits.hexsides(h), ranked) for h in ([[h] for h in sources] if twice else [sources])]

        def most(stops: int, hexsides: int) -> int:
            total = 0
            for source, ranked in near:
                if source & hexsides:
                    for pay, bit in ranked:
                        if bit & stops:
                            total += pay
                            break
            return total

        return most

    return Bonus(value, bound)


def sources(g: Game, company: Company) -> list[str]:
    """The hexes that matter when they are passed."""
    return [h for good in goods.open_to(g.state, company).values() for h in good.sources]


def group(g: Game, stop: str) -> str:
    """18 India 8.4.3.1: no hex twice, except the two cities of a double city (18xx.games: nor except towns of one hex)."""
    hex_id = hex_of(stop)
    tile = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile
    if tile.label == "OO" or (g.rules.has("hex_reentry") and len(tile.towns) > 1):
        return stop
    return hex_id


def tolls(g: Game) -> Mapping[str, int]:
    """18 India 8.4.3.5: a gauge marker is a stop without revenue."""
    return dict.fromkeys(track.markers(g), 1)


def tell_marker(company: Company, view: State[Any], after: State[Any], rules: Rules) -> str:
    """18 India 8.4.3.5: what a marker that track would get costs the company's trains, or the bank's next one where it has none,
    in a sentence; "" where it gets none.
    """
    if not {*GAUGE.entries(after)} - {*GAUGE.entries(view)}:
        return ""
    least = _least_reach(company, view, rules)
    if not least:
        return "A marker stands there from then on, which only expresses do not mind."
    return f"The marker there takes one of a train's stops: across it a {least}-train reaches {_left_of(least)}."


def tell_gauges(company: Company, view: State[Any], rules: Rules) -> Iterator[str]:
    """18 India 2.7, 8.4.3.5: that track across the dashes round a city of the company gets a marker, and what that costs a short
    train of its own or of the bank; nothing where no such border is left, and of longer trains.
    """
    least, data = _least_reach(company, view, rules), rules.data
    if "gauge" not in data.phases[view.phase].flags or not 0 < least <= SHORT:
        return
    cities = {hex_of(slot) for slot, owner in view.tokens.items() if owner == company}
    dashed = sorted(h for h in cities if _has_open_gauge(data.hexes[h], view))
    if dashed:
        spots = " and ".join(data.hexes[h].name or h for h in dashed)
        yield f"Red dashes at {spots}: track across gets a marker; past it a {least}-train reaches {_left_of(least)}."


def _has_open_gauge(place: HexData, view: State[Any]) -> bool:
    """Whether the gauge changes at a border of a hex that no track crosses yet."""
    borders = {track.name(place.id, e, place.sides[e]) for e, kind in place.borders.items() if "gauge" in kind.split()}
    return bool(borders - {*CROSSED.entries(view)})


def _left_of(stops: int) -> str:
    """What a train with that many stops reaches past a marker."""
    return "no second city" if stops == 2 else f"only {stops - 1} cities"


def _least_reach(company: Company, view: State[Any], rules: Rules) -> int:
    """The stops of the shortest train of a company, or of the bank's next one where it has none; 0 where all count every city."""
    known = [name for name in rules.data.train_cards if view.place.get(name) == company]
    known = known or [name for name in rules.data.train_cards if view.place.get(name) == places.DEPOT][:1]
    return min((count for name in known for count in _counted_stops(name, view, rules)), default=0)


def _counted_stops(train: Card, view: State[Any], rules: Rules) -> Iterator[int]:
    """How many stops a train counts, for each side that is up or may be; none of an express, which counts them all."""
    kind, up = rules.data.trains[cards.kind(train)], view.trains.get(train)
    sides = [s for s in kind.sides if up is None or s.name == up.side]
    yield from (s.reach for s in sides if "express" not in s.kinds) if sides else [kind.reach]


ROUTES = RouteRules(
    profile=profile,
    group=group,
    once=lambda _g, hex_id: hex_id,
    bonuses=(variable_cities, connections, deliveries),
    landmarks=sources,
    tolls=tolls,
)
