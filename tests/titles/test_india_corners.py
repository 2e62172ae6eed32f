"""18 India: what hardly any random game comes to (`tests/title_coverage.py` says where), by the rulebook's paragraphs."""

from __future__ import annotations

import pytest

from game import market
from game.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    RemoveToken,
    SellShares,
)
from game.play import Game
from game.state import Laid
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.india_positions import bare, buying, give, keep_all, new, operate, running, selling
from tests.support.title_positions import play, refused, settle, verbs
from titles.india import closing, control, hands
from titles.india.actions import (
    BuyCard,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    ConvertBond,
    Draft,
    Keep,
    RemoveGauge,
    SellCard,
    SellTrain,
)
from titles.india.auction import CertificateAuction
from titles.india.gipr import GiprHome
from titles.india.holdings import BuyHolding, SellHoldings


def directed(g: Game, company: str, cash: int = 0, player: str = "p0") -> Game:
    """A floated company with its director."""
    give(g, player, company, 0, director=True)
    running(g, company, player, cash=cash)
    return g


# ---------------------------------------------------------------------- 6: hands, the draft, the auction


def test_6_4_a_card_is_not_kept_twice_and_nothing_else_is_asked() -> None:
    g = new()
    own = hands.hand(g, "p1")
    refused(g, Keep((*own[:5], own[0]), by="p1"), "exactly 6 different cards", "18 India 6.4")
    refused(g, Draft(own[0], by="p1"))
    assert g.deciders() == ["p0", "p1", "p2", "p3"]


def test_6_5_the_last_of_the_first_lap_takes_two_in_a_row() -> None:
    """Four players, as in the rulebook's example: 4, 3, 2, 1, 1, 2, 3, 4."""
    g = new()
    keep_all(g)
    order = list(g.state.order)
    wanted = [*reversed(order), *order]
    for n in range(4):
        assert g.deciders() == [wanted[n]]
        step = g.top_step()
        assert isinstance(step, hands.DraftCards)
        assert step.next_players(g.view(None)) == wanted[n + 1 : n + 5]
        play(g, g.choices(wanted[n])[0].actions[0])


def auction(players: int, *cards: str) -> Game:
    """The auction of the variant, with these certificates left; p0 puts the first one up."""
    g = new(players, "certificate_auction", seed="5")
    keep_all(g)
    for card, place in g.state.place.items():
        if place == "draft" and card not in cards:
            g.state.place[card] = "gone"
    g.changed()
    return settle(g)


def test_6_6_each_player_in_turn_puts_a_certificate_up_until_all_are_sold() -> None:
    """A bid of nothing is enough, each raise is of one at least; then the next who would have put one up begins SR 1."""
    second, first = hands.pool(new(3, seed="5"))[:2]  # directors' certificates, which lie there in any case
    g = auction(3, first, second)
    play(g, Bid(first, 0, by="p0"))
    step = g.top_step()
    assert isinstance(step, CertificateAuction)
    assert step.auction(g).items == (first, second)  # what is up, then what is left
    up = f"{first.partition('.')[0]} 20% is up for auction"
    refused(g, Bid(second, 5, by="p1"), up, "18 India 6.6")
    refused(g, Bid(first, 0, by="p1"), "bid more than ₹0, but not more than you have", "18 India 6.6")
    refused(g, Bid(first, 734, by="p1"), "not more than you have", "18 India 6.6")
    play(g, Bid(first, 1, by="p1"), Pass(by="p2"), Bid(first, 2, by="p0"), Pass(by="p1"))
    assert (g.state.place[first], g.state.cash["p0"]) == ("hand:p0", 731)
    play(g, Bid(second, 0, by="p1"), Pass(by="p2"), Pass(by="p0"))
    assert (g.state.place[second], g.state.cash["p1"]) == ("hand:p1", 733)
    assert (g.state.round, g.state.order, g.deciders()) == ("SR 1", ["p2", "p0", "p1"], ["p2"])


# ---------------------------------------------------------------------- 7: stock rounds


