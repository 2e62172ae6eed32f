"""Positions of games that a hasty player plays, by the step that asks: `walked_position("18GA", "trains", 8)`."""

from __future__ import annotations

from functools import cache

from game.play import Game
from tests.console_report import rules_of, walk


@cache
def _snapshots(title: str) -> dict[tuple[str, int], bytes]:
    """Every position of the first game, by the step that asks and its number among those."""
    found: dict[tuple[str, int], bytes] = {}
    counts: dict[str, int] = {}
    for number, (g, legal) in enumerate(walk(title, 1)):
        asked = g.top_step()
        step = asked.key if asked is not None else ""
        nth = counts[step] = counts.get(step, -1) + 1
        found[step, nth] = found["", number] = snapshot = g.snapshot()
        found.setdefault((f"{step} of {len([*legal])}", 0), snapshot)
    return found


def walked_position(title: str, step: str, nth: int = 0) -> Game:
    """The nth position, from 0, at which that step asks; `""`: the nth of all; `home of 4`: the first with so many actions."""
    return Game.load(rules_of(title), _snapshots(title)[step, nth])
