"""The shipped font: how wide words are, where lines break, and words written as pictures that are kept."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from render.drawing import style
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.style import RGB

SIZES = 16  # that are open: Pillow copies the file for each of them, 130 kB, and takes 10 µs to open one
DRAWN_UP = 1000  # pixels of print in which letters have the distances that they are drawn with
ROUNDING = 1e-6
# Sizes of the print by which letters of names stand closer than in the font, and pixels of print from which on they do.
CLOSER, CLEAR = 0.02, 18
CAPITAL = 0.73  # of a size of print: how high capitals are
NO_LETTER = "\uffff"
HELD = "\N{NO-BREAK SPACE}"  # a space at which no line breaks
Box = tuple[int, int, int, int]
FILES = (
    "Inter-Regular.ttf",
    "Inter-SemiBold.ttf",
    "Narrow-SemiBold.ttf",
    "Narrow-SemiBold.ttf",
    "Condensed-SemiBold.ttf",
)  # the two weights, whose figures are as wide as each other, and the second one narrower and narrower still


class Cut(IntEnum):
    """One of these files."""

    REGULAR = 0
    BOLD = 1
    NARROW = 2  # of the names of places: they have little room between the borders of hexes
    HEADING = 3  # of headings of narrow columns: letters as in the font, and between words the space of the usual cut
    CONDENSED = 4  # of names of places that lack a tenth of their width, and of letters on stations


NARROW, CONDENSED = Cut.NARROW, Cut.CONDENSED
Weight = Cut | bool  # True: bold


@lru_cache(maxsize=4)
def _font_bytes(name: str) -> bytes:
    return (files("data") / "fonts" / name).read_bytes()


@lru_cache(maxsize=SIZES)
def font(size: int, bold: Weight = False) -> ImageFont.FreeTypeFont:
    """The shipped font, `size` in pixels. The basic layout engine: the other one depends on the machine's libraries."""
    return ImageFont.truetype(BytesIO(_font_bytes(FILES[bold])), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1 << 13)
def _measure(letter: str, size: int, bold: Weight) -> tuple[float, Box]:
    """How far it is from a letter to the next one, and what it covers, written from (0, 0) on the line.

    Narrow cuts have parts of pixels between its letters: whole ones make a name up to a tenth wider than it is drawn.
    """
    known = font(size, bold)
    left, top, right, bottom = known.getbbox(letter, anchor="ls")
    closer = CLOSER if size >= CLEAR and bold in (NARROW, CONDENSED) else 0
    ahead = (_ahead(letter, bold) - closer) * size if bold >= NARROW else round(known.getlength(letter))
    if bold == Cut.HEADING and letter == " ":
        ahead = font(size).getlength(letter)
    return ahead, (round(left), round(top), round(right), round(bottom))


@lru_cache(maxsize=256)
def _ahead(letter: str, cut: Weight) -> float:
    """From a letter of a narrow cut to the next one, in sizes of the print."""
    return font(DRAWN_UP, cut).getlength(letter) / DRAWN_UP


@lru_cache(maxsize=256)
def _fall(size: int, bold: Weight, level: str) -> int:
    """Pixels from a line of text to the place at which it is written. `level`: the second letter of its anchor."""
    written, line = (font(size, bold).getbbox(".", anchor=anchor) for anchor in ("l" + level, "ls"))
    return round(written[1] - line[1])


@lru_cache(maxsize=1 << 15)
def width(text: str, size: int, bold: Weight = False) -> int:
    """Pixels that a line of text takes. No letter of the font moves closer to another one."""
    return math.ceil(sum(_measure(letter, size, bold)[0] for letter in text) - ROUNDING)


@lru_cache(maxsize=1 << 10)
def has(letter: str, bold: Weight = False) -> bool:
    """Whether the font has that letter: it shows all others as the same box."""
    drawn, box = (bytes(font(style.BODY, bold).getmask(each)) for each in (letter, NO_LETTER))
    return drawn != box


def _start(text: str, size: int, bold: Weight, anchor: str) -> tuple[int, int]:
    """Where a line of text begins, written at (0, 0)."""
    wide = width(text, size, bold)
    return {"l": 0, "m": -((wide + 1) // 2), "r": -wide}[anchor[0]], _fall(size, bold, anchor[1])


@lru_cache(maxsize=1 << 13)
def bounds(text: str, size: int, bold: Weight = False, anchor: str = "la") -> Box:
    """What a line of text covers, written at (0, 0): left, top, right, bottom."""
    start, y = _start(text, size, bold, anchor)
    x, boxes, along = start, list[Box](), 0.0
    for letter in text:
        ahead, (left, top, right, bottom) = _measure(letter, size, bold)
        boxes.append((x + left, top, x + right, bottom))
        along += ahead
        x = start + round(along)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True) if boxes else ((x,), (0,), (x,), (0,))
    return min(lefts), min(tops) + y, max(rights), max(bottoms) + y


@keep_drawn(5, lambda made: memory_of(made[0]))
def _letter(letter: str, size: int, bold: Weight, stroke: int) -> tuple[Image.Image, int, int]:
    """A letter as a mask, `stroke` pixels fatter, and where its corner lies from where it begins on the line."""
    left, top, right, bottom = _measure(letter, size, bold)[1]
    left, top, right, bottom = left - stroke - 1, top - stroke - 1, right + stroke + 1, bottom + stroke + 1
    mask = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(mask)
    draw.text((-left, -top), letter, font=font(size, bold), fill=255, anchor="ls", stroke_width=stroke)
    return mask, left, top


@keep_drawn(5, lambda made: memory_of(made[0]))  # as they are: to pack and unpack them takes as long as a short word
def _word(text: str, size: int, bold: Weight, anchor: str, stroke: int) -> tuple[Image.Image, int, int]:
    """A line of text as a mask, `stroke` pixels fatter, and where its corner lies from the place at which it is written.

    It is put together from letters, which come again in other words: to draw each takes a fifth of a word's time.
    """
    left, top, right, bottom = bounds(text, size, bold, anchor)
    left, top, right, bottom = left - stroke, top - stroke, right + stroke, bottom + stroke
    mask = Image.new("L", (max(1, right - left + 1), max(1, bottom - top + 1)))
    (start, y), along = _start(text, size, bold, anchor), 0.0
    for letter in text:
        drawn, across, down = _letter(letter, size, bold, stroke)
        mask.paste(255, (start + round(along) + across - left, y + down - top), drawn)
        along += _measure(letter, size, bold)[0]
    return mask, left, top


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    *,
    bold: Weight = False,
    ink: RGB | None = None,
    anchor: str = "la",
    halo: int = 0,
    rim: RGB | None = None,
) -> None:
    """Write a line. The same words come again from picture to picture: what they look like is found once.

    `ink`: None for that of a page, on a halo for that of a map; `halo`: pixels round the letters, where they stand on a map, in
    the colour `rim`, None for white.
    """
    if text:
        colour = ink or (style.BLACK if halo else style.INK)
        for stroke, fill in ((halo, rim or style.halo()), (0, colour)) if halo else ((0, colour),):
            mask, left, top = _word(text, size, bold, anchor, stroke)
            draw.bitmap((round(at[0]) + left, round(at[1]) + top), mask, fill=fill)


