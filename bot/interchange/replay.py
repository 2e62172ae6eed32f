"""`trunkline replay`: play a file of 18xx.games in our engine and compare each position with a trace."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import msgspec

from bot.interchange.decoding import LARGEST
from bot.interchange.reader import Reader
from bot.interchange.records import Damaged
from bot.interchange.trace import LARGEST as LARGEST_TRACE
from bot.interchange.trace import Trace, differences
from game import ending

if TYPE_CHECKING:
    from bot.interchange.head import Unit

SHOWN = 10  # actions with differences that are printed in full
SAME, DIFFERENT, UNREADABLE = 0, 1, 2


def main(file: str | Path, trace: str | Path | None = None, out: TextIO | None = None) -> int:
    """Replay a file; prints to `out`. Exit status 0: no difference, 1: differences, 2: it cannot be read or played."""
    out = out or sys.stdout
    try:
        data = load(Path(file), LARGEST)
        said = Trace(load(Path(trace), LARGEST_TRACE, "trace")) if trace else None
        return replay(Path(file).name, data, said, out)
    except Damaged as error:
        print(f"{Path(file).name}: {error}", file=out)
        return UNREADABLE


def load(path: Path, largest: int, kind: str = "") -> bytes:
    """A file's bytes, one more than the largest at most; raises Damaged when it cannot be opened. `kind`: of a file beside."""
    try:
        with path.open("rb") as handle:
            return handle.read(largest + 1)
    except OSError as error:
        what = f"{kind} {path.name}" if kind else "file"
        raise Damaged(f"The {what} cannot be opened: {error.strerror or error}.") from error


def replay(name: str, data: bytes, trace: Trace | None, out: TextIO) -> int:
    """Play and compare; raises Damaged."""
    began = perf_counter()
    reader = Reader(data)
    known: dict[str, tuple[object, object]] = {}
    actions = wrong = 0
    if trace:
        if [s.id for s in sorted(trace.head.seats, key=lambda s: s.seat)] != [*reader.seats]:
            raise Damaged("The trace belongs to another game: other players sit at it.")
        known = _report(reader, trace, known, "At the start", out)
    for number in reader.positions():
        actions += 1
        if trace is None:
            continue
        if not trace.follow(number):
            raise Damaged(f"Action {number} counts here, but the trace has another action in its place.")
        if reader.midway:
            continue
        before = known
        unit = next(u for u in reader.units[actions - 1 :] if u.number == number)
        known = _report(reader, trace, before, _described(unit), out if wrong < SHOWN else None)
        wrong += any(before.get(key) != pair for key, pair in known.items())
    if trace and trace.left:
        raise Damaged(f"The trace goes on for {trace.left} actions after the file's last.")
    wrong += _result(reader, trace, out)
    seconds = perf_counter() - began
    verdict = f"{wrong} actions with differences" if wrong else "no difference" if trace else "played to the end"
    pace = f"{actions} actions in {seconds:.2f} s, {actions / seconds:.0f} a second"
    print(f"{name}: {reader.imported.title}, {len(reader.imported.players)} players, {pace}: {verdict}", file=out)
    return DIFFERENT if wrong else SAME


def _described(unit: Unit) -> str:
    return f"Action {unit.number}: {msgspec.json.encode(unit.record, order='sorted').decode()[:300]}"


def _report(
    reader: Reader, trace: Trace, known: dict[str, tuple[object, object]], where: str, out: TextIO | None
) -> dict[str, tuple[object, object]]:
    """The differences now; prints those that are new."""
    found = differences(reader.game, reader.dialect, trace.said, reader.imported.players)
    new = {key: pair for key, pair in found.items() if known.get(key) != pair}
    if new and out:
        print(where, file=out)
        for key, (mine, other) in new.items():
            print(f"    {key}: ours {mine}, theirs {other}", file=out)
    return found


def _result(reader: Reader, trace: Trace | None, out: TextIO) -> bool:
    """Compare the final worth with the result that the file states; True if it differs."""
    result = (trace.tail.result if trace else None) or reader.saved.result
    if not result:
        return False
    g = reader.game
    ours = {str(key): ending.total(g, player) for key, player in reader.seats.items()}
    finished = reader.saved.status == "finished" and not reader.saved.by_hand
    if finished and not g.state.over:
        print("    the game is finished there, not here", file=out)
        return True
    if ours != result:
        print(f"    result: ours {ours}, theirs {result}", file=out)
        return True
    return False
