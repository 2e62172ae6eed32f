"""Runs of a company's trains, each on the part of the map where it goes, numbered as the buttons below are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from game.rules import Rules
from game.state import Hex
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import pieces
from render.drawing import style
from render.drawing.layout import Size, spread
from render.drawing.tile_geometry import ALONE, BOARD
from render.pictures.grid import GAP, RADIUS, lay_out_grid
from render.pictures.lots import WIDE
from render.pictures.painter import LONE
from render.pictures.preview import draw_crop, layout_of_crop, trimmed
from render.pictures.runs.sums import LINE, draw_sums, sums_height
from render.pictures.window import CLOSE, window

SHORT, FEW = 6, 4  # runs of one picture at most where all are legible, and of one at least
HALF = WIDE // 2 - 6  # pixels across of a run of many
LOWEST, HIGHEST, HIGHEST_HALF = (
    0.55,
    1.3,
    2.4,
)  # shapes of a picture of a run: its height to its width; the last of half of one
NUMBERED = 2 * RADIUS + 8  # pixels at the left of the sums of a run for its number
CLOSE_HALF = 2.2  # apothems from the middle of a run's picture to its side, at least, in one of half the width
BEYOND_RUN = 1.1  # apothems from the middles of the outermost hexes of a run to the side
RUN_LEGIBLE = WIDE * 24 / 390 / (2 * LONE * ALONE[BOARD][1])  # pixels of an apothem: a station has 24 on a phone
MOST_HIGH = WIDE * 600 // 390  # pixels of a picture of runs: 600 on a phone
LEAST_HIGH = 300  # of each part of the map in it: with many runs the picture is as high as these need
PAIR, HIGH_OF_PAIR = 2, 900  # runs, and the same of so many that are stamps otherwise
STAMP, WORTH = 45, 1.3  # pixels of an apothem of a stamp, and how many times as large hexes then must become


@dataclass(frozen=True)
class _Plan:
    """How runs are shown: so many `columns` of them, of each the `cells`: parts of the map, beside or below each other."""

    columns: int
    cells: Sequence[Sequence[Sequence[Hex]]]
    canvas: Size
    apothem: int  # of the smallest of them
    beside: int  # parts in a row

    @property
    def size(self) -> Size:
        """Pixels of all cells of one of the runs."""
        most = max(map(len, self.cells))
        across, rows = min(most, self.beside), -(-most // self.beside)
        return across * self.canvas[0] + GAP * (across - 1), rows * self.canvas[1] + GAP * (rows - 1)


def share_runs(view: View, rules: Rules, runs: Sequence[Marks]) -> list[Sequence[Marks]]:
    """Runs to choose from by pictures, in the same order: as many in one as are legible there, else two; a `FEW` are one."""
    if len(runs) <= FEW:
        return [runs]
    for most in (SHORT, FEW):
        pages = [runs[n : n + most] for n in range(0, len(runs), most)]
        if all(_plan_numbered(view, rules, page).apothem >= RUN_LEGIBLE for page in pages):
            return pages
    return [runs[n : n + 2] for n in range(0, len(runs), 2)]


def _plan_numbered(view: View, rules: Rules, runs: Sequence[Marks]) -> _Plan:
    """How runs with numbers are shown in one picture."""
    shown = [(view, marks) for marks in runs]
    return _plan_runs(rules, shown, NUMBERED)


def draw_runs(view: View, rules: Rules, runs: Sequence[Marks], first: int = 0) -> Image.Image:
    """Runs of a company's trains one by one, each on the part of the map where it goes, with numbers from `first` on; a single
    one is without a number where none is given.

    Two of them stand beside each other where their stations can be read so. Where trains go so far apart that they cannot be
    read otherwise, there is a part of the map for each train. Below each run stands what every train earns, stop by stop.
    """
    shown = [(view, marks) for marks in runs]
    left = NUMBERED if first or len(runs) > 1 else 0
    plan = _plan_runs(rules, shown, left)
    wide, high = plan.size
    rows = [shown[n : n + plan.columns] for n in range(0, len(shown), plan.columns)]
    lows = [low for row in rows for low in [sums_height(rules, row, wide - left)] * len(row)]
    parts = []
    for (seen, marks), cells, low in zip(shown, plan.cells, lows, strict=True):
        whole = style.canvas((wide, high + low), rules.data)
        for n, cell in enumerate(cells):
            part = _around_run(rules, cell, plan.canvas)
            down, right = divmod(n, plan.beside)
            at = right * (plan.canvas[0] + GAP), down * (plan.canvas[1] + GAP)
            whole.paste(draw_crop(seen, rules, part, marks, canvas=plan.canvas), at)
        draw_sums(whole, seen, rules, marks, (left, high, wide, high + low))
        parts.append(whole)
    below = high + 8 + LINE // 2 if any(lows) else RADIUS + 8
    return lay_out_grid(parts, plan.columns, rules, below=below, first=first or 1) if left else parts[0]


def _plan_runs(rules: Rules, shown: Sequence[tuple[View, Marks]], left: int) -> _Plan:
    """The first way to show these runs in which stations can be read on a phone, else the one in which they are largest.

    `left`: pixels beside the lines below each.
    """
    lows = {1: sums_height(rules, shown, WIDE - left), 2: sums_height(rules, shown, HALF - left)}  # by columns
    whole = [[where_run(view, rules, marks)] for view, marks in shown]
    split = [
        [where_run(view, rules, replace(marks, runs=(run,))) for run in marks.runs] or [[]] for view, marks in shown
    ]
    plans = [_plan(rules, whole, columns, lows[columns]) for columns in ((2, 1) if len(shown) > 1 else (1,))]
    if max(map(len, split)) > 1 and not any(p.apothem >= RUN_LEGIBLE for p in plans):
        plans += [_plan(rules, split, 1, lows[1], beside) for beside in (2, 1)]
    if len(shown) == PAIR and all(p.apothem < STAMP for p in plans):
        high = _plan(rules, whole, 1, lows[1], least=HIGH_OF_PAIR)
        plans += [high] * (high.apothem >= WORTH * max(p.apothem for p in plans))
    return next((p for p in plans if p.apothem >= RUN_LEGIBLE), max(plans, key=lambda p: p.apothem))


def _plan(
    rules: Rules,
    cells: Sequence[Sequence[Sequence[Hex]]],
    columns: int,
    low: int,
    beside: int = 1,
    least: int = LEAST_HIGH,
) -> _Plan:
    """These parts of the map in so many columns of runs, as high as their hexes need and a phone has room for.

    `beside`: parts of one run in a row; `least`: pixels of height that each may have in any case.
    """
    most, rows = max(map(len, cells)), -(-len(cells) // columns)
    wide, below = WIDE if columns == beside == 1 else HALF, -(-most // beside)
    room = max(
        ((MOST_HIGH - GAP * (rows - 1)) // rows - low - GAP * (below - 1)) // below,
        least,
    )
    areas = [run_area(rules, cell) for group in cells for cell in group if cell]
    highest = HIGHEST if wide == WIDE else HIGHEST_HALF
    high = min(max(round(wide * min(max(down / across, LOWEST), highest)) for across, down in areas), room)
    canvas = wide, high
    parts = [_around_run(rules, cell, canvas) for group in cells for cell in group if cell]
    canvas = wide, max(trimmed(rules, part, canvas)[1] for part in parts)
    return _Plan(columns, cells, canvas, min(layout_of_crop(rules, part, canvas).size for part in parts), beside)


def _around_run(rules: Rules, route: Sequence[Hex], canvas: Size) -> list[Hex]:
    """The hexes of a picture of a route."""
    return window(rules.data, route, canvas, CLOSE if canvas[0] == WIDE else CLOSE_HALF, BEYOND_RUN)


def run_area(rules: Rules, route: Sequence[Hex]) -> tuple[float, float]:
    """Apothems of the width and height that a picture of a route shows at least."""
    across, down = spread([rules.data.hexes[h] for h in route], rules.data.layout == "pointy")
    more = 2 * (BEYOND_RUN - 1)
    return across + more, down + more


def where_run(view: View, rules: Rules, marks: Marks) -> list[Hex]:
    """The hexes that these runs touch."""
    return list(dict.fromkeys(p.hex for run in marks.runs for p in pieces(view, rules, run))) or list(rules.data.hexes)
