"""Steps that end by themselves: where nothing but passing is left, and where a turn is done but for deals that nobody makes: in
privates, and for the only train of another player's company.

The bot plays the pass as an ordinary action of the player's, after the move that has led there; taking that move back takes the
pass back with it. Who wants to be asked at the end of a turn is asked wherever a deal is still possible.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.model.action_form import DEALS, pass_action
from bot.model.results import Position
from game.actions import Action, Bid, BuyTrain, Pass
from game.choices import Choice
from game.round_names import is_stock_round
from game.rules import Rules
from game.step_keys import STEPS_BEFORE_RUN

PURCHASES = ("buy", "par", "train")  # verbs
BUILDS = ("tile", "token")  # verbs after which a step of building may end by itself


def wanted_pass(position: Position, rules: Rules, last: Action | None, asking: Collection[str] = ()) -> Action | None:
    """The pass that is made for whoever must act; None: the player decides.

    `last`: the action that has led here; `asking`: seats that want to be asked at the end of a turn.
    """
    if len(position.deciders) != 1:
        return None
    seat = position.deciders[0]
    choices = position.choices.get(seat, ())
    ending = pass_action(choices)
    if ending is None or any(c.forgoes for c in choices if ending in c):
        return None
    others = [c for c in choices if not issubclass(c.kind, Pass)]
    if not others:
        return None if _would_reveal_hand(position, rules) else ending
    if seat in asking or not all(_is_hardly_made(c, position) for c in others):
        return None
    return ending if position.step in STEPS_BEFORE_RUN or _has_just_bought(seat, last) else None


def _is_hardly_made(choice: Choice, position: Position) -> bool:
    """Whether a choice holds nothing but deals for which no turn waits."""
    return issubclass(choice.kind, DEALS) or all(
        isinstance(a, BuyTrain) and a.train in position.sole_trains for a in choice
    )


def forced_lot(position: Position) -> Action | None:
    """The last lot of an auction, where whoever must put it up can bid nothing and choose nothing; None: the player decides."""
    if len(position.deciders) != 1 or position.auction is None:
        return None
    every = [(c, a) for c in position.choices.get(position.deciders[0], ()) for a in c.actions]
    if len(every) != 1 or every[0][0].ranges:
        return None
    action = every[0][1]
    return action if isinstance(action, Bid) and not action.amount else None


def _would_reveal_hand(position: Position, rules: Rules) -> bool:
    """Whether a pass at once would show others what a player cannot do with hidden cards."""
    return is_stock_round(position.round) and any(kind.covert for kind in rules.actions)


def _has_just_bought(seat: str, last: Action | None) -> bool:
    """Whether the last action was a purchase of that seat's, deals in privates apart."""
    return last is not None and last.by == seat and last.verb in PURCHASES and not isinstance(last, DEALS)
