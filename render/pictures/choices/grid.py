"""Pictures of choices beside each other: each with its number, and words below it.

As wide as three times a phone: numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data.choice_names import choice_name
from render.drawing import fonts, style
from render.pictures.overlay import badge

RADIUS = 30  # of a number, where its hex has room
CAPTION = 2 * RADIUS + 8  # of the words below a picture
CAPTION_PRINT = {1: 38, 2: 30}  # pixels of these, by how many lines they are
GAP = 12
FEW = 4
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours


def join_numbered(
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


def captioned_picture(picture: Image.Image, words: str, rules: Rules) -> Image.Image:
    """A picture with a line of words below it, or two smaller ones; the left end is for the number."""
    image = style.canvas((picture.width, picture.height + CAPTION), rules.data)
    image.paste(picture, (0, 0))
    left, lines = 2 * RADIUS + 20, words.split("\n")
    room, most = picture.width - left - 8, CAPTION_PRINT[len(lines)]
    for n, line in enumerate(lines):
        points = fonts.fitting(line, room, most, bold=True)
        at = left, picture.height + CAPTION * (2 * n + 1) // (2 * len(lines))
        said = fonts.shortened(line, room, points, bold=True)
        fonts.write(ImageDraw.Draw(image), at, said, points, bold=True, anchor="lm")
    return image
