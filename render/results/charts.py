"""Charts of a game over its rounds: curves that are told apart without colour, and the same in words.

Every curve has its name at its end, and a mark of its own there, where it begins and on its way. Curves that lie on each
other are drawn side by side. Equal data give equal bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from PIL import Image, ImageDraw

from game.title_data import money_words
from render.drawing import fonts, packing, phone, style
from render.drawing.geometry import Point, cut_into_dashes
from render.results.curves import Curve, describe, ended_before, shifts, short_name
from render.results.dashes import Dash, dash_lines
from render.results.marks import RADIUS, draw_mark
from render.results.print_sizes import HEAD, WORDS
from render.text.alt_text import LONGEST, short

SIZE = (phone.PICTURE_WIDTH, 750)  # pixels; higher where more names stand beside the curves than it has room for
ROW = 42  # pixels of such a name
WHOLE = "All of it: /view chart form:text."  # of the charts of a game
COLOURS = 128  # of such a picture: its curves and their smooth edges
FINE = 3  # lines and marks are drawn so many times as large, then made smaller: without jagged edges
HIGH, BELOW = 0.74, 0.14  # of the curves and of what stands below them, as shares of the picture
EDGE, TOP = 40, 42  # pixels: of the margin, and from the upper edge to the middle of the heading
TICK_PAD, NAME_PAD = 12, 20  # pixels between sums and curves, and between a mark and its name
BEYOND = 0.035  # from the ends of the curves to the marks of their names, as a share of the axis
LEAST = (
    0.4  # of the highest value: what the picture shows from bottom to top at least, so that small changes look small
)
NAMED = 5  # rounds that are named below the curves, about
STEPS = 6  # between sums at the side of a chart, at most
BESIDE = 5  # pixels between curves that lie on each other
THICK = 6  # pixels of a curve
WAITING = "dotted: not yet run"  # beside the heading
# Pixels from a curve's end, where its name may stand: the first with the least below it.
AROUND = tuple((x, y * step) for step in (20, 52, 84, 116) for x in (14, -14) for y in (-1, 1))


@dataclass(frozen=True)
class Chart:
    """What draws a chart, as data that another process can take, and the chart in words."""

    draw: Callable[[], Image.Image]
    words: tuple[Sequence[str], ...]  # sentences of each of its pictures, which stand below each other
    whole: str = ""  # where all of them can be read

    @property
    def alt(self) -> str:
        """As many sentences of each picture as an alternative text may hold, and where the others are."""
        said = " ".join(sentence for part in self.words for sentence in part)
        if len(said) <= LONGEST:
            return said
        room = (LONGEST - len(self.whole)) // len(self.words) - 1
        return " ".join(filter(None, (*(short(part, longest=room) for part in self.words), self.whole)))

    @property
    def png(self) -> bytes:
        """Its file, drawn now in the theme of this thread."""
        return packing.png(self.draw())


@dataclass(frozen=True)
class _Axes:
    """Where curves stand: pixels of the box, its lowest and highest value, how many rounds."""

    left: float
    wide: float
    height: int  # of the picture
    low: float
    high: float
    count: int

    @property
    def bottom(self) -> float:
        return self.height * (1 - BELOW)

    def x(self, point: float) -> float:
        return self.left + self.wide * (point + 0.3) / (max(self.count - 0.7, 0.7) + 0.3)

    def y(self, value: float) -> float:
        return self.bottom - self.height * HIGH * (value - self.low) / (self.high - self.low)

    @property
    def beside(self) -> float:
        """Where the marks of names stand, right of all curves."""
        return self.x((self.count - 1) + BEYOND * max(self.count - 0.4, 1.0))


def worth_chart(
    rounds: Sequence[str],
    worth: Mapping[str, Sequence[int]],
    shown: Mapping[str, str],
    currency: str,
) -> Chart:
    """Worth of each player, in the player's colour, at the start and after each round. `shown`: names as people read them."""
    seats = sorted(worth)  # as `style.seat` counts them
    curves = [Curve(shown.get(p, p), tuple(values), number=seats.index(p)) for p, values in worth.items()]
    return chart("Worth", rounds, curves, currency, WHOLE)


