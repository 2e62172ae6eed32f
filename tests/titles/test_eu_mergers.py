"""18EU 4.1.2, 4.2.2, 4.3: minors that are exchanged for shares."""

from __future__ import annotations

import pytest

from game.actions import DiscardTrain, Pass, PlaceToken
from game.state import Laid
from game.steps.round_sequence import RoundSequence
from tests.support.eu_positions import cash, corporation, final, game, give, joined, kinds, percent, phase, pool, rail
from tests.support.title_positions import own, play, refused, settle, stock, verbs
from titles.eu import mergers
from titles.eu.marks import FINAL_EXCHANGE, ExchangeMark
from titles.eu.mergers import Exchange


def test_4_1_2_which_minors_may_not_be_exchanged():
    g = game()
    corporation(g, "BNR", "p1", 3, 100, 100, "2-14", tokens=("C8.a.0",), floated=False, operated=False)
    give(g, "p0", "12", 30)
    give(g, "p0", "8")
    cash(g, p0=500)
    stock(g)
    refused(g, Exchange("8", "BNR", by="p0"), "neither connected", "18EU 4.1.2")
    refused(g, Exchange("14", "BNR", by="p0"), "no minor")
    refused(g, Exchange("12", "FS", by="p0"), "FS has not been started")
    refused(g, Exchange("12", "", by="p0"), "name the corporation whose share you want")


def test_4_3_minors_are_joined_by_track():
    g = joined()
    assert mergers.connected(g, "12") == ["BNR"]
    g.state.tiles["C6"] = Laid("4", 1)
    g.changed()
    assert mergers.connected(g, "12") == []


def test_4_3_the_president_of_the_corporation_decides_about_the_token_in_the_other_players_turn():
    """Trap 15."""
    g = joined()
    stock(g)
    assert "Exchange" in verbs(g, "p0")
    play(g, Exchange("12", "BNR", by="p0"))
    assert percent(g, "p0", "BNR") == 10
    assert g.state.cash["BNR"] == 130
    assert kinds(g, "BNR") == ["2"]
    assert g.deciders() == ["p1"]
    refused(g, Pass(by="p0"), "not your turn")
    play(g, PlaceToken("D3", by="p1"))
    assert g.state.tokens["D3.a.0"] == "BNR"
    assert g.company("BNR").tokens == [0, 0, 0]
    assert g.company("12").closed
    assert g.deciders() == ["p1"]
    assert g.top_step().key == "stock"


def test_4_3_the_token_may_be_dropped_and_is_without_a_spare_one():
    g = joined()
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"), Pass(by="p1"))
    assert "D3.a.0" not in g.state.tokens
    g = joined()
    g.company("BNR").tokens = []
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    assert g.top_step().key == "stock"
    assert "D3.a.0" not in g.state.tokens


def test_4_3_the_token_goes_where_the_minors_was_or_nowhere():
    g = joined()
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    refused(
        g,
        PlaceToken("C4", by="p1"),
        "BNR can put a station in Amsterdam (D3) in place of minor 12's, or pass",
        "18EU 4.3",
    )


def test_4_2_2_a_minor_that_is_connected_is_not_given_up_for_nothing():
    g = joined()
    give(g, "p0", "8")
    final(g, "p0")
    refused(g, Exchange("12", "", by="p0"), "minor 12 is connected to a corporation: name one", "18EU 4.2.2")


def test_4_1_2_without_a_share_there_is_no_exchange():
    g = joined()
    for card in [c for c, place in g.state.place.items() if c.startswith("BNR.") and place == "treasury"]:
        g.state.place[card] = "p2"
    g.changed()
    stock(g)
    refused(g, Exchange("12", "BNR", by="p0"), "BNR has no share left", "18EU 4.1.2")


def test_4_1_2_only_before_the_corporation_has_operated():
    g = joined()
    g.company("BNR").operated = True
    stock(g)
    assert "Exchange" not in verbs(g, "p0")
    refused(g, Exchange("12", "BNR", by="p0"), "has operated", "18EU 4.1.2")


def test_4_3_in_the_same_hex_no_track_is_needed():
    g = game()
    corporation(g, "BNR", "p1", 3, tokens=("A10.b.0",), floated=False, operated=False)
    give(g, "p0", "1")
    assert mergers.connected(g, "1") == ["BNR"]


@pytest.mark.parametrize(("options", "found"), [((), []), (("connect_through_hex",), ["BNR"])])
def test_4_3_no_way_leads_through_two_cities_of_one_hex(options, found):
    """Trap 19: Brussels, Lille, the north of Paris, round to its south, Dijon, Lyon."""
    g = game(*options)
    corporation(g, "BNR", "p1", 3, tokens=("B17.a.0",), floated=False, operated=False)
    give(g, "p0", "2")
    rail(g, C8="201/1", B7="58/5", A8="8/4", A10="580/3", B9="7/0", B11="7/2", A12="8/3", B13="58/0", B15="9/0")
    rail(g, B17="201/3")
    assert mergers.connected(g, "2") == found
    g.state.tokens["A10.a.0"] = "FS"  # a filled city is the end of every way
    g.changed()
    assert mergers.connected(g, "2") == []


