"""Circles that a station has left and that 18xx.games does not notice at once.

What a company reaches is remembered there until a tile is laid or a station is placed; a station that only goes changes nothing
of it. So a company that has had its turn since is not asked for a station there, and may place none, until the board changes.
The company whose tile joined two cities may place one in that city, but not behind it; so may a company that has not looked for
places in that turn, since it had just placed a station, or had none or no money for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn, restore_left_circles
from bot.interchange.site.wait_conditions import may_place_station
from game import stations
from game.checks import StationPermit
from game.events import TileLaid, TokenPlaced

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from game.actions import LayTile, PlaceToken
    from game.play import Game


class LeftCircle(NamedTuple):
    """A circle that a company's station has left."""

    company: str
    unnoticed: frozenset[str]  # by companies whose turns had begun since the board changed last
    unsought: frozenset[str]  # of these, by companies that have not looked for places since


def list_left_circles(state: ExportState) -> dict[str, LeftCircle]:
    """The circles that were left since the board changed last, by slot."""
    circles: dict[str, LeftCircle] = state.memory.setdefault("left", {})
    return circles


def note_circle_left(state: ExportState, slot: str, company: str) -> None:
    """Note a circle that the site does not see being left."""
    unnoticed = frozenset(turn.company for turn in state.turns)
    sought = {turn.company for turn in state.turns if turn.looked}
    list_left_circles(state)[slot] = LeftCircle(company, unnoticed, unnoticed - sought)


def note_token_placed(state: ExportState, g: Game, event: TokenPlaced) -> tuple[()]:
    """Note that a company places a station, or in an exchange takes a place that was left, which changes nothing there."""
    taken = list_left_circles(state).pop(event.slot, None)
    if state.turn or taken is None:
        _forget_circles(state)
    return ()


def note_tile_laid(state: ExportState, g: Game, event: TileLaid) -> tuple[()]:
    """Note that a tile changes what all may reach."""
    _forget_circles(state)
    return ()


def _forget_circles(state: ExportState) -> None:
    """Forget the circles that were left, since the board has changed and all companies look at it anew."""
    list_left_circles(state).clear()
    state.turns = [state.turn] if state.turn else []
    if state.turn:
        state.turn.looked = False
        state.turn.left.clear()
        state.turn.merged.clear()


def note_turn_began(state: ExportState, turn: Turn) -> None:
    """Note what the company on turn has not noticed."""
    circles = list_left_circles(state)
    turn.left = {slot: circle.company for slot, circle in circles.items() if turn.company in circle.unnoticed}
    turn.merged = [slot for slot, circle in circles.items() if turn.company in circle.unsought]


def can_place_station(g: Game, turn: Turn) -> bool:
    """Whether a station can be placed as that site sees the board. With one to place and the money for it, it now looks."""
    company = g.state.companies[turn.company]
    affordable = bool(company.tokens) and g.rules.tokens.cost(g, turn.company) <= g.state.cash[turn.company]
    turn.looked = turn.looked or (affordable and not turn.stations)
    with restore_left_circles(g, turn):
        possible = may_place_station(g, turn)
    return possible or (bool(_list_merged_cities(g, turn)) and may_place_station(g, turn))


def _list_merged_cities(g: Game, turn: Turn) -> set[str]:
    """The cities with a circle that was left in which the company could place a station, having noticed it or not looked."""
    if not turn.merged:
        return set()
    hexes = {slot.partition(".")[0] for slot in turn.merged}
    slots = stations.slots(g, turn.company, StationPermit(0))
    return {stations.city_of_slot(g, s) for s in slots if s.partition(".")[0] in hexes}


def check_station(state: ExportState, action: PlaceToken) -> None:
    """Raise Unwritable for a station that the site does not let anybody place yet."""
    turn = state.turn
    if turn is None or not turn.left:
        return
    with restore_left_circles(state.game, turn):
        cities = {
            stations.city_of_slot(state.game, s) for s in stations.slots(state.game, turn.company, StationPermit(0))
        }
    if action.city not in cities | _list_merged_cities(state.game, turn):
        passed = bool(state.entries) and state.entries[-1]["type"] == "pass"  # with which the site may end the turn
        raise Unwritable(
            f"18xx.games lets {turn.company} place no station in {action.city}: until a tile is laid or a station is placed"
            " it takes circles for full that were left",
            len(state.entries) - 1 if passed and state.entries[-1]["entity"] == turn.company else None,
        )


def check_tile(state: ExportState, action: LayTile) -> None:
    """Raise Unwritable for a tile that is reached only through a circle that was left."""
    turn = state.turn
    if turn is None or not turn.left:
        return
    with restore_left_circles(state.game, turn):
        possible = state.game.legal(action)
    if not possible:
        raise Unwritable(
            f"18xx.games lets {turn.company} lay no tile in {action.hex}: until a tile is laid or a station is placed it takes"
            " circles for full that were left"
        )
