"""A step: one place in the sequence of play, waiting for somebody or for its child steps.

Steps are data on `state.agenda`, so they are copied, stored, undone and shown like everything else. The engine asks the top
one; when it has no choices it may push the next child (`resume`), or it is finished and leaves. Steps of a company have a field
`company`, steps of a player a field `player`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

if TYPE_CHECKING:
    from game.actions import Action
    from game.choices import Auction, Choice
    from game.play import Game
    from game.rules import Refusal
    from game.state import Player, State


class Step(Struct, tag=True):
    """Base of all steps. Fields are the memory of the step and vanish with it."""

    key: ClassVar[str] = ""  # what is asked, for words and panels: track, token, trains, auction ...
    modal: ClassVar[bool] = False  # while I am asked, nothing below me may add choices
    auto: ClassVar[bool] = False  # when only one action is legal, it is taken
    recurs: ClassVar[bool] = False  # the same is asked of a company in each of its turns: one may pass on it for good

    def choices(self, g: Game) -> Iterator[Choice]:
        """What may be done now; nothing: I am not waiting."""
        yield from ()

    def choices_of(self, g: Game, kind: type[Action]) -> Iterable[Choice] | None:
        """Those of my choices that may hold an action of this class, where that is told sooner than all; None: look at all."""
        return None

    def apply(self, g: Game, action: Action) -> None:
        """Carry out one of my choices or asides."""
        raise NotImplementedError(type(self).__name__)

    def resume(self, g: Game) -> bool:
        """I have no choices: push my next child and say True, or say False: I am finished."""
        return False

    def after(self, g: Game, child: Step) -> bool:
        """A step above me has finished. True: it was mine; otherwise the next step below is told."""
        return False

    def next_players(self, view: State[Any]) -> Sequence[Player] | None:
        """Who is asked after whoever is asked now, where that is not told by seats; None: it is."""
        return None

    def declined(self) -> bool:
        """Whether I ended by a pass, with all that stood beside me in view."""
        return False

    def asides(self, g: Game) -> Iterator[Choice]:
        """Extras that I allow while children of mine are asked; they never make anybody wait."""
        yield from ()

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        """Why that action, of a class that I offer or could offer, is not legal; None if I cannot tell."""
        return None

    def normal(self, g: Game, action: Action) -> Action:
        """The action as it stands in my choices: of equal faces of a tile, say, only one is listed."""
        return action

    def auction(self, g: Game) -> Auction | None:
        """What I auction; None: I am no auction."""
        return None

    def seen_by(self, player: Player) -> Step:
        """Myself without what that player ("" for the public) may not know."""
        return self
