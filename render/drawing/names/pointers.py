"""Lines from names to the stops that they are the names of, where they meet nothing that is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.state import Hex
from game.title_data import HexData
from render.drawing.free_space import Box, Line, Nearby, crosses, is_free, slanting
from render.drawing.geometry import off_line
from render.drawing.layout import Layout
from render.drawing.names.belonging import Ring
from render.drawing.names.ground import crossings, reach_of
from render.drawing.names.neighbourhood import Neighbourhood
from render.drawing.names.placed_names import Placed
from render.drawing.names.search import Land
from render.drawing.symbols import pointer_sides

DEAR = 1.0  # what an apothem of a pointer over track costs more
ENDS = 5  # spots on the rim of its stop to which a pointer may lead, the nearest; to any where nothing is free else
TRIED = 2  # pointers from a place of a name that are asked for, at most
WIDE = 0.15  # apothems on each side of a pointer in which it may meet something
OFF_STOPS = 0.05  # apothems from a pointer to the stops of other places, at least
POINTER = 0.3  # what one costs in the sea
RUN = 0.4  # apothems that the lines of a run beside track add to what is crossed
CELLS = 2  # apothems of the squares in which words are looked for that a pointer meets
ALONG = 2.5  # apothems of a pointer over track where nothing is free else
YIELDS = 0.35  # what it costs to take the place of a word that yields


class Pointers:
    """The lines that names on one map may have to their stops."""

    def __init__(
        self,
        where: Layout,
        neighbourhood: Neighbourhood,
        words: Sequence[Box],
        yielding: Sequence[Box],
        track: Any,
        *,
        over_runs: bool = False,
    ) -> None:
        """`words`: what no pointer meets; `yielding`: what goes where one needs its place; `track`: pixels of the track;
        `over_runs`: whether lines of runs lie beside it, so that a pointer crosses both together.
        """
        self.where, self.neighbourhood, self.track, self.over_runs = where, neighbourhood, track, over_runs
        cell = CELLS * where.size
        self.words, self.yielding, self.frame = Nearby(words, cell), Nearby(yielding, cell), reach_of(where.size)
        self.others: dict[Hex, Sequence[Ring]] = {}
        self.ties: dict[tuple[Hex, Box, float], list[tuple[float, Line]]] = {}
        self.met: Box = (-9, -9, -9, -9)  # the word that a pointer met last: the next one mostly meets it too

    def tie(self, h: HexData, placed: Placed, names: Sequence[Placed], piece: float) -> Placed | None:
        """The name with a pointer to its stop, if one has room: it meets no word, no stop, no name and no pointer of one."""
        ties = self._ties(h, placed.box, piece)
        if not ties:
            return None
        boxes, lines = [other.box for other in names], [other.line for other in names if other.line is not None]
        best: tuple[float, Line] | None = None
        for crossed, line in ties:
            if (best is None or crossed < best[0]) and is_free(line, boxes, lines):
                best = crossed, line
        if best is None:
            return None
        more = best[0] / self.where.size + POINTER * (placed.land == Land.OPEN)
        return placed._replace(line=best[1], cost=placed.cost + more)

    def rings_of_others(self, h: HexData) -> Sequence[Ring]:
        """Round the stops of other places near a hex, in pixels."""
        if h.id not in self.others:
            x, y = self.where.centre(h)
            self.others[h.id] = [(a + x, b + y, r) for a, b, r in self.neighbourhood.around(h).rivals]
        return self.others[h.id]

    def _ties(self, h: HexData, box: Box, most: float) -> list[tuple[float, Line]]:
        """The pointers from a name to its stop that have room beside no other name, and what they cost more in pixels.

        `most`: apothems of one over one line of track.
        """
        key = h.id, box, most
        if key not in self.ties:
            ties = list[tuple[float, Line]]()
            if most < ALONG:
                every = self.neighbourhood.lines_from(h, box, ENDS)
            else:
                every = self.neighbourhood.lines_all_round(h, box)
                every += slanting(box, every)
            room = (most + RUN * self.over_runs) * self.where.size
            for line in every:
                if not self._meets_nothing(h, line):
                    continue
                crossed, piece = crossings(line, self.track, self.frame, self.where.size, room)
                if piece <= room:
                    yields = sum(crosses(line, other) for other in self.yielding.round(*line[0], *line[1]))
                    ties.append((DEAR * crossed + YIELDS * yields * self.where.size, line))
                    if len(ties) == (TRIED if most < ALONG else 2 * ENDS):
                        break
            self.ties[key] = ties
        return self.ties[key]

    def _meets_nothing(self, h: HexData, line: Line) -> bool:
        """Whether a pointer to the stop of a hex meets neither a word nor a stop of another place."""
        if crosses(line, self.met) and not self._is_on_stop(h, self.met):
            return False
        off, ((a, b), (c, d)), wide = OFF_STOPS * self.where.size, line, self.where.size * WIDE
        left, right, top, bottom = min(a, c) - wide, max(a, c) + wide, min(b, d) - wide, max(b, d) + wide
        boxes = self.words.round(left, top, right, bottom)
        near = [box for box in boxes if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
        for side in pointer_sides(line, self.where.size) if near else ():
            for box in near:
                if crosses(side, box) and not self._is_on_stop(h, box):
                    self.met = box
                    return False
        for x, y, r in self.rings_of_others(h):
            if left - r < x < right + r and top - r < y < bottom + r and off_line((x, y), line) <= r + off:
                return False
        return True

    def _is_on_stop(self, h: HexData, box: Box) -> bool:
        """Whether what is drawn there lies on a stop of the hex, such as its number among places to choose: the corners of its
        box lie beyond the ring at which a pointer ends.
        """
        left, top, right, bottom = box
        rings = self.neighbourhood.rings_of(h)
        return any(x - r <= left and right <= x + r and y - r <= top and bottom <= y + r for x, y, r in rings)
