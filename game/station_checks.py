"""Checks of a station: (g, site), each a sentence when the rules forbid it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game import stations
from game.checks import StationCheck
from game.routing import company_reach
from game.state import Company
from game.stations import Site

if TYPE_CHECKING:
    from game.play import Game


def on_charter(g: Game, site: Site) -> str | None:
    """A station must be left."""
    return None if stations.has_station_left(g, site.company, site.permit) else f"{site.company} has no station left"


def permitted(g: Game, site: Site) -> str | None:
    """What the power allows."""
    if site.permit.hexes and site.hex not in site.permit.hexes:
        return f"{site.permit.using} allows a station in {' or '.join(site.permit.hexes)} only"
    return None


def circle_free(g: Game, site: Site) -> str | None:
    """There must be a free circle in the city."""
    if not site.stop.slots:
        return f"{site.place.spot} has no circle for a station"
    if not site.permit.outside_circle and not stations.free_slot(g, site):
        return f"No circle in {site.place.spot} is free"
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
    if site.permit.outside_circle:
        return None
    waiting: dict[tuple[str, ...], list[Company]] = {}
    for company, data in g.rules.data.companies.items():
        if data.home and company != site.company and stations.homeless(g, company):
            homes_there = stations.home_cities(g, company)
            cities = _alike(g, [c for c in homes_there if c == site.city or not data.every_home])
            if site.city in cities:
                waiting.setdefault(cities, []).append(company)
    for cities, companies in waiting.items():
        hexes = {city.partition(".")[0] for city in cities}
        unplaced = sum(not stations.beside(s) for h in hexes for s in stations.standing(g, h))
        free = sum(stations.count_free_circles(g, city) for city in cities) - unplaced
        if free <= len(companies):
            until = "its home station is placed" if len(companies) == 1 else "their home stations are placed"
            return f"The last free circle in {site.place.spot} is reserved for {' and '.join(companies)} until {until}"
    return None


def _alike(g: Game, cities: Iterable[str]) -> tuple[str, ...]:
    """These cities, and those that cannot be told apart from them yet."""
    cities_alike: dict[str, None] = {}
    for city in cities:
        hex_id = city.partition(".")[0]
        together = stations.tile_in(g, hex_id).cities if stations.unsettled(g, hex_id) else ()
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