def test_4_2_2_in_the_final_exchange_connections_are_tested_anew_each_turn():
    """Trap 13: Lyon - Strasbourg - Zürich - Munich. Minor 14 bars the way until BNR's token takes the place of its own."""
    g = game()
    corporation(g, "BNR", "p1", 5, tokens=("B17.a.0",))
    own(g, "p2", "BNR", 1)
    give(g, "p0", "14")
    give(g, "p0", "13")
    rail(g, B17="201/3", B15="8/4", C14="9/1", D13="202/5", E14="58/2", F13="9/1", G12="201/1")
    phase(g, "5")
    final(g, "p0")
    assert mergers.connected(g, "13") == []
    refused(g, Exchange("13", "BNR", by="p0"), "neither connected")
    play(g, Exchange("14", "BNR", by="p0"), PlaceToken("D13", by="p1"))
    assert g.top_step().key == "replace"  # minor 13 had one way only; its token is asked about
    assert g.top_step().minor == "13"
    assert percent(g, "p0", "BNR") == 20


def test_4_2_2_a_share_from_the_pool_brings_the_corporation_nothing():
    """Trap 14."""
    g = game()
    corporation(g, "RPR", "p1", 5, 100, 55, tokens=("J7.a.0",))
    pool(g, "RPR", 4)
    own(g, "p2", "RPR", 1)
    assert percent(g, "treasury", "RPR") == 0
    give(g, "p0", "7", 175)
    give(g, "p2", "9")
    g.state.tokens["J5.a.1"] = "RPR"
    g.changed()
    phase(g, "5")
    bank = g.state.cash["bank"]
    final(g, "p0")
    assert percent(g, "p0", "RPR") == 10
    assert percent(g, "p2", "RPR") == 20
    assert percent(g, "pool", "RPR") == 20
    assert g.state.cash["RPR"] == 55
    assert g.state.cash["bank"] == bank + 175
    assert g.state.place["2-7"] == "pool"
    assert "7" not in g.state.tokens.values()


@pytest.mark.parametrize(("switch", "asked"), [((), "p2"), (("pool_exchange_keeps_turn",), "p0")])
def test_4_2_2_each_turn_disposes_of_one_minor(switch, asked):
    """18xx.games: who has got a share from the pool is asked for his next minor at once."""
    g = game("forced_exchange_asked", *switch)
    corporation(g, "RPR", "p1", 5, 100, 55, tokens=("J7.a.0",))
    pool(g, "RPR", 4)
    own(g, "p2", "RPR", 1)
    g.state.tokens["J5.c.0"] = "RPR"
    for player, minor in (("p0", "7"), ("p0", "8"), ("p2", "12")):
        give(g, player, minor)
    phase(g, "5")
    final(g, "p0")
    play(g, Exchange("7", "RPR", by="p0"))
    assert g.deciders() == [asked]
    assert verbs(g, asked) == {"Exchange"}


def test_4_3_excess_trains_after_a_merger_are_asked_for_by_the_preset_alone():
    """18xx.games wants the discard also where all trains are alike, before it asks for the token."""
    for switches in (("discard_at_merger",), ("discard_at_merger", "forced_exchange_asked")):
        g = game(*switches)
        trains_ = ("2-1", "2-2", "2-3", "2-4")
        corporation(g, "RPR", "p0", 3, 100, 0, *trains_, tokens=("J5.a.0",), floated=False, operated=False)
        give(g, "p0", "7", 0, "2-7")
        stock(g, "p0")
        play(g, Exchange("7", "RPR", by="p0"))
        wanted = "forced_exchange_asked" in switches
        assert g.top_step().key == ("discard" if wanted else "replace")
        if wanted:
            play(g, DiscardTrain("2-1", by="p0"))
            assert g.top_step().key == "replace"
        assert sum(g.state.place[t] == "pool" for t in (*trains_, "2-7")) == 1


def test_4_2_2_the_round_comes_before_the_next_stock_round_and_begins_with_the_buyers_owner():
    g = game(players=4)
    give(g, "p1", "8")
    give(g, "p2", "12")
    give(g, "p2", "14")
    corporation(g, "RPR", "p3", 5, 100, 55, tokens=("J7.a.0",))
    g.state.tokens["M16.a.1"] = "RPR"
    FINAL_EXCHANGE.set(g.state, ExchangeMark("p2"))
    phase(g, "5")
    g.state.round = "OR 3.2"
    g.state.agenda = [RoundSequence("OR", stock=3, set=3, done=2, planned=2)]
    settle(g)
    assert g.state.round == "FER 4"
    assert g.deciders() == ["p2"]
    assert verbs(g, "p2") == {"Exchange"}
    refused(g, Pass(by="p2"), "you can only exchange minors", "18EU 4.2.2")
    refused(g, Exchange("12", "RPR", by="p2"), "neither connected")
    play(g, Exchange("14", "", by="p2"))  # p1 has one minor and one way, so p2 is asked no more
    assert g.state.round == "SR 4"
    assert g.deciders() == ["p0"]
    assert not [c for c in g.rules.order(g) if c.isdigit()]
    assert g.state.place["2-14"] == "pool"
    assert percent(g, "p1", "RPR") == 10


def test_4_2_2_18xx_games_asks_even_where_there_is_one_way():
    g = game("forced_exchange_asked")
    give(g, "p1", "8")
    final(g, "p0")
    assert g.deciders() == ["p1"]
    play(g, Exchange("8", "", by="p1"))
    assert g.company("8").closed


def test_4_2_2_a_minor_that_is_not_owned_or_not_there_is_refused():
    g = game("forced_exchange_asked")
    give(g, "p1", "8")
    final(g, "p1")
    refused(g, Exchange("4", "", by="p1"), "you have no minor 4")
    refused(g, Exchange("6%", "", by="p1"), "you have no such minor, yours are 8")


def test_4_2_2_passing_closes_all_minors_as_an_option():
    g = game("exchange_ends_round", "forced_exchange_asked")
    give(g, "p1", "8")
    give(g, "p1", "14")
    final(g, "p1")
    play(g, Pass(by="p1"))
    assert g.company("8").closed
    assert g.company("14").closed
