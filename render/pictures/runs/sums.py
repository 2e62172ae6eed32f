"""What a company's trains earn: stop by stop in the lines below a picture of runs, and in the legend of a whole map."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Run
from render.data import queries
from render.data.marks import Marks
from render.data.names import train_in_table
from render.data.queries import View
from render.data.run_values import sum_parts, sum_words, together_words
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.drawing.geometry import Line, cut_into_dashes
from render.drawing.map_print import MapPrint

LINE = 50  # pixels of a train's line
SIZE = 35  # of its words: eleven on a phone
LEAST = 28  # the same where the names of stops find room with it only
EDGE = 20
DASHED = 76  # pixels of the line's colour and dash
BELOW = 36  # pixels of a further line, where the names of stops find no room beside the dollars
WORDS = 24  # of a legend at unit 1
MOST_BELOW = 9  # such lines of a train: what it earns is said in full


def sums_height(rules: Rules, shown: Sequence[tuple[View, Marks]], wide: int) -> int:
    """Pixels of the lines below each of these pictures. `wide`: pixels of one."""
    most = max((_height(view, rules, marks, wide) for view, marks in shown), default=0)
    return most + 16 if most else 0


def _height(view: View, rules: Rules, marks: Marks, wide: int) -> int:
    """Pixels of the lines of all trains of a picture."""
    below = sum(len(sum_lines(view, rules, run, marks.runner, wide)) - 1 for run in marks.runs)
    return LINE * (len(marks.runs) + bool(marks.together)) + BELOW * below


def _head(view: View, rules: Rules, run: Run) -> str:
    """A train and its dollars."""
    return f"{train_in_table(queries.face(view, run.train))}  {rules.data.money(run.revenue)}"


def sum_lines(view: View, rules: Rules, run: Run, company: Company, wide: int) -> list[tuple[str, int]]:
    """The stops of a train with the size of their print: beside its dollars, else in lines below, else their dollars alone.

    `wide`: pixels of the picture. In lines below each stop stands beside its dollars.
    """
    room = wide - 2 * EDGE - DASHED - fonts.width(_head(view, rules, run), SIZE, bold=True) - 20
    said = sum_words(view, rules, run, company)
    ways = [[(words, size)] for words in said for size in (SIZE, LEAST) if fonts.width(words, size) <= room]
    if ways and ways[0][0][0] == said[0]:
        return ways[0]
    folded = fonts.folded_parts(sum_parts(view, rules, run, company), wide - 2 * EDGE - DASHED, LEAST)
    if len(folded) <= MOST_BELOW:
        return [("", SIZE), *((line, LEAST) for line in folded)]
    return ways[0] if ways else [(fonts.shortened(said[-1], room, SIZE), SIZE)]


def draw_sums(image: Image.Image, view: View, rules: Rules, marks: Marks, box: Box) -> None:
    """A line for each train: its colour and dash on the map, its dollars, and the stops that they come from."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=style.PAPER)
    x, y = box[0] + EDGE, box[1] + 8 + LINE / 2
    for i, run in enumerate(marks.runs):
        _sample(draw, x, round(y), DASHED - 16, i, 1.0)
        head = _head(view, rules, run)
        fonts.write(draw, (x + DASHED, y), head, SIZE, bold=True, anchor="lm")
        (way, size), *below = sum_lines(view, rules, run, marks.runner, box[2] - box[0])
        at = x + DASHED + fonts.width(head, SIZE, bold=True) + 20
        fonts.write(draw, (at, y), way, size, ink=style.SOFT, anchor="lm")
        for n, (line, print_) in enumerate(below):
            at_line = x + DASHED, y + LINE / 2 + BELOW * (n + 0.5)
            fonts.write(draw, at_line, line, print_, ink=style.SOFT, anchor="lm")
        y += LINE + BELOW * len(below)
    if marks.together:
        total = sum(run.revenue for run in marks.runs) + marks.together
        text = f"{together_words(rules, marks.together)}: {rules.data.money(total)} in all"
        fonts.write(draw, (x + DASHED, y), text, SIZE, bold=True, anchor="lm")


