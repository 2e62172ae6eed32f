"""Proxy bids at work: what a sealed maximum asks the bot to play, which are over, and what the table may know of them.

They lie apart from the record of the game and are shown to nobody but who handed them in, as long as their lot is not sold. The
table sees a commitment, the hash of item, dollars and a random word; when the lot is sold it sees these as well, so that anybody
can check that the bot bid as it was told. While the table is paused they do not bid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.model.orders.proxy_bid import ProxyBid
from bot.model.results import Position
from game.actions import Action, Bid, Pass


def wanted_bid(position: Position, proxy_bids: Sequence[ProxyBid]) -> Action | None:
    """What the maximum of whoever must act asks for; None: it asks for nothing, the player decides."""
    sale = position.auction
    if sale is None or len(position.deciders) != 1:
        return None
    seat = position.deciders[0]
    maxima = {s.item: s.most for s in proxy_bids if s.seat == seat and s.open and s.item in sale.now}
    offers = [a for c in position.choices[seat] for a in c]
    for item, most in maxima.items():
        if sale.leads.get(item) != seat:
            bids = (a for a in offers if isinstance(a, Bid) and a.item == item and a.amount <= most)
            action = next(bids, None)
            if action is not None:
                return action
    return next((a for a in offers if isinstance(a, Pass)), None) if maxima and sale.alone else None


def find_ended_bids(position: Position, bids: Sequence[ProxyBid]) -> list[ProxyBid]:
    """Those of these maxima whose lot is over."""
    items = position.auction.items if position.auction is not None else ()
    return [s for s in bids if s.open and s.item not in items]


def find_sold_items(position: Position, bids: Sequence[ProxyBid]) -> set[str]:
    """The items sold, of those that maxima were handed in for: nobody's maximum on them is open, and they are not on sale."""
    items = position.auction.items if position.auction is not None else ()
    return {s.item for s in bids if not s.open} - {s.item for s in bids if s.open} - set(items)


def revealed_maxima(bids: Sequence[ProxyBid], items: Collection[str]) -> list[ProxyBid]:
    """The maxima on what has been sold, of each seat the one that counted."""
    last = {(s.item, s.seat): s for s in bids if s.item in items}
    return [s for s in bids if last.get((s.item, s.seat)) is s]


def open_commitments(position: Position, bids: Sequence[ProxyBid]) -> list[ProxyBid]:
    """The maxima on what is bid for now, as far as the table may know of them: not how high they are."""
    items = position.auction.now if position.auction is not None else ()
    return [s for s in bids if s.open and s.item in items]
