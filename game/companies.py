"""A company that closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards, market, money, places, stations, trains
from game.events import CompanyClosed
from game.state import Company

if TYPE_CHECKING:
    from game.play import Game


def close_company(g: Game, company: Company) -> None:
    """A company closes: its stations leave the map, trains go to the market, privates close, money goes to the bank."""
    g.emit(CompanyClosed(company))
    for slot, owner in sorted(g.state.tokens.items()):
        if owner == company:
            stations.take_off(g, slot)
    for train in trains.owned(g, company):
        trains.discard(g, company, train)
    for private in cards.privates(g, company):
        trains.close_private(g, private)
    money.pay(g, company, places.BANK, g.state.cash[company], "closed")
    market.remove(g, company)
