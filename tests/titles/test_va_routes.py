"""18VA's best runs: as brute force finds them about mines, coal, ports and off-map cities; those recorded; the digest's."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from random import Random

import pytest

from bot.interchange.importer import Importer
from game.actions import Route
from game.load import load
from game.play import Game
from game.routing import routes, validator
from game.rules import Refusal
from game.state import Laid, TrainState
from tests.support.board_notation import read_board
from tests.support.brute_force_routes import Board, TooMany, Walked, best_total
from tests.support.random_boards import random_tiles, random_tokens, tangle
from tests.support.trace_positions import board
from titles import find

DATA = load("18va")
RULES = find("18VA").rules((), 3)
PORTS = {"I4": "H3", "I6": "H5", "I14": "H13", "I16": "H15"}
COAL = ("A6", "A12")
OFF_MAP = ("B15", "F17", "H1")
SIDES = {
    "2": "2",
    "1G": "2",
    "3": "3",
    "2G": "3",
    "4": "4",
    "3G": "4",
    "5": "5",
    "4G": "5",
    "6": "6",
    "5G": "6",
    "4D": "4D",
}


def position(
    line: str, phase: str, *fleet: str, company: str = "VR", express: str = "", options: Sequence[str] = ()
) -> Game:
    """A board with a company's trains, declared as they are named."""
    tiles, tokens = read_board(line)
    return at(tiles, tokens, phase, fleet, company, express, options)


def at(
    tiles: dict[str, Laid],
    tokens: dict[str, str],
    phase: str,
    fleet: Sequence[str],
    company: str,
    express: str = "",
    options: Sequence[str] = (),
) -> Game:
    cards = {}
    for number, side in enumerate(fleet):
        cards[f"{SIDES[side]}-{[SIDES[s] for s in fleet[:number]].count(SIDES[side]) + 1}"] = side
    rules = find("18VA").rules(options, 3)
    g = board(DATA, RULES.routes, tiles, tokens, dict.fromkeys(cards, company), phase, options=rules.options)
    g.state.trains = {card: TrainState(side=side) for card, side in cards.items() if side != SIDES[side]}
    if express:
        g.state.marks["express"] = [company, express]
    return g


def best(g: Game, company: str = "VR") -> tuple[int, int]:
    """Revenue and income of the treasury; what is proposed passes the checker."""
    found = routes.best(g, company)
    for runs in found:
        claimed = tuple(Route(r.train, r.stops, r.sides) for r in runs.runs)
        judged = validator.judge(g, company, claimed)
        assert not isinstance(judged, Refusal), judged
        assert validator.total(g, company, judged) == runs.revenue
        assert validator.tie_break(g, company, judged) == runs.tie
    return (found[0].revenue, found[0].tie) if found else (0, 0)


def refusal(g: Game, train: str, *stops: str, company: str = "VR") -> str:
    judged = validator.judge(g, company, [Route(train, stops)])
    return str(judged) if isinstance(judged, Refusal) else f"earns {judged[0].revenue}"


# ---------------------------------------------------------------------- brute force


def hex_of(stop: str) -> str:
    return stop.partition(".")[0]


def worth(slow: Board, walk: Walked, train: str, phase: str, express: str) -> int:
    """What that train earns there by the table of 4.5.5; -1: it may not run so."""
    freight, number = train.endswith("G"), int(train[0])
    colours = set(DATA.phases[phase].tiles)
    hexes = [hex_of(s) for s in walk.stops]
    ports, coal, off = ([h for h in hexes if h in sort] for sort in (PORTS, COAL, OFF_MAP))
    mines = [s for s in walk.stops if slow.is_town(s)]
    cities = [s for s in walk.stops if s not in mines and hex_of(s) not in (*PORTS, *COAL)]
    if max(len(ports), len(coal), len(off)) > 1 or (coal and not freight) or len(cities) > number:
        return -1
    if len(cities) + (len(mines) + len(coal)) * freight < 2:
        return -1
    owned = {hex_of(s) for s in slow.own}
    if any(PORTS[p] not in owned for p in ports):
        return -1
    total = 0
    for stop in cities:
        dollars = slow.value(stop, colours) + 10 * (hex_of(stop) == express)
        total += 2 * dollars if hex_of(stop) in off and stop in slow.own else dollars
    for port in ports:
        bonus = slow.value(f"{port}.a", colours)
        beside = next(slow.value(s, colours) + 10 * (hex_of(s) == express) for s in cities if hex_of(s) == PORTS[port])
        total += bonus + (bonus + beside if freight else 0)
    if freight:
        total += 10 * len(mines) + 20 * number * len(coal)
    return 2 * total if train == "4D" else total


