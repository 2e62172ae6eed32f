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
        f"{runs} The sale of no. {war.partition('-')[2]} starts the Civil War: companies with a route then lose the run of one"
        " train once."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {"train": train}
