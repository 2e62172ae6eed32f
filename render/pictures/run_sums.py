"""What a company's trains earn, stop by stop: the lines below a picture of runs."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Run
from render.data import queries
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_values import bonus_name, earned_beside, stop_values, together_words
from render.drawing import fonts, style
from render.drawing.free_space import Box
from render.pictures.overlay import sample

LINE = 50  # pixels of a train's line
SIZE = 34  # of its words: eleven on a phone
LEAST = 28  # the same where the names of stops find room with it only
EDGE = 20
DASHED = 76  # pixels of the line's colour and dash
BELOW = 36  # pixels of a further line, where the names of stops find no room beside the dollars
MOST_BELOW = 3  # such lines of a train in a picture of several columns
MOST_BELOW_WIDE, WIDE_FROM = 8, 1000  # the same in a wide picture, and pixels from which it is one


def sum_words(view: View, rules: Rules, run: Run, company: Company = "") -> list[str]:
    """What a train's dollars are made of, the longest wording first.

    What a bonus or a kind of train brings beside the stops is a part too; the parts always add to the sum. Where the board
    has changed since and pays more than was earned, no part is given.
    """
    values, more = stop_values(view, rules, run), earned_beside(view, rules, run)
    if more < 0:
        return [", ".join(name for name, _ in values), ""]
    beside = [f"{bonus_name(view, rules, run, company) or 'bonus'} {more}"] if more else []
    named = [*(f"{name} {n}" for name, n in values), *beside]
    numbers = [*(str(n) for _, n in values), *beside]
    return [" + ".join(named), " + ".join(numbers), "+".join(numbers)]


def sums_height(rules: Rules, shown: Sequence[tuple[View, Marks]], wide: int) -> int:
    """Pixels of the lines below each of these pictures. `wide`: pixels of one."""
    most = max((_height(view, rules, marks, wide) for view, marks in shown), default=0)
    return most + 16 if most else 0


def _height(view: View, rules: Rules, marks: Marks, wide: int) -> int:
    """Pixels of the lines of all trains of a picture."""
    below = sum(len(_ways(view, rules, run, marks.runner, wide)) - 1 for run in marks.runs)
    return LINE * (len(marks.runs) + bool(marks.together)) + BELOW * below


def _head(view: View, rules: Rules, run: Run) -> str:
    """A train and its dollars."""
    return f"{queries.face(view, run.train)}  {rules.data.money(run.revenue)}"


def _ways(view: View, rules: Rules, run: Run, company: Company, wide: int) -> list[tuple[str, int]]:
    """The stops of a train with the size of their print: beside its dollars, else in lines below, else their dollars alone."""
    room = wide - 2 * EDGE - DASHED - fonts.width(_head(view, rules, run), SIZE, bold=True) - 20
    said = sum_words(view, rules, run, company)
    ways = [[(words, size)] for words in said for size in (SIZE, LEAST) if fonts.width(words, size) <= room]
    if ways and ways[0][0][0] == said[0]:
        return ways[0]
    folded = fonts.folded(said[0], wide - 2 * EDGE - DASHED, LEAST)
    if len(folded) <= (MOST_BELOW_WIDE if wide >= WIDE_FROM else MOST_BELOW):
        return [("", SIZE), *((line, LEAST) for line in folded)]
    return ways[0] if ways else [(fonts.shortened(said[-1], room, SIZE), SIZE)]


def draw_sums(image: Image.Image, view: View, rules: Rules, marks: Marks, box: Box) -> None:
    """A line for each train: its colour and dash on the map, its dollars, and the stops that they come from."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=style.PAPER)
    x, y = box[0] + EDGE, box[1] + 8 + LINE / 2
    for i, run in enumerate(marks.runs):
        sample(draw, x, round(y), DASHED - 16, i, 1.0)
        head = _head(view, rules, run)
        fonts.write(draw, (x + DASHED, y), head, SIZE, bold=True, anchor="lm")
        (way, size), *below = _ways(view, rules, run, marks.runner, box[2] - box[0])
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
