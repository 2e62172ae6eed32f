"""Whether track that is laid leaves its company nowhere to go on building, and why it can lay none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from game import legal_lays, tile_checks
from game.checks import LayCheck, LayPermit
from game.play import Game
from game.rules import Rules
from game.state import Company, State
from render.data.names import listed

# What is wanting where a lay would be legal but for one check.
WANTING = (
    (tile_checks.terrain_affordable, "it cannot pay for the ground"),
    (tile_checks.tile_left, "none of the tiles that fit is left"),
)
ANY_COST = 100_000  # dollars: whether a place can be paid for changes from turn to turn


def find_awaited_colour(rules: Rules, view: State[Any], company: Company) -> str:
    """The colour of tiles before which a company can lay no more track, on a board as somebody may see it; "" where it can lay
    some now, also by a private, whatever the ground costs, and where no further colour will come that it may lay.
    """
    if not any(owner == company for owner in view.tokens.values()) or view.phase not in rules.data.phases:
        return ""
    game = Game(rules, replace(view, cash={**view.cash, company: ANY_COST}))
    if _lays(game, company, rules.track.checks, rules.track.powers(game, company)):
        return ""
    phases, only = [*rules.data.phases.values()], _own_colours(game, company)
    now = rules.data.phases[view.phase]
    later = (colour for phase in phases[phases.index(now) + 1 :] for colour in phase.tiles if colour not in now.tiles)
    return next((colour for colour in later if colour in only or not only), "")


def explain_no_track(rules: Rules, view: State[Any], company: Company) -> str:
    """Why a company can lay no track, on a board as somebody may see it: `it cannot pay for the ground`; "" where it could, but
    for what it has laid in this turn.
    """
    if not any(owner == company for owner in view.tokens.values()):
        return "it has no station on the map"
    game, checks = Game(rules, view), rules.track.checks
    if _lays(game, company, checks):
        return ""
    for check, reason in WANTING:
        if _lays(game, company, [c for c in checks if c is not check]):
            return reason
    if only := _own_colours(game, company):
        return f"it lays {listed(sorted(only))} tiles only, and reaches no place for one"
    coming = legal_lays.lays(game, company, LayPermit(), [c for c in checks if c is not tile_checks.colour_open])
    colours = {lay.new.tile.colour for lay in coming}
    later = (colour for phase in rules.data.phases.values() for colour in phase.tiles if colour in colours)
    colour = next(later, "")
    return f"it waits for {colour} tiles" if colour else "nothing that it reaches can be built on"


def _lays(game: Game, company: Company, checks: Sequence[LayCheck], powers: Iterable[LayPermit] = ()) -> bool:
    """Whether a company may lay anything at the beginning of its turn that these checks do not forbid; also by these `powers` of
    privates.
    """
    permits = (*game.rules.track.permits(game, company, ()), *powers)
    return any(next(legal_lays.lays(game, company, permit, checks), None) is not None for permit in permits)


def _own_colours(game: Game, company: Company) -> set[str]:
    """The colours of tiles that a company may ever lay, where its kind has only some: 18EU's minors; empty: all of them.

    What a turn allows differs by what was laid before in it, so that one kind of lay of all colours is enough.
    """
    permits = [*game.rules.track.permits(game, company, ())]
    return set() if not all(p.colours for p in permits) else {colour for p in permits for colour in p.colours}
