"""The track network and what a company reaches."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from bot.model.board.map_graph import stop_graph
from game.load import all_tiles, load
from game.routing import reachability
from game.routing.company_reach import blocked_cities, explore, passable_stops, stations
from game.routing.network import Network, Reach, borders, network
from game.state import Laid
from tests.support.random_boards import random_tiles, random_tokens

DATA = load("18ga")


def laid(text: str) -> dict[str, Laid]:
    """`F6=57/1 F8=23/4`: hex, tile, rotation."""
    parts = [p.replace("=", "/").split("/") for p in text.split()]
    return {h: Laid(tile, int(rotation)) for h, tile, rotation in parts}


def every_walk(first: list[int], onward: reachability.Onward) -> set[int]:
    """The crossings on walks that cross no border twice, by trying them all."""
    found = set()
    todo = [(c, 1 << (c >> 1)) for c in first]
    while todo:
        c, used = todo.pop()
        found.add(c)
        todo += [(d, used | 1 << (d >> 1)) for d in onward(c) if not used >> (d >> 1) & 1]
    return found


def starts_and_onward(net: Network, tokens: dict[str, str], company: str) -> tuple[list[int], reachability.Onward]:
    own, _ = stations(tokens, company)
    passable = passable_stops(net, tokens, company)

    def onward(c: int) -> list[int]:
        after = list(net.plain[c])
        for stop, end, _ in net.enter.get(c, ()):
            if not end and stop in passable:
                after += [d for d, last, _ in net.leave[stop] if d != c ^ 1 and not last]
        return after

    return sorted({c for stop in own for c, _, _ in net.leave[stop]}), onward


def test_hexsides_are_named_by_the_lesser_hex():
    names = borders(DATA).names
    assert "D10/0" in names  # D10 sorts before E9 and, as text, before D8
    assert "D10/1" in names
    assert "D8/4" not in names
    assert len(names) == len(set(names)) == sum(bool(o) for h in DATA.hexes.values() for o in h.sides) // 2 == 125
    assert all(borders(DATA).into[c] != borders(DATA).into[c ^ 1] for c in range(2 * len(names)))


@pytest.mark.parametrize("seed", range(150))
def test_reach_is_what_trying_every_walk_finds(seed):
    rng = Random(seed)
    tiles = random_tiles(DATA, rng, rng.choice([0.3, 0.5, 0.7]))
    tokens = random_tokens(DATA, rng, tiles, ["CoG", "GA"], rng.randint(1, 8))
    net = Network(DATA, tiles)
    first, onward = starts_and_onward(net, tokens, "CoG")
    count = 2 * len(net.borders.names)
    expected = every_walk(first, onward)
    assert reachability.crossable(first, onward, count) == expected
    assert reachability.exact(first, onward, count) == expected
    reach = explore(net, tokens, "CoG")
    assert entries(reach) == {(net.borders.into[c], net.borders.side[c]) for c in expected}
    assert reach.hexsides == {net.borders.names[c >> 1] for c in expected}


def entries(reach: Reach) -> set[tuple[str, int]]:
    return {(h, side) for h, sides in reach.doors.items() for side in sides}


BALLOON = "F6=57/1 F8=23/4 F10=29/1 E9=7/4 E11=7/0 E7=4/2"


def test_a_balloon_does_not_lead_back_over_its_own_stem():
    """Macon, F8, round F10-E9-E11 and back to F8 from the east, where a branch leads to E7: no train can run that."""
    reach = explore(network(DATA, laid(BALLOON)), {"F6.a.0": "CoG"}, "CoG")
    assert {"F6/4", "F10/1", "E9/5", "E11/0"} <= reach.hexsides
    assert ("F10", 2) in entries(reach)
    assert ("F10", 3) in entries(reach)  # the loop in both directions
    assert "E7.a" not in reach.stops
    assert ("E7", 5) not in entries(reach)
    both = explore(network(DATA, laid(BALLOON)), {"F6.a.0": "CoG", "E7.a.+": "CoG"}, "CoG")
    assert ("E7", 5) not in entries(both)  # from E7 round the balloon and back is the same stem


def test_a_loop_with_a_second_way_in_leads_out_over_the_stem():
    """The balloon's loop, entered from the east as well: now the stem is free for the way to E7."""
    tiles = laid(BALLOON + " D10=5/5") | laid("E11=24/0")  # E11 joins D10 (its side 2) with E9 and F10
    reach = explore(network(DATA, tiles), {"F6.a.0": "CoG", "D10.a.0": "CoG"}, "CoG")
    assert ("F8", 4) in entries(reach)
    assert ("E7", 5) in entries(reach)
    assert "E7.a" in reach.stops


