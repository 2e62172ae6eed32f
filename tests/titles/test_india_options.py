"""18 India: where the rulebook and 18xx.games differ, row by row: a switch that is off by default, or one reading for all."""

from __future__ import annotations

import importlib

import pytest

from game import market, money, places
from game.actions import LayTile, Pass, PlaceToken, RunTrains, SellShares
from game.events import BankBroke
from game.load import load
from game.play import Game
from game.state import Laid
from game.steps.round_sequence import RoundSequence
from game.steps.run import RunRoutes
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from render.text.text import words
from tests.support.india_positions import bare, buying, give, new, operate, running, selling
from tests.support.title_positions import play, refused, settle, verbs
from titles import TITLES
from titles.india import control, holdings, round_sequence
from titles.india.actions import BuyBond, BuyHand, BuyRow, SellCard
from titles.india.events import Unmanaged
from titles.india.holdings import BuyHolding
from titles.india.stock import Trading

PRESET = "18xx.games"
# Difference -> the switch, or where the one reading of all tables is held ("data": a fact of the published game, below).
DIFFERENCES = {
    "rows in the first stock round": "sr1_ipo_open",
    "a payment of exactly half the price": "half_price_stays",
    "the bank breaks in the first operating round": "bank_full_set",
    "one train twice in a hex of three towns": "hex_reentry",
    "the stations an express counts": "express_token_counted",
    "two sources of one good": "double_source",
    "the side of a two-sided train": "train_side_free",
    "resale of a new train": "free_resale_after_transfer",
    "pass order of who sells nothing": "early_pass_order",
    "converted bonds and floating": "bonds_do_not_float",
    "a manager who has sold before the company floats": "manager_before_floating",
    "when the French company leaves": "help_closes_after_track",
    "runs of no train": "trains_may_stand_still",
    "where a line of yellow tiles goes on": "line_by_last_tile",
    "which gauge markers a company removes": "marker_by_hexes",
    "how the ferry is turned": "test_india_track.test_8_4_1_4_the_ferry_lands_on_ceylon",
    "lines through a station twice": "line_passes_again",
    "three shares in play without a manager": "test_india_options.test_2_2_1_three_shares_float_before_there_is_a_manager",
    "the ground below the GIPR's home": "gipr_pays_terrain",
    "ties after a sale": "test_india_options.test_7_1_of_equals_the_nearest_after_the_seller",
    "closing privates by choice": "no_closing",
    "when powers may be used": "powers_by_step",
    "trains between players": "no_consent",
    "a home taken over beside a station": "takeover_18xx",
    "take-over in phase I": "test_india_options.test_2_4_4_a_floated_gipr_takes_over_in_phase_i_too",
    "number of cards kept": "test_india.test_6_4_selection_is_exact_and_simultaneous",
    "tiles 984": "two_984",
    "all tiles": "test_india_options.test_facts_where_the_sources_differ",
    "price of the KGF": "test_india_options.test_facts_where_the_sources_differ",
    "bonds and the limit of companies": "test_india.test_8_4_6_7_three_certificates_and_any_number_of_bonds",
    "bonds in the final score": "test_india_options.test_9_2_2_bonds_count_and_hands_do_not",
    "an empty bank": "test_india_options.test_9_1_a_bank_at_nought_is_not_broken",
    "concessions of closed companies": "test_india_options.test_8_4_4_4_concessions_of_a_closed_company_are_lost",
    "tokens on a new double city": "test_india_track.test_8_4_1_1_the_layer_of_a_double_city_chooses_for_its_token",
    "spices with several destinations": "test_india_routes.test_8_4_3_7_concessions",
    "the market beyond 400": "test_india_options.test_facts_where_the_sources_differ",
    "conversion without a GIPR": "test_india_options.test_7_2_5_no_conversion_once_the_gipr_has_closed",
    "a closed company's station beside the circles": "test_india_options.test_8_4_4_4_nothing_remains_beside_the_circles",
    "upgrades of cities out of reach": "test_india_options.test_8_4_1_2_a_city_that_is_not_reached_is_not_upgraded",
    "residents of a double city that is laid": "test_india_track.test_8_4_1_1_without_a_token_the_elder_resident_gets_the_track",
}
OURS = {"sr1_ipo_open", "line_passes_again"}  # where 18xx.games plays as our default does


