"""The end of a game as one picture: places, what everybody held, worth over time; and the same in words.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from game.state import Company, Player
from game.title_data import TitleData
from render.data.names import listed, nth
from render.drawing import fonts, phone, style
from render.drawing.sprites import token
from render.results.charts import apart, ticks
from render.results.print_sizes import HEAD, SIGNS, TITLE, WORDS
from render.text.alt_text import short

WIDE = phone.PICTURE_WIDTH
EDGE = 36
STEP = 44  # from line to line of what was held
RADIUS = 29  # of a token of what was held, 20 pixels across on a phone
TOKENS = 3  # of these, that stand beside each other at most
APART, PERCENT = 64, 44  # from token to token, and what the percents below a row of them take
PARTS = 182  # from the upper edge of a player's column to the first line of what the worth is made up of
NOTE = 84  # pixels of the sentence that names the winner
AIR = 0.06  # of the chart's height, kept free above and below the lines
GAP = 28  # pixels between two columns: more than between tokens
RIGHT = GAP + 8  # from the last token of a full row to the next column: as far from its ground as the first
ACROSS = 4  # players beside each other
CHART, BELOW = 420, 78  # pixels of the chart's height, and of what stands above and below it
FINE = 2  # the lines are drawn so many times as large, then made smaller: without jagged edges
NOTHING = "–"
PART_NOTES = {"assets": "Assets are a player's part of what the companies own"}  # by heading of what a worth is made of


@dataclass(frozen=True)
class FinalPlace:
    """One player's result. `parts`: dollars by heading, which add up to `total`; `held`: cards, the most valuable first."""

    rank: int
    player: Player
    shown: str
    total: int
    parts: Mapping[str, int] = field(default_factory=dict)
    held: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Ending:
    """A game that is over. `order`: seats, each with its colour; `worth`: at the start and after each of `rounds`, by seat.

    `note`: when and why it was over, and how long it took, in words; `turning`: the round that decided most, `turned` its name.
    """

    head: str
    places: tuple[FinalPlace, ...]
    order: tuple[Player, ...]
    rounds: tuple[str, ...]
    worth: Mapping[Player, Sequence[int]]
    note: str = ""
    turning: str = ""
    turned: str = ""


def draw_final(ending: Ending, data: TitleData) -> Image.Image:
    blocks = [ending.places[i : i + ACROSS] for i in range(0, len(ending.places), ACROSS)]
    parts = parts_shown(ending.places)
    heads = max((fonts.width(part, WORDS) for part in parts), default=0) + GAP + 4
    wide = (WIDE - 2 * EDGE - heads) // min(ACROSS, max(len(ending.places), 1))
    highs = [196 + max(_high(p, parts, wide, data) for p in block) for block in blocks]
    charted = len(ending.rounds) > 1
    notes = [line for text in note_words(ending) for line in _folded(text)]
    top = 100 + NOTE + STEP * len(notes)
    image = style.canvas((WIDE, top + sum(highs) + (CHART + BELOW + EDGE if charted else EDGE)), data)
    draw = ImageDraw.Draw(image)
    fonts.write(draw, (EDGE, 58), ending.head, WORDS, ink=style.SOFT, anchor="lm")
    won = win_words(ending, data)
    _write_fitting(draw, (EDGE, 124), won, TITLE, WIDE - 2 * EDGE)
    for i, line in enumerate(notes):
        fonts.write(draw, (EDGE, 184 + STEP * i), line, WORDS, ink=style.SOFT, anchor="lm")
    y = top
    for block, high in zip(blocks, highs, strict=True):
        for i, place in enumerate(block):
            _podium(image, ending, data, place, (EDGE + heads + i * wide, y, wide, high))
        for i, part in enumerate(parts):
            fonts.write(draw, (EDGE, y + PARTS + STEP * i), part, WORDS, ink=style.SOFT, anchor="lm")
        y += high
    if charted:
        _chart(image, ending, data, y)
    return image


def _folded(text: str) -> list[str]:
    """A note in lines; where it does not fit into one, each of its sentences begins one."""
    text = re.sub(r"\b([A-Z]{2,3}) (?=\d)", "\\1\N{NO-BREAK SPACE}", text)  # the name of a round is one word
    room = WIDE - 2 * EDGE
    sentences = [text] if fonts.width(text, WORDS) <= room else re.split(r"(?<=\.) (?=[A-Z0-9])", text)
    return [line for sentence in sentences for line in fonts.folded(sentence, room, WORDS)]


