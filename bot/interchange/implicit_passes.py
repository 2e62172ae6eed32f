"""Passes that a file has and our engine does not ask for, and those that ours needs and no file has.

Both are settled by looking at what our engine asks, and at the action recorded next.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING

from bot.interchange.site import records as theirs
from bot.interchange.site.wait_conditions import always_waits, never_waits_for
from game import actions as ours

if TYPE_CHECKING:
    from bot.interchange.playback import Playback
    from bot.interchange.site.records import Record
    from bot.interchange.site.site_turn import Turn, Waiting

FREE = {theirs.Pass, theirs.BuyCompany, theirs.Assign, theirs.ChooseAbility}  # belong to no step by themselves
ANYWHERE = {*theirs.ORDERS, theirs.BuyCompany}  # say nothing about the step of a company
OF_NO_STEP = {theirs.Pass, theirs.BuyCompany, theirs.RunRoutes}  # do not tell in which step a company is now
LAYS_AND_STATIONS: Mapping[str, type[theirs.Record]] = {"track": theirs.LayTile, "token": theirs.PlaceToken}  # by step
MOST_PASSES_TRIED = 40  # passes tried to reach the position of the next recorded action


class ImplicitPasses:
    """Plays the passes of a game that is being read: those that are recorded, and those that only ours asks for."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.dropped = 0  # passes before this unit belong to nothing here
        self.holds = False  # a step is kept open for a private, which is over there until the private is used
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
        if getattr(self.playback.game.asked(), "key", "") in self.playback.profile.asked_companies:
            self.playback.early_passes.append(self._actor_name(record))
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
                self.playback.owe_passes([self._actor_name(record)] * self._later)

    def _buys_private_after(self, i: int) -> bool:
        """Whether the company buys a private right after unit `i`, its pass on trains: here that pass would end the turn too
        soon.
        """
        units = self.playback.units
        if getattr(self.playback.game.asked(), "key", "") != "trains" or i + 1 == len(units):
            return False
        later = units[i + 1].record
        return type(later) is theirs.BuyCompany and later.entity == units[i].record.entity

    def _settles_debt(self, record: Record) -> bool:
        """Whether a record is the pass of a player whom ours has passed by; the debt is struck off."""
        if not self.is_owed(record):
            return False
        self.playback.owed_passes.remove(self._actor_name(record))
        return True

    def is_owed(self, record: Record) -> bool:
        """Whether a record is a pass that the site demanded and that was made here already."""
        owed = self.playback.owed_passes
        return bool(owed) and type(record) is theirs.Pass and self._actor_name(record) in owed

    def _actor_name(self, record: Record) -> str:
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
            self._note_step_over()
            self._later = min(self._count_steps_left(), len(passes) - 1)
            return
        due = self._count_steps_left() if self.playback.profile.waits_for_passes else len(passes)
        if 0 < due < len(passes):  # the others belong to the next turn of the same company
            passes, following = passes[:due], 0
        self._counted = passes[-1]
        if len(passes) == 1:
            self.dropped = i + 1 if self._is_left_over(i, record, following) else i
            return
        in_turn = self._count_steps_left()
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
        if runs and getattr(playback.game.asked(), "key", "") == "trains":
            return True
        if self._belongs_to_step(i):
            return not runs and not self._fits_after_pass(record, following)
        return not (self._is_awaited_step() and self._fits_after_pass(record, following))

    def _is_awaited_step(self) -> bool:
        """Whether the site has waited in no step before the one that is asked since the company acted."""
        step = self.playback.game.asked()
        return step is not None and self._first_waiting_step() == step.key

    def _first_waiting_step(self) -> str:
        """The first step of this turn in which the site still waits, "" for none."""
        return next((waiting.key for waiting in self._waiting_steps()), "")

    def _fits_after_pass(self, record: Record, following: int) -> bool:
        """Whether unit `following` is possible right after a pass by whoever acts in a record too, as a private's station is."""
        action = ours.Pass(by=self.playback.player_acting(record))
        if not self.playback.game.legal(action):
            return False
        self.playback.game.play(action)
        fits = self.playback.fits_now(following)
        self.playback.game.undo()
        return fits

    def _note_step_over(self) -> None:
        """Note that the step which is asked is over at the site with the present pass."""
        step, turn = self.playback.game.asked(), self.playback.turn
        keys = [waiting.key for waiting in self.playback.steps]
        if turn is not None and step is not None and step.key in keys:
            turn.at = keys.index(step.key) + 1

    def _count_steps_left(self) -> int:
        """How often the site can still wait for a pass in this turn: once in each step."""
        return sum(1 for _ in self._waiting_steps())

    def _waiting_steps(self) -> Iterator[Waiting]:
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

    def _belongs_to_step(self, i: int) -> bool:
        """Whether the pass of unit `i` belongs to the step that is asked and to no earlier one: that step is the turn's first, or
        the company has just acted in it.
        """
        last = self.playback.units[i - 1].record if i else None
        acted = last is not None and last.entity == self.playback.units[i].record.entity
        acted = acted and type(last) not in OF_NO_STEP
        return self._is_first_step() or (acted and self.playback.stayed)

    def _is_first_step(self) -> bool:
        """Whether the first step in which the site waits is asked: then ours has left none that a pass could belong to."""
        step, turn = self.playback.game.asked(), self.playback.turn
        if step is None or turn is None or getattr(step, "company", "") != turn.company:
            return False
        for waiting in self.playback.steps[turn.at :]:
            if waiting.key == step.key:
                return waiting.waits(self.playback.game, turn) or not getattr(step, "laid", ())
            if waiting.key != "convert" or waiting.waits(self.playback.game, turn):
                return False
        return False

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
        step = self.playback.game.asked()
        if not getattr(step, "company", ""):
            return any(choice.kind is not ours.Pass for choice in self.playback.game.choices())
        return self._is_first_step() and not self.playback.profile.waits_for_passes

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
        playback, step, turn = self.playback, self.playback.game.asked(), self.playback.turn
        record = playback.units[i].record
        if turn is None or step is None or type(record) is not theirs.Pass or record.entity != turn.company:
            return False
        keys = [waiting.key for waiting in playback.steps]
        later = playback.steps[keys.index(step.key) + 1 :] if step.key in keys else ()
        return any(waiting.waits(playback.game, turn) for waiting in later)

    def _is_in_turn(self, turn: Turn | None) -> bool:
        """Whether the company of a turn is still in that turn, and not in its next one."""
        company = turn.company if turn else ""
        return getattr(self.playback.game.asked(), "company", "") == company and not self.playback.has_just_begun(
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
        step, units, bought = self.playback.game.asked(), self.playback.units, list[str]()
        passes = step is not None and step.key == "token" and self._first_waiting_step() == "track"
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
        step, turn = playback.game.asked(), playback.turn
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
        company = getattr(self.playback.game.asked(), "company", "")
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
        if i < self.dropped:
            return True
        name = self._actor_name(record)
        if name not in owed:
            return False
        owed.remove(name)
        return True
