"""Laying tiles, check by check: each test is named after the paragraph of 18GA that it stands for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from game import legal_lays
from game.actions import Pass, TakePrivate
from game.checks import LayPermit
from game.events import Paid, Skipped, TileLaid
from game.steps import token
from game.steps.track import LayTrack
from tests.support.board_notation import board, line
from tests.support.recorded_boards import Recorded, paths
from tests.support.title_positions import refused, verbs
from tests.support.track_turns import lay, legal, track

# ---------------------------------------------------------------- the turn


def test_4_2_b_one_tile_a_turn():
    g = track("F6[CoG]", phase="3")
    g.play(lay("F6", "57", 1))
    assert "LayTile" not in verbs(g, "ann")
    assert not any(isinstance(e, Skipped) for e in g.events)


def test_4_2_b_a_second_tile_is_refused():
    g = track("F6[CoG]", owners={"MRC": "CoG"})
    g.play(lay("F6", "57", 1))
    refused(g, lay("F8", "9", 1), "You cannot lay another tile", "18GA 4.2(b)")


def test_7_a_two_yellow_tiles_in_the_first_turn():
    g = track("F6[CoG]", options=("double_yellow_first_turn",), phase="3")
    g.play(lay("F6", "57", 1))
    assert legal(g, "F8") == ["F8 7/0", "F8 7/1", "F8 8/1", "F8 8/5", "F8 9/1"]
    refused(g, lay("F6", "14", 1), "only yellow tiles", "18GA 4.2(b)")
    g.play(lay("F8", "9", 1))
    assert "LayTile" not in verbs(g, "ann")


def test_7_a_only_in_the_first_turn_and_after_yellow():
    g = board("F6=57/1[CoG]", options=("double_yellow_first_turn",), phase="3")
    g.company("CoG").operated = True
    g.push(LayTrack("CoG"))
    g.settle()
    g.play(lay("F8", "9", 1))
    assert legal(g) == []
    g = track("F6=57/1[CoG]", options=("double_yellow_first_turn",), phase="3")
    g.play(lay("F6", "14", 1))
    assert legal(g) == []


def test_a_company_may_pass_instead_of_laying():
    g = track("F6[CoG]")
    g.play(Pass(by="ann"))
    assert legal(g) == []
    assert line(g) == "F6[CoG.a.0]"


def test_a_step_without_a_legal_lay_is_skipped():
    g = board("F6=57/1[CoG]", LayTrack("CoG"), cash=0, phase="2")
    assert legal(g) != []
    for name in g.state.supply:
        g.state.supply[name] = 0
    g._keep()
    g.settle()
    assert any(isinstance(e, Skipped) and e.what == "track" for e in g.events)
    assert "LayTile" not in verbs(g, "ann")


# ---------------------------------------------------------------- laying a tile


def test_4_2_1_a_colours_come_with_the_phases():
    text = "F6=57/1[CoG] D10=14[GA]"
    refused(track(text, phase="2"), lay("F6", "14", 1), "no green tiles before phase 3", "18GA 4.2.1(a)")
    assert legal(track(text, phase="3"), "F6", "14") != []
    refused(track("F6=14/0[CoG]", phase="4"), lay("F6", "458a"), "no brown tiles", "18GA 4.2.1(a)")
    assert legal(track("F6=14/0[CoG]", phase="5"), "F6", "458a") != []


def test_4_2_1_b_a_tile_must_be_left():
    g = track("F6=57/0[CoG] C3=57 G3=57 I9=57")
    assert g.state.supply["57"] == 0
    refused(g, lay("H4", "57", 0), "No tile 57 is left", "18GA 4.2.1(b)")


def test_4_2_1_b_a_replaced_tile_is_available_again():
    g = track("F6=57/1[CoG]", phase="3")
    g.play(lay("F6", "14", 1))
    assert (g.state.supply["57"], g.state.supply["14"]) == (4, 3)


def test_4_2_1_c_one_colour_after_the_other():
    g = track("F6=57/1[CoG]", phase="5")
    refused(g, lay("F6", "458a", 1), "yellow tile", "tile cannot go there", "18GA 4.2.1(c)")
    refused(g, lay("F6", "6", 1), "tile cannot go there", "18GA 4.2.1(c)")
    refused(g, lay("F8", "23", 1), "is unbuilt", "18GA 4.2.1(c)")
    brown = track("F6=458a[CoG]", phase="8")
    assert legal(brown, "F6") == []


def test_4_2_1_c_nothing_on_red_and_gray():
    g = track("F6[CoG]")
    refused(g, lay("E1", "57"), "Nothing can be built in Montgomery (E1)", "18GA 4.2.1(c)")
    refused(g, lay("J12", "57"), "Nothing can be built in Jacksonville (J12)", "18GA 4.2.1(c)")


def test_4_2_1_d_circles_only_where_circles_are():
    g = track("F6=57/1[CoG]", phase="3")
    refused(g, lay("F8", "57", 1), "has a city", "18GA 4.2.1(d)")
    refused(track("F6[CoG]"), lay("F6", "9"), "has no city, but Macon (F6) has one", "18GA 4.2.1(d)")
    refused(track("F6[CoG]"), lay("F6", "4"), "has no city", "18GA 4.2.1(d)")
    refused(g, lay("F6", "23", 1), "has no city", "18GA 4.2.1(d)")


def test_4_2_1_e_towns_only_where_towns_are():
    g = track("F6=57/0[CoG]")
    refused(g, lay("F8", "4", 1), "has a town, but F8 has none", "18GA 4.2.1(e)")
    refused(g, lay("E7", "9"), "has no town, but Milledgeville (E7) has one", "18GA 4.2.1(e)")
    assert legal(g, "E7") == ["E7 3/0", "E7 3/5", "E7 4/0", "E7 58/0", "E7 58/4"]


def test_4_2_1_f_terrain_is_paid_once():
    g = track("G13=5/1[SAL]", "SAL", cash=100)
    g.play(lay("F12", "9", 2))
    assert g.state.cash["SAL"] == 60
    assert Paid("SAL", "bank", 40, "terrain") in g.events
    assert TileLaid("SAL", "F12", "9", 2, "", 40) in g.events
    again = track("G13=5/1[SAL] F12=9/2", "SAL", cash=0, phase="3")
    again.play(lay("F12", "24", 5))
    assert again.state.cash["SAL"] == 0


def test_4_2_1_f_terrain_must_be_affordable():
    g = track("G13=5/1[SAL]", "SAL", cash=39)
    assert legal(g, "F12") == []
    refused(g, lay("F12", "9", 2), "costs $40, and SAL has $39", "18GA 4.2.1(f)")


def test_4_2_1_g_named_tiles_go_to_their_hex_only():
    g = track("C3=57/0[CoG] D10=57/2[GA]", phase="3")
    refused(g, lay("C3", "453a", 0), "made for another hex", "18GA 4.2.1(g)")
    refused(g, lay("C3", "452a", 0), "made for another hex", "18GA 4.2.1(g)")
    augusta = track("D10=57/2[GA]", "GA", phase="3")
    assert legal(augusta, "D10") == ["D10 453a/0"]
    refused(augusta, lay("D10", "14", 2), "takes only these green tiles: 453a", "18GA 4.2.1(g)")


def test_4_2_1_g_macon_and_brunswick_have_brown_tiles_of_their_own():
    g = track("F6=14/0[CoG]", phase="5")
    assert legal(g, "F6") == ["F6 458a/2", "F6 458a/5"]
    refused(g, lay("F6", "63"), "takes only these brown tiles: 458a", "18GA 4.2.1(g)")
    assert legal(track("I11=14/2[CoG]", phase="5"), "I11") == ["I11 457a/1"]
    assert legal(track("C3=14/0[CoG]", phase="5"), "C3") == ["C3 63/0"]
    refused(track("C3=14/0[CoG]", phase="5"), lay("C3", "458a", 0), "made for another hex", "18GA 4.2.1(g)")


def test_7_d_macon_or_brunswick():
    options = ("macon_or_brunswick",)
    g = track("F6=14/0[CoG]", phase="5", options=options)
    assert {name.split()[1].split("/")[0] for name in legal(g, "F6")} == {"458a", "63"}
    assert legal(track("C3=14/0[CoG]", phase="5", options=options), "C3") == ["C3 63/0"]
    g = track("I11=14/2[CoG]", phase="5", options=options)
    assert legal(g, "I11") == ["I11 458a/1"]  # 63 would run off the map
    assert g.state.supply["457a"] == 0


def test_4_2_1_h_old_track_survives():
    g = track("F6=57/1[CoG] F8=9/1", phase="3")
    refused(g, lay("F8", "23", 0), "would not keep the track", "18GA 4.2.1(h)")
    assert "F8 23/1" in legal(g, "F8")


def test_4_2_1_h_stations_move_with_their_own_city():
    g = track("D4=451a/0[W&A.b CoG.c]", "W&A", phase="3")
    g.play(lay("D4", "452a", 0))
    assert g.state.tokens == {"D4.b.0": "W&A", "D4.c.0": "CoG"}
    g = track("D4=452a/0[W&A.b CoG.c]", "W&A", phase="5")
    g.play(lay("D4", "455a", 1))  # listed as another rotation; each city keeps the sides it had
    face = g.rules.data.face("D4", g.state.tiles["D4"])
    where = {c: slot.split(".")[1] for slot, c in g.state.tokens.items()}
    assert face.sides[where["W&A"]] == {2, 5}
    assert face.sides[where["CoG"]] == {1, 4}


def test_4_2_1_i_no_track_off_the_map():
    refused(track("D10[GA]", "GA"), lay("D10", "57", 0), "off the map", "north-east", "18GA 4.2.1(i)")
    assert legal(track("G13[SAL]", "SAL"), "G13") == ["G13 5/0", "G13 5/1", "G13 6/0"]


def test_4_2_1_i_not_into_a_blank_side_of_printed_track():
    """18GA's map has no such side, so one is made: Montgomery without its track to the south-east."""
    g = track("G3=57/2[CoG]")
    assert "F2 9/2" in legal(g, "F2")
    sides = g.rules.data.hexes["F2"].sides
    g = track("G3=57/2[CoG]")
    blank = (*sides[:2], "", *sides[3:])
    hexes = dict(g.rules.data.hexes) | {"F2": structs.replace(g.rules.data.hexes["F2"], sides=blank)}
    g.rules = replace(g.rules, data=structs.replace(g.rules.data, hexes=hexes))
    g.changed()
    assert legal(g, "F2") != []
    assert "F2 9/2" not in legal(g, "F2")
    refused(g, lay("F2", "9", 2), "blank side in the north-west", "18GA 4.2.1(i)")


