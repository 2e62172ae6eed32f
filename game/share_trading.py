"""Buying and selling shares, and who presides over a company afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards, market, money, places
from game.checks import Offer
from game.events import ParSet, PresidentChanged, SharesBought, SharesSold
from game.places import POOL
from game.seating import players_after
from game.shares import held, president_shares, settle_float, shares_on

if TYPE_CHECKING:
    from game.play import Game


def buy(g: Game, player: str, offer: Offer) -> None:
    """Buy a certificate; control and floating follow."""
    money.pay(g, player, g.rules.shares.payee(g, offer.company, offer.source), offer.price, "share")
    cards.move(g, offer.card, player, "bought")
    g.emit(SharesBought(player, offer.company, shares_on(g, offer.card), offer.source, offer.price))
    settle_control(g, offer.company)
    settle_float(g, offer.company)


def start(g: Game, player: str, company: str, price: int) -> None:
    """A company gets its president, its par price and a marker on the market."""
    g.company(company).par = price
    g.company(company).president = player
    g.emit(ParSet(player, company, price))
    market.put(g, company, g.rules.data.pars[price], "par")


def par(g: Game, player: str, company: str, price: int) -> None:
    """Start a company: the president's certificate for its shares times the par price."""
    card = f"{company}.0"
    source = g.state.place[card]
    start(g, player, company, price)
    money.pay(g, player, g.rules.shares.payee(g, company, source), price * shares_on(g, card), "share")
    cards.move(g, card, player, "bought")
    g.emit(SharesBought(player, company, shares_on(g, card), source, price * shares_on(g, card)))
    settle_control(g, company)
    settle_float(g, company)


def sell(g: Game, player: str, company: str, shares: int) -> None:
    """Sell shares to the pool at the present price, then the marker moves.

    A sale that breaks into the president's certificate first swaps it with the successor's shares, so that the seller
    keeps single shares of what is left.
    """
    single = [c for c in cards.certificates(g, player, company) if not c.endswith(".0")]
    if shares > sum(shares_on(g, c) for c in single):
        hand_over(g, company, successor(g, company, held(g, player, company) - shares))
    for card in _worth_of(g, player, company, shares):
        cards.move(g, card, POOL, "sold")
    price = market.price(g, company) * shares
    money.pay(g, places.BANK, player, price, "sale")
    g.emit(SharesSold(player, company, shares, price))
    settle_control(g, company)
    g.rules.market.sale(g, company, shares, player)


def _worth_of(g: Game, place: str, company: str, shares: int) -> list[str]:
    """Certificates in a place that together are so many shares, the largest first, never the president's."""
    certificates, left = [], shares
    ordinary = [c for c in cards.certificates(g, place, company) if not c.endswith(".0")]
    for card in sorted(ordinary, key=lambda c: -shares_on(g, c)):
        if shares_on(g, card) <= left:
            certificates.append(card)
            left -= shares_on(g, card)
    assert left == 0, f"{place} has no {shares} shares of {company}"
    return certificates


def most_shares(g: Game, company: str) -> str:
    """President by holdings: changes only to somebody with more; ties go clockwise from the president."""
    president = g.president(company)
    return successor(g, company, held(g, president, company)) or president


def successor(g: Game, company: str, remaining: int) -> str:
    """Who becomes president when the present one holds so many shares; "" where nobody takes over."""
    others = [p for p in players_after(g, g.president(company)) if held(g, p, company) >= president_shares(g, company)]
    best = max(others, key=lambda p: held(g, p, company), default="")  # of equal ones the first, clockwise
    return best if best and held(g, best, company) > remaining else ""


def settle_control(g: Game, company: str) -> None:
    """Hand the presidency over if it is due."""
    if not g.president(company):
        return
    due = g.rules.shares.control(g, company)
    if due != g.president(company):
        hand_over(g, company, due)


def hand_over(g: Game, company: str, new: str) -> None:
    """Swap the president's certificate for as many shares of the new president."""
    old = g.president(company)
    card = f"{company}.0"
    for given in _worth_of(g, new, company, shares_on(g, card)):
        cards.move(g, given, old, "president")
    cards.move(g, card, new, "president")
    g.company(company).president = new
    g.emit(PresidentChanged(company, old, new))
