"""What an action brings about that is for good and easily overlooked, so that it is shown before it is done. Slow: for worker
threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import structs

from bot.model.action_form import is_final, left_undone
from bot.model.results import Position
from bot.tables.lookahead.position_cache import cache_verdict
from bot.tables.lookahead.previews import find_discards, play_agreed
from bot.tables.lookahead.run_options import judge_runs
from bot.tables.lookahead.spare_trains import is_spare
from game import privates
from game.actions import Action, BuyTrain, Pass, RunTrains
from game.events import (
    Event,
    PhaseBegan,
    PowerUsed,
    PresidentChanged,
    PriceMoved,
    PrivateClosed,
    RoundEnded,
    Rusted,
    TurnEnded,
)
from game.play import Game
from game.routing import validator
from game.rules import Illegal, Refusal, Rules
from game.title_data import Phase
from render.data.queries import acting_company


def find_doubtful(
    rules: Rules, position: Position, seat: str, actions: Sequence[Action], *, asks: bool, private: bool
) -> frozenset[Action]:
    """Those of a seat's actions that leave something valuable undone, scrap trains of their own buyer, buy one that brings
    nothing, use up a private's power, or bring about what is for good and easily overlooked. `asks`: whether the seat is to be
    asked about what is not final; `private`: in a what-if nobody is.
    """
    choices = position.choices.get(seat, ())

    def is_doubtful(action: Action) -> bool:
        """Whether that is so of one of them."""
        if left_undone(choices, action) and (asks or (is_final(choices, action) and not private)):
            return True
        if asks and isinstance(action, BuyTrain) and scraps_own_trains(rules, position, action):
            return True
        if asks and isinstance(action, BuyTrain) and not action.seller and is_spare(rules, position, seat, action):
            return True
        if asks and not isinstance(action, Pass) and brings_weight(rules, position, action):
            return True
        return not private and spends_power(rules, position, action)

    return frozenset(action for action in actions if is_doubtful(action))


@cache_verdict
def scraps_own_trains(rules: Rules, position: Position, action: Action) -> bool:
    """Whether trains of the company on turn rust or go with a purchase; false where it is not legal."""
    game = Game.load(rules, position.state)
    company, places = acting_company(game.state), dict(game.state.place)
    try:
        events = game.play(action)
    except Illegal:
        return False
    rusted = any(places.get(card) == company for e in events if isinstance(e, Rusted) for card in e.trains)
    return rusted or any(e.company == company for e in find_discards(rules, position, action))


@cache_verdict
def brings_weight(rules: Rules, position: Position, action: Action) -> bool:
    """Whether an action brings about what is for good and easily overlooked, such as a phase, trains that rust or a company that
    closes, or costs its player a presidency; where somebody is asked about it, once that player agrees. False where it is not
    legal, and of what only follows the end of a turn.
    """
    game = Game.load(rules, position.state)
    before = rules.data.phases.get(game.state.phase, Phase())
    try:
        events = play_agreed(game, action)
    except Illegal:
        return False
    own = takewhile(lambda e: not isinstance(e, (TurnEnded, RoundEnded)), events)
    return any(_has_weight(e, action.by, before, rules) for e in own)


@cache_verdict
def settles_run(rules: Rules, position: Position, lay: Action) -> bool:
    """Whether a turn goes on by itself once a tile lies, to a price that moves or to its end; false where it is not legal, and
    of what somebody else must agree to.
    """
    game = Game.load(rules, position.state)
    company = acting_company(game.state)
    try:
        events = game.play(lay)
    except Illegal:
        return False
    return any(isinstance(e, TurnEnded) or (isinstance(e, PriceMoved) and e.company == company) for e in events)


def earns_less(rules: Rules, position: Position, run: RunTrains) -> bool:
    """Whether a run earns less than the best of those listed, or as much with less income for the treasury; false where it is not
    legal.
    """
    game = Game.load(rules, position.state)
    company = acting_company(game.state)
    judged = validator.judge(game, company, run.routes)
    if isinstance(judged, Refusal):
        return False
    listed = judge_runs(rules, position, run.by).values()
    best = max((ran.revenue for ran in listed), default=0)
    income = max((validator.tie_break(game, company, ran.runs) for ran in listed if ran.revenue == best), default=0)
    return (validator.total(game, company, judged), validator.tie_break(game, company, judged)) < (best, income)


def _has_weight(event: Event, by: str, before: Phase, rules: Rules) -> bool:
    """Whether an event is for good and easily overlooked by that player; a phase with the same rules as `before` is neither."""
    if isinstance(event, PresidentChanged):
        return event.old == by
    if isinstance(event, PhaseBegan):
        begun = rules.data.phases[event.phase]
        return structs.replace(begun, on=before.on) != before
    return event.weighty


def spends_power(rules: Rules, position: Position, action: Action) -> bool:
    """Whether an action uses up the power of a private, or closes it; false where it is not legal."""
    private = getattr(action, "using", "")
    if not private:
        return False
    game = Game.load(rules, position.state)
    try:
        events = game.play(action)
    except Illegal:
        return False
    used = [e.kind for e in events if isinstance(e, PowerUsed) and e.private == private]
    closed = any(isinstance(e, PrivateClosed) and e.private == private for e in events)
    return closed or any(not list(privates.usable(game, private, rules.ability_kinds[kind])) for kind in used)
