"""18VA: what players should know and no rule refuses: an unstarted company's home that is shut, a home without a free circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import legal_lays, stations
from game.checks import LayPermit
from game.events import Event, Floated, TileLaid

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules


class HomeShut(Event, frozen=True):
    """No yellow tile is left that fits the unbuilt home of a company that has not operated."""

    company: str
    hex: str


class HomeFull(Event, frozen=True):
    """A company has started whose home has no free circle."""

    company: str
    hex: str


def shut_homes(g: Game, event: TileLaid) -> None:
    """18VA 4.5.2.1: no tile may lock out a company that has not operated; nobody can decide that by rule, so players are told."""
    if g.state.supply[event.tile]:
        return
    taken = g.rules.data.tiles[event.tile]
    for company, state in g.state.companies.items():
        for home in g.rules.data.companies[company].home:
            if state.operated or home in g.state.tiles or not taken.cities:
                continue
            only = LayPermit(colours=("yellow",), hexes=(home,), connected=False)
            if next(legal_lays.lays(g, company, only, g.rules.track.checks), None) is None:
                g.emit(HomeShut(company, home))


def place_home(g: Game, event: Floated) -> None:
    """18VA 4.4: the home station is placed when the company starts; where no circle is free, as soon as one is."""
    slots = stations.home_slots(g, event.company)
    if slots:
        stations.station(g, event.company, slots[0], 0)
    else:
        g.emit(HomeFull(event.company, g.rules.data.companies[event.company].home[0]))


def shut_in_words(event: HomeShut, _view: object, rules: Rules) -> str:
    home = rules.data.hexes[event.hex].spot
    return f"Note: no yellow tile is left for {home}, the home of {event.company}, which has not operated yet."


def full_in_words(event: HomeFull, _view: object, rules: Rules) -> str:
    home = rules.data.hexes[event.hex].spot
    return f"Note: {home} has no free circle; {event.company} places its home station as soon as one is free."
