"""Cards and tables as pictures, twice as wide as a phone shows them, so that they need no zoom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.bank_card import bank_card, bank_parts
from render.data.card_data import Card, Dividend, Sign, Signs, Table
from render.data.company_card import company_card
from render.data.overview import everything
from render.data.player_card import player_card
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.fonts import folded
from render.drawing.sprites import token
from render.pictures.share_bar import draw_share_bar

WIDE = phone.CARD_WIDTH
EDGE = 12
SIZE, LEAST = style.BODY, style.SMALL  # of words: 14 on a phone, or 11 where columns are many
# All that a card or table has: its name and figures, words, headings, signs on tokens.
SIZES = (style.HEAD, SIZE, LEAST, 18, 14)
ROW = {SIZE: 50, LEAST: 42}  # pixels of a row with one line of that print
LINE = {SIZE: 32, LEAST: 28}  # and of a further line
PAD, MORE = 8, 12  # between columns, and as much again where the last one gives way
WORDS, FOLDED = 330, 170  # pixels of a column at most, and of one that gives way to others
NAMES = 132  # pixels of the first column, where that has long names
NARROWEST = 98  # of one that gives way where there is no other way to keep all columns beside each other
BAR = 16  # the bar of a player with the space after it
PRIORITY = " ◂"  # behind the name of whoever has the priority deal
SIGNS_APART = 4  # from one token to the next in a cell
FIGURES, APART = 4, 18  # short facts beside each other, pixels between them
LARGE = frozenset(
    (
        "President",
        "Owner",
        "Price",
        "Par",
        "Treasury",
        "Shares",
        "Cash",
        "Certificates",
        "Worth",
        "Bank",
        "Round",
        "Phase",
    )
)


def draw_company(
    view: View, rules: Rules, company: Company, history: Sequence[Dividend] = (), closing: Sequence[str] = ()
) -> Image.Image:
    return draw_card(company_card(view, rules, company, history, closing), rules)


def draw_player(view: View, rules: Rules, player: Player, worth: int | None = None) -> Image.Image:
    return draw_card(player_card(view, rules, player, worth), rules)


def draw_bank(view: View, rules: Rules) -> Image.Image:
    return draw_card(bank_card(view, rules), rules)


def draw_bank_parts(view: View, rules: Rules) -> list[Image.Image]:
    """The bank's card in parts that a phone shows at full width."""
    return [draw_card(card, rules) for card in bank_parts(view, rules)]


def draw_table(
    view: View,
    rules: Rules,
    worth: Mapping[Player, int] | None = None,
    before: Mapping[Player, int] | None = None,
) -> list[Image.Image]:
    """The table of everything: one picture of the players, one of the companies."""
    head = f"{queries.title_name(rules.data)} · {view.round or 'start'} · phase {view.phase}"
    seats = tuple(map(rules.person, view.order))
    cards = [Card(head, tables=(t,), order=seats) for t in everything(view, rules, worth, before)]
    return [
        draw_card(card, rules, LEAST) for card in cards
    ]  # of one print, whatever the title and however late the game


@dataclass
class _Sheet:
    """A picture that grows downwards while it is painted: first measured on a high canvas, then cut."""

    image: Image.Image
    rules: Rules
    order: tuple[Player, ...] = ()
    y: int = EDGE

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)


def draw_card(card: Card, rules: Rules, print_: int = SIZE) -> Image.Image:
    """A card as a picture, as high as it needs. `print_`: of the rows of its tables, at most."""
    sheet = _Sheet(style.canvas((WIDE, 3000), rules.data), rules, card.order)
    _title(sheet, card)
    large = _large_facts(card)
    _figures(sheet, [f for fact in large if (f := _figure(*fact))])
    for fact in card.facts:
        if fact not in large:
            _fact(sheet, *fact)
    if card.bar:
        corner = EDGE, sheet.y + 14
        sheet.y = draw_share_bar(sheet.draw, sheet.order, card.split, corner, WIDE - EDGE)
    for table in card.tables:
        _table(sheet, table, print_)
    out = sheet.image.crop((0, 0, WIDE, min(3000, sheet.y + EDGE)))
    out.info["colours"] = sheet.image.info["colours"]
    return out


