"""How long a replay takes: the animated map of a long game."""

from __future__ import annotations

from functools import partial

from bot.benchmarks.figures import Row, Times
from bot.benchmarks.played_games import PlayedGame
from bot.files.replay import film_of_file, paint_film
from bot.model.imported_game import IncomingGame

MOVES = 1000  # that are replayed at most
TARGET = 20.0  # seconds of one core for so many


def measure_replay_film(game: PlayedGame) -> Row:
    """Seconds of CPU from the actions of a game, a thousand of them at most, to the file; and what a thousand would take."""
    actions = game.actions[:MOVES]
    incoming = IncomingGame(
        game.rules.name, tuple(game.rules.options), game.players, game.players, actions, game.seed, game.seated
    )
    times = Times("replay")
    film = times.measure(partial(film_of_file, incoming))
    data = times.measure(partial(paint_film, film))
    seconds, frames = sum(times.seconds), max(1, len(film.moments))
    figures = {
        "per_1000_moves": seconds * MOVES / max(1, len(actions)),
        "drawing": times.seconds[1],
        "frame": times.seconds[1] / frames,
    }
    ok = figures["per_1000_moves"] <= TARGET
    note = f"{game.name}, {len(actions)} moves in {frames} frames, {len(data) / 1e6:.1f} MB"
    return Row("animated replay", len(actions), "s", figures, {"per_1000_moves": TARGET}, ok, note=note)
