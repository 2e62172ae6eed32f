"""Measurements: how fast the engine replays, finds routes, lists lays, draws, keeps and takes back; beside their targets.

Recorded games of 18xx.games are measured where they are at hand (TRUNKLINE_SHARED, or a folder `shared` beside the project);
otherwise games that the demonstration player plays by a seed.
"""

from __future__ import annotations

import asyncio
import csv
import gc
import os
import statistics
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import msgspec
from PIL.Image import Image

import render
from bot.benchmarks import dense, full_board, stress
from bot.benchmarks.busy_views import LOOKS, TABLES, measure_busy_views
from bot.benchmarks.figures import Row, Times, report_lines, timed_row
from bot.core.errors import UsageError
from bot.core.worker_process import Report, ignore_progress
from bot.interchange.import_state import Imported
from bot.interchange.importer import read_game
from bot.interchange.site.records import Damaged
from bot.model.kinds import Theme
from bot.sandbox import demo_game
from bot.views.images import draw_cached
from game.actions import Action, RunTrains
from game.codec import encode
from game.play import Game
from game.routing import routes
from game.rules import Rules
from titles import TITLES

SEEDS = ("a", "b", "c")
PARTS = 6  # of a game, to see whether actions take longer towards its end
PLAYS = 5_000  # a game by the demonstration player ends long before


@dataclass(frozen=True)
class PlayedGame:
    """A whole game as our actions; `numbers`: of the recorded action that each belongs to."""

    name: str
    rules: Rules
    players: tuple[str, ...]
    seed: str
    seated: bool
    actions: tuple[Action, ...]
    numbers: tuple[int, ...] = ()

    def start(self) -> Game:
        """The game at its start, from the same seed and in the same order of play."""
        return Game.new(self.rules, self.players, self.seed, seated=self.seated)


def main(shared: Path | None, as_json: bool, report: Report = ignore_progress) -> int:
    """Measure and print; 1 if something is slower than its target. `report`: is told how many parts of how many are done."""
    games = list(load_recorded(find_recordings(shared))) or list(play_by_seed())
    loop = calibrate()
    rows = [*measure_all(games, find_recordings(shared), report)]
    for row in rows:
        if row.unit == "ms":
            row.ratio = float(f"{next(iter(row.figures.values())) / loop:.2g}")
    if as_json:
        print(msgspec.json.encode({"loop_ms": round(loop, 2), "rows": rows}).decode())  # noqa: T201
    else:
        plays = sum(len(g.actions) for g in games)
        head = (
            f"{len(games)} games of {', '.join(group_by_title(games))}, {plays} actions; calibration loop {loop:.1f} ms"
        )
        print("\n".join([head, "", *report_lines(rows)]))  # noqa: T201
    return 0 if all(r.ok for r in rows) else 1


def find_recordings(shared: Path | None) -> Path:
    """The folder of recorded games; raises `UsageError` where the one that was named holds none."""
    named = shared or (Path(os.environ["TRUNKLINE_SHARED"]) if os.environ.get("TRUNKLINE_SHARED") else None)
    if named is not None and not (named / "recorded").is_dir():
        raise UsageError(f"{named} holds no recorded games: name a folder that has a folder `recorded`")
    return named or Path(__file__).parents[3] / "shared"


def load_recorded(shared: Path) -> Iterator[PlayedGame]:
    """The recorded games of the titles that can be played."""
    for file in sorted((shared / "recorded").glob("*/*.json")):
        try:
            imported = read_game(file.read_bytes())
        except Damaged as error:
            print(f"{file.name} is left out: {error}")  # noqa: T201
            continue
        yield _convert_recording(file.stem, imported)


def _convert_recording(name: str, imported: Imported) -> PlayedGame:
    """A recorded game that was read, as a game to be played by our actions."""
    actions, numbers = tuple(a for _, a in imported.plays), tuple(n for n, _ in imported.plays)
    return PlayedGame(name, imported.game.rules, imported.players, imported.game.state.seed, True, actions, numbers)


def play_by_seed() -> Iterator[PlayedGame]:
    """Whole random games of every title, one for each seed; the same on every machine."""
    for title in TITLES.values():
        for seed in SEEDS:
            players = ("ann", "bob", "cid")
            rules = title.rules((), len(players))
            _, actions = demo_game.play_demo(rules, players, seed, PLAYS)
            yield PlayedGame(f"{title.name} {seed}", rules, players, seed, False, tuple(actions))


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


COMMON = 4  # parts of the work that are not a title's: replay, pictures, memory, growth


