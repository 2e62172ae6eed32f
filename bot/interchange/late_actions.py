"""Actions that come when the site has left the step to which they belong: they are written before the one that ended it.

Ours lets a company buy privates and use them until its turn ends; at the site the same company may have nothing left to wait
for, and the next one is on turn. What is bought sooner is paid from the same money, so the order makes no other difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from bot.interchange.site.errors import Unwritable
from bot.interchange.site.wait_conditions import never_waits_for
from game import actions as ours
from game import trains
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from bot.interchange.site.site_turn import Turn
    from game.actions import Action

T = TypeVar("T")


class LateActions:
    """The late actions of a game that is being written. `moves`: number of an action -> the one before which it belongs;
    `breaking`: those with which the site breaks down where they are; `settled`: nothing can be moved any more.
    """

    def __init__(self, state: ExportState) -> None:
        self.state = state
        self.moves: dict[int, int] = {}
        self.breaking: list[int] = []
        self.settled = False
        self._left: dict[str, int] = {}  # step of the present turn -> the action that ended it
        self._bought: dict[str, int] = {}  # private bought in this turn -> the action
        self._lay = 0  # the last lay of this turn without a private
        self._laid: dict[int, int] = {}  # choice of the city of a station on a new tile -> the lay
        self._undecided: dict[int, int] = {}  # late if the company does not run
        self._trainless: dict[int, int] = {}  # late if it does: it had no train before that purchase

    def begin_turn(self) -> None:
        """Forget what belonged to the last turn."""
        self._left.clear()
        self._bought.clear()
        self._undecided.clear()
        self._trainless.clear()
        self._lay = 0

    def note_steps(self, turn: Turn) -> None:
        """After a play: which steps the site has left since."""
        for step in self.state.profile.turn[: turn.at]:
            self._left.setdefault(step.key, self._laid.get(self.state.number, self.state.number))

    def note_action(self, action: Action, turn: Turn) -> None:
        """Before a play: note whether the site still waits for the action, else where the action belongs."""
        number = self.state.number
        if not self.state.profile.keeps_steps:
            return
        if isinstance(action, ours.TakePrivate):
            self._check_purchase(turn)
            self._bought[action.private] = number
            self._withdraw_pass(action.private, turn)
        elif isinstance(action, ours.RunTrains):
            self.moves |= self._trainless
            self._trainless.clear()
            self._undecided.clear()
        elif self._lay and self.state.game.state.step_key == StepKey.CITY:
            self._laid[number] = self._lay
        elif isinstance(action, ours.LayTile | ours.PlaceToken) and action.using:
            self._check_power(action.using, StepKey.TRACK if isinstance(action, ours.LayTile) else StepKey.TOKEN)
        elif isinstance(action, ours.Use) and not action.target:
            self._check_power(action.private, self.state.profile.uses_until)
        elif isinstance(action, ours.LayTile):
            self._lay = number
        elif isinstance(action, ours.BuyTrain) and action.using and StepKey.TRAINS in self._left:
            self._check_train(action.using, turn)

    def _check_purchase(self, turn: Turn) -> None:
        """Move a purchase of a private that comes too late: it counts while the site waits for the company at all. Where it
        brings the company's only train, it has to come before the site goes past the runs.
        """
        g, steps, number = self.state.game, self.state.profile.turn, self.state.number
        ended = self._left.get(steps[turn.at - 1].key, 0) if turn.at else 0
        before_runs = turn.at < len(steps) and steps[turn.at].waits is never_waits_for
        undecided = ended and before_runs and not turn.has_done(steps[turn.at].key)
        if undecided and not trains.owned(g, turn.company):
            self._trainless[number] = ended
        if any(step.waits(g, turn) for step in steps[turn.at :]):
            return
        if ended and turn.at == len(steps):
            self.moves[number] = ended
        elif undecided:
            self._undecided[number] = ended

    def _withdraw_pass(self, private: str, turn: Turn) -> None:
        """Take back the pass after which the site has gone by the stations, before the purchase of a private with a station for
        which ours waits: who owns the private then is asked. The pass comes after the purchase if the site still waits for it.
        """
        state = self.state
        entries, at = state.entries, len(state.entries)
        waits = state.game.state.step_key == StepKey.TOKEN and StepKey.TOKEN in self._left
        if not waits or not self._brings_station(private):
            return
        while at and (entries[at - 1]["type"], entries[at - 1]["entity"]) == ("buy_company", turn.company):
            at -= 1
        if at and (entries[at - 1]["type"], entries[at - 1]["entity"]) == ("pass", turn.company):
            del entries[at - 1]
            keys = [step.key for step in state.profile.turn]
            turn.at = keys.index(StepKey.TOKEN) - 1
            for key in keys[turn.at :]:
                self._left.pop(key, None)

    def _brings_station(self, private: str) -> bool:
        """Whether a private lets the company that buys it place a station."""
        g = self.state.game
        unused = f"{private}.token" not in g.state.used
        return unused and any(
            a.kind == "token" and a.owner != "player" for a in g.rules.data.privates[private].abilities
        )

    def _check_power(self, private: str, step: str) -> None:
        """Move the use of a private's power in a step that the site has left. Where the private was bought later than
        that, its purchase is moved, which keeps the step open.
        """
        ended, bought = self._left.get(step, 0), self._bought.get(private, 0)
        if ended:
            self.moves[bought if bought > ended else self.state.number] = ended

    def _check_train(self, private: str, turn: Turn) -> None:
        """Move the purchase of a private that brings a train once the site has left the trains, or that of the train. Raises
        Unwritable once that is known to be impossible: the company could not pay for the private before, or had to buy a train.
        """
        if self.settled:
            sentence = f"18xx.games asks {turn.company} for no train by {private} once its trains are over"
            raise Unwritable(sentence, self._find_last_purchase(turn.company))
        self.breaking.append(self.state.number)
        self._check_power(private, StepKey.TRAINS)

    def _find_last_purchase(self, company: str) -> int | None:
        """The entry of a company's last purchase, of a train or a private: with it the site has gone on."""
        purchases = [
            n
            for n, e in enumerate(self.state.entries)
            if e["entity"] == company and e["type"] in ("buy_train", "buy_company")
        ]
        return purchases[-1] if purchases else None

    def skip_run(self, turn: Turn) -> None:
        """During a play: the company does not run in this turn."""
        self.moves |= self._undecided
        self._undecided.clear()
        action = self.state.action
        ends = isinstance(action, ours.LayTile) and action.using
        if ends and self._lay and self.state.profile.runs_after_private:
            self._move_lay(ends, turn)

    def _move_lay(self, private: str, turn: Turn) -> None:
        """Move the lay of a private after which a turn has no runs before the company's own. Raises Unwritable once that is known
        to be impossible, if the site waits for nothing more in that turn.
        """
        steps = self.state.profile.turn
        if StepKey.TRACK not in self._left and not any(step.waits(self.state.game, turn) for step in steps[turn.at :]):
            if self.settled:
                raise Unwritable(
                    f"18xx.games breaks down where the tile of {private} ends the turn of {turn.company} without runs"
                )
            self.breaking.append(self.state.number)
        self.moves[self.state.number] = self._lay
        if self._bought.get(private, 0) > self._lay:
            self.moves[self._bought[private]] = self._lay


def reorder(items: Sequence[T], moves: Mapping[int, int]) -> list[T]:
    """Items in their new order. `moves`: number of an item, from 1, -> the number of the item before which it goes."""
    before: dict[int, list[T]] = {}
    for number in sorted(moves):
        before.setdefault(moves[number], []).append(items[number - 1])
    return [
        each
        for number, item in enumerate(items, 1)
        for each in (*before.get(number, ()), *(() if number in moves else (item,)))
    ]
