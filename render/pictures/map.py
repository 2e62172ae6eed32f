"""The map of a position: hexes, tokens, reserved homes, what changed, how trains ran, and a panel where there is room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from game.rules import Rules
from game.state import Company, Hex
from game.title_data import HexData, TitleData
from render.data.board_view import board_digest
from render.data.marks import NONE, Marks
from render.data.queries import View
from render.drawing import style
from render.drawing.free_space import Box
from render.drawing.image_cache import LockedCache
from render.drawing.landscape.river_fees import write_fees
from render.drawing.landscape.sea import surround
from render.drawing.layout import Layout, Size, edge_margin, fit
from render.drawing.map_print import LAST, MapPrint, crop_print, phone_print, wide_print
from render.drawing.names.shared_pointers import draw_pointers
from render.drawing.tile_geometry import BARE, BOARD, PHONE
from render.pictures import overlay
from render.pictures.painter import Painter, Print
from render.pictures.panel import Panel
from render.pictures.sheet import Sheet, arrange

CANVAS: Size = (1600, 1200)
TALL: Size = (1200, 1600)  # for phones: as wide as the phone is, hexes are a third larger than on the other
BARE_EDGE = 10  # pixels along the sides of a map without coordinates there
LAYERS = frozenset({"coordinates", "names", "numbers", "costs", "runs", "panel", "marks"})
MAP_ALONE = LAYERS - {"panel"} | {"phone"}  # of a whole map that is drawn for a phone with nothing beside it
FEW = 2  # names of stops that may stand a little far off before all names of a picture of runs are two steps smaller


class Words(NamedTuple):
    """Names that stand at the same places on several boards.

    `image`: as large as a map; `mask`: where on it they are; `tied`: those that have a line to their stop; `far_off`: how many
    stand very far from it, or nowhere.
    """

    image: Image.Image
    mask: Image.Image
    tied: Mapping[Hex, Box]
    far_off: int = 0


# By how many steps a map has its names in smaller print, by all that this depends on: nobody has to find out twice.
_SMALL = LockedCache[bytes, int](4096)


def draw_map(
    view: View,
    rules: Rules,
    marks: Marks = NONE,
    *,
    canvas: Size = CANVAS,
    layers: Collection[str] = LAYERS,
    asked: Sequence[str] | None = None,
    focus: Collection[Hex] = (),
    large: bool = False,
    frame: Box | None = None,
    still: Words | None = None,
    boards: Sequence[View] = (),
) -> Image.Image:
    """The board as that view knows it.

    `layers`: coordinates (in the hexes; those along the edges are always there), names, numbers (of tiles), costs, runs, panel,
    marks; "phone": printed for one; "large stations": small; "no edges" leaves out those along the edges.
    `asked`: who must act, by name; None: as the view says. `focus`: only these hexes, larger. `large`: large print, twice the
    canvas in each direction.
    `frame`: the part that will be cut out: what is written across its sides is left out. `still`: words with places of their own.
    `boards`: others on which these names will stand: where all of them leave room; they alone are drawn, on even ground, which is
    kept as `bare`.
    """
    if large:
        canvas = canvas[0] * 2, canvas[1] * 2
    shown = [h for i, h in rules.data.hexes.items() if not focus or i in focus]
    sheet: Sheet | None = None
    if "panel" in layers and not focus:
        panel = Panel(view, rules, marks if "runs" in layers else NONE, asked, min(canvas) / 1200)
        sheet = arrange(shown, rules.data, canvas, panel)
    bare = "no edges" in layers and not focus
    where = sheet.where if sheet else placed(shown, rules.data, canvas, stepped=bool(focus), bare=bare)
    phone = bool({"large stations", "phone"} & {*layers}) or (sheet is not None and canvas[1] > canvas[0])
    where = replace(where, circles=BOARD if not phone else BARE if "large stations" in layers else PHONE)
    if sheet:
        sizes = sheet.panel.print
    elif focus:
        sizes = crop_print(where.size, canvas[0])
    else:
        sizes = phone_print(where.size) if phone else wide_print(where.size, min(canvas) / CANVAS[1])
    where = replace(where, print=sizes)
    wanted = _Wanted(sheet.size if sheet else canvas, layers, focus, frame, still, sheet, where, phone, boards, sizes)
    key = board_digest(
        view,
        rules,
        replace(marks, moves=()),
        sorted(layers),
        sorted(focus),
        frame,
        where,
        not still,
        [sorted(b.tiles.items()) for b in boards],
    )
    small = _SMALL.get(key)
    image, unnamed = _paint(view, rules, marks, wanted, small=small or 0)
    if small is None:
        small = 0
        for steps in range(1, LAST + 1 if focus else LAST):
            if marks.runs and steps < LAST and sum(unnamed[:2]) > FEW:
                continue  # one step is not enough for so many
            if any(unnamed) and (steps == 1 or marks.runs or any(unnamed[:2])):
                smaller, left = _paint(view, rules, marks, wanted, small=steps)
                image, unnamed, small = (smaller, left, steps) if left < unnamed else (image, unnamed, small)
        _SMALL.keep(key, small)
    return image


class _Wanted(NamedTuple):
    """What `draw_map` is asked for, and where the map then lies; `phone` as of `_Print`."""

    size: Size
    layers: Collection[str]
    focus: Collection[Hex]
    frame: Box | None
    still: Words | None
    sheet: Sheet | None
    where: Layout
    phone: bool
    boards: Sequence[View]
    sizes: MapPrint


def _paint(
    view: View, rules: Rules, marks: Marks, wanted: _Wanted, *, small: int
) -> tuple[Image.Image, tuple[int, ...]]:
    """The map, and how many names have no free place on it, stand very far off, and far off.

    `small`: by how many steps names are smaller.
    """
    size, layers, focus, frame, still, sheet, where, phone, boards, sizes = wanted
    shown = [h for i, h in rules.data.hexes.items() if not focus or i in focus]
    image = style.canvas(size, rules.data, style.SEA)
    surround(image, where, rules.data)
    if sheet:
        sheet.paint_ground(image)
    painter = Painter(
        image,
        view,
        rules,
        where,
        layers,
        Print(phone, small, sizes),
    )
    painter.surroundings(focus)
    if focus and marks.about is not None:
        painter.asked = marks.about | ({h.id for h in shown} & _stations(view, marks.runner))
    numbered = {what.partition(".")[0] for what in marks.order} if "marks" in layers else set[Hex]()
    painter.hexes(
        shown,
        marks.hexes if marks.choice else (),
        {h.id for h in shown} if boards else numbered,
        marks.hexes if "marks" in layers else (),
    )
    painter.reserve(boards)
    fees: list[Box] = []
    if "costs" in layers:
        fees = write_fees(image, rules, where, painter.shown, painter.sprites, painter.boxes, points=sizes.fee)
        painter.boxes += fees
    written = [(box, image.crop(box)) for box in fees if marks.buildable or marks.hexes]
    if frame is not None:
        painter.clear_cut_words(frame)
    if "no edges" not in layers:
        painter.coordinates(shown)
    for h in (painter.shown[i] for i in marks.hexes if marks.old and i in painter.shown):
        overlay.old_track(image, view, rules, where, h, marks.old)
    if marks.network:
        painter.network(marks.network)
    painter.runs(marks)
    painter.homes(marks)
    painter.tokens(marks)
    painter.outlines(marks)
    if still is not None:
        grounds = {i: sprite.ground for i, sprite in painter.sprites.items()}
        ground = painter.shown, grounds
        draw_pointers(image, rules.data.layout, where, ground, still.tied, painter.values, painter.boxes)
        image.paste(still.image, (0, 0), still.mask)  # above runs and outlines, which crossed out letters
    for box, fee in written:  # what one pays there stands on the outline of a hex, not under it
        image.paste(fee, box[:2])
    painter.changes(marks)
    if sheet:
        painter.boxes += sheet.grounds  # no name stands on the lists
    if boards:  # on even ground every letter differs from what is below it, on track it would not
        image.paste(style.HEX["white"], (0, 0, *image.size))
        image.info["bare"] = image.copy()
    if "names" in layers:
        painter.names()
        image.info["tied"], image.info["far_off"] = painter.tied, len({*painter.far_off, *painter.unnamed})
    if sheet:
        sheet.paint(image)
    read = *painter.boxes, *painter.run_lines, *painter.yielding, *painter.stations
    image.info["values"], image.info["read"] = tuple(painter.values), read
    counted = painter.unnamed, painter.far_off, painter.cramped
    return image, tuple(sum(_is_whole(painter, i) for i in hexes) for hexes in counted)


def _stations(view: View, company: Company) -> set[Hex]:
    """The hexes where a company has a station."""
    return {slot.partition(".")[0] for slot, owner in view.tokens.items() if owner == company}


def _is_whole(painter: Painter, hex_id: Hex) -> bool:
    """Whether no side of the picture cuts that hex."""
    (x, y), size, (wide, high) = painter.where.centre(painter.shown[hex_id]), painter.where.size, painter.image.size
    return size <= x <= wide - size and size <= y <= high - size


def placed(
    shown: Sequence[HexData], data: TitleData, canvas: Size, *, stepped: bool = False, bare: bool = False
) -> Layout:
    """Where these hexes lie on a canvas without a panel. `stepped`: they are a part of the map (`layout.STEPS`); `bare`: no
    coordinates stand at its edges.
    """
    edge = BARE_EDGE if bare else edge_margin(canvas)
    return fit(shown, data, canvas, (edge, edge, canvas[0] - edge, canvas[1] - edge), stepped=stepped)
