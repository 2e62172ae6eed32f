"""Games that are measured: recorded ones, and those that a player who acts by a seed has played."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.core.errors import UsageError
from bot.interchange.import_state import Imported
from bot.interchange.importer import read_game
from bot.interchange.site.records import Damaged
from bot.sandbox import demo_game
from game.actions import Action
from game.play import Game
from game.rules import Rules
from titles import TITLES

SEEDS = ("a", "b", "c")
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


def group_by_title(games: Sequence[PlayedGame]) -> dict[str, list[PlayedGame]]:
    """Games by the name of their title, in the order given."""
    titles: dict[str, list[PlayedGame]] = {}
    for game in games:
        titles.setdefault(game.rules.name, []).append(game)
    return titles


def longest_random_game(shared: Path) -> PlayedGame | None:
    """The longest of the games that were played at random, None where there are none."""
    files = sorted((shared / "recorded" / "random").glob("*/*.json"), key=lambda file: (file.stat().st_size, file.name))
    return _convert_recording(files[-1].stem, read_game(files[-1].read_bytes())) if files else None


def spread_positions(games: Sequence[PlayedGame], count: int) -> Iterator[Game]:
    """So many positions, spread over the games from their middle on."""
    for number in range(count):
        game = games[number % len(games)]
        g = game.start()
        half = len(game.actions) // 2
        for action in game.actions[: half + half * number // count]:
            g.play(action)
        yield g
