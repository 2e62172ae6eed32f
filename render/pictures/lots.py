"""Things that may be bought or bid for as rows of a picture: privates, minors, companies; for panels and for consoles.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from game.rules import Rules
from game.title_data import TitleData
from render.data.names import lot_name
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.discs.numbers import paste_number
from render.drawing.sprites import token
from render.text.alt_text import short
from render.text.card_words import power_words

WIDE = phone.PICTURE_WIDTH
EDGE, GAP = 24, 27
SIZE = 35  # of words
LEAST = 28  # of a single word that is longer than its column
STEP, FINE = 48, 43  # from line to line
BADGE = 30  # radius of a number
BELOW_BADGE = 10  # pixels that a price below a number stands lower than other lines
MANY = 10  # rows above which each has as little height as can be
PAD, TIGHT = 24, 8  # pixels of a row above and below its words, of few rows and of many
KEY, NOTE = 0.3, 0.3  # shares of the width of the first and the last column, at most


@dataclass(frozen=True)
class Fact:
    """One thing that is known of what a row is about. `near`: places beside the one that it names, if there is room for them."""

    text: str
    near: str = ""

    def __str__(self) -> str:
        return f"{self.text}, near {self.near}" if self.near else self.text


@dataclass(frozen=True)
class Lot:
    """One row. `number`: of the button that chooses it; `note`: what stands at its end, such as bids, in lines; `following`: the
    next bid, below these.
    """

    key: str  # as short as people call it
    price: str = ""
    name: str = ""
    facts: tuple[Fact, ...] = ()  # what it does, or what is known of it
    note: str = ""
    company: str = ""  # whose token stands before it
    number: int = 0
    stressed: bool = False  # what is sold now
    led: bool = False  # the note begins with the highest bid
    following: str = ""

    @property
    def words(self) -> str:
        """Its facts as they are written."""
        return " · ".join(filter(None, map(str, self.facts)))

    @property
    def end(self) -> list[str]:
        """The lines at its end."""
        return [text for text in (*self.note.split("\n"), self.following) if text]


def draw_lots(lots: Sequence[Lot], data: TitleData) -> Image.Image:
    """The rows below each other; what is `stressed` has the colour of who is to act."""
    key, note = _columns(lots)
    middle = _middle(key, note)
    image = style.canvas((WIDE, lots_height(lots)), data)
    y, pad = EDGE, _pad(lots)
    for number, lot in enumerate(lots):
        tall = _height(lot, key, middle, note) + pad
        draw = ImageDraw.Draw(image)
        if lot.stressed:
            draw.rounded_rectangle((8, y, WIDE - 9, y + tall - 4), 14, fill=style.TURN)
        elif number:
            draw.line((EDGE, y, WIDE - EDGE, y), fill=style.RULE, width=2)
        _row(image, data, lot, y + pad // 2, key, middle)
        y += tall
    return image


def lots_height(lots: Sequence[Lot]) -> int:
    """Pixels of the picture of these rows, which is `WIDE` pixels wide; 0 without any."""
    if not lots:
        return 0
    key, note = _columns(lots)
    return sum(_height(lot, key, _middle(key, note), note) + _pad(lots) for lot in lots) + 2 * EDGE


def _pad(lots: Sequence[Lot]) -> int:
    """Pixels of each row beside its words."""
    return PAD if len(lots) <= MANY else TIGHT


def shorten_many(lots: Sequence[Lot]) -> list[Lot]:
    """The rows as they are, or, of more than a phone's screen has room for, what tells one from another alone: no name where
    words say what a thing is, and no note that all of them have.
    """
    if len(lots) <= MANY:
        return list(lots)
    if len({(lot.note, lot.following) for lot in lots}) == 1:
        lots = [replace(lot, note="", following="") for lot in lots]
    return [replace(lot, name="" if lot.words else lot.name) for lot in lots]


def cut_words(lots: Sequence[Lot], most: int) -> list[Lot]:
    """The rows with so many lines at most of what each thing does."""
    key, _ = _columns(lots)
    room = _below(key)
    return [
        replace(lot, facts=(Fact("\n".join(fonts.cut_lines(lot.words.replace("\n", " "), room, SIZE, most))),))
        if len(_lines(lot.words, room, SIZE)) > most
        else lot
        for lot in lots
    ]


def one_liners(lots: Sequence[Lot]) -> list[Lot]:
    """The rows in a line each: their names as far as there is room, and of what things do or cost beside them only the price of
    those that have no note.
    """
    bare = [
        replace(lot, price="", facts=(), name=lot.name or lot.words, note=lot.note or lot.price.replace("\n", ", "))
        for lot in lots
    ]
    if not bare:
        return []
    key, note = _columns(bare)
    return [
        replace(lot, name=fonts.fitted(fonts.name_ways(lot.name), _name_room(lot, key, _middle(key, note)), SIZE))
        for lot in bare
    ]


def alt_lots(lots: Sequence[Lot]) -> str:
    """The rows in words."""
    rows = []
    for lot in lots:
        parts = [lot.key, lot.price, lot.name, lot.words, *lot.end]
        told = ", ".join(p.replace("\n", ", ").rstrip(".") for p in parts if p)
        rows.append(f"{lot.number}: {told}." if lot.number else f"{told}.")
    return short(rows)


def auction_lots(
    view: View,
    rules: Rules,
    items: Sequence[str],
    prices: Mapping[str, int],
    *,
    words: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    bought: str = "",
) -> list[Lot]:
    """What is auctioned, in order: face value and income, who bid what, what it costs now.

    `prices`: dollars of the least bid on each; `words`: what is said of each, else what a private does; `numbers`: of their
    buttons; `bought`: what is not bid on but bought at its price.
    """
    data, rows = rules.data, []
    does = {i: power_words(rules, i, view) for i in items if i in data.privates} | dict(words or {})

    def cash(amount: int) -> str:
        return data.money(amount)

    for item in items:
        private = data.privates.get(item)
        pays = f"\n{f'{cash(private.revenue)} per OR' if private.revenue else 'no income'}" if private else ""
        value = f"{cash(private.value)}{pays}" if private else ""
        name = private.name if private else data.companies[item].name if item in data.companies else ""
        bids = sorted(view.bids.get(item, {}).items(), key=lambda b: -b[1])
        prices_text = [f"{rules.person(who)} {cash(amount)}" for who, amount in bids]
        asked = cash(prices[item]) if item in prices else ""
        following = f"next {asked}" if asked and bids and item != bought else ""
        if asked and not following:
            prices_text.append(f"{'buy for' if item == bought else 'from'} {asked}")
        rows.append(
            Lot(
                item if item not in data.certificates else lot_name(item, view, rules),
                value,
                name,
                (Fact(does.get(item, "")),),
                "\n".join(prices_text),
                company=item if item in data.companies else "",
                number=(numbers or {}).get(item, 0),
                stressed=item == bought,
                led=bool(bids),
                following=following,
            )
        )
    return rows


def _columns(lots: Sequence[Lot]) -> tuple[int, int]:
    """Pixels of the first and of the last column: what they need, up to a share of the width; 0 where it is empty."""
    keys = [
        max(
            _lead(lot) + fonts.width(lot.key, SIZE, bold=True),
            *(_indent(lot) + fonts.width(p, SIZE) for p in lot.price.split("\n")),
        )
        for lot in lots
    ]
    notes = [fonts.width(text, SIZE, lot.led) for lot in lots for text in lot.end]
    return min(max(keys), round(WIDE * KEY)), min(max(notes, default=0), round(WIDE * NOTE))


def _middle(key: int, note: int) -> int:
    """Pixels between these columns."""
    return WIDE - 2 * EDGE - key - note - GAP * (1 + bool(note))


def _lead(lot: Lot) -> int:
    """Pixels of the number and token before a row's key."""
    return (2 * BADGE + 12) * bool(lot.number) + (2 * BADGE + 10) * bool(lot.company)


