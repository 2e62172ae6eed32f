"""18EU where 18xx.games or another reading plays otherwise: each difference has a switch, or the reason why there is none."""

from __future__ import annotations

import pytest

import render
from game import cards, places, shares, trains
from game.actions import Answer, BuyShare, BuyTrain, DiscardTrain, Par, Pass, PlaceToken, RunTrains, SellShares
from game.events import TrainBought
from game.state import Run
from game.steps.run import RunRoutes
from game.steps.trains import BuyTrains
from tests.support.eu_positions import (
    cash,
    corporation,
    crowding,
    final,
    game,
    give,
    joined,
    kinds,
    needy,
    no_minors,
    phase,
    rail,
)
from tests.support.title_positions import new, operate, own, play, refused, stock, verbs
from titles import TITLES
from titles.eu import depot, doubled_stop, pullman
from titles.eu.mergers import Exchange

# Row: what differs, with the switches for it; without a switch, why nothing is switched.
SWITCHES = {
    1: ("priority after the sale of the minors", "priority_after_auctioneer"),
    2: ("minors and the certificate limit", "minors_not_counted"),
    4: ("excess trains after a merger", "discard_at_merger"),
    5: ("excess trains after a change of phase", "discard_after_turn"),
    6: ("a Pullman over the limit after a merger", "pullman_lost_at_merger"),
    7: ("two Pullmans after a merger", "merged_pullmans_kept"),
    8: ("giving up a Pullman", "free_pullman_discard"),
    9: ("redeeming in the first operation", "no_first_redemption"),
    10: ("the duty to own a train", "train_only_with_route"),
    11: ("the president's money for a dearer train", "help_dearer_train"),
    12: ("the president's money for another company's train", "help_foreign_train", "foreign_train_after_sale"),
    13: ("own shares in the first operation", "own_shares_in_first_turn"),
    14: ("turns and passes of the final exchange", "exchange_ends_round", "pool_exchange_keeps_turn"),
    15: ("trains where a corporation has no share left", "shareless_trains_leave"),
    16: ("hexes that need a word", "no_protected_hexes"),
    18: ("a connection through two cities of one hex", "connect_through_hex"),
    19: ("less than the best runs", "free_runs"),
    22: ("a second Pullman in a turn", "pullman_again"),
    24: ("questions with one answer", "forced_exchange_asked"),
    28: ("the word of the seller", "no_consent"),
    32: ("when the charter's tokens are paid", "charter_when_floated"),
}
READINGS = {"shareless_trains_leave", "charter_when_floated"}  # of the rulebook's words; 18xx.games plays the usual one
NO_SWITCH = {
    3: "the site's game is stuck there until it is taken back: a fault, not a way to play",
    17: "the site keeps the mark with the piece of cardboard; 4.4.1 and 4.6 put it on the hex, and pieces have no names here",
    20: "a misprint in the rulebook's table against its map: data",
    21: "what a dash in the rulebook's table means: data, as the site has it",
    23: "the rulebook is silent; both do the same",
    25: "both come to the same end",
    26: "how Hamburg is stored; no play differs",
    27: "an unfloated corporation's price cannot move: both prices are equal",
    29: "the rulebook is silent; both do the same",
    30: "the site's server does not look; its players' programs do, so no play differs",
    31: "both sell one block of each; that a block keeps the purchase payable is a help",
    33: "both leave the limit as it is",
    34: "the site's game is stuck there: a fault, not a way to play",
}


def test_every_difference_has_a_switch_or_a_reason():
    file = TITLES["18EU"].file
    assert sorted([*SWITCHES, *NO_SWITCH]) == list(range(1, 35))
    named = {name for _, *names in SWITCHES.values() for name in names}
    trains_ = {"extra_three", "second_extra_three", "extra_four"}
    assert named == set(file.option) - trains_
    assert set(file.preset["18xx.games"]) == named - READINGS


# ---------------------------------------------------------------------- trains


@pytest.mark.parametrize(("dearer", "found"), [((), {"4"}), (("help_dearer_train",), {"4", "5"})])
def test_11_the_president_pays_for_the_cheapest_train_only(dearer, found):
    """4.5.1; with the switch his cash reaches any train of the bank, also where the treasury could pay one."""
    g = needy(*dearer, purse=1000)
    g.state.place["5-1"] = "pool"
    operate(g, "BNR", BuyTrains("BNR"))
    assert {a.train[0] for c in g.choices("p0") if c.kind is BuyTrain for a in c} == found
    g = needy(*dearer, treasury=300, purse=1000)
    g.state.place["5-1"] = "pool"
    operate(g, "BNR", BuyTrains("BNR"))
    assert {a.train[0] for c in g.choices("p0") if c.kind is BuyTrain for a in c} == found
    if not dearer:
        refused(g, BuyTrain("5-1", 500, by="p0"), "BNR has £300", "18EU 4.5.1")
    else:
        play(g, BuyTrain("5-1", 500, by="p0"))
        assert g.state.cash["p0"] == 800


