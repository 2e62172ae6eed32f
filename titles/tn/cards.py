"""18TN: what else is to be known of its trains, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules import Rules


def train(name: str, rules: Rules) -> str:
    """18TN 5.1: the sale of the card that a phase with the war names starts the Civil War."""
    war = next((on for p in rules.data.phases.values() if "war" in p.flags for on in p.on), "")
    runs = f"Runs to {rules.data.trains[name].reach} stops."
    if war.partition("-")[0] != name:
        return runs
    return (
        f"{runs} The sale of no. {war.partition('-')[2]} starts the Civil War: each company with {_who_loses(rules)} then loses"
        " one train's run, once."
    )


def _who_loses(rules: Rules) -> str:
    """What a company has that the war hits."""
    return "a train" if rules.has("civil_war_without_route") else "a train and a route"


def civil_war(rules: Rules) -> str:
    """18TN 5.1."""
    war = next(on for p in rules.data.phases.values() if "war" in p.flags for on in p.on)
    kind, _, number = war.partition("-")
    return (
        f"It breaks out when {kind}-train no. {number} is sold. Each company that has {_who_loses(rules)} then loses one train's"
        " run in its next operating turn, and never again. With one train only it earns nothing then, and its share price stays."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {"train": train, "term: Civil War, war": civil_war}
