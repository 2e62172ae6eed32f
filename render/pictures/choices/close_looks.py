"""One hex with what borders on it, close: the hexes that its track leads to are named across its sides."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageStat

from game.rules import Rules
from game.state import Hex
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts
from render.drawing.free_space import Box, moved, overlap
from render.drawing.geometry import polar
from render.drawing.layout import Size, halo_width
from render.drawing.tile_geometry import BASE
from render.pictures.choices.captions import CLOSER
from render.pictures.map import LAYERS
from render.pictures.preview import around, draw_crop, layout_of_crop
from render.text.directions import side_name

SIDE = 38  # pixels of the name of a hex to which track leads: nearly 13 on a phone
SIDE_PLACE = 30  # the same of the place that lies there, below it
SIDE_WIDE = 0.45  # of a picture's width that such a place's name takes at most
BEYOND = 1.1  # apothems from the middle of a tile to where that name begins
ASIDE = (0, 8, -8, 16, -16, 24, -24, 29, -29)  # degrees to which such a name is moved off the track's way


def draw_close(
    view: View, rules: Rules, hex_id: Hex, size: Size, marks: Marks, *, larger: float = CLOSER, named: bool = False
) -> Image.Image:
    """A hex in the middle of a picture, with what borders on it; without names of places and what else would be cut.

    `larger`: against a hex that is seen with all its neighbours; `named`: with the hexes that its track leads to.
    """
    large = round(size[1] * larger)
    canvas = max(large, size[0]), large
    near = around(rules.data, hex_id, 1)
    where = layout_of_crop(rules, near, canvas)
    x, y = where.centre(rules.data.hexes[hex_id])
    left = min(max(x - size[0] // 2, 0), canvas[0] - size[0])
    top = min(max(y - size[1] // 2, 0), canvas[1] - size[1])
    frame = left, top, left + size[0], top + size[1]
    layers = LAYERS - {"coordinates", "names"} | {"no edges"}
    picture = draw_crop(view, rules, near, marks, canvas=canvas, layers=layers, frame=frame).crop(frame)
    if named:
        values, read = ([moved(b, (-left, -top)) for b in picture.info.get(what, ())] for what in ("values", "read"))
        whole = [b for b in read if min(b) >= 0 and b[2] <= size[0] and b[3] <= size[1]]
        _name_sides(picture, (values, whole), view, rules, hex_id, (x - left, y - top), where.size)
    return picture


def _name_sides(
    image: Image.Image,
    kept: tuple[Sequence[Box], Sequence[Box]],
    view: View,
    rules: Rules,
    hex_id: Hex,
    middle: tuple[int, int],
    apothem: int,
) -> None:
    """The name of each hex that the track of this one leads to, beyond that side and within the picture: on the track's way, or
    a little aside where less is covered, nearer to that side than to any other; with the place there, where it has room.
    `kept`: where what stops earn is written, and all that is read there: other words, discs and stations.
    """
    draw = ImageDraw.Draw(image)
    written: list[Box] = []
    for side in face_of(view, rules, hex_id).exits:
        word, way = side_name(rules, hex_id, side), BASE[rules.data.layout] + 60 * side
        place = rules.data.hexes[word].name if word in rules.data.hexes else ""
        place = place if fonts.width(place, SIDE_PLACE, bold=True) <= image.width * SIDE_WIDE else ""
        tries = []
        for said in dict.fromkeys((place, "")):
            wide = max(fonts.width(word, SIDE, bold=True), fonts.width(said, SIDE_PLACE, bold=True))
            half = wide / 2 + 4, SIDE * 0.4 + 4 + (SIDE_PLACE * 0.55 if said else 0)
            for aside in ASIDE:
                spot = _beyond(image, middle, apothem, way + aside, half)
                box = _box(spot, half)
                names, values, words = (sum(overlap(box, b) for b in boxes) for boxes in (written, *kept))
                tries.append(
                    (names, values, words, said != place, _measure_detail(image, box), abs(aside), said, spot, box)
                )
        *_, said, spot, box = min(tries)
        written.append(box)
        for text, size, down in ((word, SIDE, -0.55 * SIDE_PLACE if said else 0), (said, SIDE_PLACE, 0.55 * SIDE)):
            at = spot[0], spot[1] + down
            fonts.write(draw, at, text, size, bold=True, anchor="mm", halo=halo_width(size) + 1)


def _beyond(
    image: Image.Image, middle: tuple[int, int], apothem: int, way: float, half: tuple[float, float]
) -> tuple[float, float]:
    """The middle of a box beyond a tile that way (degrees), within the picture. `half`: of its width and height."""
    dx, dy = polar(way, 1.0)
    far = apothem * BEYOND + abs(dx) * half[0] + abs(dy) * half[1]
    return (
        min(max(middle[0] + dx * far, half[0]), image.width - half[0]),
        min(max(middle[1] + dy * far, half[1]), image.height - half[1]),
    )


def _box(middle: tuple[float, float], half: tuple[float, float]) -> Box:
    """The box of whole pixels round that middle."""
    (x, y), (wide, high) = middle, half
    return round(x - wide), round(y - high), round(x + wide), round(y + high)


def _measure_detail(image: Image.Image, box: Box) -> float:
    """How much would be covered there: how far the brightness of what is drawn varies, in whole steps of 255."""
    return round(ImageStat.Stat(image.crop(box).convert("L")).stddev[0])