@pytest.mark.parametrize(("own_shares", "sold"), [((), {"FS"}), (("own_shares_in_first_turn",), {"FS", "BNR"})])
def test_13_shares_of_a_corporation_that_operates_for_the_first_time_are_not_sold(own_shares, sold):
    """4.1.1, 4.5.1."""
    g = needy(*own_shares)
    own(g, "p0", "BNR", 1)
    g.company("BNR").operated = False
    operate(g, "BNR", BuyTrains("BNR"))
    assert {a.company for c in g.choices("p0") if c.kind is SellShares for a in c} == sold
    stock(g)
    assert all(a.company != "BNR" for c in g.choices("p0") if c.kind is SellShares for a in c)


@pytest.mark.parametrize("again", [(), ("pullman_again",)])
def test_22_one_pullman_a_turn(again):
    """4.4.9."""
    g = game("free_pullman_discard", *again)
    corporation(g, "BNR", "p0", 5, 100, 900, "3-1", tokens=("C8.a.0",))
    phase(g, "3")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("P-1", 100, by="p0"))
    g.state.place["P-1"] = "pool"
    g.changed()
    offered = {a.train for c in g.choices("p0") if c.kind is BuyTrain for a in c}
    assert ("P-1" in offered) == bool(again)


@pytest.mark.parametrize(("by_route", "must"), [((), True), (("train_only_with_route",), False)])
def test_10_a_corporation_without_a_route_must_own_a_train(by_route, must):
    """4.5."""
    g = needy(*by_route, treasury=400)
    operate(g, "BNR", BuyTrains("BNR"))
    assert (Pass not in {c.kind for c in g.choices("p0")}) == must
    rail(g, C8="201/1", B7="58/5")
    operate(g, "BNR", BuyTrains("BNR"))
    assert Pass not in {c.kind for c in g.choices("p0")}


def test_10_a_way_to_a_port_alone_is_no_route_at_the_site():
    """4.5: there a company with a station in Genoa need not own a train before it gets further than the port."""
    g = needy("train_only_with_route", treasury=400)
    g.state.tokens = {"E20.a.0": "BNR"}
    rail(g, E20="201/0")
    assert not depot.must_own(g, "BNR")
    rail(g, D21="58/2")
    assert depot.must_own(g, "BNR")


def crowded(*options):
    """After that purchase."""
    g = crowding(*options)
    play(g, BuyTrain("5-1", 500, by="p1"))
    return g


def test_5_discards_come_before_the_buyer_goes_on():
    """4.4.3, 4.4.6; on 18xx.games when his turn is over."""
    g = crowded()
    assert (g.deciders(), g.top_step().key) == (["p0"], "discard")
    g = crowded("discard_after_turn")
    assert (g.deciders(), g.top_step().key) == (["p1"], "treasury")
    play(g, Pass(by="p1"))
    assert (g.deciders(), g.top_step().key) == (["p0"], "discard")
    play(g, DiscardTrain("4-2", by="p0"))
    assert kinds(g, "DR") == ["3", "4"]


def merged(*options, mine=("3-1", "P-1"), theirs=("P-2",)):
    """Minor 12 comes to BNR in a stock round."""
    g = joined(*options)
    phase(g, "5")
    g.state.place["2-12"] = "gone"
    for train in mine:
        g.state.place[train] = "BNR"
    for train in theirs:
        g.state.place[train] = "12"
    g.changed()
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    return g


def test_7_of_two_pullmans_one_leaves_at_once():
    """4.4.9."""
    assert kinds(merged(theirs=("P-2",)), "BNR") == ["3", "P"]
    assert kinds(merged("merged_pullmans_kept", mine=("P-1",), theirs=("3-2", "P-2")), "BNR") == ["3", "P", "P"]


def test_7_two_pullmans_stay_without_another_train_and_one_does_not():
    """4.4.9: a Pullman never does; at 18xx.games one does until anyone buys a train."""
    for options, left in (((), []), (("merged_pullmans_kept",), ["P", "P"])):
        g = game(*options)
        corporation(g, "BNR", "p0", 5, 100, 0, "P-1", "P-2")
        pullman.never_alone(g, "BNR")
        assert kinds(g, "BNR") == left
    trains.discard(g, "BNR", "P-1")
    pullman.after_purchase(g, TrainBought("DR", "3-1", "depot", 200))
    assert kinds(g, "BNR") == []


def test_6_a_pullman_over_the_limit_leaves_when_the_round_is_over():
    """4.3, 4.4.9: until then the corporation holds three trains."""
    assert kinds(merged(theirs=("3-2",)), "BNR") == ["3", "3", "P"]
    assert kinds(merged("pullman_lost_at_merger", theirs=("3-2",)), "BNR") == ["3", "3"]


def test_6_of_two_pullmans_over_the_limit_only_one_leaves_by_itself():
    """4.3, 4.4.9: the rest is discarded, a Pullman first."""
    g = merged("merged_pullmans_kept", "pullman_lost_at_merger", mine=("P-1", "3-3"), theirs=("3-2", "P-2"))
    assert kinds(g, "BNR") == ["3", "3", "P"]