def test_4_2_1_i_a_blank_side_of_a_tile_is_fine():
    assert "F10 9/1" in legal(track("F6=57/1[CoG] F8=9/1 F12=8/5"), "F10")


def test_4_2_1_j_new_track_must_be_reached():
    g = track("F6=57/1[CoG] C3=57[W&A]", phase="3")
    refused(g, lay("C3", "14", 0), "that a station of CoG reaches", "18GA 4.2.1(j)")
    refused(g, lay("B4", "9", 1), "would add no", "18GA 4.2.1(j)")
    refused(g, lay("F8", "9", 0), "would add no", "18GA 4.2.1(j)")  # beside the station, but not at its track
    assert legal(g, "F8") == ["F8 7/0", "F8 7/1", "F8 8/1", "F8 8/5", "F8 9/1"]


def test_4_2_1_j_a_fork_is_not_taken_backwards():
    """The station reaches F8 from the west only: the fork towards the west is reached, the one towards the east is not."""
    g = track("F6=57/1[CoG] F8=9/1", phase="3")
    assert legal(g, "F8", "23") == ["F8 23/1"]  # 1-4 and 1-5
    assert legal(g, "F8", "24") == ["F8 24/1"]
    refused(g, lay("F8", "23", 4), "would add no track that a station of", "18GA 4.2.1(j)")


