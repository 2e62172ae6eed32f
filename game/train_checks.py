"""Checks of purchases of trains, (g, purchase), and of what may be sold to other companies, (g, train)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards
from game.checks import Purchase, TrainCheck
from game.memo import memoized
from game.trains import count_for_limit, face, phase, train_name

if TYPE_CHECKING:
    from game.play import Game


def came_with_a_private(g: Game, train: str) -> str | None:
    """A train that came with a private company is never sold."""
    state = g.state.trains.get(train)
    return (
        f"the {train_name(g, train)} came with a private company and cannot be sold" if state and state.bound else None
    )


def runs_for_the_last_time(g: Game, train: str) -> str | None:
    """No company buys an obsolete train from another."""
    state = g.state.trains.get(train)
    return (
        f"the {train_name(g, train)} is obsolete: it runs once more and cannot be sold"
        if state and state.obsolete
        else None
    )


# (g, train): why its owner cannot sell it
NOT_FOR_SALE: tuple[TrainCheck, ...] = (came_with_a_private, runs_for_the_last_time)


def train_limit(g: Game, purchase: Purchase) -> str | None:
    """A company at its train limit may not buy, even if the purchase would rust some of its trains."""
    return _explain_full(g, purchase.company)


@memoized()
def _explain_full(g: Game, company: str) -> str | None:
    """Why a company has no room for a train, whichever it is."""
    limit, has = g.rules.trains.limit(g, company), count_for_limit(g, company)
    return f"{company} has {has} train{'s' * (has != 1)}, the limit is {limit}" if has >= limit else None


def one_from_bank(g: Game, purchase: Purchase) -> str | None:
    """While the phase says so, only one train a turn comes from the bank.

    With `several_bank_trains` that does not hold while another company has a train for sale.
    """
    if g.rules.has("several_bank_trains") and others_trains(g, purchase.company):
        return None
    if purchase.seller in g.state.companies or not purchase.bank or "one_train" not in phase(g).flags:
        return None
    return "a company can buy only one train a turn from the bank in this phase"


def others_trains(g: Game, company: str) -> list[tuple[str, str]]:
    """Trains of other companies that may be sold, one of each face and owner: (owner, card)."""
    return [pair for pair in _sold_trains(g) if pair[0] != company]


@memoized()
def _sold_trains(g: Game) -> list[tuple[str, str]]:
    """Trains of all companies that may be sold, one of each face and owner."""
    card_by_type: dict[tuple[str, str], str] = {}
    fleets, special = cards.trains_by_owner(g), g.state.trains
    for owner in g.state.companies:
        for card in fleets.get(owner, ()):
            if card not in special or not any(check(g, card) for check in NOT_FOR_SALE):
                card_by_type.setdefault((owner, face(g, card)), card)
    return [(owner, card) for (owner, _), card in card_by_type.items()]
