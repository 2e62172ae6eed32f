"""Passes that follow one another in one turn, so that one press can make them all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from bot.model.action_form import DEALS, is_final, pass_action
from bot.model.results import Position, events_seen_by, reveals_card
from bot.tables.lookahead.position_cache import cache_by_position
from game.actions import Action, BuyTrain, Pass, PayDividend, RunTrains
from game.dividend_kinds import PAY_OUT
from game.events import Event, PriceMoved, TurnEnded
from game.play import Game
from game.rules import Rules
from game.state import State
from game.step_keys import STEPS_BEFORE_RUN, StepKey
from render.data.queries import acting_company

MAX_PASSES = 8  # in one turn; no title asks so often


@dataclass(frozen=True)
class PassPlan:
    """Passes that follow one another. `count`: how many; `ends_turn`: else they end building only.

    `forgoes`: something is left that is seldom left on purpose; `first`: what is done in place of the first pass.
    """

    count: int
    forgoes: bool
    ends_turn: bool
    events: tuple[Event, ...]  # what they bring about, as far as the seat may know it
    after: State[Any]  # as the seat may know it
    first: Action | None = None


@cache_by_position
def plan_passes(rules: Rules, position: Position, seat: str) -> PassPlan | None:
    """How a seat that must act would end building, or its company's turn, by more than one pass; None where one is enough."""
    game = Game.load(rules, position.state)
    before, building = game.view(seat), position.step in STEPS_BEFORE_RUN
    passes = _make_passes(game, seat, STEPS_BEFORE_RUN if building else ())
    if passes is None or passes.asked < 2 or (building and not passes.same_turn):
        return None
    after = game.view(seat)
    if reveals_card(before, after):
        return None
    return PassPlan(passes.count, passes.forgoes, not building, events_seen_by(passes.events, seat), after)


@cache_by_position
def foresee_prices(rules: Rules, position: Position, seat: str) -> tuple[PriceMoved, ...]:
    """How the price of the company on turn moves once its turn has ended by passes alone; empty where it stays, and where
    something must be decided before.
    """
    game = Game.load(rules, position.state)
    company, passes = acting_company(game.state), _make_passes(game, seat)
    turn = takewhile(lambda e: not isinstance(e, TurnEnded), passes.events if passes is not None else ())
    return tuple(e for e in turn if isinstance(e, PriceMoved) and e.company == company)


def plan_paying(rules: Rules, position: Position, seat: str) -> PassPlan | None:
    """How a seat would pay out, or make the best run of a company that pays by itself, and end its company's turn by passes
    alone; None where the turn ends by itself, where something else must be decided, or where a train is left that is seldom left
    on purpose: after a run any train that the bank sells.
    """
    first = _find_first(position, seat)
    if first is None:
        return None
    game = Game.load(rules, position.state)
    before = game.view(seat)
    company = acting_company(before)
    events = game.play(first)
    passes = _make_passes(game, seat) if acting_company(game.state) == company else None
    if passes is None or not passes.count or passes.forgoes or (isinstance(first, RunTrains) and passes.leaves_train):
        return None
    after = game.view(seat)
    if reveals_card(before, after):
        return None
    return PassPlan(passes.count + 1, False, True, events_seen_by((*events, *passes.events), seat), after, first)


def _find_first(position: Position, seat: str) -> Action | None:
    """What is done before the passes that end a turn: the best run, or the dividend that pays all; None of anything else."""
    listed = [a for c in position.choices.get(seat, ()) for a in c if isinstance(a, PayDividend | RunTrains)]
    paid = [a for a in listed if isinstance(a, PayDividend) and a.kind == PAY_OUT.name]
    if position.step == StepKey.RUN and listed:
        return listed[0]
    return paid[0] if position.step == StepKey.DIVIDEND and len(paid) == 1 else None


@dataclass(frozen=True)
class _Passes:
    """Passes that were made. `asked`: those in whose place something else could be done; `leaves_train`: the bank would sell a
    train; `same_turn`: the turn goes on.
    """

    count: int
    asked: int
    forgoes: bool
    leaves_train: bool
    same_turn: bool
    events: tuple[Event, ...]


def _make_passes(game: Game, seat: str, steps: Collection[str] = ()) -> _Passes | None:
    """Passes for a seat until its company's turn is over, or until it stands at none of these steps; None where no company is on
    turn, or something must be decided before.
    """
    company = acting_company(game.state)
    if not company:
        return None
    deals = (Pass, *DEALS) if steps else (Pass,)  # what is no other thing to do
    events: list[Event] = []
    forgoes, leaves_train, asked = False, False, 0
    for count in range(MAX_PASSES):
        same_turn = tuple(game.deciders()) == (seat,) and acting_company(game.state) == company
        step = game.top_step()
        if not same_turn or (steps and (step is None or step.key not in steps)):
            return _Passes(count, asked, forgoes, leaves_train, same_turn, tuple(events))
        choices = game.choices(seat)
        ending = pass_action(choices)
        if ending is None or is_final(choices, ending):
            return None
        forgoes |= any(c.forgoes for c in choices if c.kind is Pass)
        leaves_train |= any(isinstance(a, BuyTrain) and not a.seller for c in choices if c.kind is BuyTrain for a in c)
        asked += any(not issubclass(c.kind, deals) for c in choices)
        events += game.play(ending)
    return None