def _title(sheet: _Sheet, card: Card) -> None:
    x = EDGE
    if card.company:
        r = 40
        sprite = token(sheet.rules.data, card.company, r, sizes=SIZES)
        sheet.image.paste(sprite, (x, sheet.y), sprite)
        x += 2 * r + 20
    high = 82 if card.company else 48
    if card.title in card.order:
        frame = (x, sheet.y + 4, x + 10, sheet.y + high - 4)
        sheet.draw.rounded_rectangle(frame, 5, fill=style.seat(card.order, card.title))
        x += 26
    size = fonts.fitting(card.title, WIDE - EDGE - x, style.HEAD, bold=True, least=LEAST, sizes=SIZES)
    fonts.write(sheet.draw, (x, sheet.y + high / 2), card.title, size, bold=True, anchor="lm")
    if card.under and not card.company:
        at = x + fonts.width(card.title, size, bold=True) + 16
        fonts.write(sheet.draw, (at, sheet.y + high / 2 + 4), card.under, style.SMALL, ink=style.SOFT, anchor="lm")
    sheet.y += high + 20


def _large_facts(card: Card) -> list[tuple[str, str]]:
    """The facts that stand large, in lines of four: none of them alone in a line below others."""
    large = [fact for fact in card.facts if _figure(*fact)]
    alone = len(large) > FIGURES and len(large) % FIGURES == 1
    return [fact for fact in large if not (alone and fact[0] == "Shares")]


def _figure(label: str, value: str) -> tuple[str, str] | None:
    """A fact that is short enough to stand large, with its label: what is said in brackets goes with the label."""
    if label not in LARGE:
        return None
    label = label.lower()
    if value.endswith(")"):
        value, _, more = value[:-1].partition(" (")
        label = f"{label}, {more}"
    room = (WIDE - 2 * EDGE) // FIGURES - APART
    fits = fonts.width(value, style.HEAD, bold=True) <= room and fonts.width(label, style.SMALL) <= room
    return (label, value) if fits else None


