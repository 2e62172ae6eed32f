"""Numbered pictures of one width in rows."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from game.rules import Rules
from render.data.choice_names import choice_name
from render.drawing import style
from render.drawing.discs.numbers import paste_number

RADIUS = 30  # pixels of a number, where it has room
CAPTION = 2 * RADIUS + 8  # of the words below a picture
GAP = 12


def lay_out_grid(
    parts: Sequence[Image.Image],
    columns: int,
    rules: Rules,
    *,
    captioned: int = 0,
    lettered: bool = False,
    below: int = RADIUS + 8,
    first: int = 1,
) -> Image.Image:
    """Pictures of one width in rows, with their numbers from `first` on; the last row, where it is shorter, in the middle.

    `captioned`: pixels of the words below the pictures, at whose left the numbers stand; `lettered`: they are letters; `below`:
    pixels from the top at which they stand otherwise. All of a row have one height.
    """
    wide = parts[0].width
    rows = [parts[n : n + columns] for n in range(0, len(parts), columns)]
    size = columns * wide + (columns - 1) * GAP, sum(row[0].height for row in rows) + (len(rows) - 1) * GAP
    image = style.canvas(size, rules.data, style.RULE)
    y, number = 0, first
    for row in rows:
        high, lacking = row[0].height, columns - len(row)
        if lacking:
            image.paste(style.PAPER, (0, y, size[0], y + high))
        for i, part in enumerate(row):
            x = lacking * (wide + GAP) // 2 + i * (wide + GAP)
            image.paste(part, (x, y))
            down = high - captioned // 2 if captioned else below
            paste_number(image, x + RADIUS + 8, y + down, RADIUS, choice_name(number, lettered=lettered))
            number += 1
        y += high + GAP
    return image
