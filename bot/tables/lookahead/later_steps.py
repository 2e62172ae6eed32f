"""Whether something that is not possible yet will be in the same turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.action_form import pass_action
from bot.model.results import Position, examine_position, reveals_card
from game.actions import Action, PayDividend, RunTrains
from game.choices import Choice
from game.dividend_kinds import WITHHOLD
from game.events import Skipped
from game.play import Game
from game.round_names import is_stock_round
from game.rules import Rules
from game.state import State
from game.step_keys import StepKey
from render.data.queries import acting_company, step_key

# by the step's key
VERBS: Mapping[str, str] = {
    StepKey.TRACK: "tile",
    StepKey.TOKEN: "token",
    StepKey.RUN: "run",
    StepKey.DIVIDEND: "dividend",
    StepKey.TRAINS: "train",
}
MAX_STEPS = 8  # of one turn; no title has so many


@dataclass(frozen=True)
class LaterStep:
    """A later step of the same turn, reached by doing as little as may be: its position, and what a seat may know of it."""

    position: Position
    view: State[Any]


def find_later_step(rules: Rules, position: Position, seat: str, verbs: Collection[str]) -> LaterStep | str:
    """Where a seat may do one of these things later in its company's turn, if it passes until then, runs for the most and
    withholds; else why its company is not asked for that, "" where that is not known.
    """
    game = Game.load(rules, position.state)
    game.remarks = True
    before, company = game.view(seat), acting_company(game.state)
    for _ in range(MAX_STEPS):
        choices = game.choices(seat)
        if any(c.kind.verb in verbs for c in choices):
            return LaterStep(examine_position(game, 0), game.view(seat))
        idle = pass_action(choices) or _do_least(choices)
        if idle is None:
            return ""
        skipped = [e for e in game.play(idle) if isinstance(e, Skipped) and VERBS.get(e.what) in verbs]
        if skipped:
            return skipped[0].why
        same_turn = tuple(game.deciders()) == (seat,) and acting_company(game.state) == company
        if not same_turn or reveals_card(before, game.view(seat)):
            return ""
    return ""


def asks_later_in_round(rules: Rules, position: Position, seat: str, verbs: Collection[str]) -> bool:
    """Whether a stock round has a part of its own for one of these things, behind the one that goes on, in which that seat may do
    one: all sell first, then buy. Everybody passes until that seat is asked in another part.
    """
    game = Game.load(rules, position.state)
    step, round_ = step_key(game.state), game.state.round
    while is_stock_round(round_) and game.state.round == round_:
        asked = game.deciders()
        if step_key(game.state) != step and seat in asked:
            return any(c.kind.verb in verbs for c in game.choices(seat))
        idle = pass_action(game.choices(asked[0])) if asked else None
        if idle is None:
            return False
        game.play(idle)
    return False


def _do_least(choices: Sequence[Choice]) -> Action | None:
    """What of a step that cannot be passed leaves a company the most: the best runs, a dividend withheld."""
    every = [a for c in choices if c.kind in (RunTrains, PayDividend) for a in c]
    return next((a for a in every if getattr(a, "kind", "") == WITHHOLD.name), next(iter(every), None))
