"""18EU's best runs: as brute force finds them on small boards, with each special, and those of the recorded games."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from random import Random

import pytest

from bot.interchange.importer import Importer
from bot.interchange.site import records as theirs
from game.actions import Route
from game.load import load
from game.routing import routes, validator
from game.rules import Refusal
from game.state import Laid
from game.tiles import Tile
from tests.support.brute_force_routes import Board, Border, TooMany, Walked
from tests.support.random_boards import random_tokens
from tests.support.trace_positions import board
from titles import find

DATA = load("18eu")
RULES = find("18EU").rules((), 4)
BONUS = {"2": (0, 0), "3": (10, 10), "4": (10, 10), "5": (20, 80), "6": (20, 80), "8": (30, 150)}
OFF = {"A6.a", "G2.a", "G22.a", "N5.a", "N17.a"}
PARTED = ("A10", "J5", "K14")  # Paris, Berlin, Vienna
SPECIALS = {  # hexes about which the boards are built
    "paris": ("A10", "A6", "B9", "B11", "B7", "C10", "C8", "B13", "A12", "A8", "D9", "C12"),
    "berlin": ("J5", "G2", "G4", "H3", "H5", "H7", "I4", "I6", "J3", "K4", "K6", "J7", "I8", "G6", "F3", "F5"),
    "vienna": ("K14", "N17", "K16", "K12", "J13", "L13", "L15", "J15", "J11", "M16", "M14", "J17", "L17", "I18", "I20", "K18"),
    "rome": ("G22", "F21", "G20", "H21", "F19", "E20", "E22", "H19", "G18", "E18", "I18", "I20", "D19"),
    "hamburg": ("G2", "D1", "D3", "F3", "E4", "G4", "H3", "D5", "C4", "E6", "F5", "G6", "H5", "C6", "A6", "B7", "C8"),
}  # fmt: skip


class Europe(Board):
    """The board with Hamburg open to trains."""

    def __init__(self, *args):
        super().__init__(*args)
        self.walls.discard("G2.a")


def fitting(place: str) -> list[Tile]:
    """Tiles that could lie in a hex one day: stops of its kind, its label."""
    print_ = DATA.hexes[place].print
    kinds = {s.kind for s in print_.stops}
    label = DATA.hexes[place].label
    return [t for t in DATA.tiles.values() if t.label == label and {s.kind for s in t.stops} == kinds]


def some_tiles(rng: Random, hexes: Sequence[str]) -> dict[str, Laid]:
    """Each the best joined to its neighbours of a few tries."""
    tiles: dict[str, Laid] = {}
    for h in hexes:
        fits = fitting(h) if DATA.hexes[h].buildable else []
        if not fits or (h in PARTED and rng.random() < 0.2):
            continue
        options = [Laid(rng.choice(fits).name, rng.randrange(6)) for _ in range(6)]
        tiles[h] = max(options, key=lambda o: met(tiles, h, o))
    return tiles


def met(tiles: dict[str, Laid], h: str, laid: Laid) -> int:
    exits = DATA.tiles[laid.tile].faces[laid.rotation].exits
    score = 0
    for side, other in enumerate(DATA.hexes[h].sides):
        there = tiles.get(other) if other else None
        fixed = other and not DATA.hexes[other].buildable
        if there or fixed:
            face = DATA.face(other, there)
            score += 2 * (side in exits and (side + 3) % 6 in face.exits) - (side in exits and not other)
        elif side in exits and not other:
            score -= 2
    return score


def worth(slow: Board, walked: Walked, phase: str) -> tuple[int, int]:
    """Dollars of a route by the rulebook, and of its best stop for a Pullman."""
    colours = DATA.phases[phase].tiles
    values = {s: slow.value(s, colours) for s in walked.stops}
    each, most = BONUS[phase]
    red = walked.stops[0] in OFF and walked.stops[-1] in OFF
    bonus = min(most, each * sum(s in slow.own for s in walked.stops)) if red else 0
    return sum(values.values()) + bonus, max((v for s, v in values.items() if not slow.is_town(s)), default=0)


def legal(slow: Board, walked: Walked, number: int) -> bool:
    hexes = [s.partition(".")[0] for s in walked.stops]
    counted = sum(not slow.is_town(s) for s in walked.stops)
    return counted <= number and len(set(hexes)) == len(hexes)


def best_with(choices: Sequence[Sequence[tuple[int, int, frozenset[Border]]]], pullman: bool) -> int:
    """The most that disjoint runs earn, with the best stop of all once more for a Pullman, by trying all."""
    tried = 0

    def pick(number: int, used: frozenset[Border], total: int, double: int) -> int:
        nonlocal tried
        if number == len(choices):
            return total + (double if pullman else 0)
        top = pick(number + 1, used, total, double)
        for value, stop, borders in choices[number]:
            tried += 1
            if tried > 200_000:
                raise TooMany
            if not borders & used:
                top = max(top, pick(number + 1, used | borders, total + value, max(double, stop)))
        return top

    return pick(0, frozenset(), 0, 0)


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize("seed", range(12))
def test_best_runs_are_what_brute_force_finds(seed: int, special: str) -> None:
    """Off-map ends with their bonus, Hamburg passed, ports and towns, one city of Paris, Berlin and Vienna, a Pullman."""
    rng = Random(f"{special}/{seed}")
    while True:
        hexes = [h for h in SPECIALS[special] if rng.random() < 0.9]
        tiles = some_tiles(rng, hexes)
        tokens = random_tokens(DATA, rng, tiles, ["BNR", "BNR", "FS", "3"], rng.randint(1, 6), hexes)
        phase = rng.choice(["3", "5", "8"])
        fleet = [f"{n}-{i}" for i, n in enumerate(rng.choices(["2", "3", "4", "5"], k=rng.randint(1, 2)), 1)]
        pullman = rng.random() < 0.5
        slow = Europe(DATA, tiles, tokens, "BNR")
        try:
            everything = slow.routes(6000)
            choices = []
            for card in fleet:
                top: dict[tuple[int, frozenset[Border]], int] = {}
                for w in everything:
                    if legal(slow, w, int(card[0])):
                        value, stop = worth(slow, w, phase)
                        top[stop, w.borders] = max(top.get((stop, w.borders), 0), value)
                choices.append([(value, stop, borders) for (stop, borders), value in top.items()])
            if len(everything) < 40:
                continue
            expected = best_with(choices, pullman)
        except TooMany:
            continue
        break
    owned = dict.fromkeys([*fleet, *(["P-1"] if pullman else [])], "BNR")
    g = board(DATA, RULES.routes, tiles, tokens, owned, phase)
    found = routes.best(g, "BNR")
    assert (found[0].revenue if found else 0) == expected
    for runs in found:
        assert runs.proven == (runs.revenue == expected)
        judged = validator.judge(g, "BNR", tuple(Route(r.train, r.stops, r.sides) for r in runs.runs))
        assert not isinstance(judged, Refusal), judged
        assert validator.total(g, "BNR", judged) == runs.revenue


JUNCTIONS = {  # a brown junction in the middle of a board: its best run passes it twice, on four different arms
    "J9": (
        "J9=544/2 J11=14/0 I10=9/0 I8=142/0 J7=579/0 K8=545/1 K10=545/1 H9=544/5 K6=544/3 K12=143/5 L9=9/4",
        "J7.a.0",
        80,
    ),
    "G8": (
        (
            "G8=546/1 G10=145/3 F9=513/5 F7=80/5 G6=143/5 H7=145/4 H9=80/0 G12=577/3 F11=143/4 E8=7/4 F5=9/3 G4=83/0 H5=82/5 "
            "H11=546/5 I10=82/1"
        ),
        "G12.a.0",
        160,
    ),
}


@pytest.mark.parametrize("junction", JUNCTIONS)
def test_4_4_3_a_train_may_pass_a_junction_twice_on_different_arms(junction: str) -> None:
    laid, token, expected = JUNCTIONS[junction]
    tiles = {}
    for text in laid.split():
        place, _, tile = text.partition("=")
        tiles[place] = Laid(tile.partition("/")[0], int(tile.partition("/")[2]))
    slow = Europe(DATA, tiles, {token: "BNR"}, "BNR")
    known = [w for w in slow.routes(6000) if legal(slow, w, 4)]
    assert max(worth(slow, w, "5")[0] for w in known) == expected
    once = [w for w in known if passed(w, junction) < 4]
    assert max((worth(slow, w, "5")[0] for w in once), default=0) < expected, "twice is more"
    (best,) = routes.best(board(DATA, RULES.routes, tiles, {token: "BNR"}, {"4-1": "BNR"}, "5"), "BNR", keep=1)
    assert best.proven
    assert best.revenue == expected


def passed(walked: Walked, place: str) -> int:
    """How many hexsides of a hex a route uses."""
    return sum(any(h == place for h, _ in border) for border in walked.borders)


def recorded_optima(shared, game):
    with (shared / "routes" / "optimum.tsv").open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if (r["title"], r["game"]) == ("18EU", game)]
    return {int(r["action"]): int(r["optimum"]) for r in rows if r["confirmed"] == "yes"}


@pytest.mark.parametrize(("game", "rows"), [("74045", 114), ("auto_pass_already_tokened", 62)])
def test_every_confirmed_optimum_of_the_recorded_games_is_met_and_proven(shared, game, rows) -> None:
    known = recorded_optima(shared, game)
    assert len(known) == rows
    reader = Importer((shared / "recorded" / "18EU" / f"{game}.json").read_bytes())
    found = {}
    numbers = [u.number for u in reader.units]
    following = {number: reader.units[i + 1] for i, number in enumerate(numbers[:-1])}  # after the last of each number
    for number in reader.play_all():
        unit = following.get(number)
        if unit and isinstance(unit.record, theirs.RunRoutes) and unit.number in known:
            best = routes.best(reader.game, str(unit.record.entity), keep=1)[0]
            assert best.proven
            found[unit.number] = best.revenue
    assert found == known


def test_the_largest_recorded_boards_with_two_long_trains_and_a_pullman_are_solved(shared) -> None:
    """The last board of the complete game, for each of its eight corporations."""
    reader = Importer((shared / "recorded" / "18EU" / "74045.json").read_bytes())
    for _ in reader.play_all():
        pass
    g = reader.game
    found = {}
    for company in ("AIRS", "BNR", "DR", "FS", "GSR", "RBSR", "RPR", "SNCF"):
        for train in g.rules.data.train_cards:
            g.state.place[train] = company if train in ("8-1", "8-2", "P-1") else "gone"
        g.changed()
        best = routes.best(g, company, keep=1)[0]
        assert best.proven
        found[company] = best.revenue
    expected = {"AIRS": 800, "BNR": 760, "DR": 1020, "FS": 1060, "GSR": 670, "RBSR": 630, "RPR": 800, "SNCF": 900}
    assert found == expected
