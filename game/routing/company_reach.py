"""What a company reaches on the board: from its stations, through stops that are open to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from game.memo import memoized
from game.routing import network, reachability
from game.routing.network import Network, Reach
from game.state import Company, Hex, Slot

if TYPE_CHECKING:
    from game.play import Game


@memoized("tokens")
def stations_of(g: Game, company: Company) -> tuple[frozenset[str], frozenset[Hex]]:
    """The stops with a station of a company of the game, and the hexes where one stands in no city yet."""
    return stations(g.state.tokens, company)


def stations(tokens: Mapping[Slot, Company], company: Company) -> tuple[frozenset[str], frozenset[Hex]]:
    """The stops with a station of the company, and the hexes where one stands in no city yet."""
    slots = [slot.split(".") for slot, owner in tokens.items() if owner == company]
    return frozenset(f"{h}.{stop}" for h, stop, _ in slots if stop != "+"), frozenset(
        h for h, s, _ in slots if s == "+"
    )


def blocked_cities(net: Network, tokens: Mapping[Slot, Company], company: Company) -> frozenset[str]:
    """Cities with circles, all of them filled, by others: trains of the company end there. x0 cities have no circles."""
    if net.stations[0] != tokens:  # looked through once for all companies
        net.stations = dict(tokens), _count_circles(tokens)
    stops = net.stops
    return frozenset(
        [
            city
            for city, (filled, owners) in net.stations[1].items()
            if company not in owners and city in stops and filled >= stops[city].slots
        ]
    )


def _count_circles(tokens: Mapping[Slot, Company]) -> dict[str, tuple[int, set[Company]]]:
    """By city how many of its circles are filled, where any is, and all that have a station there, also beside the circles."""
    filled: dict[str, int] = {}
    owners: dict[str, set[Company]] = {}
    for slot, owner in tokens.items():
        city, _, circle = slot.rpartition(".")
        owners.setdefault(city, set()).add(owner)
        if circle != "+":
            filled[city] = filled.get(city, 0) + 1
    return {city: (count, owners[city]) for city, count in filled.items()}


def closed_stops(
    net: Network, tokens: Mapping[Slot, Company], company: Company, opened: Collection[str] = ()
) -> frozenset[str]:
    """The stops where every train of the company ends. `opened`: places of the kind "end" that it may pass all the same."""
    return net.ends.difference(opened) | blocked_cities(net, tokens, company)


def passable_stops(
    net: Network, tokens: Mapping[Slot, Company], company: Company, opened: Collection[str] = ()
) -> frozenset[str]:
    """The stops that trains of the company may run through: all others."""
    return frozenset(net.stops) - closed_stops(net, tokens, company, opened)


NONE: frozenset[str] = frozenset()
REMEMBERED = 4  # boards on which the same stations reach something else


def explore(
    net: Network,
    tokens: Mapping[Slot, Company],
    company: Company,
    opened: Collection[str] = (),
    shut: frozenset[str] = NONE,
) -> Reach:
    """What a company reaches on this board. `shut`: stops that it neither starts from nor enters."""
    own, bare = stations(tokens, company)
    closed = closed_stops(net, tokens, company, opened)
    known = net.explored.setdefault((own, bare, shut), [])
    for then, reach in known:
        if (closed ^ then).isdisjoint(reach.stops):
            return reach
    reach = _explore(net, own - shut, bare, closed | shut, shut)
    if len(known) == REMEMBERED:
        del known[0]
    known.append((closed, reach))
    return reach


def explore_by_group(
    net: Network,
    tokens: Mapping[Slot, Company],
    company: Company,
    opened: Collection[str],
    group: Callable[[str], str],
) -> Reach:
    """What a company reaches by ways that come to one stop of each group at most: whichever it is, the others are shut then."""
    whole = explore(net, tokens, company, opened)
    groups: dict[str, list[str]] = {}
    for stop in sorted(whole.stops):
        groups.setdefault(group(stop), []).append(stop)
    rivals = [stops for stops in groups.values() if len(stops) > 1]
    if not rivals:
        return whole
    every = {stop for stops in rivals for stop in stops}
    return _union_of_reaches(
        [explore(net, tokens, company, opened, frozenset(every.difference(c))) for c in product(*rivals)]
    )


def _union_of_reaches(parts: Sequence[Reach]) -> Reach:
    """What is reached in one of these ways."""
    return Reach(
        parts[0].borders,
        frozenset().union(*(p.crossings for p in parts)),
        stops=frozenset().union(*(p.stops for p in parts)),
        hexes=frozenset().union(*(p.hexes for p in parts)),
        bare=parts[0].bare,
    )


def _explore(
    net: Network, own: frozenset[str], bare: frozenset[Hex], closed: frozenset[str], shut: frozenset[str]
) -> Reach:
    """What is reached from these stations, worked out."""
    plain, passing, enter, leave = net.plain, net.passing, net.enter, net.leave

    def onward(c: int) -> tuple[int, ...]:
        after = plain[c]
        for stop, following in passing.get(c, ()):
            if stop not in closed:
                after += following
        return after

    first = sorted({c for stop in own if stop in net.stops for c, _, _ in leave[stop]})
    crossings = reachability.crossable(first, onward, 2 * len(net.borders.names))
    stops = {*own}
    for c in crossings:
        for stop, _, _ in enter.get(c, ()):
            if stop not in shut:
                stops.add(stop)
    into = net.borders.into
    hexes = {into[c] for c in crossings}
    hexes.update(s.partition(".")[0] for s in stops)
    return Reach(net.borders, crossings, frozenset(stops), frozenset(hexes | bare), bare)


@memoized("tiles", "tokens")
def passable(g: Game, company: Company) -> frozenset[str]:
    """The stops that trains of a company of the game may run through now."""
    return passable_stops(network.of(g), g.state.tokens, company, g.rules.routes.opened(g, company))


@memoized("tiles", "tokens")
def reach(g: Game, company: Company) -> Reach:
    """What a company of the game reaches now, as the title's rules have it."""
    rules, tokens = g.rules.routes, g.state.tokens
    opened = rules.opened(g, company)
    if not rules.reached_once:
        return explore(network.of(g), tokens, company, opened)
    return explore_by_group(network.of(g), tokens, company, opened, lambda stop: rules.group(g, stop))


def has_route(g: Game, company: Company) -> bool:
    """Whether some train could run for the company: a station in a stop that track joins to another stop."""
    own, _ = stations_of(g, company)
    net = network.of(g)
    return any(s.b != stop for stop in own if stop in net.stops for s in net.leading_from(stop))
