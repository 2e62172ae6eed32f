"""Kinds of powers that privates have, as their data name them. A title's `Rules` list the kinds of its own."""

from __future__ import annotations

from typing import NamedTuple

from game.step_keys import StepKey


class AbilityKind(NamedTuple):
    """What sort of power an ability is."""

    name: str  # as data, stored uses and events hold it
    # Key of the step of a company's turn that waits for a pass while a private with it may be bought: later it comes too late
    waits_in: str = ""


BLOCKS = AbilityKind("blocks")  # nobody else builds in its hexes
LAY = AbilityKind("lay", waits_in=StepKey.TRACK)
TOKEN = AbilityKind("token", waits_in=StepKey.TOKEN)
TRAIN = AbilityKind("train", waits_in=StepKey.TOKEN)  # it is had before the trains run
DISCOUNT = AbilityKind("discount", waits_in=StepKey.TRAINS)
SHARE = AbilityKind("share")  # a certificate comes with the private
CLOSE = AbilityKind("close")  # when the private closes
COMMON_KINDS = (BLOCKS, LAY, TOKEN, TRAIN, DISCOUNT, SHARE, CLOSE)  # which the engine knows
