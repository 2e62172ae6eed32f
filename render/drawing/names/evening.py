"""Names in one print where some of them need a smaller one: of all stops of a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from PIL import Image

from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts
from render.drawing.free_space import Box, moved
from render.drawing.layout import Layout
from render.drawing.names.ground import line_height, measure_name
from render.drawing.names.placed import write_name
from render.drawing.sprites import Sprite


class Prints(NamedTuple):
    """Pixels of names on a picture of runs, at most: of stops, and of other places."""

    stops: int
    others: int

    def of(self, hex_id: Hex, run: Collection[Hex]) -> int:
        """Of the name of a hex. `run`: the stops."""
        return self.stops if hex_id in run else self.others


class Written(NamedTuple):
    """A name that stands on its own hex, in lines, and the size of its print."""

    text: str
    points: int


def choose_prints(stops: Collection[int], others: Collection[int], *, last: bool) -> Prints | None:
    """The print of all stops that some of them need, and that of other places, of which there are two at most; None without
    stops. `last`: names have no smaller print that is read on a phone: stops keep theirs.
    """
    if not stops:
        return None
    own = max(stops) if last else min(stops)
    beside = {min(points, *stops) for points in others}
    three = len({min(points, own) for points in stops} | beside) > 2
    return Prints(own, min(beside) if three else min(stops))


def read_written(name: str, box: Box, sizes: Iterable[int]) -> Written | None:
    """In which lines and which of these sizes a name stands in a box on its hex."""
    words = name.split(" ")
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    wide, high = box[2] - box[0] - 2, box[3] - box[1] - 2
    for points in sizes:
        left, top, right, bottom = fonts.bounds(name, points, fonts.NARROW)
        if (right - left, bottom - top) == (wide, high):
            return Written(name, points)
        if high == 2 * line_height(points):
            for half in halves:
                if max(fonts.width(word, points, fonts.NARROW) for word in half) == wide:
                    return Written("\n".join(half), points)
    return None


def find_written(
    image: Image.Image,
    where: Layout,
    shown: Mapping[Hex, HexData],
    sprites: Mapping[Hex, Sprite],
    sizes: Collection[int],
) -> dict[Hex, tuple[Box, Written]]:
    """The names that stand on their own hexes with nothing drawn over them, and where on the picture."""
    found = dict[Hex, tuple[Box, Written]]()
    for hex_id, sprite in sprites.items():
        x, y = where.centre(shown[hex_id])
        for box in (box for what, box in sprite.boxes if what == "name"):
            there = moved(box, (x - sprite.centre[0], y - sprite.centre[1]))
            written = read_written(shown[hex_id].name, box, sizes)
            alone = image.crop(there).tobytes() == sprite.flat.crop(box).convert(image.mode).tobytes()
            if written is not None and alone:
                found[hex_id] = there, written
    return found


def write_smaller(image: Image.Image, box: Box, text: str, points: int) -> None:
    """Write a name in smaller print in the middle of its place on its hex."""
    _, high, middle = measure_name(text, points)
    write_name(image, text, points, ((box[0] + box[2]) / 2, (box[1] + box[3] - high) / 2 + middle))
