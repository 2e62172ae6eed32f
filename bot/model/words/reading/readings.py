"""What typed words come to: the legal actions that agree with them, and of these the plainest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from bot.model.action_form import Draft, fields_of
from bot.model.words.vocabulary import FIELDS_OF_MONEY
from game.actions import Action, Bid, LayTile
from game.choices import Choice

POWER_FIELD = "using"  # the field of a private whose power is used
PURCHASES = frozenset({"buy", "buys", "purchase", "get", "gets"})


@dataclass(frozen=True)
class Reading:
    """What typed words mean.

    `action`: this one, and nothing is left to choose. `several`: all that agree, a range at its lowest value; `draft`: what
    they have in common, where they are of one kind. Nothing at all: the words mean no legal action.
    """

    action: Action | None = None
    several: tuple[Action, ...] = ()
    draft: Draft | None = None

    @property
    def hits(self) -> tuple[Action, ...]:
        """The actions that are meant."""
        return self.several or tuple(a for a in [self.action] if a is not None)


class ActionMatch(NamedTuple):
    """An action that agrees with the words.

    The fields that were named, the ranges still open, how many words said nothing of it, and whether enough was said to play it:
    what is to be done, or else every field.
    """

    action: Action
    named: frozenset[str]
    open: frozenset[str] = frozenset()
    idle: int = 0
    complete: bool = True


def keep_purchases(
    fits: Sequence[ActionMatch], words: Sequence[str], choices: Sequence[Choice]
) -> Sequence[ActionMatch]:
    """Where the words say that something is bought, and not that one bids, of bids only those at a fixed price,
    where there are any.
    """
    if Bid.verb in words or not PURCHASES & {*words}:
        return fits
    raised = {a for c in choices if c.kind is Bid and "amount" in c.ranges for a in c}
    bought = [
        f for f in fits if isinstance(f.action, Bid) and f.action.amount and not f.open and f.action not in raised
    ]
    return [f for f in fits if not isinstance(f.action, Bid) or f in bought] if bought else fits


def keep_plainest(fits: Sequence[ActionMatch]) -> list[ActionMatch]:
    """Those that leave the fewest words without a use, use no private's power and have nothing beside it unsaid where the same
    is done without that, and take no number for a price that may name a thing.

    Whatever else no word has named is a choice: who sells a train, and for how much.
    """
    least = min((f.idle for f in fits), default=0)
    busy = [f for f in fits if f.idle == least]
    actions = {f.action for f in busy}
    plain = [f for f in busy if POWER_FIELD in f.named or _without_power(f.action) not in actions]
    plain = [f for f in plain if not any(a != f.action and a in actions for a in _without_extras(f))]
    if any("tile" in f.named for f in plain):  # a number is that of a tile, before it is how one is turned
        plain = [f for f in plain if not isinstance(f.action, LayTile) or "tile" in f.named]
    # a hex is that of the lay, before its end
    if any(isinstance(f.action, LayTile) and "hex" in f.named for f in plain):
        plain = [f for f in plain if not isinstance(f.action, LayTile) or "hex" in f.named]
    things = {type(f.action) for f in plain if f.named and not f.named & FIELDS_OF_MONEY}
    return [f for f in plain if not f.named & FIELDS_OF_MONEY or type(f.action) not in things]


def _without_power(action: Action) -> Action | None:
    """The action without the power of a private that it uses; None where it uses none."""
    return structs.replace(action, **{POWER_FIELD: ""}) if getattr(action, POWER_FIELD, "") else None


def _without_extras(fit: ActionMatch) -> Iterator[Action]:
    """The action without each thing that may be had beside it and was not named: a director's certificate, or shares beside
    one that was.
    """
    for field in fields_of(type(fit.action)):
        if field.name == "shares" and getattr(fit.action, "director", False) and "shares" not in fit.named:
            yield structs.replace(fit.action, shares=0)
        if (
            field.type is bool
            and not field.required
            and getattr(fit.action, field.name)
            and field.name not in fit.named
        ):
            yield structs.replace(fit.action, **{field.name: False})
