"""Stations, check by check: each test is named after the paragraph of 18GA that it stands for."""

from __future__ import annotations

import pytest

from game import stations
from game.checks import StationPermit
from game.events import TokenPlaced
from game.play import Game
from game.steps import token
from game.steps.track import LayTrack
from tests.support.board_notation import board
from tests.support.title_positions import refused, verbs
from tests.support.track_turns import COLUMBUS, cities, lay, legal, place, station

# ---------------------------------------------------------------- the home station


@pytest.mark.parametrize(
    ("company", "slot"),
    [
        ("CoG", "F6.a.0"),
        ("GA", "D10.a.0"),
        ("G&F", "H4.a.0"),
        ("SAL", "G13.a.0"),
        ("ACL", "J12.a.0"),
        ("W&A", "D4.+.0"),
    ],
)
def test_4_2_a_the_home_station_is_placed_by_itself(company, slot):
    g = board("", token.HomeToken(company))
    assert g.state.tokens == {slot: company}
    assert g.state.cash[company] == 1000
    assert g.company(company).tokens == list(g.rules.data.companies[company].tokens[1:])


def test_4_2_a_only_once():
    g = board("F6=57/1[CoG]", token.HomeToken("CoG"), LayTrack("CoG"))
    assert list(g.state.tokens) == ["F6.a.0"]


def test_4_2_a_western_and_atlantic_picks_an_open_circle_of_atlanta():
    g = board("D4=451a/0[CoG.b]", token.HomeToken("W&A"))
    assert cities(g) == ["D4.a", "D4.c"]
    refused(g, place("D4.b"), "goes to D4.a or D4.c", "18GA 4.2(a)")
    g.play(place("D4.c"))
    assert g.state.tokens == {"D4.b.0": "CoG", "D4.c.0": "W&A"}


def test_7_b_the_georgia_and_florida_may_start_in_columbus():
    assert board("", token.HomeToken("G&F"), options=("gf_home_columbus",)).state.tokens == {"G3.a.0": "G&F"}


def test_atlantas_first_tile_its_layer_chooses_the_city_of_the_station():
    g = board("D4[W&A.+]", LayTrack("W&A"), token.PlaceToken("W&A"))
    g.play(lay("D4", "451a", 0))
    assert cities(g) == ["D4.a", "D4.b", "D4.c"]
    assert verbs(g, "ann") == {"PlaceToken"}
    g.play(place("D4.b"))
    assert g.state.tokens == {"D4.b.0": "W&A"}
    assert TokenPlaced("W&A", "D4.b.0") in g.events


def test_atlantas_first_tile_may_be_laid_by_another_corporation():
    """Its president, not the Western & Atlantic's, is asked."""
    g = board("D4[W&A.+] D6=9/1 D8=9/1 D10=5/1[GA]")
    g.company("W&A").president = "bob"
    g.push(LayTrack("GA"))
    g.settle()
    assert legal(g, "D4") == ["D4 451a/0"]
    g.play(lay("D4", "451a", 0))
    assert g.deciders() == ["ann"]
    refused(g, place("D4.d"), "goes to D4.a or D4.b or D4.c", "18GA 4.2.1(h)")
    g.play(place("D4.a"))
    assert g.state.tokens["D4.a.0"] == "W&A"


# ---------------------------------------------------------------- further stations


def test_4_2_2_the_first_station_costs_40_and_others_100():
    g = station(COLUMBUS)
    assert cities(g) == ["G3"]
    g.play(place("G3"))
    assert g.state.cash["CoG"] == 960
    assert TokenPlaced("CoG", "G3.a.0", 40) in g.events
    assert g.company("CoG").tokens == [100, 100]
    assert "PlaceToken" not in verbs(g, "ann")  # one a turn
    assert cities(station(f"{COLUMBUS} H4[CoG]", cash=99)) == []
    assert cities(station(f"{COLUMBUS} H4[CoG]", cash=100)) == ["G3"]


