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
    """Dollars of a tile that is laid without a power, on a board as somebody may see it."""
    proposed = tile_lays.propose(
        game := Game(rules, view), queries.acting_company(view), lay.hex, lay.tile, lay.rotation, LayPermit()
    )
    return rules.track.cost(game, proposed)
