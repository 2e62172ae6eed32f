"""What a tile costs a company: on the ground, and across borders."""

from __future__ import annotations

from typing import Any

from game import tile_lays
from game.actions import LayTile
from game.checks import LayPermit
from game.hexes import HEX_SIDES
from game.play import Game
from game.rules import Rules
from game.state import Company, State
from render.data import queries


def lay_cost(lay: LayTile, view: State[Any], rules: Rules) -> int:
    """Dollars that the company on turn pays for a tile, on a board as somebody may see it."""
    game, company = Game(rules, view), queries.acting_company(view)
    permit = _find_permit(lay, game, company)
    return rules.track.cost(game, tile_lays.propose(game, company, lay.hex, lay.tile, lay.rotation % HEX_SIDES, permit))


def has_free_ground(lay: LayTile, view: State[Any], rules: Rules) -> bool:
    """Whether the company on turn pays nothing for costly ground below a tile, such as for a home that it chooses."""
    return _find_permit(lay, Game(rules, view), queries.acting_company(view)).free


def _find_permit(lay: LayTile, game: Game, company: Company) -> LayPermit:
    """The kind of lay by which a tile may be laid now, or by the power of a private outside of the step of track."""
    step = game.top_step()
    permits = (*(step.lay_permits(game) if step else ()), *(game.rules.track.powers(game, company) if company else ()))
    return next((p for p in permits if p.using == lay.using), LayPermit(using=lay.using))
