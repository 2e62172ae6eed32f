"""18EU 4.4.1, 4.4.2, 4.6: track and tokens."""

from __future__ import annotations

import pytest

from game import actions as verbs
from game import stations
from game.actions import (
    Answer,
    LayTile,
)
from game.checks import StationPermit
from game.routing import company_reach
from game.steps.token import PlaceToken
from game.steps.track import LayTrack
from tests.support.eu_positions import corporation, game, give, phase, rail
from tests.support.title_positions import operate, play, refused, settle


def test_4_6_a_mountain_costs_twice_and_the_cost_belongs_to_the_hex():
    """Trap 21."""
    g = game()
    corporation(g, "FS", "p0", 5, 100, 500, tokens=("H19.a.0",))
    rail(g, H19="202/1")
    phase(g, "5")
    operate(g, "FS", LayTrack("FS"))
    costs = []
    for tile in ("9", "82", "544"):
        found = [a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and (a.hex, a.tile) == ("H17", tile)]
        assert found, tile
        before = g.state.cash["FS"]
        play(g, found[0])
        costs.append(before - g.state.cash["FS"])
        operate(g, "FS", LayTrack("FS"))
    assert costs == [120, 60, 0]
    rail(g, E6="14/0")
    g.state.tokens["E6.a.0"] = "FS"
    g.changed()
    operate(g, "FS", LayTrack("FS"))
    flat = {h for h, data in g.rules.data.hexes.items() if not data.terrain and not data.cost}
    for tiles in ({"9"}, {"80", "81", "82", "83"}):  # the piece that lay on the mountain, elsewhere
        lays = [a for c in g.choices("p0") for a in c if isinstance(a, LayTile)]
        lay = next(a for a in lays if a.tile in tiles and a.hex in flat)
        flat = {lay.hex}
        before = g.state.cash["FS"]
        play(g, lay)
        assert g.state.cash["FS"] == before
        operate(g, "FS", LayTrack("FS"))


def test_4_6_semmering_costs_when_it_turns_green_and_rough_ground_only_at_first():
    g = game()
    corporation(g, "AIRS", "p0", 5, 100, 500, tokens=("K14.a.0",))
    phase(g, "3")
    operate(g, "AIRS", LayTrack("AIRS"))
    found = [a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "K16"]
    assert found
    play(g, found[0])
    assert g.state.cash["AIRS"] == 440
    data = g.rules.data.hexes
    assert {h for h, d in data.items() if d.cost == 120} == {"C18", "D17", "E16", "F17", "G18", "H17", "I16", "J15"}
    assert sum(d.cost == 60 and d.terrain == ("rough",) for d in data.values()) == 19


def test_4_4_1_a_minor_lays_two_yellow_tiles_in_its_first_operation_and_never_upgrades():
    """Trap 22."""
    g = game()
    give(g, "p0", "12", 200)
    phase(g, "3")
    operate(g, "12", LayTrack("12"))
    play(g, LayTile("D3", "201", 0, by="p0"))
    assert g.top_step().key == "track"
    assert {a.tile for c in g.choices("p0") for a in c if isinstance(a, LayTile)} <= {
        "3",
        "4",
        "58",
        "7",
        "8",
        "9",
        "57",
    }
    refused(g, LayTile("D3", "576", 0, by="p0"), "only yellow tiles", "18EU 4.4.1")
    play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile)))
    assert g.top_step() is None or g.top_step().key != "track"
    g.company("12").operated = True
    operate(g, "12", LayTrack("12"))
    play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile)))
    assert g.top_step() is None or g.top_step().key != "track"


def test_4_4_1_letters_of_tile_and_hex_agree():
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 500, tokens=("C8.a.0", "D7.a.0"))
    rail(g, C8="582/0", D7="611/0")
    phase(g, "8")
    operate(g, "BNR", LayTrack("BNR"))
    refused(g, LayTile("C8", "513", 0, by="p0"), "takes only tiles marked Y", "18EU 4.4.1")
    assert LayTile("D7", "513", 0, by="p0") in g.choices("p0")[0]


