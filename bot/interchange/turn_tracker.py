"""The turns of a game that is being written: passes which only the site has, and what follows a play by itself.

What a step is worth can be seen only at the moment when it is over, which may be in the middle of a play: so the turns listen
to the events of the game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.interchange.entries import entry_by_company, entry_by_player
from bot.interchange.late_actions import LateActions
from bot.interchange.passes.entries import ALL, check_step, encode_passes, encode_passes_before, encode_passes_until
from bot.interchange.site.dropped_bidders import DroppedBidders
from bot.interchange.site.ledgers import name_as_theirs
from bot.interchange.site.site_turn import Turn
from bot.interchange.site.wait_conditions import never_waits_for
from game import actions as ours
from game.events import (
    Event,
    GameEnded,
    PriceMoved,
    RoundBegan,
    Skipped,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
    TrainDiscarded,
    TurnBegan,
    TurnEnded,
)
from game.step_keys import StepKey
from game.steps.stock import StockTurn

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.actions import Action
    from game.play import Game
    from game.rules import Reaction

EventEntries = Callable[["ExportState", "Game", Event], Iterable["Entry"]]  # what the site records of an event


class TurnTracker:
    """Whose turn it is, how far it has come, and the entries that fell due during the present play."""

    def __init__(self, state: ExportState) -> None:
        self.state = state
        self.coming = state.coming
        self.late = LateActions(state)
        self._dropped = DroppedBidders(state.game)
        self._fresh = ""  # who came on turn since the last action
        self._subscribe(state.game)

    def _subscribe(self, game: Game) -> None:
        """Let a game call the tracker at each event that matters, within its plays."""
        rules = game.rules
        hears: dict[type[Event], Reaction] = {
            TurnBegan: self._on_turn_began,
            Skipped: self._on_skipped,
            PriceMoved: self._on_price_moved,
            TurnEnded: self._on_turn_ended,
        }
        classes: tuple[type[Event], ...] = (GameEnded, RoundBegan, TileLaid, TokenPlaced, TokenRemoved, *rules.events)
        named = {kind.__name__: kind for kind in classes}
        for name, entries_of in self.state.profile.event_entries.items():
            hears[named[name]] = partial(self._on_title_event, entries_of)
        reactions = {**rules.reactions, **{e: (hear, *rules.reactions.get(e, ())) for e, hear in hears.items()}}
        game.rules = dataclasses.replace(rules, reactions=reactions)

    def begin_action(self, action: Action, *, written: bool) -> None:
        """An action is about to be played; only the file's own actions count for what a step is worth."""
        step = self.state.game.top_step()
        self.coming.clear()
        self.state.action = action
        only_sells = isinstance(action, ours.SellShares) and isinstance(step, StockTurn) and not step.has_bought
        self.state.only_sold = only_sells
        self._fresh = ""
        if self.state.turn and written:
            self.state.turn.note_action(self.state.game, step, action)

    def end_action(self, action: Action, events: Sequence[Event]) -> list[Entry]:
        """The entries to write after a play."""
        self._note_events(events)
        if self.state.turn:
            self.state.turn.seen = 0
        late = [entry_by_player(self.state, player, "pass") for player in self._dropped.passes_due(action, events)]
        late += [*self._encode_discards(action, events), *self.coming]
        self.coming.clear()
        for step in self.state.game.state.agenda:  # steps that ours has left behind
            if self.state.turn and getattr(step, "company", "") == self.state.turn.company:
                late += encode_passes_until(self.state, step.key)
        self._leave_steps()
        if self.state.turn:
            self.late.note_steps(self.state.turn)
        return late

    def _leave_steps(self) -> None:
        """Leave the steps that do not wait after an entry: they are over at the site, whatever could be done in them later. None
        is while the city of a station on a new tile is being chosen.
        """
        turn, steps = self.state.turn, self.state.profile.turn
        if self.state.game.state.step_key == StepKey.CITY:
            return
        while turn is not None and turn.at < len(steps):
            step = steps[turn.at]
            if step.waits is never_waits_for and not self._skips_runs(step.key, turn):
                return
            if step.waits(self.state.game, turn):
                return
            turn.at += 1

    def _skips_runs(self, key: str, turn: Turn) -> bool:
        """Whether the site goes by that step, there being nothing to run with."""
        asks = self.state.profile.asks_run(self.state, turn.company)
        return key in (StepKey.RUN, StepKey.DIVIDEND) and not turn.has_done(StepKey.RUN) and not asks

    def _encode_discards(self, action: Action, events: Sequence[Event]) -> Iterator[Entry]:
        """Discards after a purchase that ours has made by itself, all trains being alike: the site asks for each."""
        asked = isinstance(action, ours.BuyTrain | ours.DiscardTrain) and self.state.profile.asks_discards
        discarded = action.train if isinstance(action, ours.DiscardTrain) else ""
        for event in events:
            if asked and isinstance(event, TrainDiscarded) and event.train != discarded:
                train = self.state.books.note_discard(event.train)
                yield entry_by_company(self.state, event.company, "discard_train", train=name_as_theirs(train))

    def _on_title_event(self, entries_of: EventEntries, g: Game, event: Event) -> None:
        """Keep the entries that the title's profile has for an event."""
        self.coming += entries_of(self.state, g, event)

    def _on_turn_began(self, g: Game, event: TurnBegan) -> None:
        """Begin to follow the turn of whoever has come on turn."""
        company = g.state.companies.get(event.who)
        self._fresh = event.who
        self.late.begin_turn()
        self.state.turn = Turn(event.who, first=not company.operated, seen=len(g.events)) if company else None
        if self.state.turn:
            self.state.profile.note_turn_began(self.state, self.state.turn)
            self.state.turns.append(self.state.turn)

    def _on_skipped(self, g: Game, event: Skipped) -> None:
        """Runs that the site asks for although they earn nothing."""
        if self.state.turn and (event.who, event.what) == (self.state.turn.company, StepKey.RUN):
            self._note_events(g.events)
            self.coming += encode_passes_until(self.state, StepKey.RUN)
            lost = self.state.profile.encode_lost_run(self.state, event.who)
            self.coming += [lost] if lost else []
            if not lost:
                self.late.skip_run(self.state.turn)

    def _on_price_moved(self, g: Game, event: PriceMoved) -> None:
        """Write the passes of a company's turn before its price falls: a fall comes after all steps, or where it
        closes the company instead of them.
        """
        turn = self.state.turn
        if turn is None or event.company != turn.company:
            return
        if event.why == self.state.profile.falls_last:
            self._note_events(g.events)
            turn.price = g.rules.data.cell(event.old).price
            self.coming += encode_passes(self.state, ALL)
        elif "c" in g.rules.data.cell(event.new).codes:
            turn.at = ALL

    def _on_turn_ended(self, g: Game, event: TurnEnded) -> None:
        """Write the passes that are left when a turn is over, and the pass of a player for whom the site waits."""
        if self.state.turn and self.state.turn.company == event.who:
            self._note_events(g.events)
            self.coming += encode_passes(self.state, ALL)
            self.state.turn = None
        if event.who in g.state.order and self.state.profile.waits_for_player(
            self.state, event.who, event.who == self._fresh
        ):
            self.coming.append(entry_by_player(self.state, event.who, "pass"))

    def _note_events(self, events: Sequence[Event]) -> None:
        """Take in what the company has done so far in this turn, from events not seen before."""
        turn = self.state.turn
        if turn is None:
            return
        for event in events[turn.seen :]:
            turn.note_event(self.state.game, event)
        turn.seen = len(events)

    def passes_before(self, action: Action) -> list[Entry]:
        """The passes to write before an action of a turn; raises Unwritable for an action whose step the site has left."""
        turn = self.state.turn
        if turn:
            check_step(self.state, action, turn)
            self.late.note_action(action, turn)
        return encode_passes_before(self.state, action)
