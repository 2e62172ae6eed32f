"""What companies earned or paid, round by round: curves of the corporations, and a grid of the minors below them.

So many minors earn alike that their curves would lie on each other; in a grid each sum is read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from game.title_data import money_words
from render.drawing import fonts, style
from render.results.charts import (
    EDGE,
    SIZE,
    TOP,
    WHOLE,
    Chart,
    draw_curves,
    in_own_colours,
)
from render.results.curves import Curve, describe
from render.results.print_sizes import HEAD, WORDS

FEW = 3  # minors up to which curves tell them apart
ROUND = 28  # pixels of print on marks
LINE, GAP = 50, 6  # pixels of a row, and between two cells
DISC = 21  # pixels: radius of a minor's mark
NAMES = 2 * DISC + 30  # pixels of the column of marks
SHADES = 0.05, 0.3  # of ink, in the cell of the lowest and of the highest sum
Values = Mapping[str, Sequence[int | None]]
Part = tuple[Callable[[], Image.Image], Sequence[str]]  # what draws a picture, and its sentences


def income_chart(
    title: str,
    rounds: Sequence[str],
    income: Values,
    colours: Mapping[str, str],
    currency: str,
    minors: Collection[str] = (),
    waiting: Collection[str] = (),
) -> Chart:
    """What each company earned or paid in each operating round. Of many `minors` the sums stand in a grid below the curves.

    `waiting`: companies whose turn in the last round has not come yet.
    """
    small = {c: values for c, values in income.items() if c in minors}
    small = small if len(small) > FEW else {}
    large = {c: values for c, values in income.items() if c not in small}

    def make_curve(company: str, values: Sequence[int | None]) -> Curve:
        """The curve of a company."""
        called = f"Minor {company}" if company in minors else ""
        return Curve(company, tuple(values), colours.get(company, ""), company in waiting, called=called)

    first = min((i for values in large.values() for i, v in enumerate(values) if v is not None), default=len(rounds))
    parts: list[Part] = []
    if not small or len(rounds) - first > 1:
        first = first if small else 0
        curves = [make_curve(c, values[first:]) for c, values in large.items()]
        parts.append(_curves(title, rounds[first:], curves, currency))
    if small:
        known = [make_curve(c, values) for c, values in small.items()]
        parts.append(_grid(f"{title} · minors" if parts else title, rounds, known, currency))
    return _stacked(parts)


def _curves(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> Part:
    """Curves and their words."""
    return partial(draw_curves, title, rounds, curves, currency), describe(title, rounds, curves, currency)


def _grid(title: str, rounds: Sequence[str], minors: Sequence[Curve], currency: str) -> Part:
    """Minors by rounds, as long as there are any."""
    last = max(i for c in minors for i, v in enumerate(c.values) if v is not None) + 1
    shown = [Curve(c.name, c.values[:last], c.colour) for c in minors]
    return partial(draw_grid, title, rounds[:last], shown, currency), describe(title, rounds, minors, currency)


def draw_grid(title: str, rounds: Sequence[str], minors: Sequence[Curve], currency: str) -> Image.Image:
    """A row for each minor, a column for each round, the higher a sum the darker its cell."""
    image = Image.new("RGB", (SIZE[0], 2 * TOP + LINE * (len(minors) + 1) + EDGE), style.PAPER)
    draw = ImageDraw.Draw(image)
    fonts.write(draw, (EDGE, TOP), title, HEAD, bold=True, anchor="lm")
    wide = (SIZE[0] - 2 * EDGE - NAMES) / len(rounds)
    top = 2 * TOP
    shared = rounds[0].partition(" ")[0]  # `OR`, once before all numbers
    if all(r.startswith(f"{shared} ") for r in rounds):
        fonts.write(draw, (EDGE, top + LINE / 2), shared, WORDS, ink=style.SOFT, anchor="lm")
        rounds = [r.removeprefix(f"{shared} ") for r in rounds]
    size = min(fonts.fitting(name, wide - GAP, WORDS) for name in rounds)
    for i, name in enumerate(rounds):
        fonts.write(draw, (EDGE + NAMES + wide * (i + 0.5), top + LINE / 2), name, size, ink=style.SOFT, anchor="mm")
    sums = [v for c in minors for v in c.values if v is not None]
    words = [money_words(currency, v) for v in sums]
    print_size = min(fonts.fitting(text, wide - 3 * GAP, WORDS) for text in words)
    for row, minor in enumerate(minors, 1):
        middle = top + LINE * (row + 0.5)
        _draw_mark(draw, minor, (EDGE + DISC, middle))
        for i, value in enumerate(minor.values):
            if value is None:
                continue
            left = EDGE + NAMES + wide * i
            share = SHADES[0] + (SHADES[1] - SHADES[0]) * value / max(*sums, 1)
            box = (left + GAP / 2, middle - LINE / 2 + GAP / 2, left + wide - GAP / 2, middle + LINE / 2 - GAP / 2)
            draw.rounded_rectangle(box, 8, fill=style.mix(style.PAPER, style.INK, share))
            fonts.write(draw, (left + wide / 2, middle), money_words(currency, value), print_size, anchor="mm")
    return image


def _draw_mark(draw: ImageDraw.ImageDraw, minor: Curve, at: tuple[float, float]) -> None:
    """Its name on its colour."""
    colour = style.rgb(minor.colour) if minor.colour else style.SHADE
    draw.ellipse((at[0] - DISC, at[1] - DISC, at[0] + DISC, at[1] + DISC), fill=colour)
    size = fonts.fitting(minor.name, 1.6 * DISC, ROUND, bold=True)
    fonts.write(draw, at, minor.name, size, bold=True, ink=style.on(colour), anchor="mm")


def _stacked(parts: Sequence[Part]) -> Chart:
    """Pictures below each other as one chart, with what all say."""
    return Chart(partial(_draw_stacked, [make for make, _ in parts]), tuple(words for _, words in parts), WHOLE)


def _draw_stacked(makes: Sequence[Callable[[], Image.Image]]) -> Image.Image:
    """The pictures that these draw, below each other."""
    images = [make() for make in makes]
    whole = Image.new("RGB", (SIZE[0], sum(image.height for image in images)), style.PAPER)
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return in_own_colours(whole)
