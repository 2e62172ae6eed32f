"""The labels of buttons where a phone's screen has no room for all of their words: a picture with their numbers stands above."""

from __future__ import annotations

import re
from collections.abc import Sequence

# What the question and the picture say: what is done, by whose power, and in which hex.
DONE = r"\b(?:Station in|Remove the marker|Double|Buy(?: an?)?) (\w)"
POWER = r" by \w+$"
HEX = r" \([A-Z]{1,2}\d{1,2}\)"


def tighten_labels(labels: Sequence[str]) -> list[str]:
    """`1 · Marseille` for `1 · Station in Marseille (B19)`: the labels without what they do and where, if they still differ."""
    tight = [*labels]
    several = len({text.rpartition(" by ")[2] for text in tight}) > 1
    for pattern in (DONE, *([] if several else [POWER]), HEX):
        shorter = [re.sub(pattern, _begin, text) for text in tight]
        if len({re.sub(r"^\w+ · ", "", text) for text in shorter}) == len(tight) > 1:
            tight = shorter
    return tight


def _begin(left_out: re.Match[str]) -> str:
    """What stays of words that are left out: the first letter of what follows them, which begins the label."""
    return left_out[1].upper() if left_out.groups() else ""