def test_4_2_1_j_a_city_full_of_others_is_not_passed():
    assert legal(track("G3=57/0[CoG] F4=8/4 F6=57/1"), "F8") != []
    assert legal(track("G3=57/0[CoG] F4=8/4 F6=57/1[GA]"), "F8") == []
    assert legal(track("G3=57/0[CoG] F4=8/4 F6=14/0[GA]"), "F8") != []
    assert legal(track("G3=57/0[CoG] F4=8/4 F6=14/0[GA CoG.a.1]"), "F8") != []


def test_4_2_1_j_a_full_city_may_still_be_upgraded():
    g = track("G3=57/0[CoG] F4=8/4 F6=57/1[GA]", phase="3")
    assert legal(g, "F6") == ["F6 14/0", "F6 14/1", "F6 15/1", "F6 15/4"]


def test_4_2_1_j_not_through_a_red_area():
    """J10 could be reached through Jacksonville only."""
    assert legal(track("I11=6/5[CoG]"), "J10") == []
    assert legal(track("I11=5/5[CoG]"), "J10") == ["J10 7/2", "J10 7/3", "J10 8/1"]


def test_4_2_1_j_a_reached_city_may_be_upgraded_though_its_new_track_is_not():
    """All tracks of a city tile begin at the city: what is reached is the city itself."""
    g = track("D4=452a/0[W&A.b]", "W&A", phase="5")
    assert legal(g, "D4") == ["D4 455a/0"]


