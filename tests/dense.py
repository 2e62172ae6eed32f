"""The densest map that random games reach, and how long best routes take there.

`python -m tests.dense 500` plays so many games of 18 India (or of the title named after the number) by players who build
whenever they can, takes the map with the most track, and times the best routes of every company with each pair of the longest
trains on it. With a path after the title, that position is written there.

`python -m tests.dense --keep 18EU` makes the file in `data/boards` anew that `trunkline bench` measures: sixty games of players
who build whatever they can; of all positions before a run that could earn something every so manyth.
"""

from __future__ import annotations

import lzma
import statistics
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

import msgspec

from bot.benchmarks import dense
from bot.benchmarks.stress import stressed_positions
from game.actions import BuyTrain, LayTile, Pass, RunTrains, Use
from game.play import Game
from game.routing import routes
from game.rules import Rules
from game.steps.run import RunRoutes
from tests.support.random_games import HABITS, begin, pick
from titles import TITLES

PARTS = ("title", "options", "order", "place", "trains", "companies", "tiles", "tokens", "phase", "marks", "used")
LIMIT = 5_000  # plays; a random game ends before
GLANCE = 4_000  # states: enough for runs that will do
# Whatever can be built is built, and nobody is in a hurry with trains.
GLAD = HABITS["builders"] | {LayTile: 30, Use: 1.5, Pass: 0.05, BuyTrain: 0.3}


def track(g: Game) -> int:
    """Pieces of track on the tiles that were laid."""
    return sum(len(g.rules.data.face(h, laid).tracks) for h, laid in g.state.tiles.items())


def built(title: str, number: int) -> Game:
    """The end of a random game of builders."""
    walk = begin(title, number, short=number % 2 == 0)
    walk.habit, walk.long = HABITS["builders"], LIMIT
    while not walk.game.state.over and walk.game.state.seq < LIMIT:
        walk.step()
    return walk.game


def densest(title: str, games: int) -> Game:
    """Of so many games the one with the most track."""
    found = built(title, 0)
    for number in range(1, games):
        g = built(title, number)
        if track(g) > track(found):
            found = g
    return found


def runs_of(title: str, number: int) -> Iterator[tuple[str, bytes]]:
    """The company and the position before each run of a game of builders. Any runs will do, so that no search takes long."""
    low, high = TITLES[title].rules((), 3).data.file.players
    rules = replace(TITLES[title].rules((), low + number % (high - low + 1)), allows_suboptimal_run=lambda _g, _c: True)
    rng = Random(f"{title}/{number}")
    g = Game.new(rules, [f"p{n + 1}" for n in range(rules.players)], str(number))
    while not g.state.over and g.state.seq < LIMIT:
        step = g.top_step()
        if isinstance(step, RunRoutes):
            yield step.company, g.snapshot()
            best = routes.best(g, step.company, 1, GLANCE)[0].runs
            g.play(RunTrains(routes.written(best), by=g.president(step.company)))
            continue
        g.play(pick(g, rng, GLAD))


def kept(title: str, games: int = 60, most: int = 200) -> list[tuple[str, bytes]]:
    """Some `most` positions of so many games, evenly spread."""
    found = [position for number in range(games) for position in runs_of(title, number)]
    return found[:: max(1, len(found) // most)]


def timed(rules: Rules, snapshot: bytes) -> tuple[list[float], int]:
    """Milliseconds of CPU of each search, and how many were not proven."""
    spent, unproven = [], 0
    for g, company in stressed_positions(rules, snapshot):
        began = process_time()
        best = routes.best(g, company, keep=1)
        spent.append((process_time() - began) * 1000)
        unproven += any(not runs.proven for runs in best)
    return sorted(spent), unproven


def main(games: int, title: str = "18India", path: str = "") -> None:
    began = process_time()
    g = densest(title, games)
    took, laid, pieces = process_time() - began, len(g.state.tiles), track(g)
    options = " ".join(g.state.options) or "none"
    _say(
        f"{games} games in {took:.0f} s of CPU; the densest: {laid} tiles, {pieces} pieces of track, options {options}"
    )
    if path:
        Path(path).write_bytes(g.snapshot())
    spent, unproven = timed(g.rules, g.snapshot())
    median, p99 = statistics.median(spent), spent[int(len(spent) * 0.99)]
    _say(f"{len(spent)} searches: median {median:.0f} ms, p99 {p99:.0f}, worst {spent[-1]:.0f}; not proven: {unproven}")


def save_positions(name: str, boards: Iterable[tuple[str, bytes]]) -> int:
    """Write the positions of a file (company, snapshot); how many there are."""
    lines = []
    for company, snapshot in boards:
        state = msgspec.json.decode(snapshot)
        state = {name: state[name] for name in PARTS if name in state}
        for one in state["companies"].values():
            for past in ("ran", "earned", "paid"):
                one.pop(past, None)
        lines.append(msgspec.json.encode({"company": company, "state": state}))
    dense.FOLDER.mkdir(exist_ok=True)
    (dense.FOLDER / f"{name}.jsonl.xz").write_bytes(lzma.compress(b"\n".join(lines), preset=9 | lzma.PRESET_EXTREME))
    return len(lines)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--keep":
        _say(f"{save_positions(sys.argv[2], kept(sys.argv[2]))} positions")
    else:
        main(int(sys.argv[1]), *sys.argv[2:4])