def measure_all(games: Sequence[PlayedGame], shared: Path, report: Report = ignore_progress) -> Iterator[Row]:
    """All games together, then what differs most from title to title for each of them."""
    titles = group_by_title(games)
    parts = len(titles) + COMMON
    report(0, parts)
    yield measure_replay(games)
    report(1, parts)
    engine = EngineTimes(known_optima(shared))
    apart: dict[str, list[Row]] = {}
    for done, (title, replayed) in enumerate(titles.items(), 2):
        apart[title] = [
            measure_replay(replayed, f", {title}"),
            *engine.measure_title(replayed, title),
            *measure_stressed(replayed, title),
            *measure_crowded(title),
        ]
        report(done, parts)
    yield from engine.report_rows()
    yield from measure_pictures(games[-1])
    yield timed_row(asyncio.run(measure_busy_views(list(spread_positions(games, TABLES + LOOKS)))))
    report(parts - 2, parts)
    yield measure_memory(games)
    report(parts - 1, parts)
    yield measure_growth(longest_random_game(shared) or max(games, key=lambda game: len(game.actions)))
    report(parts, parts)
    for rows in apart.values():
        yield from rows


def group_by_title(games: Sequence[PlayedGame]) -> dict[str, list[PlayedGame]]:
    """Games by the name of their title, in the order given."""
    titles: dict[str, list[PlayedGame]] = {}
    for game in games:
        titles.setdefault(game.rules.name, []).append(game)
    return titles


def measure_stressed(games: Sequence[PlayedGame], title: str) -> Iterator[Row]:
    """Best routes of each company with the two longest trains, on the last map of each game.

    Where trains help each other also with track in nearly every hex, which no game comes to: those may end unproven, but end.
    """
    rules = games[0].rules
    express = any("express" in s.kinds for t in rules.data.trains.values() for s in t.sides)
    last = (
        boards for game in games for boards in stress.stressed_positions(game.rules, _play_through(game).snapshot())
    )
    yield from measure_searches(f"routes under stress, {title}", 2000 if express else 500, last, proven=True)
    if stress.helper_trains(rules):
        company, hexes = full_board.running_company(rules), len(rules.data.hexes)
        full = ((full_board.make_position(rules, "1", hexes, crew), company) for crew in stress.pair_trains(rules))
        yield from measure_searches(f"routes on a full board, {title}", 5000, full, proven=False)


def measure_crowded(title: str) -> Iterator[Row]:
    """Best routes on the boards of players who build whatever they can."""
    yield from measure_searches(
        f"routes on dense boards, {title}", 2000, dense.load_positions(title), proven=True, p99=500
    )
    for name in dense.hardest_files():
        if name.startswith(f"{title}-"):
            yield from measure_searches(
                f"routes on dense boards, {name}", 2000, dense.load_positions(name), proven=True
            )


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


def measure_replay(games: Sequence[PlayedGame], of: str = "") -> Row:
    """Whole games through the live path, every check on: actions per second by game, and the longest game."""
    rates, seconds = {}, []
    for game in games:
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


def longest_random_game(shared: Path) -> PlayedGame | None:
    """The longest of the games that were played at random, None where there are none."""
    files = sorted((shared / "recorded" / "random").glob("*/*.json"), key=lambda file: (file.stat().st_size, file.name))
    return _convert_recording(files[-1].stem, read_game(files[-1].read_bytes())) if files else None


def measure_growth(game: PlayedGame) -> Row:
    """Microseconds an action takes on average in each part of a game, and under `growth` the last as a multiple of the first."""
    g, spent = game.start(), []
    gc.collect()
    for action in game.actions:
        began = process_time()
        g.play(action)
        spent.append((process_time() - began) * 1e6)
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


