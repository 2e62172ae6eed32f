"""What players may hold and sell: limits that titles share. Which of them apply is a matter of the title's `Rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game import market, shares

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


def nobody_insists(g: Game, company: str) -> bool:
    """Less than the best runs only while nobody but the president owns shares and could insist, or with `free_runs`."""
    others = (p for p in g.state.order if p != g.president(company))
    return g.rules.has("free_runs") or not any(shares.held(g, p, company) for p in others)


def excess(g: Game, player: str) -> list[str]:
    """Companies of which a player owns more than allowed now, and of which something can be sold."""
    rules = g.rules
    return [
        company
        for company in g.state.companies
        for held in (shares.held(g, player, company),)
        if held > rules.shares.most(g, company)
        if any(not rules.forbids(rules.stock.sell, g, player, company, n) for n in range(1, held + 1))
    ]
