"""Things to choose from in short lines below headings: each with its buttons' numbers and a colour before its words.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.drawing import fonts, phone, style
from render.drawing.discs.numbers import number_sprite

WIDE = phone.PICTURE_WIDTH
EDGE, GAP = 24, 16
SIZE, LINE, CLOSEST = style.HEAD, 50, 46  # of words, of a line, of one where room is short
DISC = 22  # radius of a button's number
BAR = 12  # pixels across of the bar in a company's colour
COLUMNS = 3


@dataclass(frozen=True)
class Entry:
    """A card or a thing: its buttons' numbers, the colour before it, its words; `pale`: it is not for sale now; `below`:
    lines of what it does, where it stands alone; `note`: what follows its words, in plain letters; `chosen`: it is picked.
    """

    numbers: Sequence[int]
    colour: style.RGB | None
    text: str
    pale: bool = False
    below: tuple[str, ...] = ()
    note: str = ""
    chosen: bool = False

    @property
    def wide(self) -> int:
        """Pixels that it needs."""
        lead = sum(number_sprite(DISC, str(n)).width + 6 for n in self.numbers) + (BAR + 10) * bool(self.colour)
        return lead + fonts.width(self.text, SIZE, bold=bool(self.numbers))


@dataclass(frozen=True)
class Section:
    """Entries below a heading, in so many columns: filled line by line, or `ranked` with a column for each group."""

    heading: str
    groups: Sequence[Sequence[Entry]]
    columns: int
    heads: Sequence[str] = ()
    line: int = LINE

    @property
    def beside(self) -> bool:
        """Whether the heading stands before the only entry, in the same line, where lines stand closer."""
        return bool(self.line < LINE and self.heading and not self.heads and self.lines == 1 == len(self.groups[0]))

    @property
    def lines(self) -> int:
        """Lines of entries, with what stands below them."""
        if self.heads:
            return max(map(len, self.groups))
        return -(-len(self.groups[0]) // self.columns) + sum(len(entry.below) for entry in self.groups[0])

    @property
    def height(self) -> int:
        return self.line * (bool(self.heading and not self.beside) + bool(self.heads) + self.lines) + GAP


def list_entries(heading: str, entries: Sequence[Entry], line: int = LINE) -> Section:
    """A section whose entries fill lines, in as many columns as the widest leaves room for."""
    widest = max(entry.wide for entry in entries)
    fits = [n for n in (COLUMNS, 2) if widest <= column_width(n)]
    return Section(heading, [entries], next(iter(fits), 1), line=line)


def sections_height(sections: Sequence[Section]) -> int:
    """Pixels of sections below each other, with the space above and below them."""
    return sum(section.height for section in sections) + EDGE


def column_width(columns: int) -> int:
    """Pixels of a column of so many."""
    return (WIDE - 2 * EDGE - GAP * (columns - 1)) // columns


def paint_section(image: Image.Image, section: Section, top: int) -> None:
    """A section with its heading."""
    draw, step, line = ImageDraw.Draw(image), column_width(section.columns) + GAP, section.line
    fonts.write(draw, (EDGE, top + line / 2), section.heading, SIZE, ink=style.SOFT, anchor="lm")
    if section.beside:
        x = EDGE + fonts.width(section.heading, SIZE) + GAP
        _write(image, section.groups[0][0], (x, top), WIDE - EDGE - x, line)
        return
    y = top + line * bool(section.heading)
    if section.heads:
        for n, head in enumerate(section.heads):
            fonts.write(draw, (EDGE + n * step, y + line / 2), head, SIZE, bold=True, anchor="lm")
            for k, entry in enumerate(section.groups[n]):
                _write(image, entry, (EDGE + n * step, y + line * (k + 1)), step - GAP, line)
        return
    for k, entry in enumerate(section.groups[0]):
        at = EDGE + k % section.columns * step, y + k // section.columns * line
        _write(image, entry, at, step - GAP, line)
        for text in entry.below:  # of one that stands alone in its line
            y += line
            spot = EDGE + 2 * DISC + 6, y + k * line + line / 2
            fonts.write(draw, spot, text, SIZE, ink=style.SOFT, anchor="lm")


def _write(image: Image.Image, entry: Entry, at: tuple[int, int], room: int, line: int) -> None:
    """One entry in a column of so many pixels, in a line of so many."""
    draw, (x, y) = ImageDraw.Draw(image), at
    right, middle = x + room, y + line // 2
    if entry.chosen:
        box = x - EDGE // 2, y + 2, right + EDGE // 2, y + line - 2
        draw.rounded_rectangle(box, 10, outline=style.MARK, width=5)
    for number in entry.numbers:
        sprite = number_sprite(DISC, str(number))
        image.paste(sprite, (x, middle - DISC), sprite)
        x += sprite.width + 6
    if entry.colour:
        draw.rounded_rectangle((x, middle - 17, x + BAR, middle + 17), 5, fill=entry.colour, outline=style.SOFT)
        x += BAR + 10
    ink, bold = style.SOFT if entry.pale else style.INK, bool(entry.numbers)
    said = fonts.shortened(entry.text, right - x, SIZE, bold)
    fonts.write(draw, (x, middle), said, SIZE, bold=bold, ink=ink, anchor="lm")
    if entry.note:
        x += fonts.width(said, SIZE, bold=bold) + GAP
        note = fonts.fitted(_note_ways(entry.note), right - x, SIZE)
        fonts.write(draw, (x, middle), note, SIZE, ink=style.SOFT, anchor="lm")


def _note_ways(note: str) -> list[str]:
    """A note with fewer and fewer of its facts: `Nagpur (I20) · Bengal Nagpur Railway`, `Nagpur (I20)`."""
    parts = note.split(" · ")
    return [*fonts.name_ways(note), *(" · ".join(parts[:many]) for many in range(len(parts) - 1, 0, -1))]
