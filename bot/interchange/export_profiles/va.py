"""18VA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.encode_action import by_company, by_private
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
from game.routing import network

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


def lost_run(w: ExportState, company: str) -> Entry | None:
    """The site asks for runs wherever a company with a train has a station joined to another stop, also where none can run."""
    if not network.has_route(w.game, company) or not trains.owned(w.game, company):
        return None
    return by_company(w, company, "run_routes", routes=[], extra_revenue=0, subsidy=0)


def special(w: ExportState, action: Action) -> Entry | None:
    """Conversions, and the powers of the Railway Express Agency and the Potomac Yards."""
    if isinstance(action, Choose):
        w.at = w.turn.held if w.turn else None
        return by_company(w, w.company_of(action.by), "convert")
    if isinstance(action, Use) and action.target:
        return by_private(w, action.private, "assign", target=action.target, target_type="hex")
    if isinstance(action, Use):
        return by_private(w, action.private, "choose_ability", choice="close")
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
    lost_run=lost_run,
    uses_until="trains",
)
