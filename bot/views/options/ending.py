"""One button for all that is left of building, or of a company's turn: what it says, and what comes of it."""

from __future__ import annotations

from bot.tables.preview import PassPlan
from bot.views.formatting import View, action_words, event_lines
from game.actions import Action
from game.events import Passed, RoundBegan, RoundEnded
from game.rules import Rules
from render.data.names import listed

BUILT, END_TURN = "Done building", "End the turn"
OPEN_STEPS = ("track", "trains", "convert")  # of which one does as much as one likes
STEPS = {
    "track": "track",
    "token": "a station",
    "trains": "trains",
    "run": "running trains",
    "dividend": "the dividend",
    "convert": "converting",
}


def pass_label(action: Action, view: View, rules: Rules) -> str:
    """What the button of a pass says: what it ends, where that is not the whole turn."""
    said = action_words(action, view, rules)
    step = getattr(view.agenda[-1] if view.agenda else None, "key", "")
    return f"{said} with {STEPS[step]}" if said == "Done" and step in OPEN_STEPS else said


def ending_label(plan: PassPlan) -> str:
    """What its button says."""
    return END_TURN if plan.ends_turn else BUILT


def ending_words(plan: PassPlan, rules: Rules) -> str:
    """What it skips and what comes of that, in a line."""
    skipped = [STEPS.get(e.what, e.what) for e in plan.events if isinstance(e, Passed)]
    follows = [e for e in plan.events if not isinstance(e, Passed | RoundBegan | RoundEnded)]
    lines = [f"{ending_label(plan)}: skips {listed(skipped)}.", *event_lines(follows, plan.after, rules)]
    return " ".join(lines)
