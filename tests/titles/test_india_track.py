"""18 India 8.4.1, 8.4.2: track in one line, rivers, gauges, double cities; homes; what privates add. Traps are the digest's."""

from __future__ import annotations

import pytest

from bot.model.action_form import Draft
from bot.model.board.lay_cost import has_free_ground, lay_cost
from bot.views.console.hints import building_cost_words
from bot.views.formatting import action_phrase, action_words
from bot.views.options.screen import make_screen
from game.actions import LayTile, Pass, PayDividend, PlaceToken, RunTrains, Use
from game.checks import StationPermit
from game.play import Game
from game.routing import company_reach
from game.state import Laid
from game.station_checks import home_kept
from game.stations import Site, take_off, tile_in
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn
from game.steps.run import RunRoutes
from game.steps.token import PlaceToken as TokenStep
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from render.data import queries
from render.text.descriptions import describe
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare, give, operate, price, running
from tests.support.title_positions import play, refused, settle, verbs
from titles.india import closing, control
from titles.india.actions import RemoveGauge
from titles.india.closing import TakeOver
from titles.india.holdings import TrackDone


def directed(g: Game, company: str, cash: int = 300) -> Game:
    """A floated company that p0 directs."""
    give(g, "p0", company, 0, director=True)
    running(g, company, "p0", cash=cash)
    return g


def laying(company: str, cash: int = 300, options: tuple[str, ...] = (), **privates: str) -> Game:
    """That company is about to lay track; privates and their owners by keyword."""
    g = directed(bare(4, *options), company, cash)
    g.state.place |= privates
    return operate(g, company, LayTrack(company), TrackDone(company), TokenStep(company))


def whole_turn(g: Game, company: str) -> Game:
    """That company begins its turn."""
    operate(g, company, LayTrack(company))
    g.state.agenda = [*g.state.agenda[:-2], CompanyTurn(company)]
    return settle(g)


def put(g: Game, **tiles: str) -> Game:
    """Tiles on the map: D17="57.0"."""
    for hex_id, tile in tiles.items():
        name, _, rotation = tile.rpartition(".")
        g.state.tiles[hex_id] = Laid(name, int(rotation))
        g.state.supply[name] -= 1
    return settle(g)


def lays(g: Game, using: str = "") -> list[LayTile]:
    return [a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.using == using]


def hexes(g: Game, using: str = "") -> set[str]:
    return {a.hex for a in lays(g, using)}


def lay(g: Game, hex_id: str, tile: str, rotation: int, using: str = "") -> None:
    play(g, LayTile(hex_id, tile, rotation, using, by="p0"))


# ---------------------------------------------------------------------- 8.4.1: track


def test_8_4_1_1_the_chain_goes_on_through_printed_track() -> None:
    """Trap 20."""
    g = laying("PNS")
    assert {"D5", "E4"} <= hexes(g)
    lay(g, "D5", "8", 1)  # from D3 to the gray C6
    assert hexes(g) == {"C8", "D7"}
    refused(g, LayTile("E4", "58", 0, by="p0"), "", "8.4.1.1")
    lay(g, "C8", "9", 0)
    assert hexes(g) == {"C10"}


def test_8_4_1_1_a_further_tile_joins_the_last_one() -> None:
    """D7 is where the last tile leads; a tile there that only goes on from E6 would begin another line."""
    g = put(laying("PNS"), E4="8.0", E6="8.1")
    lay(g, "D5", "9", 0)
    refused(g, LayTile("D7", "8", 4, by="p0"), "would not join the line of the tiles", "8.4.1.1")
    refused(g, LayTile("E2", "7", 0, by="p0"), "would not continue the line of this turn", "8.4.1.1")


def test_8_4_1_1_four_yellow_tiles_at_most() -> None:
    g = laying("PNS")
    lay(g, "D5", "8", 1)
    lay(g, "C8", "9", 0)
    lay(g, "C10", "9", 0)
    assert hexes(g) == {"C12"}
    play(g, next(a for a in lays(g) if a.hex == "C12"))
    assert not lays(g)


def test_8_4_1_1_no_return_to_the_other_side_of_a_station() -> None:
    """Each further tile extends the same end: after D5 to the south nothing from Lahore to the east."""
    g = laying("PNS")
    lay(g, "D5", "9", 0)
    assert hexes(g) == {"D7"}