def _indent(lot: Lot) -> int:
    """Pixels before a row's price: it begins below the number, unless a token stands beside that."""
    return _lead(lot) if lot.company else 0


def _drop(lot: Lot) -> int:
    """Pixels that a row's price stands lower, so that its number does not cover it."""
    return BELOW_BADGE * bool(lot.number and lot.price and not _indent(lot))


def _lines(text: str, room: int, size: int) -> list[str]:
    return [line for part in text.split("\n") if part for line in fonts.folded(part, room, size)]


def _key_lines(lot: Lot, key: int) -> tuple[int, list[str]]:
    """A row's key in full, in a column of `key` pixels: its size, smaller before it is broken, and its lines."""
    room = key - _lead(lot)
    if fonts.width(lot.key, SIZE, bold=True) <= room:
        return SIZE, [lot.key]
    lines = fonts.folded(lot.key, room, SIZE, bold=True)
    return min(fonts.fitting(text, room, SIZE, bold=True, least=LEAST) for text in lines), lines


def _height(lot: Lot, key: int, middle: int, note: int) -> int:
    """Pixels of a row's words, and of its number."""
    left = STEP * len(_key_lines(lot, key)[1]) + FINE * len(lot.price.split("\n")) * bool(lot.price) + _drop(lot)
    words = FINE * len(_lines(lot.words, _below(key), SIZE))
    return max(left, _head(lot, _name_room(lot, key, middle), note) + words, 2 * BADGE)


