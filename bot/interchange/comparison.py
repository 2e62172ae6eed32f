"""`trunkline replay`: play a file of 18xx.games in our engine and compare each position with a trace."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import msgspec

from bot.interchange.importer import Importer
from bot.interchange.site.decoding import LARGEST
from bot.interchange.site.records import Damaged
from bot.interchange.trace import LARGEST as LARGEST_TRACE
from bot.interchange.trace import Trace, find_differences
from game import ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.interchange.import_state import Unit

    Differences = dict[str, tuple[object, object]]  # key -> ours, theirs

MAX_PRINTED = 10  # actions with differences that are printed in full
SAME, DIFFERENT, UNREADABLE = 0, 1, 2


def main(
    file: str | Path,
    trace: str | Path | None = None,
    out: TextIO | None = None,
    report: Callable[[int, int], None] | None = None,
) -> int:
    """Replay a file; prints to `out`. Exit status 0: no difference, 1: differences, 2: the file cannot be read or played.

    `report`: is told how many actions of how many are played.
    """
    out = out or sys.stdout
    try:
        data = read_limited(Path(file), LARGEST)
        expected = Trace(read_limited(Path(trace), LARGEST_TRACE, "trace")) if trace else None
        return replay_file(Path(file).name, data, expected, out, report)
    except Damaged as error:
        print(f"{Path(file).name}: {error}", file=out)
        return UNREADABLE


def read_limited(path: Path, largest: int, kind: str = "") -> bytes:
    """The bytes of a file, at most one more than `largest`; raises Damaged for a file that cannot be opened. `kind`: its name in
    errors.
    """
    try:
        with path.open("rb") as handle:
            return handle.read(largest + 1)
    except OSError as error:
        name = f"{kind} {path.name}" if kind else "file"
        raise Damaged(f"The {name} cannot be opened: {error.strerror or error}.") from error


def replay_file(
    name: str, data: bytes, trace: Trace | None, out: TextIO, report: Callable[[int, int], None] | None = None
) -> int:
    """Play and compare; raises Damaged."""
    began = perf_counter()
    importer = Importer(data)
    wrong = 0
    positions = compare_positions(importer, trace) if trace else ((u, {}) for u in _play_units(importer))
    count = sum(unit.last for unit in importer.units)  # an action that stands in several units counts once
    for done, (unit, differing) in enumerate(positions, 1):
        if report is not None:
            report(done, count)
        if differing and wrong < MAX_PRINTED:
            print(_unit_words(unit), file=out)
            for key, (our_value, site_value) in differing.items():
                print(f"    {key}: ours {our_value}, theirs {site_value}", file=out)
        wrong += bool(differing)
    wrong += bool(difference := describe_result_difference(importer, trace))
    if difference:
        print(f"    {difference}", file=out)
    seconds = perf_counter() - began
    actions = len({u.number for u in importer.units})
    verdict = f"{wrong} actions with differences" if wrong else "no difference" if trace else "played to the end"
    pace = f"{actions} actions in {seconds:.2f} s, {actions / seconds:.0f} a second"
    print(f"{name}: {importer.imported.title}, {len(importer.imported.players)} players, {pace}: {verdict}", file=out)
    return DIFFERENT if wrong else SAME


def _play_units(importer: Importer) -> Iterator[Unit]:
    """The last unit of each action, once it has been played."""
    last = (unit for unit in importer.units if unit.last)
    for _ in importer.play_all():
        yield next(last)


def compare_positions(importer: Importer, trace: Trace) -> Iterator[tuple[Unit | None, Differences]]:
    """Play a file and follow its trace: each action, and the keys that differ after it and did not before.

    A position of ours is compared after the last action that leads to it: the site may still wait for a pass where ours has
    gone on. First comes the start, as no action. Raises Damaged.
    """
    if [s.id for s in sorted(trace.head.seats, key=lambda s: s.seat)] != [*importer.seats]:
        raise Damaged("The trace belongs to another game: other players sit at it.")
    reported: Differences = {}
    last_unit: Unit | None = None
    held, seq = _differences_now(importer, trace), importer.game.state.seq
    for unit in _play_units(importer):
        if importer.game.state.seq != seq:
            yield last_unit, {key: pair for key, pair in held.items() if reported.get(key) != pair}
            reported, seq = held, importer.game.state.seq
        if not trace.follow(unit.number):
            raise Damaged(f"Action {unit.number} counts here, but the trace has another action in its place.")
        if importer.midway:
            held = reported  # what has been held belongs to a position that goes on
        else:
            held, last_unit = _differences_now(importer, trace), unit
    yield last_unit, {key: pair for key, pair in held.items() if reported.get(key) != pair}
    if trace.count_left:
        raise Damaged(f"The trace goes on for {trace.count_left} actions after the file's last.")


def _differences_now(importer: Importer, trace: Trace) -> Differences:
    """The keys on which the present position differs from the trace, with both values."""
    return find_differences(importer.game, importer.profile, trace.recorded_state, importer.imported.players)


def _unit_words(unit: Unit | None) -> str:
    """A unit with its whole record, for the report of differences."""
    if unit is None:
        return "At the start"
    return f"Action {unit.number}: {msgspec.json.encode(unit.record, order='sorted').decode()[:300]}"


def describe_result_difference(importer: Importer, trace: Trace | None) -> str:
    """How the final worth differs from the result that the trace or else the file states, "" for not at all."""
    result = (trace.tail.result if trace else None) or importer.saved.result
    if not result:
        return ""
    g = importer.game
    our_totals = {str(key): ending.total(g, player) for key, player in importer.seats.items()}
    finished = importer.saved.status == "finished" and not importer.saved.by_hand
    if finished and not g.state.over:
        return "the game is finished there, not here"
    return f"result: ours {our_totals}, theirs {result}" if our_totals != result else ""
