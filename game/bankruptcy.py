"""A player who goes bankrupt: what is given up, and who leaves the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game import cards, ending, market, money, places, share_trading, trains
from game.end_causes import BANKRUPTCY
from game.events import WentBankrupt
from game.marks import BANKRUPT

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company, Player


def leave(g: Game, player: Player, operating: Company, close: Callable[[Game, Company], None]) -> None:
    """A bankrupt gives all up: presidencies pass on, the money goes to the operating company if it survives, else to the bank.

    `close` is called for each company that nobody else can lead, in operating order. The last but one who leaves ends the
    game.
    """
    led = [c for c in market.operating_order(g) if g.company(c).president == player]
    heirs = {c: share_trading.successor(g, c, 0) for c in led}
    money.pay(g, player, operating if heirs.get(operating) else places.BANK, g.state.cash[player], "forfeit")
    for company, heir in heirs.items():
        if heir:
            share_trading.hand_over(g, company, heir)
    for card in list(cards.at(g, player)):
        if card in g.rules.data.privates:
            trains.close_private(g, card)
        else:
            cards.move(g, card, places.POOL, "bankrupt")
    BANKRUPT.add(g.state, player)
    for company, heir in heirs.items():
        if not heir:
            close(g, company)
    if len(g.state.order) - len(BANKRUPT.entries(g.state)) == 1:
        ending.trigger(g, BANKRUPTCY)


def tell_end() -> str:
    """When bankruptcy ends the game, in words."""
    return "all but one of you are bankrupt"


def go_bankrupt(g: Game, player: str, company: str) -> None:
    """The president cannot pay: all cash is forfeit to the bank and the game may end."""
    g.emit(WentBankrupt(player))
    money.pay(g, player, places.BANK, g.state.cash[player], "forfeit")
    ending.trigger(g, BANKRUPTCY)
