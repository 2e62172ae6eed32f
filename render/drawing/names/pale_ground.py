"""The pale ground round a part of a map: its circles, and its stops, on which no coordinate stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw

from game.state import Hex
from game.title_data import HexData
from render.drawing import style
from render.drawing.free_space import Box
from render.drawing.hex_appearance import Look
from render.drawing.layout import Layout
from render.drawing.tile_geometry import anatomy, rings

FILLED = 0.93  # of a circle: all within its rim

Beyond = Mapping[Hex, tuple[HexData, Look]] | None  # the hexes of that ground with their looks; None: the map is whole


def pale_stops(where: Layout, beyond: Beyond) -> Iterator[Box]:
    """Where cities and towns of it are."""
    for h, ground in (beyond or {}).values():
        for at, radius in rings(anatomy(ground.tile, ground.rotation, ground.layout, ground.circles)):
            (x, y), r = where.point(h, at), radius * where.size
            yield round(x - r), round(y - r), round(x + r), round(y + r)


def fill_circles(image: Image.Image, where: Layout, beyond: Beyond) -> None:
    """The circles of its cities in the colour of their hexes: white ones seem to be of the part itself."""
    draw = ImageDraw.Draw(image)
    for h, ground in (beyond or {}).values():
        form = anatomy(ground.tile, ground.rotation, ground.layout, ground.circles)
        for place in form.places.values():
            for slot in place.slots:
                (x, y), r = where.point(h, slot), place.radius * where.size * FILLED
                draw.ellipse((x - r, y - r, x + r, y + r), fill=style.pale_of(style.HEX[ground.tile.colour]))
