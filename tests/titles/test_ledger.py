"""The independent ledger hears random games of each title, and raises where the engine is changed to break a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game import cards, ending, market, money, privates, share_trading, shares
from game.actions import BuyShare, BuyTrain, ClosePrivate, LayTile, Pass, SellShares
from game.events import Divided
from game.rules import SET, Rules
from game.steps.dividend import Dividend
from game.steps.stock import StockRound
from tests.ledger.book import Disagreement
from tests.ledger.ledger import TERMS
from tests.ledger.play import judge
from tests.support.random_games import HABITS
from titles import Title
from titles.india import closing, control, deals, dividends, hands, holdings, powers, round_sequence, rows, stock, track
from titles.india.actions import BuyBond, BuyHand, BuyHandPrivates, BuyRow, SellCard, SellTrain

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
    patch.setattr(share_trading, "settle_control", lambda _g, _c: None)


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
        _hear_games("18GA", whole=whole)


def _hear_games(title: str, *, whole: bool) -> None:
    for number in (2, 4, 6, 8, 10):
        judge(title, number, short=not whole, habit="investors" if whole else "")


# ---------------------------------------------------------------------- 18 India


def certificates_that_vanish_untold(patch: pytest.MonkeyPatch) -> None:
    def vanish(g: Any, company: str) -> None:
        for card in g.state.place:
            if card.startswith(f"{company}."):
                rows.forget(g, card)
                g.state.place[card] = "gone"

    patch.setattr(closing, "vanish", vanish)


def shares_at_the_printed_price(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(control, "price", lambda g, c: g.rules.data.companies[c].par)


def a_second_share_of_the_open_market(patch: pytest.MonkeyPatch) -> None:
    """Each purchase there takes another card along."""
    real = deals.buy_here

    def buy(g: Any, buyer: str, action: Any) -> None:
        real(g, buyer, action)
        if isinstance(action, BuyShare) and shares.held(g, "pool", action.company):
            real(g, buyer, action)

    patch.setattr(deals, "buy_here", buy)


def an_office_that_is_lost_on_a_tie(patch: pytest.MonkeyPatch) -> None:
    def most(g: Any, company: str) -> Any:
        others = [p for p in g.state.order if p != g.president(company)]
        best = max(others, key=lambda p: shares.held(g, p, company))
        held = shares.held(g, best, company)
        kept = g.president(company) and held < shares.held(g, g.president(company), company)
        return g.president(company) if kept or not held else best

    patch.setattr(control, "most", most)


def four_shares_that_float(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(control, "IN_PLAY", 4)


def four_certificates_of_a_company(patch: pytest.MonkeyPatch) -> None:
    real = holdings.free_holdings
    patch.setattr(holdings, "free_holdings", lambda g, c: real(g, c) + 1)


def a_payment_of_half_the_price_that_counts_as_none(patch: pytest.MonkeyPatch) -> None:
    real = market.move

    def move(g: Any, c: str, way: Any, why: str, steps: int = 1) -> None:
        if why != "dividend" or steps > 1:
            real(g, c, way, why, steps)

    patch.setattr(market, "move", move)


def no_fall_without_a_train(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(holdings.TurnCheck, "resume", lambda _self, _g: False)


def a_guaranty_for_ever_for_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dividends, "guaranteed", lambda _g, _c: True)


def rivers_for_nothing(patch: pytest.MonkeyPatch) -> None:
    real = track.new_crossings
    patch.setattr(track, "new_crossings", lambda g, h, f, kind: [] if kind == "river" else real(g, h, f, kind))


def no_gauge_markers(patch: pytest.MonkeyPatch) -> None:
    real = track.new_crossings
    patch.setattr(track, "new_crossings", lambda g, h, f, kind: [] if kind == "gauge" else real(g, h, f, kind))


def trains_back_at_full_price(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(powers, "resale", lambda g, card: g.rules.data.trains[cards.kind(card)].price)


def trains_sold_back_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(powers, "why_no_sale", lambda g, _c, card: "" if powers.resale(g, card) else "no")


def no_order_of_passes(patch: pytest.MonkeyPatch) -> None:
    real = stock.Trading.note

    def note(self: stock.Trading, g: Any, player: str, *, passed: bool) -> None:
        real(self, g, player, passed=passed)
        self.listed.sort()

    patch.setattr(stock.Trading, "note", note)


def an_order_that_moves_with_prices(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, order=lambda g: round_sequence.planned(g)[::-1]))(patch)


def a_worth_without_assets(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(holdings, "assets", lambda _g, _c: 0)


def a_home_that_the_gipr_leaves(patch: pytest.MonkeyPatch) -> None:
    def resume(self: closing.TakeOver, g: Any) -> bool:
        closing.close(g, self.company)
        return False

    patch.setattr(closing.TakeOver, "resume", resume)


def a_draft_that_always_goes_forwards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hands, "lap", lambda order, number: order[number % len(order)])


def an_end_after_two_rounds(patch: pytest.MonkeyPatch) -> None:
    under(lambda r: replace(r, ends={"bank": SET, "price": SET}))(patch)


INDIAN: dict[Break, str] = {
    certificates_that_vanish_untold: "cards lie elsewhere|certificates .* are in the game",
    shares_at_the_printed_price: "gets|due are|worth is told",
    a_second_share_of_the_open_market: "buys",
    an_office_that_is_lost_on_a_tie: "in charge",
    four_shares_that_float: "shares in play",
    four_certificates_of_a_company: "the limit is 3",
    a_payment_of_half_the_price_that_counts_as_none: "should have moved",
    no_fall_without_a_train: "should have moved|worth is told",
    a_guaranty_for_ever_for_everybody: "guaranty|should have moved",
    rivers_for_nothing: "a tile that costs",
    no_gauge_markers: "markers are missing",
    trains_back_at_full_price: "its resale value",
    trains_sold_back_at_once: "which the bank has sold",
    no_order_of_passes: "the next order is",
    an_order_that_moves_with_prices: "operates, and",
    a_worth_without_assets: "worth is told",
    a_home_that_the_gipr_leaves: "did not take over the home",
    a_draft_that_always_goes_forwards: "drafts, and",
    an_end_after_two_rounds: "which is the last",
}


# What short games of a few turns do not meet.
RARE = (
    four_certificates_of_a_company,
    a_home_that_the_gipr_leaves,
    trains_sold_back_at_once,
    trains_back_at_full_price,
    an_end_after_two_rounds,
    a_payment_of_half_the_price_that_counts_as_none,
)


@pytest.mark.parametrize("broken", INDIAN, ids=lambda b: b.__name__)
def test_a_broken_rule_of_18_india_is_caught(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    with pytest.raises(Disagreement, match=INDIAN[broken]):
        _hear_games("18India", whole=broken in RARE)


COLLECTORS = {Pass: 0.5, BuyRow: 30, BuyHand: 30, BuyHandPrivates: 30, BuyShare: 30, LayTile: 8, BuyTrain: 10}
COLLECTORS |= dict.fromkeys((SellShares, SellCard, ClosePrivate), 0.001) | {BuyBond: 0.1, SellTrain: 0.01}


def test_a_limit_of_18_india_that_is_not_kept_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """18 India 7.3: only players who buy all that they can come near it."""
    monkeypatch.setitem(HABITS, "collectors", COLLECTORS)
    under(lambda r: replace(r, shares=replace(r.shares, limit=lambda _g: 99)))(monkeypatch)
    with pytest.raises(Disagreement, match="buys and holds"):
        judge("18India", 6, habit="collectors")