def _figures(sheet: _Sheet, figures: Sequence[tuple[str, str]]) -> None:
    """Short facts in lines of four: the value large, its label below."""
    wide = (WIDE - 2 * EDGE) // FIGURES
    for i, (label, value) in enumerate(figures):
        x, y = EDGE + i % FIGURES * wide, sheet.y + i // FIGURES * 92
        fonts.write(sheet.draw, (x, y + 22), value, style.HEAD, bold=True, anchor="lm")
        fonts.write(sheet.draw, (x, y + 60), label, style.SMALL, ink=style.SOFT, anchor="lm")
        if value in sheet.order:
            frame = (x, y + 80, x + 48, y + 85)
            sheet.draw.rounded_rectangle(frame, 2, fill=style.seat(sheet.order, value))
    sheet.y += -(-len(figures) // FIGURES) * 92 + (12 if figures else 0)


def _fact(sheet: _Sheet, label: str, value: str) -> None:
    """A label and its words, on as many lines as they need."""
    left = EDGE + 196
    fonts.write(sheet.draw, (EDGE, sheet.y + 20), label.lower(), style.SMALL, ink=style.SOFT, anchor="lm")
    for line in folded(value, WIDE - EDGE - left, SIZE):
        fonts.write(sheet.draw, (left, sheet.y + 20), line, SIZE, anchor="lm")
        sheet.y += 38
    sheet.y += 6


def _number(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers, not words after a number, nor trains."""
    if any(isinstance(c, Signs) for c in cells):
        return False
    return all(not c or ((c[0] in "$£₹-+−×–" or c[0].isdigit()) and not any(map(str.isalpha, c))) for c in cells)


class _Layout(NamedTuple):
    """How a table is laid out: the print of its rows, and the columns of each block, each with its pixels."""

    size: int
    columns: Sequence[Sequence[str]]
    wide: Sequence[int]
    blocks: Sequence[Sequence[int]]


def _layout(table: Table, order: Sequence[Player], largest: int) -> _Layout:
    """A table in one block in the largest print in which it has room, else in several; its print is at least `LEAST`."""
    columns = [[head, *(row[i] for row in table.rows)] for i, head in enumerate(table.heads)]
    tried = [(size, most) for size in (SIZE, LEAST) if size <= largest for most in (WORDS, FOLDED)]
    for size, most in (*tried, (LEAST, NARROWEST), (LEAST, FOLDED)):  # the last one in several blocks
        wide = [
            _wide(
                order,
                c,
                size,
                WORDS if i == len(columns) - 1 and most >= FOLDED else max(most, 0 if i else NAMES),
                first=not i,
            )
            for i, c in enumerate(columns)
        ]
        blocks = _blocks(wide)
        if len(blocks) == 1:
            if wide[-1] > WORDS:  # words that are folded anyway leave room between the others
                wide[-1] -= max(MORE * len(wide) - (WIDE - 2 * EDGE - sum(wide)), 0)
            break
    return _Layout(size, columns, wide, blocks)


def _table(sheet: _Sheet, table: Table, largest: int) -> None:
    """A table as wide as the sheet; columns that do not fit go on in a further block under the same first column."""
    sheet.y += 20
    for line in folded(table.title, WIDE - 2 * EDGE, style.SMALL):
        fonts.write(sheet.draw, (EDGE, sheet.y), line, style.SMALL, ink=style.SOFT)
        sheet.y += 34
    size, columns, wide, blocks = _layout(table, sheet.order, largest)
    for block in blocks:
        _block(sheet, [columns[i] for i in block], [wide[i] for i in block], size, len(table.rows))


def _wide(order: Sequence[Player], column: Sequence[str], size: int, most: int, *, first: bool) -> int:
    """Pixels that a column takes, at most so many, with its words and heading folded. `first`: that of the names, in bold."""
    parts = column[0].split() if most < WORDS else [column[0]]
    head = max((fonts.width(part, _below(size), fonts.Cut.HEADING) for part in parts), default=0)
    head = round(size * 1.9) if isinstance(column[0], Sign) else head
    cells = [
        round(size * 1.9)
        if isinstance(c, Sign)
        else len(c.split()) * (2 * _radius(size) + SIGNS_APART)
        if isinstance(c, Signs)
        else fonts.width(c, size, bold=first) + (BAR if c.removesuffix(PRIORITY) in order else 0)
        for c in column[1:]
    ]
    return min(max([head, *cells], default=head), most) + PAD


def _below(size: int) -> int:
    """The next smaller print, that of headings, as far as a phone shows it with eleven pixels."""
    return max(SIZES[SIZES.index(size) + 1], LEAST)


def _radius(size: int) -> int:
    """Pixels of a token among words of that size."""
    return round(size * 0.74)


def _blocks(wide: Sequence[int]) -> list[list[int]]:
    """The columns of each block, as few blocks as can be and none much wider than another; the last one needs no space behind."""
    room = WIDE - 2 * EDGE + PAD
    count = len(_split(wide, room))
    return next(
        (b for limit in range(max(wide), room, 8) if len(b := _split(wide, limit)) == count), _split(wide, room)
    )


def _split(wide: Sequence[int], room: int) -> list[list[int]]:
    """The columns of each block of at most that width; the first column begins them all."""
    blocks: list[list[int]] = [[0]]
    used = wide[0]
    for i in range(1, len(wide)):
        if used + wide[i] > room and len(blocks[-1]) > 1:
            blocks.append([0])
            used = wide[0]
        blocks[-1].append(i)
        used += wide[i]
    return blocks


def _block(sheet: _Sheet, columns: Sequence[Sequence[str]], wide: Sequence[int], size: int, rows: int) -> None:
    spare = max(0, WIDE - 2 * EDGE - sum(wide)) // max(1, len(wide))
    lefts = [EDGE + sum(wide[:i]) + min(spare, 64) * i for i in range(len(wide))]
    sums = [_number(c[1:]) for c in columns]
    for i in range(2, len(wide)):  # else a sum and the words behind it are read as one: `$50 2`
        lefts[i] += PAD // 2 if sums[i - 1] and not sums[i] else 0
    for row in range(rows + 1):
        folds = [
            _folded_cell(sheet, c[row], w - PAD, size, not i)
            if row
            else _folded_cell(sheet, c[row], w - PAD, _below(size), fonts.Cut.HEADING)
            for i, (c, w) in enumerate(zip(columns, wide, strict=True))
        ]
        high = ROW[size] + max((len(f) - 1) * _line_height(f, size) for f in folds)
        if row:
            sheet.draw.line([(EDGE, sheet.y), (WIDE - EDGE, sheet.y)], fill=style.RULE, width=2)
        for i, lines in enumerate(folds):
            who = columns[i][row].removesuffix(PRIORITY) if row else ""
            bar = _draw_bar(sheet, who, lefts[i], size)
            right, bold = i > 0 and _number(columns[i][1:]), not i and row > 0
            printed = (
                _Print(size, bold, style.INK, right)
                if row
                else _Print(_below(size), fonts.Cut.HEADING, style.SOFT, right)
            )
            # Headings end on one line.
            last = 0 if row else high - ROW[size] - (len(lines) - 1) * _line_height(lines, size)
            _cell(sheet, lines, lefts[i] + bar, wide[i] - bar, size, printed, last)
        sheet.y += high
    sheet.y += 16


def _folded_cell(sheet: _Sheet, cell: str, room: int, size: int, weight: fonts.Weight) -> list[str]:
    """A cell in lines that have so much room; a word that is too long for a line is shortened."""
    if isinstance(cell, Sign):
        return [cell]
    if isinstance(cell, Signs):
        ids, across = cell.split(), max(1, (room + SIGNS_APART) // (2 * _radius(size) + SIGNS_APART))
        return [Signs(" ".join(ids[i : i + across])) for i in range(0, len(ids), across)] or [cell]
    player = cell.removesuffix(PRIORITY) in sheet.order
    together = cell.replace(PRIORITY, "\N{NO-BREAK SPACE}" + PRIORITY.strip())  # the mark stands beside the last word
    lines = folded(together, room - BAR * player, size, bold=weight)
    return [fonts.shortened(line, room - BAR, size, bold=weight) for line in lines] if player else lines


def _line_height(lines: Sequence[str], size: int) -> int:
    """Pixels from one line of a cell to the next in a table of that print."""
    return 2 * _radius(size) + SIGNS_APART if isinstance(lines[0], Signs) else LINE[size]


def _draw_bar(sheet: _Sheet, who: str, left: int, size: int) -> int:
    """The colour of a player before the name in a cell of a table of that print; how many pixels it takes, none for what is no
    player.
    """
    if who not in sheet.order:
        return 0
    middle = sheet.y + ROW[size] // 2
    sheet.draw.rounded_rectangle((left, middle - 13, left + 7, middle + 13), 3, fill=style.seat(sheet.order, who))
    return BAR


class _Print(NamedTuple):
    """How the words of a cell are written. `size`: in pixels; `right`: they end at the right edge."""

    size: int
    bold: fonts.Weight
    ink: style.RGB
    right: bool


def _cell(sheet: _Sheet, lines: Sequence[str], left: int, wide: int, size: int, printed: _Print, down: int) -> None:
    """The words of a cell in lines, or its tokens, so many pixels below the top of its row. `size`: print of the table."""
    middle, r = sheet.y + ROW[size] // 2 + down, _radius(size)
    if isinstance(lines[0], Signs):
        for k, line in enumerate(lines):
            for i, company in enumerate(line.split()):
                sprite = token(sheet.rules.data, company, r, sizes=SIZES)
                at = (left + i * (2 * r + SIGNS_APART), middle - r + k * _line_height(lines, size))
                sheet.image.paste(sprite, at, sprite)
        return
    if isinstance(lines[0], Sign):
        sprite = token(sheet.rules.data, lines[0], r, sizes=SIZES)
        x = left + wide - PAD - 2 * r if printed.right else left
        sheet.image.paste(sprite, (x, middle - r), sprite)
        return
    x, anchor = (left + wide - PAD, "rm") if printed.right else (left, "lm")
    for k, line in enumerate(lines):
        at = (x, middle + _line_height(lines, size) * k)
        fonts.write(sheet.draw, at, line, printed.size, bold=printed.bold, ink=printed.ink, anchor=anchor)