def _head(lot: Lot, room: int, note: int) -> int:
    """Pixels of what stands side by side: the name, which has `room`, and the note. What a thing does runs below both."""
    return max(STEP * len(_lines(lot.name, room, SIZE)), FINE * len(_lines("\n".join(lot.end), note, SIZE)))


def _name_room(lot: Lot, key: int, middle: int) -> int:
    """Pixels for a row's name: without a note beside it all that is right of the first column."""
    return middle if lot.end else _below(key)


def _below(key: int) -> int:
    return WIDE - 2 * EDGE - key - GAP


def _row(image: Image.Image, data: TitleData, lot: Lot, top: int, key: int, middle: int) -> None:
    draw, x, line = ImageDraw.Draw(image), EDGE, top + STEP // 2
    if lot.number:
        paste_number(image, x + BADGE, line + 4, BADGE, str(lot.number))
        x += 2 * BADGE + 12
    if lot.company:
        sprite = token(data, lot.company, BADGE, sizes=style.LARGE)
        image.paste(sprite, (x, line + 4 - BADGE), sprite)
        x += 2 * BADGE + 10
    size, called = _key_lines(lot, key)
    y = line
    for text in called:
        fonts.write(draw, (x, y), text, size, bold=True, anchor="lm")
        y += STEP
    x, y = EDGE + _indent(lot), y + _drop(lot)
    for text in lot.price.split("\n"):
        fonts.write(draw, (x, y), text, SIZE, ink=style.SOFT, anchor="lm")
        y += FINE
    left, y = EDGE + key + GAP, line
    room = _name_room(lot, key, middle)
    for text in _lines(lot.name, room, SIZE):
        fonts.write(draw, (left, y), text, SIZE, anchor="lm")
        y += STEP
    note = WIDE - EDGE - left - middle - GAP
    y = line + _head(lot, room, note)
    for text in _lines(lot.words, _below(key), SIZE):
        fonts.write(draw, (left, y), text, SIZE, ink=style.SOFT, anchor="lm")
        y += FINE
    y = line
    lines, soft = _lines(lot.note, note, SIZE), _lines(lot.following, note, SIZE)
    for i, text in enumerate((*lines, *soft)):
        ink = style.INK if i < len(lines) else style.SOFT
        fonts.write(draw, (left + middle + GAP, y), text, SIZE, bold=lot.led and i == 0, ink=ink, anchor="lm")
        y += FINE