def test_4_2_1_j_a_reached_town_reaches_its_new_track():
    """Valdosta is reached from the east, the added track leads away to the north-east."""
    g = track("I9=57/1[CoG] I7=4/1", phase="3")
    assert legal(g, "I7", "141") == ["I7 141/1", "I7 141/4"]


def test_4_2_1_j_a_bare_station_reaches_its_hex_in_any_orientation():
    assert legal(track("D10[GA]", "GA")) == ["D10 5/0", "D10 5/1", "D10 5/5", "D10 6/0", "D10 6/5", "D10 57/2"]
    assert legal(track("D4[W&A.+]", "W&A")) == ["D4 451a/0", "D4 451a/1"]
    assert len(legal(track("I9[ACL]", "ACL"))) == 15


def test_4_2_1_k_a_players_private_closes_its_hex():
    g = track("G13=5/1[SAL]", "SAL", owners={"MRC": "bob"})
    assert legal(g, "F12") == []
    refused(g, lay("F12", "9", 2), "closed while bob owns the Midland", "18GA 4.2.1(k)")
    assert g.rules.signs(g.view(None)) == {"F12": ("kept for MRC",)}, "on the map"
    assert legal(track("G13=5/1[SAL]", "SAL", owners={"MRC": "ann"}), "F12") == []
    sold = track("G13=5/1[SAL]", "SAL", owners={"MRC": "GA"})
    assert legal(sold, "F12") != []
    assert sold.rules.signs(sold.view(None)) == {}
    assert legal(track("G13=5/1[SAL]", "SAL"), "F12") != []


def test_4_2_1_k_waycross_is_exempt():
    g = track("I9[CoG]", owners={"W&SR": "bob"})
    assert len(legal(g, "I9")) == 15


# ---------------------------------------------------------------- the Midland's tile


def test_table_iii_the_midland_lays_free_unconnected_and_extra():
    g = track("F6=57/1[CoG]", owners={"MRC": "CoG"}, cash=5)
    g.play(lay("F12", "9", 2, "MRC"))
    assert g.state.cash["CoG"] == 5
    assert TileLaid("CoG", "F12", "9", 2, "", 0, "MRC") in g.events
    assert g.state.place["MRC"] == "CoG"
    refused(g, lay("F12", "9", 2, "MRC"), "cannot use MRC", "18GA Table III")
    g.play(lay("F4", "9", 1))  # the tile of the turn is still there
    assert legal(g) == []


