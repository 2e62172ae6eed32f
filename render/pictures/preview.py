"""Crops of the map round a hex: what a lay would look like, one large or up to six side by side, numbered."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import structs
from PIL import Image

from game.actions import LayTile
from game.rules import Rules
from game.state import Hex, Laid
from game.station_moves import find_targets
from game.title_data import TitleData
from game.upgrades import upgrade
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import phone, style
from render.drawing.discs.badges import badge
from render.drawing.free_space import Box
from render.drawing.layout import Layout, Size, edge_margin, spread
from render.drawing.tile_geometry import ALONE, BOARD
from render.pictures.map import LAYERS, TALL, draw_map, placed
from render.pictures.painter import LONE
from render.pictures.window import CROP, NEIGHBOURS, latest, nearest_first, window

VARIANTS = 6
SMALL = 36  # pixels of an apothem on a crop, below which it needs a wider one
STATION = 24 / (2 * LONE * ALONE[BOARD][1])  # pixels of an apothem on a phone: a station has 24 there
LEAST = 14.7  # the same in a panel: hexes are at least 34 pixels from corner to corner
MOST_ACROSS = 9.2  # apothems from the middle of such a panel to its side, at most
AIR = 8  # pixels above and below the hexes of a crop that is as high as these need
COARSE = 22  # the same, below which a crop has the large print and stations of a whole map
# Apothems from the middles of the outermost hexes of a part to its side, where there is no room for neighbours.
BEYOND = 1.1


@dataclass(frozen=True)
class Part:
    """Hexes that are shown together, on a canvas."""

    hexes: tuple[Hex, ...]
    canvas: Size
    legible: bool  # whether stations can be read on a phone


def hold(rules: Rules, hexes: Sequence[Hex], canvases: Sequence[Size]) -> Part:
    """The part of the map with all of these hexes: with their neighbours if there is room, on the first of these canvases on
    which stations can be read on a phone, else as large as can be.
    """
    return _hold(rules.data, tuple(hexes), tuple(canvases))


@lru_cache(maxsize=512)
def _hold(data: TitleData, hexes: tuple[Hex, ...], canvases: tuple[Size, ...]) -> Part:
    """What `hold` gives, kept: the next post of a table is mostly about the same part."""
    largest: tuple[float, Part] | None = None
    for beyond in (NEIGHBOURS, BEYOND):
        for canvas in canvases:
            part = tuple(window(data, hexes, canvas, beyond=beyond))
            apothem = _lay_out(data, part, canvas).size * phone.SCREEN_WIDTH / canvas[0]
            if apothem >= STATION:
                return Part(part, canvas, legible=True)
            if largest is None or apothem > largest[0]:
                largest = apothem, Part(part, canvas, legible=False)
    assert largest is not None, "there is a canvas"
    return largest[1]


def hold_most(rules: Rules, hexes: Sequence[Hex], bases: Sequence[Hex], built: Collection[Hex], canvas: Size) -> Part:
    """The part of the map with all of these hexes; where they would be too small on a phone, the part round one of the `bases`
    that has most of what was `built`, and then most of the hexes.
    """
    whole = hold(rules, hexes, [canvas])
    if not bases or layout_of_crop(rules, whole.hexes, canvas).size * phone.SCREEN_WIDTH / canvas[0] >= LEAST:
        return whole
    return _hold_most(rules.data, tuple(hexes), tuple(bases), tuple(built), canvas)


@lru_cache(maxsize=128)
def _hold_most(
    data: TitleData, hexes: tuple[Hex, ...], bases: tuple[Hex, ...], built: tuple[Hex, ...], canvas: Size
) -> Part:
    """The part round one of the bases, kept as `_hold` keeps its parts."""

    def rank(part: Sequence[Hex]) -> tuple[int, int]:
        """How much of what was built, and of all the hexes, is in a part of the map."""
        return len({*built} & {*part}), len({*hexes} & {*part})

    orders = [nearest_first(data, base, hexes) for base in dict.fromkeys(bases)]
    parts: list[tuple[Hex, ...]] = [tuple(latest(data, order, canvas, MOST_ACROSS)) for order in orders]
    best = max(parts, key=rank)
    return Part(best, canvas, legible=_lay_out(data, best, canvas).size * phone.SCREEN_WIDTH / canvas[0] >= STATION)


def split(rules: Rules, hexes: Sequence[Hex], canvases: Sequence[Size]) -> list[Part]:
    """As few parts of the map as these hexes need, all of them together, for stations to be read on a phone."""
    groups: list[list[Hex]] = []
    for h in dict.fromkeys(hexes):
        group = next((g for g in groups if hold(rules, [*g, h], canvases).legible), None)
        if group is None:
            groups.append([h])
        else:
            group.append(h)
    return [hold(rules, group, canvases) for group in groups]


def around(data: TitleData, hex_id: Hex, radius: int) -> list[Hex]:
    """The hexes at most so many steps away, the hex itself among them."""
    home = data.hexes[hex_id]
    nearby = []
    for h in data.hexes.values():
        x, y = abs(h.x - home.x), abs(h.y - home.y)
        steps = max(y, (x + y) // 2) if data.layout == "pointy" else max(x, (x + y) // 2)
        if steps <= radius:
            nearby.append(h.id)
    return nearby


def draw_crop(
    view: View,
    rules: Rules,
    hexes: Collection[Hex],
    marks: Marks = NONE,
    *,
    canvas: Size | None = None,
    layers: Collection[str] = LAYERS,
    frame: Box | None = None,
) -> Image.Image:
    """Only these hexes, drawn larger. `canvas`: as wide as a crop is and as high as they need, unless it is given; `frame`: the
    part of it that will be cut out.

    A part that is nearly the whole map is as wide as the map.
    """
    if canvas is None:
        wide, high = spread([rules.data.hexes[h] for h in hexes], rules.data.layout == "pointy")
        width = TALL[0] if CROP[0] / wide < SMALL else CROP[0]
        canvas = width, min(max(round(width * high / wide), width * 6 // 10), width * 4 // 3)
    if layout_of_crop(rules, hexes, canvas).size * phone.SCREEN_WIDTH / canvas[0] < COARSE:
        layers = {*layers, "large stations"}
    return draw_map(view, rules, marks, canvas=canvas, focus=hexes, layers=layers, frame=frame)


def layout_of_crop(rules: Rules, hexes: Collection[Hex], canvas: Size) -> Layout:
    """Where hexes lie on a crop of that size."""
    return _lay_out(rules.data, hexes, canvas)


def trimmed(rules: Rules, hexes: Collection[Hex], canvas: Size) -> Size:
    """The canvas no higher than these hexes need on it, in the size in which it has them."""
    shown = [h for i, h in rules.data.hexes.items() if i in hexes]
    high = spread(shown, rules.data.layout == "pointy")[1] * layout_of_crop(rules, hexes, canvas).size
    return canvas[0], min(canvas[1], math.ceil(high) + 2 * edge_margin(canvas) + AIR)


def _lay_out(data: TitleData, hexes: Collection[Hex], canvas: Size) -> Layout:
    return placed([h for i, h in data.hexes.items() if i in hexes], data, canvas, stepped=True)


def with_lay(view: View, rules: Rules, lay: LayTile) -> View:
    """The position with that tile on the map, its stations in the cities of the new tile, and nothing else changed."""
    tiles = view.tiles | {lay.hex: Laid(lay.tile, lay.rotation)}
    new = rules.data.tiles[lay.tile].faces[lay.rotation]
    moves = upgrade(face_of(view, rules, lay.hex), new, rules.track.grows)
    if moves is None:  # it could not be laid there
        return structs.replace(view, tiles=tiles)
    targets = find_targets(view.tokens, lay.hex, moves, new.tile)
    tokens = {targets.get(slot, slot): company for slot, company in view.tokens.items()}
    return structs.replace(view, tiles=tiles, tokens=tokens)


def draw_preview(
    view: View, rules: Rules, lays: Sequence[LayTile], *, radius: int = 0, large: bool = False
) -> Image.Image:
    """The first lay in its surroundings; of several, up to six variants numbered in the order given.

    `radius`: steps of surroundings, 0: two for a single lay and one for variants.
    """
    if len(lays) == 1:
        lay = lays[0]
        shown = around(rules.data, lay.hex, radius or 2)
        side = 1800 if large else 900
        return draw_crop(with_lay(view, rules, lay), rules, shown, Marks(hexes=(lay.hex,)), canvas=(side, side))
    shown_lays = lays[:VARIANTS]
    columns = 2 if len(shown_lays) in (2, 4) else 3
    side = (1200 if not large else 2400) // columns
    rows = -(-len(shown_lays) // columns)
    gap = side // 40
    image = style.canvas((columns * side + (columns - 1) * gap, rows * side + (rows - 1) * gap), rules.data, style.RULE)
    for i, lay in enumerate(shown_lays):
        shown = around(rules.data, lay.hex, radius or 1)
        part = draw_crop(with_lay(view, rules, lay), rules, shown, Marks(hexes=(lay.hex,)), canvas=(side, side))
        x, y = (i % columns) * (side + gap), (i // columns) * (side + gap)
        image.paste(part, (x, y))
        r = side // 13
        badge(image, x + r + 6, y + r + 6, r, str(i + 1), style.INK)
    return image
