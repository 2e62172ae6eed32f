"""Who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.play import Game


def players_after(g: Game, player: str) -> list[str]:
    """All other players, clockwise from the next."""
    order = g.state.order
    at = order.index(player)
    return order[at + 1 :] + order[:at]