def win_words(ending: Ending, data: TitleData) -> str:
    """`ann wins by $18`, or who share the first place."""
    first = [p for p in ending.places if p.rank == 1]
    others = [p for p in ending.places if p.rank > 1]
    if len(first) > 1:
        return f"{listed(p.shown for p in first)} share first place"
    ahead = first[0].total - others[0].total if others else 0
    return f"{first[0].shown} wins{f' by {data.money(ahead)}' if ahead > 0 else ''}"


def note_words(ending: Ending) -> list[str]:
    """When and why the game was over, where it turned, and what headings mean that do not say it themselves."""
    explained = [PART_NOTES[part] for part in parts_shown(ending.places) if part in PART_NOTES]
    return [text for text in (ending.note, ending.turning, *explained) if text]


def _podium(
    image: Image.Image, ending: Ending, data: TitleData, place: FinalPlace, column: tuple[int, int, int, int]
) -> None:
    """A player's place, name, worth and what that is made up of; the first place on a ground of its own.

    `column`: its left, its top, its width and its height, that of all columns beside each other.
    """
    draw, ink, (x, y, wide, high) = ImageDraw.Draw(image), style.seat_ink(ending.order, place.player), column
    parts = parts_shown(ending.places)
    if place.rank == 1:
        box = (x - GAP // 2 - 3, y - 8, x + wide - GAP // 2 - 5, y + high - 24)
        draw.rounded_rectangle(box, 14, fill=style.TURN)
    rank = nth(place.rank) + (f", {place.note}" if place.note else "")
    fonts.write(draw, (x, y + 22), rank, fonts.fitting(rank, wide - GAP, WORDS), ink=style.SOFT, anchor="lm")
    _write_fitting(draw, (x, y + 70), place.shown, HEAD, wide - GAP, ink)
    _write_fitting(draw, (x, y + 126), data.money(place.total), HEAD, wide - GAP)
    top = y + PARTS
    for part in parts:
        dollars = place.parts.get(part, 0)
        words = data.money(dollars) if dollars else NOTHING
        fonts.write(draw, (x, top), words, WORDS, ink=style.SOFT, anchor="lm")
        top += STEP
    _draw_shares(image, data, place, (x, top - STEP // 2 + 8, wide))
    top += _tokens_high(place, wide, data)
    for line in _privates(place, wide, data):
        fonts.write(draw, (x, top), line, WORDS, ink=style.SOFT, anchor="lm")
        top += STEP


def _write_fitting(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    size: int,
    room: int,
    ink: style.RGB | None = None,
) -> None:
    """A name or a sum in the largest print from that size down in which it has room; shortened where it has none."""
    size = fonts.fitting(text, room, size, bold=True, least=WORDS)
    fonts.write(draw, at, fonts.shortened(text, room, size, bold=True), size, bold=True, ink=ink, anchor="lm")


def parts_shown(places: Sequence[FinalPlace]) -> list[str]:
    """What worths are made up of, each a row with its heading at the left: what anybody has."""
    return list(dict.fromkeys(part for place in places for part, dollars in place.parts.items() if dollars))


def _privates(place: FinalPlace, wide: int, data: TitleData) -> list[str]:
    """What a player held beside companies, folded into the column."""
    text = ", ".join(private_held(h, data) for h in place.held if not company_held(h, data)[0])
    return fonts.folded(text, wide - GAP, WORDS) if text else []


def private_held(held: str, data: TitleData) -> str:
    """A private in words as short as it has any: `P1`, `bond ×2`."""
    name, times, number = held.partition(" ×")
    ids = [i for i, private in data.privates.items() if private.name == name]
    short = ids[0] if len(ids) == 1 else name.rpartition(" ")[2].lower() if ids else name
    return f"{short}{times}{number}"


def company_held(held: str, data: TitleData) -> tuple[Company, str]:
    """The company of shares in words and its percent: `CoG 60`, `minor 5`; nothing for a private."""
    name, _, last = held.rpartition(" ")
    if name in data.companies and last.isdigit():
        return name, last
    return (last, "") if last in data.companies and data.companies[last].certificates == (1,) else ("", "")


def _token_rows(place: FinalPlace, wide: int, data: TitleData) -> list[list[tuple[Company, str]]]:
    """The companies that a player held, each with its percent, in rows as wide as the column without its gap."""
    shares = [s for s in (company_held(h, data) for h in place.held) if s[0]]
    across = max(1, min(TOKENS, (wide - GAP + APART - 2 * RADIUS) // APART))
    return [shares[i : i + across] for i in range(0, len(shares), across)]


def _row_high(row: Sequence[tuple[Company, str]]) -> int:
    """Pixels from one row of tokens to the next: minors have no percents below them."""
    return APART + PERCENT * any(percent for _, percent in row)


def _draw_shares(image: Image.Image, data: TitleData, place: FinalPlace, column: tuple[int, int, int]) -> None:
    """The tokens of what a player held, with the percent of each below it. `column`: its left, where they begin, its width."""
    x, y, wide = column
    rows = _token_rows(place, wide, data)
    gaps = max(map(len, rows), default=1) - 1
    apart = min(APART, (wide - RIGHT - 2 * RADIUS) // gaps) if gaps else APART
    for row in rows:
        for i, (company, percent) in enumerate(row):
            left = x + i * apart
            sprite = token(data, company, RADIUS, sizes=SIGNS)
            image.paste(sprite, (left, y), sprite)
            at = (left + RADIUS, y + 2 * RADIUS + 22)
            fonts.write(ImageDraw.Draw(image), at, percent, WORDS, ink=style.SOFT, anchor="mm")
        y += _row_high(row)


def _high(place: FinalPlace, parts: Sequence[str], wide: int, data: TitleData) -> int:
    """Pixels of what a player held: lines of words and tokens. `parts`: rows of what worths are made up of."""
    words = len(parts) + len(_privates(place, wide, data))
    return STEP * words + _tokens_high(place, wide, data)


def _tokens_high(place: FinalPlace, wide: int, data: TitleData) -> int:
    """Pixels of the tokens of what a player held."""
    return sum(map(_row_high, _token_rows(place, wide, data)))


def _chart(image: Image.Image, ending: Ending, data: TitleData, top: int) -> None:
    """Worth over the rounds: a line per player in that player's colour, up to the final sum, named at its end."""
    names = {p.player: fonts.shortened(p.shown, 220, WORDS, bold=True) for p in ending.places}
    room = max(fonts.width(n, WORDS, bold=True) for n in names.values()) + 44
    lines = {p.player: (*ending.worth[p.player][:-1], p.total) for p in ending.places if ending.worth.get(p.player)}
    low, high = _span([v for values in lines.values() for v in values])
    marks = ticks(low, high)
    left = EDGE + round(max(fonts.width(data.money(v), WORDS) for v in marks)) + 20
    box = (left, top + 30, WIDE - EDGE - room, top + 30 + CHART)
    draw = ImageDraw.Draw(image)
    _mark_turn(draw, ending, box)
    for value in marks:
        y = _level(value, box, low, high)
        draw.line((box[0], y, box[2], y), fill=style.RULE, width=3)
        fonts.write(draw, (EDGE, y), data.money(value), WORDS, ink=style.SOFT, anchor="lm")
    _curves(image, ending, lines, box, (low, high))
    _ends(draw, ending, names, lines, box, (low, high))
    last = len(ending.rounds) - 1
    for at, anchor in rounds_named(ending, box[2] - box[0]):
        x = box[0] + (box[2] - box[0]) * at / last
        fonts.write(draw, (x, box[3] + 34), ending.rounds[at], WORDS, ink=style.SOFT, anchor=anchor)


def rounds_named(ending: Ending, wide: int) -> list[tuple[int, str]]:
    """The rounds named below the chart, by number, each with its anchor: where the game turned, else the middle one, and those of
    the first and the last that do not touch it. `wide`: the chart's pixels.
    """
    last = len(ending.rounds) - 1
    turned = ending.rounds.index(ending.turned) if ending.turned in ending.rounds else 0
    longs = [fonts.width(name, WORDS) for name in ending.rounds]
    middle = turned or last // 2
    x, half = wide * middle / last, longs[middle] / 2
    before, after = longs[0] + GAP < x - half, x + half + GAP < wide - longs[last]
    if middle == last or not (turned or (before and after)):
        return [(0, "lm"), (last, "rm")]
    return [*([(0, "lm")] if before else []), (middle, "mm"), *([(last, "rm")] if after else [])]


def _mark_turn(draw: ImageDraw.ImageDraw, ending: Ending, box: tuple[int, int, int, int]) -> None:
    """A band over the round in which the game turned."""
    if ending.turned not in ending.rounds[1:]:
        return
    number, last = ending.rounds.index(ending.turned), len(ending.rounds) - 1
    a, b = (round(box[0] + (box[2] - box[0]) * n / last) for n in (number - 1, number))
    draw.rectangle((a, box[1], b, box[3]), fill=style.TURN)


def _span(values: Sequence[int]) -> tuple[float, float]:
    """The lowest and the highest dollars of the chart: those of the lines, with a little air."""
    low, high = min(values), max(values)
    air = max((high - low) * AIR, 1)
    return low - air, high + air


def _level(value: float, box: tuple[int, int, int, int], low: float, high: float) -> float:
    """The height of a sum in the chart."""
    return box[3] - (box[3] - box[1]) * (value - low) / (high - low)


def _curves(
    image: Image.Image,
    ending: Ending,
    lines: Mapping[Player, Sequence[int]],
    box: tuple[int, int, int, int],
    span: tuple[float, float],
) -> None:
    """A smooth line for each player, the winner's on top and stronger."""
    best = [p.player for p in ending.places if p.rank == 1]
    frame = (8, 8, box[2] - box[0] + 8, box[3] - box[1] + 8)
    for place in reversed(ending.places):
        values = lines.get(place.player, ())
        mask = Image.new("L", ((frame[2] + 8) * FINE, (frame[3] + 8) * FINE))
        across = (frame[2] - frame[0]) / (len(ending.rounds) - 1)
        points = [((8 + across * i) * FINE, _level(v, frame, *span) * FINE) for i, v in enumerate(values)]
        wide = 11 if place.player in best else 7
        ImageDraw.Draw(mask).line(points, fill=255, width=wide * FINE, joint="curve")
        fine = mask.resize((frame[2] + 8, frame[3] + 8), Image.Resampling.LANCZOS)
        image.paste(style.seat(ending.order, place.player), (box[0] - 8, box[1] - 8), fine)


def _ends(
    draw: ImageDraw.ImageDraw,
    ending: Ending,
    names: Mapping[Player, str],
    lines: Mapping[Player, Sequence[int]],
    box: tuple[int, int, int, int],
    span: tuple[float, float],
) -> None:
    """Names at the ends of the lines in the order of places, each tied to its line; they make room for each other."""
    ranked = [p.player for p in reversed(ending.places) if p.player in lines]
    ends = sorted(ranked, key=lambda p: lines[p][-1])
    wanted = [box[1] + box[3] - _level(lines[p][-1], box, *span) for p in ends]
    heights = apart(wanted, STEP, box[1], box[3])
    for player, want, height in zip(ends, wanted, heights, strict=True):
        colour, x = style.seat(ending.order, player), box[2]
        y = box[1] + box[3] - height
        draw.line((x, box[1] + box[3] - want, x + 26, y), fill=colour, width=3)
        fonts.write(
            draw, (x + 34, y), names[player], WORDS, bold=True, ink=style.seat_ink(ending.order, player), anchor="lm"
        )


def alt_final(ending: Ending, data: TitleData) -> str:
    sentences = [
        f"{ending.head}.",
        f"{win_words(ending, data)}.",
        *(f"{note.rstrip('.')}." for note in note_words(ending)),
    ]
    for p in ending.places:
        parts = " + ".join(f"{part} {data.money(n)}" for part, n in p.parts.items() if n)
        made = f" = {parts}" if parts else ""
        held = f": {', '.join(p.held)}" if p.held else ""
        sentences.append(f"{nth(p.rank)} {p.shown} {data.money(p.total)}{made}{held}.")
    return short(sentences)
