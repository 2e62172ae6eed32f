"""Positions of the golden games."""

from __future__ import annotations

import itertools

from game.play import Game
from game.transcript import perform, read
from tests.golden import GAMES


def golden_position(name: str, number: int) -> Game:
    """The position of that golden game after so many actions."""
    golden = next(g for g in GAMES if g.name == name)
    kept = read(golden.path.read_text("utf-8"))
    g = golden.start(kept.seed)
    for _ in itertools.islice(perform(g, kept.entries), number):
        pass
    return g
