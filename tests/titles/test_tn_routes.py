"""18TN's best runs: as brute force finds them on small boards, in war and peace, and those of the recorded game."""

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
from game.tiles import parse
from tests.support.brute_force_routes import Board, Border, TooMany, best_total
from tests.support.random_boards import random_tiles, random_tokens
from tests.support.trace_positions import board, cards_of
from titles import find

DATA = load("18tn")
RULES = find("18TN").rules((), 3)
Lists = Sequence[Sequence[tuple[int, frozenset[Border]]]]


def best_in_war(choices: Lists) -> int:
    """The most that disjoint runs earn when one train must stay idle or the lowest run of all is lost, by trying all."""
    tried = 0

    def pick(number: int, used: frozenset[Border], values: tuple[int, ...]) -> int:
        nonlocal tried
        if number == len(choices):
            return sum(values) - (min(values) if len(values) == len(choices) else 0)
        top = pick(number + 1, used, values)
        for value, borders in choices[number]:
            tried += 1
            if tried > 300_000:
                raise TooMany
            if not borders & used:
                top = max(top, pick(number + 1, used | borders, (*values, value)))
        return top

    return pick(0, frozenset(), ())


@pytest.mark.parametrize("war", [False, True], ids=["peace", "war"])
@pytest.mark.parametrize("seed", range(60))
def test_best_runs_are_what_brute_force_finds(seed: int, war: bool) -> None:
    """Louisville's two tracks are on every board; there is a station in it on half of them."""
    rng = Random(seed)
    while True:
        tiles = random_tiles(DATA, rng, rng.choice([0.15, 0.25, 0.35]))
        tokens = random_tokens(DATA, rng, tiles, ["TC", "TC", "L&N"], rng.randint(2, 6))
        if rng.random() < 0.5:
            tokens["B13.a.0"] = rng.choice(["TC", "L&N"])
        fleet = cards_of(rng.choices(["2", "3", "4", "5"], k=rng.randint(1, 3)))
        phase = rng.choice(["3½", "5"])
        colours = set(DATA.phases[phase].tiles)
        slow = Board(DATA, tiles, tokens, "TC")
        try:
            everything = slow.routes()
            choices = []
            for card in fleet:
                top: dict[frozenset[Border], int] = {}
                for w in everything:
                    if len(w.stops) <= int(card[0]):
                        top[w.borders] = max(top.get(w.borders, 0), sum(slow.value(s, colours) for s in w.stops))
                choices.append([(value, borders) for borders, value in top.items()])
            expected = best_in_war(choices) if war else best_total(choices)
        except TooMany:
            continue
        break
    g = board(DATA, RULES.routes, tiles, tokens, dict.fromkeys(fleet, "TC"), phase)
    g.state.marks = {"civil war": ["TC"]} if war else {}
    found = routes.best(g, "TC")
    assert (found[0].revenue if found else 0) == expected
    for runs in found:
        assert runs.proven == (runs.revenue == expected)
        claimed = tuple(Route(r.train, r.stops, r.sides) for r in runs.runs)
        judged = validator.judge(g, "TC", claimed)
        assert not isinstance(judged, Refusal), judged
        assert validator.total(g, "TC", judged) == runs.revenue


def test_in_peace_louisville_is_passed_beside_its_city() -> None:
    """The print that makes it possible: one circle with two tracks, and a third round it."""
    print_ = DATA.print_of("B13")
    assert print_ == parse("B13", "gray; city a 30; 0-4 0-a 4-a")


def test_every_confirmed_optimum_of_the_recorded_game_is_met_and_proven(shared) -> None:
    with (shared / "routes" / "optimum.tsv").open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if r["title"] == "18TN" and r["confirmed"] == "yes"]
    known = {int(r["action"]): int(r["optimum"]) for r in rows}
    reader = Importer((shared / "recorded" / "18TN" / "7818.json").read_bytes())
    found = {}
    for at, _ in enumerate(reader.play_all(), 1):
        unit = reader.units[at] if at < len(reader.units) else None
        if unit and isinstance(unit.record, theirs.RunRoutes):
            company, asked = str(unit.record.entity), reader.game.top_step()
            if asked is None or asked.key != "run":  # in war with one train ours does not ask
                found[unit.number] = reader.game.company(company).earned
                continue
            best = routes.best(reader.game, company)[0]
            assert best.proven
            found[unit.number] = best.revenue
    assert {number: found[number] for number in known} == known
    assert len(known) == 68
