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


def sums_height(marks: Sequence[Marks]) -> int:
    """Pixels of the lines below each of these pictures."""
    most = max((len(m.runs) + bool(m.together) for m in marks), default=0)
    return LINE * most + 16 if most else 0


def draw_sums(image: Image.Image, view: View, rules: Rules, marks: Marks, box: Box) -> None:
    """A line for each train: its colour and dash on the map, its dollars, and the stops that they come from."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=style.PAPER)
    for i, run in enumerate(marks.runs):
        x, y = box[0] + EDGE, box[1] + 8 + LINE * i + LINE / 2
        sample(draw, x, round(y), DASHED - 16, i, 1.0)
        text = f"{queries.face(view, run.train)}  {rules.data.money(run.revenue)}"
        fonts.write(draw, (x + DASHED, y), text, SIZE, bold=True, anchor="lm")
        x += DASHED + fonts.width(text, SIZE, bold=True) + 20
        room = box[2] - EDGE - x
        said = sum_words(view, rules, run, marks.runner)
        ways = [(w, n) for w in said for n in (SIZE, LEAST) if fonts.width(w, n) <= room]
        way, size = ways[0] if ways else (fonts.shortened(said[-1], room, SIZE), SIZE)
        fonts.write(draw, (x, y), way, size, ink=style.SOFT, anchor="lm")
    if marks.together:
        total = sum(run.revenue for run in marks.runs) + marks.together
        text = f"{together_words(rules, marks.together)}: {rules.data.money(total)} in all"
        y = box[1] + 8 + LINE * len(marks.runs) + LINE / 2
        fonts.write(draw, (box[0] + EDGE + DASHED, y), text, SIZE, bold=True, anchor="lm")
