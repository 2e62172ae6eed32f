"""Money: the one function that moves it, and who can pay what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import places
from game.end_causes import BANK_BROKE
from game.events import BankBroke, Paid

if TYPE_CHECKING:
    from game.play import Game


def pay(g: Game, src: str, dst: str, amount: int, why: str) -> None:
    """Move dollars from one purse to another. The bank may go below zero: that breaks it once and for all, and play goes on."""
    if amount == 0:
        return
    cash = g.state.cash
    assert amount > 0, f"{src} pays {amount}"
    assert src == places.BANK or cash[src] >= amount, f"{src} has {cash[src]} and pays {amount}"
    whole = cash[places.BANK] >= 0
    cash[src] -= amount
    cash[dst] += amount
    g.emit(Paid(src, dst, amount, why))
    if whole and cash[places.BANK] < 0 and g.state.ending != BANK_BROKE:
        g.emit(BankBroke())


def committed(g: Game, player: str, except_on: str = "") -> int:
    """Dollars a player has set aside in bids, except on one item."""
    return sum(bids.get(player, 0) for item, bids in g.state.bids.items() if item != except_on)


def at_most(g: Game, player: str, item: str, high: int) -> str:
    """Why a bid on an item is too high: what is set aside is told where anything is."""
    reserved = committed(g, player, except_on=item)
    aside, whole, most = map(g.rules.data.money, (reserved, g.state.cash[player], high))
    rest = f": {aside} of your {whole} is set aside for other bids" if reserved else ""
    return f"you can bid at most {most}{rest}"


def free(g: Game, player: str, except_on: str = "") -> int:
    """Dollars a player may still spend."""
    return g.state.cash[player] - committed(g, player, except_on)