def test_closed_cities_are_entered_and_not_left():
    tiles = laid("F6=57/1 F4=9/1 F8=9/1")
    net = network(DATA, tiles)
    own_trains = {"F6.a.0": "CoG"}
    assert "F2/4" in explore(net, own_trains, "CoG").hexsides
    theirs = {"F6.a.0": "GA"}
    assert blocked_cities(net, theirs, "CoG") == {"F6.a"}
    assert blocked_cities(net, theirs, "GA") == set()
    assert blocked_cities(net, {"F6.a.+": "GA"}, "CoG") == set()  # beside the circles
    assert "F6.a" not in passable_stops(net, theirs, "CoG")
    assert "E1.a" in passable_stops(net, {"E1.a.+": "neutral"}, "CoG")  # no circles: never closed
    assert "J12.a" not in passable_stops(net, {"J12.a.0": "ACL"}, "ACL")
    assert "J12.a" in passable_stops(net, {"J12.a.0": "ACL"}, "ACL", ["J12.a"])


def test_a_station_in_no_city_yet_reaches_its_hex():
    reach = explore(network(DATA, {}), {"D4.+.0": "W&A"}, "W&A")
    assert reach.bare == reach.hexes == {"D4"}
    assert not reach.stops
    assert not reach.hexsides


def test_a_fork_is_not_reversed():
    """F8 forks: from Macon to G7 and to G9; who comes from G7 goes on to Macon, never to G9."""
    tiles = laid("F6=57/1 F8=28/1 G7=9/0")
    out = explore(network(DATA, tiles), {"F6.a.0": "CoG"}, "CoG")
    assert {("F8", 1), ("G7", 3), ("G9", 2)} <= entries(out)
    back = explore(network(DATA, tiles | laid("H6=8/1 H4=57/1")), {"H4.a.0": "G&F"}, "G&F")
    assert {("F8", 0), ("F6", 4)} <= entries(back)
    assert ("G9", 2) not in entries(back)


def test_segments_join_stops_over_plain_track():
    net = network(DATA, laid("F6=57/1 F8=9/1 F4=8/4 E7=3/0"))
    graph = stop_graph(net)
    assert set(graph) == set(net.stops)
    for s in net.segments:
        assert s.mask.bit_count() == len(s.path)
        assert {net.borders.into[c] for c in s.path} <= s.hexes


def test_a_segment_may_pass_a_junction_twice_only_where_the_title_says_so():
    """Four spokes on H8, two of them joined by a loop through H6, G7 and G9."""
    data = structs.replace(DATA, tiles=all_tiles())
    tiles = laid("H8=544/0 H6=7/3 G7=8/4 G9=7/0 I7=4/0 H10=8/5 I11=57/2")
    once = [s for s in network(data, tiles).segments if (s.a, s.b) == ("I11.a", "I7.a")]
    assert [len(s.path) for s in once] == [3]
    twice = [s for s in network(data, tiles, rejoin=True).segments if (s.a, s.b) == ("I11.a", "I7.a")]
    assert [len(s.path) for s in twice] == [3, 7, 7]