def test_every_difference_is_a_switch_or_held_by_a_test() -> None:
    switches = {d for d in DIFFERENCES.values() if "." not in d}
    file = TITLES["18India"].file
    assert switches == set(file.option) - {"certificate_auction"}
    assert set(file.preset[PRESET]) == switches - OURS
    assert len(DIFFERENCES) == 40
    for place in set(DIFFERENCES.values()) - switches:
        module, _, test = place.partition(".")
        assert callable(getattr(importlib.import_module(f"tests.titles.{module}"), test)), place


def test_all_switches_are_off_by_default_and_on_in_the_preset() -> None:
    plain, preset = (TITLES["18India"].rules(o, 3) for o in ((), (PRESET,)))
    for name in DIFFERENCES.values():
        if "." not in name:
            assert not plain.has(name)
            assert preset.has(name) == (name not in OURS)


# ---------------------------------------------------------------------- switches that no other test tries


def test_7_5_who_sells_nothing_may_be_listed_at_once() -> None:
    """Rulebook: the order of passes. 18xx.games: who did not sell stands on the list before those who pass later."""
    for options, order in (((), ["p1", "p2", "p0"]), (("early_pass_order",), ["p2", "p1", "p0"])):
        g = bare(3, *options)
        for player in g.state.order:
            g.state.place[f"RB{player[1]}"] = player
        g.state.round = "SR 2"
        g.state.agenda = [RoundSequence("SR", stock=2), Trading()]
        settle(g)
        play(g, SellCard("RB0", by="p0"), SellCard("RB1", by="p1"), Pass(by="p2"))
        play(g, BuyBond(by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
        assert g.state.order == order


def test_2_4_2_converted_bonds_float_the_gipr() -> None:
    for options, floats in (((), True), (("bonds_do_not_float",), False)):
        g = bare(4, *options)
        give(g, "p0", "GIPR", 2)
        g.state.place["GIPR.10"] = "p0"
        g.changed()
        assert (control.in_play(g, "GIPR") >= control.IN_PLAY) == floats


def test_8_2_when_privates_are_closed_or_help() -> None:
    """Rulebook: at any point of the turn; 18xx.games: none is closed by choice, and the company's own help with track alone."""
    for options, offered in (
        ((), {"ClosePrivate", "Use"}),
        (("no_closing",), {"Use"}),
        (("powers_by_step",), {"ClosePrivate"}),
    ):
        g = bare(4, *options)
        give(g, "p0", "EIR", 0, director=True)
        running(g, "EIR", "p0", cash=300)
        g.state.place["P4"] = "EIR"
        operate(g, "EIR", BuyTrains("EIR"))
        assert verbs(g, "p0") & {"ClosePrivate", "Use"} == offered


def test_tiles_984() -> None:
    assert [load("18india", o).map.tiles["984"] for o in ((), ("two_984",))] == [1, 2]


def test_8_4_5_4_trains_change_hands_with_or_without_a_word() -> None:
    assert [TITLES["18India"].rules(o, 3).consent for o in ((), ("no_consent",))] == [True, False]


# ---------------------------------------------------------------------- one reading for all


def test_facts_where_the_sources_differ() -> None:
    """The list of tiles, not its total; the charter, not the example; boxes up to 460."""
    data = load("18india")
    assert sum(data.map.tiles.values()) == 227
    assert data.companies["KGF"].par == 64
    assert [c.price for c in data.cells.values()][-4:] == [400, 420, 440, 460]
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", price=440)
    market.move(g, "EIR", "right", "test", 4)
    assert market.price(g, "EIR") == 460


def test_2_2_1_three_shares_float_before_there_is_a_manager() -> None:
    """At once with marker and home; it operates when some player has become its manager."""
    g = bare()
    give(g, "pool", "MR", 3)
    control.settle(g, "MR")
    assert g.company("MR").floated
    assert g.state.tokens["K30.a.0"] == "MR"
    assert market.price(g, "MR") == 90
    assert not g.president("MR")
    give(g, "hand:p1", "MR", 1)
    buying(g, "p1")
    play(g, BuyHand("MR", 1, by="p1"))
    assert g.president("MR") == "p1"


def test_7_1_of_equals_the_nearest_after_the_seller() -> None:
    g = bare()
    give(g, "p2", "MR", 3)
    give(g, "p1", "MR", 2)
    give(g, "p3", "MR", 2)
    running(g, "MR", "p2")
    g.state.order = ["p0", "p1", "p2", "p3"]
    selling(g, "p2")
    play(g, SellShares("MR", 3, by="p2"))
    assert g.president("MR") == "p3"


@pytest.mark.parametrize(("options", "manager"), [((), ""), (("manager_before_floating",), "p0")])
def test_2_2_1_a_company_of_which_no_player_has_a_share_floats_without_a_manager(options, manager) -> None:
    """p0 bought the first share and has sold it before another company buys the third: the MR does not operate."""
    g = bare(4, *options)
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=200)
    give(g, "pool", "MR", 2)
    g.company("MR").president = "p0"
    g.state.marks["row:1"] = ["MR.8"]
    g.state.place["MR.8"] = "row:1"
    operate(g, "EIR", BuyHolding("EIR"))
    events = g.play(BuyRow(1, 1, by="p0"))
    assert g.company("MR").floated
    assert g.president("MR") == manager
    told = [words(e, g.view(None), g.rules) for e in events if isinstance(e, Unmanaged)]
    lost = "No player owns a share of MR: p0 is no longer in charge, and it waits for a manager."
    assert told == ([] if manager else [lost])
    assert ("MR" in round_sequence.planned(g)) == bool(manager)
    give(g, "hand:p1", "MR", 1)
    buying(g, "p1")
    play(g, BuyHand("MR", 1, by="p1"))
    assert "MR" in round_sequence.planned(g)


@pytest.mark.parametrize(("options", "accepted"), [((), False), (("trains_may_stand_still",), True)])
def test_8_4_a_company_with_a_route_runs_a_train(options, accepted) -> None:
    """Of the steps of a turn running trains is not optional; any route will do."""
    g = bare(4, *options)
    give(g, "p0", "EIR", 0, director=True)
    running(g, "EIR", "p0", cash=200)
    g.state.tokens = {"A16.a.0": "EIR"}
    g.state.tiles |= {"B17": Laid("8", 2), "C16": Laid("58", 5), "D17": Laid("6", 0)}
    g.state.place |= {"2-1": "EIR"}
    operate(g, "EIR", RunRoutes("EIR"))
    if accepted:
        play(g, RunTrains((), by="p0"))
        assert g.company("EIR").earned == 0
    else:
        refused(g, RunTrains((), by="p0"), "EIR has a route", "18 India 8.4")


def closes(g: Game, company: str, cash: int = 0) -> None:
    """That company has come to the box Closed in its turn."""
    running(g, company, "p0", price=56, cash=cash)
    operate(g, company, LayTrack(company))
    market.move(g, company, "left", "test")
    settle(g)


def test_2_4_4_a_floated_gipr_takes_over_in_phase_i_too() -> None:
    g = bare()
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    give(g, "p0", "WR", 4)
    assert g.state.phase == "I"
    closes(g, "WR")
    assert g.state.tokens["D17.a.0"] == "GIPR"


def test_2_4_3_the_gipr_chooses_its_home_though_it_took_a_station_over_before() -> None:
    """It floats without a manager, a company closes, and then a player buys a share."""
    g = bare()
    give(g, "pool", "GIPR", 3)
    control.settle(g, "GIPR")
    assert g.company("GIPR").floated
    give(g, "p0", "WR", 4)
    closes(g, "WR")
    assert g.state.tokens["D17.a.0"] == "GIPR"
    give(g, "hand:p1", "GIPR", 1)
    buying(g, "p1")
    play(g, BuyHand("GIPR", 1, by="p1"))
    assert verbs(g, "p1") == {"PlaceToken", "LayTile"}
    refused(g, PlaceToken("D17", by="p1"), "2.4.3")
    play(g, PlaceToken("A16", by="p1"))
    assert sorted(s for s, c in g.state.tokens.items() if c == "GIPR") == ["A16.a.0", "D17.a.0"]
    assert g.company("GIPR").tokens == [40, 100, 100]
    assert "LayTile" not in verbs(g, "p1")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_2_4_4_a_station_beside_a_city_that_is_taken_over_stays_beside_it(elsewhere: bool) -> None:
    """The exchange token takes the circle of the closed company, and no other station comes in between.

    `elsewhere`: with a second station on the map the company is not without a home while the first one leaves.
    """
    g = bare()
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    give(g, "p0", "WR", 4)
    running(g, "WR", "p0", price=56)
    g.state.tokens |= {"D17.a.+": "MR"} | ({"A16.a.0": "WR"} if elsewhere else {})
    operate(g, "WR", LayTrack("WR"))
    market.move(g, "WR", "left", "test")
    settle(g)
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("D17")} == {"D17.a.0": "GIPR", "D17.a.+": "MR"}


