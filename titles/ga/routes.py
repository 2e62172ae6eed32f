"""18GA: which stops trains may run through (4.2.3(i): towns do not count). No bonuses, no rule over all runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.route_rules import RouteRules
from game.routing import network, train_profiles

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company

ACL = "ACL"


def opened(g: Game, company: Company) -> tuple[str, ...]:
    """18GA 4.2.3(h): no train passes a red area; as an option those of the Atlantic Coast Line pass their home."""
    if company != ACL or not g.rules.has("acl_through_jacksonville"):
        return ()
    homes = g.rules.data.companies[ACL].home
    return tuple(s for s in network.of(g).stops if s in homes or s.partition(".")[0] in homes)


ROUTES = RouteRules(profile=train_profiles.towns_free, opened=opened)
