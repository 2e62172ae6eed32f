"""Runs of a company's trains, each on the part of the map where it goes, numbered as the buttons below are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from PIL import Image

from game.rules import Rules
from game.state import Hex
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import legs, pieces
from render.drawing import phone, style
from render.drawing.layout import Size, spread
from render.drawing.tile_geometry import ALONE, BOARD
from render.pictures.grid import GAP, RADIUS, lay_out_grid
from render.pictures.lots import WIDE
from render.pictures.painter import LONE
from render.pictures.preview import draw_crop, layout_of_crop, trimmed
from render.pictures.runs.sums import LINE, draw_sums, sums_height
from render.pictures.window import CLOSE, window

RUNS_OF_PICTURE = (6, 4, 3, 2)  # at most, the most first: as many as can be read in one picture
HALF = WIDE // 2 - 6  # pixels across of a run of two beside each other
LOWEST, HIGHEST = 0.55, 1.3  # shapes of a picture of a run: its height to its width
HIGHEST_HALF = 2.4  # the same of a picture of half the width
SHAPES = (LOWEST, 0.7, 0.85, 1.0, 1.15, HIGHEST)  # of a run as wide as the picture: the lowest in which it can be read
NUMBERED = 2 * RADIUS + 8  # pixels at the left of the sums of a run for its number
CLOSE_HALF = 2.2  # apothems from the middle of a run's picture to its side, at least, in one of half the width
BEYOND_RUN = 1.1  # apothems from the middles of the outermost hexes of a run to the side
# Pixels of an apothem for each that a station has on a phone.
STATION = WIDE / phone.SCREEN_WIDTH / (2 * LONE * ALONE[BOARD][1])
RUN_LEGIBLE = 18 * STATION  # pixels of an apothem
TORN = 14 * STATION  # the same, below which a run is shown in parts
MOST_HIGH = WIDE * 600 // phone.SCREEN_WIDTH  # pixels of a picture of runs: 600 on a phone
LEAST_HIGH = 300  # of each part of the map in it: with many runs the picture is as high as these need
MOST_PARTS, PART_HIGHEST = 3, 0.75  # of the run of one train, and the most of the height of each to its width
# Pixels of all pictures of a step: a screen of a phone without its words and buttons.
TOGETHER = phone.SCALE * 470


@dataclass(frozen=True)
class _Plan:
    """How runs are shown: so many `columns` of them, of each the `cells`: parts of the map, beside or below each other."""

    columns: int
    cells: Sequence[Sequence[Sequence[Hex]]]
    canvas: Size
    apothem: float  # of the smallest of them
    beside: int  # parts in a row

    @property
    def size(self) -> Size:
        """Pixels of all cells of one of the runs."""
        most = max(map(len, self.cells))
        across, rows = min(most, self.beside), -(-most // self.beside)
        return across * self.canvas[0] + GAP * (across - 1), rows * self.canvas[1] + GAP * (rows - 1)


class RunWindow(NamedTuple):
    """The part of the map on which each of several runs is shown, as large as the others: `most` in a picture."""

    most: int
    columns: int
    hexes: tuple[Hex, ...]
    canvas: Size


def find_window(view: View, rules: Rules, runs: Sequence[Marks]) -> RunWindow | None:
    """The part of the map with all that these runs touch, where several can be read so in one picture; else None."""
    every = [(view, marks) for marks in runs]
    low = sums_height(rules, every, HALF - NUMBERED)
    for most in RUNS_OF_PICTURE if len(runs) > 1 else ():
        plan = _plan_together(rules, every, min(most, len(runs)), low)
        if plan.apothem >= RUN_LEGIBLE:
            return RunWindow(most, plan.columns, tuple(plan.cells[0][0]), plan.canvas)
    return None


def share_runs(
    view: View, rules: Rules, runs: Sequence[Marks], window: RunWindow | None = None
) -> list[Sequence[Marks]]:
    """Runs to choose from by pictures, in the same order: as many in one as are legible there, all on one part of the map, else
    each alone. `window`: that of all pictures; None: each has its own.
    """
    for most in (window.most,) if window else RUNS_OF_PICTURE if len(runs) > 1 else ():
        pages = [runs[n : n + most] for n in range(0, len(runs), most)]
        if window or all(_plan_numbered(view, rules, page).apothem >= RUN_LEGIBLE for page in pages):
            return pages
    return [[run] for run in runs]


def screens_of_runs(view: View, rules: Rules, runs: Sequence[Marks], window: RunWindow | None = None) -> list[int]:
    """How many of these runs stand together on each screen of a phone, in the same order: as many as have room there."""
    counts, left = list[int](), 0
    for page in share_runs(view, rules, runs, window):
        plan = _plan_numbered(view, rules, page, window)
        low = sums_height(rules, [(view, marks) for marks in page], _least_wide(page, window) - NUMBERED)
        high = -(-len(page) // plan.columns) * (plan.size[1] + low + GAP)
        if not counts or high > left:
            counts.append(0)
            left = TOGETHER
        counts[-1] += len(page)
        left -= high
    return counts


def _least_wide(runs: Sequence[Marks], window: RunWindow | None) -> int:
    """Pixels of the lines below a run in the narrowest way to show these."""
    return HALF if len(runs) > 1 or (window and window.columns > 1) else WIDE


def _plan_numbered(view: View, rules: Rules, runs: Sequence[Marks], window: RunWindow | None = None) -> _Plan:
    """How runs with numbers are shown in one picture."""
    shown = [(view, marks) for marks in runs]
    low = sums_height(rules, shown, _least_wide(runs, window) - NUMBERED)
    return _plan_runs(rules, shown, low, window=window)


def draw_runs(
    view: View,
    rules: Rules,
    runs: Sequence[Marks],
    first: int = 0,
    room: int = MOST_HIGH,
    window: RunWindow | None = None,
) -> Image.Image:
    """Runs of a company's trains one by one, with numbers from `first` on; a single one is without a number where none is given.

    Several are shown on the same part of the map, as large as each other, two beside each other where their stations can be read
    so. Where one alone goes so far that it cannot be read otherwise, there are several parts of the map. Below each run stands
    what every train earns, stop by stop. `room`: pixels of the picture's height, as far as the map can be read then; `window`: as
    of `share_runs`.
    """
    shown = [(view, marks) for marks in runs]
    left = NUMBERED if first or len(runs) > 1 else 0
    wide = _least_wide(runs, window) if left else WIDE
    plan = _plan_runs(rules, shown, sums_height(rules, shown, wide - left), min(room, MOST_HIGH), window)
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


def _plan_runs(
    rules: Rules,
    shown: Sequence[tuple[View, Marks]],
    low: int,
    room: int = MOST_HIGH,
    window: RunWindow | None = None,
) -> _Plan:
    """The first way to show these runs in which stations can be read on a phone, else the one in which they are largest.

    `low`: pixels of the lines below each; `room`: those of all of it, if they can be read then; `window`: as of `share_runs`.
    """
    if window:
        return _Plan(window.columns, [[window.hexes]] * len(shown), window.canvas, RUN_LEGIBLE, 1)
    if len(shown) > 1:
        within = _plan_together(rules, shown, len(shown), low, room)
        return within if within.apothem >= RUN_LEGIBLE else _plan_together(rules, shown, len(shown), low)
    view, marks = shown[0]
    plans = [_plan(rules, [[where_run(view, rules, marks)]], 1, low, room)]
    if plans[0].apothem < TORN:
        torn = parts_of_run(view, rules, marks)
        plans += [_plan(rules, [torn], 1, low, room, beside) for beside in (2, 1) if len(torn) > 1]
    best = _best(plans)
    return best if best.apothem >= TORN or room == MOST_HIGH else _plan_runs(rules, shown, low)


def _plan_together(
    rules: Rules, shown: Sequence[tuple[View, Marks]], count: int, low: int, room: int = MOST_HIGH
) -> _Plan:
    """How so many of these runs are shown in one picture, each on the part of the map with all that any of them touches."""
    around = list(dict.fromkeys(h for view, marks in shown for h in where_run(view, rules, marks)))
    return _best([_plan(rules, [[around]] * count, columns, low, room) for columns in (2, 1)])


def _best(plans: Sequence[_Plan]) -> _Plan:
    """The first in which stations can be read on a phone, else the one in which they are largest."""
    return next((p for p in plans if p.apothem >= RUN_LEGIBLE), max(plans, key=lambda p: p.apothem))


def _plan(
    rules: Rules, cells: Sequence[Sequence[Sequence[Hex]]], columns: int, low: int, most_high: int, beside: int = 1
) -> _Plan:
    """These parts of the map in so many columns of runs, as high as their hexes need.

    `most_high`: pixels of all of it; `beside`: parts of one run in a row.
    """
    most, rows = max(map(len, cells)), -(-len(cells) // columns)
    wide, below = WIDE if columns == beside == 1 else HALF, -(-most // beside)
    room = max(((most_high - GAP * (rows - 1)) // rows - low - GAP * (below - 1)) // below, LEAST_HIGH)
    areas = [run_area(rules, cell) for group in cells for cell in group if cell]
    highest = HIGHEST if wide == WIDE else HIGHEST_HALF
    high = min(max(round(wide * min(max(down / across, LOWEST), highest)) for across, down in areas), room)
    heights = [h for shape in SHAPES if (h := round(wide * shape)) < high] if columns == beside == most == 1 else []
    tried = (_fill(rules, cells, columns, beside, (wide, h)) for h in (*heights, high))
    return next((p for p in tried if p.apothem >= RUN_LEGIBLE), None) or _fill(
        rules, cells, columns, beside, (wide, high)
    )


def _fill(rules: Rules, cells: Sequence[Sequence[Sequence[Hex]]], columns: int, beside: int, canvas: Size) -> _Plan:
    """These parts of the map on a canvas of that width each, no higher than they need."""
    parts = [_around_run(rules, cell, canvas) for group in cells for cell in group if cell]
    canvas = canvas[0], max(trimmed(rules, part, canvas)[1] for part in parts)
    return _Plan(columns, cells, canvas, min(layout_of_crop(rules, part, canvas).size for part in parts), beside)


def parts_of_run(view: View, rules: Rules, marks: Marks) -> list[list[Hex]]:
    """The hexes of these trains in as few parts as can be read, each train from stop to stop; parts of different trains together
    where one can hold them.
    """
    joined: list[list[Hex]] = []
    for part in (part for run in marks.runs for part in _cut(rules, legs(view, rules, run))):
        other = next((g for g in joined if _apothem(rules, [*g, *part]) >= RUN_LEGIBLE), None)
        if other is None:
            joined.append(part)
        else:
            other += [h for h in part if h not in other]
    return joined or [[]]


def _cut(rules: Rules, ways: Sequence[Sequence[Hex]]) -> list[list[Hex]]:
    """A train's ways from stop to stop in as few parts as can be read, else in those that are largest."""
    cuts = [
        [list(dict.fromkeys(h for way in ways[a:b] for h in way)) for a, b in pairwise((0, *ends, len(ways)))]
        for count in range(min(MOST_PARTS, len(ways)))
        for ends in combinations(range(1, len(ways)), count)
    ]
    sized = [(min(_apothem(rules, part) for part in parts), parts) for parts in cuts]
    fewest = min((len(parts) for size, parts in sized if size >= RUN_LEGIBLE), default=MOST_PARTS)
    return max((s for s in sized if len(s[1]) <= fewest), key=lambda s: (s[0], -len(s[1])), default=(0, []))[1]


def _apothem(rules: Rules, hexes: Sequence[Hex], wide: int = WIDE, highest: float = PART_HIGHEST) -> int:
    """Pixels of an apothem on a part of the map that is so wide and no higher than so many times that."""
    across, down = run_area(rules, hexes)
    canvas = wide, round(wide * min(max(down / across, LOWEST), highest))
    return layout_of_crop(rules, _around_run(rules, hexes, canvas), canvas).size


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
