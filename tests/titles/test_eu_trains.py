"""18EU 4.4.6, 4.4.9: trains, Pullman cars, and limits."""

from __future__ import annotations

import pytest

from game import trains
from game.actions import (
    Answer,
    BuyTrain,
    DiscardTrain,
    Pass,
)
from game.steps.trains import BuyTrains
from tests.support.eu_positions import bought, cash, corporation, final, game, give, joined, kinds, no_minors, phase
from tests.support.title_positions import operate, play, refused, settle, stock
from titles.eu import depot, pullman
from titles.eu.marks import FINAL_EXCHANGE
from titles.eu.mergers import Exchange
from titles.eu.treasury import IssueOrRedeem


def test_4_4_9_rust_leaves_no_lone_pullman():
    """Trap 10."""
    g = game()
    no_minors(g)
    bought(g, "3")
    corporation(g, "DR", "p0", 5, 100, 0, "2-1", "2-2", "P-1", tokens=("D3.a.0",))
    corporation(g, "BNR", "p1", 5, 100, 400, tokens=("C8.a.0",))
    phase(g, "3")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("4-1", 300, by="p1"))
    assert g.state.phase == "4"
    assert trains.owned(g, "DR") == []
    assert g.state.place["P-1"] == "pool"
    cash(g, DR=1000)
    operate(g, "DR", BuyTrains("DR"))
    refused(g, Pass(by="p0"), "must own a train", "18EU 4.5")


def test_4_4_9_selling_the_last_ordinary_train_loses_the_pullman():
    """Trap 11."""
    g = game()
    no_minors(g)
    corporation(g, "BNR", "p1", 5, 100, 0, "3-1", "P-1", tokens=("C8.a.0",))
    corporation(g, "DR", "p0", 5, 100, 200, tokens=("D3.a.0",))
    phase(g, "3")
    operate(g, "DR", BuyTrains("DR"))
    refused(g, BuyTrain("P-1", 10, "BNR", by="p0"), "cannot sell its Pullman", "18EU 4.4.9")
    play(g, BuyTrain("3-1", 70, "BNR", by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Answer(True, by="p1"))
    assert kinds(g, "DR") == ["3"]
    assert g.state.place["P-1"] == "pool"
    assert g.state.cash["BNR"] == 70


def test_4_4_9_a_pullman_is_bought_from_phase_3_on_by_a_company_with_a_train_once_a_turn():
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 900, "2-1", tokens=("C8.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    refused(g, BuyTrain("P-1", 100, by="p0"), "from phase 3 on", "18EU 4.4.9")
    phase(g, "3")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("P-1", 100, by="p0"))
    refused(g, BuyTrain("P-2", 100, by="p0"), "has a Pullman already")
    g.state.place["2-1"] = g.state.place["P-1"] = "pool"
    settle(g)
    refused(g, BuyTrain("P-1", 100, by="p0"), "no train")
    g.state.place["2-1"] = "BNR"
    settle(g)
    refused(g, BuyTrain("P-1", 100, by="p0"), "bought a Pullman in this turn")


def test_4_4_9_at_the_limit_a_pullman_goes_for_a_train():
    """It must have been there when the turn began; with free_pullman_discard it is given up beforehand."""
    g = game()
    no_minors(g)
    bought(g, "3")
    bought(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", "P-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("5-2", 500, by="p0"))
    assert kinds(g, "BNR") == ["5", "5"]
    assert g.state.place["P-1"] == "pool"

    g = game()
    no_minors(g)
    bought(g, "3")
    bought(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("P-1", 100, by="p0"))
    assert kinds(g, "BNR") == ["5", "P"]
    assert g.top_step().key == "stock"

    g = game("free_pullman_discard")
    no_minors(g)
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", "P-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", pullman.OfferPullman("BNR"), BuyTrains("BNR"))
    play(g, DiscardTrain("P-1", by="p0"))
    assert kinds(g, "BNR") == ["5"]
    assert Pass(by="p0") in [a for c in g.choices("p0") for a in c]


def test_4_4_3_after_a_change_of_phase_the_buyer_discards_first_then_the_others_in_operating_order():
    """FS is worth most, then the buyer BNR, then DR, whose Pullman goes unasked."""
    g = game("extra_three")
    no_minors(g)
    corporation(g, "DR", "p0", 5, 100, 0, "3-1", "4-3", "P-1", tokens=("D3.a.0",), cell="3,4")
    corporation(g, "BNR", "p1", 5, 100, 600, "3-5", "4-1", tokens=("C8.a.0",))
    corporation(g, "FS", "p2", 5, 100, 0, "3-3", "3-4", "4-2", tokens=("E18.a.0",), cell="2,5")
    bought(g, "3")
    bought(g, "4")
    phase(g, "4")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("5-1", 500, by="p1"))
    assert (g.deciders(), g.top_step().company) == (["p1"], "BNR")
    refused(g, Pass(by="p1"), "must discard first")
    play(g, DiscardTrain("3-5", by="p1"))
    assert kinds(g, "DR") == ["3", "4"]
    assert g.state.place["P-1"] == "pool"
    assert (g.deciders(), g.top_step().company) == (["p2"], "FS")
    play(g, DiscardTrain("4-2", by="p2"))
    assert (g.deciders(), g.top_step().key) != (["p1"], "discard")
    assert kinds(g, "FS") == ["3", "3"]
    exchange = FINAL_EXCHANGE.record(g.state)
    assert exchange is not None
    assert exchange.first == "p1"


