"""Stations: circles, homes that are kept free, where a company may place one, and how they move with their cities.

A station lies in a slot: "D4.b.0" is a circle, "D4.b.+" stands beside the circles of a city, "D4.+.0" stands in a hex whose
cities have no track yet, where nobody can tell them apart; which of them it belongs to is chosen when a tile is laid. "D4.+.+"
stands beside the circles of such a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game import money, privates
from game.events import TokenPlaced, TokenRemoved
from game.marks import HOMES
from game.routing import company_reach
from game.rules import Permit, Refusal, StationCheck
from game.state import Company, Hex, Slot
from game.tiles import Stop, Tile

if TYPE_CHECKING:
    from game.load import HexData, TitleData
    from game.play import Game


class Site(NamedTuple):
    """A city where a company would place a station."""

    company: Company
    place: HexData
    stop: Stop
    permit: Permit

    @property
    def hex(self) -> Hex:
        """The hex of the city."""
        return self.place.id

    @property
    def city(self) -> str:
        """The city as a stop, such as D4.a."""
        return f"{self.place.id}.{self.stop.name}"


# ---------------------------------------------------------------------- circles


def tile_in(g: Game, hex_id: Hex) -> Tile:
    """The tile or print that lies in a hex."""
    return g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile


def places(tile: Tile) -> tuple[Stop, ...]:
    """The stops of a tile where stations could be: cities, and what else has circles."""
    return tuple(s for s in tile.stops if s.kind == "city" or s.slots)


def unsettled(g: Game, hex_id: Hex) -> bool:
    """Whether the cities of a hex cannot be told apart yet: several, on a print without track."""
    tile = tile_in(g, hex_id)
    return len(tile.cities) > 1 and not tile.tracks


def circle(g: Game, city: str, taken: Iterable[Slot] | None = None) -> Slot:
    """The first free circle of a city such as "D4.b", "" if all are taken."""
    hex_id, _, stop = city.partition(".")
    held = g.state.tokens if taken is None else taken
    slots = (f"{city}.{n}" for n in range(tile_in(g, hex_id).stop(stop).slots))
    return next((s for s in slots if s not in held), "")


def spare(g: Game, city: str) -> int:
    """How many circles of a city are free."""
    hex_id, _, stop = city.partition(".")
    return sum(f"{city}.{n}" not in g.state.tokens for n in range(tile_in(g, hex_id).stop(stop).slots))


def named(g: Game, slot: Slot) -> str:
    """The city of a slot as players write it: "D10", and "D4.b" where a hex has several cities that can be told apart."""
    hex_id, stop, _ = slot.split(".")
    return hex_id if stop == "+" or len(places(tile_in(g, hex_id))) == 1 else f"{hex_id}.{stop}"


# ---------------------------------------------------------------------- homes


def homes(g: Game, company: Company) -> tuple[str, ...]:
    """Hexes or cities ("D4", "D4.b") of a company's home station, as tiles have moved them."""
    moved = HOMES[company].entries(g.state)
    return tuple(moved) if moved else g.rules.data.companies[company].home


def homeless(g: Game, company: Company) -> bool:
    """Whether a company in the game has not placed its home station: none of its stations is on the map."""
    return not g.state.companies[company].closed and company not in g.state.tokens.values()


def home_cities(g: Game, company: Company) -> tuple[str, ...]:
    """The cities with circles that may become a company's home."""
    cities: list[str] = []
    for home in homes(g, company):
        hex_id, _, stop = home.partition(".")
        cities += [f"{hex_id}.{c.name}" for c in places(tile_in(g, hex_id)) if stop in ("", c.name) and c.slots]
    return tuple(cities)


def home_slots(g: Game, company: Company) -> list[Slot]:
    """The slots where a company's home station may go now."""
    slots_of_homes: list[Slot] = []
    for city in home_cities(g, company):
        hex_id = city.partition(".")[0]
        slot = standing_slot(g, hex_id) if unsettled(g, hex_id) else circle(g, city)
        if slot and slot not in slots_of_homes:
            slots_of_homes.append(slot)
    return slots_of_homes


def standing(g: Game, hex_id: Hex) -> list[Slot]:
    """The slots of stations that stand in a hex and in no city; what stands beside the circles comes last."""
    return sorted((s for s in g.state.tokens if s.startswith(f"{hex_id}.+.")), key=lambda s: (beside(s), s))


def beside(slot: Slot) -> bool:
    """Whether a slot is beside the circles."""
    return slot.endswith(".+")


