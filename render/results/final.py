"""The end of a game as one picture: places, what everybody held, worth over time; and the same in words.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.load import TitleData
from game.state import Player
from render.data import queries
from render.drawing import fonts, style
from render.results.charts import apart
from render.text.alt_text import short

WIDE = 1098  # 366 pixels of a phone, three times
EDGE = 36
HEAD, NAME, SUM, SMALL = 46, 40, 50, 34  # sizes of words
STEP = 44  # from line to line of what was held
ACROSS = 4  # players beside each other
CHART = 420  # pixels of the chart's height
FINE = 2  # the lines are drawn so many times as large, then made smaller: without jagged edges
ENDS = ("th", "st", "nd", "rd")


@dataclass(frozen=True)
class FinalPlace:
    """One player's result. `held`: shares and the like, the most valuable first, short as `CoG 60`."""

    rank: int
    player: Player
    shown: str
    total: int
    held: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Ending:
    """A game that is over. `order`: seats, each with its colour; `worth`: at the start and after each of `rounds`, by seat."""

    head: str
    places: tuple[FinalPlace, ...]
    order: tuple[Player, ...]
    rounds: tuple[str, ...]
    worth: Mapping[Player, Sequence[int]]


def draw_final(ending: Ending, data: TitleData) -> Image.Image:
    blocks = [ending.places[i : i + ACROSS] for i in range(0, len(ending.places), ACROSS)]
    wide = (WIDE - 2 * EDGE) // min(ACROSS, max(len(ending.places), 1))
    highs = [190 + STEP * max(len(_lines(p, wide)) for p in block) for block in blocks]
    charted = len(ending.rounds) > 1
    image = style.canvas((WIDE, 100 + sum(highs) + (CHART + 90 if charted else EDGE)), data)
    draw = ImageDraw.Draw(image)
    fonts.write(draw, (EDGE, 58), ending.head, HEAD, bold=True, anchor="lm")
    y = 100
    for block, high in zip(blocks, highs, strict=True):
        for i, place in enumerate(block):
            _podium(draw, ending, data, place, EDGE + i * wide, y, wide)
        y += high
    if charted:
        _chart(image, ending, data, y)
    return image


def _podium(
    draw: ImageDraw.ImageDraw, ending: Ending, data: TitleData, place: FinalPlace, x: int, y: int, wide: int
) -> None:
    ink = style.seat(ending.order, place.player)
    fonts.write(
        draw,
        (x, y + 22),
        nth(place.rank) + (f", {place.note}" if place.note else ""),
        SMALL,
        ink=style.SOFT,
        anchor="lm",
    )
    name = fonts.shortened(place.shown, wide - 16, NAME, bold=True)
    fonts.write(draw, (x, y + 70), name, NAME, bold=True, ink=ink, anchor="lm")
    fonts.write(draw, (x, y + 126), queries.money(place.total, data), SUM, bold=True, anchor="lm")
    for i, line in enumerate(_lines(place, wide)):
        fonts.write(draw, (x, y + 178 + STEP * i), line, SMALL, ink=style.SOFT, anchor="lm")


def _lines(place: FinalPlace, wide: int) -> list[str]:
    text = ", ".join(h.replace(" ", "\N{NO-BREAK SPACE}") for h in place.held)
    return fonts.folded(text, wide - 20, SMALL) if text else []


def nth(rank: int) -> str:
    """`1st`, `2nd`, `11th`."""
    return f"{rank}{ENDS[rank % 10] if rank % 10 < len(ENDS) and rank // 10 != 1 else ENDS[0]}"


def _chart(image: Image.Image, ending: Ending, data: TitleData, top: int) -> None:
    """Worth over the rounds: a line per player in that player's colour, named at its end."""
    high = max((max(v) for v in ending.worth.values()), default=0) or 1
    names = {p.player: fonts.shortened(p.shown, 220, SMALL, bold=True) for p in ending.places}
    room = max(fonts.width(n, SMALL, bold=True) for n in names.values()) + 24
    sums = {part: queries.money(round(high * part), data) if part else "" for part in (0, 0.5, 1)}
    left = EDGE + round(max(fonts.width(text, SMALL) for text in sums.values())) + 20  # no line runs through a sum
    box = (left, top + 30, WIDE - EDGE - room, top + 30 + CHART)
    draw = ImageDraw.Draw(image)
    for part, text in sums.items():
        y = box[3] - part * (box[3] - box[1])
        draw.line((box[0], y, box[2], y), fill=style.RULE, width=3)
        fonts.write(draw, (EDGE, y), text, SMALL, ink=style.SOFT, anchor="lm")
    _curves(image, ending, box, high)
    _ends(draw, ending, names, box, high)
    last = len(ending.rounds) - 1
    for at, anchor in ((0, "lm"), (last // 2, "mm"), (last, "rm")):
        x = box[0] + (box[2] - box[0]) * at / last
        fonts.write(draw, (x, box[3] + 34), ending.rounds[at], SMALL, ink=style.SOFT, anchor=anchor)


def _curves(image: Image.Image, ending: Ending, box: tuple[int, int, int, int], high: int) -> None:
    wide, tall = box[2] - box[0] + 16, box[3] - box[1] + 16
    for player in ending.order:
        values = ending.worth.get(player, ())
        mask = Image.new("L", (wide * FINE, tall * FINE))
        points = [
            ((8 + (wide - 16) * i / (len(ending.rounds) - 1)) * FINE, (8 + (tall - 16) * (1 - v / high)) * FINE)
            for i, v in enumerate(values)
        ]
        ImageDraw.Draw(mask).line(points, fill=255, width=7 * FINE, joint="curve")
        fine = mask.resize((wide, tall), Image.Resampling.LANCZOS)
        image.paste(style.seat(ending.order, player), (box[0] - 8, box[1] - 8), fine)


def _ends(
    draw: ImageDraw.ImageDraw, ending: Ending, names: Mapping[Player, str], box: tuple[int, int, int, int], high: int
) -> None:
    """Names at the ends of the lines, which make room for each other."""
    ends = sorted((ending.worth[p][-1], p) for p in names if ending.worth.get(p))
    heights = apart([box[1] + (box[3] - box[1]) * v / high for v, _ in ends], STEP, box[1], box[3])
    for (_, player), height in zip(ends, heights, strict=True):
        at = (box[2] + 20, box[1] + box[3] - height)
        ink = style.seat(ending.order, player)
        fonts.write(draw, at, names[player], SMALL, bold=True, ink=ink, anchor="lm")


def alt_final(ending: Ending, data: TitleData) -> str:
    sentences = [f"{ending.head}."]
    for p in ending.places:
        held = f": {', '.join(p.held)}" if p.held else ""
        sentences.append(f"{nth(p.rank)} {p.shown} {queries.money(p.total, data)}{held}.")
    return short(sentences)