@pytest.mark.parametrize(
    ("options", "again"), [((), False), (("18xx.games",), False), (("18xx.games", "line_passes_again"), True)]
)
def test_8_4_1_1_a_line_does_not_come_back_through_its_station(options, again) -> None:
    """PNS closes a ring at Lahore with E2; D5 would go on from Lahore to the south, through the station a second time."""
    g = directed(bare(4, *options), "PNS")
    operate(g, "PNS", LayTrack("PNS"))
    put(g, F3="7.1", E4="58.2")
    lay(g, "E2", "8", 5)
    assert ("D5" in hexes(g)) == again


@pytest.mark.parametrize(
    ("options", "again"), [((), False), (("18xx.games",), False), (("18xx.games", "line_passes_again"), True)]
)
def test_8_4_1_1_a_line_passes_no_junction_twice(options, again) -> None:
    """E6 closes a ring at the junction D7; D9 would go on from there, through the junction a second time."""
    g = directed(bare(4, *options), "PNS")
    operate(g, "PNS", LayTrack("PNS"))
    put(g, D5="9.0", D7="545.3", E8="7.2")
    lay(g, "E6", "7", 0)
    assert ("D9" in hexes(g)) == again


def test_8_4_1_1_a_line_passes_another_station_of_its_company() -> None:
    """From a second station beyond the ring the same way goes through Lahore once."""
    g = laying("PNS")
    g.state.tokens["G8.a.0"] = "PNS"
    put(g, G8="235.3", G6="9.0", G4="8.0", F3="9.2")
    lay(g, "E2", "8", 5)
    assert "D5" in hexes(g)


@pytest.mark.parametrize(("options", "beyond"), [((), True), (("line_by_last_tile",), False)])
def test_8_4_1_1_the_line_goes_on_through_red_mumbai(options, beyond) -> None:
    """WIP lays Pune with a way to Mumbai and one to D25: the rulebook lets it go on beyond Mumbai, at E22."""
    g = directed(bare(4, *options), "WIP")
    operate(g, "WIP", LayTrack("WIP"))
    lay(g, "E24", "5", 1)
    assert "D25" in hexes(g)
    assert ("E22" in hexes(g)) == beyond


@pytest.mark.parametrize(("options", "beyond"), [((), True), (("line_by_last_tile",), False)])
def test_8_4_1_1_the_line_goes_on_through_the_last_tile_as_p3_has_upgraded_it(options, beyond) -> None:
    """D5 leads to D7; P3 gives it a third exit to gray C6. The rulebook lets the line go on beyond C6, at C8."""
    g = laying("PNS", options=options, P3="p0")
    lay(g, "D5", "9", 0)
    assert hexes(g) == {"D7"}
    play(g, next(a for a in lays(g, "P3") if a.hex == "D5" and exits(g, a) == {0, 1, 3}))
    assert "D7" in hexes(g)
    assert ("C8" in hexes(g)) == beyond


def test_8_4_1_one_upgrade_or_yellow_tiles() -> None:
    """Trap 22."""
    g = put(laying("PNS", P2="p0", P3="p0"), D5="9.0")
    g.state.tiles["D7"], g.state.tiles["D9"] = Laid("9", 0), Laid("9", 0)
    settle(g)
    upgrade = next(a for a in lays(g) if a.hex == "D5")
    yellow = next(a for a in lays(g) if a.hex not in g.state.tiles)
    h = Game.load(g.rules, g.snapshot())
    play(g, upgrade)
    assert not lays(g)
    assert lays(g, "P2")
    assert {g.rules.data.tiles[a.tile].colour for a in lays(g, "P3")} == {"green", "brown"}
    play(h, yellow)
    assert all(a.hex not in h.state.tiles for a in lays(h))
    assert lays(h, "P3")
    refused(h, upgrade, "")


def test_8_4_1_4_hill_on_upgrade_is_free_and_a_river_is_not() -> None:
    """Trap 23."""
    g = put(laying("WR"), C16="58.5", D17="57.0", E18="8.0")
    g.state.marks["crossed"] = []
    settle(g)
    wanted = next(a for a in lays(g) if a.hex == "D17" and 2 in exits(g, a))
    other = next(a for a in lays(g) if a.hex == "D17" and 2 not in exits(g, a))
    for action, cost in ((wanted, 30), (other, 0)):
        h = Game.load(g.rules, g.snapshot())
        play(h, action)
        assert h.state.cash["WR"] == 300 - cost


def exits(g: Game, action: LayTile) -> frozenset[int]:
    return frozenset(g.rules.data.face(action.hex, Laid(action.tile, action.rotation)).exits)


def test_8_4_1_4_the_hill_is_paid_with_the_first_tile_alone() -> None:
    """Trap 23: E18."""
    g = put(laying("WR"), D17="57.5")
    first = next(a for a in lays(g) if a.hex == "E18" and a.tile == "9")
    h = Game.load(g.rules, g.snapshot())
    play(h, first)
    assert h.state.cash["WR"] == 285
    put(g, E18=f"9.{first.rotation}")
    play(g, next(a for a in lays(g) if a.hex == "E18"))
    assert g.state.cash["WR"] == 300