def test_table_iii_the_midland_may_come_after_the_tile_of_the_turn():
    g = track("F6=57/1[CoG]", owners={"MRC": "CoG"})
    g.play(lay("F4", "9", 1))
    assert {name.split()[0] for name in legal(g)} == {"F12"}
    assert legal(g, "F12", "9") == ["F12 9/2"]
    refused(g, lay("F12", "9", 0, "MRC"), "off the map", "18GA 4.2.1(i)")
    refused(g, lay("F10", "9", 1, "MRC"), "MRC allows a tile only in F12", "18GA Table III")
    g.play(Pass(by="ann"))
    assert "MRC.lay" not in g.state.used


def test_table_iii_the_midlands_power_needs_a_corporation():
    assert legal(track("F6=57/1[CoG]", owners={"MRC": "ann"}), "F12") == []
    assert legal(track("F6=57/1[CoG]", owners={"MRC": "GA"}), "F12") == []


def test_4_2_6_the_midland_bought_in_the_turn_can_be_used_at_once():
    g = track("F6=57/1[CoG]", owners={"MRC": "ann"}, phase="3")
    g.play(TakePrivate("MRC", 20, by="ann"))
    assert "F12 9/2" in legal(g, "F12")


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (lay("Z9", "57"), "no hex 'Z9'"),
        (lay("F6", "999"), "no tile '999'"),
        (lay("F6", "57", 6), "0 to 5"),
        (lay("F6", "57", -1), "0 to 5"),
        (lay("F6", "57", 0, "LTR"), "cannot use LTR"),
        (lay("F6", "57", 0, "XYZ"), "cannot use XYZ"),
    ],
)
def test_what_does_not_exist_is_said_so(action, words):
    refused(track("F6[CoG]"), action, words)


def test_equal_faces_are_listed_once_and_may_be_typed_either_way():
    g = track("F6[CoG]")
    assert legal(g, "F6", "57") == ["F6 57/0", "F6 57/1", "F6 57/2"]
    g.play(lay("F6", "57", 4))
    assert line(g) == "F6=57/1[CoG.a.0]"


def test_refusals_and_choices_agree():
    """Whatever is not listed is refused with a reason, whatever is listed is not."""
    g = track("F6=57/1[CoG] F8=9/1 E7=58/2 D4=451a/0[W&A.a]", phase="4", owners={"MRC": "bob", "M&BR": "CoG"})
    listed = set(legal(g))
    step = g.state.agenda[-1]
    count = 0
    for hex_id in g.rules.data.hexes:
        for name, tile in g.rules.data.tiles.items():
            for rotation in tile.rotations:
                said = step.refuse(g, lay(hex_id, name, rotation))
                assert (said is None) == (f"{hex_id} {name}/{rotation}" in listed), (hex_id, name, rotation, said)
                if said is not None:
                    assert said.reason
                    assert said.paragraph.startswith("18GA 4.2")
                count += said is None
    assert count == len(listed) > 10


# ---------------------------------------------------------------- recorded games


@pytest.mark.parametrize("name", ["179942_game_end_stock_market", "18GA_game_end_bank", "18GA_game_end_bankrupt"])
def test_recorded_lays_and_stations_are_legal_and_lead_to_the_recorded_boards(shared, name):
    [path] = [p for p in paths(shared, "18GA") if p.name == f"{name}.trace.jsonl"]
    record = Recorded(path, "18GA")
    count = 0
    for move in record.moves({"lay_tile": LayTrack, "place_token": token.PlaceToken}):
        record.ask(move)
        assert record.game.legal(move.action), f"{move.number}: {record.game.refusal(move.action)}"
        record.game.play(move.action)
        assert record.differences(move.after) == {}, move.number
        count += 1
    assert count == {"179942_game_end_stock_market": 80, "18GA_game_end_bank": 87, "18GA_game_end_bankrupt": 42}[name]


def test_a_lay_without_connection_is_listed_when_the_power_says_so():
    g = board("F6=57/1[CoG]")
    found = list(legal_lays.lays(g, "CoG", LayPermit(("yellow",), ("B4",), connected=False), g.rules.track.checks))
    assert len(found) == 10  # any two of five sides
    assert not list(legal_lays.lays(g, "CoG", LayPermit(("yellow",), ("B4",)), g.rules.track.checks))
