"""18GA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.export_state import ExportProfile
from bot.interchange.site.site_turn import Waiting
from bot.interchange.site.wait_conditions import (
    may_buy_private,
    may_buy_train,
    may_lay,
    may_place_station,
    never_waits_for,
)
from game import cards

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState

TURN = (
    Waiting("track", may_lay),
    Waiting("token", may_place_station),
    Waiting("run", never_waits_for),
    Waiting("dividend", never_waits_for),
    Waiting("trains", may_buy_train),
    Waiting("last chance", may_buy_private),
)


def waits_for_player(state: ExportState, player: str, fresh: bool) -> bool:
    """Whether the site waits for a player with money while another owns a private, also where that is the M&BR, which may not
    be sold: when the player comes on turn, and after sales without a purchase.
    """
    if not (fresh or state.only_sold) or state.game.state.cash[player] <= 0:
        return False
    others = (p for p in state.game.state.order if p != player)
    return any(True for p in others for _ in cards.privates(state.game, p))


PROFILE = ExportProfile(turn=TURN, waits_for_player=waits_for_player)