@pytest.mark.parametrize(("phase", "marker"), [("I", True), ("III", True), ("IV", False)])
def test_8_4_1_3_a_gauge_marker_where_track_meets_until_phase_iv(phase, marker) -> None:
    g = laying("EIR")
    g.state.phase, g.state.tokens = phase, {"P17.a.0": "EIR"}
    put(g, P17="235.0", Q18="9.1", R15="9.0")
    lay(g, "R13", "4", 0)
    assert g.state.marks.get("gauge", []) == ["R13/0"] * marker
    assert "R13/0" in g.state.marks["crossed"]


def test_8_4_1_3_a_marker_is_removed_in_place_of_all_track_work() -> None:
    g = laying("EIR")
    g.state.tokens = {"P17.a.0": "EIR"}
    put(g, P17="235.0", Q18="9.1", R15="9.0", R13="4.0")
    g.state.marks["gauge"] = ["R13/0"]
    settle(g)
    assert "RemoveGauge" not in verbs(g, "p0")
    g.state.phase = "IV"
    settle(g)
    play(g, RemoveGauge("R13/0", by="p0"))
    assert g.state.marks["gauge"] == []
    assert not lays(g)


def test_8_4_1_5_the_ferry_costs_60_and_stays() -> None:
    g = put(laying("EIR"), L39="3.1", K38="4.2")
    g.state.tokens = {"K40.a.0": "EIR"}
    settle(g)
    ferry = next(a for a in lays(g) if a.hex == "J37")
    assert {(a.tile, exits(g, a)) for a in lays(g) if a.hex == "J37"} == {
        ("IF1", frozenset({2, 5})),
        ("IF2", frozenset({3, 5})),
        ("IF2", frozenset({1, 5})),
    }
    play(g, ferry)
    assert g.state.cash["EIR"] == 240
    operate(g, "EIR", LayTrack("EIR"))
    assert "J37" not in hexes(g)


def test_8_4_1_4_the_ferry_lands_on_ceylon() -> None:
    """From the mainland too: IF2 between I38 and J35 would be no ferry."""
    g = put(laying("EIR"), J35="9.0")
    g.state.tokens = {"J33.a.0": "EIR"}
    put(g, J33="57.0")
    assert {(a.tile, exits(g, a)) for a in lays(g) if a.hex == "J37"} == {("IF2", frozenset({3, 5}))}
    refused(g, LayTile("J37", "IF2", 1, by="p0"), "a ferry goes to", "8.4.1.4")


# ---------------------------------------------------------------------- 8.4.1.5: gauge markers


def marked(*options: str, **privates: str) -> Game:
    """Phase IV; track of the EIR runs from Kolkata over Q18 and R15, with a marker at R13."""
    g = laying("EIR", 300, options, **privates)
    g.state.phase, g.state.tokens = "IV", {"P17.a.0": "EIR"}
    put(g, P17="235.0", Q18="9.1", R15="9.0", R13="4.0")
    g.state.marks["gauge"] = ["R13/0"]
    return settle(g)


def removable(g: Game) -> list[str]:
    """The markers that may be removed now."""
    return [a.side for c in g.choices("p0") for a in c if isinstance(a, RemoveGauge)]


def beside_a_route(*options: str) -> Game:
    """K12 is reached from Nepal by one of its tracks, K14 (full) by L13; the marked track between them is another one."""
    g = marked(*options)
    g.state.tokens |= {"M10.a.0": "EIR", "M10.b.0": "EIR", "K14.a.0": "NCR"}
    put(g, L11="9.1", K12="IND2.2", M12="8.1", L13="4.1", K14="5.3")
    g.state.marks["gauge"] = ["K12/0", "R13/0"]
    settle(g)
    assert {"K12", "K14"} <= company_reach.reach(g, "EIR").hexes
    return g


def test_8_4_1_5_by_the_switch_both_hexes_of_a_marker_are_enough() -> None:
    """18xx.games lets a company remove a marker between two hexes that it reaches; one of the two is not enough there either."""
    g = beside_a_route("marker_by_hexes")
    assert removable(g) == ["K12/0", "R13/0"]
    h = Game.load(g.rules, g.snapshot())
    play(h, RemoveGauge("K12/0", by="p0"))
    assert h.state.marks["gauge"] == ["R13/0"]
    g.state.marks["gauge"] = ["K12/1", "R13/0"]
    settle(g)
    assert "J13" not in company_reach.reach(g, "EIR").hexes
    refused(g, RemoveGauge("K12/1", by="p0"), "no route of EIR", "8.4.1.5")
    g.state.phase = "III"
    settle(g)
    assert removable(g) == []


