"""Names in two prints at most where some of them need a smaller one: of the stops of a run, and of other places beside it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from PIL import Image, ImageChops

from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts
from render.drawing.free_space import Box, moved, overlap
from render.drawing.layout import Layout, halo_width
from render.drawing.names.fitting import Fitting
from render.drawing.names.ground import line_height, measure_name
from render.drawing.names.placed_names import Placed, smaller_at, write_name
from render.drawing.names.search import Land
from render.drawing.sprites import Sprite, hex_shape, unwritten, with_rim, word_stencil

LEAST_PRINT = 14  # pixels of the name of a stop that has no place in larger print
FURTHER = 0.25  # apothems that a larger name may stand further off its stop without a line, at most
READ = 1.0  # apothems of a line that is read though its name is nearer to another place, at most
LINE_FIRST = 1.0  # what a name of a run may cost more, in apothems of a line, to be as large as others


class Prints(NamedTuple):
    """Pixels of names on a picture of runs, at most: of stops, and of other places."""

    stops: int
    others: int

    def of(self, hex_id: Hex, run: Collection[Hex]) -> int:
        """Of the name of a hex. `run`: the stops."""
        return self.stops if hex_id in run else self.others


class Written(NamedTuple):
    """A name that stands on its own hex, in lines, and the size of its print. `alone`: whether nothing is drawn over it."""

    text: str
    points: int
    alone: bool = True


def choose_prints(
    stops: Collection[int], others: Collection[int], usual: Iterable[int], *, fixed: bool = False
) -> Prints | None:
    """The print of stops and of other places of a picture on which they found room in these, two at most; None without stops.

    Stops have the two that are next to each other, if others need no third one: then all have the smaller one. Others have one
    that is smaller than that of stops, if any is `usual` for them. `fixed`: a stop cannot have other print than it has.
    """
    if not stops:
        return None
    most, least = max(stops), min(stops)
    smaller = [points for points in others if points < least]
    if most > least and (fixed or not smaller):
        return Prints(most, least)
    below = max((points for points in usual if points < least), default=least)
    return Prints(least, min([below, *smaller]))


def even_out_stops(
    fits: Fitting, shown: Mapping[Hex, HexData], written: Mapping[Hex, Written], run: Collection[Hex]
) -> Prints | None:
    """On a picture of runs stops have the largest print that is usual, those without room a step less, and other places one print
    that is no larger. `written`: names on their own hexes.
    """
    placed, sizes = fits.placed, fits.sizes
    most = max((size for i, size in _points(written, placed).items() if i in run), default=0)
    for i in [i for i, each in placed.items() if i in run and LEAST_PRINT < each.points < most]:
        _make_larger(fits, shown[i], most)
    stops = [size for i, size in _points(written, placed).items() if i in run and size > LEAST_PRINT]
    least, aside = min(stops, default=0), [shown[i] for i in placed if i not in run]
    for h in aside if len({*stops}) > 1 else ():
        if placed[h.id].points < least:
            _make_larger(fits, h, least)
    others = [size for i, size in _points(written, placed).items() if i not in run]
    usual = {size for h in aside for size in sizes(h)[:2]}
    fixed = any(i in run and each.points > least and not each.alone for i, each in written.items())
    prints = choose_prints(stops, others, usual, fixed=fixed)
    if prints is not None:
        for i in [*placed]:
            _make_smaller(fits, shown[i], prints.of(i, run))
    return prints


def _points(written: Mapping[Hex, Written], placed: Mapping[Hex, Placed]) -> dict[Hex, int]:
    """Pixels of the print of all names of a picture of runs."""
    return {i: each.points for i, each in written.items()} | {i: each.points for i, each in placed.items()}


def _make_larger(fits: Fitting, h: HexData, points: int) -> None:
    """A name in print as large as that, if it has room close by at the end of a short line, or without one hardly further off."""
    there = fits.placed.pop(h.id)
    fits.sizes = lambda _: (points,)
    found = fits.fit_near(h, there.cost + LINE_FIRST)
    fits.placed[h.id] = found if found is not None and _is_read_there(fits, h, found, there) else there


def _is_read_there(fits: Fitting, h: HexData, found: Placed, there: Placed) -> bool:
    """Whether a name is as well read as that of its place in larger print as in its print until now."""
    size, around = fits.where.size, fits.neighbourhood
    if found.line is None:
        return around.away(h, found.box) <= around.away(h, there.box) + FURTHER * size
    return not around.is_nearer_another(h, found.box) or math.dist(*found.line) <= READ * size


def _make_smaller(fits: Fitting, h: HexData, points: int) -> None:
    """A name in print no larger than that: where it then stands best, if that is closer."""
    there = fits.placed[h.id]
    if there.points <= points:
        return
    del fits.placed[h.id]
    fits.sizes, fits.smaller = lambda _: (points,), lambda _: ()
    led = there.line is not None or there.land == Land.OPEN  # a larger name may have been pushed away
    found = fits.fit(h) if led else None
    closer = found is not None and found.cost < there.cost
    fits.placed[h.id] = found if found is not None and closer else smaller_at(there, points)


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
    """The names that stand on their own hexes, and where on the picture."""
    found = dict[Hex, tuple[Box, Written]]()
    for hex_id, sprite in sprites.items():
        x, y = where.centre(shown[hex_id])
        for box in (box for what, box in sprite.boxes if what == "name"):
            there = moved(box, (x - sprite.centre[0], y - sprite.centre[1]))
            written = read_written(shown[hex_id].name, box, sizes)
            if written is not None:
                found[hex_id] = there, written._replace(alone=_is_alone(image, sprite, there, box, written.points))
    return found


def write_smaller(
    image: Image.Image, sprite: Sprite, centre: tuple[int, int], box: Box, written: Written, points: int
) -> None:
    """Write a name on its hex in smaller print in the middle of its place.

    `centre`: of the hex on that image; `box`: of the name there.
    """
    by = sprite.centre[0] - centre[0], sprite.centre[1] - centre[1]
    there = _around(sprite, moved(box, by), written.points)
    image.paste(unwritten(sprite.ground).crop(there), (there[0] - by[0], there[1] - by[1]), _stencil_of(sprite, there))
    _, high, middle = measure_name(written.text, points)
    write_name(image, written.text, points, ((box[0] + box[2]) / 2, (box[1] + box[3] - high) / 2 + middle))


def _is_alone(image: Image.Image, sprite: Sprite, there: Box, box: Box, points: int) -> bool:
    """Whether nothing was drawn over a name and the paper round it. `there`: where it is on the picture; `box`: on its hex."""
    if image.crop(there).tobytes() != sprite.flat.crop(box).convert(image.mode).tobytes():
        return False
    around = _around(sprite, box, points)
    if any(overlap(around, with_rim(what, other)) for what, other in sprite.boxes if other != box):
        return False  # its paper lies in the rim of a value, from which it cannot be told
    seen = image.crop(moved(around, (there[0] - box[0], there[1] - box[1]))).convert("RGB")
    drawn = sprite.flat.crop(around).convert("RGB")
    if seen.tobytes() == drawn.tobytes():
        return True
    return word_stencil(Image.composite(seen, drawn, _stencil_of(sprite, around)), drawn).getbbox() is None


def _around(sprite: Sprite, box: Box, points: int) -> Box:
    """Where the letters of a name on the picture of its hex are with the paper round them."""
    far, (wide, high) = halo_width(points) - 1, sprite.flat.size
    return max(box[0] - far, 0), max(box[1] - far, 0), min(box[2] + far, wide), min(box[3] + far, high)


def _stencil_of(sprite: Sprite, there: Box) -> Image.Image:
    """The shape of what is written there on the picture of a hex, within the hex."""
    stencil = word_stencil(sprite.flat.crop(there), unwritten(sprite.ground).crop(there))
    shape = hex_shape(sprite.ground.layout, sprite.ground.size, sprite.centre).crop(there)
    stencil.paste(0, (0, 0), ImageChops.invert(shape.convert("L")))
    return stencil
