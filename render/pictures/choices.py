"""What may be chosen on the map, numbered as the buttons below are: places, tiles with their turns, trains' runs.

As wide as three times a phone: numbers are at least 11 pixels high where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from game.actions import LayTile
from game.rules import Rules
from game.state import Hex, Slot
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of, pieces
from render.drawing import style
from render.drawing.layout import Size, spread
from render.pictures.lots import WIDE
from render.pictures.map import LAYERS
from render.pictures.overlay import badge
from render.pictures.preview import around, centre_of_crop, draw_crop, with_lay
from render.pictures.run_sums import draw_sums, sums_height
from render.pictures.window import window

RADIUS = 30  # of a number, at least
PLACES: Size = (WIDE, 900)
RUN: Size = (WIDE, 660)
HALF: Size = (WIDE // 2 - 6, 500)
GAP = 12
CLOSER = 1.5  # how much larger a hex is drawn than one that is seen with all its neighbours
STACKED = 2  # runs below each other; more of them stand in two columns


def draw_places(view: View, rules: Rules, hexes: Sequence[Hex], slots: Sequence[Slot] = ()) -> Image.Image:
    """The part of the map where something may be built, each place outlined and numbered in the order given.

    `slots`: circles of stations instead of hexes: ringed and numbered.
    """
    there = [*hexes, *(s.partition(".")[0] for s in slots)]
    marks = Marks(hexes=tuple(hexes), slots=tuple(slots), order=(*hexes, *slots), least=RADIUS)
    part = window(rules.data, there, PLACES)
    wide, high = spread([rules.data.hexes[h] for h in part], rules.data.layout == "pointy")
    canvas = WIDE, min(max(round(WIDE * high / wide), WIDE * 6 // 10), WIDE * 4 // 3)
    return draw_crop(view, rules, part, marks, canvas=canvas)


def free_slot(view: View, rules: Rules, city: str) -> Slot:
    """The circle of a hex or city in which the next station would stand."""
    hex_id, _, stop = city.partition(".")
    for known in face_of(view, rules, hex_id).tile.cities:
        if stop.partition(".")[0] in ("", known.name):
            circles = [f"{hex_id}.{known.name}.{i}" for i in range(known.slots)]
            return next((c for c in circles if c not in view.tokens), circles[-1])
    return f"{hex_id}.+.0"


def draw_lays(view: View, rules: Rules, lays: Sequence[LayTile]) -> Image.Image:
    """Ways to lay tiles, side by side, numbered; each with what lies round it."""
    columns = 2 if len(lays) in (2, 4) else 3
    side = (WIDE - GAP * (columns - 1)) // columns
    return _grid([_close(with_lay(view, lay), rules, lay.hex, side) for lay in lays], columns, rules)


def _close(view: View, rules: Rules, hex_id: Hex, side: int) -> Image.Image:
    """A hex in the middle of a square, with what borders on it; without names, which would be cut."""
    large = round(side * CLOSER)
    shown = draw_crop(
        view,
        rules,
        around(rules.data, hex_id, 1),
        Marks(hexes=(hex_id,)),
        canvas=(large, large),
        layers=LAYERS - {"coordinates", "names"},
    )
    x, y = centre_of_crop(rules, around(rules.data, hex_id, 1), hex_id, (large, large))
    left, top = (min(max(at - side // 2, 0), large - side) for at in (x, y))
    return shown.crop((left, top, left + side, top + side))


CLOSE = 3.6  # apothems from the middle of a run's picture to its side, at least: short runs are seen large


def draw_runs(view: View, rules: Rules, runs: Sequence[Marks]) -> Image.Image:
    """Runs of a company's trains one by one, each on the part of the map where it goes; a single one without a number.

    Below each stands what every train earns, stop by stop.
    """
    columns = 1 if len(runs) <= STACKED else 2
    canvas, low = RUN if columns == 1 else HALF, sums_height(runs)
    parts = []
    for marks in runs:
        part = window(rules.data, where_run(view, rules, marks), canvas, CLOSE)
        whole = style.canvas((canvas[0], canvas[1] + low), rules.data)
        whole.paste(draw_crop(view, rules, part, marks, canvas=canvas), (0, 0))
        draw_sums(whole, view, rules, marks, (0, canvas[1], canvas[0], canvas[1] + low))
        parts.append(whole)
    return _grid(parts, columns, rules) if len(parts) > 1 else parts[0]


def where_run(view: View, rules: Rules, marks: Marks) -> list[Hex]:
    """The hexes that these runs touch."""
    return list(dict.fromkeys(p.hex for run in marks.runs for p in pieces(view, rules, run))) or list(rules.data.hexes)


def _grid(parts: Collection[Image.Image], columns: int, rules: Rules) -> Image.Image:
    """Pictures of one size in rows, with their numbers; the last row, where it is shorter, in the middle."""
    wide, high = next(iter(parts)).size
    rows = -(-len(parts) // columns)
    size = columns * wide + (columns - 1) * GAP, rows * high + (rows - 1) * GAP
    image = style.canvas(size, rules.data, style.RULE)
    lacking = rows * columns - len(parts)  # in the last row
    if lacking:
        image.paste(style.PAPER, (0, (rows - 1) * (high + GAP), *size))
    for i, part in enumerate(parts):
        aside = lacking * (wide + GAP) // 2 if i // columns == rows - 1 else 0
        x, y = (i % columns) * (wide + GAP) + aside, (i // columns) * (high + GAP)
        image.paste(part, (x, y))
        badge(image, x + RADIUS + 8, y + RADIUS + 8, RADIUS, str(i + 1), style.MARK)
    return image