def test_8_4_1_5_a_route_comes_to_the_marker_not_to_its_hexes() -> None:
    g = beside_a_route()
    assert removable(g) == ["R13/0"]
    refused(g, RemoveGauge("K12/0", by="p0"), "no route of EIR", "8.4.1.5")
    refused(g, RemoveGauge("Q18/1", by="p0"), "there is no gauge marker", "8.4.1.5")
    g.state.phase = "III"
    settle(g)
    refused(g, RemoveGauge("R13/0", by="p0"), "from phase IV on", "3.4")


def test_2_5_a_marker_is_removed_also_after_a_tile_of_the_portuguese_and_that_is_laid_after_it() -> None:
    first = marked(P2="p0")
    then = Game.load(first.rules, first.snapshot())
    play(first, lays(first, "P2")[0], RemoveGauge("R13/0", by="p0"))
    assert first.state.marks["gauge"] == []
    assert not lays(first)
    play(then, RemoveGauge("R13/0", by="p0"))
    assert not lays(then)
    play(then, lays(then, "P2")[0])
    assert then.state.place["P2"] == "gone"


def test_8_4_1_5_a_marker_is_not_removed_once_a_tile_was_laid() -> None:
    g = marked()
    lay(g, "R11", "8", 0)
    refused(g, RemoveGauge("R13/0", by="p0"), "instead of laying track", "8.4.1.5")


# ---------------------------------------------------------------------- the rulebook's example, and double cities


def test_8_the_rulebooks_example() -> None:
    """Trap 21: two operating rounds of the EIR."""
    g = directed(bare(), "EIR", 600)
    g.state.marks["guaranty"] = []
    whole_turn(g, "EIR")
    lay(g, "P17", "235", 0)
    play(g, PlaceToken("P17.a", by="p0"))
    for hex_id, tile, turned in (("Q18", "9", 1), ("R15", "9", 0), ("R13", "4", 0)):
        lay(g, hex_id, tile, turned)
    assert g.state.cash["EIR"] == 570
    assert g.state.marks["gauge"] == ["R13/0"]
    while "BuyTrain" not in verbs(g, "p0"):
        play(g, Pass(by="p0"))
    assert price(g, "EIR") == 90
    for train in ("2-1", "2-2"):
        play(g, next(a for c in g.choices("p0") for a in c if getattr(a, "train", "") == train))
    assert g.state.cash["EIR"] == 210

    whole_turn(g, "EIR")
    for hex_id, tile, turned in (("R11", "8", 0), ("P11", "9", 1), ("O12", "8", 2), ("N11", "9", 2)):
        lay(g, hex_id, tile, turned)
    play(g, PlaceToken("Q10", by="p0"))
    assert g.state.cash["EIR"] == 170
    play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, RunTrains)))
    assert g.company("EIR").earned == 150
    before = g.state.cash["p0"]
    play(g, PayDividend("full", by="p0"))
    assert g.state.cash["p0"] - before == 2 * 15
    assert price(g, "EIR") == 100


@pytest.mark.parametrize("city", ["P17.a", "P17.b"])
def test_8_4_1_1_the_layer_of_a_double_city_chooses_for_its_token(city) -> None:
    """The unfloated resident keeps the other city."""
    g = laying("EIR", 600)
    lay(g, "P17", "235", 0)
    assert verbs(g, "p0") == {"PlaceToken"}
    play(g, PlaceToken(city, by="p0"))
    assert g.state.tokens == {f"{city}.0": "EIR"}
    other = ({"P17.a", "P17.b"} - {city}).pop()
    if "EBR" in g.state.marks["in game"]:
        assert g.state.marks.get("home.EBR", [other]) == [other]
    assert ("Q18" in hexes(g)) == (city == "P17.a"), "the line goes on from the city with track"


def test_8_4_1_1_without_a_token_the_elder_resident_gets_the_track() -> None:
    """NWR keeps the city with the track, SPD the other one."""
    g = put(bare(), G8="235.0")
    assert g.rules.data.companies["NWR"].home == ("G8.a",)
    assert g.rules.data.companies["SPD"].home == ("G8.b",)
    directed(g, "NWR")
    assert g.state.tokens == {"G8.a.0": "NWR"}
    assert tile_in(g, "G8").tracks[0].b == "a" or tile_in(g, "G8").tracks[0].a == "a"


