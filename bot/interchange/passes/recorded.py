"""Passes that a file has: each is played in the step that it belongs to, or dropped where ours has left that step already."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from bot.interchange.passes.waiting_steps import WaitingSteps
from bot.interchange.site import records as theirs
from game import actions as ours
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.playback import Playback
    from bot.interchange.site.records import Record

ANYWHERE = {*theirs.ORDERS, theirs.BuyCompany}  # say nothing about the step of a company
OF_NO_STEP = {theirs.Pass, theirs.BuyCompany, theirs.RunRoutes}  # do not tell in which step a company is now


class RecordedPasses:
    """Plays the recorded passes of a game that is being read."""

    def __init__(self, playback: Playback, steps: WaitingSteps) -> None:
        self.playback = playback
        self.steps = steps
        self.dropped = 0  # passes before this unit belong to nothing here
        self._counted = -1  # up to this unit passes have been counted
        self._later = 0  # steps of the turn that the site still waits in after the pass being played

    def drop_next_pass(self, i: int, record: Record) -> None:
        """Drop the next pass of the buyer in a record: it ends a turn that is over here. A home may be chosen before it."""
        units = self.playback.units
        for j in range(i, len(units)):
            later = units[j].record
            if later.entity_type == "player" and type(later) not in theirs.ORDERS:
                if type(later) is theirs.Pass and later.entity == record.entity:
                    self.dropped = j + 1
                return

    def play_pass(self, i: int, record: Record) -> None:
        """Play a recorded pass where it belongs to a step that ours asks too; drop it where ours has skipped its step."""
        if (
            self._settles_debt(record)
            or i < self.dropped
            or not self.playback.is_asked(record)
            or self._buys_private_after(i)
        ):
            return
        action = ours.Pass(by=self.playback.player_acting(record))
        if self.playback.game.state.step_key in self.playback.profile.asked_companies:
            self.playback.early_passes.append(self.actor_name(record))
            if not self._removes_tokens_later(i):
                self.playback.play_action(i, action)
            return
        self._later = 0
        if record.entity_type != "player" and i > self._counted:
            self._count_passes(i, record)
        if i >= self.dropped and self.playback.game.legal(action):
            self.playback.play_action(i, action)
            # ours may be in the company's next turn already
            if self._later and self.playback.has_just_begun(str(record.entity)):
                self.playback.owe_passes([self.actor_name(record)] * self._later)

    def _buys_private_after(self, i: int) -> bool:
        """Whether the company buys a private right after unit `i`, its pass on trains: here that pass would end the turn too
        soon.
        """
        units = self.playback.units
        if self.playback.game.state.step_key != StepKey.TRAINS or i + 1 == len(units):
            return False
        later = units[i + 1].record
        return type(later) is theirs.BuyCompany and later.entity == units[i].record.entity

    def _settles_debt(self, record: Record) -> bool:
        """Whether a record is the pass of a player whom ours has passed by; the debt is struck off."""
        if not self.is_owed(record):
            return False
        self.playback.owed_passes.remove(self.actor_name(record))
        return True

    def is_owed(self, record: Record) -> bool:
        """Whether a record is a pass that the site demanded and that was made here already."""
        owed = self.playback.owed_passes
        return bool(owed) and type(record) is theirs.Pass and self.actor_name(record) in owed

    def actor_name(self, record: Record) -> str:
        """Whoever acted in a record, by our name of a player or the site's of a company."""
        return self.playback.player_acting(record) if record.entity_type == "player" else str(record.entity)

    def _removes_tokens_later(self, i: int) -> bool:
        """Whether whoever acts in unit `i` goes on to remove a token: the site asks piece by piece what ours asks once."""
        units, entity = self.playback.units, self.playback.units[i].record.entity
        later = itertools.takewhile(lambda record: record.entity == entity, (u.record for u in units[i:]))
        first = next((record for record in later if type(record) is not theirs.Pass), None)
        return type(first) is theirs.RemoveToken

    def _count_passes(self, i: int, record: Record) -> None:
        """Count the passes from unit `i` on. Where the site passes more often before the company's next action, or the end of its
        turn, than ours has to, its first passes belong to steps that ours has left already.
        """
        passes, following = self._rest_of_turn(i, record)
        if len(passes) > 1 and self._belongs_to_step(i):  # the others are counted when their turn comes
            self._counted = self.dropped = i
            self.steps.note_over()
            self._later = min(self.steps.count_left(), len(passes) - 1)
            return
        due = self.steps.count_left() if self.playback.profile.waits_for_passes else len(passes)
        if 0 < due < len(passes):  # the others belong to the next turn of the same company
            passes, following = passes[:due], 0
        self._counted = passes[-1]
        if len(passes) == 1:
            self.dropped = i + 1 if self._is_left_over(i, record, following) else i
            return
        in_turn = self.steps.count_left()
        needed, turn_over = self._try_passes(record, following, len(passes))
        if turn_over:  # what the site has no step for in this turn belongs to the company's next one
            passes = passes[: max(needed, in_turn)]
            self._counted = passes[-1]
        if self._is_last_turn(passes[-1]):  # passes that the site still waits for come after the file's end
            needed = max(0, needed - max(0, due - len(passes)))
        extra = len(passes) - needed
        self.dropped = passes[extra] if needed else passes[-1] + 1

    def _try_passes(self, record: Record, following: int, most: int) -> tuple[int, bool]:
        """How many passes ours needs until unit `following` (0: anybody else's) is possible, or until the company's next turn
        begins with the last of them; and whether it does.
        """
        playback, needed, turn_over = self.playback, 0, False
        while needed < most and not turn_over:
            action = ours.Pass(by=playback.player_acting(record))
            if playback.fits_now(following) if following else not playback.is_asked(record):
                break
            if not (playback.is_asked(record) and playback.game.legal(action)):
                break
            playback.game.play(action)
            needed += 1
            turn_over = playback.has_just_begun(str(record.entity))
        for _ in range(needed):
            playback.game.undo()
        return needed, turn_over

    def _is_last_turn(self, i: int) -> bool:
        """Whether nobody acts any more after unit `i`, a company's pass, in a game that goes on."""
        units = self.playback.units
        return self.playback.saved.status != "finished" and all(type(u.record) in theirs.ORDERS for u in units[i + 1 :])

    def _is_left_over(self, i: int, record: Record, following: int) -> bool:
        """Whether the only pass before the company's next action, unit `following` (0: none), belongs to a step that ours has
        left already. Ours may be in the company's next turn, in which that action is possible only without the pass; or past
        runs for nothing, which come after the pass.
        """
        playback = self.playback
        if not following or not playback.fits_now(following):
            return False
        runs = type(playback.units[following].record) is theirs.RunRoutes
        if runs and playback.game.state.step_key == StepKey.TRAINS:
            return True
        if self._belongs_to_step(i):
            return not runs and not self._fits_after_pass(record, following)
        return not (self.steps.is_awaited() and self._fits_after_pass(record, following))

    def _fits_after_pass(self, record: Record, following: int) -> bool:
        """Whether unit `following` is possible right after a pass by whoever acts in a record too, as a private's station is."""
        action = ours.Pass(by=self.playback.player_acting(record))
        if not self.playback.game.legal(action):
            return False
        self.playback.game.play(action)
        fits = self.playback.fits_now(following)
        self.playback.game.undo()
        return fits

    def _belongs_to_step(self, i: int) -> bool:
        """Whether the pass of unit `i` belongs to the step that is asked and to no earlier one: that step is the turn's first, or
        the company has just acted in it.
        """
        last = self.playback.units[i - 1].record if i else None
        acted = last is not None and last.entity == self.playback.units[i].record.entity
        acted = acted and type(last) not in OF_NO_STEP
        return self.steps.is_first() or (acted and self.playback.stayed)

    def _rest_of_turn(self, i: int, record: Record) -> tuple[list[int], int]:
        """The company's passes from unit `i` on, and its next action of this turn that belongs to one step only (0: none).

        Privates are bought at any time, so a purchase says nothing about the step; nor do most powers of players' privates.
        """
        passes = [i]
        playback = self.playback
        for j in range(i + 1, len(playback.units)):
            later = playback.units[j].record
            if type(later) is theirs.Pass and later.entity == record.entity:
                passes.append(j)
            elif later.entity_type == "company" and playback.company_acting(later) in playback.game.state.order:
                if type(later) is theirs.PlaceToken:
                    return passes, j
            elif type(later) not in ANYWHERE:
                same_company = later.entity_type != "player" and playback.company_acting(later) == record.entity
                return passes, j if same_company else 0
        return passes, 0
