"""18VA 4.6.3: bankruptcy of a player, and companies that close and may start again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game import bankruptcy, companies
from game.actions import SellShares
from game.events import SharesSold, TurnBegan, WentBankrupt
from game.round_names import is_operating_round
from titles.va.marks import BLOCKS_SOLD, EXPRESS, RAISED_LIMITS
from titles.va.sizes import start_anew

if TYPE_CHECKING:
    from game.play import Game


def note_block(g: Game, event: SharesSold) -> None:
    """18xx.games: of what was sold to raise money no second block is sold in that turn, whoever is president then."""
    if is_operating_round(g.state.round) and g.rules.has("one_emergency_block"):
        BLOCKS_SOLD.add(g.state, event.company)


def forget_blocks(g: Game, event: TurnBegan) -> None:
    """Reaction: another turn begins, and with it the blocks that may be sold."""
    BLOCKS_SOLD.clear(g.state)


def one_block_each(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """18VA 4.6.2: as in a stock round one block of each company, as 18xx.games reads it."""
    sold = BLOCKS_SOLD.contains(g.state, sale.company)
    return f"{sale.company} has already been sold for this train: each company can be sold only once" if sold else None


def bankrupt(g: Game, player: str, company: str) -> None:
    """18VA 4.6.3: the companies go to those who have two shares of them, or close; the money stays with the one that operates."""
    g.emit(WentBankrupt(player))
    bankruptcy.leave(g, player, company, close)


def close(g: Game, company: str) -> None:
    """18VA 4.6.3: nothing is paid for its shares, everything that it has goes, and it may be started again."""
    companies.close_company(g, company)
    express = EXPRESS.record(g.state)
    if express is not None and (express.company == company or g.rules.has("closing_clears_express")):
        EXPRESS.clear(g.state)
    RAISED_LIMITS.remove(g.state, company)
    start_anew(g, company)
    g.unwind(company)
