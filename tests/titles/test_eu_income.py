"""18EU 4.4.4, 4.4.5, 4.4.8, 5: dividends, prices, the treasury, and the end."""

from __future__ import annotations

import pytest

from game import market
from game.actions import (
    Bid,
    BuyTrain,
    Pass,
    PayDividend,
    SellShares,
)
from game.events import Divided, Passed
from game.steps.dividend import Dividend
from game.steps.round_sequence import RoundSequence
from tests.support.eu_positions import corporation, game, give, percent, pool
from tests.support.title_positions import operate, play, refused, settle, verbs
from titles.eu.income import MinorIncome
from titles.eu.treasury import IssueOrRedeem, Redeem


def test_what_may_be_done_with_revenue_is_said_where_something_else_is_asked_for() -> None:
    g = game()
    for kind in ("half", "double"):
        refusal = Dividend("BNR").refuse(g, PayDividend(kind, by="p0"))
        assert refusal is not None
        assert refusal.reason == "pay out, pay half or withhold"


@pytest.mark.parametrize(
    ("price", "cell", "revenue", "kind", "each", "kept", "new"),
    [
        (82, "3,3", 130, "full", 13, 0, 90),  # trap 4: the total counts, not each share
        (100, "2,4", 60, "full", 6, 0, 100),
        (180, "0,8", 370, "half", 19, 180, 200),  # trap 5
        (100, "2,4", 190, "half", 10, 90, 110),
        (100, "2,4", 190, "none", 0, 190, 90),
    ],
)
def test_4_4_5_dividends_and_prices(price, cell, revenue, kind, each, kept, new):
    g = game()
    corporation(g, "BNR", "p0", 6, price if price in g.rules.data.pars else 100, cell=cell)
    pool(g, "BNR", 4)
    g.company("BNR").earned = revenue
    assert market.price(g, "BNR") == price
    operate(g, "BNR", Dividend("BNR"))
    before = g.state.cash["p0"]
    g.play(PayDividend(kind, by="p0"))
    assert g.state.cash["p0"] - before == 6 * each
    assert g.state.cash["BNR"] == kept
    assert market.price(g, "BNR") == new


def test_4_4_5_treasury_shares_earn_for_the_corporation():
    """Trap 6."""
    g = game()
    corporation(g, "BNR", "p0", 5)
    g.company("BNR").earned = 160
    operate(g, "BNR", Dividend("BNR"))
    play(g, PayDividend("full", by="p0"))
    assert g.state.cash["BNR"] == 80
    assert g.state.cash["p0"] == 450 + 80


def test_4_4_4_a_minor_always_pays_half():
    g = game()
    give(g, "p1", "7", 10)
    g.company("7").earned = 70
    operate(g, "7", MinorIncome("7"))
    assert g.state.cash["7"] == 45
    assert g.state.cash["p1"] == 485


def test_4_4_4_what_is_told_of_a_minors_half_is_what_its_owner_gets():
    """The half of a corporation is rounded to whole tens, that of a minor is not."""
    g = game()
    give(g, "p1", "7", 10)
    g.company("7").earned = 70
    MinorIncome("7").resume(g)
    assert [e.each for e in g.events if isinstance(e, Divided)] == [35]


def test_3_2_right_at_the_end_of_a_row_goes_up():
    """Trap 8."""
    g = game()
    corporation(g, "FS", "p0", 5, 90, cell="4,5")
    g.company("FS").earned = 110
    operate(g, "FS", Dividend("FS"))
    play(g, PayDividend("full", by="p0"))
    assert market.where(g, "FS") == "3,5"
    assert market.price(g, "FS") == 100


def test_4_4_of_equal_prices_the_cell_further_right_operates_first():
    """Trap 9."""
    g = game()
    corporation(g, "FS", "p0", 5, cell="2,5")
    corporation(g, "AIRS", "p1", 5, cell="3,6")
    assert market.price(g, "FS") == market.price(g, "AIRS") == 110
    give(g, "p2", "9")
    give(g, "p2", "2")
    assert g.rules.order(g) == ["2", "9", "AIRS", "FS"]


