"""Privates between players: which may be sold to whom, and why one may not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, places, seating, shares
from game.rules import Refusal

if TYPE_CHECKING:
    from game.play import Game


def why_no_deal(g: Game, seller: str, buyer: str, private: str, price: int) -> Refusal | None:
    """Why a private does not go from one player to another. `seller`: "" if it may be anybody."""
    if g.rules.stock.deals is None:
        return Refusal("players cannot sell private companies to each other in this game")
    if private not in g.rules.data.privates:
        return Refusal(f"there is no private company {private}")
    owner = g.state.place[private]
    if owner != (seller or owner) or owner not in g.state.order or owner == buyer:
        return Refusal(explain_owner(g, private))
    if buyer not in g.state.order:
        return Refusal(f"{buyer} does not play in this game")
    if not 1 <= price <= g.state.cash[buyer]:
        least, most = map(g.rules.data.money, (1, g.state.cash[buyer]))
        return Refusal(f"the price must be from {least} to the {most} that {g.rules.person(buyer)} has")
    return g.rules.refusal(g.rules.stock.deals, g, buyer, private, price)


def explain_owner(g: Game, private: str) -> str:
    """To whom a private belongs that cannot be bought or sold."""
    owner = g.state.place[private]
    if owner in g.state.order or owner in g.state.companies:
        return f"{private} belongs to {g.rules.person(owner)}"
    return f"{private} has closed" if owner == places.GONE else f"{private} belongs to nobody yet"


def buyer_below_limit(g: Game, buyer: str, private: str, price: int) -> str | None:
    """A private counts as a certificate of its buyer."""
    limit = g.rules.shares.limit(g)
    return (
        f"{g.rules.person(buyer)} is at the certificate limit of {limit}"
        if shares.count_for_limit(g, buyer) >= limit
        else None
    )


def list_private_sales(g: Game, seller: str) -> Iterator[tuple[str, str, int]]:
    """Privates that a player may sell to others now: which, to whom, and the most dollars that the buyer has."""
    if g.rules.stock.deals is not None:
        for private in cards.privates(g, seller):
            for buyer in seating.players_after(g, seller):
                if g.state.cash[buyer] and not g.rules.forbids(g.rules.stock.deals, g, buyer, private, 1):
                    yield private, buyer, g.state.cash[buyer]
