"""How lines of a chart are dashed, so that those of like colours are told apart."""

from __future__ import annotations

from collections.abc import Sequence

from render.drawing import style

Dash = tuple[float, ...]  # pixels of strokes and gaps in turn; () for a whole line
ALIKE = 90  # how far apart two colours are, added up over red, green and blue, that a reader takes for one
DASHES: tuple[Dash, ...] = ((), (13, 7), (4, 5))  # whole, dashed, dotted


def dash_lines(colours: Sequence[style.RGB]) -> list[Dash]:
    """How each line is drawn: the first of like colours whole, the second dashed, the third dotted."""
    return [DASHES[sum(_are_alike(own, other) for other in colours[:n]) % len(DASHES)] for n, own in enumerate(colours)]


def _are_alike(one: style.RGB, two: style.RGB) -> bool:
    """Whether a reader takes two colours for one."""
    return sum(abs(a - b) for a, b in zip(one, two, strict=True)) < ALIKE