def test_4_4_8_issuing_pays_the_old_price_and_the_drop_stops_at_the_bottom_of_the_column():
    """Trap 7."""
    g = game()
    corporation(g, "RPR", "p0", 5, cell="2,6")
    assert market.price(g, "RPR") == 122
    operate(g, "RPR", IssueOrRedeem("RPR"))
    play(g, SellShares("RPR", 4, by="p0"))
    assert g.state.cash["RPR"] == 488
    assert market.where(g, "RPR") == "3,6"
    assert percent(g, "pool", "RPR") == 40
    operate(g, "RPR", IssueOrRedeem("RPR"))
    refused(g, SellShares("RPR", 2, by="p0"), "at most 1 share", "18EU 4.4.8")
    play(g, SellShares("RPR", 1, by="p0"))
    assert market.where(g, "RPR") == "3,6"


def test_4_4_8_in_its_first_operation_a_corporation_redeems_but_does_not_issue():
    """Trap 27; on 18xx.games it does neither."""
    g = game()
    corporation(g, "SNCF", "p0", 5, 90, 400, operated=False)
    pool(g, "SNCF", 5)
    operate(g, "SNCF", IssueOrRedeem("SNCF"))
    refused(g, SellShares("SNCF", 1, by="p0"), "before it has operated once")
    refused(g, Redeem(5, by="p0"), "at most 4 shares")
    play(g, Redeem(4, by="p0"))
    assert g.state.cash["SNCF"] == 40
    assert market.price(g, "SNCF") == 90
    assert percent(g, "treasury", "SNCF") == 40

    g = game()
    corporation(g, "BNR", "p0", 5, operated=False)
    operate(g, "BNR", IssueOrRedeem("BNR"))
    assert g.top_step().key == "stock", "nothing to sell or to redeem"
    g.company("BNR").operated = True
    operate(g, "BNR", IssueOrRedeem("BNR"))
    assert [a.shares for c in g.choices("p0") if c.kind is SellShares for a in c] == [1, 2, 3, 4, 5]

    g = game("no_first_redemption")
    corporation(g, "SNCF", "p0", 5, 90, 400, operated=False)
    pool(g, "SNCF", 5)
    operate(g, "SNCF", IssueOrRedeem("SNCF"))
    assert "Redeem" not in verbs(g, "p0")


def test_5_the_set_is_played_to_its_end_after_the_bank_breaks():
    g = game()
    g.state.ending = "bank"
    g.state.round = "OR 4.1"
    g.state.agenda = [RoundSequence("OR", stock=4, set=4, done=1, planned=2)]
    settle(g)
    assert g.state.over == "bank"
    assert g.state.round == "OR 4.2"


def test_5_shares_count_at_market_price_and_minors_nothing():
    g = game()
    corporation(g, "FS", "p0", 3, 82, floated=False)
    give(g, "p0", "1", 500)
    assert g.rules.worth(g, "p0") == {"cash": 450, "shares": 246, "privates": 0}


def test_a_pass_is_told():
    g = game()
    events = g.play(Bid("1", 0, by="p0")) + g.play(Pass(by="p1"))
    assert Passed("p1", "auction") in events


def test_4_4_8_a_corporation_trades_in_shares_of_its_own():
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 500, tokens=("C8.a.0",))
    pool(g, "BNR", 2)
    operate(g, "BNR", IssueOrRedeem("BNR"))
    refused(g, SellShares("FS", 1, by="p0"), "BNR can only sell shares of its own", "18EU 4.4.8")
    refused(g, Redeem(3, by="p0"), "BNR can buy back at most 2 shares", "18EU 4.4.8")
    refused(g, Redeem(1, by="p1"), "not your turn")
    refused(g, BuyTrain("3-1", 100, by="p0"))
