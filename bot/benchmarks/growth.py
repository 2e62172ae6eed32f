"""Time per action over a long game, drawn: whether plays take longer the longer a game has lasted.

python -m bot.benchmarks.growth PICTURE.png GAME

GAME: a transcript or a file of 18xx.games; `python -m tests.long_game FILE` writes one of more than 3,000 actions.
"""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from bot.benchmarks.played_games import PlayedGame
from bot.files.transcripts import read_incoming
from render.results.charts import Chart, chart
from render.results.curves import Curve
from titles import TITLES

TIMES = 3  # the game is played; of each action the fastest counts, as others use the machine too
WINDOW = 100  # actions


def measure_actions(game: PlayedGame) -> list[float]:
    """Microseconds of CPU time of each action of a game."""
    runs = [_measure_once(game) for _ in range(TIMES)]
    return [min(each) for each in zip(*runs, strict=True)]


def _measure_once(game: PlayedGame) -> list[float]:
    """Microseconds of CPU time of each action of a game that is played through once."""
    g, times = game.start(), []
    gc.collect()
    for action in game.actions:
        began = process_time()
        g.play(action)
        times.append((process_time() - began) * 1e6)
    return times


def growth_ratio(times: Sequence[float]) -> float:
    """The mean of the last sixth as a multiple of that of the first."""
    part = max(1, len(times) // 6)
    return statistics.mean(times[-part:]) / statistics.mean(times[:part])


def draw_growth(times: Sequence[float]) -> Chart:
    """Microseconds of so many actions at a time: half of them took less, nine of ten took less."""
    starts = range(0, len(times) - 1, WINDOW)
    tenths = [statistics.quantiles(times[at : at + WINDOW], n=10) for at in starts if len(times[at : at + WINDOW]) > 1]
    curves = [Curve(name, tuple(round(t[n]) for t in tenths)) for name, n in (("half", 4), ("9 of 10", 8))]
    return chart("Microseconds per action", [str(at + 1) for at in starts], curves, "")


def read_played(path: Path) -> PlayedGame:
    """The game in a transcript or a file of 18xx.games; raises OSError or NotPossible."""
    read = read_incoming(path.read_bytes(), TITLES)
    rules = TITLES[read.title].rules(read.options, len(read.players))
    return PlayedGame(f"{rules.name}, {path.stem}", rules, read.players, read.seed, read.seated, read.actions)


def main(picture: str, file: str) -> int:
    """Measure, draw, print the ratio."""
    game = read_played(Path(file))
    times = measure_actions(game)
    Path(picture).write_bytes(draw_growth(times).png)
    print(f"{game.name}: {len(times)} actions, last sixth {growth_ratio(times):.2f} times the first")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
