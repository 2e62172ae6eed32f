"""What stops pay, written on their hex: in discs of one size, in fields on small maps, in rows of boxes by phase."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from PIL import Image, ImageDraw

from game.tiles import Stop
from render.data.names import stop_worth
from render.drawing import fonts, style
from render.drawing.canvas import SCALE
from render.drawing.free_space import Box, Room, middle_of
from render.drawing.geometry import Point
from render.drawing.hex_page import HexPage, obstacles
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.tile_geometry import BARE

DISC = 0.25  # radius of the disc of a value: one size for a whole map
SMALLER_DISCS = (0.24, 0.22, 0.2, 0.19, 0.175, 0.16)  # for the few tiles that have no room for it
FIELDS_BELOW = 40  # pixels of an apothem of a map for a phone: there values stand in fields
ROOMY, TIGHT = (0.5, 1.06), (0.25, 0.92)  # of a field, in its print: its width beside the value, its height
ROUND = 0.42  # of its height, the radius of its ends
STEP = 8  # pixels from one place to the next that is tried for a value that must hide something
IN_DISC = 3  # letters of a value, at most; a field has more
FULL = 1.45  # radii of a disc in the print of the value in it, at most


def write_values(page: HexPage, *, hiding: bool = True) -> None:
    """What stops pay: a disc, or a row of boxes by phase with the valid one stressed. `hiding`: over track or a stop where
    nothing else is free; else it is left out there.
    """
    look, places = page.look, list(page.form.places.values())
    alike = len({p.stop.values for p in places}) == 1
    for place in places[: 1 if alike else None]:
        stop = place.stop
        if len(stop.values) > 1:
            off = stop.kind == "off"
            if not off:
                around = page.to_pixels((0, 0.75), (0, -0.75), (-0.7, 0), (0.7, 0))
            elif look.name:  # which has room beside them
                around = page.to_pixels((0, 0.3), (0, -0.3))
            else:
                around = page.to_pixels((0, 0))
            _write_phase_boxes(page, stop, around, hiding=hiding)
        elif stop.values[0][1]:
            x, y = (0.0, 0.0) if alike and len(places) > 1 else (place.x, place.y)
            near = page.to_pixels((x + 0.55, y), (x - 0.55, y), (x, y - 0.6), (x, y + 0.6))
            _write_disc(page, stop_worth(look.worth, stop.values[0][1]), near, hiding=hiding)


def _write_disc(page: HexPage, text: str, near: list[Point], *, hiding: bool) -> None:
    """A value in a disc; on a small map for a phone, where its figures could not be read, in a field close round them."""
    look, largest = page.look, page.print.values  # small print is for maps so full that names need all room
    fields = look.phone and look.size < FIELDS_BELOW and not look.small
    if fields and _write_field(page, page.room, text, near, ROOMY, page.print.down(page.print.value)):
        return
    if look.outlined and _write_within_outline(page, text, near):
        return
    if (look.crop or look.phone) and _write_readable(page, text, near):
        return
    for beside_track in (False, True):
        room = page.room_beside_track() if beside_track else page.room
        for cut in (fonts.Cut.BOLD, fonts.NARROW):
            if cut == fonts.Cut.BOLD and _draw_disc(page, room, text, near, largest):
                return
            if _write_field(page, room, text, near, TIGHT, largest, cut):
                return
    over_corners = page.room_beside_track(over_corners=True)
    if any(_write_field(page, over_corners, text, near, TIGHT, largest, cut) for cut in (fonts.Cut.BOLD, fonts.NARROW)):
        return
    if hiding:
        _write_where_little_is_hidden(page, text)


def _write_within_outline(page: HexPage, text: str, near: list[Point]) -> bool:
    """A value in print that is read, off the outline that is drawn over the hex; says whether there is room for that."""
    room = page.room_within_outline()
    sizes = [points for points in page.print.values if points >= _least_read(page)]
    return any(
        _draw_disc(page, room, text, near, (size,)) or _write_field(page, room, text, near, TIGHT, (size,))
        for size in sizes
    )


def _least_read(page: HexPage) -> int:
    """The least print that a phone shows large enough."""
    return page.print.fine if page.look.crop else page.print.small


def _write_readable(page: HexPage, text: str, near: list[Point]) -> bool:
    """A value in print that a phone shows large enough, in a disc or over a corner; says whether there is room for that."""
    sizes = [points for points in page.print.values if points >= _least_read(page)]
    over_corners: Room | None = None  # made where a disc finds no room
    for size in sizes:
        if _draw_disc(page, page.room, text, near, (size,)):
            return True
        over_corners = over_corners or page.room_beside_track(over_corners=True)
        for room, cut in product((page.room, over_corners), (fonts.Cut.BOLD, fonts.NARROW)):
            if _write_field(page, room, text, near, TIGHT, (size,), cut):
                return True
    return False


def _draw_disc(page: HexPage, room: Room, text: str, near: list[Point], sizes: Sequence[int]) -> bool:
    """A value in the largest of these sizes of print for which that room has a disc; says whether there is one."""
    if len(text) > IN_DISC:
        return False
    shares = DISC + 0.02 if page.look.phone else DISC, *SMALLER_DISCS
    for points in sizes:
        least = math.ceil(max(points / FULL, fonts.width(text, points, bold=True) / 2 + 1))
        for r in dict.fromkeys((*(r for share in shares if (r := round(page.look.size * share)) > least), least)):
            box = room.find_disc(2 * r + 1, near)
            if box is not None:
                page.image.paste(style.RIM, (box[0], box[1]), _disc_mask(2 * r + 1))
                page.image.paste(style.WHITE, (box[0] + 1, box[1] + 1), _disc_mask(2 * r - 1))
                at = box[0] + r + 0.5, box[1] + r + 0.5
                fonts.write(page.draw, at, text, points, bold=True, ink=style.BLACK, anchor="mm")
                page.room.take(box, "value")
                return True
    return False


def _write_field(
    page: HexPage,
    room: Room,
    text: str,
    near: list[Point],
    air: tuple[float, float],
    sizes: Sequence[int],
    cut: fonts.Cut = fonts.Cut.BOLD,
) -> bool:
    """A value in a field with round ends; says whether that room has one. `air`: of its print."""
    for size in sizes:
        box = room.find(*_field_around(text, size, air, cut), near)
        if box is not None:
            _draw_field(page, box, text, size, cut)
            return True
    return False


def _field_around(text: str, size: int, air: tuple[float, float], cut: fonts.Cut) -> tuple[int, int]:
    """How wide and how high a field is round a value in that print."""
    return fonts.width(text, size, cut) + round(size * air[0]), round(size * air[1])


def _draw_field(page: HexPage, box: Box, text: str, size: int, cut: fonts.Cut) -> None:
    """A value in that field: with round ends and a rim, as a disc has them. Where the field is close round the figures the rim
    stands beyond it.
    """
    close = box[2] - box[0] - fonts.width(text, size, cut) < size * ROOMY[0] - 1
    across, down = (2, 1) if close else (0, 0)
    wide, high = box[2] - box[0] + 2 * across, box[3] - box[1] + 2 * down
    for rim, colour in ((0, style.RIM), (1, style.WHITE)):
        at = box[0] - across + rim, box[1] - down + rim
        page.image.paste(colour, at, _field_mask(wide - 2 * rim, high - 2 * rim))
    fonts.write(page.draw, middle_of(box), text, size, bold=cut, ink=style.BLACK, anchor="mm")
    page.room.take(box, "value")


def _write_where_little_is_hidden(page: HexPage, text: str) -> None:
    """A value for which nothing is free, in its least print: on track, at last on a stop."""
    size, cut = page.print.values[-1], fonts.NARROW
    wide, high = _field_around(text, size, TIGHT, cut)
    hidden = obstacles(page.look, page.form, page.half)
    for on_stops in (False, True) if page.look.circles != BARE else (False,):
        room = page.room_on_track(on_stops=on_stops)
        places = room.places(wide, high)
        spots = (
            room.nearest(places, wide, high, [(x, y)])
            for x in range(0, room.width, STEP)
            for y in range(0, room.height, STEP)
            if places
        )
        boxes = {box for box in spots if box is not None}
        if boxes:
            _draw_field(page, min(boxes, key=lambda box: (hidden.crop(box).histogram()[255], box)), text, size, cut)
            return


def _write_phase_boxes(page: HexPage, stop: Stop, near: list[Point], *, hiding: bool) -> None:
    valid = stop.value(page.look.colours)
    cells = [(c or "yellow", v) for c, v in stop.values]
    if page.look.circles == BARE and not page.print.crop:  # of a replay, for all places alike: what they pay now
        cells = [cell for cell in cells if cell[1] == valid][:1]
        found = _find_large_box(page, cells, near)
    else:
        found = _find_row(page, cells, near, hiding=hiding)
    if found is not None:
        _draw_boxes(page, cells, valid, found)
    elif hiding:
        _write_boxes_apart(page, cells, valid, near)


def _write_boxes_apart(page: HexPage, cells: Sequence[tuple[str, int]], valid: int, near: list[Point]) -> None:
    """On a small hex: what a stop pays now, and apart from it its other value where that can be read."""
    now, other = ([cell for cell in cells if (cell[1] == valid) == paid][:1] for paid in (True, False))
    found = _find_large_box(page, now, near) or _find_row(page, now, near, hiding=True)
    if found is not None:
        _draw_boxes(page, now, valid, found)
    if other and len(cells) == len(now) + len(other):
        found = _find_large_box(page, other, near)
        if found is not None and found[1] >= page.print.small:
            _draw_boxes(page, other, valid, found)


def _draw_boxes(
    page: HexPage, cells: Sequence[tuple[str, int]], valid: int, found: tuple[Box, int, tuple[int, int], bool]
) -> None:
    """A row of boxes by phase, the one in force stressed. `found`: as of `_find_boxes`."""
    look, (box, size, (wide, high), upright) = page.look, found
    for i, (colour, dollars) in enumerate(cells):
        x, y = box[0] + 1 + (0 if upright else i * wide), box[1] + 1 + (i * high if upright else 0)
        in_force = dollars == valid
        fill = (
            style.HEX.get(colour, style.WHITE) if in_force else style.mix(style.HEX[look.tile.colour], style.WHITE, 0.5)
        )
        edge, corner = (style.BLACK if in_force else fill), max(2, round(size * 0.25))
        frame = (x, y, x + wide - 1, y + high - 1)
        page.draw.rounded_rectangle(frame, corner, fill=fill, outline=edge, width=max(2, round(size * 0.1)))
        ink = style.BLACK if in_force else style.mix(fill, style.BLACK, 0.74)
        fonts.write(
            page.draw,
            (x + wide / 2, y + high / 2),
            stop_worth(look.worth, dollars),
            size,
            bold=True,
            ink=ink,
            anchor="mm",
        )
    page.room.take(box, "value")


def _find_row(
    page: HexPage, cells: Sequence[tuple[str, int]], near: list[Point], *, hiding: bool
) -> tuple[Box, int, tuple[int, int], bool] | None:
    """Where a row of boxes stands best: off track, beside it, or at last on it if it may hide any. As of `_find_boxes`."""
    beside = _find_boxes(page, page.room, cells, near) or _find_boxes(page, page.room_beside_track(), cells, near)
    return beside or (_find_boxes(page, page.room_on_track(), cells, near) if hiding else None)


def _find_large_box(
    page: HexPage, cells: Sequence[tuple[str, int]], near: list[Point]
) -> tuple[Box, int, tuple[int, int], bool] | None:
    """Where a single box stands best, in the largest print in which it has room off track or over a corner."""
    rooms = page.room, page.room_beside_track(), page.room_beside_track(over_corners=True)
    tried = (_find_boxes(page, room, cells, near, (size,)) for size in page.print.values for room in rooms)
    return next((found for found in tried if found is not None), None)


def _find_boxes(
    page: HexPage, room: Room, cells: Sequence[tuple[str, int]], near: list[Point], sizes: Sequence[int] = ()
) -> tuple[Box, int, tuple[int, int], bool] | None:
    """Where a row of boxes has room, the size of its print, the width and height of a box, and whether they stand upright.
    `sizes`: of print to try; none: those of the map.
    """
    for size, upright in product(sizes or page.print.values, (False, True)):
        longest = max(fonts.width(stop_worth(page.look.worth, value), size, bold=True) for _, value in cells)
        wide, high = longest + round(size * (0.36 if upright else 0.5)), round(size * 1.3)
        across, down = (1, len(cells)) if upright else (len(cells), 1)
        box = room.find(wide * across + 2, high * down + 2, near)
        if box is not None:
            return box, size, (wide, high), upright
    return None


@keep_drawn(2, memory_of)
def _disc_mask(side: int) -> Image.Image:
    """A smooth disc as a mask."""
    big = Image.new("L", (side * SCALE, side * SCALE))
    ImageDraw.Draw(big).ellipse((0, 0, big.width - 1, big.height - 1), fill=255)
    return big.reduce(SCALE)


@keep_drawn(4, memory_of)
def _field_mask(wide: int, high: int) -> Image.Image:
    """A smooth field with round ends as a mask."""
    big = Image.new("L", (wide * SCALE, high * SCALE))
    radius = round(big.height * ROUND)
    ImageDraw.Draw(big).rounded_rectangle((0, 0, big.width - 1, big.height - 1), radius, fill=255)
    return big.reduce(SCALE)
