"""A player who leaves the game bankrupt, and a company that closes with all that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game import cards, ending, market, money, share_trading, shares, stations, trains
from game.events import CompanyClosed
from game.marks import BANKRUPT

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company, Player


def leave(g: Game, player: Player, operating: Company, close: Callable[[Game, Company], None]) -> None:
    """A bankrupt gives all up: presidencies pass on, his money goes to the operating company if it survives, else to the bank.

    `close` is called for each of his companies that nobody can lead, in operating order. The last but one who leaves ends the
    game.
    """
    led = [c for c in market.operating_order(g) if g.company(c).president == player]
    heirs = {c: share_trading.successor(g, c, 0) for c in led}
    money.pay(g, player, operating if heirs.get(operating) else money.BANK, g.state.cash[player], "forfeit")
    for company, heir in heirs.items():
        if heir:
            share_trading.hand_over(g, company, heir)
    for card in list(cards.at(g, player)):
        if card in g.rules.data.privates:
            trains.close_private(g, card)
        else:
            cards.move(g, card, shares.POOL, "bankrupt")
    BANKRUPT.add(g.state, player)
    for company, heir in heirs.items():
        if not heir:
            close(g, company)
    if len(g.state.order) - len(BANKRUPT.entries(g.state)) == 1:
        ending.trigger(g, "bankruptcy")


def tell_end() -> str:
    """When bankruptcy ends the game, in words."""
    return "all but one of you are bankrupt"


def ranks(g: Game) -> dict[Player, int]:
    """Everybody's rank by worth, from 1; who is out of the game comes after all who are left, however little they have."""
    out = BANKRUPT.entries(g.state)
    order = {p: (p not in out, ending.total(g, p)) for p in g.state.order}
    return {p: 1 + sum(other > own for other in order.values()) for p, own in order.items()}


def strip(g: Game, company: Company) -> None:
    """A company closes: its stations leave the map, trains go to the market, privates close, money goes to the bank."""
    g.emit(CompanyClosed(company))
    for slot, owner in sorted(g.state.tokens.items()):
        if owner == company:
            stations.take_off(g, slot)
    for train in trains.owned(g, company):
        trains.discard(g, company, train)
    for private in cards.privates(g, company):
        trains.close_private(g, private)
    money.pay(g, company, money.BANK, g.state.cash[company], "closed")
    market.remove(g, company)
