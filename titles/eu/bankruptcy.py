"""18EU 4.5.1: bankruptcy of a president, and corporations that close and may be started again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import bankruptcy, cards, companies, places, seating, share_trading, shares
from game.events import WentBankrupt
from game.marks import BANKRUPT
from game.state import CompanyState
from titles.eu import depot, mergers, minors
from titles.eu.marks import BLOCKS_SOLD

if TYPE_CHECKING:
    from game.play import Game


def bankrupt(g: Game, player: str, company: str) -> None:
    """18EU 4.5.1: what is legal is sold, the rest of the shares goes to the pool; presidencies pass on or corporations close.

    All the money stays with the corporation that must buy, if it survives. The minors close.
    """
    g.emit(WentBankrupt(player))
    for name in list(g.state.companies):
        counts = range(shares.held(g, player, name), 0, -1)
        legal = next((n for n in counts if not depot.block_refused(g, player, name, n, company)), 0)
        if legal:
            share_trading.sell(g, player, name, legal)
    for minor in minors.owned(g, player):
        mergers.dissolve(g, minor)
    BLOCKS_SOLD.clear(g.state)
    bankruptcy.leave(g, player, company, close)


def close(g: Game, company: str) -> None:
    """18EU 4.5.1: its shares are worth nothing anywhere, what it has goes to bank and pool, and it can be started anew."""
    companies.close_company(g, company)
    data = g.rules.data.companies[company]
    g.state.companies[company] = CompanyState(size=data.size, tokens=list(data.tokens))
    for index in range(len(data.certificates)):
        cards.move(g, f"{company}.{index}", places.TREASURY, "closed")
    g.unwind(company)


def solvent(g: Game, player: str) -> str:
    """That player, or the next one who is not bankrupt."""
    out = BANKRUPT.entries(g.state)
    return next(p for p in (player, *seating.players_after(g, player)) if p not in out)


def solvent_priority(g: Game) -> None:
    """18EU 4.5.1: a bankrupt never has the priority deal."""
    g.state.priority = solvent(g, g.state.priority)
