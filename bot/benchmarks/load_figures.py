"""What came of a load on the bot: the figures beside their goals."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.benchmarks.figures import Row
from bot.benchmarks.pressing_players import Tally
from bot.benchmarks.service_process import Samples
from bot.core.cpu_time import Part

ACKNOWLEDGED, ANSWERED = 100.0, 1000.0  # milliseconds, of 99 in 100
CPU_PER_MOVE = 30.0  # milliseconds
MEMORY, MEMORY_PER_TABLE = 150.0, 0.25  # megabytes
BYTES_PER_MOVE = 1.5  # kilobytes after thinning
DRAWING_CPU = "trunkline_picture_processes_cpu_seconds_total"
LOST = 0.01  # of the decisions that are offered, for which no table is ready


@dataclass(frozen=True)
class Load:
    """What is offered. `rate`: decisions a second; `database`: an address, "": SQLite in a folder that is deleted.

    `warm_up`: seconds of the same before that, of which nothing is measured: the process that draws prepares itself meanwhile.
    """

    tables: int = 60
    rate: float = 5.0
    seconds: float = 20.0
    database: str = ""
    processes: int = 1  # that share the database, each with a server of its own on Discord
    warm_up: float = 10.0


@dataclass(frozen=True)
class Measured:
    """What came of it. `before`, `after`: metrics of each process; sizes in bytes."""

    tally: Tally
    before: Sequence[Samples]
    after: Sequence[Samples]
    size_before: int
    size_after: int
    size_thinned: int
    requests: int
    late: int
    finished: Sequence[int]  # moves of each game that came to its end
    lasted: float  # seconds

    def differences(self, name: str, label: str = "") -> list[float]:
        """By how much a metric has risen in each process."""
        key = name, label
        return [late.get(key, 0.0) - early.get(key, 0.0) for early, late in zip(self.before, self.after, strict=True)]

    def difference(self, name: str, label: str = "") -> float:
        """By how much it has risen in all of them together."""
        return sum(self.differences(name, label))

    def last(self, name: str) -> float:
        """What a metric was at the end, in all of them together."""
        return sum(samples.get((name, ""), 0.0) for samples in self.after)

    @property
    def cpu_seconds(self) -> float:
        """CPU time of the bot, with the processes that draw for it."""
        return self.difference("process_cpu_seconds_total") + self.difference(DRAWING_CPU)


def make_rows(load: Load, measured: Measured) -> Iterator[Row]:
    """The figures beside their goals."""
    presses = measured.tally.presses
    moves = round(measured.difference("trunkline_play_seconds_count"))
    count = max(moves, 1)
    acknowledged = [p.acknowledged for p in presses if p.acknowledged is not None]
    yield _wait_row("acknowledgement", acknowledged, ACKNOWLEDGED)
    yield _wait_row("answer", [p.answered for p in presses if p.answered is not None], ANSWERED)
    offered, lost = round(load.rate * load.seconds), measured.tally.skipped
    figures = {"done": moves / measured.lasted, "offered": load.rate, "late": measured.late, "lost": lost / offered}
    ok = moves > 0 and not measured.late and figures["lost"] <= LOST
    yield Row("moves", moves, "moves/s", figures, {"late": 0, "lost": LOST}, ok, note=_moves_note(measured))
    yield cpu_row(measured, count)
    if measured.finished:
        length = statistics.mean(measured.finished)
        per_game = {"seconds": length * measured.cpu_seconds / count, "moves": length}
        yield Row("CPU per finished game", len(measured.finished), "s", per_game, {}, ok=True)
    drawing = measured.last("trunkline_picture_processes_memory_bytes") / 1e6
    megabytes = measured.last("process_resident_memory_bytes") / 1e6 + drawing
    loaded = measured.last("trunkline_tables_in_memory")
    limit = MEMORY * load.processes + MEMORY_PER_TABLE * loaded
    used = {"resident": megabytes, "drawing": drawing, "per_table": megabytes / max(loaded, 1)}
    yield Row("memory", round(loaded), "MB", used, {"resident": limit}, megabytes <= limit)
    yield database_row(measured, count)
    posted = round(measured.difference("trunkline_posts_total", "sent"))
    per_move = {"limited": measured.requests / count, "posts": posted / count, "presses": len(presses) / count}
    yield Row("requests per move", count, "", per_move, {}, ok=True)


def cpu_row(measured: Measured, count: int) -> Row:
    """Milliseconds of CPU per move, by part; `other` is the event loop, sockets and what nobody measures apart."""
    total = measured.cpu_seconds * 1000 / count
    parts = {str(p): measured.difference("trunkline_cpu_seconds_total", p) * 1000 / count for p in Part}
    figures = {"total": total} | parts | {"other": total - sum(parts.values())}
    counted = "trunkline_picture_seconds_count"
    kinds = {kind for samples in measured.after for name, kind in samples if name == counted}
    drawn = {kind: measured.difference(counted, kind) / count for kind in sorted(kinds)}
    often = ", ".join(f"{kind} {times:.2f}" for kind, times in drawn.items() if times >= 0.01)
    note = f"pictures drawn per move: {sum(drawn.values()):.2f} ({often})"
    return Row("CPU per move", count, "ms", figures, {"total": CPU_PER_MOVE}, total <= CPU_PER_MOVE, note=note)


def database_row(measured: Measured, count: int) -> Row:
    """Kilobytes of database per move, as written and after its snapshots were thinned."""
    sizes = {"written": measured.size_after, "thinned": measured.size_thinned}
    figures = {name: (size - measured.size_before) / 1000 / count for name, size in sizes.items()}
    targets = {"thinned": BYTES_PER_MOVE}
    return Row("database per move", count, "kB", figures, targets, figures["thinned"] <= BYTES_PER_MOVE)


def _moves_note(measured: Measured) -> str:
    """How the moves were spread over several processes, and which decisions came to nothing; "" for nothing to tell."""
    notes = [f"given up: {why}: {times}" for why, times in sorted(measured.tally.given_up.items())]
    if len(measured.after) > 1:
        shares = measured.differences("trunkline_play_seconds_count")
        notes.insert(0, f"by process: {', '.join(f'{moves:.0f}' for moves in shares)}")
    return "; ".join(notes)


def _wait_row(name: str, seconds: Sequence[float], most: float) -> Row:
    """How long whoever pressed has waited, in milliseconds."""
    ordered = sorted(s * 1000 for s in seconds) or [0.0]
    figures = {"p50": statistics.median(ordered), "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]}
    return Row(name, len(seconds), "ms", figures, {"p99": most}, bool(seconds) and figures["p99"] <= most)
