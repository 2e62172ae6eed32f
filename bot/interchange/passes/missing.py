"""Passes that only our engine asks for: no file has them, so they are played where the next recorded action needs them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING

from bot.interchange.passes.recorded import RecordedPasses
from bot.interchange.passes.waiting_steps import WaitingSteps
from bot.interchange.site import records as theirs
from bot.interchange.site.wait_conditions import always_waits, never_waits_for
from game import actions as ours
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.playback import Playback
    from bot.interchange.site.records import Record
    from bot.interchange.site.site_turn import Turn

FREE = {theirs.Pass, theirs.BuyCompany, theirs.Assign, theirs.ChooseAbility}  # belong to no step by themselves
# What is recorded of the steps that build
LAYS_AND_STATIONS: Mapping[str, type[theirs.Record]] = {
    StepKey.TRACK: theirs.LayTile,
    StepKey.TOKEN: theirs.PlaceToken,
}
MOST_PASSES_TRIED = 40  # passes tried to reach the position of the next recorded action


class MissingPasses:
    """Plays the passes that ours asks for and the site does not, by what is recorded next."""

    def __init__(self, playback: Playback, steps: WaitingSteps, recorded: RecordedPasses) -> None:
        self.playback = playback
        self.steps = steps
        self.recorded = recorded
        self.holds = False  # a step is kept open for a private, which is over there until the private is used

    def align_with(self, i: int) -> None:
        """Pass what the site did not ask, until unit `i` or the first unit after it with an effect is possible; if that never is,
        leave all as it was.
        """
        self.holds = False
        self._pass_unasked(i)
        owed_here = [*self.playback.owed_passes]  # each strikes one pass off
        while i < len(self.playback.units) and self._has_no_effect(i, owed_here):
            i += 1
        if i < len(self.playback.units) and (
            not self.playback.profile.waits_for_passes or type(self.playback.units[i].record) is theirs.Assign
        ):
            self._leave_steps(i)
        while i < len(self.playback.units) and (self._has_no_effect(i, owed_here) or self._is_late_pass(i)):
            i += 1
        if i < len(self.playback.units) and type(self.playback.units[i].record) is theirs.EndGame:
            return
        if i == len(self.playback.units) and (self.playback.saved.status != "finished" or self.playback.saved.by_hand):
            return
        if i < len(self.playback.units):
            past = self._skip_unasked(i)
            if self.playback.fits_now(past) and not (past > i and self._is_amid_turn(i)):
                return
        turn, owed, played = self.playback.turn, [*self.playback.owed_passes], 0
        while not (self.playback.game.state.over if i == len(self.playback.units) else self.playback.fits_now(i)):
            action = next((a for a in self.playback.listed_actions(ours.Pass)), None)
            if action is None or played >= MOST_PASSES_TRIED or self._is_waited_for():
                self._take_back(played, owed)
                self.playback.turn = turn
                return
            turn = turn if played else deepcopy(turn)
            self.playback.play_action(min(i, len(self.playback.units) - 1), action)
            played += 1 + self._pass_unasked(i)

    def _pass_unasked(self, i: int) -> int:
        """Pass the questions that the site never asks, so that no recorded pass is taken for an answer; returns how many."""
        playback, count = self.playback, 0
        while playback.profile.is_asked_in_vain(playback.game):
            playback.play_action(min(i, len(playback.units) - 1), playback.listed_actions(ours.Pass)[0])
            count += 1
        return count

    def _is_waited_for(self) -> bool:
        """Whether the site waits here: for a player who can do more than pass, and for a company that has just come on turn.
        So no pass is missing.
        """
        step = self.playback.game.top_step()
        if not getattr(step, "company", ""):
            return any(choice.kind is not ours.Pass for choice in self.playback.game.choices())
        return self.steps.is_first() and not self.playback.profile.waits_for_passes

    def _leave_steps(self, i: int) -> None:
        """Pass where the site waits for nothing any more, unless unit `i` belongs to that step or could not be played then."""
        self.holds = self._uses_private_bought(i)
        if self.holds or not self._is_step_over(i):
            return
        playback, turn = self.playback, deepcopy(self.playback.turn)
        owed, played = [*playback.owed_passes], 0
        while self._is_step_over(i) and playback.turn and turn and playback.turn.company == turn.company:
            before, owed_before = deepcopy(playback.turn), [*playback.owed_passes]
            is_last_pass = self._is_last_pass_recorded(i)
            playback.play_action(i, playback.listed_actions(ours.Pass)[0])
            played += 1
            if is_last_pass and not self._is_in_turn(before):
                self._take_back(1, owed_before)
                playback.turn, played = before, played - 1
                break
        if played and not (type(playback.units[i].record) is theirs.Pass or playback.fits_now(i)):
            self._take_back(played, owed)
            playback.turn = turn

    def _is_last_pass_recorded(self, i: int) -> bool:
        """Whether unit `i` is a pass of the company on turn, for whom the site waits in a step after the one that is asked."""
        playback, step, turn = self.playback, self.playback.game.top_step(), self.playback.turn
        record = playback.units[i].record
        if turn is None or step is None or type(record) is not theirs.Pass or record.entity != turn.company:
            return False
        keys = [waiting.key for waiting in playback.steps]
        later = playback.steps[keys.index(step.key) + 1 :] if step.key in keys else ()
        return any(waiting.waits(playback.game, turn) for waiting in later)

    def _is_in_turn(self, turn: Turn | None) -> bool:
        """Whether the company of a turn is still in that turn, and not in its next one."""
        company = turn.company if turn else ""
        return getattr(self.playback.game.top_step(), "company", "") == company and not self.playback.has_just_begun(
            company
        )

    def past_runs(self, i: int) -> bool:
        """Whether runs for nothing come from unit `i` on that ours is past already, before anything but privates."""
        units, j = self.playback.units, i
        while j < len(units) and type(units[j].record) in FREE:
            j += 1
        if j == len(units):
            return False
        record = units[j].record
        empty = type(record) is theirs.RunRoutes and not any(r.connections for r in record.routes)
        return empty and self.playback.earns_nothing(j)

    def _uses_private_bought(self, i: int) -> bool:
        """Whether privates bought from unit `i` on are used in this very step, which the site then opens again."""
        step, units, bought = self.playback.game.top_step(), self.playback.units, list[str]()
        passes = step is not None and step.key == StepKey.TOKEN and self.steps.first_waiting() == StepKey.TRACK
        kind = LAYS_AND_STATIONS.get(step.key if step else "")
        if kind is None:
            return False
        for j in range(i, len(units)):
            record = units[j].record
            if type(record) is theirs.BuyCompany:
                bought.append(record.company)
            elif passes and type(record) is theirs.Pass:
                passes = False  # of the step before, which the site has not left
            elif type(record) not in (*theirs.ORDERS, theirs.Assign):  # a power that belongs to no step
                if type(record) is not kind:
                    return False
                owner = self.playback.game.state.place.get(str(record.entity), "")
                return record.entity in bought or (
                    record.entity_type == "company" and owner == getattr(step, "company", "")
                )
        return False

    def _is_step_over(self, i: int) -> bool:
        """Whether the step in which ours asks a company is over at the site without a pass, before unit `i`."""
        playback, record = self.playback, self.playback.units[i].record
        step, turn = playback.game.top_step(), playback.turn
        if step is None or turn is None or getattr(step, "company", "") != turn.company:
            return False
        waits = next((w.waits for w in playback.steps if w.key == step.key), always_waits)
        if waits is never_waits_for or not (type(record) in FREE or not playback.fits_now(i)):
            return False
        may_pass = playback.game.legal(ours.Pass(by=playback.game.president(turn.company)))
        return may_pass and not waits(playback.game, turn)

    def _take_back(self, played: int, owed: list[str]) -> None:
        """Undo the last passes. `owed`: the passes that were due there before them."""
        for _ in range(played):
            self.playback.take_back()
        self.playback.owed_passes[:] = owed

    def _is_late_pass(self, i: int) -> bool:
        """Whether unit `i` is a pass of the company that acted last, whose turn is over here."""
        record = self.playback.units[i].record
        of_company = type(record) is theirs.Pass and record.entity_type not in ("player", "company")
        return (
            of_company
            and not self.playback.is_asked(record)
            and self.playback.last_company(i) == self.playback.company_acting(record)
        )

    def _is_amid_turn(self, i: int) -> bool:
        """Whether ours is still in the turn of the company that acted last. A pass of a player then shows that the turn is over
        there.
        """
        company = getattr(self.playback.game.top_step(), "company", "")
        return bool(company) and company == self.playback.last_company(i) and not self.playback.has_just_begun(company)

    def _skip_unasked(self, i: int) -> int:
        """The first unit from `i` on that is no pass of a player whose turn ours has skipped."""
        j = i
        while j + 1 < len(self.playback.units) and self._is_unasked_pass(self.playback.units[j].record):
            j += 1
        return j

    def _is_unasked_pass(self, record: Record) -> bool:
        """Whether a record is a pass of a player whom ours does not ask."""
        return type(record) is theirs.Pass and record.entity_type == "player" and not self.playback.is_asked(record)

    def _has_no_effect(self, i: int, owed: list[str]) -> bool:
        """Whether unit `i` changes nothing here: it is an order, or a pass that belongs to no step of ours. `owed`: who owes a
        pass before this unit; one that is found is struck off.
        """
        record = self.playback.units[i].record
        if type(record) is not theirs.Pass:
            return type(record) in theirs.ORDERS
        if i < self.recorded.dropped:
            return True
        name = self.recorded.actor_name(record)
        if name not in owed:
            return False
        owed.remove(name)
        return True
