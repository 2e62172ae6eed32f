"""Names of hexsides, each the same from both hexes."""

from __future__ import annotations

from game.hexes import opposite
from game.rules import Rules
from game.state import Hex


def hexside(rules: Rules, hex_id: Hex, side: int) -> str:
    """A hexside by its name: that of the lesser of the two hexes."""
    other = rules.data.hexes[hex_id].sides[side]
    return f"{other}/{opposite(side)}" if other and other < hex_id else f"{hex_id}/{side}"
