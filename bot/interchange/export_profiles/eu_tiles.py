"""18EU 4.4.1 at 18xx.games: a mountain's second cost goes with the yellow tile that lay there, to wherever it is laid next.

So the copy written is one that costs the same there as here, as far as there is one: tiles that lay on a mountain go where no
upgrade follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.interchange.site.errors import Unwritable
from game.actions import LayTile

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState


def choose_copy(state: ExportState, action: LayTile) -> None:
    """Bring the copy to be written to the front of its kind; raises Unwritable where an upgrade would cost too much there."""
    data = state.game.rules.data
    if action.hex not in data.hexes or action.tile not in data.tiles:
        return
    mountain = "mountain" in data.hexes[action.hex].terrain
    marked: dict[str, int] = state.memory.setdefault("mountain", {})  # copies, with how often they lay on a mountain
    surplus = marked.get(state.books.copies.copy_in(action.hex), 0) - mountain
    if data.tiles[action.tile].colour == "green" and surplus > 0:
        dollars = surplus * data.file.numbers["mountain"]
        raise Unwritable(
            f"18xx.games charges {data.money(dollars)} too much for the upgrade of {action.hex},"
            " since the tile there lay on a mountain before"
        )
    if data.tiles[action.tile].colour != "yellow":
        return
    copies = state.books.copies.free_copies(action.tile, data.map.tiles.get(action.tile, 0))
    lasting = not _is_replaced_later(state, action.hex)
    chosen = next((c for c in copies if (c in marked) == lasting), "")
    if chosen and (copies[0] in marked) != lasting:
        state.books.copies.take_first(chosen, copies[0])
    if mountain and copies:
        taken = chosen or copies[0]
        marked[taken] = marked.get(taken, 0) + 1


def _is_replaced_later(state: ExportState, hex_id: str) -> bool:
    """Whether the tile is replaced later; where the rest of the game is not known, it may be."""
    if not isinstance(state.actions, Sequence):
        return True
    return any(isinstance(a, LayTile) and a.hex == hex_id for a in state.actions[state.number :])