def counted(slow: Board, walk: Walked, tokens: dict[str, str]) -> set[str]:
    """Where a route comes, and what is special about it."""
    found = {hex_of(s) for s in walk.stops}
    standing = {slot.rpartition(".")[0] for slot, owner in tokens.items() if owner == "VR" and not slot.endswith("+")}
    if any(hex_of(s) in OFF_MAP and s in slow.own for s in walk.stops):
        found |= WANTED["doubled"]
    if not standing & set(walk.stops):
        found |= WANTED["marker"]
    return found


WANTED = {
    "port": set(PORTS),
    "coal": set(COAL),
    "off": set(OFF_MAP),
    "mine": {"B5", "B7", "B9", "B11", "B13"},
    "any": set(DATA.hexes),
    "doubled": {"off-map city with a station"},
    "marker": {"no station but Potomac Yards'"},
}
FLEETS = [("3", ["2", "1G", "3", "2G"]), ("5", ["4", "3G", "5", "4G"]), ("4D", ["5", "4G", "6", "5G", "4D"])]


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("seed", range(10))
def test_best_runs_are_what_brute_force_finds(seed: int, wanted: str) -> None:
    """On every board the best route of some train comes to a place of the sort, or counts by what is named."""
    rng = Random(seed)
    while True:
        tiles = tangle(DATA, rng, rng.randint(6, 20)) if rng.random() < 0.7 else random_tiles(DATA, rng, 0.5)
        tokens = random_tokens(DATA, rng, tiles, ["VR", "VR", "SR"], rng.randint(2, 9))
        if rng.random() < 0.3 or wanted == "marker":
            tokens[f"{rng.choice(['A12', 'A6', 'H3', 'F11', 'H1', 'B15'])}.a.+"] = "VR"
        phase, kinds = FLEETS[seed % 3]
        fleet = rng.choices(kinds, k=rng.randint(1, 3))
        express = rng.choice(["", "C12", "H3", "F11", "H15"])
        if [SIDES[side] for side in fleet].count("6") > DATA.trains["6"].count:
            continue
        slow = Board(DATA, tiles, tokens, "VR")
        try:
            everything = slow.routes(8000)
            choices, seen = [], set()
            for train in fleet:
                top: dict[frozenset[object], int] = {}
                for walk in everything:
                    dollars = worth(slow, walk, train, phase, express)
                    if dollars >= 0:
                        districts = {f"{h}.a" for h in COAL} & slow.own & set(walk.stops)
                        tie = 20 * int(train[0]) if districts and phase != "4D" else 0
                        key = 1000 * dollars + tie
                        if key > max(top.values(), default=0):
                            best_walk = walk
                        top[walk.borders] = max(top.get(walk.borders, 0), key)
                seen |= counted(slow, best_walk, tokens) if top else set()
                choices.append([(value, borders) for borders, value in top.items()])
            if not seen & WANTED[wanted]:
                continue
            expected = best_total(choices)  # type: ignore[arg-type]
        except TooMany:
            continue
        break
    g = at(tiles, tokens, phase, fleet, "VR", express)
    assert best(g) == divmod(expected, 1000)
    assert routes.best(g, "VR")[0].proven