def test_7_1_certificates_are_sold_in_the_selling_turn_alone() -> None:
    g = directed(bare(), "EIR")
    give(g, "p0", "EIR", 2)
    g.state.place["P1"] = "p0"
    buying(g)
    refused(g, SellShares("EIR", 1, by="p0"), "only sell certificates in the selling turn", "18 India 7.1")
    refused(g, SellCard("P1", by="p0"), "only sell certificates in the selling turn", "18 India 7.1")
    refused(g, SellShares("EIR", 1, by="p1"), "not your turn")


def test_7_1_no_certificate_is_bought_nor_one_of_the_hand_sold_in_the_selling_turn() -> None:
    g = directed(bare(), "EIR")
    give(g, "p0", "EIR", 1)
    give(g, "hand:p0", "MR", 2)
    g.state.place["P1"] = "hand:p0"
    selling(g)
    refused(g, SellShares("MR", 1, by="p0"), "owns no share of MR")
    refused(g, SellCard("P1", by="p0"), "does not own Swedish East India Co.")
    assert verbs(g, "p0") == {"SellShares", "Pass"}
    refused(g, SellShares("EIR", 1, by="p1"))
    assert not g.legal(BuyHand("MR", 1, by="p0"))


@pytest.mark.parametrize(
    ("action", "costs", "paragraph"),
    [
        (BuyHandPrivates(("P1", "P4")), 100, "7.2.1"),
        (BuyRow(2, 1), 100, "7.2.2"),
        (BuyRow(2, 2), 190, "7.2.2"),
        (BuyCard("P6"), 150, "7.2.3"),
        (ConvertBond(), 42, "7.2.5"),
    ],
)
def test_7_2_what_costs_more_than_a_player_has_is_not_bought(action: Action, costs: int, paragraph: str) -> None:
    """Of money that is just enough nothing is left. The GIPR stands at 142: a bond and 42 are a share."""
    for short in (1, 0):
        g = bare()
        running(g, "GIPR", "p1", price=142)
        g.state.phase, g.state.cash["p0"] = "IV", costs - short
        g.state.place |= {
            "P1": "hand:p0",
            "P4": "hand:p0",
            "P6": "pool",
            "NWR.1": "row:2",
            "MR.1": "row:2",
            "RB0": "p0",
        }
        g.state.marks["row:2"] = ["NWR.1", "MR.1"]
        g.state.tokens["A16.a.0"] = "GIPR"
        buying(g)
        asked = g.with_fields(action, by="p0")
        if short:
            said = f"that costs ₹{costs}, and you have ₹{costs - 1}"
            refused(g, asked, said, f"18 India {paragraph}")
        else:
            play(g, asked)
            assert g.state.cash["p0"] == 0


def test_7_2_nothing_is_bought_in_the_turn_of_another() -> None:
    g = bare()
    give(g, "hand:p1", "MR", 2)
    buying(g)
    refused(g, BuyHand("MR", 1, by="p1"), "not your turn")


# ---------------------------------------------------------------------- 2.2.1, 2.4.3, 8.4.2.2: homes


def test_2_2_1_a_company_that_must_choose_its_home_waits_for_its_manager() -> None:
    """The Tirhoot has two places in Nepal: nobody chooses while three shares lie in the Open Market, then its first manager."""
    g = bare()
    give(g, "pool", "TR", 3)
    control.settle(g, "TR")
    assert (g.company("TR").floated, g.president("TR")) == (True, "")
    assert "TR" not in g.state.tokens.values()
    buying(g, "p2")
    play(g, BuyShare("TR", "pool", by="p2"))
    assert (g.president("TR"), g.deciders(), verbs(g, "p2")) == ("p2", ["p2"], {"PlaceToken"})
    play(g, PlaceToken("M10.b", by="p2"))
    assert g.state.tokens == {"M10.b.0": "TR"}


def floating(g: Game) -> Game:
    """The GIPR floats, p0 is its manager."""
    give(g, "p0", "GIPR", 3)
    g.company("GIPR").president = "p0"
    operate(g, "NWR")
    control.settle(g, "GIPR")
    return settle(g)


def test_2_4_3_where_no_city_is_open_the_gipr_makes_a_town_one() -> None:
    g = bare()
    for hex_id, place in g.rules.data.hexes.items():
        for stop in place.print.cities:
            g.state.tokens |= {f"{hex_id}.{stop.name}.{n}": "MR" for n in range(stop.slots)}
            g.state.tokens |= (
                {f"{hex_id}.+.{n}": "MR" for n in range(len(place.print.cities))} if place.label == "OO" else {}
            )
    assert verbs(floating(g), "p0") == {"LayTile"}


