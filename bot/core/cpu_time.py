"""CPU time by the part of the work that it was spent on, for `trunkline_cpu_seconds_total`, which `tell_counters` brings up to
date.

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
MANY_THREADS = 64  # that are known, from which on those that have ended are looked for


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
    """What one thread has spent. `nested`: seconds on parts within the one that is measured; `seconds`: on each part."""

    def __init__(self) -> None:
        self.nested = 0.0
        self.seconds = dict.fromkeys(Part, 0.0)
        if len(_threads) >= MANY_THREADS:
            tell_counters()  # which forgets those that have ended
        with _telling:
            _threads.append((threading.current_thread(), self.seconds, dict(self.seconds)))


_telling = threading.Lock()
# Each thread with what it has spent on each part, and how much of that the counters know.
_threads: list[tuple[threading.Thread, dict[Part, float], dict[Part, float]]] = []
_spent = _Spent()
_counters = {part: metrics.CPU.labels(part) for part in Part}
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
    spent.seconds[part] += took - spent.nested
    spent.nested = outside + took


def tell_counters() -> None:
    """Tell the counters what was spent since the last time. At each step that would take three times as long as the clock."""
    with _telling:
        for thread, seconds, known in list(_threads):
            ended = not thread.is_alive()
            for part, spent in seconds.items():
                _counters[part].inc(max(spent - known[part], 0.0))
                known[part] = spent
            if ended:
                _threads.remove((thread, seconds, known))


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
