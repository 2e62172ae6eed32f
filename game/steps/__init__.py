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
    from game.checks import LayPermit
    from game.choices import Auction, Choice
    from game.play import Game
    from game.rules import Refusal
    from game.state import Player, State


class Step(Struct, tag=True):
    """Base of all steps. Fields are the memory of the step and vanish with it."""

    key: ClassVar[str] = ""  # what is asked, for words and panels: track, token, trains, auction ...
    modal: ClassVar[bool] = False  # while it is asked, no step below adds choices
    auto: ClassVar[bool] = False  # when only one action is legal, it is taken
    recurs: ClassVar[bool] = False  # the same is asked of a company in each of its turns: one may pass on it for good

    def choices(self, g: Game) -> Iterator[Choice]:
        """What may be done now; nothing where the step waits for nobody."""
        yield from ()

    def choices_of(self, g: Game, kind: type[Action]) -> Iterable[Choice] | None:
        """Those of its choices that may hold an action of this class, where that is told sooner than all; None: look at all."""
        return None

    def apply(self, g: Game, action: Action) -> None:
        """Carry out an action of its choices or asides."""
        raise NotImplementedError(type(self).__name__)

    def resume(self, g: Game) -> bool:
        """Go on without a choice: push the next child and return True; False where the step is finished."""
        return False

    def after(self, g: Game, child: Step) -> bool:
        """Take in that a step above has finished. False: it was not pushed by this one, and the next step below is told."""
        return False

    def next_players(self, view: State[Any]) -> Sequence[Player] | None:
        """Who is asked after whoever is asked now, where that is not told by seats; None: it is."""
        return None

    def declined(self) -> bool:
        """Whether the step ended by a pass, with all that stood beside it in view."""
        return False

    def asides(self, g: Game) -> Iterator[Choice]:
        """What may be done besides, while steps above are asked; nobody is waited for because of it."""
        yield from ()

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        """Why an action of a class that the step offers or could offer is not legal; None where it cannot tell."""
        return None

    def normal(self, g: Game, action: Action) -> Action:
        """The action as it stands in the choices: of equal faces of a tile, say, only one is listed."""
        return action

    def lay_permits(self, g: Game) -> Sequence[LayPermit]:
        """The kinds of lay that are allowed now; none where the step asks for no tile."""
        return ()

    def auction(self, g: Game) -> Auction | None:
        """What is auctioned; None where the step is no auction."""
        return None

    def seen_by(self, player: Player) -> Step:
        """The step without what that player ("" for the public) may not know."""
        return self
