"""What it costs a name to stand as it does, by what the map is for. All costs are apothems of a pointer."""

from __future__ import annotations

from typing import NamedTuple

from render.drawing.names.ground import FAR, NEAR


class Costs(NamedTuple):
    """What it costs to be a step smaller, and a city more; to stand nearer to another place than to its own, and close above or
    below another name with a line. `pressed`: apothems round its hex in which a city's name may have condensed letters, or a
    second line, to be as large as others.
    """

    smaller: float
    city: float
    astray: float
    alike: float
    pressed: float = FAR


ON_MAP = Costs(smaller=1.9, city=2.1, astray=0.8, alike=0.8)
ON_PART = Costs(smaller=1.9, city=0.0, astray=0.0, alike=0.4)  # there print that a phone shows large comes first
OF_RUN = Costs(smaller=0.6, city=0.0, astray=0.8, alike=0.4)  # which many look at for a moment, as at a replay
RUN_ON_MAP = ON_MAP._replace(smaller=OF_RUN.smaller)
IN_REPLAY = Costs(smaller=0.6, city=1.3, astray=0.8, alike=1.5, pressed=NEAR)


def costs_of(*, part: bool, replay: bool, runs: bool) -> Costs:
    """Those of a map: `part`: of a part of it; `replay`: whether its names stand on other boards too; `runs`: of runs."""
    if replay:
        return IN_REPLAY
    if runs:
        return OF_RUN if part else RUN_ON_MAP
    return ON_PART if part else ON_MAP
