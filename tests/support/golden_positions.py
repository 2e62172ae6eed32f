"""Positions of the golden games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.play import Game
from game.transcript import Transcript, perform, read
from tests.golden import GAMES, Golden

EVERY = 40  # actions of a game between positions that are kept: to play a whole one anew takes half a second

_kept: dict[str, dict[int, bytes]] = {}  # snapshots of each game, by the number of actions


@lru_cache
def _read(golden: Golden) -> Transcript:
    """The recorded actions of a golden game."""
    return read(golden.path.read_text("utf-8"))


def golden_position(name: str, number: int) -> Game:
    """The position of that golden game after so many actions, or at its end; played on from the last one that was kept."""
    golden = next(g for g in GAMES if g.name == name)
    transcript, kept = _read(golden), _kept.setdefault(name, {})
    g = golden.start(transcript.seed)
    done = max((n for n in kept if n <= number), default=0)
    if done:
        g = Game.load(g.rules, kept[done])
        g.remarks = True
    for n, _ in enumerate(perform(g, transcript.entries[done:number]), done + 1):
        if n % EVERY == 0:
            kept[n] = g.snapshot()
    return g


def golden_positions(name: str, numbers: Sequence[int]) -> Iterator[Game]:
    """The positions of that golden game after so many actions, each more than those before."""
    return (golden_position(name, number) for number in numbers)
