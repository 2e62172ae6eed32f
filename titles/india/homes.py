"""18 India 2.0, 2.1.1, 5.5: home stations, placed as soon as a company floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import stations
from game.steps.token import HomeToken
from titles.india.gipr import GiprHome
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.events import Floated
    from game.play import Game
    from titles.india.events import Managed


def settle_down(g: Game, event: Floated | Managed) -> None:
    """18 India 2.1.1, 2.2.1: by itself where one place is possible, else whoever is in charge chooses, once there is one."""
    company = event.company
    state = g.company(company)
    if not state.floated or state.closed:
        return
    if company == GIPR:
        if state.president:
            g.push(GiprHome(company))
        return
    if not stations.homeless(g, company):
        return
    places = list(dict.fromkeys(g.rules.tokens.homes(g, company)))
    if len(places) == 1:
        stations.station(g, company, places[0], 0)
    elif state.president:
        g.push(HomeToken(company))
