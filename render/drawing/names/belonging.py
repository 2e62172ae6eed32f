"""Whose a name is read as: that of the place nearest to it, whether a line leads to another one or not."""

from __future__ import annotations

import math
from collections.abc import Iterable

Spot = tuple[float, float, float, float]  # a box, or its middle
Ring = tuple[float, float, float]  # round a stop or the middle of a hex: where, and its radius, in pixels


def away_from(box: Spot, rings: Iterable[Ring]) -> float:
    """Pixels from a box to the nearest of these rings, negative within one; infinite where there is none."""
    (left, top, right, bottom), nearest = box, math.inf
    for x, y, radius in rings:
        across = left - x if x < left else x - right if x > right else 0
        down = top - y if y < top else y - bottom if y > bottom else 0
        nearest = min(nearest, (math.hypot(across, down) if across and down else across + down) - radius)
    return nearest


def belongs(
    box: Spot, own: Iterable[Ring], others: Iterable[Ring], clear: float = 0.0, furthest: float = math.inf
) -> bool:
    """Whether none of the other places is nearer to a name in that box than its own, or not further by so many pixels.

    `furthest`: pixels from its own place, at most.
    """
    far = away_from(box, own) + clear
    if far - clear > furthest:
        return False
    left, top, right, bottom = box
    for x, y, radius in others:
        reach = far + radius
        across = left - x if x < left else x - right if x > right else 0
        if across < reach:
            down = top - y if y < top else y - bottom if y > bottom else 0
            if down < reach and across * across + down * down < reach * reach:
                return False
    return True