class EngineTimes:
    """Times of the engine's parts at every position of some games. Each starts from bytes: nothing is remembered."""

    def __init__(self, known: dict[tuple[str, int], int]) -> None:
        self.known = known
        self.met = self.compared = self.unproven = 0
        self.routes = Times("best routes", {"median": 2, "p99": 50, "worst": 400})
        self.lays = Times("legal lays of a company", {"median": 5, "p99": 50, "worst": 150})
        self.choices = Times("all that is legal at a position", {"p99": 20})
        self.keep = Times("snapshot: encode", {"worst": 20})
        self.load = Times("snapshot: read back", {"worst": 20})
        self.undo = Times("undo", {"median": 20, "worst": 100})

    def measure_game(self, game: PlayedGame) -> None:
        """Play a game through and measure each position on the way."""
        g = game.start()
        for i, action in enumerate(game.actions):
            data = g.snapshot()
            self.measure_position(game, data)
            if isinstance(action, RunTrains):
                number = game.numbers[i] if game.numbers else 0
                self.measure_run(game, data, number)
            g.play(action)
            if i % 10 == 0:
                self.undo.measure(g.undo)
                g.redo()

    def measure_position(self, game: PlayedGame, data: bytes) -> None:
        """Measure loading, storing and the list of choices of one position, given as the bytes of its state."""
        fresh = self.load.measure(lambda: Game.load(game.rules, data))
        self.keep.measure(lambda: encode(fresh.state))
        self.choices.measure(lambda: [c.actions for c in fresh.choices()])
        step = fresh.asked()
        if step is not None and step.key == "track":
            self.lays.measure(Game.load(game.rules, data).choices)

    def measure_run(self, game: PlayedGame, data: bytes, number: int) -> None:
        """Measure the best routes of the company on turn, and compare them with what is known to be best."""
        fresh = Game.load(game.rules, data)
        step: Any = fresh.asked()
        runs = self.routes.measure(lambda: routes.best(fresh, step.company))
        self.unproven += not runs[0].proven if runs else 0
        wanted = self.known.get((game.name, number))
        if wanted is not None:
            self.compared += 1
            self.met += bool(runs) and runs[0].revenue == wanted and runs[0].proven

    def measure_title(self, games: Sequence[PlayedGame], title: str) -> Iterator[Row]:
        """Walk along the games of a title; its own routes and lays (median and p99 of routes are meant over all titles)."""
        routes_before, lays_before = len(self.routes.seconds), len(self.lays.seconds)
        for game in games:
            self.measure_game(game)
        apart = (
            Times(f"best routes, {title}", {"worst": 400}, self.routes.seconds[routes_before:]),
            Times(f"legal lays, {title}", {"median": 5, "p99": 50}, self.lays.seconds[lays_before:]),
        )
        yield from (timed_row(times) for times in apart if times.seconds)

    def report_rows(self) -> Iterator[Row]:
        """What was measured, as rows of the report; what no game came to is left out."""
        for times in (self.routes, self.lays, self.choices, self.keep, self.load, self.undo):
            if times.seconds:
                yield timed_row(times)
        if self.compared:
            figures = {"met": float(self.met), "of": float(self.compared), "not_proven": float(self.unproven)}
            yield Row("known best revenues", self.compared, "rows", figures, {}, self.met == self.compared)


def measure_pictures(game: PlayedGame) -> Iterator[Row]:
    """Map, market and cards through a game, PNG included; the very first map draws its sprites too."""
    g = game.start()
    first, maps = Times("map, very first"), Times("map, as PNG", {"median": 60, "worst": 150})
    market, cards = Times("market, as PNG", {"median": 60, "worst": 150}), Times("company card, as PNG", {"median": 60})
    largest = 0
    for i, action in enumerate(game.actions):
        events = g.play(action)
        if i % 20:
            continue
        view, marks = g.view(None), render.marks_of(events)
        times = maps if first.seconds else first
        data = times.measure(partial(_draw_png, render.draw_map, view, g.rules, marks))
        largest = max(largest, len(data))
        market.measure(partial(_draw_png, render.draw_market, view, g.rules, marks))
        cards.measure(partial(_draw_png, render.draw_company, view, g.rules, next(iter(view.companies))))
    yield timed_row(first)
    yield timed_row(maps)
    yield timed_row(asyncio.run(measure_cached_map(g)))
    yield timed_row(market)
    yield timed_row(cards)
    yield Row("largest map", 1, "kB", {"worst": largest / 1000}, {"worst": 200}, largest <= 200_000)


def spread_positions(games: Sequence[PlayedGame], count: int) -> Iterator[Game]:
    """So many positions, spread over the games from their middle on."""
    for number in range(count):
        game = games[number % len(games)]
        g = game.start()
        half = len(game.actions) // 2
        for action in game.actions[: half + half * number // count]:
            g.play(action)
        yield g


async def measure_cached_map(g: Game) -> Times:
    """A map of a position that was drawn before, as the bot keeps it."""
    times = Times("map, drawn before", {"median": 1, "worst": 5})
    view = g.view(None)
    row, position = SimpleNamespace(theme=Theme.LIGHT), SimpleNamespace(seq=g.state.seq)
    table: Any = SimpleNamespace(id=1, row=row, rules=g.rules, position=position)
    for _ in range(20):
        began = perf_counter()
        await draw_cached(table, "bench", view, lambda: render.draw_map(view, g.rules), "")
        times.seconds.append(perf_counter() - began)
    del times.seconds[0]
    return times


def _draw_png(make: Callable[..., Image], *of: Any) -> bytes:
    """The bytes of a picture that a function of `render` draws of these."""
    return render.png(make(*of))


def measure_memory(games: Sequence[PlayedGame]) -> Row:
    """Megabytes that one more live game costs at its end, beside another one that has come as far: state, the plays that can be
    taken back, what is derived. What games share (tiles, the latest boards) is not counted twice.
    """
    sizes = []
    for game in games:
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