def test_4_2_2_money_must_be_there():
    g = station(COLUMBUS, cash=39, owners={"W&SR": "CoG"})
    refused(g, place("G3"), "costs $40, and CoG has $39", "18GA 4.2.2")
    assert cities(station(COLUMBUS, cash=40)) == ["G3"]


def test_4_2_2_a_station_must_be_left():
    g = board(COLUMBUS)
    g.company("CoG").tokens = []
    site = stations.Site("CoG", g.rules.data.hexes["G3"], stations.tile_in(g, "G3").cities[0], StationPermit(0))
    said = stations.refuse(g, site)
    assert said is not None
    assert str(said) == "CoG has no station left (18GA 4.2.2)"
    g.push(token.PlaceToken("CoG"))
    g.settle()
    assert "PlaceToken" not in verbs(g, "ann")


def atlanta(tokens: str, **kwargs) -> Game:
    """Macon's track leads to the middle city of Atlanta."""
    return station(f"F6=14/2[CoG] E5=9/2 D4=452a/0[{tokens}]", **kwargs)


def test_4_2_2_only_free_circles():
    g = atlanta("W&A.b", owners={"W&SR": "CoG"})
    assert cities(g) == ["I9"]
    refused(g, place("D4.b"), "No circle in Atlanta (D4) is free", "18GA 4.2.2")
    refused(g, place("E5"), "no such city in E5")
    refused(g, place("J4"), "Tallahassee (J4) has no circle", "18GA 4.2.2")
    refused(g, place("E7"), "no such city")
    refused(g, place("Q1"), "no hex 'Q1'")


def test_4_2_2_a_the_city_must_be_connected():
    g = atlanta("W&A.a", owners={"W&SR": "CoG"})
    assert cities(g) == ["D4.b", "I9"]
    refused(g, place("D4.c"), "not connected to a station of CoG", "18GA 4.2.2(a)")
    refused(g, place("C3"), "not connected", "18GA 4.2.2(a)")


def test_4_2_2_a_not_through_a_city_full_of_others():
    """From Macon by Columbus to Albany."""
    assert cities(station("F6=57/1[CoG] F4=8/4 G3=6/3 H4=14/2")) == ["G3", "H4"]
    assert cities(station("F6=57/1[CoG] F4=8/4 G3=6/3[GA] H4=14/2")) == []
    assert cities(station("F6=57/1[CoG] F4=8/4 G3=14/2[GA] H4=14/2")) == ["G3", "H4"]
    assert cities(station("F6=57/1[CoG] F4=8/4 G3=14/2[GA SAL.a.1] H4=14/2")) == []


def test_4_2_2_b_one_station_in_a_hex():
    """Also in Atlanta with its three cities."""
    g = station("F6=14/2[ACL] E5=9/2 D4=452a/0[CoG.a W&A.c]", owners={"W&SR": "CoG"})
    refused(g, place("D4.b"), "has a station in Atlanta (D4) already", "18GA 4.2.2(b)")


def test_4_2_2_c_a_circle_is_kept_for_the_home_station():
    """From Savannah to Augusta, the home of the Georgia."""
    way = "E11=9/2 F12=9/2 G13=5/1[CoG]"
    yellow = station(f"D10=57/2 {way}", owners={"W&SR": "CoG"})
    refused(yellow, place("D10"), "reserved for GA until its home station is placed", "18GA 4.2.2(c)")
    green = station(f"D10=453a/0 {way}")
    assert cities(green) == ["D10"]
    green.play(place("D10"))
    assert green.state.tokens["D10.a.0"] == "CoG"
    taken = station(f"D10=453a/0[ACL] {way}", owners={"W&SR": "CoG"})
    refused(taken, place("D10"), "reserved for GA", "18GA 4.2.2(c)")
    assert cities(station(f"D10=453a/0[GA] {way}")) == ["D10"]
    assert cities(station(f"D10=57/2 {way} F6[GA]")) == ["D10"]  # wherever it stands, its home station is placed


