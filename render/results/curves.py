"""The curves of a chart: where each begins and ends, which lie on each other, and all of them in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.title_data import money_words
from render.drawing import fonts

NOW = "now"  # the last point of a round that goes on


@dataclass(frozen=True)
class Curve:
    """One curve. None: it does not exist at that point."""

    name: str
    values: tuple[int | None, ...]
    colour: str = ""  # "#d62828"; empty: one of our own
    waits: bool = False  # it goes on: its turn in the last round has not come yet
    number: int | None = None  # of a player: which of the players' colours is the curve's
    called: str = ""  # as sentences begin with it; empty: by its name

    @property
    def end(self) -> tuple[int, int]:
        """Where the curve ends and at which value; -1: it has no point."""
        points = [(i, v) for i, v in enumerate(self.values) if v is not None]
        return points[-1] if points else (-1, 0)

    def goes_on(self, count: int) -> bool:
        """Whether the curve reaches the last of so many rounds, or will."""
        return self.end[0] == count - 1 or (self.waits and self.end[0] >= 0)


def shifts(curves: Sequence[Curve], n: int) -> list[float]:
    """For each point of curve `n` how many places above its value it is drawn: side by side with those that lie on it.

    Only where they do so for a whole round: elsewhere, and at its last point, a curve is where its values are.
    """
    own, last = curves[n].values, curves[n].end[0]
    found = []
    for i in range(len(own)):
        together = [k for k, other in enumerate(curves) if k == n or _together(own, other.values, i)]
        found.append(0.0 if i == last else together.index(n) - (len(together) - 1) / 2)
    return found


def _together(one: Sequence[int | None], two: Sequence[int | None], point: int) -> bool:
    """Whether two curves lie on each other for a whole round that begins or ends there."""

    def same(i: int) -> bool:
        return 0 <= i < min(len(one), len(two)) and one[i] is not None and one[i] == two[i]

    return same(point) and (same(point - 1) or same(point + 1))


def ended_before(curves: Sequence[Curve], count: int) -> dict[tuple[int, int], list[str]]:
    """The names of curves that end before the last round, together where they end at one point."""
    ended: dict[tuple[int, int], list[str]] = {}
    for n, curve in enumerate(curves):
        at, value = curve.end
        if at >= 0 and not curve.goes_on(count):
            ended.setdefault((at, value), []).append(short_name(curve.name, n))
    return ended


def short_name(name: str, n: int) -> str:
    """The name in letters that the font has, cut where it is long."""
    kept = "".join(c for c in name if fonts.has(c)).strip() or f"no. {n + 1}"
    return kept if len(kept) <= 9 else kept[:8] + "…"


def describe(title: str, rounds: Sequence[str], curves: Sequence[Curve], currency: str) -> list[str]:
    """The chart in sentences: first, highest and last value of each curve, the highest end first."""
    ranked = sorted((c for c in curves if c.end[0] >= 0), key=lambda c: (-c.end[0], -c.end[1]))
    head = f"Chart: {title.lower()} from {rounds[0]} to {rounds[-1]}."
    return [head, *(_words(c, rounds, currency) for c in ranked)]


def _words(curve: Curve, rounds: Sequence[str], currency: str) -> str:
    points = [(i, v) for i, v in enumerate(curve.values) if v is not None]
    (first, begin), (last, end) = points[0], points[-1]
    top, peak = max(points, key=lambda p: (p[1], -p[0]))
    end_words, called = NOW if rounds[-1] == NOW else "at the end", curve.called or curve.name
    if first == last == len(rounds) - 1:
        return f"{called}: {money_words(currency, end)} {end_words}."
    text = f"{called}: {money_words(currency, begin)}" + (f" in {rounds[first]}" if first else "")
    if peak > max(begin, end):
        text += f", at most {money_words(currency, peak)} in {rounds[top]}"
    then = f"not yet run in {rounds[-1]}" if curve.waits else "then gone"
    text += f", {money_words(currency, end)} "
    return text + (f"{end_words}." if last == len(rounds) - 1 else f"in {rounds[last]}, {then}.")
