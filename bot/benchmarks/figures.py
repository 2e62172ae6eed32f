"""Figures of a measurement beside their targets, and how they are told."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import msgspec


@dataclass
class Times:
    """Seconds of CPU (other work on the machine does not count), and what they should be: `targets` in milliseconds."""

    name: str
    targets: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def measure(self, work: Callable[[], Any]) -> Any:
        """Do some work, note its CPU time in seconds, and return what it returns."""
        began = process_time()
        result = work()
        self.seconds.append(process_time() - began)
        return result

    def summarize_times(self) -> dict[str, float]:
        """Milliseconds: median, 99th percentile, worst."""
        ordered = sorted(s * 1000 for s in self.seconds)
        return {
            "median": statistics.median(ordered),
            "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
            "worst": ordered[-1],
        }


class Row(msgspec.Struct):
    """One line of the report. `ratio`: the first figure as a multiple of the calibration loop."""

    name: str
    count: int
    unit: str
    figures: dict[str, float]
    targets: dict[str, float]
    ok: bool
    ratio: float = 0.0
    note: str = ""


def timed_row(times: Times, note: str = "") -> Row:
    """A row with the times in milliseconds; it is met if every figure stays within its target."""
    figures = times.summarize_times()
    ok = all(figures[name] <= most for name, most in times.targets.items())
    return Row(times.name, len(times.seconds), "ms", figures, times.targets, ok, note=note)


def report_lines(rows: Sequence[Row]) -> Iterator[str]:
    """The rows in lines for a person."""
    for row in rows:
        figures = "  ".join(
            f"{name} {_format_figure(value)}{_target_words(row, name)}" for name, value in row.figures.items()
        )
        ratio = f"  ×{row.ratio:g} loop" if row.ratio else ""
        yield f"{'ok    ' if row.ok else 'not ok'} {row.name:30} {row.unit:9} n={row.count:<6} {figures}{ratio}"
        if row.note:
            yield f"     {row.note}"


def _format_figure(value: float) -> str:
    """A figure as it is printed: two decimals where it is small."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}"


def _target_words(row: Row, name: str) -> str:
    """A figure's target in brackets; "" where it has none."""
    if name not in row.targets:
        return ""
    return f" ({'≥' if row.unit == 'actions/s' and name != 'longest_s' else '≤'}{row.targets[name]:g})"