def test_8_4_4_4_concessions_of_a_closed_company_are_lost() -> None:
    g = bare()
    give(g, "p0", "WR", 4)
    g.state.marks["good.oil"] = ["WR"]
    closes(g, "WR")
    assert g.state.marks["good.oil"] == ["nobody"]


def test_8_4_4_4_nothing_remains_beside_the_circles() -> None:
    g = bare()
    give(g, "p0", "WR", 4)
    g.state.tokens |= {"A16.a.0": "MR", "A16.a.+": "WR"}
    closes(g, "WR")
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("A16")} == {"A16.a.0": "MR"}


def test_7_2_5_no_conversion_once_the_gipr_has_closed() -> None:
    g = bare()
    g.state.phase = "IV"
    g.state.place["RB0"] = "p0"
    g.company("GIPR").closed = True
    buying(g)
    assert "ConvertBond" not in verbs(g, "p0")


def test_9_2_2_bonds_count_and_hands_do_not() -> None:
    g = bare()
    g.state.place |= {"RB0": "p0", "P4": "p0", "P6": "hand:p0"}
    g.changed()
    assert holdings.worth(g, "p0") == {"cash": 550, "shares": 0, "assets": 0, "privates": 175}


@pytest.mark.parametrize(("owed", "broken"), [(100, False), (101, True)])
def test_9_1_a_bank_at_nought_is_not_broken(owed, broken) -> None:
    g = bare()
    g.state.cash["p1"] += g.state.cash["bank"] - 100
    g.state.cash["bank"] = 100
    money.pay(g, places.BANK, "p0", owed, "test")
    assert any(isinstance(e, BankBroke) for e in g.events) == broken


def test_8_4_1_2_a_city_that_is_not_reached_is_not_upgraded() -> None:
    g = bare()
    give(g, "p0", "PNS", 0, director=True)
    running(g, "PNS", "p0", cash=100)
    g.state.tiles |= {"D17": Laid("57", 0), "D5": Laid("9", 0)}
    operate(g, "PNS", LayTrack("PNS"))
    hexes = {a.hex for c in g.choices("p0") for a in c if isinstance(a, LayTile)}
    assert "D5" in hexes
    assert "D17" not in hexes


def test_the_deal_of_another_preset_is_no_other() -> None:
    assert new(4, PRESET).state.place == new().state.place
