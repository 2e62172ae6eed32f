"""18TN: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules import Rules


def floating(_rules: Rules) -> str:
    """18TN 3.4."""
    return (
        "A company floats once 60% of its shares are sold, the L&N with its president's certificate alone: it then gets ten times"
        " its par price from the bank, and operates from the next operating round on."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {"term: float, floats, floated": floating}
