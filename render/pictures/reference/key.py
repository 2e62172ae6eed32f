"""The key of a title's map as a picture: beside each line what it speaks of, as the map draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data import queries
from render.drawing import fonts, phone, style
from render.drawing.hex_appearance import Look, printed_look
from render.drawing.map_print import tile_print
from render.drawing.sprites import half_of_hex, hex_sprite, token
from render.text.map_key import Example, KeyLine, map_key_parts

WIDE = phone.CARD_WIDTH
EDGE = 24
PICTURES = 190  # pixels wide: the column of the examples
ALONE, SEVERAL = 54, 42  # apothem in pixels of a hex that stands alone, and of some together
TOGETHER = 2  # of these in a row
LETTERS, LINE = style.BODY, 35  # size of words, and pixels from one line to the next
SIGNS = (18, 14, 11)  # of the letters of its examples, as on hexes
GAP = 20  # pixels between two lines of the key
HEAD = 64  # pixels of the heading


def draw_key(rules: Rules) -> list[Image.Image]:
    """What the signs on the title's map mean, an example of each beside its words: a picture for each subject."""
    return [
        _draw_part(rules, [_Row.of(rules, line) for line in lines], named)
        for named, lines in map_key_parts(rules).items()
    ]


def alt_key(rules: Rules) -> list[str]:
    """What these pictures show, in words."""
    title = queries.title_name(rules.data)
    return [f"The signs on the map of {title}: {named}. A button has them in words." for named in map_key_parts(rules)]


class _Row(NamedTuple):
    """A line of the key, ready to be drawn. `high`: pixels, the gap below it included."""

    line: KeyLine
    shown: Image.Image | None
    text: list[str]
    high: int

    @classmethod
    def of(cls, rules: Rules, line: KeyLine) -> _Row:
        shown, text = _draw_examples(rules, line.examples), _fold(line)
        return cls(line, shown, text, max(shown.height if shown else 0, LINE * len(text)) + GAP)


def part_heading(rules: Rules, named: str) -> str:
    """What a part of the key is called, as long as it has room."""
    ways = (f"{queries.title_name(rules.data)} · {words}{named}" for words in ("signs of the map: ", "map: ", ""))
    return fonts.fitted(ways, WIDE - 2 * EDGE, style.HEAD, bold=True)


def _draw_part(rules: Rules, rows: Sequence[_Row], named: str) -> Image.Image:
    """A part of the key under its heading."""
    image = style.canvas((WIDE, HEAD + sum(row.high for row in rows) + EDGE - GAP), rules.data)
    draw = ImageDraw.Draw(image)
    fonts.write(
        draw, (EDGE, HEAD / 2 + 4), part_heading(rules, named), style.HEAD, bold=True, ink=style.INK, anchor="lm"
    )
    y = HEAD
    for line, shown, text, high in rows:
        if shown:
            image.paste(shown, (EDGE + (PICTURES - shown.width) // 2, y + (high - GAP - shown.height) // 2), shown)
        top = y + (high - GAP - LINE * len(text)) // 2
        for n, words in enumerate(text):
            _write(draw, (_text_left(line), top + LINE * n + LINE // 2), words, bold=n < _sign_lines(line))
        y += high
    return image


def _text_left(line: KeyLine) -> int:
    """Where the words of a line begin: beside its examples, or at the edge where it has none."""
    return EDGE + PICTURES + EDGE if line.examples else EDGE


def _room(line: KeyLine) -> int:
    return WIDE - EDGE - _text_left(line)


def _fold(line: KeyLine) -> list[str]:
    """A line of the key in lines of the picture: the sign first."""
    words = f"{line.words[:1].upper()}{line.words[1:]}"
    return [*fonts.folded(line.sign, _room(line), LETTERS, bold=True), *fonts.folded(words, _room(line), LETTERS)]


def _sign_lines(line: KeyLine) -> int:
    """How many of these are the sign's."""
    return len(fonts.folded(line.sign, _room(line), LETTERS, bold=True))


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], words: str, *, bold: bool) -> None:
    fonts.write(draw, at, words, LETTERS, bold=bold, ink=style.INK if bold else style.SOFT, anchor="lm")


def _draw_examples(rules: Rules, examples: tuple[Example, ...]) -> Image.Image | None:
    """The examples of a line in rows; None where it has none."""
    if not examples:
        return None
    size = ALONE if len(examples) == 1 else SEVERAL
    drawn = [_draw_example(rules, example, size) for example in examples]
    across = min(len(drawn), TOGETHER)
    wide, high = max(d.width for d in drawn), max(d.height for d in drawn)
    image = Image.new("RGBA", (wide * across, high * -(-len(drawn) // across)))
    for n, each in enumerate(drawn):
        image.paste(each, (wide * (n % across), high * (n // across)), each)
    return image


def _draw_example(rules: Rules, example: Example, size: int) -> Image.Image:
    """A hex, a tile, or a station, `size` pixels from its middle to its side."""
    data = rules.data
    if example.kind in {"station", "home"}:
        return token(data, example.name, size // 2, pale=example.kind == "home", sizes=SIGNS).convert("RGBA")
    if example.kind == "hex":
        shown = printed_look(rules, data.hexes[example.name], size)
    else:
        tile = data.tiles[example.name]
        shown = Look(tile, 0, data.layout, size, laid=True, label=data.printed_label(tile.label), money=data.currency)
    shown = replace(shown, sizes=tile_print(size)._replace(fine=SIGNS[-1]))
    half = half_of_hex(size, data.layout)
    image = Image.new("RGBA", (2 * half[0], 2 * half[1]))
    sprite = hex_sprite(shown).image
    image.paste(sprite, (half[0] - sprite.width // 2, half[1] - sprite.height // 2), sprite)
    return image
