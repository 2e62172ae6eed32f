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
    if not g.company(company).floated or not stations.homeless(g, company):
        return
    places = list(dict.fromkeys(g.rules.tokens.homes(g, company)))
    if company != GIPR and len(places) == 1:
        stations.station(g, company, places[0], 0)
    elif g.president(company):
        g.push(GiprHome(company) if company == GIPR else HomeToken(company))
