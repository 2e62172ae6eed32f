"""Consent: a deal between two players waits for the word of the one who was asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game.actions import Action, Answer
from game.choices import Choice, choice
from game.events import Answered, Proposed
from game.step_keys import StepKey
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game


class Consent(Step):
    """`of` is asked whether `buyer` may have `what` from `seller` for `price` dollars; `by` may withdraw meanwhile.

    The step that pushed it looks at `yes` when it has finished.
    """

    by: str
    of: str
    what: str
    price: int
    buyer: str
    seller: str
    yes: bool = False
    done: bool = False

    key: ClassVar[str] = StepKey.CONSENT
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done:
            yield choice(Answer(True, by=self.of), Answer(False, by=self.of))

    def asides(self, g: Game) -> Iterator[Choice]:
        """Who asked may withdraw."""
        if not self.done:
            yield choice(Answer(False, by=self.by), withdraws=True)

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, Answer)
        self.done, self.yes = True, action.yes
        g.emit(Answered(action.by, action.yes, self.what, withdrawn=action.by != self.of))


def ask(g: Game, consent: Consent) -> bool:
    """Push the question and say True; say False when nobody need be asked and the deal stands at once."""
    if consent.by == consent.of or not g.rules.consent:
        return False
    g.emit(Proposed(consent.by, consent.of, consent.what, consent.price, consent.buyer, consent.seller))
    g.push(consent)
    return True