# ---------------------------------------------------------------------- the recorded game


def test_every_confirmed_optimum_of_the_recorded_game_is_met_and_proven(shared) -> None:
    """And the treasury's income from coal is that of the record."""
    with (shared / "routes" / "optimum.tsv").open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if r["title"] == "18VA" and r["confirmed"] == "yes"]
    known = {int(r["action"]): int(r["optimum"]) for r in rows}
    reader = Importer((shared / "recorded" / "18VA" / "18VA_first_420_actions.json").read_bytes())
    found, earned = {}, {}
    following = [u for u, before in zip(reader.units[1:], reader.units, strict=False) if u.number != before.number]
    for _, unit in zip(reader.play_all(), following, strict=False):
        if unit.number in known:
            top = routes.best(reader.game, str(unit.record.entity))[0]
            assert top.proven
            found[unit.number] = top.revenue
            earned[unit.number] = top.tie
    assert {number: found[number] for number in known} == known
    assert len(known) == 34
    trace = shared / "recorded" / "18VA" / "18VA_first_420_actions.trace.jsonl"
    runs = [json.loads(line)["action"] for line in trace.read_text().splitlines() if '"run_routes"' in line]
    said = {
        r["id"]: r["subsidy"] for r in runs if r["id"] in known and r["id"] != 294
    }  # once less than the best was run
    assert {number: earned[number] for number in said} == said


# ---------------------------------------------------------------------- the digest's examples

LYNCHBURG = "A12[VR] C12=5/1[VR] B13=58/2 B11=58/5"
NORFOLK = "A12[VR] B13=58/2 C12=63/0[VR] D13=9/2 E14=8/2 F13=15/5 G14=9/2 H15[VR]"
WASHINGTON = "H1[B&O] H3=170/5[B&O] G4=172/0 F5=170/4"


def test_4_5_4_3_a_coal_district_pays_twenty_for_each_number_and_as_much_to_the_treasury() -> None:
    """Trap 6."""
    assert best(position("A12[VR] C12=5/1[VR] B13=58/2", "2", "1G")) == (50, 20)
    assert best(position(LYNCHBURG, "2", "1G", "1G")) == (100, 40)


@pytest.mark.parametrize(("phase", "income"), [("6", 80), ("4D", 0)])
def test_4_5_4_3_the_4d_ends_the_income_not_the_value(phase: str, income: int) -> None:
    """Trap 7: coal and a mine are a route."""
    g = position("A12[N&W] B11=58/1", phase, "4G", company="N&W")
    assert best(g, "N&W") == (90, income)


def test_4_5_4_2_freight_doubles_the_whole_port_city() -> None:
    """Trap 8."""
    assert best(position(NORFOLK, "5", "3G", express="C12")) == (290, 60)
    g = position("H13[C&O] G12=9/2 F11=171/0", "4D", "6", company="C&O")
    assert best(g, "C&O") == (120, 0)


def test_4_5_5_a_4d_doubles_after_everything() -> None:
    """Trap 9."""
    assert best(position(WASHINGTON, "4D", "4D", company="B&O"), "B&O") == (600, 0)
    port = "H3=170/5[B&O] G4=172/0"
    g = position(port, "4D", "4D", company="B&O")
    assert refusal(g, "4D-1", "I4", "H3", "G4", company="B&O") == "earns 260"
    g = position(port, "4D", "4D", company="B&O", express="H3")
    assert refusal(g, "4D-1", "I4", "H3", "G4", company="B&O") == "earns 280"


def test_4_5_4_2_the_express_agency_in_a_doubled_port() -> None:
    """Decision 2, and what 18xx.games does."""
    port = "H3=170/5[B&O] G4=172/0"
    twice = position(port, "4D", "5G", company="B&O", express="H3")
    assert refusal(twice, "6-1", "I4", "H3", "G4", company="B&O") == "earns 220"
    once = position(port, "4D", "5G", company="B&O", express="H3", options=["rea_once_in_port"])
    assert refusal(once, "6-1", "I4", "H3", "G4", company="B&O") == "earns 210"