def test_4_2_2_c_one_of_atlantas_three_circles_is_kept():
    two_free = atlanta("GA.a")
    assert cities(two_free) == ["D4.b"]
    g = atlanta("GA.a SAL.c", owners={"W&SR": "CoG"})
    refused(g, place("D4.b"), "reserved for W&A", "18GA 4.2.2(c)")
    assert cities(atlanta("GA.a W&A.c")) == ["D4.b"]


def test_4_2_2_c_stations_that_stand_in_no_city_count_as_well():
    anywhere = StationPermit(0, ("D4",), connected=False)
    assert list(stations.slots(board("D4[GA.+]"), "CoG", anywhere)) == ["D4.+.1"]
    assert list(stations.slots(board("D4[GA.+ SAL.+.1]"), "CoG", anywhere)) == []
    assert list(stations.slots(board("D4[GA.+ SAL.+.1]"), "W&A", anywhere)) == ["D4.+.2"]  # its own home


def test_jacksonville_is_the_atlantic_coast_lines():
    g = station("I11=5/5[CoG]", owners={"W&SR": "CoG"})
    refused(g, place("J12"), "reserved for ACL", "18GA 4.2.2(c)")
    g = station("I11=5/5[CoG] J12[ACL]", owners={"W&SR": "CoG"})
    refused(g, place("J12"), "No circle in Jacksonville (J12) is free", "18GA 4.2.2")


def test_table_iii_waycross_free_and_unconnected():
    """Trap 13: the free station is the first one; the next costs 100."""
    g = station("F6[CoG]", owners={"W&SR": "CoG"}, cash=700)
    assert cities(g) == ["I9"]
    g.play(place("I9", "W&SR"))
    assert g.state.cash["CoG"] == 700
    assert g.state.tokens["I9.a.0"] == "CoG"
    assert g.rules.tokens.cost(g, "CoG") == 100
    assert g.state.place["W&SR"] == "CoG"
    assert "PlaceToken" not in verbs(g, "ann")  # it was the station of the turn


def test_table_iii_waycross_needs_room_and_a_corporation():
    assert cities(station("F6[CoG] I9[GA]", owners={"W&SR": "CoG"})) == []
    assert cities(station("F6[CoG] I9[CoG]", owners={"W&SR": "CoG"})) == []
    assert cities(station("F6[CoG]", owners={"W&SR": "ann"})) == []
    assert cities(station("F6[CoG]", owners={"W&SR": "GA"})) == []
    used = board("F6[CoG]", owners={"W&SR": "CoG"})
    used.state.used["W&SR.token"] = 1
    used.push(token.PlaceToken("CoG"))
    used.settle()
    assert cities(used) == []


def test_table_iii_waycross_does_not_serve_elsewhere():
    g = station(COLUMBUS, owners={"W&SR": "CoG"})
    assert cities(g) == ["G3", "I9"]
    refused(g, place("G3", "W&SR"), "W&SR allows a station in I9 only", "18GA Table III")
    refused(g, place("I9"), "not connected", "18GA 4.2.2(a)")
    refused(g, place("G3", "MRC"), "cannot use MRC", "18GA Table III")


def test_a_city_may_be_typed_with_its_letter():
    g = station("F6[CoG]", owners={"W&SR": "CoG"})
    g.play(place("I9.a", "W&SR"))
    assert g.state.tokens["I9.a.0"] == "CoG"


def test_a_hex_with_several_cities_asks_which():
    g = station("F6=14/2[CoG] E5=9/2 E7=58/0 D6=8/5 D4=455a/0[W&A.a]")
    assert set(cities(g)) == {"D4.b", "D4.c"}
    refused(g, place("D4"), "Say which city of Atlanta (D4): D4.a, D4.b, D4.c")
