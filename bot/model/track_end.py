"""Whether track that is laid leaves its company nowhere to go on building, and why it can lay none."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game import legal_lays, tile_checks
from game.play import Game
from game.rules import LayPermit, Rules
from game.state import Company, State

# What is wanting where a lay would be legal but for one check.
WANTING = (
    (tile_checks.terrain_affordable, "it cannot pay for the ground"),
    (tile_checks.tile_left, "none of the tiles that fit is left"),
)
ANY_COST = 100_000  # dollars: whether a place can be paid for changes from turn to turn


def find_awaited_colour(rules: Rules, view: State[Any], company: Company) -> str:
    """The colour of tiles before which a company can lay no more track, on a board as somebody may see it; "" where it can lay
    some now, whatever the ground costs, and where no further colour will come.
    """
    if not any(owner == company for owner in view.tokens.values()) or view.phase not in rules.data.phases:
        return ""
    game = Game(rules, replace(view, cash={**view.cash, company: ANY_COST}))
    if next(legal_lays.lays(game, company, LayPermit(), rules.track.checks), None) is not None:
        return ""
    phases = [*rules.data.phases.values()]
    now = rules.data.phases[view.phase]
    later = (colour for phase in phases[phases.index(now) + 1 :] for colour in phase.tiles if colour not in now.tiles)
    return next(later, "")


def explain_no_track(rules: Rules, view: State[Any], company: Company) -> str:
    """Why a company can lay no track, on a board as somebody may see it: `it cannot pay for the ground`; "" where it could, but
    for what its title allows it in one turn.
    """
    if not any(owner == company for owner in view.tokens.values()):
        return "it has no station on the map"
    game, checks = Game(rules, view), rules.track.checks
    if next(legal_lays.lays(game, company, LayPermit(), checks), None) is not None:
        return ""
    for check, reason in WANTING:
        if next(legal_lays.lays(game, company, LayPermit(), [c for c in checks if c is not check]), None) is not None:
            return reason
    coming = legal_lays.lays(game, company, LayPermit(), [c for c in checks if c is not tile_checks.colour_open])
    colours = {lay.new.tile.colour for lay in coming}
    later = (colour for phase in rules.data.phases.values() for colour in phase.tiles if colour in colours)
    colour = next(later, "")
    return f"it waits for {colour} tiles" if colour else "nothing that it reaches can be built on"
