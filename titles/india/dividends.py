"""18 India 8.4.4: dividends, guaranties and the moves of the marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import market, money, places, shares, trains
from titles.india.events import GuarantiesEnded, GuarantyPaid
from titles.india.marks import GUARANTY

if TYPE_CHECKING:
    from game.events import PhaseBegan
    from game.play import Game
    from game.rules import Rules
    from game.state import Company

GUARANTY_PART = 20  # a share brings this part of its price


def owners(g: Game, company: Company) -> list[tuple[str, int]]:
    """Players and companies with their shares, the company's own ones too."""
    return [(who, held) for who in (*g.state.order, *g.state.companies) if (held := shares.held(g, who, company))]


def owed(g: Game, company: Company, kind: str, revenue: int) -> list[tuple[str, int]]:
    """18 India 8.4.4.1: a tenth for each share of players and companies, more than ten shares of the GIPR too; or nothing."""
    if not g.rules.dividends.paid(kind, revenue):
        return [(company, revenue)]
    return [(who, held * (revenue // 10)) for who, held in owners(g, company)]


def price(g: Game, company: Company, kind: str, revenue: int) -> None:
    """18 India 8.4.4.3: left without a payment; right when half the price is paid, further for two to four times."""
    now, paid = market.price(g, company), g.rules.dividends.paid(kind, revenue)
    if not paid:
        if guaranteed(g, company):
            pay_guaranty(g, company)
        else:
            market.move(g, company, "left", "withheld")
    elif paid >= g.rules.market.rises_from(now, g.rules):
        market.move(g, company, "right", "dividend", max(1, min(4, paid // now)))


def rises_from(dollars: int, rules: Rules) -> int:
    """18 India 8.4.4.3: half the price; as an option more than that."""
    return dollars // 2 + 1 if rules.has("half_price_stays") else (dollars + 1) // 2


def guaranteed(g: Game, company: Company) -> bool:
    """18 India 2.3: until phase IV."""
    return GUARANTY.contains(g.state, company) and "guaranty" in trains.phase(g).flags


def pay_guaranty(g: Game, company: Company) -> None:
    """18 India 2.3.1: the bank pays a twentieth of the price for each share, and the price stays."""
    each = market.price(g, company) // GUARANTY_PART
    g.emit(GuarantyPaid(company, each))
    for who, held in owners(g, company):
        money.pay(g, places.BANK, who, held * each, "guaranty")


def end_guaranties(g: Game, event: PhaseBegan) -> None:
    """18 India 3.0: phase IV takes the warrants away."""
    if "guaranty" not in trains.phase(g).flags and GUARANTY.entries(g.state):
        gone = tuple(GUARANTY.entries(g.state))
        GUARANTY.set(g.state, ())
        g.emit(GuarantiesEnded(gone))
