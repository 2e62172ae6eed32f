"""Questions about the map as a graph: what a company reaches, what would join two places, which hex is the only link."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from bot.model.board.map_graph import Gap, MapGraph
from bot.views.pages.network_page import blocked_words, company_text, gap_text, gap_words
from game.load import load
from game.play import Game
from game.routing import company_reach
from render.data.marks import Marks
from render.data.tile_upgrades import tiles_to_come
from render.text.reach_words import reached_words
from tests.support.board_notation import board
from tests.support.random_boards import random_tiles, random_tokens
from titles import TITLES

ATLANTA_TO_MACON = "D4=57/2[W&A] E5=9/2 "  # the track goes on to F6, and past Macon to G7


def graph(line: str, company: str = "") -> MapGraph:
    g = board(line)
    return MapGraph(g.state, g.rules, company)


def hex_of(stop: str) -> str:
    return stop.partition(".")[0]


def test_a_company_with_a_station_begins_there_and_one_without_at_its_home():
    placed, home = graph("F6=57/1[CoG]", "CoG"), graph("", "CoG")
    assert placed.reached_stops == {"F6.a"}
    assert home.reached_stops == set()
    assert placed.starting_hexes() == home.starting_hexes() == ("F6",)
    assert "F6" not in {gap.target for gap in [*placed.missing_places(), *home.missing_places()]}


def test_places_that_track_joins_have_no_gap():
    assert graph("F6=57/0 E7=4/0").find_gap(["F6"], "E7") == Gap("E7", (), 0)
    gap = graph("F6=57/1 E7=4/0").find_gap(["F6"], "E7")
    assert gap is not None
    assert gap.hexes in {("F6",), ("E7",)}, "one upgrade, at either end"


def test_a_gap_is_the_fewest_hexes_and_the_cheapest_ground():
    it = graph("F6=57/1 F8=9/1")
    gap = it.find_gap(["F6"], "G13")
    assert gap is not None
    assert (gap.hexes[0], gap.hexes[-1], len(gap.hexes)) == ("F10", "G13", 3), "the track ends at F10"
    other = it.rules.data.hexes
    assert gap.terrain == min(other["F12"].cost, other["G11"].cost) + other["F10"].cost + other["G13"].cost


def test_nearest_places_come_first():
    lengths = [(len(gap.hexes), gap.terrain) for gap in graph("F6=57/1[CoG]", "CoG").missing_places()]
    assert len(lengths) > 5
    assert lengths == sorted(lengths)


def test_a_city_that_others_fill_leads_no_further():
    passed, filled = graph(f"{ATLANTA_TO_MACON} F6=57/2", "W&A"), graph(f"{ATLANTA_TO_MACON} F6=57/2[CoG]", "W&A")
    assert {hex_of(s) for s in passed.reached_stops} == {hex_of(s) for s in filled.reached_stops} == {"D4", "F6"}
    near, far = ({gap.target: len(gap.hexes) for gap in it.missing_places()}["G13"] for it in (passed, filled))
    assert (near, far) == (4, 5), "G7, G9, G11, G13; and Macon first, where a further circle is needed"


def test_the_only_link_is_named_with_what_it_leads_to():
    assert graph(f"{ATLANTA_TO_MACON} F6=57/2", "W&A").only_links() == {"E5": ("F6",)}
    assert graph(f"{ATLANTA_TO_MACON} F6=57/2[W&A]", "W&A").only_links() == {}, "a station on both sides"


@pytest.mark.parametrize("seed", range(40))
def test_only_links_are_those_that_taking_each_hex_away_shows(seed):
    data, rng = load("18ga"), Random(seed)
    g = board()
    g.state.tiles = random_tiles(data, rng, rng.choice([0.3, 0.5, 0.7]))
    g.state.tokens = random_tokens(data, rng, g.state.tiles, ["CoG", "GA"], rng.randint(1, 6))
    it = MapGraph(g.state, g.rules, "CoG")
    passable, stations = company_reach.passable(it.game, "CoG") | it.stations, {hex_of(s) for s in it.stations}

    def walked(without: str) -> set[str]:
        """The stops that are come to over track outside a hex."""
        seen, todo = set(it.stations), [*it.stations]
        while todo:
            stop = todo.pop()
            for s in it.network.segments:
                if stop in {s.a, s.b} and stop in passable and without not in s.hexes:
                    todo += {s.a, s.b} - seen
                    seen |= {s.a, s.b}
        return seen

    wanted = {}
    for h in sorted(data.hexes.keys() - stations):
        lost = {hex_of(s) for s in (walked("") - walked(h)) & it.reached_stops} - {h}
        if lost & set(it.places):
            wanted[h] = tuple(sorted(lost & set(it.places)))
    assert it.only_links() == wanted


def test_two_places_on_one_track_are_joined_by_it():
    """`Track leads from … already` was said instead, and the map did not mark where."""
    it = graph("F6=57/0 E7=4/0")
    assert gap_text(it, "F6", "E7", it.find_gap(["F6"], "E7")) == (
        "Macon (F6) and Milledgeville (E7) are joined by track."
    )
    assert it.track_from("F6") == it.track_from("E7") != frozenset()
    assert it.track_from("D4") == frozenset()


def test_what_others_stations_block_names_them_and_where():
    """ "0 hexes to build ()" was said."""
    line = "D4=57/2[W&A] E5=9/2 F6=57/2{} G7=9/2 H8=57/2"
    free, it = (graph(line.format(full), "W&A") for full in ("", "[CoG]"))
    gaps = {gap.target: gap for gap in it.missing_places()}
    assert "H8" not in {gap.target for gap in free.missing_places()}
    for hex_ in ("H8",):
        assert it.blocking_cities(hex_) == ("F6.a",)
    assert gap_words(it, Gap("H8", (), 0)) == "blocked by CoG's station in Macon (F6)"
    assert "()" not in company_text(it)
    counted = reached_words(it.view, it.rules, Marks(network=it.hexsides, runner=it.company))
    assert company_text(it).replace("*", "").startswith(f"{counted}: "), "picture and list count alike"
    assert all(gap.hexes or gap_words(it, gap).startswith(("blocked", "track")) for gap in gaps.values())


FULL = (  # the end of a game: Augusta, Rome and Waycross are brown, and others' stations fill them
    "B4=8/0 C3=63/0[W&A.a.0 CoG.a.1] C5=24/4 C7=24/1 C9=29/5 D10=456a/0[GA.a.0 SAL.a.1] D2=9/0 "
    "D4=455a/0[W&A.a.0 G&F.b.0 CoG.c.0] D6=23/1 D8=27/0 E11=9/2 E3=8/1 E5=23/2 E7=142/3 F12=9/2 F2=24/2 F4=47/0 "
    "F6=458a/1[CoG.a.0] F8=9/0 G11=142/1 G13=459a/1[SAL.a.0 GA.a.1] G3=63/0[G&F.a.0 ACL.a.1] G5=45/3 G7=23/5 H10=9/0 "
    "H12=9/0 H4=63/0 H6=42/2 H8=23/2 I11=6/5 I5=8/0 I7=143/2 I9=63/0[ACL.a.0 SAL.a.1] J10=8/2 J12[ACL.a.0] J6=9/1 J8=8/1"
)


def test_a_brown_city_full_of_others_stations_is_no_hex_to_build():
    """ "Savannah: one hex to build (D10)" was said, of a brown tile that others fill and that nothing follows."""
    it = graph(FULL, "SAL")
    said = {gap.target: gap_words(it, gap) for gap in it.missing_places()}
    assert said == {
        "B10": "one hex to build (C9)",
        "A3": "blocked by W&A's and CoG's stations in Rome (C3); another way: 2 hexes to build (C5, B4)",
    }


def test_a_full_city_that_may_get_another_circle_says_so():
    it = graph(f"{ATLANTA_TO_MACON} F6=57/2[CoG] G7=9/2 H8=9/2 I9=57/2", "W&A")
    gap = it.find_gap(it.starting_hexes(), "I9")
    assert gap is not None
    assert gap_words(it, gap) == "blocked by CoG's station in Macon (F6), until Macon (F6) has another circle"
    wider = (t for t, tile in it.rules.data.tiles.items() if sum(city.slots for city in tile.cities) > 1)
    it.view.supply |= dict.fromkeys(wider, 0)
    none_left = MapGraph(it.view, it.rules, "W&A")
    gap = none_left.find_gap(none_left.starting_hexes(), "I9")
    assert gap is None or "another circle" not in gap_words(none_left, gap), "no tile is left that has one"


def test_a_tile_that_is_gone_for_good_opens_no_city():
    """18EU's Y cities have no gray tile, and 18TN's only gray one stays where it lies: both were named as what to build."""
    eu, tn = (TITLES[title].rules((), 3) for title in ("18EU", "18TN"))
    assert tiles_to_come(eu, "H19", "582") == {}
    state = Game.new(tn, ("ann", "bob", "cid"), "1").state
    assert "TN3" in MapGraph(state, tn)._tiles_to_come["H3"]
    assert "TN3" not in MapGraph(structs.replace(state, supply={**state.supply, "TN3": 0}), tn)._tiles_to_come["H3"]


@pytest.mark.parametrize("seed", range(10))
def test_what_no_tile_follows_is_no_hex_to_build(seed):
    """ "to build: Prague (J11), upgrade of 513" was drawn, of a gray tile."""
    g, rng = board(), Random(seed)
    g.state.tiles = random_tiles(g.rules.data, rng, 0.6)
    g.state.tokens = random_tokens(g.rules.data, rng, g.state.tiles, ["CoG", "GA"], 5)
    gaps = MapGraph(g.state, g.rules, "CoG").missing_places()
    laid = {h: g.state.tiles[h].tile if h in g.state.tiles else "" for gap in gaps for h in gap.hexes}
    assert laid
    assert [h for h, tile in laid.items() if not tiles_to_come(g.rules, h, tile)] == []


def test_many_cities_that_block_the_way_are_named_without_owners():
    """Five cities with three owners each took five lines of a phone."""
    assert blocked_words(graph("", "W&A"), ["F6.a", "D10.a", "H4.a"]) == (
        "blocked by stations in Macon (F6), Augusta (D10) and Albany (H4)"
    )


def test_of_several_cities_in_a_hex_the_one_that_is_lost_is_named():
    """ "Montgomery: the only way to Atlanta" was said of a company that stands in Atlanta."""
    said = company_text(graph(FULL, "CoG"))
    assert "• Montgomery (E1) and E3: each the only way to the city of Atlanta (D4) toward E3" in said


def test_a_chain_of_only_links_is_one_line():
    """Thirty-seven lines of 18 India named each hex of a chain on its own."""
    it = graph(f"{ATLANTA_TO_MACON} F6=57/2 G7=9/2 H8=9/2 I9=57/2", "W&A")
    said = company_text(it)
    assert it.only_links()["G7"] == it.only_links()["H8"] == ("I9",)
    assert "• Macon (F6), G7 and H8: each the only way to Waycross (I9)" in said
