"""Recorded games replayed by our engine and by another one, in turn: CPU time of both on the same files.

Twice: *plays* is what an engine does with actions that it has in its own form already, *files* what it does with the bytes of a
file. Both begin with the set-up of the game, and in ours every action passes all checks and leaves the state encoded. Ours reads
the files of the other program by way of its ledgers, which it has to keep beside the game; the other program reads its own.

The other program's last line, as JSON, gives the seconds as `cpu` (plays) and `cpu_file` (files). Of several rounds the fastest
of each counts, since others use the machine too.
"""

from __future__ import annotations

import gc
import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from bot.interchange.importer import Importer
from game.codec import encode
from game.play import Game

PATIENCE = 600  # seconds for the other program and one file
TIMES = 3  # that ours does the same in a row: caches of the processor are cold after another program has run


@dataclass
class FileTimes:
    """Seconds of CPU time for one file, the fastest of all rounds."""

    name: str
    actions: int = 0  # of ours
    plays: float = float("inf")
    files: float = float("inf")
    their_plays: float = float("inf")
    their_files: float = float("inf")

    def take(self, engine: Sequence[str], path: Path) -> None:
        """Measure both once more."""
        data = path.read_bytes()
        reader = Importer(data)
        self.files = min(self.files, _timed(lambda: _read(data)))
        _play_through(reader)
        codec, stored = reader.game.codec, [encode(action) for _, action in reader.imported.plays]
        self.actions = len(stored)

        def play() -> None:
            seed, players = reader.profile.shuffle_seed(reader.saved), reader.imported.players
            game = Game.new(reader.game.rules, players, seed=seed, seated=True)
            for action in stored:
                game.play(codec.action(action))

        self.plays = min(self.plays, _timed(play))
        told = subprocess.run([*engine, str(path)], capture_output=True, timeout=PATIENCE, check=True)
        last = json.loads(told.stdout.splitlines()[-1])
        self.their_plays = min(self.their_plays, last["cpu"])
        self.their_files = min(self.their_files, last["cpu_file"])


def _timed(work: Callable[[], None]) -> float:
    """Seconds of CPU time, the fastest of some times in a row; what lies about is cleared away before each."""
    taken = []
    for _ in range(TIMES):
        gc.collect()
        began = process_time()
        work()
        taken.append(process_time() - began)
    return min(taken)


def _read(data: bytes) -> None:
    """Read a file and play it."""
    _play_through(Importer(data))


def _play_through(reader: Importer) -> None:
    for _ in reader.play_all():
        pass


def compare_speed(engine: Sequence[str], folder: Path, rounds: int) -> Iterator[str]:
    """Lines about each file of a folder of recorded games of one title, and one about all of them."""
    paths = sorted(folder.glob("*.json"))
    measured = [FileTimes(path.stem) for path in paths]
    for _ in range(rounds):
        for times, path in zip(measured, paths, strict=True):
            times.take(engine, path)
    for times in measured:
        yield f"  {times.name}: {_ratios([times])}"
    yield f"{folder.name}: {len(paths)} files, {_ratios(measured)}"


def _ratios(measured: Sequence[FileTimes]) -> str:
    """How much faster ours is, in words."""
    actions, plays, files = (sum(getattr(t, name) for t in measured) for name in ("actions", "plays", "files"))
    their_plays, their_files = (sum(getattr(t, name) for t in measured) for name in ("their_plays", "their_files"))
    return (
        f"{actions} actions; plays: ours {actions / plays:.0f} a second, theirs {actions / their_plays:.0f}:"
        f" x{their_plays / plays:.2f}; files: ours {actions / files:.0f}, theirs {actions / their_files:.0f}:"
        f" x{their_files / files:.2f}"
    )
