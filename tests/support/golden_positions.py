"""Positions of the golden games."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from game.play import Game
from game.transcript import perform, read
from tests.golden import GAMES


def golden_position(name: str, number: int) -> Game:
    """The position of that golden game after so many actions."""
    return next(golden_positions(name, [number]))


def golden_positions(name: str, numbers: Sequence[int]) -> Iterator[Game]:
    """The positions of that golden game after so many actions, each more than those before; it is played once."""
    golden = next(g for g in GAMES if g.name == name)
    kept = read(golden.path.read_text("utf-8"))
    g = golden.start(kept.seed)
    plays, done = perform(g, kept.entries), 0
    for number in numbers:
        for _ in itertools.islice(plays, number - done):
            pass
        done = number
        yield g
