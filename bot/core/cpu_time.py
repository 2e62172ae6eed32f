"""CPU time by the part of the work that it was spent on, for `trunkline_cpu_seconds_total`.

The parts of a thread are told apart exactly: what is measured within another part is taken off that one. A coroutine is
measured step by step, so what others do while it waits does not count. A task of its own is nobody's part, unless it is started
with `as_same_part`.
"""

from __future__ import annotations

import threading
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import wraps
from time import thread_time
from typing import Any, ParamSpec, TypeVar

from bot.core import metrics

P = ParamSpec("P")
T = TypeVar("T")


class Part(StrEnum):
    """What CPU time is spent on."""

    DECODE = "decode"  # a stored position becomes a game
    PLAY = "play"
    LIST = "list"  # legal actions and best runs
    WRITE = "write"  # the database, reading too
    ANSWER = "answer"  # interactions
    COMPOSE = "compose"  # posts, without what is drawn
    RENDER = "render"
    SEND = "send"  # posts on their way


class _Spent(threading.local):
    """What this thread has spent. `nested`: seconds on parts within the one that is measured; `untold`: on each part, since the
    counters were told.
    """

    nested = 0.0

    def __init__(self) -> None:
        self.untold = dict.fromkeys(Part, 0.0)


TOLD = 0.002  # seconds of a thread's part from which on its counter is told: that takes three times as long as to read the clock
_spent = _Spent()
_counters = {part: metrics.CPU.labels(part) for part in Part}  # found once: they are asked for at each step
_part: ContextVar[Part | None] = ContextVar("part", default=None)  # of the coroutine that runs


@contextmanager
def measure_part(part: Part) -> Iterator[None]:
    """Count the CPU time of this thread as spent on a part. Nothing may be awaited within."""
    outside, _spent.nested = _spent.nested, 0.0
    began = thread_time()
    try:
        yield
    finally:
        _count(part, began, outside)


def _count(part: Part, began: float, outside: float) -> None:
    """Count what this thread has spent since it began with a part, without the parts within it. `outside`: of those around it."""
    spent = _spent
    took = thread_time() - began
    spent.untold[part] += took - spent.nested
    spent.nested = outside + took
    if spent.untold[part] > TOLD:
        _counters[part].inc(spent.untold[part])
        spent.untold[part] = 0.0


@types.coroutine
def _measure_steps(part: Part, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
    """Run a coroutine and count each of its steps; tasks that it starts know of which part it is.

    A step is counted as by `measure_part`, whose context would cost as much as many a step.
    """
    value: Any = None
    error: BaseException | None = None
    outside = _part.get()
    _part.set(part)
    try:
        while True:
            around, _spent.nested = _spent.nested, 0.0
            began = thread_time()
            try:
                awaited = work.send(value) if error is None else work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                _count(part, began, around)
            try:
                value, error = (yield awaited), None
            except BaseException as raised:  # what it was waiting for has failed, or it is cancelled
                value, error = None, raised
    finally:
        _part.set(outside)


def measured(part: Part) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Awaitable[T]]]:
    """A decorator: the CPU time of a coroutine function's steps counts as spent on a part. What it returns is to be awaited."""

    def decorate(function: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Awaitable[T]]:
        @wraps(function)
        def run(*args: P.args, **options: P.kwargs) -> Awaitable[T]:
            return _measure_steps(part, function(*args, **options))

        return run

    return decorate


def as_same_part(work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
    """That work, for a task of its own, to be counted as the part within which it is started."""
    part = _part.get()
    counted: Any = work if part is None else _measure_steps(part, work)
    same: Coroutine[Any, Any, T] = counted
    return same