def test_optional_trains():
    """4.4.7."""
    for options, threes, fours in (((), 5, 4), (("extra_three",), 6, 4), (("second_extra_three", "extra_four"), 7, 5)):
        depot_ = cards.trains(game(*options), places.DEPOT)
        assert [sum(t.startswith(f"{n}-") for t in depot_) for n in "34"] == [threes, fours]


def test_8_trains_have_no_limit_and_the_bank_says_so():
    """4.4.6: they never run out."""
    g = game()
    said = render.bank_text(g.view(None), g.rules)
    assert "no limit" in said
    assert "24" not in said


# ---------------------------------------------------------------------- mergers and capital


@pytest.mark.parametrize(("leave", "place"), [((), "pool"), (("shareless_trains_leave",), "gone")])
def test_15_where_no_share_is_left_the_trains_go_to_the_pool(leave, place):
    """4.2.2 says "the bank" there and "the Pool" elsewhere."""
    g = game(*leave)
    corporation(g, "BNR", "p1", 10, tokens=("C8.a.0",))
    give(g, "p0", "2", 30, "3-1")
    give(g, "p0", "8", 0, "3-2")
    final(g, "p0")
    play(g, Exchange("2", "BNR", by="p0"))
    assert g.state.place["3-1"] == place
    assert g.state.place["3-2"] == "pool", "a minor that is connected to nothing"
    assert g.company("2").closed


def test_24_who_has_no_token_left_is_not_asked():
    """4.3: the minor's token is dropped; on 18xx.games the president passes."""
    for options, decider, asked in (((), "p1", "stock"), (("forced_exchange_asked",), "p1", "replace")):
        g = joined(*options)
        g.company("BNR").tokens = []
        stock(g)
        play(g, Exchange("12", "BNR", by="p0"))
        assert (g.deciders(), g.top_step().key) == ([decider], asked)
    assert verbs(g, "p1") == {"Pass"}
    play(g, Pass(by="p1"))
    assert g.company("12").closed


@pytest.mark.parametrize(("when", "started", "floated"), [((), 100, 900), (("charter_when_floated",), 200, 900)])
def test_32_further_tokens_are_paid_at_the_start(when, started, floated):
    """4.3: either way it begins with nine times its price, if that is 100."""
    g = game(*when)
    phase(g, "5")
    no_minors(g)
    cash(g, p0=900)
    stock(g)
    play(g, Par("SNCF", 100, by="p0"))
    play(g, PlaceToken(next(a for c in g.choices("p0") for a in c).city, by="p0"))
    assert g.state.cash["SNCF"] == started
    for _ in range(3):
        play(g, Pass(by="p1"), Pass(by="p2"), BuyShare("SNCF", "treasury", by="p0"))
    assert g.company("SNCF").floated
    assert g.state.cash["SNCF"] == floated
    assert shares.percent(g, "pool", "SNCF") == 50


# ---------------------------------------------------------------------- words and runs


def test_28_without_consent_a_sale_is_taken_as_agreed():
    for options, owner in (((), "FS"), (("no_consent",), "BNR")):
        g = game(*options)
        no_minors(g)
        corporation(g, "BNR", "p0", 5, 100, 400, "4-1", tokens=("C8.a.0",))
        corporation(g, "FS", "p1", 5, 100, 0, "4-2", tokens=("E18.a.0",))
        phase(g, "4")
        operate(g, "BNR", BuyTrains("BNR"))
        play(g, BuyTrain("4-2", 70, "FS", by="p0"))
        assert g.state.place["4-2"] == owner
    assert Answer not in {c.kind for c in g.choices()}


def test_19_the_best_runs_are_demanded():
    """4.4.3; with the switch any legal ones will do, and the president names the Pullman's stop."""
    for options in ((), ("free_runs",)):
        g = game(*options)
        corporation(g, "BNR", "p0", 5, 100, 0, "3-1", "P-1", tokens=("C8.a.0",))
        phase(g, "3")
        rail(g, C8="202/3", C6="4/0", C4="58/4", D3="202/1")
        steps = [RunRoutes("BNR"), *([doubled_stop.ChooseDoubled("BNR")] if options else [])]
        operate(g, "BNR", *steps)
        (runs,) = [c for c in g.choices("p0") if c.kind is RunTrains]
        if not options:
            refused(g, RunTrains((), by="p0"), "18EU 4.4.3")
            continue
        play(g, runs.actions[0])
        assert g.top_step().key == "doubled"
        assert isinstance(g.company("BNR").ran[0], Run)
        earned = sum(r.revenue for r in g.company("BNR").ran)
        play(g, next(a for c in g.choices("p0") for a in c))
        assert g.company("BNR").earned == earned + 30


def test_the_preset_is_all_of_18xx_games_and_nothing_else():
    g = new("18EU", 4, "18xx.games")
    assert not READINGS & set(g.rules.settings)
