"""Words below a picture of a choice.

As wide as three times a phone: numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from render.drawing import fonts, style
from render.pictures.grid import CAPTION, RADIUS

CAPTION_PRINT = {1: 38, 2: 30}  # pixels of these, by how many lines they are
LEAST_PRINT = {1: 30, 2: 26}  # the smallest that a phone's screen can take
LEFT = 2 * RADIUS + 20  # pixels that the number takes
FEW = 4
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours


def set_captions(texts: Sequence[str], wide: int) -> tuple[list[str], int]:
    """Captions of pictures so many pixels wide that stand together, and the one size of all: in a line each, or in two where
    that is too small. Where a tile leads is left out where that has no room either, since its button says it.
    """
    room = wide - LEFT - 8
    parted = [text if "\n" in text else _part(text) for text in texts]
    heads = [f"tile {text.partition(':')[0]}" if ":" in text else text for text in texts]
    for lines in (texts, parted, heads):
        count = max(text.count("\n") + 1 for text in lines)
        every = [line for text in lines for line in text.split("\n")]
        points = min(fonts.fitting(line, room, CAPTION_PRINT[count], bold=True) for line in every)
        if points >= LEAST_PRINT[count]:
            return [*lines], points
    return parted, LEAST_PRINT[2]


def _part(text: str) -> str:
    """A caption in two lines: `5: Annapolis` above `Washington` for `5: to Annapolis, Washington`."""
    for gap in (", ", " "):
        first, found, rest = text.rpartition(gap)
        if found:
            return f"{first.replace('to ', '', 1)}\n{rest}"
    return text


def captioned_picture(picture: Image.Image, words: str, rules: Rules, points: int = 0) -> Image.Image:
    """A picture with a line of words below it, or two smaller ones; the left end is for the number. `points`: the size that all
    pictures beside it have.
    """
    image = style.canvas((picture.width, picture.height + CAPTION), rules.data)
    image.paste(picture, (0, 0))
    lines = words.split("\n")
    room, most = picture.width - LEFT - 8, points or CAPTION_PRINT[len(lines)]
    for n, line in enumerate(lines):
        size = most if points else fonts.fitting(line, room, most, bold=True)
        at = LEFT, picture.height + CAPTION * (2 * n + 1) // (2 * len(lines))
        said = fonts.shortened(line, room, size, bold=True)
        fonts.write(ImageDraw.Draw(image), at, said, size, bold=True, anchor="lm")
    return image
