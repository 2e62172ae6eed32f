"""Where the name of a place may stand, and where it does: how far off, in what print, behind which borders."""

from __future__ import annotations

from typing import NamedTuple

from render.drawing.free_space import Box, Line
from render.drawing.names.ground import FAR, NEAR, Walls
from render.drawing.names.search import FURTHEST


class Placed(NamedTuple):
    """Where a name stands on the picture, with the line that it needs. `points`: the size of its print; `beside`: a part of it
    stands in its own hex; `walls`: what it does not cross.
    """

    text: str
    box: Box
    points: int
    line: Line | None = None
    beside: bool = True
    walls: Walls = Walls.NONE


class Reach(NamedTuple):
    """How far off a name may stand: apothems from its hex, of its line, and of that line over track, at most. `nearer`: by which
    another place may be nearer to a name whose line says whose it is.
    """

    apothems: float
    line: float
    over: float
    nearer: float = 0.0


SHORT_LINE = Reach(NEAR, 1.2, 0.15)
AT_SEA = Reach(FAR, *SHORT_LINE[1:])  # for a name so wide that it would not be whole beside its hex
OVER_TRACK = Reach(NEAR, 1.2, 0.3)  # rather than across a border: over one line of track
LONG_LINE = Reach(NEAR, FURTHEST, 0.7)  # across track, not along it
TIED = Reach(NEAR, FURTHEST, 0.5, nearer=0.6)  # rather than across a border
TIED_IN_NEED = Reach(NEAR, FURTHEST, 0.7, nearer=0.6)  # rather than in the least print
FAR_OFF = Reach(FAR, FURTHEST, 0.7)
OFF_OTHERS = 0.4  # apothems from such a name to the stops of other places, at least


class Wanted(NamedTuple):
    """What is asked of a name's place: the size of its print, how far off it may be. `alone`: it seems neither to go on in
    another name nor to be that of an outlined hex.
    """

    points: int
    reach: Reach = SHORT_LINE
    alone: bool = False