def standing_slot(g: Game, hex_id: Hex) -> Slot:
    """The first free slot in a hex whose cities cannot be told apart yet, "" if its cities have no circle left."""
    circles = sum(city.slots for city in tile_in(g, hex_id).cities)
    slots = (f"{hex_id}.+.{n}" for n in range(circles))
    return next((s for s in slots if s not in g.state.tokens), "")


# ---------------------------------------------------------------------- checks: (g, site)


def on_charter(g: Game, site: Site) -> str | None:
    """A station must be left."""
    return None if has_station_left(g, site.company, site.permit) else f"{site.company} has no station left"


def has_station_left(g: Game, company: Company, permit: Permit) -> bool:
    """Whether the company has a station to place; a marker of its own is none of them."""
    return not permit.charter or bool(g.state.companies[company].tokens)


def permitted(g: Game, site: Site) -> str | None:
    """What the power allows."""
    if site.permit.hexes and site.hex not in site.permit.hexes:
        return f"{site.permit.using} allows a station in {' or '.join(site.permit.hexes)} only"
    return None


def circle_free(g: Game, site: Site) -> str | None:
    """There must be a free circle in the city."""
    if not site.stop.slots:
        return f"{site.place.spot} has no circle for a station"
    if not site.permit.beside and not free_slot(g, site):
        return f"All circles of {site.place.spot} are taken"
    return None


def connected(g: Game, site: Site) -> str | None:
    """The city must be connected to a station of the company."""
    if site.permit.connected and site.city not in company_reach.reach(g, site.company).stops:
        return f"{site.place.spot} is not connected to a station of {site.company}"
    return None


def one_in_hex(g: Game, site: Site) -> str | None:
    """No company has two stations in one hex."""
    if any(owner == site.company and slot.startswith(f"{site.hex}.") for slot, owner in g.state.tokens.items()):
        return f"{site.company} has a station in {site.place.spot} already"
    return None


def home_kept(g: Game, site: Site) -> str | None:
    """One circle stays free for every company whose home it is and that has not placed its home station.

    While nobody can tell the cities of a hex apart, those who wait for one of them wait for any.
    """
    if site.permit.beside:
        return None
    waiting: dict[tuple[str, ...], list[Company]] = {}
    for company, data in g.rules.data.companies.items():
        if data.home and company != site.company and homeless(g, company):
            homes_there = home_cities(g, company)
            cities = _alike(g, [c for c in homes_there if c == site.city or not data.every_home])
            if site.city in cities:
                waiting.setdefault(cities, []).append(company)
    for cities, companies in waiting.items():
        hexes = {city.partition(".")[0] for city in cities}
        free = sum(spare(g, city) for city in cities) - sum(not beside(s) for h in hexes for s in standing(g, h))
        if free <= len(companies):
            return f"The last circle of {site.place.spot} is kept for {' and '.join(companies)}"
    return None


def _alike(g: Game, cities: Iterable[str]) -> tuple[str, ...]:
    """These cities, and those that cannot be told apart from them yet."""
    cities_alike: dict[str, None] = {}
    for city in cities:
        hex_id = city.partition(".")[0]
        together = tile_in(g, hex_id).cities if unsettled(g, hex_id) else ()
        cities_alike |= dict.fromkeys(f"{hex_id}.{c.name}" for c in together) or {city: None}
    return tuple(cities_alike)


def station_affordable(g: Game, site: Site) -> str | None:
    """The company must be able to pay for the station."""
    cash = g.state.cash[site.company]
    if site.permit.cost > cash:
        return (
            f"A station costs {g.rules.data.money(site.permit.cost)}, and {site.company} has {g.rules.data.money(cash)}"
        )
    return None


CHECKS: tuple[StationCheck, ...] = (
    on_charter,
    permitted,
    circle_free,
    one_in_hex,
    home_kept,
    connected,
    station_affordable,
)


# ---------------------------------------------------------------------- placing


def charter_price(g: Game, company: Company) -> int:
    """Dollars printed beside the next station of the charter."""
    left = g.state.companies[company].tokens
    return left[0] if left else 0


def private_stations(g: Game, company: Company) -> Iterator[Permit]:
    """Stations by the privates that the company owns."""
    for private, power in privates.powers(g, company, "token"):
        cost = 0 if power.free else g.rules.tokens.cost(g, company)
        yield Permit(cost, power.hexes, power.connected, extra=power.extra, using=private)


def sites(g: Game, company: Company, permit: Permit) -> Iterator[Site]:
    """Every city that a hex of the permit has."""
    hexes: Iterable[Hex] = permit.hexes
    if not hexes:
        near = company_reach.reach(g, company).stops if permit.connected else None
        hexes = g.rules.data.hexes if near is None else sorted({s.partition(".")[0] for s in near})
    for hex_id in hexes:
        for stop in places(tile_in(g, hex_id)):
            yield Site(company, g.rules.data.hexes[hex_id], stop, permit)


