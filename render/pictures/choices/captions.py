"""Words below a picture of a choice.

As wide as three times a phone: words and numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.rules import Rules
from render.drawing import fonts, style
from render.drawing.fonts import NARROW
from render.pictures.grid import CAPTION, RADIUS

LEFT, RIGHT = (
    2 * RADIUS + 20,
    8,
)  # pixels beside the words; the left ones are for the number, unless it stands in the picture
LINE = 1.13  # of the print: from a line to the next
AIR = 0.4  # of the print: above and below all lines together
FEW = 4
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours


class CaptionPrint(NamedTuple):
    """How the captions of all pictures beside each other are printed: pixels, the letters, and lines at most."""

    points: int
    cut: fonts.Weight
    lines: int

    @property
    def height(self) -> int:
        """Pixels of a caption."""
        return max(CAPTION, round(self.points * (LINE * self.lines + AIR)))


# Tried in turn, until all words have room.
PRINTS = (
    CaptionPrint(style.HEAD, True, 1),
    CaptionPrint(style.HEAD, NARROW, 1),
    CaptionPrint(style.HEAD, True, 2),
    CaptionPrint(style.HEAD, NARROW, 2),
    CaptionPrint(style.HEAD, NARROW, 3),
)


def captions_print(captions: Sequence[str], wide: int, left: int = LEFT) -> CaptionPrint:
    """The lowest print in which each of these captions has room below a picture of that width, so many pixels from its left."""
    return next((how for how in PRINTS if all(_has_room(words, wide - left, how) for words in captions)), PRINTS[-1])


def _has_room(words: str, wide: int, how: CaptionPrint) -> bool:
    """Whether a caption has room in that print."""
    lines, room = _lines_of(words, wide, how), wide - RIGHT
    return len(lines) <= how.lines and all(fonts.width(line, how.points, how.cut) <= room for line in lines)


def _lines_of(words: str, wide: int, how: CaptionPrint) -> list[str]:
    """A caption in lines as wide as there is room."""
    return [line for part in words.split("\n") for line in fonts.folded(part, wide - RIGHT, how.points, how.cut)]


def captioned_picture(
    picture: Image.Image, words: str, rules: Rules, how: CaptionPrint, left: int = LEFT
) -> Image.Image:
    """A picture with its caption below it, so many pixels from its left."""
    image = style.canvas((picture.width, picture.height + how.height), rules.data)
    image.paste(picture, (0, 0))
    lines, step = _lines_of(words, picture.width - left, how)[: how.lines], how.points * LINE
    top = picture.height + how.height / 2 - step * (len(lines) - 1) / 2
    for n, line in enumerate(lines):
        said = fonts.shortened(line, picture.width - left - RIGHT, how.points, how.cut)
        at = left, round(top + n * step)
        fonts.write(ImageDraw.Draw(image), at, said, how.points, bold=how.cut, anchor="lm")
    return image
