"""Letters and numbers along the edges of a map, which may go where a name has no other place that is as good."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, crosses, overlap
from render.drawing.layout import Layout, edge_marks, halo_width
from render.drawing.map_print import MapPrint

ROOMY = 4  # times the print of coordinates from row to row, where no name stands right above or below one


class Coordinate(NamedTuple):
    """A letter or number at an edge.

    `box`: where it stands, and above or below its row; `margin`: round it, where a name seems to be one with it; `at`: the upper
    left corner of `below`, what was there before it was written, and of `written`.
    """

    box: Box
    margin: Box
    at: tuple[int, int]
    below: Image.Image
    written: Image.Image

    @property
    def reach(self) -> Box:
        """Where no name stands without it going away."""
        one, other = self.box, self.margin
        return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])

    def is_alone(self, image: Image.Image) -> bool:
        """Whether nothing was drawn over it since."""
        (left, top), (wide, high) = self.at, self.below.size
        return image.crop((left, top, left + wide, top + high)).tobytes() == self.written.tobytes()

    def erase(self, image: Image.Image) -> None:
        """Show what is below it."""
        image.paste(self.below, self.at)


def write_coordinates(
    image: Image.Image,
    where: Layout,
    shown: Sequence[HexData],
    sizes: MapPrint,
    taken: Collection[Box],
    coast: Sequence[Line],
    *,
    whole: bool,
) -> list[Coordinate]:
    """Those of the hexes that are shown, but none on what is taken: the other end of that row has it.

    `coast`: of land without hexes; `whole`: the map is; land and coast of a part go on below them.
    """
    size, gap = sizes.edge, halo_width(sizes.name) + 1  # the paper round a name would cut them in half
    rim, draw = style.beside_the_map(), ImageDraw.Draw(image)
    marks = edge_marks(where, shown, size)
    ends = min(y for _, (_, y) in marks), max(y for _, (_, y) in marks)
    beyond = {ends[0]: (where.size, 0), ends[1]: (0, where.size)}  # the rows at the top and at the bottom
    found = list[Coordinate]()
    for text, (x, y) in marks:
        left, top, right, bottom = fonts.bounds(text, size, bold=True, anchor="mm")
        there = round(x) + left, round(y) + top, round(x) + right, round(y) + bottom
        if any(overlap(there, b) for b in taken):
            continue
        halo = halo_width(size) if not whole or any(crosses(line, there) for line in coast) else 0
        apart = halo + 2
        area = there[0] - apart, there[1] - apart, there[2] + apart, there[3] + apart
        below = image.crop(area)
        fonts.write(draw, (x, y), text, size, bold=True, ink=style.SOFT, anchor="mm", halo=halo, rim=rim)
        over, under = beyond.get(y, (0, 0))
        box = there[0], there[1] - over, there[2], there[3] + under
        aside, away = size * 3 // 4, max(gap, size // 3) if where.down > ROOMY * size else gap
        margin = there[0] - aside, there[1] - away, there[2] + aside, there[3] + away
        found.append(Coordinate(box, margin, area[:2], below, image.crop(area)))
    return found
