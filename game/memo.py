"""What is derived from the state of a game, worked out once while that state lasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from game.play import Game

T = TypeVar("T")
Asked = TypeVarTuple("Asked")


def memoized(*parts: str) -> Callable[[Callable[[Game, *Asked], T]], Callable[[Game, *Asked], T]]:
    """Keep what a function of a game and ids derives, as `Game.memo` does. `parts`: the fields of the state that it reads, if
    these are few.
    """

    def decorate(function: Callable[[Game, *Asked], T]) -> Callable[[Game, *Asked], T]:
        @wraps(function)
        def derived(g: Game, *asked: *Asked) -> T:
            return g.memo((function, *asked) if asked else function, lambda: function(g, *asked), *parts)

        return derived

    return decorate
