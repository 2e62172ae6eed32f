"""A merger, a conversion, an exchange or a takeover on one card: who has what before it and after it.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data.before_after import Party
from render.drawing import fonts, phone, style
from render.drawing.sprites import token
from render.text.alt_text import short

WIDE = phone.PICTURE_WIDTH
EDGE, GAP = 28, 18
SIZE = 35  # of words
LINE, STEP = 48, 42  # of a thing that changes, of its further lines
BEFORE, AFTER = 250, 680  # pixels from the left at which the columns stand
HEAD = 54
ROUND = 28  # radius of a company's mark
HEADING = 4  # sentences of what happened, at most


def draw_before_after(parties: Sequence[Party], rules: Rules, heading: Sequence[str] = ()) -> Image.Image:
    """What happened, then a block for each party: its mark or name, what changes, before at the left, after at the right."""
    told = [line for text in heading[:HEADING] for line in fonts.folded(text, WIDE - 2 * EDGE, SIZE, bold=True)]
    top = STEP * len(told) + (EDGE if told else 0)
    high = top + HEAD + sum(_height(p) + GAP for p in parties) + EDGE // 2
    image = style.canvas((WIDE, high), rules.data)
    draw = ImageDraw.Draw(image)
    for number, text in enumerate(told):
        fonts.write(draw, (EDGE, EDGE / 2 + STEP * (number + 0.5)), text, SIZE, bold=True, anchor="lm")
    for x, words in ((BEFORE, "before"), (AFTER, "after")):
        fonts.write(draw, (x, top + HEAD / 2 + 4), words, SIZE, ink=style.SOFT, anchor="lm")
    y = top + HEAD
    for number, party in enumerate(parties):
        if number:
            draw.line((EDGE, y - GAP / 2, WIDE - EDGE, y - GAP / 2), fill=style.RULE, width=3)
        _write_party(image, party, rules, y)
        y += _height(party) + GAP
    return image


def _folded(party: Party) -> list[tuple[str, list[str], list[str]]]:
    room = AFTER - BEFORE - 24, WIDE - EDGE - AFTER
    return [
        (line.what, fonts.folded(line.before, room[0], SIZE), fonts.folded(line.after, room[1], SIZE, bold=True))
        for line in party.lines
    ]


def _height(party: Party) -> int:
    return sum(LINE + STEP * (max(len(a), len(b)) - 1) for _, a, b in _folded(party)) + LINE


def _write_party(image: Image.Image, party: Party, rules: Rules, top: int) -> None:
    draw, x, middle = ImageDraw.Draw(image), EDGE, top + LINE / 2
    if party.company:
        mark = token(rules.data, party.company, ROUND, sizes=style.LARGE)
        image.paste(mark, (x, round(middle) - ROUND), mark)
        x += 2 * ROUND + 14
    name = fonts.shortened(party.name, WIDE - EDGE - x, SIZE, bold=True)
    fonts.write(draw, (x, middle), name, SIZE, bold=True, anchor="lm")
    y = top + LINE
    for what, before, after in _folded(party):
        fonts.write(draw, (EDGE, y + LINE / 2), what, SIZE, ink=style.SOFT, anchor="lm")
        for lines, at, bold in ((before, BEFORE, False), (after, AFTER, True)):
            for i, line in enumerate(lines):
                ink = style.INK if bold else style.SOFT
                fonts.write(draw, (at, y + LINE / 2 + STEP * i), line, SIZE, bold=bold, ink=ink, anchor="lm")
        y += LINE + STEP * (max(len(before), len(after)) - 1)


def alt_before_after(parties: Sequence[Party], heading: Sequence[str] = ()) -> str:
    """What changes for each party, in words: `CoG: money $188 → $412, trains 2 → 2 3.`"""
    sentences = [*heading[:HEADING]]
    for party in parties:
        changes = ", ".join(f"{line.what} {line.before} → {line.after}" for line in party.lines)
        sentences.append(f"{party.name}: {changes}.")
    return short(sentences)