def with_danish(**tokens: str) -> Game:
    """The PNS has the Danish company and is about to place a station; other stations by hex and city, `P17_0`."""
    g = laying("PNS", P5="p0")
    g.state.tokens |= {f"P17.+.{slot[-1]}": company for slot, company in tokens.items()}
    settle(g)
    play(g, Pass(by="p0"))
    return g


def resident(g: Game, *companies: str) -> None:
    """These companies alone are at home in Kolkata, none of them has floated."""
    for company in ("EIR", "EBR"):
        g.company(company).closed = company not in companies
    settle(g)


def test_8_4_2_2_an_unbuilt_double_city_has_two_circles() -> None:
    """One is kept for the only resident, so one other company finds room; a third station stands beside."""
    g = with_danish()
    resident(g, "EIR", "EBR")
    site = Site("PNS", g.rules.data.hexes["P17"], tile_in(g, "P17").cities[1], StationPermit(0, connected=False))
    assert home_kept(g, site)
    resident(g, "EIR")
    assert home_kept(g, site) is None
    play(g, PlaceToken("P17", "P5", by="p0"))
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("P17")} == {"P17.+.0": "PNS"}
    assert home_kept(g, site._replace(company="MR"))
    assert home_kept(g, site._replace(company="EIR")) is None


@pytest.mark.parametrize("city", ["P17.a", "P17.b"])
def test_2_5_a_danish_station_beside_an_unbuilt_double_city_never_takes_a_circle_of_others(city) -> None:
    """Both circles are taken; whoever lays the tile chooses for the others first, and then beside which city it stands."""
    g = with_danish(P17_0="MR", P17_1="EIR")
    play(g, PlaceToken("P17", "P5", by="p0"))
    assert g.state.tokens["P17.+.+"] == "PNS"
    operate(g, "PNS", LayTrack("PNS"))
    lay(g, "P17", "235", 0)
    for chosen in (city, {"P17.a": "P17.b", "P17.b": "P17.a"}[city]):
        offered = [a.city for c in g.choices("p0") for a in c if isinstance(a, PlaceToken)]
        if chosen in offered and len(offered) > 1:
            play(g, PlaceToken(chosen, by="p0"))
    here = {s: c for s, c in g.state.tokens.items() if s.startswith("P17")}
    assert sorted(here.values()) == ["EIR", "MR", "PNS"]
    assert here[f"{city}.0"] == "MR"
    assert next(s for s, c in here.items() if c == "PNS").endswith(".+")
    take_off(g, f"{next(s for s, c in here.items() if c == 'PNS')[:5]}.0")
    assert "PNS" in {c for s, c in g.state.tokens.items() if s.endswith(".0")}


def test_8_4_1_1_a_choice_of_cities_is_never_empty() -> None:
    """Of three stations in a double city, as old positions may have, the third finds no circle: play goes on."""
    g = laying("EIR", 600)
    g.state.tokens = {"P17.+.0": "EIR", "P17.+.1": "MR", "P17.+.2": "PNS"}
    settle(g)
    lay(g, "P17", "235", 0)
    play(g, PlaceToken("P17.a", by="p0"))
    assert g.state.tokens == {"P17.a.0": "EIR", "P17.b.0": "MR", "P17.+.2": "PNS"}
    assert "LayTile" in verbs(g, "p0")


def test_8_4_2_2_a_station_that_leaves_an_unbuilt_double_city_makes_room_for_one() -> None:
    """The next one does not take the place of the one that stays."""
    g = with_danish(P17_0="MR", P17_1="EIR")
    resident(g)
    take_off(g, "P17.+.0")
    play(g, PlaceToken("P17", "P5", by="p0"))
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("P17")} == {"P17.+.0": "PNS", "P17.+.1": "EIR"}


# ---------------------------------------------------------------------- 2.4.3: the home of the GIPR


def gipr(*options: str, cash: int = 100) -> Game:
    """The GIPR has just floated; p0 is its manager."""
    g = bare(4, *options)
    give(g, "p0", "GIPR", 3)
    g.company("GIPR").president = "p0"
    g.state.cash["GIPR"] = cash
    g.state.cash["bank"] -= cash
    operate(g, "NWR")
    control.settle(g, "GIPR")
    return settle(g)


def test_2_4_3_the_gipr_settles_in_a_free_city_or_makes_a_town_one() -> None:
    g = gipr()
    assert verbs(g, "p0") == {"PlaceToken", "LayTile"}
    cities = {a.city for c in g.choices("p0") for a in c if isinstance(a, PlaceToken)}
    assert {"K30", "I20", "D3"} - cities == kept(g, "K30", "I20", "D3")
    assert "A16" in cities
    towns = hexes(g)
    assert "F17" in towns
    assert not towns & {"K38", "L39", "E22", "F5", "H35", "K12", "C18", "P19"}
    assert {a.tile for a in lays(g)} == {"12", "13", "205", "206"}
    refused(g, LayTile("K38", "12", 0, by="p0"), "")


