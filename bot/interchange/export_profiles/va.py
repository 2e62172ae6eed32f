"""18VA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.encode_action import by_company, by_private, empty_run
from bot.interchange.export_state import ExportProfile
from bot.interchange.site.site_turn import (
    Turn,
    Waiting,
    lays_left,
    never,
    power_left,
    private_for_sale,
    station_possible,
    train_possible,
)
from game import trains
from game.actions import Action, Choose, Use

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.play import Game

FIVE = 5


def may_convert(g: Game, turn: Turn) -> bool:
    """A five-share company that has operated before, in the phases of conversions."""
    small = g.company(turn.company).size == FIVE and not turn.first
    return small and "convert" in trains.phase(g).flags


def token(g: Game, turn: Turn) -> bool:
    """Whether the site asks for a station."""
    return station_possible(g, turn) or power_left(g, turn, "token")


def buy(g: Game, turn: Turn) -> bool:
    """Whether the site asks for trains."""
    return train_possible(g, turn) or power_left(g, turn, "limit")


def close(g: Game, turn: Turn) -> bool:
    """Whether the site asks once more at the end of a turn."""
    return private_for_sale(g, turn) or any(power_left(g, turn, kind) for kind in ("bonus", "token", "limit"))


def special(state: ExportState, action: Action) -> Entry | None:
    """Conversions, and the powers of the Railway Express Agency and the Potomac Yards."""
    if isinstance(action, Choose):
        state.at = state.turn.held if state.turn else None
        return by_company(state, state.company_of(action.by), "convert")
    if isinstance(action, Use) and action.target:
        return by_private(state, action.private, "assign", target=action.target, target_type="hex")
    if isinstance(action, Use):
        return by_private(state, action.private, "choose_ability", choice="close")
    return None


PROFILE = ExportProfile(
    turn=(
        Waiting("convert", may_convert),
        Waiting("track", lays_left),
        Waiting("token", token),
        Waiting("run", never),
        Waiting("dividend", never),
        Waiting("trains", buy),
        Waiting("last chance", close),
    ),
    special=special,
    lost_run=empty_run,
    uses_until="trains",
)
