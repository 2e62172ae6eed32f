"""Words below a picture of a choice.

As wide as three times a phone: numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from game.rules import Rules
from render.drawing import fonts, style
from render.pictures.grid import CAPTION, RADIUS

CAPTION_PRINT = {1: 38, 2: 30}  # pixels of these, by how many lines they are
FEW = 4
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours


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