@pytest.mark.parametrize("other", ["3-3", "4-1"])
def test_4_4_9_over_the_limit_the_pullman_goes_first(other):
    """Trap 12: BNR has a Pullman and a 3; minors with a 3 and another merge in the final exchange."""
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 0, "3-1", "P-1", tokens=("C8.a.0", "D3.a.0"))
    phase(g, "5")
    for n in range(1, 16):
        g.state.place[f"2-{n}"] = "gone"
    give(g, "p0", "2", 0, "3-2")
    give(g, "p0", "12", 0, other)
    final(g, "p0")
    assert len(trains.owned(g, "BNR")) == 2
    play(g, Exchange("2", "BNR", by="p0"))
    if other == "4-1":
        assert g.state.place["P-1"] == "pool"
        assert (g.state.round, kinds(g, "BNR")) == ("FER 4", ["3", "3", "4"])
        play(g, DiscardTrain("4-1", by="p0"))
    assert g.state.round == "SR 4"
    assert g.state.place["P-1"] == "pool"
    assert kinds(g, "BNR") == ["3", "3"]


def test_4_3_after_a_merger_trains_over_the_limit_are_discarded_when_the_stock_round_ends():
    """18xx.games: at once."""
    for options in ((), ("discard_at_merger",)):
        g = joined(*options)
        for n in (2, 3, 4, 5):
            g.state.place[f"2-{n}"] = "BNR"
        g.changed()
        stock(g)
        play(g, Exchange("12", "BNR", by="p0"))
        if options:
            assert len(trains.owned(g, "BNR")) == 4
            continue
        play(g, Pass(by="p1"))
        assert len(trains.owned(g, "BNR")) == 5
        while g.state.round == "SR 2":
            play(g, Pass(by=g.deciders()[0]))
        assert len(trains.owned(g, "BNR")) == 4


def test_4_4_9_the_pullman_is_given_up_before_anything_is_bought():
    """With room for one more train the first purchase fills the limit; a further one does not get the Pullman's place."""
    g = game()
    no_minors(g)
    bought(g, "3")
    corporation(g, "BNR", "p0", 5, 100, 2000, "4-1", "P-1", tokens=("C8.a.0",))
    phase(g, "4")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("4-2", 300, by="p0"))
    assert kinds(g, "BNR") == ["4", "4", "P"]
    assert g.top_step().key == "stock"
    refused(g, BuyTrain("4-3", 300, by="p0"))


@pytest.mark.parametrize("options", [(), ("discard_after_turn",)])
def test_4_4_3_with_a_new_phase_the_pullman_leaves_at_once(options):
    """18xx.games: other trains wait for the end of the buyer's turn."""
    g = game(*options)
    no_minors(g)
    corporation(g, "DR", "p0", 5, 100, 0, "4-2", "4-3", "P-1", tokens=("D3.a.0",), cell="3,4")
    corporation(g, "FS", "p2", 5, 100, 0, "4-4", "3-1", "3-2", tokens=("E18.a.0",), cell="2,5")
    corporation(g, "BNR", "p1", 5, 100, 600, "4-1", tokens=("C8.a.0",))
    bought(g, "3")
    bought(g, "4")
    phase(g, "4")
    late = [depot.LateDiscards("BNR")] if options else []
    operate(g, "BNR", BuyTrains("BNR"), IssueOrRedeem("BNR"), *late)
    play(g, BuyTrain("5-1", 500, by="p1"))
    assert g.state.place["P-1"] == "pool"
    assert kinds(g, "DR") == ["4", "4"]
    assert len(kinds(g, "FS")) == 3
    assert (g.top_step().key == "discard") is (not options)


def test_4_4_9_of_two_pullmans_only_as_many_leave_as_must():
    """18xx.games: a corporation may have got a second one by a merger."""
    g = game("merged_pullmans_kept", "discard_after_turn")
    no_minors(g)
    corporation(g, "DR", "p0", 5, 100, 0, "4-2", "P-1", "P-2", tokens=("D3.a.0",), cell="3,4")
    corporation(g, "BNR", "p1", 5, 100, 600, "4-1", tokens=("C8.a.0",))
    bought(g, "3")
    bought(g, "4")
    phase(g, "4")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("5-1", 500, by="p1"))
    assert len(kinds(g, "DR")) == 2
    assert "P" in kinds(g, "DR")
