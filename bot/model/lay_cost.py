"""What a tile costs a company: on the ground, and across borders."""

from __future__ import annotations

from typing import Any

from game import tile_lays
from game.actions import LayTile
from game.checks import LayPermit
from game.play import Game
from game.rules import Rules
from game.state import State
from render.data import queries


def lay_cost(lay: LayTile, view: State[Any], rules: Rules) -> int:
    """Dollars that the company on turn pays for a tile, on a board as somebody may see it."""
    game, permit = Game(rules, view), LayPermit(using=lay.using)
    proposed = tile_lays.propose(game, queries.acting_company(view), lay.hex, lay.tile, lay.rotation % 6, permit)
    return rules.track.cost(game, proposed)
