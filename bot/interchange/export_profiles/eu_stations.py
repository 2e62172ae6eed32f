"""18EU 4.4.2 at 18xx.games: circles that a minor has left in an exchange, which that site does not notice at once.

What companies reach is remembered there until a tile is laid or a station is placed; a minor that closes changes nothing of it.
So a company is not asked for a station there, and may place none, as long as the board stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn, station_possible
from game import stations
from game.events import TileLaid, TokenPlaced, TokenRemoved
from game.rules import Permit

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from game.actions import PlaceToken
    from game.play import Game

LEFT = "left"  # in ExportState.memory: such circles, with the minors that have left them


def token_removed(w: ExportState, g: Game, event: TokenRemoved) -> tuple[()]:
    """A minor leaves its circle."""
    if g.rules.data.companies[event.company].kind == "minor":
        w.memory.setdefault(LEFT, {})[event.slot] = event.company
        _tell_turn(w)
    return ()


def token_placed(w: ExportState, g: Game, event: TokenPlaced) -> tuple[()]:
    """A corporation takes a minor's place, or a station changes what all reach."""
    left: dict[str, str] = w.memory.setdefault(LEFT, {})
    if left.pop(event.slot, None) is None:
        left.clear()
    _tell_turn(w)
    return ()


def tile_laid(w: ExportState, g: Game, event: TileLaid) -> tuple[()]:
    w.memory.setdefault(LEFT, {}).clear()
    _tell_turn(w)
    return ()


def _tell_turn(w: ExportState) -> None:
    if w.turn is not None:
        w.turn.left = dict(w.memory[LEFT])


def token(g: Game, turn: Turn) -> bool:
    """A station can be placed as that site sees the board."""
    with _as_remembered(g, turn):
        return station_possible(g, turn)


def check_station(w: ExportState, action: PlaceToken) -> None:
    """Raise Unwritable for a station that the site does not let anybody place yet."""
    turn = w.turn
    if turn is None or not turn.left:
        return
    with _as_remembered(w.game, turn):
        cities = {stations.named(w.game, s) for s in stations.slots(w.game, turn.company, Permit(0))}
    if action.city not in cities:
        raise Unwritable(
            f"18xx.games lets {turn.company} place no station in {action.city}: until a tile is laid or a station is placed"
            " it takes circles for full which minors have left"
        )


@contextmanager
def _as_remembered(g: Game, turn: Turn) -> Iterator[None]:
    """The board with the minors that have left their circles."""
    if not turn.left:
        yield
        return
    kept = g.state.tokens
    g.state.tokens = {**kept, **turn.left}
    g.changed()
    try:
        yield
    finally:
        g.state.tokens = kept
        g.changed()
