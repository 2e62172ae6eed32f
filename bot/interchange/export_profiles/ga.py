"""18GA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.export_state import ExportProfile
from bot.interchange.site.site_turn import Waiting, lays_left, never, private_for_sale, station_possible, train_possible
from game import cards

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState

TURN = (
    Waiting("track", lays_left),
    Waiting("token", station_possible),
    Waiting("run", never),
    Waiting("dividend", never),
    Waiting("trains", train_possible),
    Waiting("last chance", private_for_sale),
)


def player_waits(state: ExportState, player: str, fresh: bool) -> bool:
    """The site waits for a player with money while another owns a private, also where that is the M&BR, which may not be sold:
    for one who comes on turn, and for one who has sold and not bought.
    """
    if not (fresh or state.only_sold) or state.game.state.cash[player] <= 0:
        return False
    others = (p for p in state.game.state.order if p != player)
    return any(True for p in others for _ in cards.privates(state.game, p))


PROFILE = ExportProfile(turn=TURN, player_waits=player_waits)