def kept(g: Game, *cities: str) -> set[str]:
    """Those whose last circle waits for an unfloated company."""
    found = set()
    for city in cities:
        stop = tile_in(g, city).cities[0]
        site = Site("GIPR", g.rules.data.hexes[city], stop, StationPermit(0, connected=False))
        found |= {city} if home_kept(g, site) else set()
    return found


@pytest.mark.parametrize(("options", "left"), [((), 100), (("gipr_pays_terrain",), 70)])
def test_2_4_3_the_ground_of_its_home_is_free(options, left) -> None:
    """H17 is a mountain; 18xx.games lets the GIPR pay for it."""
    g = gipr(*options)
    view = g.view("p0")
    lay = next(a for a in lays(g) if a.hex == "H17")
    for words in (action_words(lay, view, g.rules), action_phrase(lay, view, g.rules)):
        assert words.endswith(" for ₹30") is (left == 70)
    screen = make_screen(g.choices("p0"), Draft("LayTile", {"hex": "H17"}))
    assert building_cost_words(screen, view, g.rules) == ("Building in H17 costs ₹30." if left == 70 else "")
    assert lay_cost(lay, view, g.rules) == 100 - left
    play(g, lay)
    assert g.state.cash["GIPR"] == left
    assert g.state.tokens == {"H17.a.0": "GIPR"}


def test_2_4_3_rivers_are_paid_for_its_home() -> None:
    g = gipr()
    g.state.tiles["C14"] = Laid("9", 0)
    g.state.tiles["D17"] = Laid("57", 2)  # towards C16
    settle(g)
    lay = next(a for a in lays(g) if a.hex == "C16" and 5 in exits(g, a))
    assert action_words(lay, g.view("p0"), g.rules).endswith(", for ₹30")
    play(g, lay)
    assert g.state.cash["GIPR"] == 70


# ---------------------------------------------------------------------- 2.0, 8.4.2: stations


def test_2_0_one_place_in_mumbai_stays_for_the_br() -> None:
    """Trap 35."""
    g = bare()
    g.state.marks["in game"].append("BR")
    g.company("BR").closed = False

    def open_cities() -> set[str]:
        found = set()
        for stop in tile_in(g, "D23").cities:
            site = Site("PNS", g.rules.data.hexes["D23"], stop, StationPermit(0, connected=False))
            if g.rules.refusal(g.rules.tokens.checks[2:5], g, site) is None:
                found.add(stop.name)
        return found

    assert open_cities() == {"a", "b"}
    g.state.tokens["D23.a.0"] = "EIR"
    g.changed()
    assert open_cities() == {"a", "b"}
    g.state.tokens["D23.a.1"] = "MR"
    g.changed()
    assert open_cities() == set()
    g.company("BR").closed = True
    g.changed()
    assert open_cities() == {"b"}


# ---------------------------------------------------------------------- 2.5, 8.2: privates


def test_2_5_the_portuguese_lay_a_tile_that_need_not_be_in_line() -> None:
    g = laying("PNS", P2="p0")
    lay(g, "D5", "9", 0)
    assert hexes(g) == {"D7"}
    assert "E4" in hexes(g, "P2")
    cash = g.state.cash["p0"]
    lay(g, *next((a.hex, a.tile, a.rotation) for a in lays(g, "P2") if a.hex == "E4"), "P2")
    assert g.state.place["P2"] == "gone"
    assert g.state.cash["p0"] - cash == 35
    assert hexes(g) == {"D7"}, "the normal line goes on"


def test_2_5_the_portuguese_may_lay_after_the_track_step() -> None:
    g = laying("PNS", P2="PNS")
    operate(g, "PNS", BuyTrains("PNS"))
    play(g, lays(g, "P2")[0])
    assert g.state.place["P2"] == "gone"
    assert g.state.cash["PNS"] == 335


def test_2_5_the_dutch_upgrade_beside_the_normal_track() -> None:
    g = put(laying("PNS", P3="p0"), D5="9.0", D7="9.0")
    both = next(a for a in lays(g) if a.hex == "D5"), next(a for a in lays(g, "P3") if a.hex == "D7")
    play(g, *both)
    assert {g.state.tiles[h].tile for h in ("D5", "D7")} & {"7", "8", "9"} == set()
    assert (g.state.place["P3"], g.state.cash["p0"]) == ("gone", 610)
    assert not lays(g)


