"""One hex with what borders on it, close: the hexes that its track leads to are named across its sides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Hex
from render.data.marks import Marks
from render.data.queries import View
from render.data.run_paths import face_of
from render.drawing import fonts, style
from render.drawing.free_space import Box, moved
from render.drawing.geometry import Point, polar
from render.drawing.hex_appearance import Additions, Lettering, look
from render.drawing.layout import Layout, Size, halo_width
from render.drawing.sprites import half_size, taken_by
from render.drawing.tile_geometry import BASE, corners
from render.pictures.choices.captions import CLOSER
from render.pictures.map import LAYERS
from render.pictures.preview import around, draw_crop, layout_of_crop
from render.text.directions import side_name

SIDE = style.HEAD  # pixels of the name of a hex to which track leads: eleven on a phone
# The same, and of the place that lies there, below it, in turn where they have no room: seven on a phone at least.
PRINTS = (SIDE, style.BODY), (style.BODY, style.BODY), (style.SMALL, style.SMALL)
SIDE_WIDE = 0.45  # of a picture's width that such a place's name takes at most
BEYOND = (1.1, 1.3, 1.55, 1.8)  # apothems from the middle of a tile to where that name begins
# Degrees between the way to that name and that across its side, at most: nearer to that side than to any other.
TOWARDS = (25, 29)
RIM = 1.04  # apothems of the tile, with its outline
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
        read = [moved(b, (-left, -top)) for b in picture.info.get("read", ())]
        ground = _ground_round(view, rules, hex_id, size, where, (left, top), read)
        _name_sides(picture, ground, view, rules, hex_id, (x - left, y - top))
    return picture


def _name_sides(
    image: Image.Image, ground: _Ground, view: View, rules: Rules, hex_id: Hex, middle: tuple[int, int]
) -> None:
    """The name of each hex that the track of this one leads to, beyond that side and within the picture: on nothing that is drawn
    there but empty land, nearer to that side than to any other; with the place there, where it has room. Without room no name.
    """
    draw = ImageDraw.Draw(image)
    for side in face_of(view, rules, hex_id).exits:
        word, way = side_name(rules, hex_id, side), BASE[rules.data.layout] + 60 * side
        place = rules.data.hexes[word].name if word in rules.data.hexes else ""
        found = _find_room(image, ground, middle, way, word, place)
        if found is None:
            continue
        lines, spot, box = found
        for mask in (ground.taken, ground.lined):
            ImageDraw.Draw(mask).rectangle(box, fill=255)
        down = -0.55 * sum(points for _, points in lines[1:])
        for text, points in lines:
            fonts.write(
                draw, (spot[0], spot[1] + down), text, points, bold=True, anchor="mm", halo=halo_width(points) + 1
            )
            down += 0.55 * sum(size for _, size in lines)


def _find_room(
    image: Image.Image, ground: _Ground, middle: tuple[int, int], way: float, word: str, place: str
) -> tuple[Sequence[tuple[str, int]], Point, Box] | None:
    """The lines of the name of a side with their print, its middle and its box, in the largest print that finds room: straight
    beyond the side if it can, else aside or further out. Of a hex with a place that is named in any case, as in the words below.
    Across the sides of hexes only where it has no room between them.
    """
    forms = [[word, place], [place]] if place else [[word]]
    for mask, form, most, prints in product((ground.lined, ground.taken), forms, TOWARDS, PRINTS):
        lines = list(zip(form, prints, strict=False))
        wide = max(fonts.width(text, points, bold=True) for text, points in lines)
        if place and fonts.width(place, lines[-1][1], bold=True) > image.width * SIDE_WIDE:
            continue
        half = wide / 2 + 4, lines[0][1] * 0.4 + 4 + sum(points * 0.55 for _, points in lines[1:])
        for far, aside in product(BEYOND, ASIDE):
            spot = _beyond(image, middle, ground.size * far, way + aside, half)
            box = _box(spot, half)
            out = spot[0] - middle[0], spot[1] - middle[1]
            if (
                _along(out, way) >= math.cos(math.radians(most)) * math.hypot(*out)
                and _is_beyond(spot, half, middle, way, ground)
                and mask.crop(box).getbbox() is None
            ):
                return lines, spot, box
    return None


def _is_beyond(spot: Point, half: tuple[float, float], middle: tuple[int, int], way: float, ground: _Ground) -> bool:
    """Whether each half of a name that lies that way from a middle is nearer to that side than to one with another place."""
    for x in (spot[0] - half[0] / 2, spot[0] + half[0] / 2):
        out = x - middle[0], spot[1] - middle[1]
        if any(_along(out, other) > _along(out, way) for other in ground.places):
            return False
    return True


def _along(out: Point, way: float) -> float:
    """How far a spot lies that way."""
    across, down = polar(way, 1.0)
    return out[0] * across + out[1] * down


class _Ground(NamedTuple):
    """What is drawn round a hex: a mask of the picture, the same with the sides of hexes, the apothem in pixels, and which way
    other places lie, in degrees.
    """

    taken: Image.Image
    lined: Image.Image
    size: int
    places: tuple[float, ...]


def _ground_round(
    view: View, rules: Rules, hex_id: Hex, size: Size, where: Layout, corner: tuple[int, int], read: Iterable[Box]
) -> _Ground:
    """The hex itself, all track and stops round it, and what is written there. `corner`: of the picture on its crop."""
    taken, additions = Image.new("L", size), Additions.of(view, rules)
    bare = Lettering(numbers=False, names=False, costs=False, circles=where.circles)
    for other in around(rules.data, hex_id, 2):
        h = rules.data.hexes[other]
        seen = look(view, rules, h, where.size, bare, additions)
        (x, y), half = where.centre(h), half_size(seen)
        taken.paste(255, (x - corner[0] - half[0], y - corner[1] - half[1]), taken_by(seen))
    draw = ImageDraw.Draw(taken)
    rim = [where.point(rules.data.hexes[hex_id], c) for c in corners(rules.data.layout, RIM)]
    draw.polygon([(x - corner[0], y - corner[1]) for x, y in rim], fill=255)
    for box in read:
        draw.rectangle(box, fill=255)
    sides = [(side, rules.data.hexes.get(side_name(rules, hex_id, side))) for side in range(6)]
    places = (side for side, h in sides if h and (h.name or face_of(view, rules, h.id).tile.stops))
    lined = taken.copy()
    for other in around(rules.data, hex_id, 2):
        edge = [where.point(rules.data.hexes[other], c) for c in corners(rules.data.layout)]
        ImageDraw.Draw(lined).polygon([(x - corner[0], y - corner[1]) for x, y in edge], outline=255)
    return _Ground(taken, lined, where.size, tuple(BASE[rules.data.layout] + 60 * side for side in places))


def _beyond(
    image: Image.Image, middle: tuple[int, int], far: float, way: float, half: tuple[float, float]
) -> tuple[float, float]:
    """The middle of a box that begins so many pixels that way (degrees) from a middle, within the picture.

    `half`: of its width and height.
    """
    dx, dy = polar(way, 1.0)
    far += abs(dx) * half[0] + abs(dy) * half[1]
    return (
        min(max(middle[0] + dx * far, half[0]), image.width - half[0]),
        min(max(middle[1] + dy * far, half[1]), image.height - half[1]),
    )


def _box(middle: tuple[float, float], half: tuple[float, float]) -> Box:
    """The box of whole pixels round that middle."""
    (x, y), (wide, high) = middle, half
    return round(x - wide), round(y - high), round(x + wide), round(y + high)
