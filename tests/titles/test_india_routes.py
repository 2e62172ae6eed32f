"""18 India's best runs: those of the recorded games, the digest's examples, and brute force about each special."""

from __future__ import annotations

import csv
from random import Random

import pytest

from bot.interchange.importer import Importer
from bot.interchange.site import records as theirs
from game.actions import Route
from game.load import load
from game.play import Game
from game.route_rules import Trip
from game.routing import routes, validator
from game.rules import Refusal
from game.state import Laid, TrainState
from tests.conftest import shared_folder
from tests.support.brute_force_routes import Board, Border, TooMany, Walked, best_total
from tests.support.random_boards import random_tokens, tangle
from titles import find
from titles.india import routes as own
from titles.india import track
from titles.india.goods import GOODS

DATA = load("18india")
VARIABLE = own.variable_bonuses(DATA)
GAMES = sorted((shared_folder() / "recorded" / "18India").glob("*.json"))


def game(
    tiles: dict[str, Laid], tokens: dict[str, str], fleet: list[str], *options: str, gauge: list[str] | None = None
) -> Game:
    """A board with trains of the EIR; "4E-1" is a 4 with its express side up."""
    g = Game.new(find("18India").rules(options, 3), ["p0", "p1", "p2"], "966963484 18xx.games", seated=True)
    g.state.tiles, g.state.tokens = tiles, tokens
    g.state.marks["gauge"] = gauge or []
    for name in fleet:
        kind, _, number = name.rpartition("-")
        base = {"4E": "4", "4Ex2": "4x2", "4Ex3": "4x3"}.get(kind, kind)
        g.state.place[f"{base}-{number}"] = "EIR"
        if base[0] == "4":
            g.state.trains[f"{base}-{number}"] = TrainState(side=kind)
    g.company("EIR").president = "p0"
    g.changed()
    return g


# ---------------------------------------------------------------------- recorded games


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_every_confirmed_optimum_is_met(path, shared):
    with (shared / "routes" / "optimum.tsv").open() as handle:
        rows = {
            int(r["action"]): r
            for r in csv.DictReader(handle, delimiter="\t")
            if (r["title"], r["game"], r["confirmed"]) == ("18India", path.stem, "yes")
        }
    reader = Importer(path.read_bytes())
    met, play = [], reader._play_unit

    def look(i: int, record: theirs.Record) -> None:
        row = rows.get(reader.units[i].number)
        if row is not None and isinstance(record, theirs.RunRoutes):
            best = routes.best(reader.game, row["company"])
            assert (best[0].revenue if best else 0) == int(row["optimum"]), row
            assert not best or best[0].proven
            met.append(int(row["action"]))
        play(i, record)

    reader._play_unit = look  # type: ignore[method-assign]
    for _ in reader.play_all():
        pass
    assert met == sorted(rows)


# ---------------------------------------------------------------------- the digest's examples


def line(text: str) -> dict[str, Laid]:
    """Tiles from "P17 59.1, O18 9.4"."""
    found = {}
    for part in text.split(","):
        hex_id, tile = part.split()
        name, _, rotation = tile.rpartition(".")
        found[hex_id] = Laid(name, int(rotation))
    return found


def revenue(g: Game, train: str, *stops: str) -> int | str:
    judged = validator.judge(g, "EIR", [Route(train, stops)])
    return str(judged) if isinstance(judged, Refusal) else judged[0].revenue


def test_8_4_3_3_a_gauge_marker_eats_a_stop() -> None:
    """Trap 16."""
    board = line("P17 235.0, Q18 9.1")
    for marks, train, legal in (([], "2-1", True), (["P19/4"], "2-1", False), (["P19/4"], "3-1", True)):
        g = game(dict(board), {"P17.a.0": "EIR"}, [train], gauge=marks)
        said = revenue(g, train, "P17.a", "P19.a", "R17.a")
        assert (said == 30 + 10 + 40) == legal, said
    express = game(dict(board), {"P17.a.0": "EIR"}, ["4E-1"], gauge=["P19/4"])
    assert revenue(express, "4-1", "P17.a", "P19.a", "R17.a") == 70


def test_8_4_3_5_variable_cities() -> None:
    """Trap 17: without another city the base is 20."""
    g = game(line("R15 9.0, R13 4.0, R11 9.0"), {"R17.a.0": "EIR"}, ["2-1"])
    trip = Trip("2-1", ("Q10.a", "M10.a"), frozenset())
    assert own.base(g, trip.stops) == 20
    assert sum(own.profile(g, "EIR", "2-1").value(s) for s in trip.stops) == 70
    kolkata = game(line("P17 59.0"), {"P17.a.0": "EIR"}, ["4-1"])
    stops = ("P17.a", "P19.a", "R17.a", "R13.a", "Q10.a")
    bonus = own.variable_cities(kolkata, "EIR", "4-1")
    assert bonus is not None
    profile = own.profile(game(line("P17 59.0, R13 4.0"), {}, ["4-1"]), "EIR", "4-1")
    assert sum(map(profile.value, stops)) + bonus.value(Trip("4-1", stops, frozenset())) == 170


