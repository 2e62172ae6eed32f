"""Stations: circles, homes that wait for theirs, where a company may place one, and placing it.

A station lies in a slot: "D4.b.0" is a circle, "D4.b.+" stands beside the circles of a city, "D4.+.0" stands in a hex whose
cities have no track yet, where nobody can tell them apart; which of them it belongs to is chosen when a tile is laid. "D4.+.+"
stands beside the circles of such a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from game import money, places, privates
from game.ability_kinds import TOKEN
from game.checks import StationPermit
from game.events import TokenPlaced, TokenRemoved
from game.marks import HOMES
from game.routing import company_reach
from game.rules import Refusal
from game.state import Company, Hex, Slot
from game.tiles import Stop, Tile

if TYPE_CHECKING:
    from game.play import Game
    from game.title_data import HexData


class Site(NamedTuple):
    """A city where a company would place a station."""

    company: Company
    place: HexData
    stop: Stop
    permit: StationPermit

    @property
    def hex(self) -> Hex:
        """The hex of the city."""
        return self.place.id

    @property
    def city(self) -> str:
        """The city as a stop, such as D4.a."""
        return f"{self.place.id}.{self.stop.name}"


def tile_in(g: Game, hex_id: Hex) -> Tile:
    """The tile or print that lies in a hex."""
    return g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile


def unsettled(g: Game, hex_id: Hex) -> bool:
    """Whether the cities of a hex cannot be told apart yet: several, on a print without track."""
    tile = tile_in(g, hex_id)
    return len(tile.cities) > 1 and not tile.tracks


def find_free_circle(g: Game, city: str, taken: Iterable[Slot] | None = None) -> Slot:
    """The first free circle of a city such as "D4.b", "" if all are taken."""
    hex_id, _, stop = city.partition(".")
    held = g.state.tokens if taken is None else taken
    slots = (f"{city}.{n}" for n in range(tile_in(g, hex_id).stop(stop).slots))
    return next((s for s in slots if s not in held), "")


def count_free_circles(g: Game, city: str) -> int:
    """How many circles of a city are free."""
    hex_id, _, stop = city.partition(".")
    return sum(f"{city}.{n}" not in g.state.tokens for n in range(tile_in(g, hex_id).stop(stop).slots))


def city_of_slot(g: Game, slot: Slot) -> str:
    """The city of a slot as players write it: "D10", and "D4.b" where a hex has several cities that can be told apart."""
    hex_id, stop, _ = slot.split(".")
    return hex_id if stop == "+" or len(tile_in(g, hex_id).places) == 1 else f"{hex_id}.{stop}"


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
        cities += [f"{hex_id}.{c.name}" for c in tile_in(g, hex_id).places if stop in ("", c.name) and c.slots]
    return tuple(cities)


def home_slots(g: Game, company: Company) -> list[Slot]:
    """The slots where a company's home station may go now."""
    slots_of_homes: list[Slot] = []
    for city in home_cities(g, company):
        hex_id = city.partition(".")[0]
        slot = standing_slot(g, hex_id) if unsettled(g, hex_id) else find_free_circle(g, city)
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


def has_station_left(g: Game, company: Company, permit: StationPermit) -> bool:
    """Whether the company has a station to place; a marker of its own is none of them."""
    return not permit.charter or bool(g.state.companies[company].tokens)


def charter_price(g: Game, company: Company) -> int:
    """Dollars printed beside the next station of the charter."""
    left = g.state.companies[company].tokens
    return left[0] if left else 0


def private_stations(g: Game, company: Company) -> Iterator[StationPermit]:
    """Stations by the privates that the company owns."""
    for private, power in privates.powers(g, company, TOKEN):
        cost = 0 if power.free else g.rules.tokens.cost(g, company)
        yield StationPermit(cost, power.hexes, power.connected, extra=power.extra, using=private)


def sites(g: Game, company: Company, permit: StationPermit) -> Iterator[Site]:
    """Every city that a hex of the permit has."""
    hexes: Iterable[Hex] = permit.hexes
    if not hexes:
        near = company_reach.reach(g, company).stops if permit.connected else None
        hexes = g.rules.data.hexes if near is None else sorted({s.partition(".")[0] for s in near})
    for hex_id in hexes:
        for stop in tile_in(g, hex_id).places:
            yield Site(company, g.rules.data.hexes[hex_id], stop, permit)


def slots(g: Game, company: Company, permit: StationPermit) -> Iterator[Slot]:
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
    return slot_beside if site.permit.outside_circle == "always" else free_slot(g, site) or slot_beside


def free_slot(g: Game, site: Site) -> Slot:
    """The first free circle of the city, or of the hex whose cities cannot be told apart; "" if all are taken."""
    return standing_slot(g, site.hex) if unsettled(g, site.hex) else find_free_circle(g, site.city)


def refuse(g: Game, site: Site) -> Refusal | None:
    """The first reason against a station, None: it is legal."""
    return g.rules.refusal(g.rules.tokens.checks, g, site)


def station(g: Game, company: Company, slot: Slot, cost: int, using: str = "", *, charter: bool = True) -> None:
    """Place the next station of the charter (or a marker that is none of them), for so many dollars. A private that places one
    free of charge takes the next that is not free anyway, if there is one.
    """
    if charter:
        left = g.state.companies[company].tokens
        paid = (n for n, price in enumerate(left) if price) if using and not cost else ()
        left.pop(next(iter(paid), 0))
    money.pay(g, company, places.BANK, cost, "station")
    g.state.tokens[slot] = company
    g.emit(TokenPlaced(company, slot, cost, using))


def take_off(g: Game, slot: Slot) -> Company:
    """Take a station off the map; whose it was."""
    company = g.state.tokens.pop(slot)
    g.emit(TokenRemoved(company, slot))
    return company