def test_2_4_3_where_no_town_is_unbuilt_or_yellow_the_gipr_takes_an_open_city() -> None:
    g = bare()
    for hex_id, place in g.rules.data.hexes.items():
        if len(place.print.towns) == 1 and place.buildable:
            g.state.tiles[hex_id] = Laid("141", 0)
    floating(g)
    assert verbs(g, "p0") == {"PlaceToken"}
    refused(g, LayTile("F17", "205", 0, by="p0"))
    refused(g, LayTile("F17", "9", 0, by="p0"))
    refused(g, Pass(by="p0"))


# ---------------------------------------------------------------------- 8.2, 8.4.1.5, 8.4.5.5: powers, markers, trains


def test_8_2_on_18xx_games_a_company_lays_by_its_own_private_in_the_step_of_track_alone() -> None:
    """A player's private helps at any point of the turn there too."""
    for owner, later in (("EIR", False), ("p0", True)):
        g = directed(bare(4, "powers_by_step"), "EIR", 200)
        g.state.place["P2"] = owner
        operate(g, "EIR", BuyHolding("EIR"))
        assert any(isinstance(a, LayTile) for c in g.choices("p0") for a in c) == later


def test_8_4_1_5_without_a_marker_none_is_removed() -> None:
    g = directed(bare(), "EIR", 200)
    g.state.phase = "IV"
    operate(g, "EIR", LayTrack("EIR"))
    assert not any(isinstance(a, RemoveGauge) for c in g.choices("p0") for a in c)
    refused(g, RemoveGauge("R13/0", by="p0"), "no gauge marker at R13/0", "18 India 8.4.1.5")


def test_8_4_5_5_a_company_sells_trains_of_its_own() -> None:
    g = directed(bare(), "EIR", 200)
    g.state.place |= {"2-1": "EIR", "2-2": "MR"}
    operate(g, "EIR", BuyTrains("EIR"))
    refused(g, SellTrain("2-2", by="p0"), "EIR has no 2")
    play(g, SellTrain("2-1", by="p0"))
    assert (g.state.cash["EIR"], g.state.place["2-1"]) == (380, "pool")
    refused(g, BuyTrain("2-1", 179, by="p0"))
    play(g, BuyTrain("2-1", 180, by="p0"))
    assert (g.state.cash["EIR"], g.state.place["2-1"]) == (200, "EIR")


# ---------------------------------------------------------------------- 8.4.6: certificates of companies


def test_8_4_6_1_a_company_sells_nothing_that_it_does_not_own() -> None:
    g = directed(bare(), "EIR")
    give(g, "EIR", "MR", 1)
    give(g, "p0", "NWR", 1)
    g.state.place["P1"] = "p0"
    operate(g, "EIR", SellHoldings("EIR"))
    refused(g, SellShares("MR", 2, by="p0"), "EIR owns 1 share of MR")
    refused(g, SellShares("NWR", 1, by="p0"), "EIR owns no share of NWR")
    refused(g, SellCard("P1", by="p0"), "EIR does not own Swedish East India Co.")
    refused(g, SellShares("MR", 1, by="p1"))


def test_8_4_6_5_a_company_converts_a_bond_from_phase_iv_on() -> None:
    """As players do (7.2.5): 155 to the bank for a GIPR at 255, 100 from the bank to the GIPR, a tenth more in play."""
    g = directed(bare(), "EIR", 154)
    running(g, "GIPR", "p1", price=255)
    g.state.tokens["A16.a.0"] = "GIPR"
    give(g, "p1", "GIPR", 3)
    g.state.place |= {"RB0": "EIR", "RB1": "p0"}
    operate(g, "EIR", BuyHolding("EIR"))
    refused(g, ConvertBond(by="p0"), "from phase IV on", "18 India 8.4.6.5")
    g.state.phase = "IV"
    operate(g, "EIR", BuyHolding("EIR"))
    refused(g, ConvertBond(by="p0"), "that costs ₹155, and EIR has ₹154", "18 India 8.4.6.5")
    g.state.cash["EIR"], gipr, bank = 163, g.state.cash["GIPR"], g.state.cash["bank"]
    operate(g, "EIR", BuyHolding("EIR"))
    play(g, ConvertBond(by="p0"))
    assert (g.state.cash["EIR"], g.state.cash["GIPR"], g.state.cash["bank"]) == (8, gipr + 100, bank + 55)
    assert [c for c, place in g.state.place.items() if place == "EIR"] == ["GIPR.10"]
    assert (g.state.place["RB0"], g.state.place["RB1"], g.president("GIPR")) == ("gone", "p0", "p1")


