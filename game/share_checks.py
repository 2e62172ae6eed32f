"""Checks of purchases, (g, player, offer), and of sales, (g, player, company, shares)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import market
from game.checks import Offer
from game.limits import excess
from game.places import POOL
from game.round_names import FIRST_STOCK_ROUND, is_stock_round
from game.seating import players_after
from game.shares import count_for_limit, held, president_shares, shares_on

if TYPE_CHECKING:
    from game.play import Game


def affordable(g: Game, player: str, offer: Offer) -> str | None:
    """The buyer must have the money."""
    cash, money = g.state.cash[player], g.rules.data.money
    if offer.price <= cash:
        return None
    return f"{offer.company} costs {money(offer.price)}, {g.rules.person(player)} has {money(cash)}"


def ownership_limit(g: Game, player: str, offer: Offer) -> str | None:
    """Nobody may come to own more than the limit."""
    most = g.rules.shares.most(g, offer.company)
    if held(g, player, offer.company) + shares_on(g, offer.card) <= most:
        return None
    return f"{g.rules.person(player)} may own at most {most * 100 // g.company(offer.company).size}% of {offer.company}"


def certificate_limit(g: Game, player: str, offer: Offer) -> str | None:
    """A player at the certificate limit buys only what does not count."""
    limit = g.rules.shares.limit(g)
    if count_for_limit(g, player) < limit or not g.rules.shares.counts(g, offer.card):
        return None
    return f"{g.rules.person(player)} owns {count_for_limit(g, player)} certificates, the limit is {limit}"


def has_price(g: Game, player: str, company: str, shares: int) -> str | None:
    """Only shares of started companies have a price."""
    return None if market.where(g, company) else f"{company} has not been started: its shares have no price"


def owns(g: Game, player: str, company: str, shares: int) -> str | None:
    """Nobody sells what is not theirs."""
    has = held(g, player, company)
    return None if 0 < shares <= has else f"{g.rules.person(player)} owns {share_count(has)} of {company}"


def share_count(count: int) -> str:
    """`no share`, `1 share`, `2 shares`."""
    return "no share" if not count else f"{count} share{'s' if count > 1 else ''}"


def pool_limit(g: Game, player: str, company: str, shares: int) -> str | None:
    """The pool must not come to hold more than its limit."""
    most = g.rules.shares.pool(g, company)
    if held(g, POOL, company) + shares <= most:
        return None
    return f"the pool may hold at most {most * 100 // g.company(company).size}% of {company}"


def successor_exists(g: Game, player: str, company: str, shares: int) -> str | None:
    """The president's certificate is given up only to a player who can take it over."""
    if g.president(company) != player or held(g, player, company) - shares >= president_shares(g, company):
        return None
    if any(held(g, p, company) >= president_shares(g, company) for p in players_after(g, player)):
        return None
    return f"nobody else owns enough of {company} to become its president: keep the president's certificate"


def over_limit(g: Game, player: str) -> str | None:
    """Who holds more certificates than allowed must sell first."""
    has, limit = count_for_limit(g, player), g.rules.shares.limit(g)
    return f"you own {has} certificates, the limit is {limit}: sell first" if has > limit else None


def no_sale_in_first_round(g: Game, player: str, company: str, count: int) -> str | None:
    """No sale in the first stock round of the game.

    A lap of passes in the auction was a stock round of its own; with `no_first_sale` it does not count as one.
    """
    lapped = g.state.used.get("auction.laps", 0) and not g.rules.has("no_first_sale")
    return "no shares are sold in the first stock round" if g.state.round == FIRST_STOCK_ROUND and not lapped else None


def over_any_limit(g: Game, player: str) -> str | None:
    """Who holds too many certificates, or too much of a company, must sell first."""
    exceeded = excess(g, player)
    most = f"you own too much of {' and '.join(exceeded)}: sell some first" if exceeded else None
    return over_limit(g, player) or most


def sells_first(g: Game, player: str) -> bool:
    """Who owns too much of a company sells before buying; who holds too many certificates need only sell in the same turn.

    With `sell_before_buying` that is done first, too.
    """
    return g.rules.has("sell_before_buying") or bool(excess(g, player))


def excess_first(g: Game, player: str, company: str, count: int) -> str | None:
    """Who owns too much of a company sells that before anything else, though not to raise money for a train."""
    if not is_stock_round(g.state.round) or held(g, player, company) > g.rules.shares.most(g, company):
        return None
    exceeded = excess(g, player)
    return f"you own too much of {' and '.join(exceeded)}: sell some first" if exceeded else None
