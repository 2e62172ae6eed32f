"""Tiles: geometry against the published facts, rotations, and what an upgrade preserves."""

from __future__ import annotations

import json
import pickle
from itertools import combinations
from typing import Any

import pytest

from game.load import all_tiles, load
from game.tiles import Face, parse
from game.upgrades import added, same_stops, upgrade

TITLES = ("18GA", "18TN", "18VA", "18EU", "18India")
TILES = all_tiles()
TOWN_TO_CITY = frozenset({("town", "city")})


def face(name: str, rotation: int = 0) -> Face:
    return TILES[name].faces[rotation]


def shape_of_fact(fact: dict[str, Any]) -> object:
    """Stops with their sides, and tracks from side to side, of a tile or printed hex in the fact files."""
    sides: dict[str, set[int]] = {s["id"]: set() for s in fact.get("stops", [])}
    plain: set[tuple[int, int]] = set()
    junction: set[int] = set()
    for path in fact.get("paths", []):
        a, b = path["from"], path["to"]
        edges = [int(e.removeprefix("edge")) for e in (a, b) if e.startswith("edge")]
        if "junction" in (a, b):
            junction.update(edges)
        elif len(edges) == 2:
            plain.add((min(edges), max(edges)))
        else:
            sides[b if a.startswith("edge") else a].add(edges[0])
    plain |= {(a, b) for a, b in combinations(sorted(junction), 2)}
    stops = sorted(
        ({"offboard": "off"}.get(s["kind"], s["kind"]), amounts(s["revenue"]), sorted(sides[s["id"]]))
        for s in fact.get("stops", [])
    )
    return stops, sorted(plain)


def amounts(revenue: int | dict[str, int]) -> list[int]:
    return [revenue] if isinstance(revenue, int) else list(revenue.values())


def shape_of(found: Face) -> object:
    stops = sorted((s.kind, [v for _, v in s.values], sorted(found.sides[s.name])) for s in found.tile.stops)
    return stops, sorted(found.plain)


@pytest.mark.parametrize("title", TITLES)
def test_every_tile_is_drawn_as_published(shared, title):
    facts = json.loads((shared / "facts" / f"{title}.json").read_text())["tiles"]
    assert len(facts) > 20
    for fact in facts:
        tile = TILES[fact["tile"]]
        assert tile.colour == fact["color"], fact["tile"]
        assert tile.label == fact.get("label", ""), fact["tile"]
        assert shape_of(tile.faces[0]) == shape_of_fact(fact), fact["tile"]
        slots = sorted(s["slots"] for s in fact.get("stops", []) if s["kind"] == "city")
        assert sorted(s.slots for s in tile.cities) == slots, fact["tile"]


def test_no_tile_is_without_a_title(shared):
    known = {
        t["tile"] for title in TITLES for t in json.loads((shared / "facts" / f"{title}.json").read_text())["tiles"]
    }
    assert set(TILES) == known


def test_turning_moves_every_side_clockwise():
    assert face("57", 2).exits == {2, 5}
    assert face("58", 1).sides == {"a": frozenset({1, 3})}
    assert face("8", 5).plain == {(1, 5)}
    for tile in TILES.values():
        for f in tile.faces:
            assert f.exits == {(side + f.rotation) % 6 for side in tile.faces[0].exits}


@pytest.mark.parametrize(
    ("tile", "rotations"),
    [("7", 6), ("9", 3), ("57", 3), ("81", 2), ("63", 1), ("20", 3), ("451a", 2), ("452a", 1), ("16", 6), ("544", 3)],
)
def test_equal_faces_are_listed_once(tile, rotations):
    assert len(TILES[tile].rotations) == rotations


def test_a_notation_that_makes_no_sense_names_the_tile():
    with pytest.raises(ValueError, match="tile X: no stop 'b'"):
        parse("X", "yellow; city a 20; 0-b")
    with pytest.raises(ValueError, match="tile X: cannot read"):
        parse("X", "yellow; 0~3")


# ---------------------------------------------------------------- upgrades


