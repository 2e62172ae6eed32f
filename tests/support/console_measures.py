"""How high consoles are on a phone, and how large the print of their pictures is, at each kind of step.

What is printed on the map itself is left out: names and values of places, letters of hexes and of their edges, the marks of
companies on stations, which stand beside their letters everywhere else, and the sums below runs.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from bot.views.pictures import drawing
from render.drawing import fonts, packing, phone, table
from render.drawing.discs import numbers
from render.pictures import overlay, painter
from render.pictures.choices import close_looks
from render.pictures.runs import lanes, sums
from tests.support.console_sheet import PHONE, picture

SCREEN = phone.HEIGHT + 18  # pixels of a console's picture, which has 18 above and below the message
LEAST = 11  # pixels of print where a picture is as wide as it is on a phone
# Modules of pictures that write on the map, and sums of runs.
ON_PAGE = {module.__name__ for module in (numbers, table)}  # of those that draw for others
ON_MAP = {module.__name__ for module in (close_looks, lanes, overlay, painter, sums)}


@contextmanager
def noted_print() -> Iterator[dict[bytes, float]]:
    """For each picture that is drawn meanwhile, by its file, the pixels of its smallest print on a phone. Pictures that were
    kept before are drawn anew.
    """
    drawing._kept.clear()
    smallest, now, real, packed = {}, threading.local(), fonts.write, packing.png

    def write(draw: Any, at: Any, text: str, size: int, **more: Any) -> None:
        writer = sys._getframe(1).f_globals["__name__"]
        on_page = writer.startswith("render.pictures") or writer in ON_PAGE
        if text and on_page and writer not in ON_MAP:
            now.least = min(size, getattr(now, "least", size))
        real(draw, at, text, size, **more)

    def png(image: Any) -> bytes:
        made = packed(image)
        smallest[made] = getattr(now, "least", image.width) * phone.WIDTH / image.width
        now.__dict__.clear()
        return made

    users = [m for m in sys.modules.values() if getattr(m, "png", None) is packed]
    fonts.write = write
    for module in users:
        cast("Any", module).png = png
    try:
        yield smallest
    finally:
        fonts.write = real
        for module in users:
            cast("Any", module).png = packed


def height_of(shown: Any) -> int:
    """Pixels of a console on a phone."""
    return picture(shown, PHONE).height
