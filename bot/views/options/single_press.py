"""What one press does without a preview, and what is asked where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.model.action_form import (
    DEALS,
    Draft,
    Question,
    leaves_open,
    listed_actions,
)
from bot.views.options.powers import ask_without_power
from bot.views.press_verbs import StepVerb
from game.actions import (
    Action,
    Answer,
    Bid,
    BuyTrain,
    Pass,
    RunTrains,
)
from game.choices import Choice

AT_ONCE = ("bid", "buy", "pick", "train", "dividend", "run")  # verbs of what one press does: its label says all


def next_question(choices: Sequence[Choice], draft: Draft) -> Question:
    """What is asked after a draft, as `ask_next` says; where one thing only can be done, beside passing and deals in privates,
    it is the answer at once.
    """
    pending = ask_without_power(choices, draft)
    if not pending.kinds:
        return pending
    alone = _only_action(choices)
    return replace(pending, kinds=(), action=alone) if alone is not None else pending


def needs_no_preview(choices: Sequence[Choice], action: Action) -> bool:
    """Whether one press does it without a preview: a bid, a purchase at a fixed price that nobody is asked about, a dividend, the
    best of several runs, the answer to an offer.
    """
    holds = next((c for c in choices if action in c), None)
    if holds is None or holds.kind.covert or issubclass(holds.kind, DEALS):
        return False
    if isinstance(action, RunTrains):
        return action == holds.actions[0]
    if isinstance(action, BuyTrain) and (action.seller or action.using):  # who sells is asked; a power is used up
        return False
    if isinstance(action, Answer):
        return not holds.withdraws
    return holds.kind.verb in AT_ONCE and (isinstance(action, Bid) or not leaves_open(holds))


def played_by_press(choices: Sequence[Choice], verb: str, value: str, draft: Draft) -> Action | None:
    """What a press of an option's button that leads to a draft plays at once; None: it leads on."""
    settles = verb in {StepVerb.ACT, StepVerb.FIELD} or (verb == StepVerb.KIND and ":" in value)
    action = next_question(choices, draft).action if settles else None
    return action if action is not None and needs_no_preview(choices, action) else None


def _only_action(choices: Sequence[Choice]) -> Action | None:
    """The only thing to do of a turn, if that is no trifle; what one press does needs no preview, but for what a train brings.
    What is for good is chosen before it is shown.
    """
    decisions = [c for c in choices if not issubclass(c.kind, (Pass, *DEALS))]
    if not decisions or any(leaves_open(c) or c.judge is not None for c in decisions):
        return None
    every = listed_actions(decisions)
    if len(every) != 1 or decisions[0].for_good:
        return None
    return every[0] if isinstance(every[0], BuyTrain) or not needs_no_preview(choices, every[0]) else None
