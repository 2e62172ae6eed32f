"""Measurements: how fast the engine replays, finds routes, lists lays, draws, keeps and takes back; beside their targets.

Recorded games of 18xx.games are measured where they are at hand (TRUNKLINE_SHARED, or a folder `shared` beside the project);
otherwise games that the demonstration player plays by a seed.
"""

from __future__ import annotations

import csv
import gc
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic, process_time
from typing import TypeVar

import msgspec

from bot.benchmarks import busy_views, dense, full_board, picture_times, played_games, stress
from bot.benchmarks.engine_times import EngineTimes, do_nothing
from bot.benchmarks.figures import Row, Times, report_lines, timed_row
from bot.benchmarks.growth import measure_actions
from bot.benchmarks.played_games import PlayedGame
from bot.benchmarks.replay_times import measure_replay_film
from bot.core.worker_process import Report, ignore_progress
from game.play import Game
from game.routing import routes
from game.rules import Rules

T = TypeVar("T")
PARTS = 6  # of a game, to see whether actions take longer towards its end
WALKS = 4  # of each game: replay, that of its title, routes under stress, memory
COMMON = 2  # parts of the work that are told of when they are done: animated replay, growth


def main(shared: Path | None, as_json: bool, report: Report = ignore_progress) -> int:
    """Measure and print; 1 if something is slower than its target. `report`: is told how much of how much is done."""
    folder = played_games.find_recordings(shared)
    done = make_stopwatch()
    games = list(played_games.load_recorded(folder)) or list(played_games.play_by_seed())
    loop = calibrate()
    done("games to measure with")
    rows = [*measure_all(games, folder, report, done)]
    for row in rows:
        if row.unit == "ms":
            row.ratio = float(f"{next(iter(row.figures.values())) / loop:.2g}")
    if as_json:
        print(msgspec.json.encode({"loop_ms": round(loop, 2), "rows": rows}).decode())  # noqa: T201
    else:
        plays = sum(len(g.actions) for g in games)
        titles = ", ".join(played_games.group_by_title(games))
        head = f"{len(games)} games of {titles}, {plays} actions; calibration loop {loop:.1f} ms"
        print("\n".join([head, "", *report_lines(rows)]))  # noqa: T201
    return 0 if all(r.ok for r in rows) else 1


def calibrate() -> float:
    """Milliseconds of a fixed piece of plain Python: what one figure is to another machine, its ratio to this is too."""
    best = []
    for _ in range(5):
        began = process_time()
        total = 0
        for i in range(200_000):
            total += i * i % 7
        best.append(process_time() - began)
    return min(best) * 1000


def make_ticks(report: Report, of: int) -> Callable[[], None]:
    """What tells, each time that it is called, that one thing more of so many is done."""
    steps = count(1)
    report(0, of)
    return lambda: report(next(steps), of)


def make_stopwatch() -> Callable[[str], None]:
    """What tells on the error output, each time that it is called, which part is done and how many seconds it took."""
    last = monotonic()

    def done(part: str) -> None:
        """Say that this part is done."""
        nonlocal last
        now = monotonic()
        print(f"{part}: {now - last:.0f} s", file=sys.stderr, flush=True)  # noqa: T201
        last = now

    return done


def ignore_part(part: str) -> None:
    """For measurements of which nobody waits."""


def measure_all(
    games: Sequence[PlayedGame],
    shared: Path,
    report: Report = ignore_progress,
    done: Callable[[str], None] = ignore_part,
) -> Iterator[Row]:
    """All games together, then what differs most from title to title for each of them. `done`: is told of each part."""
    titles = played_games.group_by_title(games)
    tick = make_ticks(report, count_steps(titles))
    longest = played_games.longest_random_game(shared) or max(games, key=lambda game: len(game.actions))
    yield measure_replay(games, "", tick)
    done("replay of all games")
    engine = EngineTimes(known_optima(shared))
    apart: dict[str, list[Row]] = {}
    for title, replayed in titles.items():
        apart[title] = [
            measure_replay(replayed, f", {title}", tick),
            *engine.measure_title(replayed, title, tick),
            *measure_stressed(replayed, title, tick),
            *measure_crowded(title, tick),
        ]
        done(title)
    yield from engine.report_rows()
    yield from picture_times.measure_pictures(longest_of_each(titles), tick)
    done("pictures")
    yield measure_replay_film(longest)
    tick()
    done("animated replay")
    yield from busy_views.measure_busy_views(games, tick)
    done("views at many tables")
    yield measure_memory(games, tick)
    done("memory")
    yield measure_growth(longest)
    tick()
    done("growth")
    for rows in apart.values():
        yield from rows


def longest_of_each(titles: Mapping[str, Sequence[PlayedGame]]) -> list[PlayedGame]:
    """The longest game of each title."""
    return [max(some, key=lambda game: len(game.actions)) for some in titles.values()]


def count_steps(titles: Mapping[str, Sequence[PlayedGame]]) -> int:
    """How many ticks there are: games walked through, actions, positions searched for routes or drawn, views."""
    games = [game for some in titles.values() for game in some]
    searches = sum(dense.count_positions(name) for title in titles for name in dense.files_of(title))
    full = sum(sum(1 for _ in full_crews(some[0].rules)) for some in titles.values())
    drawn = sum(picture_times.count_drawn(game) for game in longest_of_each(titles))
    actions = sum(len(game.actions) for game in games)
    return WALKS * len(games) + actions + searches + full + drawn + busy_views.ASKED + COMMON