def test_4_6_the_first_tile_in_some_hexes_needs_the_word_of_a_minors_owner():
    def position(*options):
        g = game(*options)
        give(g, "p0", "1", 200)
        give(g, "p1", "2")
        rail(g, B9="9/1")
        operate(g, "1", LayTrack("1"))
        return g

    g = position()
    lay = next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "C8")
    play(g, lay)
    assert g.deciders() == ["p1"]
    assert "C8" not in g.state.tiles
    play(g, Answer(False, by="p1"))
    assert "C8" not in g.state.tiles
    assert g.deciders() == ["p0"]
    play(g, lay, Answer(True, by="p1"))
    assert g.state.tiles["C8"].tile == lay.tile

    g = position("no_protected_hexes")
    play(g, lay)
    assert g.state.tiles["C8"].tile == lay.tile

    g = position()
    g.company("2").president = ""  # closed
    g.changed()
    settle(g)
    play(g, lay)
    assert g.state.tiles["C8"].tile == lay.tile


def test_4_6_redundant_tokens_come_back_in_brown_berlin():
    """Trap 16."""
    g = game()
    corporation(g, "RPR", "p0", 5, 100, 500, tokens=("J5.a.0", "J5.b.0", "J7.a.0", "G12.a.0"))
    rail(g, J5="581/4")
    phase(g, "5")
    assert g.company("RPR").tokens == [0]
    operate(g, "RPR", LayTrack("RPR"))
    play(g, LayTile("J5", "584", 0, by="p0"))
    here = [s for s, c in g.state.tokens.items() if s.startswith("J5.")]
    assert len(here) == 1
    assert g.company("RPR").tokens == [0, 0]
    assert stations.find_free_circle(g, "J5.a")
    sites = [s for s in stations.sites(g, "RPR", StationPermit(0)) if s.hex == "J5"]
    assert all(stations.refuse(g, s) for s in sites)


def test_4_6_green_paris_lies_one_way_only():
    g = game()
    corporation(g, "SNCF", "p0", 5, 100, 500, tokens=("A10.a.0",))
    phase(g, "3")
    operate(g, "SNCF", LayTrack("SNCF"))
    turned = [a.rotation for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "A10"]
    assert turned == [3]
    play(g, LayTile("A10", "580", 3, by="p0"))
    assert g.state.tokens["A10.a.0"] == "SNCF"


def test_4_4_2_no_token_in_hamburg_off_the_map_or_in_a_port():
    g = game()
    for h in ("G2", "A6", "D1", "E22"):
        assert not [s for s in stations.tile_in(g, h).places if s.slots]


@pytest.mark.parametrize(("options", "reached"), [((), False), (("connect_through_hex",), True)])
def test_4_4_2_no_way_leads_through_both_circles_of_paris(options, reached):
    """Brussels, Lille, the north of Paris, round to its south, Dijon, Lyon: neither token nor track (4.6) beyond Paris.

    From Lyon the south of Paris is reached, from Brussels the north, and with both stations all.
    """
    g = game(*options)
    corporation(g, "BNR", "p0", 5, 100, 500, tokens=("C8.a.0",))
    rail(g, C8="201/1", B7="58/5", A8="8/4", A10="580/3", B9="7/0", B11="7/2", A12="8/3", B13="58/0", B15="9/0")
    rail(g, B17="201/3")
    phase(g, "3")
    behind = {"A12", "B13", "B15", "B17"}
    found = company_reach.reach(g, "BNR")
    assert {h for h in behind if h in found.hexes} == (behind if reached else set())
    assert ("B17.a" in found.stops) is reached
    operate(g, "BNR", PlaceToken("BNR"))
    assert (verbs.PlaceToken("B17", by="p0") in [a for c in g.choices("p0") for a in c]) is reached
    if not reached:
        refused(g, verbs.PlaceToken("B17", by="p0"), "18EU 4.4.2")
    g.state.tokens["B17.a.0"] = "BNR"
    g.changed()
    assert behind <= company_reach.reach(g, "BNR").hexes
    assert {"A10.a", "A10.b"} <= company_reach.reach(g, "BNR").stops
