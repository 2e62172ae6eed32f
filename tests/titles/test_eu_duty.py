"""18EU 4.5: the duty to own a train, what a president must do for it, bankruptcy."""

from __future__ import annotations

from game import market, trains
from game.actions import (
    Bankrupt,
    BuyTrain,
    Pass,
    SellShares,
)
from game.steps.trains import BuyTrains
from tests.support.eu_positions import (
    bought,
    cash,
    corporation,
    game,
    give,
    kinds,
    needy,
    no_minors,
    percent,
    phase,
    pool,
)
from tests.support.title_positions import operate, own, play, refused, trades, verbs


def test_4_5_1_a_block_that_leaves_the_president_short_is_not_offered():
    """Trap 28: 230 are missing, FS stands at 90."""
    g = needy()
    operate(g, "BNR", BuyTrains("BNR"))
    blocks = [a for c in g.choices("p0") for a in c if isinstance(a, SellShares) and a.company == "FS"]
    assert SellShares("FS", 3, by="p0") in blocks
    refused(g, Pass(by="p0"), "must own a train", "18EU 4.5")
    play(g, SellShares("FS", 3, by="p0"))
    assert g.state.cash["p0"] == 290
    play(g, BuyTrain("4-1", 300, by="p0"))
    assert kinds(g, "BNR") == ["4"]
    assert g.state.cash["p0"] == 40


def test_4_5_1_one_block_of_each_corporation():
    g = needy()
    pool(g, "BNR", 3)
    g.company("BNR").operated = False
    operate(g, "BNR", BuyTrains("BNR"))
    said = refused(g, SellShares("FS", 1, by="p0"), "you need £230 more", "18EU 4.5.1")
    assert "after this sale you could only raise £90" in said
    refused(g, SellShares("BNR", 1, by="p0"), "has not operated yet", "18EU 4.1.1")


def test_4_5_1_bankruptcy_passes_presidencies_on_and_leaves_the_rest_in_the_pool():
    """Two shares are sold at 100, the pool is full then; the new president goes on with the purchase."""
    g = game()
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, tokens=("C8.a.0",))
    own(g, "p2", "BNR", 2)
    pool(g, "BNR", 3)
    give(g, "p0", "13", 40)
    cash(g, p0=7, BNR=5)
    operate(g, "BNR", BuyTrains("BNR"))
    assert verbs(g, "p0") == {"Bankrupt"}
    refused(g, SellShares("BNR", 2, by="p0"), "whatever you sell, you cannot raise", "18EU 4.5.1")
    play(g, Bankrupt(by="p0"))
    assert g.state.cash["p0"] == 0
    assert g.state.cash["BNR"] == 5 + 200 + 7
    assert percent(g, "pool", "BNR") == 80
    assert g.company("BNR").president == "p2"
    assert g.company("13").closed
    assert g.state.marks["bankrupt"] == ["p0"]
    assert g.deciders() == ["p2"]
    play(g, BuyTrain("4-1", 300, by="p2"))
    assert g.state.cash["p2"] == 450 - 88


def test_4_5_1_without_a_successor_the_corporation_closes_and_may_start_again():
    g = game(players=3)
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
    own(g, "p1", "BNR", 1)
    cash(g, p0=0, BNR=10)
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    assert percent(g, "treasury", "BNR") == 100
    assert g.company("BNR").par == 0
    assert not market.where(g, "BNR")
    assert "BNR" not in g.state.tokens.values()
    assert g.company("BNR").tokens == [0] * 5
    assert g.state.priority != "p0" or g.state.over


def test_4_5_1_one_solvent_player_left_ends_the_game():
    g = game(players=2)
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
    cash(g, p0=0, BNR=10)
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"


def test_4_5_2_the_president_helps_with_another_companys_train_only_if_the_treasury_is_empty():
    for treasury, options, most in ((0, (), 300), (50, (), 50), (50, ("help_foreign_train",), 300)):
        g = needy(*options, treasury=treasury, purse=1000)
        corporation(g, "DR", "p1", 2, 100, 0, "4-2", "4-3", tokens=("D3.a.0",))
        operate(g, "BNR", BuyTrains("BNR"))
        found = [c.ranges["price"].high for c in trades(g, "p0")]
        assert found == [most]


def test_4_5_a_minor_need_not_buy_and_gets_no_help():
    g = game()
    give(g, "p0", "12", 150)
    g.state.place["2-12"] = "gone"
    g.changed()
    operate(g, "12", BuyTrains("12"))
    refused(g, BuyTrain("3-1", 200, by="p0"), "12 has £150")
    play(g, Pass(by="p0"))
    assert trains.owned(g, "12") == []