def price_chart(
    rounds: Sequence[str],
    prices: Mapping[str, Sequence[int | None]],
    colours: Mapping[str, str],
    currency: str,
) -> Chart:
    """Share price of each company after each round. `colours`: the companies' own."""
    curves = [Curve(c, tuple(values), colours.get(c, "")) for c, values in prices.items()]
    return chart("Share prices", rounds, curves, currency, WHOLE)


def chart(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str, whole: str = "") -> Chart:
    """A picture of the curves, and the same in words. `whole`: where all words can be read."""
    return Chart(partial(draw, title, rounds, curves, currency), (describe(title, rounds, curves, currency),), whole)


def draw(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> Image.Image:
    """A picture of that size, higher where there are many curves, in its own colours."""
    return in_own_colours(draw_curves(title, rounds, curves, currency))


def draw_curves(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> Image.Image:
    """The picture of these curves in all colours."""
    axes = _lay_out(len(rounds), curves, currency)
    fine = Image.new("RGB", (SIZE[0] * FINE, axes.height * FINE), style.PAPER)
    _grid(ImageDraw.Draw(fine), axes)
    for n, (curve, dash) in enumerate(
        zip(curves, dash_lines([_colour(c, n) for n, c in enumerate(curves)]), strict=True)
    ):
        _curve(ImageDraw.Draw(fine), axes, curve, _colour(curve, n), (shifts(curves, n), dash))
    heights = _name_heights(axes, curves)
    _marks(ImageDraw.Draw(fine), axes, curves, heights)
    image = fine.reduce(FINE)
    pen = ImageDraw.Draw(image)
    waiting = any(curve.waits and curve.goes_on(len(rounds)) for curve in curves)
    _labels(pen, axes, title, (rounds, currency), WAITING if waiting else "")
    for n, height in heights.items():
        fonts.write(pen, (axes.beside + NAME_PAD, height), _name(curves[n], n, currency), WORDS, anchor="lm")
    _ended_names(image, axes, curves)
    return image


def in_own_colours(image: Image.Image) -> Image.Image:
    """A chart in as many colours as its curves and their smooth edges need."""
    return image.quantize(COLOURS, dither=Image.Dither.NONE)


def picture_height(curves: Sequence[Curve], rounds: int) -> int:
    """Pixels in which the names of all curves that reach the last round stand below each other."""
    named = sum(c.goes_on(rounds) for c in curves)
    return max(SIZE[1], math.ceil(named * ROW / HIGH))


def _lay_out(count: int, curves: Sequence[Curve], currency: str) -> _Axes:
    """Where the curves stand: sums at the left and names at the right have the room that they need."""
    low, high = span([v for c in curves for v in c.values if v is not None])
    sums = [money_words(currency, value) for value in ticks(low, high)]
    left = EDGE + max((fonts.width(text, WORDS) for text in sums), default=0) + TICK_PAD
    named = [_name(c, n, currency) for n, c in enumerate(curves) if c.goes_on(count)]
    room = SIZE[0] - EDGE - left
    beside = max((fonts.width(text, WORDS) for text in named), default=0) + NAME_PAD
    wide = min(room, (room - beside) / ((count - 0.7) / max(count - 0.4, 1.0) + BEYOND))
    return _Axes(left, wide, picture_height(curves, count), low, high, count)


def ticks(low: float, high: float) -> list[int]:
    """Two to six round sums between these."""
    step = 1
    while (high - low) / step > STEPS:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _scaled(*points: Point) -> list[Point]:
    """Points of the picture on its larger copy."""
    return [(x * FINE, y * FINE) for x, y in points]


def _grid(pen: ImageDraw.ImageDraw, axes: _Axes) -> None:
    """A line for each sum at the side, and the axis."""
    ends = axes.left, axes.left + axes.wide
    for value in ticks(axes.low, axes.high):
        pen.line(_scaled(*((x, axes.y(value)) for x in ends)), fill=style.RULE, width=FINE)
    pen.line(_scaled(*((x, axes.bottom) for x in ends)), fill=style.PALE, width=FINE)


def _labels(pen: ImageDraw.ImageDraw, axes: _Axes, title: str, scale: tuple[Sequence[str], str], note: str) -> None:
    """Heading, sums at the side, rounds below; of many rounds only some are named. `scale`: the rounds, and the currency;
    `note`: stands beside the heading, in place of which rounds they are where it leaves no room.
    """
    rounds, currency = scale
    fonts.write(pen, (EDGE, TOP), title, HEAD, bold=True, anchor="lm")
    about, left = _span_words(rounds), EDGE + fonts.width(title, HEAD, bold=True) + NAME_PAD
    if note and left + sum(fonts.width(words, WORDS) + NAME_PAD for words in (note, about)) > SIZE[0] - EDGE:
        about = ""
    fonts.write(pen, (left, TOP + 3), note, WORDS, ink=style.SOFT, anchor="lm")
    fonts.write(pen, (SIZE[0] - EDGE, TOP), about, WORDS, ink=style.SOFT, anchor="rm")
    for value in ticks(axes.low, axes.high):
        at = axes.left - TICK_PAD, axes.y(value)
        fonts.write(pen, at, money_words(currency, value), WORDS, ink=style.SOFT, anchor="rm")
    for i in named_points(len(rounds)):
        at = axes.x(i), axes.bottom + TICK_PAD + WORDS / 2
        fonts.write(pen, at, rounds[i], WORDS, ink=style.SOFT, anchor="mm")


def named_points(count: int) -> list[int]:
    """Which of so many points, from 0 on, have their names below the curves."""
    every = max(1, -(-count // NAMED))
    named = sorted({*range(0, count, every), count - 1})
    if len(named) > 1 and named[-1] - named[-2] < every:
        named.pop(-2)
    return named


def _span_words(rounds: Sequence[str]) -> str:
    """`Start to OR 4.1`: the rounds of a chart."""
    return " to ".join(dict.fromkeys((rounds[0], rounds[-1]))) if rounds else ""


def span(values: Sequence[int]) -> tuple[float, float]:
    """The lowest and the highest value of the picture: those of the curves, as far apart as `LEAST` says, with a little air."""
    low, high = min(values, default=0), max(values, default=1)
    wide = max(high - low, LEAST * high, 1)
    middle = (low + high) / 2
    bottom = max(middle - wide / 2, min(low, 0))
    return bottom - wide * 0.05, bottom + wide * 1.05


def _curve(
    pen: ImageDraw.ImageDraw, axes: _Axes, curve: Curve, colour: style.RGB, drawn: tuple[Sequence[float], Dash]
) -> None:
    """The line of a curve, parted where it has no value. `drawn`: by how many places each point is higher, and the dashes."""
    beside, dash = drawn
    points = [
        (axes.x(i), axes.y(v) - BESIDE * shift) if v is not None else None
        for i, (v, shift) in enumerate(zip(curve.values, beside, strict=True))
    ]
    for there, group in groupby(points, bool):
        line = [p for p in group if p is not None]
        if there and len(line) > 1:
            for piece in cut_into_dashes(tuple(line), dash):
                pen.line(_scaled(*piece), fill=colour, width=THICK * FINE, joint="curve")


def _name_heights(axes: _Axes, curves: Sequence[Curve]) -> dict[int, float]:
    """Where the name of each curve that goes on stands, in pixels from above: where ends lie close they make room."""
    ends = sorted((c.end[1], n) for n, c in enumerate(curves) if c.goes_on(axes.count))
    top = axes.height * (1 - BELOW - HIGH)
    up = [axes.height - axes.y(value) for value, _ in ends]
    heights = apart(up, ROW, axes.height - axes.bottom, axes.height - top - ROW * 0.4)  # off the heading
    return {n: axes.height - height for (_, n), height in zip(ends, heights, strict=True)}


def _marks(pen: ImageDraw.ImageDraw, axes: _Axes, curves: Sequence[Curve], heights: Mapping[int, float]) -> None:
    """Each curve's mark where it begins, above rounds that are named, and beside its name, with a line that leads there from its
    end; at the end itself where no line goes on from it.
    """
    for n, height in heights.items():
        last, value = curves[n].end
        way = (axes.x(last), axes.y(value)), (axes.beside, height)
        late = last < axes.count - 1
        for piece in cut_into_dashes(way, (4, 6) if late else ()):
            pen.line(_scaled(*piece), fill=_colour(curves[n], n), width=(3 if late else 2) * FINE)
    for n, curve in enumerate(curves):
        spots = [(axes.x(i), axes.y(v)) for i, v in _marked_points(curves, n, axes)]
        beside = [(axes.beside, heights[n])] if n in heights else []
        for x, y in _scaled(*spots, *beside):
            draw_mark(pen, n, (x, y), FINE, _colour(curve, n))


def _marked_points(curves: Sequence[Curve], n: int, axes: _Axes) -> list[tuple[int, int]]:
    """The points of curve `n` that have its mark, each with its value: on the way those off the other curves."""
    curve, aside = curves[n], shifts(curves, n)
    points = [(i, v) for i, v in enumerate(curve.values) if v is not None]
    named = set(named_points(axes.count)[:-1])
    others = [other.values for k, other in enumerate(curves) if k != n]

    def is_free(i: int, value: int) -> bool:
        near = [v for v in (values[i] for values in others if i < len(values)) if v is not None]
        return not aside[i] and all(abs(axes.y(v) - axes.y(value)) >= 2 * RADIUS for v in near)

    way = [(i, v) for i, v in points[1:-1] if i in named and is_free(i, v)]
    return [(i, v) for i, v in dict.fromkeys([*points[:1], *way, *points[-1:]]) if i < axes.count - 1]


def _ended_names(image: Image.Image, axes: _Axes, curves: Sequence[Curve]) -> None:
    """The names of curves that end before the last round, each where least lies below it."""
    pen = ImageDraw.Draw(image)
    for (at, value), names in ended_before(curves, axes.count).items():
        text, end = ", ".join(names), (axes.x(at), axes.y(value))
        low = axes.bottom - WORDS / 2  # names of rounds stand below
        spots = [((end[0] + x, end[1] + y), "lm" if x > 0 else "rm") for x, y in AROUND if end[1] + y <= low]
        spot, anchor = min(spots, key=lambda spot: _crowded(image, spot[0], text, spot[1]))
        fonts.write(pen, spot, text, WORDS, ink=style.INK, anchor=anchor, halo=4, rim=style.PAPER)


def _crowded(image: Image.Image, at: Point, text: str, anchor: str) -> int:
    """How many pixels below a line of text are drawn on already; what lies outside of the picture counts too."""
    left, top, right, bottom = fonts.bounds(text, WORDS, anchor=anchor)
    x, y = round(at[0]), round(at[1])
    part = image.crop((x + left, y + top, x + right, y + bottom))
    colours = part.getcolors(part.width * part.height) or []
    return sum(count for count, colour in colours if colour not in (style.PAPER, style.RULE))


def _name(curve: Curve, n: int, currency: str) -> str:
    """A curve's name and its last value."""
    return f"{short_name(curve.name, n)} {money_words(currency, curve.end[1])}"


def apart(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Heights at least `step` apart, in the same ascending order, as near to those wanted as can be, within the picture."""
    groups: list[tuple[float, int]] = []  # mean of what was wanted, and how many

    def centre(mean: float, n: int) -> float:
        half = step * (n - 1) / 2
        return max(min(mean, high - half), low + half)

    for height in wanted:
        groups.append((height, 1))
        while len(groups) > 1:
            (a, n), (b, m) = groups[-2:]
            if centre(b, m) - centre(a, n) >= step * (n + m) / 2:
                break
            groups[-2:] = [((a * n + b * m) / (n + m), n + m)]
    return [centre(mean, n) + step * (k - (n - 1) / 2) for mean, n in groups for k in range(n)]


def _colour(curve: Curve, n: int) -> style.RGB:
    """The curve's own colour, darkened (on dark paper: lightened) until it stands out from the paper."""
    own = n if curve.number is None else curve.number
    colour = style.rgb(curve.colour) if curve.colour else style.PLAYERS[own % len(style.PLAYERS)]
    while style.contrast(colour, style.PAPER) < 3:
        colour = style.mix(colour, style.INK, 0.12)
    return colour
