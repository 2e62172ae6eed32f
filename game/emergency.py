"""Raising money for a forced purchase: which shares a president may sell, and bankruptcy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game import ending, market, money, shares
from game.actions import SellShares
from game.events import WentBankrupt
from game.rules import Check, Refusal

if TYPE_CHECKING:
    from game.play import Game


def sales(g: Game, player: str, company: str, need: int, raised: Sequence[int]) -> Iterator[SellShares]:
    """Every block that the president may sell while `need` dollars are missing for a train of the company."""
    for name in g.state.companies:
        for count in range(1, shares.held(g, player, name) + 1):
            sale = SellShares(name, count, by=player)
            if not refusal(g, sale, company, need, raised):
                yield sale


def refusal(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> Refusal | None:
    """Why this block may not be sold now."""
    if need <= 0:
        return Refusal("enough money is there: nothing more may be sold", g.rules.paragraph(sales))
    if sale.company not in g.state.companies:
        return Refusal(f"there is no company {sale.company!r}")
    usual = g.rules.refusal((shares.owns, shares.has_price, *g.rules.stock.sell), g, sale.by, sale.company, sale.shares)
    return usual or g.rules.refusal(g.rules.trains.sale_checks, g, sale, company, need, raised)


def keeps_presidency(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """No sale may take the presidency of the operating company."""
    if sale.company != company:
        return None
    left = shares.held(g, sale.by, company) - sale.shares
    if left >= shares.mandate(g, company) and not shares.successor(g, company, left):
        return None
    return f"you may not sell so much of {company} that you lose it"


def no_more_than_needed(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """One share less must not be enough."""
    price = market.price(g, sale.company)
    if price * (sale.shares - 1) < need:
        return None
    return f"{need} is missing: {sale.shares - 1} shares of {sale.company} are enough"


def none_superfluous(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """A sale must not make an earlier one superfluous."""
    left_over = market.price(g, sale.company) * sale.shares - need
    return "an earlier sale would turn out superfluous" if any(left_over >= r for r in raised) else None


def sale_checks(*, strict: bool) -> tuple[Check, ...]:
    """The checks of sales that most titles share. `strict`: what turns out to be superfluous is refused as well."""
    return (keeps_presidency, no_more_than_needed, *((none_superfluous,) if strict else ()))


def sell(g: Game, sale: SellShares) -> None:
    """Carry out a sale; the operating order of those that wait follows the market."""
    shares.sell(g, sale.by, sale.company, sale.shares)


def bankrupt(g: Game, player: str, company: str) -> None:
    """The president cannot pay: he forfeits his cash to the bank and the game may end."""
    g.emit(WentBankrupt(player))
    money.pay(g, player, money.BANK, g.state.cash[player], "forfeit")
    ending.trigger(g, "bankruptcy")
