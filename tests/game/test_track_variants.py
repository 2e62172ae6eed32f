"""What other titles than 18GA ask of track and stations: shared code under rules that differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from game import station_moves, stations, tile_checks
from game import tile_lays as tiles
from game.actions import Answer
from game.checks import LayPermit, StationPermit
from game.load import load
from game.play import Game
from game.steps import token
from game.tiles import parse
from tests.support.board_notation import board, line, put, read_board
from tests.support.title_positions import refused
from tests.support.track_turns import COLUMBUS, cities, lay, legal, place, track


def bend(g: Game, **fields) -> Game:
    """The game under rules of track that differ in these fields."""
    g.rules = replace(g.rules, track=replace(g.rules.track, **fields))
    g.changed()
    return g


def test_every_shared_check_has_its_paragraph():
    rules = board().rules
    functions: list[Any] = [*rules.track.checks, *rules.tokens.checks, rules.tokens.homes, station_moves.join_city]
    for check in functions:
        assert rules.paragraph(check).startswith(("18GA 4.2", "18GA Table III")), check


def test_tiles_with_the_label_of_a_hex_are_the_only_ones_there_while_they_are_in_the_game():
    data = load("18ga")
    bare = structs.replace(data, map=structs.replace(data.map, upgrades={}))
    assert tile_checks.tiles_allowed(bare, "D4", "green") == ("452a",)
    assert tile_checks.tiles_allowed(bare, "D10", "green") is None
    none = structs.replace(bare, map=structs.replace(bare.map, tiles=dict(bare.map.tiles) | {"452a": 0}))
    assert tile_checks.tiles_allowed(none, "D4", "green") is None


def test_an_extra_station_leaves_room_for_that_of_the_turn():
    def powers(g, company):
        used = g.state.used.get("LTR.token", 0)
        return [] if used else [StationPermit(0, ("I9",), connected=False, extra=True, using="LTR")]

    g = board(COLUMBUS)
    g.rules = replace(g.rules, tokens=replace(g.rules.tokens, powers=powers))
    g.push(token.PlaceToken("CoG"))
    g.settle()
    assert cities(g) == ["G3", "I9"]
    g.play(place("I9", "LTR"))
    assert cities(g) == ["G3"]
    g = board(COLUMBUS)
    g.rules = replace(g.rules, tokens=replace(g.rules.tokens, powers=powers))
    g.push(token.PlaceToken("CoG"))
    g.settle()
    g.play(place("G3"))
    assert cities(g) == ["I9"]
    usual = replace(g.rules.tokens, powers=lambda g, c: [p._replace(extra=False) for p in powers(g, c)])
    g.rules = replace(g.rules, tokens=usual)
    g.changed()
    assert cities(g) == []


def test_a_lay_may_need_another_players_word():
    g = bend(track("F6=57/1[CoG]"), consent=lambda _g, lay: "bob" if lay.hex == "F8" else "")
    g.play(lay("F8", "9", 1))
    assert line(g) == "F6=57/1[CoG.a.0]"
    assert g.deciders() == ["bob"]
    g.play(Answer(False, by="bob"))
    assert g.deciders() == ["ann"]
    g.play(lay("F8", "9", 1))
    g.play(Answer(True, by="bob"))
    assert line(g) == "F6=57/1[CoG.a.0] F8=9/1"
    assert legal(g) == []


def test_nobody_asks_himself_for_consent():
    g = bend(track("F6=57/1[CoG]"), consent=lambda _g, _l: "ann")
    g.play(lay("F8", "9", 1))
    assert line(g) == "F6=57/1[CoG.a.0] F8=9/1"


def test_two_yellow_tiles_or_one_upgrade():
    def permits(g, company, laid):
        if all(g.rules.data.tiles[b.tile].colour == "yellow" for b in laid) and len(laid) < 2:
            yield LayPermit(("yellow",) if laid else ())

    g = bend(track("F6=57/1[CoG]", phase="3"), permits=permits)
    g.play(lay("F8", "9", 1))
    refused(g, lay("F6", "14", 1), "only yellow tiles")
    g.play(lay("F10", "9", 1))  # beyond the first one
    assert legal(g) == []
    g = bend(track("F6=57/1[CoG]", phase="3"), permits=permits)
    g.play(lay("F6", "14", 1))
    assert legal(g) == []


def test_towns_may_become_cities_where_a_title_says_so():
    g = track("F6=57/0[CoG] E7=4/0", phase="3")
    assert legal(g, "E7", "14") == []
    g = bend(g, grows=frozenset({("town", "city")}))
    assert legal(g, "E7", "14") == ["E7 14/0", "E7 14/2"]
    g.play(lay("E7", "14", 2))
    assert stations.find_free_circle(g, "E7.a") == "E7.a.0"


def test_a_station_may_stand_beside_the_circles():
    g = board("F6=57/1[GA] H4=57/0[CoG]")
    hexes = ("F6",)
    full = StationPermit(0, hexes, connected=False, outside_circle="full")
    assert list(stations.slots(g, "CoG", full)) == ["F6.a.+"]
    assert list(stations.slots(g, "CoG", StationPermit(0, hexes, connected=False))) == []
    free = board("F6=14/0[GA] H4=57/0[CoG]")
    assert list(stations.slots(free, "SAL", full)) == ["F6.a.1"]
    assert list(stations.slots(free, "SAL", StationPermit(0, hexes, connected=False, outside_circle="always"))) == [
        "F6.a.+"
    ]
    stations.station(g, "CoG", "F6.a.+", 0)
    lay_now = tiles.propose(g, "CoG", "F6", "14", 1, LayPermit())
    tiles.carry_out(g, lay_now)
    assert g.state.tokens == {"F6.a.0": "GA", "F6.a.+": "CoG", "H4.a.0": "CoG"}


def test_homes_named_by_their_city_move_with_it():
    """A corporation at home in one of several cities keeps that one, or another when its city is chosen for somebody else."""
    g = board("")
    w_and_a = structs.replace(g.rules.data.companies["W&A"], home=("D4.b",))
    companies = dict(g.rules.data.companies) | {"W&A": w_and_a}
    g.rules = replace(g.rules, data=structs.replace(g.rules.data, companies=companies))
    put(g, *read_board("D4=452a/0[CoG.a]"))
    assert stations.home_slots(g, "W&A") == ["D4.b.0"]
    tiles.carry_out(g, tiles.propose(g, "CoG", "D4", "455a", 1, LayPermit()))
    assert stations.homes(g, "W&A") == ("D4.c",)
    assert g.rules.data.tiles["455a"].faces[1].sides["c"] == g.rules.data.tiles["452a"].faces[0].sides["b"]
    put(g, *read_board("D4[CoG.+]"))
    g.state.marks = {}
    tiles.carry_out(g, tiles.propose(g, "CoG", "D4", "451a", 0, LayPermit()))
    station_moves.join_city(g, "D4.+.0", "D4.b")
    assert stations.homes(g, "W&A") == ("D4.a",)


def test_joined_cities_keep_every_station():
    g = board("D4=452a/0[W&A.a CoG.b GA.c]")
    one = parse("X", "brown; city a 60 x3; 0-a 1-a 2-a 3-a 4-a 5-a; =ATL")
    lay_now = structs.replace(tiles.propose(g, "CoG", "D4", "455a", 0, LayPermit()), new=one.faces[0])
    g.rules = replace(g.rules, data=structs.replace(g.rules.data, tiles=dict(g.rules.data.tiles) | {"X": one}))
    g.state.supply["X"] = 1
    tiles.carry_out(g, lay_now)
    assert g.state.tokens == {"D4.a.0": "W&A", "D4.a.1": "CoG", "D4.a.2": "GA"}