def slots(g: Game, company: Company, permit: Permit) -> Iterator[Slot]:
    """The slots where a company may place a station, one of each city."""
    if not has_station_left(g, company, permit) or permit.cost > g.state.cash[company]:
        return  # told of all cities at once
    yielded: set[Slot] = set()
    for site in sites(g, company, permit):
        if not g.rules.forbids(g.rules.tokens.checks, g, site) and (slot := slot_at(g, site)) not in yielded:
            yielded.add(slot)
            yield slot


def slot_at(g: Game, site: Site) -> Slot:
    """The slot that a station would take there."""
    slot_beside = f"{site.hex}.+.+" if unsettled(g, site.hex) else f"{site.city}.+"
    return slot_beside if site.permit.beside == "always" else free_slot(g, site) or slot_beside


def free_slot(g: Game, site: Site) -> Slot:
    """The first free circle of the city, or of the hex whose cities cannot be told apart; "" if all are taken."""
    return standing_slot(g, site.hex) if unsettled(g, site.hex) else circle(g, site.city)


def refuse(g: Game, site: Site) -> Refusal | None:
    """The first reason against a station, None: it is legal."""
    return g.rules.refusal(g.rules.tokens.checks, g, site)


def station(g: Game, company: Company, slot: Slot, cost: int, using: str = "", *, charter: bool = True) -> None:
    """Place the next station of the charter (or a marker that is none of them), for so many dollars."""
    if charter:
        g.state.companies[company].tokens.pop(0)
    money.pay(g, company, money.BANK, cost, "station")
    g.state.tokens[slot] = company
    g.emit(TokenPlaced(company, slot, cost, using))


def take_off(g: Game, slot: Slot) -> Company:
    """Take a station off the map; whose it was."""
    company = g.state.tokens.pop(slot)
    g.emit(TokenRemoved(company, slot))
    return company


# ---------------------------------------------------------------------- moving


def carry(g: Game, hex_id: Hex, moves: Mapping[str, str], tile: Tile) -> None:
    """Move the stations in a hex, and homes named there, to the cities of a new tile. Call it with the tile on the map."""
    tokens = g.state.tokens
    here = sorted(slot for slot in tokens if slot.startswith(f"{hex_id}."))
    owners = {slot: tokens.pop(slot) for slot in here}
    for slot in here:
        _, stop, place = slot.split(".")
        target = slot
        if stop == "+" and len(tile.cities) == 1:
            city = f"{hex_id}.{tile.cities[0].name}"
            target = f"{city}.+" if beside(slot) else circle(g, city)
        elif stop != "+":
            city = f"{hex_id}.{moves[stop]}"
            wanted = f"{city}.{place}"
            target = wanted if wanted not in tokens else circle(g, city)
        assert target not in ("", *tokens), f"no circle for {slot}"
        tokens[target] = owners[slot]
    for company in _companies_at_home(g.rules.data, hex_id):
        old = homes(g, company)
        new = [_moved(home, hex_id, moves) for home in old]
        if list(old) != new:
            HOMES[company].set(g.state, new)


@lru_cache(maxsize=2048)
def _companies_at_home(data: TitleData, hex_id: Hex) -> tuple[Company, ...]:
    """The companies with a home in a hex: tiles move a home to another stop of its hex only."""
    return tuple(
        name
        for name, company in data.companies.items()
        if any(home.partition(".")[0] == hex_id for home in company.home)
    )


def _moved(home: str, hex_id: Hex, moves: Mapping[str, str]) -> str:
    """A home after the stops of a hex have moved."""
    where, dot, stop = home.partition(".")
    return f"{where}.{moves[stop]}" if dot and where == hex_id else home


def join_city(g: Game, slot: Slot, city: str) -> None:
    """Move a station that stands in no city into a circle of that one; homes that lose their circle go to another city.

    What stood beside the circles of the hex stands beside those of the city.
    """
    company = g.state.tokens.pop(slot)
    target = f"{city}.+" if beside(slot) else circle(g, city)
    g.state.tokens[target] = company
    hex_id = city.partition(".")[0]
    others = [f"{hex_id}.{c.name}" for c in tile_in(g, hex_id).cities]
    free = [c for c in others if spare(g, c)]
    for other in g.rules.data.companies:
        if city in homes(g, other) and homeless(g, other) and not spare(g, city) and free:
            HOMES[other].set(g.state, [free[0] if home == city else home for home in homes(g, other)])
    g.emit(TokenPlaced(company, target))