@pytest.mark.parametrize(("options", "after"), [((), "tile"), (("help_closes_after_track",), "track")])
def test_2_5_the_french_pay_forty_of_the_ground_in_one_turn(options, after) -> None:
    """15 of the hill at E18 comes off, 25 are left and lost with the turn; the French leave as soon as they have helped."""
    g = directed(bare(4, *options), "WR")
    g.state.place["P4"] = "p0"
    put(operate(g, "WR", LayTrack("WR"), TrackDone("WR"), TokenStep("WR")), D17="57.5")
    play(g, Use("P4", by="p0"))
    assert g.state.place["P4"] == "p0"
    play(g, next(a for a in lays(g) if a.hex == "E18" and a.tile == "9"))
    assert g.state.cash["WR"] == 300
    assert g.state.marks["terrain help"] == ["WR", "25"]
    assert (g.state.place["P4"], g.state.cash["p0"]) == (("gone", 625) if after == "tile" else ("p0", 550))
    play(g, Pass(by="p0"))
    assert g.state.place["P4"] == "gone"
    assert g.state.cash["p0"] == 625
    while g.state.agenda and getattr(g.top_step(), "company", "") == "WR":
        play(g, Pass(by="p0"))
    assert "terrain help" not in g.state.marks


@pytest.mark.parametrize(("options", "helps"), [((), True), (("powers_by_step",), False)])
def test_2_5_the_french_help_with_a_tile_of_a_private_after_the_normal_track(
    options: tuple[str, ...], helps: bool
) -> None:
    """The player's Portuguese tile is still to come; 18xx.games has ended the track step with the upgrade."""
    g = put(laying("PNS", options=options, P2="p0", P4="p0"), D5="9.0")
    assert Use("P4", by="p0") in [a for c in g.choices("p0") for a in c]
    play(g, next(a for a in lays(g) if a.hex == "D5"))
    assert lays(g, "P2")
    assert not lays(g)
    assert (Use("P4", by="p0") in [a for c in g.choices("p0") for a in c]) == helps


@pytest.mark.parametrize("options", [(), ("powers_by_step",)])
def test_2_5_the_french_help_with_a_tile_of_the_company_s_own_private(options: tuple[str, ...]) -> None:
    g = put(laying("PNS", options=options, P2="PNS", P4="p0"), D5="9.0")
    play(g, next(a for a in lays(g) if a.hex == "D5"))
    assert Use("P4", by="p0") in [a for c in g.choices("p0") for a in c]


def test_2_5_the_danish_station_comes_into_any_city_even_a_full_one() -> None:
    """Free, unconnected, of the charter, the one of the turn, never a second in a hex; it takes a circle once one is free."""
    g = laying("PNS", P5="p0")
    g.state.tokens |= {"K40.a.0": "CGR", "A16.a.0": "MR"}
    settle(g)
    play(g, Pass(by="p0"))
    danish = {a.city for c in g.choices("p0") for a in c if isinstance(a, PlaceToken) and a.using == "P5"}
    assert {"A16", "K40", "E24"} <= danish
    assert "D3" not in danish
    left, cash = list(g.company("PNS").tokens), g.state.cash["PNS"]
    play(g, PlaceToken("A16", "P5", by="p0"))
    assert g.state.tokens["A16.a.+"] == "PNS"
    assert (g.company("PNS").tokens, g.state.cash["PNS"]) == (left[1:], cash)
    assert (g.state.place["P5"], g.state.cash["p0"]) == ("gone", 665)
    assert not any(isinstance(a, PlaceToken) for c in g.choices("p0") for a in c), "one station in a turn"
    take_off(g, "A16.a.0")
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("A16")} == {"A16.a.0": "PNS"}


def test_2_5_the_portuguese_tile_of_a_double_city_sorts_its_stations() -> None:
    """8.4.1.1: as after any other tile there, whoever lays it says which station stands in which city."""
    g = laying("EIR", P2="p0")
    operate(g, "EIR", BuyTrains("EIR"))
    tile = next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "P17" and a.using == "P2")
    play(g, tile)
    assert g.state.place["P2"] == "gone"
    play(g, PlaceToken("P17.b", by="p0"))
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("P17")} == {"P17.b.0": "EIR"}


def test_2_5_the_danish_need_a_station_on_the_charter() -> None:
    g = laying("PNS", P5="p0")
    g.company("PNS").tokens.clear()
    settle(g)
    play(g, Pass(by="p0"))
    assert not any(isinstance(a, PlaceToken) for c in g.choices("p0") for a in c)