def test_4_5_4_2_a_port_needs_a_station_in_its_city() -> None:
    """Trap 10."""
    g = position("H3=170/5 G4=172/0[WMR] H5", "5", "5G", company="WMR")
    assert "cannot run to I4" in refusal(g, "6-1", "G4", "H3", "I4", company="WMR")
    g = position("G4=172/0 H5[WMR]", "5", "5G", company="WMR")
    assert refusal(g, "6-1", "I6", "H5", "G4", company="WMR") == "earns 120"
    assert "needs 2 stops" in refusal(g, "6-1", "I6", "H5", company="WMR")


def test_4_5_5_one_train_for_a_place_with_one_entry() -> None:
    """Trap 11."""
    g = position("H1[B&O] H3=6/1[B&O] G4=57/1", "3", "2", "2", company="B&O")
    assert best(g, "B&O") == (140, 0)


def test_4_5_5_mines_coal_and_ports_do_not_count_against_the_number() -> None:
    """Trap 12: five cities, four mines, a coal district and a port."""
    line = "A12 B11=58/1 B9=4/0 B7=4/0 B5=58/4 C4=15/4[WMR] D3=9/1 E2=15/4 F3=15/2 G4=172/0 H5[WMR]"
    g = position(line, "4D", "5G", company="WMR")
    stops = ["A12", "B11", "B9", "B7", "B5", "C4", "E2", "F3", "G4", "H5", "I6"]
    assert refusal(g, "6-1", *stops, company="WMR") == "earns 350"
    assert best(g, "WMR") == (350, 0)
    g = position(line, "5", "4G", company="WMR")
    assert "that is a length of 5" in refusal(g, "5-1", *stops, company="WMR")


def test_4_5_5_one_place_of_a_sort_on_a_route() -> None:
    """From coal to coal is barred, from coal to a port, or to an off-map city, is not."""
    g = position("A6 B7=58/0 B9=4/0 B11=58/1 A12[VR]", "3", "2G")
    assert "a route cannot count both Roanoke (A12) and Grafton (A6)" in refusal(
        g, "3-1", "A12", "B11", "B9", "B7", "A6"
    )
    assert best(g) == (70, 40)  # three mines and one of the districts
    ports = "H3=170/5[VR] G4=172/0 F5=170/4 H5[VR]"
    assert "a route cannot count both" in refusal(position(ports, "5", "6"), "6-1", "I4", "H3", "G4", "H5", "I6")
    assert refusal(position(f"H1 {ports}", "5", "6"), "6-1", "H1", "H3", "G4", "H5", "I6") == "earns 210"


def test_4_5_5_a_passenger_train_passes_mines_and_never_sees_coal() -> None:
    line = "A12[VR] B13=58/2 C12=5/1[VR] B11=58/3 B9=58/4 C8=57/1"
    g = position(line, "3", "2")
    assert "cannot run to Roanoke (A12)" in refusal(g, "2-1", "C8", "B9", "B11", "C12", "A12")
    assert "needs 2 stops" in refusal(g, "2-1", "C12", "B11")
    assert refusal(g, "2-1", "C8", "B9", "B11", "C12") == "earns 40"
    assert best(g) == (40, 0)
    assert best(position(line, "3", "2G")) == (110, 40)


def test_4_5_5_less_than_the_most_is_refused() -> None:
    """All trains together, not each of them; on 18xx.games anything goes."""
    line = "H1[B&O] H3=6/1[B&O] G4=57/1"
    g = position(line, "3", "2", "2", company="B&O")
    claimed = [Route("2-1", ("H1", "H3"))]
    judged = validator.judge(g, "B&O", claimed)
    assert not isinstance(judged, Refusal)
    assert validator.total(g, "B&O", judged) == 100 < best(g, "B&O")[0]
