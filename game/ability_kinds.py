"""Kinds of powers that privates have, as their data name them. A title's `Rules` list the kinds of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.step_keys import StepKey

if TYPE_CHECKING:
    from game.title_data import Ability


COMMON_FIELDS = ("kind", "owner", "uses")  # of `Ability`, which every kind reads


class AbilityKind(NamedTuple):
    """What sort of power an ability is."""

    name: str  # as data, stored uses and events hold it
    # Key of the step of a company's turn that waits for a pass while a private with it may be bought: later it comes too late
    waits_in: str = ""
    # Fields of `Ability` that it reads beside the common ones; data that set another are refused
    fields: tuple[str, ...] = ()

    def list_unread(self, ability: Ability) -> list[str]:
        """The fields that data set in vain."""
        unset, reads = type(ability)(ability.kind), (*COMMON_FIELDS, *self.fields)
        names = (name for name in ability.__struct_fields__ if name not in reads)
        return [name for name in names if getattr(ability, name) != getattr(unset, name)]


BLOCKS = AbilityKind("blocks", fields=("hexes",))  # nobody else builds in its hexes
LAY = AbilityKind("lay", StepKey.TRACK, ("hexes", "tiles", "free", "extra", "connected"))
TOKEN = AbilityKind("token", StepKey.TOKEN, ("hexes", "free", "extra", "connected"))
TRAIN = AbilityKind("train", StepKey.TOKEN, ("train",))  # it is had before the trains run
DISCOUNT = AbilityKind("discount", StepKey.TRAINS, ("amount",))
SHARE = AbilityKind("share", fields=("company", "shares"))  # a certificate comes with the private
CLOSE = AbilityKind("close", fields=("company", "when"))  # when the private closes
COMMON_KINDS = (BLOCKS, LAY, TOKEN, TRAIN, DISCOUNT, SHARE, CLOSE)  # which the engine knows
