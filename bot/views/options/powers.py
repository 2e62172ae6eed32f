"""Actions that need the power of a private company, which is mostly used up by that: whose power, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.action_form import Draft, describe_kind
from bot.views.formatting import View
from game.actions import Action, LayTile, PlaceToken, Use
from game.choices import Choice
from game.rules import Rules
from render import power_words
from render.data.names import listed


def powers_of(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The private companies without whose powers nothing of this can be done; none where something needs none."""
    powers = [_power(a) for c in choices if issubclass(c.kind, (LayTile, PlaceToken, Use)) for a in c.actions]
    return tuple(sorted({*powers})) if powers and all(powers) else ()


def _power(action: Action) -> str:
    """The private company whose power an action uses; "" for none."""
    return action.private if isinstance(action, Use) else str(getattr(action, "using", ""))


def use_words(kind: type[Action], powers: Sequence[str]) -> str:
    """`Use P6…`, `Use P3: place a station…`: a button of what needs powers."""
    does = describe_kind(kind)
    return f"Use {listed(powers, 'or')}{'' if kind is Use else f': {does[:1].lower()}{does[1:]}'}…"


def named_powers(choices: Sequence[Choice], draft: Draft) -> list[str]:
    """The private companies whose powers are asked about: the one that is chosen, or those without which nothing else can be
    done.
    """
    chosen = draft.given.get("private") if draft.kind == Use.__name__ else None
    if chosen:
        return [str(chosen)]
    return [*powers_of([c for c in choices if c.kind.__name__ == draft.kind])] if draft.kind else []


def told_powers(powers: Sequence[str], view: View, rules: Rules) -> list[str]:
    """What these private companies do, a line each: `P5 (Danish East India Co.): …`."""
    return [f"{p} ({rules.data.privates[p].name}): {power_words(rules, p, view)}" for p in powers]