def test_8_4_3_multiplier_inside_and_outside() -> None:
    """Trap 18: (60 + 40 + 40) three times and 100 for Delhi and Kochi."""
    tiles = line("H31 611.0, G8 59.0")
    g = game(tiles, {"H31.a.0": "EIR"}, ["3x3-1"])
    stops = ("G36.a", "H31.a", "G8.a")
    trip = Trip("3x3-1", stops, frozenset())
    assert routes.worth(g, "EIR", trip)[0] == 520


def test_8_4_3_4_an_express_picks_by_value() -> None:
    """Trap 19."""
    tiles = line("H31 57.0, E24 611.0, D17 611.0, G8 64.0, H25 57.0")
    stops = ("H31.a", "E24.a", "D17.a", "G8.a", "G8.b")
    for options, dollars in (((), 180), (("express_token_counted",), 160)):
        g = game(dict(tiles), {"H31.a.0": "EIR"}, ["4E-1"], *options)
        assert routes.worth(g, "EIR", Trip("4-1", stops, frozenset()))[0] == dollars


def test_8_4_3_7_concessions() -> None:
    """Others collect nothing; the best destination of spices, once; ore twice only as an option."""
    g = game({}, {}, ["4-1"])
    trip = Trip("4-1", ("A16.a", "K30.a"), frozenset({"H15", "L21", "I18"}))
    found = own.deliveries(g, "EIR", "4-1")
    assert found is not None
    assert found.value(trip) == 50 + 50
    g.state.marks["good.ore"] = ["MR"]
    taken = own.deliveries(g, "EIR", "4-1")
    assert taken is not None
    assert taken.value(trip) == 50
    twice = own.deliveries(game({}, {}, ["4-1"], "double_source"), "EIR", "4-1")
    assert twice is not None
    assert twice.value(trip) == 150


def test_8_4_3_1_no_hex_twice_but_two_trains_may_share_it() -> None:
    """Trap 32: over two towns of one hex a single train may not come back; 18xx.games lets it."""
    loop = line("E22 IND4.0, E24 57.0, F21 7.1, E20 7.5")
    for options, legal in (((), False), (("hex_reentry",), True)):
        g = game(dict(loop), {"E24.a.0": "EIR"}, ["2-1"], *options)
        said = revenue(g, "2-1", "D23.b", "E22.b", "E22.c", "E24.a")
        assert isinstance(said, int) == legal, said
    cross = line("E22 IND4.0, E24 14.0, F23 3.1, E20 8.0, D19 8.3, D17 57.0")
    g = game(cross, {"E24.a.0": "EIR"}, ["2-1", "2-2"])
    both = (
        Route("2-1", ("D23.a", "D21.a", "E22.a", "F23.a", "E24.a")),
        Route("2-2", ("E24.a", "E22.c", "D17.a")),
    )
    judged = validator.judge(g, "EIR", both)
    assert not isinstance(judged, Refusal), judged


# ---------------------------------------------------------------------- brute force


def hex_of(stop: str) -> str:
    return stop.partition(".")[0]


def worth(slow: Board, walk: Walked, kind: str, gauge: set[Border]) -> int:
    """What that train earns there by the rules as they are written; -1: it may not run so."""
    cities = [s for s in walk.stops if not slow.is_town(s)]
    if "C18.a" in walk.stops or walk.stops[0] not in cities or walk.stops[-1] not in cities:
        return -1
    express, reach, times = "E" in kind, int(kind[0]), int(kind[-1]) if "x" in kind else 1
    if not express and len(cities) + len(walk.borders & gauge) > reach:
        return -1
    touched = [h for border in walk.borders for h, _ in border]
    for place in {*touched, *map(hex_of, walk.stops)}:
        mine = [s for s in walk.stops if hex_of(s) == place]
        ends = sum(1 if s in (walk.stops[0], walk.stops[-1]) else 2 for s in mine)
        passed = (touched.count(place) - ends) // 2
        double = slow.faces[place].tile.label == "OO"
        if passed + len(mine) > 1 and not (double and not passed):
            return -1
    printed = {s: slow.value(s, set()) for s in walk.stops}
    best = max((printed[s] for s in cities if hex_of(s) not in VARIABLE), default=20)
    paid = sorted((VARIABLE[hex_of(s)] + best if hex_of(s) in VARIABLE else printed[s] for s in cities), reverse=True)
    towns = sum(printed[s] for s in walk.stops if slow.is_town(s))
    total = times * (sum(paid[:4]) if express else sum(paid) + towns)
    here = set(map(hex_of, walk.stops))
    total += sum(n for a, b, n in own.CONNECTIONS if {a, b} <= here)
    for good in GOODS.values():
        if {*touched, *here} & set(good.sources):
            total += max((n for d, n in good.pays.items() if d in here), default=0)
    return total