def test_2_5_a_danish_station_that_is_refused_names_the_true_reason() -> None:
    """A full city is no obstacle, so it is never the reason; another station of the company there is."""
    g = laying("PNS", P5="p0")
    play(g, Pass(by="p0"))
    refused(g, PlaceToken("D3", "P5", by="p0"), "has a station in Lahore", "18 India 8.4.2.2")
    refused(g, PlaceToken("A16", "P4", by="p0"), "PNS cannot use P4 to place a station", "18 India 2.5")
    refused(g, PlaceToken("A16", by="p0"), "18 India 8.4.2")


def test_2_5_of_a_power_over_track_the_paragraph_of_the_privates_is_named() -> None:
    g = laying("PNS", P2="p0")
    refused(g, LayTile("D5", "9", 0, "P3", by="p0"), "PNS cannot use P3", "18 India 2.5")


@pytest.mark.parametrize("owner", ["p0", "PNS", "p1", "EIR"])
def test_8_2_who_may_use_a_private(owner) -> None:
    """The company that operates, or who is in charge of it; nobody else."""
    g = directed(bare(), "EIR")
    directed(g, "PNS")
    g.state.place |= {"P2": owner, "P4": owner}
    operate(g, "PNS", LayTrack("PNS"))
    mine = owner in ("p0", "PNS")
    assert bool(lays(g, "P2")) == mine
    assert ("Use" in verbs(g, "p0")) == mine


# ---------------------------------------------------------------------- 8.4.2.2: what the GIPR takes over


@pytest.mark.parametrize(("options", "charter"), [((), [40, 100, 100, 100]), (("takeover_18xx",), [0, 40, 100, 100])])
def test_8_4_2_2_a_home_taken_over_beside_a_station_comes_to_the_charter(options, charter) -> None:
    """At the usual price of a later station; 18xx.games: free of charge, and next."""
    g = bare(4, *options)
    give(g, "p0", "WR", 4)
    running(g, "WR", "p0", price=56)
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    g.company("GIPR").tokens = [40, 100, 100]
    g.state.tiles["D17"] = Laid("15", 0)
    g.state.tokens |= {"D17.a.1": "GIPR", "D17.a.0": "WR"}
    g.state.agenda = [*operate(g, "WR").state.agenda, TakeOver("WR", "D17.a.0")]
    settle(g)
    assert g.company("WR").closed
    assert {s: c for s, c in g.state.tokens.items() if s.startswith("D17")} == {"D17.a.1": "GIPR"}
    assert g.company("GIPR").tokens == charter
    assert closing.exchange_left(g) == 2


def test_8_4_2_2_the_danish_station_of_the_gipr_is_not_the_free_one() -> None:
    """18xx.games: the private takes the next station that costs something, so that the one taken over stays."""
    g = laying("GIPR", P5="GIPR")
    g.company("GIPR").tokens = [0, 40, 100]
    play(g, PlaceToken("A16", "P5", by=g.president("GIPR")))
    assert g.company("GIPR").tokens == [0, 100]


# ---------------------------------------------------------------------- 8.4.3.7: concessions


def test_8_4_3_7_who_withholds_has_delivered_too() -> None:
    """Trap 34: the first delivery claims, the money may stay in the treasury; others get nothing for the same route later."""
    g = directed(directed(bare(), "EIR"), "PNS")
    g.state.tokens = {"A16.a.0": "EIR", "D23.a.0": "PNS"}
    put(g, B17="8.2", C16="58.5", D17="6.0", D19="9.0")  # from Karachi past the oil to Mumbai
    g.state.place |= {"3-1": "EIR", "3-2": "PNS"}
    earned = []
    for company in ("EIR", "PNS"):
        operate(g, company, RunRoutes(company), Dividend(company))
        play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, RunTrains)))
        earned.append(g.company(company).earned)
        play(g, PayDividend("none", by="p0"))
        assert g.state.marks["good.oil"] == ["EIR"]
    assert earned[0] - earned[1] == 30


def test_a_tile_has_a_price_where_no_company_is_on_turn():
    """`/view tiles` of a moment in a stock round failed: it looked for the powers of no company."""
    g = golden_position("18India-bank", 39)
    assert not queries.acting_company(g.view(None))
    assert not has_free_ground(LayTile("E18", "7", 0, by=""), g.view(None), g.rules)


def test_a_private_in_the_draft_belongs_to_nobody():
    g = golden_position("18India-bank", 12)
    drafted = [p for p in g.rules.data.privates if g.state.place.get(p) == "draft"]
    assert drafted
    assert all("It is in the draft." in describe(g.view(None), g.rules, p) for p in drafted)
