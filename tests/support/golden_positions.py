"""Positions of the golden games."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from game.play import Game
from game.transcript import Transcript, perform, read
from tests.golden import GAMES, Golden

EVERY = (
    3  # actions of a game between positions that are kept: to play one takes six times as long as to keep a position
)

_kept: dict[str, dict[int, bytes]] = {}  # snapshots of each game, by the number of actions
_folder: Path | None = None  # where the processes of one run of the tests keep them for each other


def share_positions(folder: Path) -> None:
    """Keep positions in this folder too, and look for them there: other processes of the same run have played these games."""
    global _folder
    _folder = folder
    _folder.mkdir(exist_ok=True)


@lru_cache
def _read(golden: Golden) -> Transcript:
    """The recorded actions of a golden game."""
    return read(golden.path.read_text("utf-8"))


def golden_position(name: str, number: int) -> Game:
    """The position of that golden game after so many actions, or at its end; played on from one before it that was kept."""
    golden = next((g for g in GAMES if g.name == name), None)
    assert golden, f"no golden game is called {name}: tests/golden.py lists them"
    transcript, kept = _read(golden), _kept.setdefault(name, {})
    number = min(number, len(transcript.entries))
    done = _find_last(name, number)
    if done:
        g = Game.load(golden.start(transcript.seed).rules, kept[done])
        g.remarks = True
    else:
        g = golden.start(transcript.seed)
    for n, _ in enumerate(perform(g, transcript.entries[done:number]), done + 1):
        if n % EVERY == 0:
            _keep(name, n, g.snapshot())
        elif n == number - 1:  # whoever asks again has one action to play
            kept[n] = g.snapshot()
    return g


def _find_last(name: str, number: int) -> int:
    """The number of actions of the last position that is kept before that one, as its last action is played in any case."""
    kept = _kept[name]
    done = max((n for n in kept if n < number), default=0)
    if _folder is None:
        return done
    for n in range((number - 1) // EVERY * EVERY, done, -EVERY):
        file = _folder / f"{name}-{n}"
        if file.exists():
            kept[n] = file.read_bytes()
            return n
    return done


def _keep(name: str, number: int, snapshot: bytes) -> None:
    """Keep a position, for other processes too."""
    _kept[name][number] = snapshot
    if _folder:
        part = _folder / f"{name}-{number}-{os.getpid()}"
        part.write_bytes(snapshot)
        part.replace(_folder / f"{name}-{number}")


def golden_positions(name: str, numbers: Sequence[int]) -> Iterator[Game]:
    """The positions of that golden game after so many actions, each more than those before."""
    return (golden_position(name, number) for number in numbers)
