"""The last runs of companies, one below the other: each with its station, name and dollars above the map of its trains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.names import company_name
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_values import sum_words, together_words
from render.drawing import fonts, sprites, style
from render.drawing.layout import Size
from render.drawing.map_print import crop_print
from render.pictures.choices.runs import BEYOND_RUN, run_area, where_run
from render.pictures.lots import WIDE
from render.pictures.preview import draw_crop, layout_of_crop, trimmed
from render.pictures.runs.sums import draw_sums, sums_height
from render.pictures.window import CLOSE, window
from render.results.print_sizes import SIGNS, WORDS

HEAD = 84  # pixels of the line above a map
TOKEN = 34  # radius of the station in it
SMALLEST = 28  # of a long name in it: nine on a phone
LOWEST, HIGHEST, HIGHEST_HALF = 0.36, 1.3, 1.0  # shapes of a map: its height to its width; the last of a half
SMALLEST_HEX = 50  # pixels of an apothem: a station has fifteen on a phone
MOST_HIGH = 1990  # pixels of a picture, where there are not too many
MOST_PICTURES = 9  # that a post holds beside its words
MOST_SIZES = 5  # of print in a picture, where there are not too many
GAP, BETWEEN = 16, 6  # between two companies, and two parts of the map of one


@dataclass(frozen=True)
class LastRun:
    """A company's last run: on the board of `view`, as it was then, and what its owners got of it in a word or two."""

    view: View
    marks: Marks
    paid: str = ""

    @property
    def dollars(self) -> int:
        """What all its trains earned."""
        return sum(run.revenue for run in self.marks.runs) + self.marks.together


def share_out(runs: Sequence[LastRun], rules: Rules) -> list[list[LastRun]]:
    """The runs by pictures, in the same order: as many in each as have room, more only where there would be too many pictures."""
    measured = [(run, _height(run, rules) + GAP, _sizes(run, rules)) for run in runs]
    high = MOST_HIGH
    while True:
        pages = list[list[LastRun]]()
        left, sizes = 0, set[int]()
        for run, needed, own in measured:
            many = high == MOST_HIGH and len(sizes | own) > MOST_SIZES
            if needed > left or many:
                pages.append([])
                left, sizes = high, set()
            pages[-1].append(run)
            left -= needed
            sizes |= own
        if len(pages) <= MOST_PICTURES:
            return pages
        high += MOST_HIGH // 4


def alt_last_runs(runs: Sequence[LastRun], rules: Rules) -> str:
    """`Minor 1, £90: 3-train London 40 + Lille 10 + Paris 40.` for each of them."""
    said = []
    for run in runs:
        company = run.marks.runner
        trains = [
            f"{rules.data.train_called(queries.face(run.view, r.train))} {sum_words(run.view, rules, r, company)[0]}"
            for r in run.marks.runs
        ]
        trains += filter(None, [together_words(rules, run.marks.together)])
        said.append(
            f"{capitalized(company_name(rules, company))}, {rules.data.money(run.dollars)}: {'; '.join(trains)}."
        )
    return " ".join(said)


def capitalized(words: str) -> str:
    """The words with a capital at their beginning, the others as they are."""
    return words[:1].upper() + words[1:]


def draw_last_runs(runs: Sequence[LastRun], rules: Rules) -> Image.Image:
    """These runs one below the other, each map as wide as the picture, and below it what every train earns, stop by stop."""
    high = sum(_height(run, rules) for run in runs) + GAP * (len(runs) - 1)
    image = style.canvas((WIDE, high), rules.data, style.RULE)
    top = 0
    for run in runs:
        _draw_head(image, run, rules, top)
        y, bottom = top + HEAD, top + _height(run, rules)
        for part, canvas in _parts(run, rules):
            image.paste(draw_crop(run.view, rules, part, run.marks, canvas=canvas), (0, y))
            y += canvas[1] + BETWEEN
        draw_sums(image, run.view, rules, run.marks, (0, y - BETWEEN, WIDE, bottom))
        top = bottom + GAP
    return image


def _draw_head(image: Image.Image, run: LastRun, rules: Rules, top: int) -> None:
    """A company's station, its name, what it earned and what became of that."""
    draw, company = ImageDraw.Draw(image), run.marks.runner
    draw.rectangle((0, top, WIDE - 1, top + HEAD - 1), fill=style.PAPER)
    token = sprites.token(rules.data, company, TOKEN, sizes=SIGNS)
    image.paste(token, (20, top + HEAD // 2 - TOKEN), token)
    earned = ", ".join(filter(None, (rules.data.money(run.dollars), run.paid)))
    x, y = 20 + 2 * TOKEN + 20, top + HEAD / 2
    room = WIDE - 20 - x - fonts.width(earned, WORDS, bold=True) - 30
    name, size = name_in(rules, company, room)
    fonts.write(draw, (x, y), name, size, bold=True, anchor="lm")
    fonts.write(draw, (WIDE - 20, y), earned, WORDS, bold=True, anchor="rm")


def name_in(rules: Rules, company: str, room: float) -> tuple[str, int]:
    """The longest name of a company that has room, and its size: in full beside its mark, smaller if need be, else its mark,
    which a minor has a word before.
    """
    short = capitalized(company_name(rules, company))
    full = rules.data.companies[company].name
    long = f"{short} · {full}" if full and full not in (company, short) else short
    size = fonts.fitting(long, room, WORDS, bold=True, least=SMALLEST)
    if fonts.width(long, size, bold=True) <= room:
        return long, size
    return fonts.shortened(short, room, WORDS, bold=True), WORDS


def _parts(run: LastRun, rules: Rules) -> list[tuple[Sequence[Hex], Size]]:
    """The maps of a run, mostly one; of one across the board, whose stations could not be read, its two halves."""
    route = where_run(run.view, rules, run.marks)
    whole = _part(rules, route)
    if layout_of_crop(rules, *whole).size >= SMALLEST_HEX:
        return [whole]
    return [_part(rules, half, HIGHEST_HALF) for half in _halves(rules, route)]


def _halves(rules: Rules, route: Sequence[Hex]) -> tuple[list[Hex], list[Hex]]:
    """The hexes of a run to both sides of its middle, from left to right or from top to bottom; those in the middle twice."""
    across, down = run_area(rules, route)
    lie = {h: (d.x if across > down else d.y) for h in route for d in (rules.data.hexes[h],)}
    middle = (min(lie.values()) + max(lie.values())) / 2
    return [h for h in route if lie[h] <= middle + 1], [h for h in route if lie[h] >= middle - 1]


def _part(rules: Rules, route: Sequence[Hex], highest: float = HIGHEST) -> tuple[Sequence[Hex], Size]:
    """The hexes of a map with all of these, and its pixels: as high as these need."""
    across, down = run_area(rules, route)
    canvas = WIDE, round(WIDE * min(max(down / across, LOWEST), highest))
    part = window(rules.data, route, canvas, CLOSE, BEYOND_RUN)
    return part, trimmed(rules, part, canvas)


def _sizes(run: LastRun, rules: Rules) -> set[int]:
    """The print of a run: that of its maps and of the words beside them."""
    maps = [crop_print(layout_of_crop(rules, part, canvas).size, WIDE).sizes for part, canvas in _parts(run, rules)]
    return {WORDS, SMALLEST}.union(*maps)


def _height(run: LastRun, rules: Rules) -> int:
    """Pixels of a run with its head and its sums."""
    maps = [canvas[1] for _, canvas in _parts(run, rules)]
    return HEAD + sum(maps) + BETWEEN * (len(maps) - 1) + sums_height(rules, [(run.view, run.marks)], WIDE)
