"""The turns of a game that is being written: passes which only the site has, and what follows a play by itself.

What a step is worth can be seen only at the moment when it is over, which may be in the middle of a play: so the turns listen
to the events of the game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.interchange.encode_action import entry_by_company, entry_by_player
from bot.interchange.late_actions import LateActions
from bot.interchange.site.certificate_ledgers import name_as_theirs
from bot.interchange.site.dropped_bidders import DroppedBidders
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn, never_waits_for
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
from game.steps.stock import StockTurn

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.actions import Action
    from game.play import Game
    from game.rules import Reaction

EventEntries = Callable[["ExportState", "Game", Event], Iterable["Entry"]]  # what the site records of an event

ALL = 1_000  # steps; more than any turn has


class TurnTracker:
    """Whose turn it is, how far it has come, and the entries that fell due during the present play."""

    def __init__(self, state: ExportState) -> None:
        self.state = state
        self.coming = state.coming
        self.late = LateActions(state)
        self._dropped = DroppedBidders(state.game)
        self._fresh = ""  # who came on turn since the last action
        self._listen(state.game)

    def _listen(self, game: Game) -> None:
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
        for name, entries_of in self.state.profile.heard.items():
            hears[named[name]] = partial(self._on_title_event, entries_of)
        reactions = {**rules.reactions, **{e: (hear, *rules.reactions.get(e, ())) for e, hear in hears.items()}}
        game.rules = dataclasses.replace(rules, reactions=reactions)

    # ------------------------------------------------------------------ during a play

    def begin_action(self, action: Action, *, written: bool) -> None:
        """An action is about to be played; only the file's own actions count for what a step is worth."""
        step = self.state.game.asked()
        self.coming.clear()
        self.state.action = action
        sale = isinstance(action, ours.SellShares) and isinstance(step, StockTurn)
        self.state.only_sold = sale and "b" not in getattr(step, "did", "")
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
                late += self.passes_until(step.key)
        self._leave_steps()
        if self.state.turn:
            self.late.note_steps(self.state.turn)
        return late

    def _leave_steps(self) -> None:
        """A step that does not wait after an entry is over at the site, whatever could be done in it later."""
        turn, steps = self.state.turn, self.state.profile.turn
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
        return key in ("run", "dividend") and not turn.has_done("run") and not asks

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
            self.state.profile.turn_began(self.state, self.state.turn)
            self.state.operated.append(event.who)

    def _on_skipped(self, g: Game, event: Skipped) -> None:
        """Runs that the site asks for although they earn nothing."""
        if self.state.turn and (event.who, event.what) == (self.state.turn.company, "run"):
            self._note_events(g.events)
            self.coming += self.passes_until("run")
            lost = self.state.profile.lost_run(self.state, event.who)
            self.coming += [lost] if lost else []
            if not lost:
                self.late.skip_run()

    def _on_price_moved(self, g: Game, event: PriceMoved) -> None:
        """Write the passes of a company's turn before its price falls: a fall comes after all steps, one that closes it instead
        of the others.
        """
        turn = self.state.turn
        if turn is None or event.company != turn.company:
            return
        if event.why == self.state.profile.falls_last:
            self._note_events(g.events)
            turn.price = g.rules.data.cell(event.old).price
            self.coming += self._encode_passes(ALL)
        elif "c" in g.rules.data.cell(event.new).codes:
            turn.at = ALL

    def _on_turn_ended(self, g: Game, event: TurnEnded) -> None:
        """Write the passes that are left when a turn is over, and the one of a player for whom the site waits."""
        if self.state.turn and self.state.turn.company == event.who:
            self._note_events(g.events)
            self.coming += self._encode_passes(ALL)
            self.state.turn = None
        if event.who in g.state.order and self.state.profile.player_waits(
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

    # ------------------------------------------------------------------ passes

    def passes_before(self, action: Action) -> list[Entry]:
        """Passes before an action that belongs to a step of the turn. The site converts before it buys privates."""
        turn = self.state.turn
        if turn:
            self._check_step(action, turn)
            self.late.note_action(action, turn)
        if isinstance(action, ours.TakePrivate) and turn and turn.held is None and self._waits_for_conversion(turn):
            turn.held = len(self.state.entries)
        key = STEP_OF.get(type(action), "")
        step = self.state.game.asked()
        return self.passes_until(key) if step is not None and step.key == key else []

    def _check_step(self, action: Action, turn: Turn) -> None:
        """Raises Unwritable for a station or runs that only the lay of a private has made possible, the site being past them."""
        steps = self.state.profile.turn
        left = () if self.state.profile.keeps_steps else [step.key for step in steps[: turn.at]]
        step = self.state.game.asked()
        key = STEP_OF.get(type(action), "")
        if key in ("token", "run") and key in left and step is not None and step.key == key:
            question = "station" if isinstance(action, ours.PlaceToken) else "run"
            raise Unwritable(
                f"18xx.games asks {turn.company} for no {question} after the private's late lay", turn.late_lay
            )

    def _waits_for_conversion(self, turn: Turn) -> bool:
        """Whether the site waits for a conversion."""
        steps = self.state.profile.turn
        return turn.at < len(steps) and steps[turn.at].key == "convert" and steps[turn.at].waits(self.state.game, turn)

    def passes_until(self, key: str) -> list[Entry]:
        """Passes of the site's steps from the present one up to another."""
        keys = [step.key for step in self.state.profile.turn]
        return self._encode_passes(keys.index(key)) if self.state.turn and key in keys else []

    def _encode_passes(self, until: int) -> list[Entry]:
        """Passes of the site's steps from the present one up to that number, as far as the site waits in them."""
        turn = self.state.turn
        entries: list[Entry] = []
        steps = self.state.profile.turn
        while turn is not None and turn.at < min(until, len(steps)):
            if steps[turn.at].waits(self.state.game, turn):
                entry = entry_by_company(self.state, turn.company, "pass")
                if turn.held is not None and steps[turn.at].key == "convert":
                    self.state.entries.insert(turn.held, entry)
                else:
                    entries.append(entry)
            turn.at += 1
        return entries


STEP_OF: dict[type[Action], str] = {  # in which step of a turn an action is at home
    ours.Choose: "convert",
    ours.DiscardTrain: "pullman",
    ours.SellShares: "treasury",
    ours.LayTile: "track",
    ours.PlaceToken: "token",
    ours.RunTrains: "run",
    ours.PayDividend: "dividend",
    ours.BuyTrain: "trains",
}
