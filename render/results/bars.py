"""Bars below each other: a label, a bar as long as its value, and the value in words; as all statistics show them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.title_data import TitleData
from render.drawing import fonts, style
from render.drawing.sprites import token
from render.results.print_sizes import SIGNS, WORDS

LINE, THICK = 60, 30  # pixels of a row, of a bar
TOKEN = 28  # radius: a mark in two lines has room
GAP = 20  # between label, bar and words
LEAST = 4  # pixels of a bar: there is one


@dataclass(frozen=True)
class Bar:
    """One row. `span`: between which values the true one lies; `company`: its token comes before the label."""

    label: str
    value: float
    words: str
    colour: style.RGB | None = None  # None: that of words of second rank
    span: tuple[float, float] | None = None
    company: str = ""


def half_up(value: float, digits: int = 0) -> float:
    """Rounded as people do it: half of the last digit goes up."""
    scale: float = 10.0**digits
    return math.floor(value * scale + 0.5) / scale


def draw_bars(
    image: Image.Image,
    bars: Sequence[Bar],
    box: tuple[int, int, int],
    data: TitleData | None = None,
    *,
    most: float = 0.0,
    even: float | None = None,
) -> int:
    """Draw the rows into `box` (left, top, right) and return the pixels that they take.

    `most`: the value of the longest bar that can be, 0: the highest here; `even`: where a line across all bars stands.
    """
    left, top, right = box
    draw = ImageDraw.Draw(image)
    lead = 2 * TOKEN + GAP if any(b.company for b in bars) else 0
    names = min(max((fonts.width(b.label, WORDS) for b in bars), default=0), (right - left) // 3)
    words = max((fonts.width(b.words, WORDS) for b in bars), default=0)
    start, end = left + lead + names + GAP, right - words - GAP
    scale = (end - start) / (most or max((max(b.value, *(b.span or (0,))) for b in bars), default=1) or 1)
    for n, bar in enumerate(bars):
        y = top + LINE * n + LINE // 2
        if bar.company and data is not None:
            sprite = token(data, bar.company, TOKEN, sizes=SIGNS)
            image.paste(sprite, (left, y - sprite.height // 2), sprite)
        fonts.write(draw, (left + lead, y), fonts.shortened(bar.label, names + 1, WORDS), WORDS, anchor="lm")
        if bar.value > 0:
            frame = (start, y - THICK // 2, start + max(LEAST, round(bar.value * scale)), y + THICK // 2)
            draw.rounded_rectangle(
                frame, 4, fill=bar.colour or style.SOFT, outline=style.PALE if bar.company else None, width=2
            )
        if bar.span is not None:
            _draw_span(draw, start + bar.span[0] * scale, start + bar.span[1] * scale, y)
        fonts.write(draw, (right, y), bar.words, WORDS, ink=style.SOFT, anchor="rm")
    if even is not None and bars:
        x = round(start + even * scale)
        for y in range(top, top + LINE * len(bars), 16):
            draw.line((x, y, x, y + 8), fill=style.INK, width=3)
    return LINE * len(bars)


def _draw_span(draw: ImageDraw.ImageDraw, low: float, high: float, y: int) -> None:
    """A line with ends from the one value to the other."""
    a, b = round(low), round(high)
    draw.line((a, y, b, y), fill=style.INK, width=4)
    for x in (a, b):
        draw.line((x, y - 10, x, y + 10), fill=style.INK, width=4)