KINDS = ["2", "3", "4", "4E", "3x2", "3x3", "4x2", "4Ex2", "4x3", "4Ex3"]
WANTED = {
    "variable": set(VARIABLE),
    "source": {h for good in GOODS.values() for h in good.sources},
    "double": {"G8", "P17"},
}


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("seed", range(16))
def test_best_runs_are_what_brute_force_finds(seed, wanted) -> None:
    """On every board some route comes to a place of that sort; every third hexside of the gauge has a marker."""
    rng = Random(seed)
    while True:
        tiles = tangle(DATA, rng, rng.randint(8, 24))
        homes = {h for h in DATA.hexes if DATA.print_of(h).cities and any(o in tiles for o in DATA.hexes[h].sides)}
        tokens = random_tokens(DATA, rng, tiles, ["EIR", "EIR", "MR"], rng.randint(1, 5), [*tiles, *sorted(homes)])
        slow = Board(DATA, tiles, tokens, "EIR")
        fleet = sorted(rng.sample(KINDS, rng.randint(1, 2)))
        sides = [s for s in DATA_GAUGE if rng.random() < 0.4]
        gauge = {border_of(s) for s in sides}
        try:
            everything = slow.routes(1500)
            if len(everything) < 60 or not any(wanted_in(w, WANTED[wanted]) for w in everything):
                continue
            choices = []
            for kind in fleet:
                found = [(worth(slow, w, kind, gauge), w.borders) for w in everything]
                choices.append([f for f in found if f[0] > 0])
            expected = best_total(choices)
        except TooMany:
            continue
        break
    g = game(
        tiles,
        tokens,
        [f"{kind}-1" for kind in fleet if kind not in ("4E", "4Ex2", "4Ex3")] + expresses(fleet),
        gauge=sides,
    )
    best = routes.best(g, "EIR")
    assert (best[0].revenue if best else 0) == expected, (fleet, best[:1])
    for runs in best[:3]:
        judged = validator.judge(g, "EIR", tuple(Route(r.train, r.stops, r.sides) for r in runs.runs))
        assert not isinstance(judged, Refusal), judged
        assert validator.total(g, "EIR", judged) == runs.revenue


@pytest.mark.parametrize("seed", [3225, 4369, 4599])
def test_what_an_express_passes_on_its_way_to_a_closed_city_counts(seed) -> None:
    """Boards on which the best run ends in a city of others, behind something that it earns for on the way there."""
    rng = Random(seed)
    tiles = tangle(DATA, rng, rng.randint(6, 20))
    homes = {h for h in DATA.hexes if DATA.print_of(h).cities and any(o in tiles for o in DATA.hexes[h].sides)}
    circles = [*tiles, *sorted(homes)]
    tokens = random_tokens(DATA, rng, tiles, ["EIR", "EIR", "MR", "MR"], rng.randint(2, 6), circles)
    kind = rng.choice(["4E", "4Ex2", "4Ex3"])
    slow = Board(DATA, tiles, tokens, "EIR")
    expected = max(worth(slow, w, kind, set()) for w in slow.routes(20_000))
    g = game(tiles, tokens, expresses([kind]))
    assert routes.best(g, "EIR")[0].revenue == expected


def expresses(fleet: list[str]) -> list[str]:
    """Second cards of a type, so that both sides can be in one fleet."""
    return [f"{kind}-2" for kind in fleet if kind in ("4E", "4Ex2", "4Ex3")]


def wanted_in(walk: Walked, wanted: set[str]) -> bool:
    return bool(wanted & ({h for b in walk.borders for h, _ in b} | set(map(hex_of, walk.stops))))


def border_of(side: str) -> Border:
    hex_id, _, number = side.partition("/")
    return frozenset({(hex_id, int(number)), (DATA.hexes[hex_id].sides[int(number)], (int(number) + 3) % 6)})


DATA_GAUGE = sorted(
    track.name(h, side, place.sides[side])
    for h, place in DATA.hexes.items()
    for side, word in place.borders.items()
    if "gauge" in word and place.sides[side] and h < place.sides[side]
)
