"""Choices that are listed when somebody looks at them: replay only asks whether one action is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from game.actions import Action
from game.choices import Choice
from game.codec import encode

if TYPE_CHECKING:
    from game.play import Game


def listed_later(
    g: Game,
    find: Callable[[], Iterator[Action]],
    *,
    test: Callable[[Any], bool] | None = None,
    first: Action | None = None,
) -> Choice | None:
    """The actions that `find` finds, as a choice that is listed when somebody looks at it; None: it finds none.

    `test`: whether one action is among them, where that is told sooner than by going through them. `first`: one of them that
    is known already.
    """
    first = first or next(find(), None)
    if first is None:
        return None
    asked = encode(g.top_step())

    def listed() -> tuple[Action, ...]:
        assert encode(g.top_step()) == asked, "the game has moved on since you asked"
        return tuple(find())

    return Choice(type(first), first.by, listed, test=test or (lambda action: action in find()))
