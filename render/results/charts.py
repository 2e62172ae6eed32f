"""Charts of a game over its rounds: curves that are told apart without colour, and the same in words.

Every curve has its name at its end, and a mark of its own where it begins and ends. Curves that lie on each other are drawn
side by side. Equal data give equal bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from PIL import Image

from game.title_data import money_words
from render.drawing import fonts, style
from render.drawing.fonts import FILES
from render.results.dashes import Dash, dash_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (1200, 750)  # pixels; higher where more names stand beside the curves than it has room for
ROW = 42  # pixels of such a name
DPI = 100
ALT = 1024  # characters
COLOURS = 128  # of such a file
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "p", "h")
HIGH = 0.76  # of the curves, as a share of the picture
EDGE, HEAD = 40, 42  # pixels: of the margin, and from the upper edge to the middle of the heading
WORDS = 24  # points: 11 pixels on a phone
PRINT = 34  # pixels of these words
TICK_PAD, NAME_PAD = 8, 14  # points between sums and curves, and between a mark and its name
BEYOND = 0.035  # from the ends of the curves to the marks of their names, as a share of the axis
LEAST = (
    0.4  # of the highest value: what the picture shows from bottom to top at least, so that small changes look small
)
NAMED = 5  # rounds that are named below the curves, about
BESIDE = 5  # pixels between curves that lie on each other
# matplotlib's settings are global and its text layout is not safe in several threads at once.
_DRAWING = Lock()


@dataclass(frozen=True)
class Curve:
    """One curve. None: it does not exist at that point."""

    name: str
    values: tuple[int | None, ...]
    colour: str = ""  # "#d62828"; empty: the next of our own
    waits: bool = False  # it goes on: its turn in the last round has not come yet


@dataclass(frozen=True)
class Chart:
    png: bytes
    alt: str


def worth_chart(
    rounds: Sequence[str],
    worth: Mapping[str, Sequence[int]],
    shown: Mapping[str, str],
    currency: str,
) -> Chart:
    """Net worth of each player, in the player's colour, at the start and after each round. `shown`: names as people read them."""
    curves = [Curve(shown.get(p, p), tuple(values), _hex(style.seat(tuple(worth), p))) for p, values in worth.items()]
    return chart("Net worth", rounds, curves, currency)


def price_chart(
    rounds: Sequence[str],
    prices: Mapping[str, Sequence[int | None]],
    colours: Mapping[str, str],
    currency: str,
) -> Chart:
    """Share price of each company after each round. `colours`: the companies' own."""
    curves = [Curve(c, tuple(values), colours.get(c, "")) for c, values in prices.items()]
    return chart("Share prices", rounds, curves, currency)


