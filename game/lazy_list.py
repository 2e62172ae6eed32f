"""A list that is made as far as somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class LazyList(Generic[T]):
    """What an iterator gives, kept: it can be gone through again and again, and nothing is asked of it before it is needed.

    >>> squares = LazyList(n * n for n in range(1, 4))
    >>> bool(squares), [*squares], [*squares]
    (True, [1, 4, 9], [1, 4, 9])
    """

    __slots__ = ("_known", "_source")

    def __init__(self, source: Iterable[T]) -> None:
        self._source = iter(source)
        self._known: list[T] = []

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._known) or self._find_next()

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._known) or self._find_next():
            yield self._known[at]
            at += 1

    def _find_next(self) -> bool:
        """Ask for one more; whether there is one."""
        for item in self._source:
            self._known.append(item)
            return True
        return False
