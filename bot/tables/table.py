"""One table: what can be read of it, and what is played at it, one action after the other under its lock.

What others read meanwhile is its `position`: an immutable value, replaced as a whole after each play, so menus and autocomplete
answer from memory without waiting. The live `Game` is touched under the lock only; everything else loads its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cachetools import LRUCache
from msgspec import structs

from bot.core import metrics
from bot.core.cpu_time import Part, measure_part
from bot.core.errors import GAME_OVER, NO_SEAT
from bot.core.tasks import uncancellable
from bot.model.action_form import is_final, left_undone, pass_action
from bot.model.board.run_worth import EFFORT, BestRun, builds, find_best_run
from bot.model.kinds import TableStatus, Via
from bot.model.models import Seat
from bot.model.orders.auto_end import BUILDS, PURCHASES
from bot.model.results import MOVED_ON, ConsentRequest, Played, ProposalClosed
from bot.model.undo_policy import NeededConsent
from bot.storage.repositories import users
from bot.tables import order_runner
from bot.tables import undo as tables_undo
from bot.tables.lookahead import later_steps, pass_plans, previews, run_options, weight
from bot.tables.order_runner import Request
from bot.tables.table_record import TableRecord
from game.actions import Action, BuyTrain, LayTile, Pass, Route, RunTrains
from game.choices import Choice
from game.events import PriceMoved, Ran, TrainDiscarded
from game.play import Game
from game.rules import Illegal, Refusal
from game.state import Company, State
from game.step_keys import StepKey
from render.data.queries import acting_company

VIEWS = 32  # kept for what is asked again within a moment: a post and a console ask for the same one some ten times
_views: LRUCache[tuple[object, ...], State[Any]] = LRUCache(VIEWS)
# of companies on turn, also with trains on sale
_best_runs: LRUCache[tuple[object, ...], BestRun | None] = LRUCache(4 * VIEWS)


class Table(TableRecord):
    """One running or finished game: what can be read of it, and what is played at it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table in playing order."""
        return self.row.seats

    def action_version(self, seat: str) -> int:
        """The seat's counter, as buttons carry it. KeyError for a stranger."""
        found_seat = self.row.seat(seat)
        if found_seat is None:
            raise KeyError(seat)
        return found_seat.action_version

    def choices(self, seat: str) -> tuple[Choice, ...]:
        """Every legal action of that seat now, from memory."""
        return self.position.choices.get(seat, ())

    async def view(self, seat: str | None, at: int = 0) -> State[Any]:
        """The state as that seat (None: the public) may know it, now or after move `at`. Others have it too."""
        state = await self.state_at(at) if at else self.position.state
        key = self.rules.name, self.rules.options, seat, state
        view = _views.get(key)
        if view is None:
            with measure_part(Part.DECODE):  # takes as long as to have a thread do it
                view = _views[key] = Game.load(self.rules, state).view(seat)
        return view

    async def view_with_deciders(self, seat: str | None, at: int = 0) -> tuple[State[Any], tuple[str, ...]]:
        """The state as that seat (None: the public) may know it, now or after move `at`, and who must act there."""
        if not at:
            return await self.view(seat), tuple(self.position.deciders)
        state = await self.state_at(at)

        def read_past() -> tuple[State[Any], tuple[str, ...]]:
            """The view and the deciders of that move, read from its snapshot in a worker thread."""
            game = Game.load(self.rules, state)
            return game.view(seat), tuple(game.deciders())

        return await asyncio.to_thread(read_past)

    async def find_refusal(self, action: Action) -> Refusal | None:
        """Why that action would be refused now; None where it is legal. Changes nothing."""
        return await asyncio.to_thread(previews.find_refusal, self.rules, self.position, action)

    async def find_refusals(self, actions: Sequence[Action]) -> list[Refusal | None]:
        """Why each of these actions would be refused now; None where it is legal. Changes nothing."""
        return await asyncio.to_thread(previews.find_refusals, self.rules, self.position, actions)

    async def find_later_step(self, seat: str, verbs: Collection[str]) -> later_steps.LaterStep | str:
        """Where a seat may do one of these things later in the same turn, if it does as little as may be until then; else why its
        company is not asked for that.
        """
        position = self.position
        return await asyncio.to_thread(later_steps.find_later_step, self.rules, position, seat, verbs)

    async def asks_later_in_round(self, seat: str, verbs: Collection[str]) -> bool:
        """Whether a seat may do one of these things in a later part of this stock round, if all pass until then."""
        position = self.position
        return await asyncio.to_thread(later_steps.asks_later_in_round, self.rules, position, seat, verbs)

    async def earnings(self, seat: str) -> dict[Action, int]:
        """What each of the runs listed for that seat would bring in dollars; nothing where no train may run."""
        return {action: ran.revenue for action, ran in (await self.play_runs(seat)).items()}

    async def play_runs(self, seat: str) -> dict[Action, Ran]:
        """What each of the runs listed for that seat would bring, and where it goes."""
        position = self.position
        runs = any(issubclass(c.kind, RunTrains) for c in position.choices.get(seat, ()))
        return await asyncio.to_thread(run_options.judge_runs, self.rules, position, seat) if runs else {}

    async def ask_train(self, seat: str, chosen: Sequence[Route]) -> run_options.TrainQuestion | None:
        """The train whose route is asked next after these, and what it may do; None once all have theirs."""
        position = self.position
        return await asyncio.to_thread(run_options.ask_train, self.rules, position, seat, chosen)

    async def preview(self, action: Action, seat: str, *, agreed: bool = False) -> tuple[Played, State[Any]]:
        """What the action would do, and the state after it, both as that seat may know them. Changes nothing. `agreed`: once
        whoever is asked about it has said yes.
        """
        look = partial(previews.preview_action, self.rules, self.position, self.id, action, seat, agreed=agreed)
        return await asyncio.to_thread(look)

    async def find_run_change(
        self, action: Action, before: State[Any], after: State[Any]
    ) -> tuple[BestRun | None, BestRun | None]:
        """The best run of the company on turn before and after an action, in these views; None where nothing is told of it."""
        company = acting_company(before)
        if not company or not builds(action, before, after):
            return None, None
        old = await self.find_best_run(before, company)
        return old, await asyncio.to_thread(find_best_run, self.rules, after, company) if old else None

    async def find_best_run(
        self, view: State[Any], company: Company, beside: str = "", effort: int = EFFORT
    ) -> BestRun | None:
        """What a company's trains would earn at best in a view of this position; None where none of them can run.

        `beside`: by what the view differs from the position, such as a train; `effort`: states that are looked at.
        """
        # The table may have gone on since the view was asked for.
        key = self.rules.name, self.rules.options, company, self.position.state, view.seq, beside, effort
        if key not in _best_runs:
            _best_runs[key] = await asyncio.to_thread(find_best_run, self.rules, view, company, effort)
        return _best_runs[key]

    async def find_following(self, played: Played, action: Action) -> previews.Following:
        """What follows by itself after what was tried, where nothing is left to decide, and who must act then."""
        if played.refused is not None or played.deciders != (played.seat,) or action.verb not in (*PURCHASES, *BUILDS):
            return previews.Following(played.deciders)
        action = structs.replace(action, by=played.seat)
        asking = await order_runner.load_seats_that_end_turns(self.store, self.row)
        position = self.position
        return await asyncio.to_thread(previews.find_following, self.rules, position, action, asking)

    async def plan_passes(self, seat: str) -> pass_plans.PassPlan | None:
        """How a seat would end building, or its company's turn, by more than one pass; None where one is enough."""
        position = self.position
        if position.deciders != (seat,) or pass_action(position.choices[seat]) is None:
            return None
        return await asyncio.to_thread(pass_plans.plan_passes, self.rules, position, seat)

    async def plan_ending(self, seat: Seat) -> pass_plans.PassPlan | None:
        """What one press of that seat passes, if that is more than one pass and nothing is asked about first; at a run or a
        dividend what it runs or pays, and passes then.
        """
        position = self.position
        if position.step in (StepKey.RUN, StepKey.DIVIDEND) and position.deciders == (seat.name,):
            return await asyncio.to_thread(pass_plans.plan_paying, self.rules, position, seat.name)
        plan = await self.plan_passes(seat.name)
        return None if plan is not None and plan.forgoes and await self._asks_first(seat) else plan

    async def asks_before_pass(self, seat: Seat) -> bool:
        """Whether a pass of that seat is asked about first, since something is left that is seldom left on purpose."""
        ending = pass_action(self.choices(seat.name))
        return ending is not None and bool(await self.find_forgone(seat, ending))

    async def find_forgone(self, seat: Seat, action: Action) -> str:
        """What an action would leave undone that is seldom left on purpose, without a full stop.

        Empty: nothing, or whoever acts for the seat is not to be asked. What would be lost for good is told everybody.
        """
        choices = self.choices(seat.name)
        undone = left_undone(choices, action)
        always = is_final(choices, action) and not self.row.private
        return undone if undone and (always or await self._asks_first(seat)) else ""

    async def find_doubtful(self, seat: Seat, actions: Iterable[Action]) -> frozenset[Action]:
        """Those of a seat's actions that are shown before they are done: they leave something valuable undone, scrap trains of
        their own buyer, buy one that brings nothing, use up a private's power, or bring about what is for good and easily
        overlooked.
        """
        tried = list(dict.fromkeys(actions))
        if not tried:
            return frozenset()
        find = partial(weight.find_doubtful, self.rules, self.position, seat.name, tried, private=self.row.private)
        doubtful = await asyncio.to_thread(find, asks=True)
        # Where nothing is, it need not be read whether whoever acts is asked: who is not has fewer of them.
        if doubtful and not await self._asks_first(seat):
            doubtful = await asyncio.to_thread(find, asks=False)
        return doubtful

    async def is_doubtful(self, seat: Seat, action: Action, *, lone: bool = False) -> bool:
        """Whether an action brings about what is for good and easily overlooked, is a run that earns less than the best or, in a
        `lone` line, a lay that ends more than building, and whoever acts is to see that first.
        """
        if isinstance(action, Pass) or not await self._asks_first(seat):
            return False
        if isinstance(action, RunTrains):
            return await asyncio.to_thread(weight.earns_less, self.rules, self.position, action)
        lays = lone and isinstance(action, LayTile)
        if lays and await asyncio.to_thread(weight.settles_run, self.rules, self.position, action):
            return True
        return await asyncio.to_thread(weight.brings_weight, self.rules, self.position, action)

    async def find_discards(self, action: Action) -> list[TrainDiscarded]:
        """The trains that go with an action, of whichever company, or once whoever is asked about it agrees."""
        return await asyncio.to_thread(previews.find_discards, self.rules, self.position, action)

    async def foresee_purchase(self, action: BuyTrain, company: Company) -> State[Any] | None:
        """The position once a company has bought a train, as everybody may know it; None where nothing comes of it."""
        return await asyncio.to_thread(previews.foresee_purchase, self.rules, self.position, action, company)

    async def foresee_prices(self, seat: str) -> tuple[PriceMoved, ...]:
        """How the price of the company on turn moves once its turn has ended by a seat's passes alone; empty where it stays, and
        where something must be decided before.
        """
        return await asyncio.to_thread(pass_plans.foresee_prices, self.rules, self.position, seat)

    async def _asks_first(self, seat: Seat) -> bool:
        """Whether whoever acts for that seat is asked before something is left; in a what-if nobody is."""
        if self.row.private:
            return False
        async with self.store.reading() as conn:
            return (await users.load_person(conn, seat.actor)).confirm

    @uncancellable
    async def play(
        self,
        seat: str,
        action: Action,
        via: Via,
        interaction: int = 0,
        *,
        user: int = 0,
        action_version: int | None = None,
    ) -> Played:
        """Play an action for a seat.

        `action_version`: the counter that the button carried; another one by now is refused as stale.
        Raises Busy when too many wait already. A refusal is in the answer.
        """
        action = structs.replace(action, by=seat)
        async with self.locked():
            recorded = await self.store.recorded_result(interaction)
            if recorded is not None:
                return await self.answer_repeated(recorded, seat, action)
            if self.row.seat(seat) is None:
                return self.make_refusal(seat, action, Refusal(NO_SEAT))
            if action_version is not None and self.action_version(seat) != action_version:
                return self.make_refusal(seat, action, MOVED_ON, stale=True)
            if self.row.status != TableStatus.RUNNING:
                return await self.record_refusal(seat, action, Refusal(GAME_OVER), interaction)
            try:
                with metrics.PLAYS.time():
                    played = await order_runner.play_with_orders(self, Request(seat, action, via, interaction, user))
            except Illegal as error:
                metrics.REFUSALS.inc()
                return await self.record_refusal(seat, action, error.refusal, interaction)
            recorded = await self.store.recorded_result(interaction) if played.stale else None
            return played if recorded is None else await self.answer_repeated(recorded, seat, action)

    async def pass_all(
        self,
        seat: str,
        plan: pass_plans.PassPlan,
        via: Via,
        interaction: int = 0,
        *,
        user: int = 0,
        action_version: int | None = None,
    ) -> Played:
        """Play the passes of a plan, as moves of which all but the first are taken back with it.

        `action_version` as in `play`. Ends early where something else is asked.
        """
        last = self.position.seq + plan.count
        first = plan.first or Pass(by=seat)
        played = await self.play(seat, first, via, interaction, user=user, action_version=action_version)
        while played.refused is None and not played.repeated and self.position.seq < last:
            if self.position.deciders != (seat,) or pass_action(self.choices(seat)) is None:
                break
            version = self.action_version(seat)
            then = await self.play(seat, Pass(by=seat), Via.SAME_PRESS, user=user, action_version=version)
            if then.refused is not None:
                break
            played = replace(then, action=played.action, events=(*played.events, *then.events))
        return played

    @uncancellable
    async def run_standing_orders(self) -> None:
        """Play what whoever must act now has asked for: sealed maxima bid, passes are made."""
        async with self.locked():
            orders = await order_runner.load_all_orders(self)
            if self.row.status == TableStatus.RUNNING:
                await order_runner.run_orders(self, None, orders, self.position.deciders)

    @uncancellable
    async def consent_for_undo(self, seat: str) -> NeededConsent:
        """Whose consent a seat ("" for the host) needs to take the last step back. Changes nothing."""
        return await tables_undo.consent_for_step(self, seat)

    async def undo(
        self, seat: str, *, to: int = 0, reason: str = "", interaction: int = 0, user: int = 0
    ) -> Played | ConsentRequest:
        """Take the last move back, or everything after move `to`; or ask those who must agree.

        `seat` "" is the host who has no seat. Raises Busy; a refusal is in the answer.
        """
        result = await tables_undo.undo(self, seat, to=to, reason=reason, interaction=interaction, user=user)
        return await self._let_bots_play(result)

    @uncancellable
    async def redo(self, seat: str, *, steps: int = 1, interaction: int = 0, user: int = 0) -> Played | ConsentRequest:
        """Play again what was taken back last: so many moves, 0 all of that line."""
        result = await tables_undo.redo(self, seat, steps=steps, interaction=interaction, user=user)
        return await self._let_bots_play(result)

    async def _let_bots_play(self, result: Played | ConsentRequest) -> Played | ConsentRequest:
        """Let the bot play its seats that must act now, after what was done; returns what was done."""
        if self.row.bots & set(self.position.deciders):
            await self.run_standing_orders()
        return result

    @uncancellable
    async def answer_proposal(
        self, proposal: int, seat: str, *, yes: bool, interaction: int = 0, user: int = 0
    ) -> Played | ConsentRequest | ProposalClosed:
        """Take in a seat's word ("" for the host's) on a proposal. The one who proposed may say no: that withdraws it.

        Raises NotPossible for somebody who was not asked.
        """
        return await tables_undo.answer_proposal(self, proposal, seat, yes=yes, interaction=interaction, user=user)

    async def open_proposal(self) -> ConsentRequest | None:
        """The proposal that waits, if there is one."""
        return await tables_undo.open_proposal(self)
