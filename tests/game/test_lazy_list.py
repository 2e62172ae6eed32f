"""A list that is made as far as somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from game.lazy_list import LazyList


def test_nothing_is_made_before_it_is_needed_and_nothing_twice():
    made: list[int] = []

    def numbers() -> Iterator[int]:
        for n in range(4):
            made.append(n)
            yield n

    lazy = LazyList(numbers())
    assert made == []
    assert lazy
    assert made == [0]
    assert next(n for n in lazy if n == 2) == 2
    assert made == [0, 1, 2]
    assert [*lazy] == [*lazy] == made == [0, 1, 2, 3]
    assert not LazyList([])


def test_two_who_go_through_it_at_once_see_the_same():
    lazy = LazyList(iter("abc"))
    assert [*zip(lazy, lazy, strict=True)] == [("a", "a"), ("b", "b"), ("c", "c")]