def chart(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> Chart:
    """A picture of the curves and its alt text."""
    return Chart(draw(title, rounds, curves, currency), describe(title, rounds, curves, currency))


def draw(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> bytes:
    """PNG of 1200 x 750 pixels, higher where there are many curves. Equal arguments give equal bytes."""
    return pack_chart(draw_curves(title, rounds, curves, currency))


def draw_curves(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> Image.Image:
    """The picture of that file."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with _DRAWING:
        _add_fonts()
        # Names of players and money may hold dollar signs, which would be taken for formulas.
        with mpl.rc_context({"text.parse_math": False, "font.family": "Inter", "font.size": WORDS}):
            figure = Figure(
                figsize=(SIZE[0] / DPI, picture_height(curves, len(rounds)) / DPI),
                dpi=DPI,
                facecolor=_hex(style.PAPER),
            )
            canvas: Any = FigureCanvasAgg(figure)
            axes = figure.add_axes((0, 0.14, 1, HIGH), facecolor=_hex(style.PAPER))
            _frame(axes, title, (rounds, currency))
            axes.set_ylim(*span([v for c in curves for v in c.values if v is not None]))
            left, wide = _across(axes, curves, (len(rounds), currency))
            axes.set_position((left / SIZE[0], 0.14, wide / SIZE[0], HIGH))
            dashes = dash_lines([style.rgb(_colour(curve, n)) for n, curve in enumerate(curves)])
            for n, curve in enumerate(curves):
                _curve(axes, curve, n, (shifts(curves, n), dashes[n]))
            _names(axes, curves, (len(rounds), currency))
            canvas.draw()
            picture = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    return picture.convert("RGB")


def pack_chart(image: Image.Image) -> bytes:
    """A chart as a file of PNG, in as many colours as its curves and their smooth edges need.

    Packed tighter it takes eight times as long and is 3 % smaller.
    """
    out = BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def picture_height(curves: Sequence[Curve], rounds: int) -> int:
    """Pixels in which the names of all curves that reach the last round stand below each other."""
    named = sum(_goes_on(c, rounds) for c in curves)
    return max(SIZE[1], math.ceil(named * ROW / HIGH))


def _across(axes: Axes, curves: Sequence[Curve], scale: tuple[int, str]) -> tuple[float, float]:
    """Where the curves begin and how wide they are, in pixels: sums at the left and names at the right need the rest.

    `scale`: how many rounds, and the currency.
    """
    count, currency = scale
    low, high = axes.get_ylim()
    sums = [money_words(currency, round(tick)) for tick in axes.get_yticks() if low <= tick <= high]
    left = EDGE + max((fonts.width(text, PRINT) for text in sums), default=0) + TICK_PAD * DPI / 72
    named = [_name(c, n, currency) for n, c in enumerate(curves) if _goes_on(c, count)]
    room = SIZE[0] - EDGE - left
    beside = max((fonts.width(text, PRINT) for text in named), default=0) + NAME_PAD * DPI / 72
    return left, min(room, (room - beside) / ((count - 0.7) / max(count - 0.4, 1.0) + BEYOND))


@cache
def _add_fonts() -> None:
    """Make our fonts known to Matplotlib, once: it keeps an entry for each time that it is told."""
    from matplotlib.font_manager import fontManager

    for name in FILES:
        fontManager.addfont(str(files("data") / "fonts" / name))


def _frame(axes: Axes, title: str, scale: tuple[Sequence[str], str]) -> None:
    """Axes, grid and labels; of many rounds only some are named. `scale`: the rounds, and the currency."""
    rounds, currency = scale
    ink = _hex(style.INK)
    figure: Any = axes.figure
    wide, high = figure.get_size_inches() * DPI
    across, up = EDGE / wide, 1 - HEAD / high
    figure.text(across, up, title, fontsize=30, fontweight="semibold", color=ink, va="center")
    figure.text(1 - across, up, _span_words(rounds), color=_hex(style.SOFT), va="center", ha="right")
    every = max(1, -(-len(rounds) // NAMED))
    at = sorted({*range(0, len(rounds), every), len(rounds) - 1})
    if len(at) > 1 and at[-1] - at[-2] < every:
        at.pop(-2)
    axes.set_xticks(at, [rounds[i] for i in at])
    axes.set_xlim(-0.3, max(len(rounds) - 0.7, 0.7))
    axes.yaxis.set_major_formatter(lambda value, _: money_words(currency, round(value)))
    axes.grid(axis="y", color=_hex(style.RULE), linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_hex(style.PALE))
    axes.tick_params(colors=_hex(style.SOFT), length=0, pad=TICK_PAD, labelsize=WORDS)
    axes.locator_params(axis="y", nbins=5, integer=True)


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


def shifts(curves: Sequence[Curve], n: int) -> list[float]:
    """For each point of curve `n` how many places above its value it is drawn: side by side with those that lie on it.

    Only where they do so for a whole round: elsewhere, and at its last point, a curve is where its values are.
    """
    own, last = curves[n].values, _end(curves[n])[0]
    found = []
    for i in range(len(own)):
        together = [k for k, other in enumerate(curves) if k == n or _together(own, other.values, i)]
        found.append(0.0 if i == last else together.index(n) - (len(together) - 1) / 2)
    return found


def _together(one: Sequence[int | None], two: Sequence[int | None], point: int) -> bool:
    """Whether two curves lie on each other for a whole round that begins or ends there."""

    def same(i: int) -> bool:
        return 0 <= i < min(len(one), len(two)) and one[i] is not None and one[i] == two[i]

    return same(point) and (same(point - 1) or same(point + 1))


def _curve(axes: Axes, curve: Curve, n: int, drawn: tuple[Sequence[float], Dash]) -> None:
    """The line of a curve. `drawn`: how many places above its value each point is, and how it is dashed."""
    colour, (beside, dashed) = _colour(curve, n), drawn
    low, high = axes.get_ylim()
    figure: Any = axes.figure
    place = BESIDE * (high - low) / (figure.get_size_inches()[1] * DPI * HIGH)
    values = [float("nan") if v is None else v + place * shift for v, shift in zip(curve.values, beside, strict=True)]
    points = [i for i, v in enumerate(curve.values) if v is not None]
    axes.plot(
        range(len(values)),
        values,
        color=colour,
        linewidth=4,
        linestyle=dashed,
        clip_on=False,
        solid_joinstyle="round",
        markevery=[points[0], points[-1]] if points else [],
        **_mark(colour, n),
    )


def _mark(colour: str, n: int) -> dict[str, Any]:
    """The shape that stands for a curve."""
    shape: dict[str, Any] = {
        "marker": MARKS[n % len(MARKS)],
        "markersize": 12,
        "markeredgecolor": _hex(style.PAPER),
        "markeredgewidth": 0.8,
    }
    return shape | {"markerfacecolor": colour, "zorder": 3}


def _names(axes: Axes, curves: Sequence[Curve], scale: tuple[int, str]) -> None:
    """Each curve's mark, name and last value beside its end; where ends lie close the names make room for each other.

    `scale`: how many rounds, and the currency.
    """
    from matplotlib import patheffects

    count, currency = scale
    low, high = axes.get_ylim()
    step = (high - low) / (picture_height(curves, count) * HIGH) * ROW  # dollars that a line of text takes
    ends = sorted((_end(c)[1], n) for n, c in enumerate(curves) if _goes_on(c, count))
    heights = apart([float(value) for value, _ in ends], step, low, high - step * 0.4)  # off the heading
    beside = (count - 1) + BEYOND * max(count - 0.4, 1.0)
    plain: dict[str, Any] = {
        "va": "center",
        "fontsize": WORDS,
        "color": _hex(style.INK),
        "annotation_clip": False,
    }
    offset: dict[str, Any] = {"xytext": (NAME_PAD, 0), "textcoords": "offset points"}
    for (value, n), height in zip(ends, heights, strict=True):
        colour = _colour(curves[n], n)
        last = _end(curves[n])[0]
        way: dict[str, Any] = {"linestyle": "dotted", "linewidth": 2} if last < count - 1 else {"linewidth": 1}
        axes.plot((last, beside), (value, height), color=colour, clip_on=False, zorder=2, **way)
        axes.plot((beside,), (height,), clip_on=False, **_mark(colour, n))
        axes.annotate(_name(curves[n], n, currency), xy=(beside, height), **offset, **plain)
    halo = [patheffects.withStroke(linewidth=4, foreground=_hex(style.PAPER))]
    above: dict[str, Any] = {"xytext": (8, 14), "textcoords": "offset points", "path_effects": halo, "zorder": 5}
    for (at, value), names in _ended_before(curves, count).items():
        axes.annotate(", ".join(names), xy=(at, value), **above, **plain)


def _name(curve: Curve, n: int, currency: str) -> str:
    """A curve's name and its last value."""
    return f"{_short(curve.name, n)} {money_words(currency, _end(curve)[1])}"


def _ended_before(curves: Sequence[Curve], count: int) -> dict[tuple[int, int], list[str]]:
    """The names of curves that end before the last round, together where they end at one point."""
    ended: dict[tuple[int, int], list[str]] = {}
    for n, curve in enumerate(curves):
        at, value = _end(curve)
        if at >= 0 and not _goes_on(curve, count):
            ended.setdefault((at, value), []).append(_short(curve.name, n))
    return ended


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


def _end(curve: Curve) -> tuple[int, int]:
    """Where a curve ends and at which value; -1: it has no point."""
    points = [(i, v) for i, v in enumerate(curve.values) if v is not None]
    return points[-1] if points else (-1, 0)


def _goes_on(curve: Curve, count: int) -> bool:
    """Whether a curve reaches the last of so many rounds, or will."""
    return _end(curve)[0] == count - 1 or (curve.waits and _end(curve)[0] >= 0)


def _short(name: str, n: int) -> str:
    """The name in letters that the font has, cut where it is long."""
    known = _letters()
    kept = "".join(c for c in name if ord(c) in known).strip() or f"no. {n + 1}"
    return kept if len(kept) <= 9 else kept[:8] + "…"


@lru_cache(maxsize=1)
def _letters() -> frozenset[int]:
    """Characters of the shipped font."""
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(str(files("data") / "fonts" / FILES[0])).get_charmap())


def _colour(curve: Curve, n: int) -> str:
    """The curve's own colour, darkened (on dark paper: lightened) until it stands out from the paper."""
    colour = style.rgb(curve.colour) if curve.colour else style.PLAYERS[n % len(style.PLAYERS)]
    while style.contrast(colour, style.PAPER) < 3:
        colour = style.mix(colour, style.INK, 0.12)
    return _hex(colour)


def _hex(colour: style.RGB) -> str:
    """A colour as matplotlib takes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def describe(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> str:
    """The chart in words: first, highest and last value of each curve, the highest end first; at most 1,024 characters."""
    head = f"Chart: {title.lower()} from {rounds[0]} to {rounds[-1]}."
    ranked = sorted((c for c in curves if _end(c)[0] >= 0), key=lambda c: (-_end(c)[0], -_end(c)[1]))
    sentences = [_words(c, rounds, currency) for c in ranked]
    while sentences and len(" ".join([head, *sentences])) > ALT:
        sentences.pop()
    return " ".join([head, *sentences])


def _words(curve: Curve, rounds: Sequence[str], currency: str) -> str:
    points = [(i, v) for i, v in enumerate(curve.values) if v is not None]
    (first, begin), (last, end) = points[0], points[-1]
    top, peak = max(points, key=lambda p: (p[1], -p[0]))
    text = f"{curve.name}: {money_words(currency, begin)}" + (f" in {rounds[first]}" if first else "")
    if peak > max(begin, end):
        text += f", at most {money_words(currency, peak)} in {rounds[top]}"
    then = f"not yet run in {rounds[-1]}" if curve.waits else "then gone"
    text += f", {money_words(currency, end)} "
    return text + ("at the end." if last == len(rounds) - 1 else f"in {rounds[last]}, {then}.")
