"""How long the engine takes for each action of the games that are measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.benchmarks.figures import Row, Times, timed_row
from bot.benchmarks.played_games import PlayedGame
from game.actions import RunTrains
from game.codec import encode
from game.play import Game
from game.routing import routes
from game.step_keys import StepKey


def do_nothing() -> None:
    """For measurements of which nobody hears."""


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

    def measure_game(self, game: PlayedGame, tick: Callable[[], None] = do_nothing) -> None:
        """Play a game through and measure each position on the way, each told by a `tick`."""
        g = game.start()
        for i, action in enumerate(game.actions):
            data = g.snapshot()
            self.measure_position(game, data)
            if isinstance(action, RunTrains):
                number = game.numbers[i] if game.numbers else 0
                self.measure_run(game, data, number)
            g.play(action)
            tick()
            if i % 10 == 0:
                self.undo.measure(g.undo)
                g.redo()

    def measure_position(self, game: PlayedGame, data: bytes) -> None:
        """Measure loading, storing and the list of choices of one position, given as the bytes of its state."""
        fresh = self.load.measure(lambda: Game.load(game.rules, data))
        self.keep.measure(lambda: encode(fresh.state))
        self.choices.measure(lambda: [c.actions for c in fresh.choices()])
        step = fresh.top_step()
        if step is not None and step.key == StepKey.TRACK:
            self.lays.measure(Game.load(game.rules, data).choices)

    def measure_run(self, game: PlayedGame, data: bytes, number: int) -> None:
        """Measure the best routes of the company on turn, and compare them with what is known to be best."""
        fresh = Game.load(game.rules, data)
        step: Any = fresh.top_step()
        runs = self.routes.measure(lambda: routes.best(fresh, step.company))
        self.unproven += not runs[0].proven if runs else 0
        wanted = self.known.get((game.name, number))
        if wanted is not None:
            self.compared += 1
            self.met += bool(runs) and runs[0].revenue == wanted and runs[0].proven

    def measure_title(self, games: Sequence[PlayedGame], title: str, tick: Callable[[], None]) -> Iterator[Row]:
        """Walk along the games of a title; its own routes and lays (median and p99 of routes are meant over all titles)."""
        routes_before, lays_before = len(self.routes.seconds), len(self.lays.seconds)
        for game in games:
            self.measure_game(game, tick)
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
