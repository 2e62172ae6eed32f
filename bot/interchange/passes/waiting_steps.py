"""The steps of a company's turn in which the site still waits for an action or a pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import actions as ours

if TYPE_CHECKING:
    from bot.interchange.playback import Playback
    from bot.interchange.site.site_turn import Waiting


class WaitingSteps:
    """Tells in which steps of the turn that is played the site waits."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback

    def is_awaited(self) -> bool:
        """Whether the site has waited in no step before the one that is asked since the company acted."""
        step = self.playback.game.top_step()
        return step is not None and self.first_waiting() == step.key

    def first_waiting(self) -> str:
        """The first step of this turn in which the site still waits, "" for none."""
        return next((waiting.key for waiting in self.list_waiting()), "")

    def note_over(self) -> None:
        """Note that the step which is asked is over at the site with the present pass."""
        step, turn = self.playback.game.top_step(), self.playback.turn
        keys = [waiting.key for waiting in self.playback.steps]
        if turn is not None and step is not None and step.key in keys:
            turn.at = keys.index(step.key) + 1

    def count_left(self) -> int:
        """How often the site can still wait for a pass in this turn: once in each step."""
        return sum(1 for _ in self.list_waiting())

    def list_waiting(self) -> Iterator[Waiting]:
        """The steps of this turn in which the site still waits, from the first that is not over, or from the last in which the
        company has acted.
        """
        turn = self.playback.turn
        if turn is None:
            return
        keys = [waiting.key for waiting in self.playback.steps]
        acted = [keys.index(key) for key, action in turn.acted if key in keys and type(action) is not ours.TakePrivate]
        for waiting in self.playback.steps[max([turn.at, *acted]) :]:
            if waiting.waits(self.playback.game, turn):
                yield waiting

    def is_first(self) -> bool:
        """Whether the first step in which the site waits is asked: then ours has left none that a pass could belong to."""
        step, turn = self.playback.game.top_step(), self.playback.turn
        if step is None or turn is None or getattr(step, "company", "") != turn.company:
            return False
        for waiting in self.playback.steps[turn.at :]:
            if waiting.key == step.key:
                return waiting.waits(self.playback.game, turn) or not getattr(step, "laid", ())
            if waiting.key != "convert" or waiting.waits(self.playback.game, turn):
                return False
        return False