def measure_stressed(games: Sequence[PlayedGame], title: str, tick: Callable[[], None] = do_nothing) -> Iterator[Row]:
    """Best routes of each company with the two longest trains, on the last map of each game.

    Where trains help each other also with track in nearly every hex, which no game comes to: those may end unproven, but end.
    """
    rules = games[0].rules
    express = any("express" in s.kinds for t in rules.data.trains.values() for s in t.sides)
    last = _stress_each(games, tick)
    yield from measure_searches(f"routes under stress, {title}", 2000 if express else 500, last, proven=True)
    if crews := [*full_crews(rules)]:
        company, hexes = full_board.running_company(rules), len(rules.data.hexes)
        full = _tell_each(((full_board.make_position(rules, "1", hexes, crew), company) for crew in crews), tick)
        yield from measure_searches(f"routes on a full board, {title}", 5000, full, proven=False)


def full_crews(rules: Rules) -> Iterator[dict[str, str]]:
    """Trains that run on a board full of track, as cards with the side that is up: none where no train helps others."""
    return stress.pair_trains(rules) if stress.helper_trains(rules) else iter(())


def _stress_each(games: Sequence[PlayedGame], tick: Callable[[], None]) -> Iterator[tuple[Game, str]]:
    """The positions under stress of all games, each game told by a tick."""
    for game in games:
        yield from stress.stressed_positions(game.rules, _play_through(game).snapshot())
        tick()


def _tell_each(positions: Iterable[T], tick: Callable[[], None]) -> Iterator[T]:
    """What is measured, each told by a tick when it is done."""
    for position in positions:
        yield position
        tick()


def measure_crowded(title: str, tick: Callable[[], None] = do_nothing) -> Iterator[Row]:
    """Best routes on the boards of players who build whatever they can."""
    for name in dense.files_of(title):
        positions, p99 = _tell_each(dense.load_positions(name), tick), 500 if name == title else 0
        yield from measure_searches(f"routes on dense boards, {name}", 2000, positions, proven=True, p99=p99)


def measure_searches(
    name: str, worst: float, positions: Iterable[tuple[Game, str]], *, proven: bool, p99: float = 0
) -> Iterator[Row]:
    """Best routes of the company of each position; `worst`, `p99`: milliseconds. `proven`: whether all must be."""
    times, unproven = Times(name, {"worst": worst} | ({"p99": p99} if p99 else {})), 0
    for g, company in positions:
        best_runs = times.measure(partial(routes.best, g, company, 1))
        unproven += not all(runs.proven for runs in best_runs)
    if times.seconds:
        row = timed_row(times)
        row.figures["unproven"] = unproven
        row.ok = row.ok and not (proven and unproven)
        yield row


def measure_replay(games: Sequence[PlayedGame], of: str = "", tick: Callable[[], None] = do_nothing) -> Row:
    """Whole games through the live path, every check on: actions per second by game, and the longest game."""
    rates, seconds = {}, []
    for game in _tell_each(games, tick):
        g = game.start()
        gc.collect()
        began = process_time()
        for action in game.actions:
            g.play(action)
        seconds.append(process_time() - began)
        rates[game.name] = len(game.actions) / seconds[-1]
    figures = {"median": statistics.median(rates.values()), "slowest": min(rates.values()), "longest_s": max(seconds)}
    ok = figures["slowest"] >= 600 and figures["longest_s"] <= 1.5
    note = ", ".join(f"{n} {r:.0f}" for n, r in rates.items())
    return Row(
        f"replay, all checks{of}", len(games), "actions/s", figures, {"slowest": 600, "longest_s": 1.5}, ok, note=note
    )


def measure_growth(game: PlayedGame) -> Row:
    """Microseconds an action takes on average in each part of a game, and under `growth` the last as a multiple of the first."""
    spent = measure_actions(game)
    size = max(1, len(spent) // PARTS)
    parts = [statistics.mean(spent[at : at + size]) for at in range(0, size * PARTS, size) if spent[at : at + size]]
    figures = {f"part_{number}": part for number, part in enumerate(parts, 1)} | {"growth": parts[-1] / parts[0]}
    note = f"{game.name}, {len(spent)} actions in {len(parts)} parts"
    return Row("time per action", len(spent), "us", figures, {"growth": 1.5}, figures["growth"] <= 1.5, note=note)


def known_optima(shared: Path) -> dict[tuple[str, int], int]:
    """The known best revenue by game and number of the recorded action."""
    path = shared / "routes" / "optimum.tsv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if r["confirmed"] == "yes"]
    return {(r["game"], int(r["action"])): int(r["optimum"]) for r in rows}


def measure_memory(games: Sequence[PlayedGame], tick: Callable[[], None] = do_nothing) -> Row:
    """Megabytes that one more live game costs at its end, beside another one that has come as far: state, the plays that can be
    taken back, what is derived. What games share (tiles, the latest boards) is not counted twice.
    """
    sizes = []
    for game in _tell_each(games, tick):
        tracemalloc.start()
        held = []
        for _ in range(2):
            held.append(_play_through(game))
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] / 1e6)
        tracemalloc.stop()
        sizes[-2:] = [sizes[-1] - sizes[-2]]
        del held
    figures = {"median": statistics.median(sizes), "worst": max(sizes)}
    return Row("memory of a live game", len(sizes), "MB", figures, {"worst": 3}, figures["worst"] <= 3)


def _play_through(game: PlayedGame) -> Game:
    """The game at its end, with what its position asks listed."""
    g = game.start()
    for action in game.actions:
        g.play(action)
    g.choices()
    return g
