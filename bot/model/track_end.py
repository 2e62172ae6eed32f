"""Whether track that is laid leaves its company nowhere to go on building."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game import legal_lays
from game.play import Game
from game.rules import Allow, Rules
from game.state import Company, State

ANY_COST = 100_000  # dollars: whether a place can be paid for changes from turn to turn


def find_awaited_colour(rules: Rules, view: State[Any], company: Company) -> str:
    """The colour of tiles before which a company can lay no more track, on a board as somebody may see it; "" where it can lay
    some now, whatever the ground costs, and where no further colour will come.
    """
    if not any(owner == company for owner in view.tokens.values()) or view.phase not in rules.data.phases:
        return ""
    game = Game(rules, replace(view, cash={**view.cash, company: ANY_COST}))
    if next(legal_lays.lays(game, company, Allow(), rules.track.checks), None) is not None:
        return ""
    phases = [*rules.data.phases.values()]
    now = rules.data.phases[view.phase]
    later = (colour for phase in phases[phases.index(now) + 1 :] for colour in phase.tiles if colour not in now.tiles)
    return next(later, "")
