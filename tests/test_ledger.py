"""The independent ledger hears random games of each title, and raises where the engine is changed to break a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game import ending, market, money, privates, shares
from game.events import Divided
from game.rules import Rules
from game.steps.dividend import Dividend
from game.steps.stock import StockRound
from tests.ledger.book import Disagreement
from tests.ledger.ledger import TERMS
from tests.ledger.play import judge
from titles import Title

GAMES = (0, 1, 2)  # of each title, the second under the preset; more: `python -m tests.ledger`


@pytest.mark.parametrize("title", TERMS)
def test_random_games_agree_with_the_ledger(title: str) -> None:
    assert sum(judge(title, number, short=True) for number in GAMES) > 100


# ---------------------------------------------------------------------- it can fail

Break = Callable[[pytest.MonkeyPatch], None]


def a_dollar_less_for_a_share(patch: pytest.MonkeyPatch) -> None:
    real = money.pay
    patch.setattr(money, "pay", lambda g, a, b, n, why: real(g, a, b, n - (why == "share"), why))


def a_dollar_more_of_a_dividend(patch: pytest.MonkeyPatch) -> None:
    real = money.pay
    patch.setattr(money, "pay", lambda g, a, b, n, why: real(g, a, b, n + (why == "dividend" and n > 0), why))


def another_revenue_of_a_private(patch: pytest.MonkeyPatch) -> None:
    real = privates.pay_revenue

    def twice(g: Any) -> None:
        real(g)
        real(g)

    patch.setattr(privates, "pay_revenue", twice)


def a_price_that_falls_once_for_a_block(patch: pytest.MonkeyPatch) -> None:
    real = market.move
    patch.setattr(market, "move", lambda g, c, way, why, steps=1: real(g, c, way, why, min(steps, 1)))


def a_price_that_stays_when_nothing_is_paid(patch: pytest.MonkeyPatch) -> None:
    real = market.move

    def move(g: Any, c: str, way: Any, why: str, steps: int = 1) -> None:
        if why != "withheld":
            real(g, c, way, why, steps)

    patch.setattr(market, "move", move)


def a_president_who_stays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shares, "settle_control", lambda _g, _c: None)


def an_order_by_the_lowest_price(patch: pytest.MonkeyPatch) -> None:
    real = market.operating_order
    patch.setattr(market, "operating_order", lambda g: real(g)[::-1])


def a_priority_for_the_last_to_act(patch: pytest.MonkeyPatch) -> None:
    real = StockRound.close

    def close(self: StockRound, g: Any) -> bool:
        again = real(self, g)
        g.state.priority = self.last or g.state.priority
        return again

    patch.setattr(StockRound, "close", close)


def a_dividend_that_is_told_wrongly(patch: pytest.MonkeyPatch) -> None:
    real = Dividend.pay

    def pay(self: Dividend, g: Any, kind: str, each: int | None = None) -> None:
        emit = g.emit
        patch.setattr(g, "emit", lambda e: emit(_dearer(e) if isinstance(e, Divided) else e))
        real(self, g, kind, each)
        patch.setattr(g, "emit", emit)

    patch.setattr(Dividend, "pay", pay)


def _dearer(event: Divided) -> Divided:
    return Divided(event.company, event.kind, event.revenue, event.each + 1)


def under(change: Callable[[Rules], Rules]) -> Break:
    """The title's rules with a part of them replaced."""
    real = Title.rules
    return lambda patch: patch.setattr(Title, "rules", lambda self, o, n: change(real(self, o, n)))


def no_certificate_limit(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, shares=replace(r.shares, limit=lambda _g: 99)))(patch)


def all_of_a_company_for_one(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, shares=replace(r.shares, most=lambda g, c: g.company(c).size)))(patch)


def a_pool_without_limit(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, shares=replace(r.shares, pool=lambda g, c: g.company(c).size)))(patch)


def no_train_limit(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, trains=replace(r.trains, limit=lambda _g, _c: 9)))(patch)


def several_trains_of_the_bank(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, trains=replace(r.trains, checks=())))(patch)


def a_worth_without_privates(patch: pytest.MonkeyPatch) -> None:
    real = ending.cash_shares_privates
    under(lambda r: replace(r, worth=lambda g, p: real(g, p) | {"privates": 0}))(patch)


BREAKS: dict[Break, str] = {
    no_certificate_limit: "the limit is",
    all_of_a_company_for_one: "owns",
    a_pool_without_limit: "the pool holds",
    no_train_limit: "the limit is|of . trains",
    several_trains_of_the_bank: "from the bank|of . trains",
    a_worth_without_privates: "worth is told",
    a_dollar_less_for_a_share: "should pay|for no reason",
    a_dollar_more_of_a_dividend: "should pay|for no reason",
    another_revenue_of_a_private: "for no reason",
    a_price_that_falls_once_for_a_block: "should have moved",
    a_price_that_stays_when_nothing_is_paid: "should have moved",
    a_president_who_stays: "leads",
    an_order_by_the_lowest_price: "is next",
    a_priority_for_the_last_to_act: "is next",
    a_dividend_that_is_told_wrongly: "a share",
}


@pytest.mark.parametrize("broken", BREAKS, ids=lambda b: b.__name__)
def test_a_broken_rule_is_caught(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a few games; limits are met only where players buy all that they can."""
    broken(monkeypatch)
    whole = broken in (no_certificate_limit, all_of_a_company_for_one)
    with pytest.raises(Disagreement, match=BREAKS[broken]):
        _hear_games(whole=whole)


def _hear_games(*, whole: bool) -> None:
    for number in (2, 4, 6, 8, 10):
        judge("18GA", number, short=not whole, habit="investors" if whole else "")
