"""How fast this machine draws, for limits that hold on any: a limit is so many times the work of `standard_work`."""

from __future__ import annotations

import time
from collections.abc import Callable

from PIL import Image, ImageDraw

import render

SIDE = 60  # pixels of a sprite
TIMES = 5  # that work is done, of which the best counts: others use the same cores


def standard_work() -> object:
    """Five hundred sprites with soft edges on a picture of 1600 by 1200 pixels, as a PNG."""
    sprite = Image.new("RGBA", (SIDE, SIDE))
    ImageDraw.Draw(sprite).ellipse((3, 3, SIDE - 3, SIDE - 3), (200, 120, 40, 180), (20, 20, 20, 255), 3)
    picture = Image.new("RGB", (1600, 1200), "white")
    for n in range(500):
        picture.paste(sprite, (n * 67 % 1540, n * 131 % 1140), sprite)
    return render.png(picture)


def cpu_seconds(work: Callable[[], object], times: int = TIMES) -> float:
    """Seconds of this process that some work takes, at best of so many times."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def measure_effort(work: Callable[[], object], times: int = TIMES) -> float:
    """How much work something is, at best of so many times: as many times the standard work."""
    return cpu_seconds(work, times) / cpu_seconds(standard_work)
