"""What players may hold and sell: limits that titles share. Which of them apply is a matter of the title's `Rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game import market, shares
from game.round_names import FIRST_STOCK_ROUND, is_stock_round

if TYPE_CHECKING:
    from game.play import Game


def sixty_percent(g: Game, company: str) -> int:
    """Shares that are six tenths of a company."""
    return g.company(company).size * 6 // 10


def half(g: Game, company: str) -> int:
    """Shares that are half of a company."""
    return g.company(company).size // 2


def by_players(g: Game) -> int:
    """The certificate limit of the table by number of players."""
    return g.rules.data.file.certificates[str(len(g.state.order))]


def in_zone(g: Game, company: str, zones: str) -> bool:
    """Whether a company's marker stands in one of these zones of the market (codes of its cells)."""
    cell = market.cell(g, company)
    return cell is not None and any(z in cell.codes for z in zones)


def counts_outside(zones: str) -> Callable[[Game, str], bool]:
    """Privates and shares count for the certificate limit, shares of companies in these zones do not."""

    def counts(g: Game, card: str) -> bool:
        company, dot, _ = card.rpartition(".")
        return not in_zone(g, company, zones) if dot else card in g.rules.data.privates

    return counts


def over_limit(g: Game, player: str) -> str | None:
    """Who holds more certificates than allowed must sell first."""
    has, limit = shares.counted(g, player), g.rules.shares.limit(g)
    return f"you own {has} certificates, the limit is {limit}: sell first" if has > limit else None


def no_sale_in_first_round(g: Game, player: str, company: str, count: int) -> str | None:
    """No sale in the first stock round of the game.

    A lap of passes in the auction was a stock round of its own; with `no_first_sale` it does not count as one.
    """
    lapped = g.state.used.get("auction.laps", 0) and not g.rules.has("no_first_sale")
    return "no shares are sold in the first stock round" if g.state.round == FIRST_STOCK_ROUND and not lapped else None


def nobody_insists(g: Game, company: str) -> bool:
    """Less than the best runs only while nobody but the president owns shares and could insist, or with `free_runs`."""
    others = (p for p in g.state.order if p != g.president(company))
    return g.rules.has("free_runs") or not any(shares.held(g, p, company) for p in others)


def excess(g: Game, player: str) -> list[str]:
    """Companies of which a player owns more than allowed now, and of which he can sell something."""
    rules = g.rules
    return [
        company
        for company in g.state.companies
        for held in (shares.held(g, player, company),)
        if held > rules.shares.most(g, company)
        if any(not rules.forbids(rules.stock.sell, g, player, company, n) for n in range(1, held + 1))
    ]


def over_any_limit(g: Game, player: str) -> str | None:
    """Who holds too many certificates, or too much of a company, must sell first."""
    exceeded = excess(g, player)
    most = f"you own too much of {' and '.join(exceeded)}: sell some first" if exceeded else None
    return over_limit(g, player) or most


def sells_first(g: Game, player: str) -> bool:
    """Who owns too much of a company sells before he buys; who holds too many certificates need only sell in the same turn.

    With `sell_before_buying` he too does it first.
    """
    return g.rules.has("sell_before_buying") or bool(excess(g, player))


def excess_first(g: Game, player: str, company: str, count: int) -> str | None:
    """Who owns too much of a company sells that before anything else, though not while he raises money for a train."""
    if not is_stock_round(g.state.round) or shares.held(g, player, company) > g.rules.shares.most(g, company):
        return None
    exceeded = excess(g, player)
    return f"you own too much of {' and '.join(exceeded)}: sell some first" if exceeded else None