def write_within(
    draw: ImageDraw.ImageDraw,
    middle: tuple[float, float],
    text: str,
    size: int,
    most: int,
    *,
    bold: Weight = False,
    ink: RGB | None = None,
) -> None:
    """Write a line round its middle, condensed where it would take more than `most` pixels."""
    if width(text, size, bold) <= most:
        write(draw, middle, text, size, bold=bold, ink=ink, anchor="mm")
        return
    mask, _, top = _word(text, size, bold, "mm", 0)
    condensed = mask.resize((most, mask.height), Image.Resampling.LANCZOS)
    draw.bitmap((round(middle[0] - most / 2), round(middle[1]) + top), condensed, fill=ink or style.INK)


def fitting(text: str, room: float, size: int, bold: Weight = False, least: int = 8, sizes: Sequence[int] = ()) -> int:
    """The largest print from `size` to `least` in which the text takes at most `room` pixels; else the smallest of it.

    `sizes`: those that the picture has; none: `size`, and the steps of the ladder below it.
    """
    steps = [each for each in sizes or {*style.LADDER, size} if least <= each <= size] or [min(sizes, default=size)]
    steps.sort(reverse=True)
    return next((each for each in steps if width(text, each, bold) <= room), steps[-1])


def condensed_in_disc(text: str, wide: float, radius: float, sizes: Iterable[int]) -> int:
    """The largest print of the condensed cut in which a word of at most `wide` pixels lies within a disc; 0: none."""
    largest = 0
    for size in sizes:
        written = width(text, size, CONDENSED)
        if written <= wide and math.hypot(written / 2, size * CAPITAL / 2) <= radius:
            largest = max(largest, size)
    return largest


def shortened(text: str, room: float, size: int, bold: Weight = False) -> str:
    """The text, cut with an ellipsis where it would take more than `room` pixels: after a whole word, if one has room."""
    if width(text, size, bold) <= room:
        return text
    words = text.split(" ")
    for many in range(len(words) - 1, 0, -1):
        said = f"{' '.join(words[:many]).rstrip(',·:;&')} …"
        if width(said, size, bold) <= room:
            return said
    kept = bisect_right(range(1, len(text)), room, key=lambda n: width(text[:n] + "…", size, bold))
    return text[:kept].rstrip() + "…"


def folded(text: str, room: int, size: int, bold: Weight = False) -> list[str]:
    """Words in lines of at most `room` pixels."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size, bold) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def folded_parts(parts: Iterable[str], room: int, size: int) -> list[str]:
    """Parts one after the other in lines of at most `room` pixels, each whole in one; of one that is wider its last two words."""
    held = (HELD.join(part.split(" ") if width(part, size) <= room else part.rsplit(" ", 1)) for part in parts)
    return folded_held(" ".join(held), room, size)


def folded_held(text: str, room: int, size: int) -> list[str]:
    """Words in lines of at most `room` pixels, none of which breaks at a space that is `HELD`."""
    return [line.replace(HELD, " ") for line in folded(text, room, size)]


def cut_lines(text: str, room: int, size: int, most: int) -> list[str]:
    """Words in so many lines at most: of facts or sentences those that have room whole, else cut with an ellipsis."""
    lines = folded(text, room, size)
    if len(lines) <= most:
        return lines
    for parted, end in ((" · ", ""), (". ", ".")):
        parts = text.split(parted)
        for many in range(len(parts) - 1, 0, -1):
            whole = folded(f"{parted.join(parts[:many])}{end}", room, size)
            if len(whole) <= most:
                return whole
    return [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), room, size)]


def fitted(ways: Iterable[str], room: float, size: int, bold: Weight = False) -> str:
    """The first of these words that has room; else the last, cut."""
    tried = [*ways]
    return next((way for way in tried if width(way, size, bold) <= room), shortened(tried[-1], room, size, bold))


def name_ways(name: str) -> list[str]:
    """A railway's name and, where two words of it are left, a shorter one: `Bengal Nagpur Railway`, `Bengal Nagpur`."""
    short = re.sub(r" (?:State )?(?:Railway|Railroad)$", "", name)
    return list(dict.fromkeys((name, short))) if " " in short.rpartition(" · ")[2] else [name]
