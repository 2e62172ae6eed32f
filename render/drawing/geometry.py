"""Points and lines on a hex: turning, measuring, cutting, widening. Lengths are in apothems."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Line = tuple[Point, ...]


def polar(degrees: float, length: float) -> Point:
    a = math.radians(degrees)
    return math.cos(a) * length, math.sin(a) * length


def turn(point: Point, degrees: float) -> Point:
    a = math.radians(degrees)
    return point[0] * math.cos(a) - point[1] * math.sin(a), point[0] * math.sin(a) + point[1] * math.cos(a)


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def off_line(point: Point, line: Line) -> float:
    """How far a point is from the nearest part of a line."""
    found = math.inf
    for (x, y), (a, b) in pairwise(line):
        dx, dy = a - x, b - y
        long = dx * dx + dy * dy
        share = min(1.0, max(0.0, ((point[0] - x) * dx + (point[1] - y) * dy) / long)) if long else 0.0
        found = min(found, distance(point, (x + share * dx, y + share * dy)))
    return found


def middle(line: Line, share: float) -> Point:
    """The point at that share of a line's length."""
    return at_length(line, length(line) * share)


def ribbon(line: Line, width: float) -> list[Point]:
    """The outline of a line of even width, square at both ends."""
    left, right = [], []
    for i, p in enumerate(line):
        q, r = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        dx, dy = r[0] - q[0], r[1] - q[1]
        n = math.hypot(dx, dy) or 1.0
        ox, oy = -dy / n * width / 2, dx / n * width / 2
        left.append((p[0] + ox, p[1] + oy))
        right.append((p[0] - ox, p[1] - oy))
    return left + right[::-1]


def shifted(line: Line, by: float) -> Line:
    """The line moved sideways, to its left for positive `by`."""
    outline = ribbon(line, 2 * abs(by))
    half = len(line)
    return tuple(outline[:half]) if by < 0 else tuple(outline[half:][::-1])


def at_length(line: Line, where: float) -> Point:
    """The point so far along a line."""
    for p, q in pairwise(line):
        n = distance(p, q)
        if where <= n and n > 0:
            return p[0] + (q[0] - p[0]) * where / n, p[1] + (q[1] - p[1]) * where / n
        where -= n
    return line[-1]


def points_along(line: Line, wheres: Iterable[float]) -> list[Point]:
    """The points so far along a line; `wheres`: ascending."""
    found: list[Point] = []
    rest = iter([(p, q, distance(p, q)) for p, q in pairwise(line)])
    (p, q, n), before = next(rest), 0.0
    for where in wheres:
        while before + n < where or n == 0:
            following = next(rest, None)
            if following is None:
                break
            before += n
            p, q, n = following
        share = min((where - before) / n, 1.0) if n else 1.0
        found.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    return found


def part(line: Line, start: float, end: float) -> Line:
    """The piece of a line between two lengths along it."""
    inner: list[Point] = []
    run = 0.0
    for p, q in pairwise(line):
        run += distance(p, q)
        if start + 1e-6 < run < end - 1e-6:
            inner.append(q)
    return (at_length(line, start), *inner, at_length(line, end))


def length(line: Line) -> float:
    return sum(distance(p, q) for p, q in pairwise(line))


def cut_into_dashes(line: Line, pattern: Sequence[float]) -> list[Line]:
    """The line cut into dashes; the pattern is stretched a little to end with the line."""
    if not pattern:
        return [line]
    total, period = length(line), sum(pattern)
    scale = total / (max(1, round(total / period)) * period)
    dashes, at = [], 0.0
    while at < total - 1e-6:
        for k, n in enumerate(pattern):
            if k % 2 == 0 and at < total - 1e-6:
                dashes.append(part(line, at, min(total, at + n * scale)))
            at += n * scale
    return dashes