def legend(
    image: Image.Image,
    view: View,
    rules: Rules,
    marks: Marks,
    box: Box,
    sizes: MapPrint,
    *,
    below: bool = False,
) -> None:
    """Which line is which train and what it earned, as far as there is room.

    `sizes`: the print of the sheet; `below`: the places of a run that have no room beside its train stand in a line below it.
    """
    draw, unit = ImageDraw.Draw(image), sizes.list / WORDS
    y, folded = box[1], folded_runs(view, rules, marks, box[2] - box[0], sizes) if below else 0
    step = min(
        round(32 * unit), (box[3] - y) // (len(marks.runs) + 1 + bool(marks.together) + folded)
    )  # all of them, the smaller the more there are
    size = sizes.down(min(sizes.list, step * 0.9))[0]
    total = sum(r.revenue for r in marks.runs) + marks.together
    head = f"{marks.runner} ran for {rules.data.money(total)}"
    fonts.write(draw, (box[0], y + step / 2), head, size, bold=True, anchor="lm")
    x, small = box[0] + round(70 * unit), min(sizes.edge, size)
    for i, run in enumerate(marks.runs):
        y += step
        colour = style.RUNS[i % len(style.RUNS)]
        _sample(draw, box[0], y + step // 2, round(60 * unit), i, unit)
        forms = _run_forms(view, rules, run)
        fits = [
            form for form in forms if x + _beside(form[0], size, unit) + fonts.width(form[1], small) <= box[2]
        ] or forms[-1:]
        text, way = forms[0] if below else fits[0]  # the longest that finds room
        fonts.write(draw, (x, y + step / 2), text, size, bold=True, ink=style.mix(colour, style.INK, 0.35), anchor="lm")
        at = x + _beside(text, size, unit)
        if below and fits[0] != forms[0]:
            y, at = y + step, box[0]
        words = fonts.shortened(way, box[2] - at, small)
        fonts.write(draw, (at, y + step / 2), words, small, ink=style.SOFT, anchor="lm")
    if marks.together:
        fonts.write(draw, (x, y + 1.5 * step), together_words(rules, marks.together), size, bold=True, anchor="lm")


def folded_runs(view: View, rules: Rules, marks: Marks, wide: int, sizes: MapPrint) -> int:
    """How many runs have places that find no room beside their trains in a legend of that width."""
    size, small, unit = sizes.list, sizes.edge, sizes.list / WORDS
    x = round(70 * unit)
    full = [_run_forms(view, rules, run)[0] for run in marks.runs]
    return sum(x + _beside(text, size, unit) + fonts.width(way, small) > wide for text, way in full)


def _beside(text: str, size: int, unit: float) -> int:
    """Pixels from the beginning of a train's name to the places of its run."""
    return fonts.width(text, size, bold=True) + round(12 * unit)


def _run_forms(view: View, rules: Rules, run: Run) -> list[tuple[str, str]]:
    """A train with what it earned, and its places: from all of them to the first and last hex."""
    train, earned = train_in_table(queries.face(view, run.train)), rules.data.money(run.revenue)
    hexes = [s.partition(".")[0] for s in run.stops]
    places = [rules.data.hexes[h].name or h if h in rules.data.hexes else h for h in hexes]
    return [
        (f"{train} {earned}", "–".join(places)),
        (f"{train} {earned}", f"{places[0]} … {places[-1]}"),
        (f"{train} {earned}", " ".join(hexes)),
        (f"{train} {earned}", f"{hexes[0]} … {hexes[-1]}"),
        (f"{train} {earned}", f"{hexes[0]} … {hexes[-1]}"),
    ]


def _sample(draw: ImageDraw.ImageDraw, x: int, y: int, wide: int, index: int, unit: float) -> None:
    """A train's colour and dash as a short line."""
    line: Line = ((0.0, 0.0), (wide / (60 * unit), 0.0))
    for dash in cut_into_dashes(line, style.DASHES[index % len(style.DASHES)]):
        a, b = x + dash[0][0] * 60 * unit, x + dash[-1][0] * 60 * unit
        draw.line([(a, y), (b, y)], fill=style.RUNS[index % len(style.RUNS)], width=round(7 * unit))
