"""How a run lies on the board: the tracks it uses, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.actions import Route
from game.hexes import opposite
from game.rules import Rules
from game.state import Hex, Run
from game.tiles import End, Face
from render.data.queries import View


@dataclass(frozen=True)
class Piece:
    """One track of a tile, in the direction of travel."""

    hex: Hex
    track: int
    back: bool  # from its second end to its first


def face_of(view: View, rules: Rules, hex_id: Hex) -> Face:
    """The tile that lies there in its rotation, or the print of the hex."""
    return rules.data.face(hex_id, view.tiles.get(hex_id))


def has_track(view: View, rules: Rules, hex_id: Hex) -> bool:
    """Whether a tile that is laid there upgrades another one, or printed track of its colour."""
    return face_of(view, rules, hex_id).tile.colour != "white"


def run_hexes(rules: Rules, run: Run | Route) -> list[Hex]:
    """The hexes that a run stops in or passes."""
    hexes, known = [stop.partition(".")[0] for stop in run.stops], rules.data.hexes
    for hex_id, side in (name.split("/") for name in run.sides):
        hexes += [hex_id, known[hex_id].sides[int(side)]]
    return [h for h in dict.fromkeys(hexes) if h in known]


def pieces(view: View, rules: Rules, run: Run) -> list[Piece]:
    """The tracks of a run in order; empty where the run does not fit the board any more."""
    return [piece for way in _ways(view, rules, run) for piece in way]


def legs(view: View, rules: Rules, run: Run) -> list[list[Hex]]:
    """The hexes of a run from each of its stops to the next one."""
    return [list(dict.fromkeys(piece.hex for piece in way)) for way in _ways(view, rules, run)]


def _ways(view: View, rules: Rules, run: Run) -> Iterator[list[Piece]]:
    """The tracks of a run from each of its stops to the next one, as far as it fits the board."""
    walker = _Walker(view, rules, run)
    for start, goal in zip(run.stops, run.stops[1:], strict=False):
        way = walker.between(start, goal)
        if way is None:
            return
        yield way


class _Walker:
    def __init__(self, view: View, rules: Rules, run: Run) -> None:
        self.view, self.rules = view, rules
        self.allowed: set[tuple[str, int]] = set()
        for name in run.sides:
            hex_id, _, side = name.partition("/")
            self.allowed |= {(hex_id, int(side)), self._other(hex_id, int(side))}
        self.free = not run.sides
        self.used: set[tuple[str, int]] = set()

    def _other(self, hex_id: Hex, side: int) -> tuple[str, int]:
        return self.rules.data.hexes[hex_id].sides[side], opposite(side)

    def between(self, start: str, goal: str) -> list[Piece] | None:
        hex_id, _, stop = start.partition(".")
        goal_hex, _, goal_stop = goal.partition(".")
        for way, sides in self._walk(hex_id, stop, (goal_hex, goal_stop), frozenset(), 0):
            self.used |= sides
            return way
        return None

    def _walk(
        self, hex_id: Hex, end: End, goal: tuple[str, str], taken: frozenset[tuple[str, int]], depth: int
    ) -> Iterator[tuple[list[Piece], frozenset[tuple[str, int]]]]:
        if depth > 40:
            return
        for i, t in enumerate(face_of(self.view, self.rules, hex_id).tracks):
            for here, there, back in ((t.a, t.b, False), (t.b, t.a, True)):
                if here != end:
                    continue
                step = Piece(hex_id, i, back)
                if isinstance(there, str):
                    if (hex_id, there) == goal:
                        yield [step], taken
                    continue
                key = (hex_id, there)
                if key in taken or key in self.used or not (self.free or key in self.allowed):
                    continue
                beyond, side = self._other(hex_id, there)
                if beyond:
                    for rest, sides in self._walk(beyond, side, goal, taken | {key, (beyond, side)}, depth + 1):
                        yield [step, *rest], sides
