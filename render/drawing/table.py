"""Rows of words, tokens and players in columns: measured once, then painted, in the same way in every picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from PIL import Image, ImageDraw

from game.title_data import TitleData
from render.drawing import fonts, style
from render.drawing.sprites import token

SMALLEST = 0.72  # of a table's print, before its words are cut


@dataclass(frozen=True)
class Cell:
    """Words of one cell, in several lines where it has line ends.

    `company`: its token comes first; `bar`: a bar of that colour does, `before`: these discs do; `soft`: of second rank; `whole`:
    never shortened.
    """

    text: str = ""
    company: str = ""
    bar: style.RGB | None = None
    before: tuple[Image.Image, ...] = ()
    bold: bool = False
    soft: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Column:
    """A heading and the side on which its cells end. `hangs`: the heading, where it is wider than the cells, goes on to the left
    above those of the column before, as far as that one's own heading leaves room.
    """

    head: str
    right: bool = False
    hangs: bool = False


@dataclass(frozen=True)
class Rows:
    """A table without frames. `size`: pixels of the words, `line`: of a row. `turn`: rows of who is to act.

    `sizes`: of print that the picture has; none: all of the ladder. `head`: of the headings; 0: the next smaller one.

    Without rows there are no headings either, but a single one is a sentence: it says why there are none.
    """

    columns: tuple[Column, ...]
    cells: tuple[tuple[Cell, ...], ...]
    size: int
    line: int
    turn: Collection[int] = ()
    apart: float = 3.0  # between columns at most, in sizes of the words
    sizes: Sequence[int] = ()
    head: int = 0
    tight: float = 0.5  # between columns at least, in sizes of the words

    @property
    def empty(self) -> bool:
        return not self.cells and len(self.columns) > 1

    @property
    def height(self) -> int:
        if self.empty:
            return 0
        return sum(map(self._high, self.cells)) + round(self.line * 0.9)

    def _high(self, row: Sequence[Cell]) -> int:
        """Pixels of a row: further lines stand closer."""
        return self.line + self._step() * max(cell.text.count("\n") for cell in row)

    def _step(self) -> int:
        return round(self.size * 1.22)

    def least(self) -> list[int]:
        """Pixels that each column needs."""
        return [*self._needs]

    @cached_property
    def _needs(self) -> tuple[int, ...]:
        """Pixels that each column needs, found once."""
        if self.empty:
            return (0,) * len(self.columns)
        needs: list[int] = []
        for i, c in enumerate(self.columns):
            head = fonts.width(c.head, self._head())
            if c.hangs and needs:
                head -= max(needs[-1] - fonts.width(self.columns[i - 1].head, self._head()), 0)
            needs.append(max([head, *(self._wide(row[i]) for row in self.cells)]))
        return tuple(needs)

    def tightest(self) -> int:
        """Pixels in which nothing of it is cut."""
        needs = self.least()
        return sum(needs) + round(self.size * self.tight) * (len(needs) - 1)

    def whole_in(self, wide: int) -> Rows:
        """These rows in the largest print in which nothing of them is cut in that width; not below `SMALLEST` of their own."""
        some = [
            size
            for size in sorted(self.sizes or style.LADDER, reverse=True)
            if self.size * SMALLEST <= size <= self.size
        ]
        rows = [replace(self, size=size) for size in some] or [self]
        return next((each for each in rows if each.tightest() <= wide), rows[-1])

    def _head(self) -> int:
        """Pixels of headings."""
        smaller = round(self.size * 0.84) if not self.sizes else self.size
        return self.head or max((size for size in self.sizes if size < self.size), default=smaller)

    def _lead(self, cell: Cell) -> int:
        """Pixels before the words."""
        if cell.before:
            return sum(disc.width + self.size // 6 for disc in cell.before)
        return round(self.line * 0.96) + self.size // 3 if cell.company else round(self.size * 0.7) if cell.bar else 0

    def _wide(self, cell: Cell) -> int:
        return self._lead(cell) + max(fonts.width(line, self.size, cell.bold) for line in cell.text.split("\n"))

    def _fitted(self, wide: int) -> list[int]:
        """The width of each column: where there is too little room, the widest one of words gives way."""
        needs, missing = self.least(), self.tightest() - wide
        if missing > 0:
            kept = {i for row in self.cells for i, cell in enumerate(row) if cell.whole}
            words = [i for i, c in enumerate(self.columns) if not c.right and i not in kept]
            widest = max(words, key=lambda i: needs[i])
            needs[widest] = max(needs[widest] - missing, self.size * 3)
        return needs

    def paint(self, image: Image.Image, data: TitleData | None, left: int, top: int, wide: int) -> None:
        """Into that width: what is left over is shared out between the columns. `data`: None where no cell has a token."""
        if self.empty:
            return
        draw, needs = ImageDraw.Draw(image), self._fitted(wide)
        gap = (wide - sum(needs)) / max(1, len(needs) - 1) if len(needs) > 1 else 0
        gaps = self._gaps(min(max(gap, self.size * self.tight), self.size * self.apart))
        at = [round(left + sum(needs[:i]) + sum(gaps[:i])) for i in range(len(needs))]
        middle = top + round(self.line * 0.45)
        for column, x, need in zip(self.columns, at, needs, strict=True):
            right = column.right or (column.hangs and fonts.width(column.head, self._head()) > need)
            end = x + need if right else x
            anchor = "rm" if right else "lm"
            fonts.write(draw, (end, middle), column.head, self._head(), ink=style.SOFT, anchor=anchor)
        y = top + round(self.line * 0.9)
        for number, row in enumerate(self.cells):
            if number in self.turn:
                pad = round(self.size * 0.45)
                box = (left - pad, y, left + wide + pad, y + self._high(row) - 1)
                draw.rounded_rectangle(box, round(self.line * 0.22), fill=style.TURN)
            for cell, column, x, need in zip(row, self.columns, at, needs, strict=True):
                self._cell(image, data, cell, (x, y), need, right=column.right)
            y += self._high(row)

    def _gaps(self, each: float) -> list[float]:
        """Pixels before the columns from the second on, so much each on an average: more between a sum and words that begin right
        behind it, which would be read as one, `$50 2`, where others can spare it.
        """
        pairs = list(pairwise(self.columns))
        tight = [one.right and not other.right for one, other in pairs]
        spare = [not t and not one.right for t, (one, _) in zip(tight, pairs, strict=True)]
        if not any(tight) or not any(spare):
            return [each] * len(pairs)
        more = 0.5 * each * min(1.0, sum(spare) / sum(tight))
        less = more * sum(tight) / sum(spare)
        return [each + more if t else each - less if s else each for t, s in zip(tight, spare, strict=True)]

    def _cell(
        self, image: Image.Image, data: TitleData | None, cell: Cell, at: tuple[int, int], wide: int, *, right: bool
    ) -> None:
        x, y = at
        draw, middle = ImageDraw.Draw(image), y + self.line / 2
        lead = self._lead(cell)
        if cell.company and data is not None:
            r = round(self.line * 0.43)
            sprite = token(data, cell.company, r, sizes=self.sizes or style.LADDER)
            image.paste(sprite, (x, round(middle) - r), sprite)
        if cell.bar:
            half, thick = self.size * 0.45, round(self.size * 0.28)
            frame = (x, round(middle - half), x + thick, round(middle + half))
            draw.rounded_rectangle(frame, thick // 2, fill=cell.bar)
        edge = x + wide if right else x + lead
        left = x + wide - self._wide(cell) if right else x
        for disc in cell.before:
            image.paste(disc, (left, round(middle) - disc.height // 2), disc)
            left += disc.width + self.size // 6
        ink = style.SOFT if cell.soft else style.INK
        for i, line in enumerate(cell.text.split("\n")):
            words = fonts.shortened(line, max(wide - lead, 0) + 1, self.size, cell.bold)
            spot = (edge, middle + i * self._step())
            fonts.write(draw, spot, words, self.size, bold=cell.bold, ink=ink, anchor="rm" if right else "lm")
