"""18 India 8.4.4.4 at 18xx.games: stations that the GIPR has taken over, which that site does not notice at once.

What a company reaches is remembered there until a tile is laid or a station is placed; a station taken over changes nothing of
it. So the GIPR builds nothing from it until the board changes, if it has had its turn since the last change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.site.errors import Unwritable

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from bot.interchange.site.site_turn import Turn
    from game.actions import LayTile, PlaceToken
    from game.events import TileLaid, TokenPlaced
    from game.play import Game

GIPR = "GIPR"
REMEMBERED = (
    "GIPR's reach is remembered"  # whether the site has looked at what the GIPR reaches since the board changed
)
UNNOTICED = "stations unnoticed"  # that the GIPR has taken over since


def note_turn_began(state: ExportState, turn: Turn) -> None:
    """The site looks at what the company on turn reaches."""
    if turn.company == GIPR:
        state.memory[REMEMBERED] = True


def note_board_changed(state: ExportState, _g: Game, event: TileLaid | TokenPlaced) -> tuple[()]:
    """Note that all companies look at the board anew. A station that the GIPR takes over changes nothing."""
    on_turn = state.turn is not None and state.turn.company == GIPR
    if on_turn or event.company != GIPR:
        state.memory[REMEMBERED] = on_turn
        state.memory.pop(UNNOTICED, None)
    return ()


def note_taken_over(state: ExportState, _g: Game, event: Any) -> tuple[()]:
    """Note a station of a company that closes (`TakenOver`)."""
    if state.memory.get(REMEMBERED) and not event.spare:
        state.memory.setdefault(UNNOTICED, set()).add(event.slot)
    return ()


def check_reach(state: ExportState, action: LayTile | PlaceToken) -> None:
    """Raise Unwritable for what the GIPR builds from a station that the site has not noticed."""
    slots, g = state.memory.get(UNNOTICED, ()), state.game
    if not slots or state.asked_company() != GIPR:
        return
    real_tokens = g.state.tokens
    g.state.tokens = {slot: owner for slot, owner in real_tokens.items() if slot not in slots}
    g.changed()
    possible = g.legal(action)
    g.state.tokens = real_tokens
    g.changed()
    if not possible:
        hexes = ", ".join(sorted(slot.partition(".")[0] for slot in slots))
        raise Unwritable(
            f"18xx.games has not noticed that the GIPR has taken over the station in {hexes}: until a tile is laid or a station"
            " is placed it builds nothing from there"
        )
