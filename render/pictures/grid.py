"""Numbered pictures of one size in rows."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from game.rules import Rules
from render.data.choice_names import choice_name
from render.drawing import style
from render.pictures.overlay import badge

RADIUS = 30  # pixels of a number, where it has room
CAPTION = 2 * RADIUS + 8  # of the words below a picture
GAP = 12


def lay_out_grid(
    parts: Collection[Image.Image],
    columns: int,
    rules: Rules,
    *,
    captioned: bool = False,
    lettered: bool = False,
    below: int = RADIUS + 8,
) -> Image.Image:
    """Pictures of one size in rows, with their numbers; the last row, where it is shorter, in the middle.

    `captioned`: the numbers stand at the left of the line below the pictures; `lettered`: they are letters; `below`: pixels
    from the top at which they stand otherwise.
    """
    wide, high = next(iter(parts)).size
    rows = -(-len(parts) // columns)
    size = columns * wide + (columns - 1) * GAP, rows * high + (rows - 1) * GAP
    image = style.canvas(size, rules.data, style.RULE)
    lacking = rows * columns - len(parts)  # in the last row
    if lacking:
        image.paste(style.PAPER, (0, (rows - 1) * (high + GAP), *size))
    for i, part in enumerate(parts):
        aside = lacking * (wide + GAP) // 2 if i // columns == rows - 1 else 0
        x, y = (i % columns) * (wide + GAP) + aside, (i // columns) * (high + GAP)
        image.paste(part, (x, y))
        down = high - CAPTION // 2 if captioned else below
        badge(image, x + RADIUS + 8, y + down, RADIUS, choice_name(i + 1, lettered=lettered), style.MARK)
    return image
