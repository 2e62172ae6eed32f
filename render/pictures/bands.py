"""Bands across the sheet of a map: the trains left as a row of cards, and what changed since the last picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data import queries, train_effects
from render.data.marks import Marks
from render.data.names import type_in_table
from render.data.queries import View
from render.drawing import fonts, style, symbols
from render.drawing.discs.badges import badge
from render.drawing.free_space import Box
from render.drawing.map_print import MapPrint
from render.text.reach_words import to_build_words

MOST = 5  # lines of what a train brings on its card; longer words stand below the cards
NONE_LEFT = "The bank has no train left"
EFFECT = 31  # pixels of a line of it
LEAST = 2  # cards that would fit beside each other, even where there is one: it is no wider than half the band


@dataclass(frozen=True)
class TrainCards:
    """The trains left in the bank as cards beside each other, in the order in which they are sold. `unit`: pixels of a length
    of 1.
    """

    view: View
    rules: Rules
    unit: float
    print: MapPrint

    def px(self, size: float) -> int:
        return round(size * self.unit)

    @property
    def left(self) -> dict[str, int]:
        return queries.depot(self.view, self.rules)

    def _wide(self, wide: int) -> int:
        """Pixels of one card."""
        return (wide + self.px(12)) // max(LEAST, len(self.left)) - self.px(12)

    def _effects(self, wide: int) -> list[list[str]]:
        """What the first train of each type brings, in lines; nothing where one of them is too long for its card."""
        effects = train_effects.depot_effects(self.rules, self.left)
        room = self._wide(wide) - 2 * self.px(14)
        lines = [fonts.folded(effects[n], room, self.print.list) if effects[n] else [] for n in self.left]
        return lines if max(map(len, lines), default=0) <= MOST else [[] for _ in lines]

    def brings(self, wide: int) -> bool:
        """Whether the cards say what the trains bring."""
        return any(self._effects(wide))

    def height(self, wide: int) -> int:
        """Pixels of the band in that width."""
        if not self.left:
            return self.px(38)
        most = max(map(len, self._effects(wide)))
        return self.px(38) + self.px(94) + self.px(EFFECT) * most + (self.px(10) if most else 0)

    def paint(self, image: Image.Image, box: Box) -> None:
        draw, size = ImageDraw.Draw(image), self.print.list
        wide = box[2] - box[0]
        card, kinds = self._wide(wide), self.rules.data.trains
        text = "trains left" if self.left else NONE_LEFT
        fonts.write(draw, (box[0], box[1] + self.px(14)), text, self.print.edge, ink=style.SOFT, anchor="lm")
        top, bottom = box[1] + self.px(38), box[1] + self.height(wide)
        for i, (name, lines) in enumerate(zip(self.left, self._effects(wide), strict=True)):
            x = box[0] + i * (card + self.px(12))
            fill = style.TURN if i == 0 else style.SHADE
            draw.rounded_rectangle((x, top, x + card - 1, bottom - 1), self.px(10), fill=fill)
            count = "× ∞" if kinds[name].endless else f"× {self.left[name]}"
            shown, price = type_in_table(self.rules, name), self.rules.data.money(kinds[name].price)
            inner, x = card - 2 * self.px(14), x + self.px(14)
            head = fonts.fitting(shown, inner, self.print.list, bold=True, sizes=self.print.sizes)
            fonts.write(draw, (x, top + self.px(32)), shown, head, bold=True, anchor="lm")
            sums = fonts.fitting(f"{price}  {count}", inner, self.print.list, sizes=self.print.sizes)
            fonts.write(draw, (x, top + self.px(70)), price, sums, anchor="lm")
            fonts.write(draw, (x + inner, top + self.px(70)), count, sums, ink=style.SOFT, anchor="rm")
            for j, line in enumerate(lines):
                at = (x, top + self.px(108) + self.px(EFFECT) * j)
                fonts.write(draw, at, line, size, ink=style.SOFT, anchor="lm")


@dataclass(frozen=True)
class Change:
    """A line of what happened last: the number on the map, or "", and words."""

    number: str
    words: str
    symbol: str = ""  # a picture of the map that the words explain


def changes_of(view: View, rules: Rules, marks: Marks) -> list[Change]:
    """What the marks of a map mean: tiles and stations by their numbers, then stations that went and prices that moved."""
    meaning = to_build_words if marks.plans else _meaning
    changes = [Change(str(n), meaning(view, rules, what)) for n, what in enumerate(marks.order, 1)]
    changes += [
        Change("", f"a station left {queries.place_name(rules, slot.partition('.')[0])}") for slot in marks.removed
    ]
    for move in marks.moves:
        old, new = (rules.data.cell(c).price if c else None for c in (move.old, move.new))
        if old is not None and new is not None and old != new:
            way = f"{rules.data.money(old)} → {rules.data.money(new)}"
            changes.append(Change("", f"{move.company} {way}"))
    return changes


def signs_of(view: View, rules: Rules) -> list[Change]:
    """What the hexes say that a small map leaves out, places with the same words together: `H15, L21: NWR's`; what pays a route
    more; and what the small pictures of goods are.

    Goods with what they pay stand on the smallest map as pictures, and so does what is printed for a value.
    """
    places: dict[str, list[str]] = {}
    goods = dict[str, None]()
    for hex_id, signs in rules.signs(view).items():
        place = rules.data.hexes.get(hex_id)
        paid = [good for good, _ in filter(None, map(symbols.paid_good, signs))]
        goods |= dict.fromkeys(paid)
        if place is not None and not paid:
            said = [s for s in signs if s not in symbols.KNOWN and not (place.worth and s.endswith(place.worth))]
            if said:
                places.setdefault(", ".join(said), []).append(place.name or hex_id)
    own = rules.words.get("route bonuses")
    lines = [f"{', '.join(names)}: {words}" for words, names in places.items()] + (
        own(rules).splitlines() if own else []
    )
    return [*(Change("", line) for line in lines), *(Change("", name, name) for name in goods)]


def _meaning(view: View, rules: Rules, what: str) -> str:
    hex_id, _, city = what.partition(".")
    where = queries.place_name(rules, hex_id)
    if city:
        company = view.tokens.get(what, "")
        return f"{company}: station in {where}" if company else f"a station in {where}"
    laid = view.tiles.get(hex_id)
    return f"tile {rules.data.tile_number(laid.tile)} on {where}" if laid else where


@dataclass(frozen=True)
class ChangeLines:
    """What happened last, in columns. `unit`: pixels of a length of 1."""

    changes: Sequence[Change]
    unit: float
    print: MapPrint
    title: str = "what changed"

    def px(self, size: float) -> int:
        return round(size * self.unit)

    def _indent(self) -> int:
        """Pixels that numbers before the lines take; 0 where there are none."""
        return self.px(42) if any(c.number or c.symbol for c in self.changes) else 0

    def _shared_out(self, count: int) -> list[Sequence[Change]]:
        """What stands in each of so many columns, at most: small pictures in columns of their own, if these are a line longer at
        most.
        """
        least = -(-len(self.changes) // count)
        kinds = [[c for c in self.changes if bool(c.symbol) == pictured] for pictured in (False, True)]
        for lines, groups in ((least, kinds), (least + 1, kinds), (least, [self.changes])):
            columns = [group[at : at + lines] for group in groups for at in range(0, len(group), lines)]
            if len(columns) <= count:
                break
        return columns

    def _widths(self, count: int) -> list[int]:
        """Pixels that each of so many columns needs."""
        size, more = self.print.list, self._indent() + self.px(30)
        return [max(fonts.width(c.words, size) for c in column) + more for column in self._shared_out(count)]

    def _columns(self, wide: int) -> int:
        most = min(3, len(self.changes))
        return next((count for count in range(most, 1, -1) if sum(self._widths(count)) <= wide), 1)

    def _starts(self, columns: int, wide: int) -> list[int]:
        """Pixels from the left to each column: all as wide, or each as wide as it needs where one needs more than that."""
        widths = self._widths(columns)
        even = max(widths) * columns <= wide or columns == 1
        spare = (wide - sum(widths)) // columns
        return [wide * i // columns if even else sum(widths[:i]) + spare * i for i in range(columns + 1)]

    def height(self, wide: int) -> int:
        """Pixels in that width; 0 where nothing changed."""
        if not self.changes:
            return 0
        return self.px(38) + self.px(40) * max(map(len, self._shared_out(self._columns(wide))))

    def paint(self, image: Image.Image, box: Box) -> None:
        draw, columns, size = ImageDraw.Draw(image), self._columns(box[2] - box[0]), self.print.list
        fonts.write(draw, (box[0], box[1] + self.px(14)), self.title, self.print.edge, ink=style.SOFT, anchor="lm")
        starts, numbered = self._starts(columns, box[2] - box[0]), any(c.number for c in self.changes)
        placed = ((n, line, c) for n, own in enumerate(self._shared_out(columns)) for line, c in enumerate(own))
        for column, line, change in placed:
            x = box[0] + starts[column]
            y = box[1] + self.px(38) + self.px(40) * line + self.px(18)
            r = self.px(15)
            if change.number:
                badge(image, x + r, y, r, change.number, style.CHANGED, self.print.sizes)
            if change.symbol:
                picture = symbols.symbol(change.symbol, 2 * r)
                image.paste(picture, (x, y - r), picture)
            indent = self._indent() if numbered or change.symbol else 0
            room = starts[column + 1] - starts[column] - indent - self.px(18)
            words = fonts.shortened(change.words, room, size)
            fonts.write(draw, (x + indent, y), words, size, anchor="lm")
