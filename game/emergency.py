"""Raising money for a forced purchase: what a president may sell, what the money may buy, and bankruptcy.

`raised` is what these sales have brought so far, in dollars for each share (or private) of a sale.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game import market, share_checks, share_trading, shares, trains
from game.actions import SellShares
from game.checks import AidCheck
from game.names import company_name
from game.rules import Refusal

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
        return Refusal("there is enough money: you cannot sell any more", g.rules.paragraph(sales))
    if sale.company not in g.state.companies:
        return Refusal(f"there is no company {sale.company!r}")
    return barred(g, sale, company) or g.rules.refusal(g.rules.trains.sale_checks, g, sale, company, need, raised)


def why_no_help(g: Game, company: str, price: int, least: int, raised: Sequence[int] | None) -> str:
    """Why a company cannot buy a train of the bank that costs more than it has, in words. `least`: dollars of the cheapest train
    there; `raised`: None where it need not buy one.
    """
    money, player = g.rules.data.money, g.president(company)
    has = f"it costs {money(price)}, {company_name(g.rules, company)} has {money(g.state.cash[company])}"
    if g.rules.trains.must_own is None:
        return f"{has}; nobody can add to that"
    if raised is None:
        return f"{has}; its president can only help when it must buy a train"
    if price > least and not g.rules.trains.help_dearer:
        return f"{has}; its president can only help with the bank's cheapest train"
    missing = price - g.state.cash[company] - g.state.cash[player]
    if any(True for _ in sales(g, player, company, missing, raised)):
        return f"{has}; first sell shares for {money(missing)}"
    return f"{has} and its president {money(g.state.cash[player])}; {money(missing)} is missing"


def barred(g: Game, sale: SellShares, company: str) -> Refusal | None:
    """Why this block may not be sold, however much is missing."""
    usual = (share_checks.owns, share_checks.has_price, *g.rules.stock.sell)
    return g.rules.refusal(usual, g, sale.by, sale.company, sale.shares) or g.rules.refusal(
        (keeps_presidency,), g, sale, company
    )


def keeps_presidency(g: Game, sale: SellShares, company: str) -> str | None:
    """No sale may take the presidency of the operating company."""
    if sale.company != company:
        return None
    left = shares.held(g, sale.by, company) - sale.shares
    if left >= shares.president_shares(g, company) and not share_trading.successor(g, company, left):
        return None
    return f"you cannot sell so much of {company} that somebody else becomes its president"


def no_more_than_needed(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """One share less must not be enough."""
    price = market.price(g, sale.company)
    if price * (sale.shares - 1) < need:
        return None
    return f"you need {g.rules.data.money(need)} more: sell {sale.shares - 1} of {sale.company}, that is enough"


def just_enough(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """After the purchase less is left than any one share has brought: none was sold in vain.

    A sale is refused that breaks this, or after which money could be raised only by breaking it. Where it cannot be kept any
    more (too little is left to sell) nothing is refused: nobody goes bankrupt with shares in hand that would prevent it.
    """
    money = g.rules.data.money
    before, price = min(raised, default=math.inf), market.price(g, sale.company)
    if not _is_just_enough(_proceeds(g, sale.by, company, need + before), need, before):
        return None
    least, missing = int(min(before, price)), need - price * sale.shares
    if missing <= 0:
        kept = missing + least > 0
        return (
            None if kept else f"{money(-missing)} would be left over, so you need not sell a share for {money(least)}"
        )
    then = _proceeds(g, sale.by, company, missing + least, sale)
    if max(then) < missing or _is_just_enough(then, missing, least):
        return None
    return (
        f"you would still need {money(missing)}, and any sale for it would leave you at least {money(least)} too much"
    )


def _is_just_enough(sums: set[float], need: int, least: float) -> bool:
    """Whether one of these sums is enough and leaves less than that."""
    return any(need <= dollars < need + least for dollars in sums)


def _proceeds(g: Game, player: str, company: str, most: float, done: SellShares | None = None) -> set[float]:
    """Dollars that further sales could bring, at most one block of each company; sums above `most` are counted as that."""
    sums: set[float] = {0}
    for name in g.state.companies:
        sold = done.shares if done is not None and done.company == name else 0
        held = shares.held(g, player, name) - sold
        blocks = [n for n in range(1, held + 1) if not barred(g, SellShares(name, sold + n, by=player), company)]
        price = market.price_after(g, name, "down", sold) if blocks else 0
        sums |= {min(most, dollars + price * n) for dollars in sums for n in blocks}
    return sums


def sale_checks(*, alone: bool) -> tuple[AidCheck, ...]:
    """The checks of how much is sold that titles share. `alone`: each sale is judged without those before it."""
    return (no_more_than_needed,) if alone else (no_more_than_needed, just_enough)


def sell(g: Game, sale: SellShares) -> None:
    """Carry out a sale; the operating order of those that wait follows the market."""
    share_trading.sell(g, sale.by, sale.company, sale.shares)


def prices(g: Game, company: str, train: str, raised: Sequence[int], *, helped: bool) -> tuple[int, int]:
    """The least and the most dollars that may be paid for another company's train now; the least is more where it may not be.

    `helped`: the president may add cash, up to the face value of the train.
    """
    treasury, purse, face = g.state.cash[company], g.state.cash[g.president(company)], trains.type_of(g, train).price
    most = max(treasury, min(treasury + purse, face)) if helped else treasury
    after_sale = g.rules.trains.trade_after_sale if raised else "any"
    if after_sale == "no":
        return 1, 0
    dear = after_sale == "dear" and treasury < face
    return max(1, treasury + purse - raised[-1] + 1) if dear else 1, most


def not_after_a_sale(g: Game, company: str, train: str, price: int, raised: Sequence[int]) -> str | None:
    """Who has sold something buys the train that it was sold for: the cheapest of the bank, no other company's."""
    if not raised:
        return None
    if g.rules.trains.trade_after_sale == "no":
        return f"you sold shares so that {company} can buy a train from the bank: it cannot buy one from a company now"
    least, _ = prices(g, company, train, raised, helped=False)
    return (
        f"after your sale you must pay at least {g.rules.data.money(least)} for the {trains.train_name(g, train)}"
        if price < least
        else None
    )