def test_8_4_6_5_nor_at_the_limit_of_three() -> None:
    """A bond does not count, the share that it becomes does (8.4.6.7)."""
    for held, legal in ((3, False), (2, True)):
        g = directed(bare(), "EIR", 500)
        give(g, "EIR", "MR", held)
        g.state.place["RB0"], g.state.phase = "EIR", "IV"
        operate(g, "EIR", BuyHolding("EIR"))
        assert g.legal(ConvertBond(by="p0")) == legal


# ---------------------------------------------------------------------- 8.4.4.4: closing


def closed(*stations: str) -> Game:
    """The WR, at home in Ahmedabad and elsewhere, has come to Closed; p1 manages the GIPR, which stands in Karachi."""
    g = bare()
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    give(g, "p0", "WR", 4)
    running(g, "WR", "p0", price=56)
    g.state.tokens |= {"A16.a.0": "GIPR"} | dict.fromkeys(stations, "WR")
    operate(g, "WR", SellHoldings("WR"))
    market.move(g, "WR", "left", "test")
    return settle(g)


def test_8_4_4_4_only_stations_of_the_closed_company_are_taken_over() -> None:
    g = closed("D3.a.0", "I20.a.0")
    g.state.tokens["K30.a.0"] = "MR"
    settle(g)
    assert g.state.tokens["D17.a.0"] == "GIPR"  # the home, which is not asked
    refused(g, RemoveToken("K30", by="p1"), "no station of WR that the GIPR could replace", "18 India 8.4.4.4")
    refused(g, RemoveToken("D17", by="p1"), "no station of WR that the GIPR could replace", "18 India 8.4.4.4")
    refused(g, PlaceToken("D3", by="p1"))
    refused(g, RemoveToken("D3", by="p0"))
    play(g, RemoveToken("D3", by="p1"), RemoveToken("I20", by="p1"))
    assert {s: c for s, c in g.state.tokens.items() if c != "MR"} == dict.fromkeys(
        ("A16.a.0", "D17.a.0", "D3.a.0", "I20.a.0"), "GIPR"
    )
    assert closing.exchange_left(g) == 0


def test_8_4_2_2_where_the_gipr_stands_it_takes_over_nothing() -> None:
    """One station in a city is enough: there is nothing to be asked, and the other one leaves the map."""
    g = closed("A16.a.+")
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("A16")} == {"A16.a.0": "GIPR"}
    assert closing.exchange_left(g) == 2


def test_8_4_3_7_a_company_that_closes_takes_no_other_concessions_with_it() -> None:
    g = bare()
    give(g, "p0", "WR", 4)
    running(g, "WR", "p0", price=56)
    g.state.marks |= {"good.oil": ["WR"], "good.tea": ["EIR"]}
    operate(g, "WR", SellHoldings("WR"))
    market.move(g, "WR", "left", "test")
    settle(g)
    assert (g.state.marks["good.oil"], g.state.marks["good.tea"]) == (["nobody"], ["EIR"])


# ---------------------------------------------------------------------- 2.4.3: the home of the GIPR


def starting_gipr() -> Game:
    """The GIPR has floated and looks for a home; every circle of the map is taken."""
    g = directed(bare(4), "GIPR")
    while free := GiprHome("GIPR").cities(g):
        g.state.tokens |= dict.fromkeys(free.values(), "EIR")
        g.changed()
    g.state.agenda = [GiprHome("GIPR")]
    return settle(g)


def test_2_4_3_without_a_free_circle_only_towns_are_left() -> None:
    g = starting_gipr()
    assert {c.kind for c in g.choices("p0")} == {LayTile}
    refused(g, PlaceToken("A16", by="p0"), "a city with a free circle", "18 India 2.4.3")
