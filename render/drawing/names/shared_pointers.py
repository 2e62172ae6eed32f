"""Lines from names that stand at the same places on several boards to their stops as they are on one of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from game.hexes import Layout as HexLayout
from game.state import Hex
from game.title_data import HexData
from render.drawing.free_space import Box, Line, is_free, slanting
from render.drawing.hex_appearance import Look
from render.drawing.layout import Layout
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.symbols import draw_pointer


def draw_pointers(
    image: Image.Image,
    layout: HexLayout,
    where: Layout,
    ground: tuple[Mapping[Hex, HexData], Mapping[Hex, Look]],
    tied: Mapping[Hex, Box],
    values: Sequence[Box],
    words: Sequence[Box] = (),
) -> None:
    """Lines from these names, which stand there already, to the stops as they are on this board, beside its values and, where
    that is possible, these words.
    """
    neighbourhood, lines = Neighbourhood(layout, where, *ground), list[Line]()
    for hex_id, box in tied.items():
        near = neighbourhood.lines_from(ground[0][hex_id], box)
        taken = [*values, *(other for i, other in tied.items() if i != hex_id)]
        ways = [way for way in (*near, *slanting(box, near)) if is_free(way, taken, lines)]
        lines.append(next((way for way in ways if is_free(way, words, ())), (ways or near)[0]))
        draw_pointer(image, lines[-1], where.size)