@pytest.mark.parametrize(
    ("old", "new", "rotations"),
    [
        ("9", "23", [0, 3]),
        ("8", "23", [2]),
        ("57", "14", [0, 2, 3, 5]),
        ("57", "15", [0, 3]),
        ("5", "14", [0, 3]),
        ("6", "14", [2, 5]),
        ("58", "141", [5]),
        ("14", "63", [0, 1, 2, 3, 4, 5]),
        ("20", "44", [0, 3]),
        ("82", "545", [0]),
    ],
)
def test_old_track_survives_only_in_these_rotations(old, new, rotations):
    assert [r for r in range(6) if upgrade(face(old), face(new, r)) is not None] == rotations


def test_each_city_keeps_its_own_track():
    assert upgrade(face("451a"), face("452a")) == {"a": "a", "b": "b", "c": "c"}
    assert upgrade(face("452a"), face("455a", 1)) == {"a": "b", "b": "c", "c": "a"}
    assert upgrade(face("235"), face("59", 4)) == {"a": "b", "b": "a"}  # the city without track goes to the other one


def test_towns_stay_towns_and_cities_stay_cities():
    assert not same_stops(face("4"), face("57"))
    assert not same_stops(face("9"), face("4"))
    assert not same_stops(face("57"), face("23"))
    assert upgrade(face("4"), face("206")) is None
    assert upgrade(face("4"), face("206", 3), TOWN_TO_CITY) == {"a": "a"}
    assert upgrade(face("5"), face("12"), TOWN_TO_CITY) == {"a": "a"}


def test_the_number_of_towns_never_changes():
    triple = parse("E22", "white; town a 0; town b 0; town c 0").faces[0]
    single = parse("E7", "white; town a 0").faces[0]
    assert upgrade(triple, face("IND2")) == {"a": "a", "b": "b", "c": "c"}
    assert upgrade(single, face("IND2")) is None
    assert upgrade(triple, face("4")) is None


def test_cities_that_are_joined_keep_a_circle_each():
    berlin = parse("J5", "yellow; city a 30; city b 30; 4-a 1-b; =B-V").faces[0]
    assert upgrade(berlin, face("581")) == {"a": "c", "b": "a"}
    assert upgrade(face("581"), face("584")) == {"a": "a", "b": "a", "c": "a"}
    assert upgrade(face("64"), face("IND1", 1)) is None  # its sides 0, 2, 3, 4 would have to lie within 1 to 5
    assert upgrade(face("64"), face("IND1")) == {"a": "a", "b": "a"}
    paris = parse("A10", "yellow; city a 40; city b 40; 4-a 5-b; =P").faces[0]
    assert upgrade(paris, face("580", 3)) == {"a": "a", "b": "b"}
    assert upgrade(paris, face("580", 4)) is None  # both old tracks would end in one city with one circle


def test_cities_are_not_joined_where_their_number_stays():
    two = parse("P", "yellow; city a 20; city b 20; 0-a 1-b").faces[0]
    wide = parse("Q", "green; city a 40 x2; city b 40 x2; 0-a 1-a 2-b 3-b; =P").faces[0]
    assert upgrade(two, wide) is None  # both would lie in one city, and the other in none
    apart = parse("R", "green; city a 40 x2; city b 40 x2; 0-a 2-a 1-b 3-b; =P").faces[0]
    assert upgrade(two, apart) == {"a": "a", "b": "b"}


def test_added_track_is_what_the_old_face_lacked():
    assert added(face("9"), face("23")) == (frozenset({0, 4}), frozenset())
    assert added(face("57"), face("14")) == (frozenset({1, 4}), frozenset({"a"}))
    assert added(face("452a"), face("455a", 2)) == (frozenset(), frozenset())
    bare = load("18ga").hexes["D10"].print.faces[0]
    assert added(bare, face("57", 2)) == (frozenset({2, 5}), frozenset({"a"}))


def test_a_tile_that_another_process_reads_has_no_hash_of_this_one() -> None:
    tile = parse("57", "yellow; city a 20; 0-a 3-a")
    assert hash(tile) == hash(parse("57", "yellow; city a 20; 0-a 3-a"))
    read = pickle.loads(pickle.dumps(tile))
    assert read == tile
    assert "_hash" not in vars(read)
