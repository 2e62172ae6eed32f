"""Plays what a file records, in step with the ledgers: what a unit means and whether it fits the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.interchange.decode_action import decode_action
from bot.interchange.import_state import Imported, ImportProfile, ImportState, Unit
from bot.interchange.site import records as theirs
from bot.interchange.site.dropped_bidders import DroppedBidders
from bot.interchange.site.records import Damaged
from bot.interchange.site.site_turn import follow_turn
from game import actions as ours
from game.events import Skipped, TurnBegan
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.site.records import Id, Saved
    from bot.interchange.site.site_turn import Waiting
    from game.actions import Action

MAX_CIRCLES = 6  # circles; no city has more
UNNAMED_PASS = theirs.Pass(entity="")
AFTER_RUNS = (  # steps of a turn that come after the runs
    "pullman",
    StepKey.TRAINS,
    "treasury",
    "sell holdings",
    "buy holding",
    StepKey.LAST_CHANCE,
)


class Playback(ImportState):
    """The state of reading, together with what plays units in our engine and keeps the ledgers in step."""

    def __init__(
        self,
        saved: Saved,
        profile: ImportProfile,
        units: Sequence[Unit],
        seats: Mapping[Id, str],
        imported: Imported,
        steps: Sequence[Waiting],
    ) -> None:
        super().__init__(saved, profile, units, seats, imported, steps)
        self.stayed = False  # the last action has left the company in its step
        self.ran: dict[str, int] = {}  # companies whose runs of this turn have been read, with the number of plays then
        self.run_again: Counter[str] = Counter()  # companies whose runs have been read since the last play, how often
        self._meant: tuple[int, int, Action] | None = None  # unit and play it was decoded for
        self._dropped = DroppedBidders(self.game)

    def play_action(self, i: int, action: Action) -> None:
        """Play the action of unit `i`, and settle what moves by itself. The ledgers take in the record afterwards."""
        step = self.game.top_step()
        if self.turn:
            self.turn.note_action(self.game, step, action)
        self.game.play(action)
        self.run_again.clear()
        self.turn = follow_turn(self.turn, self.game, self.game.events)
        after = self.game.top_step()
        self.stayed = (type(step), getattr(step, "company", "")) == (type(after), getattr(after, "company", None))
        for event in self.game.events if self.ran else ():
            if type(event) is TurnBegan:
                self.ran.pop(event.who, None)
        if type(action) is ours.Pass:  # it may end an auction, and so bring a share with a private
            self.books.note_record(UNNAMED_PASS, action)
        self.books.settle()
        self.owe_passes([*self._dropped.passes_due(action, self.game.events), *self.profile.list_passes_owed(self)])
        self.imported.plays.append((self.units[i].number, action))

    def take_back(self) -> tuple[int, Action]:
        """Undo the last play; returns it."""
        self.game.undo()
        self.books.fleet.reopen()
        return self.imported.plays.pop()

    def decode_unit(self, i: int) -> Action:
        """The action that unit `i` means in the present position."""
        if self._meant and self._meant[:2] == (i, self.game.state.seq):
            return self._meant[2]
        self.looking = i
        action = decode_action(self, self.units[i].record)
        self._meant = (i, self.game.state.seq, action)
        return action

    def fits_now(self, i: int) -> bool:
        """Whether unit `i` can be played now."""
        record = self.units[i].record
        if type(record) is theirs.Pass:
            return self.is_asked(record)
        if self.earns_nothing(i):
            return True
        try:
            return self.game.legal(self.decode_unit(i)) or self.has_placed_itself(i)
        except Damaged:
            return False

    def earns_nothing(self, i: int) -> bool:
        """Whether unit `i` holds runs with which nothing could be earned: ours has gone on without asking, to the trains or,
        where none can be bought, to the end of the turn.
        """
        record = self.units[i].record
        if type(record) is not theirs.RunRoutes:
            return False
        step, company = self.game.top_step(), self.company_acting(record)
        if company not in self.game.state.companies or self.game.company(company).has_run:
            return False
        fresh = self.game.state.seq > self.ran.get(company, -1) and self.has_just_begun(company)
        if company in self.ran and not fresh and self.run_again[company] >= self._turns_without_runs(company):
            return False  # a turn has one set of runs: these are of the next
        on_turn = self.last_company(i) == company
        if self.is_asked(record):
            after = step is not None and step.key in AFTER_RUNS
            return after or (
                self._begins_turn(i, company) and on_turn and not any(r.connections for r in record.routes)
            )
        return on_turn

    def _begins_turn(self, i: int, company: str) -> bool:
        """Whether ours stands at the beginning of a company's next turn before unit `i`: without track also at the stations, for
        which the site asks later, if that turn has begun with the play of the unit before.
        """
        step = self.game.top_step()
        if step is None or step.key != StepKey.TOKEN:
            return getattr(step, "laid", None) == [] or (step is not None and step.key == "convert")
        played = self.imported.plays[-1][0] if self.imported.plays else 0
        return self.has_just_begun(company) and played == self.units[i - 1].number

    def _turns_without_runs(self, company: str) -> int:
        """Turns of a company that the last play has brought in which ours asked for no runs: several may go by themselves."""
        return sum(type(e) is Skipped and (e.who, e.what) == (company, StepKey.RUN) for e in self.game.events)

    def has_placed_itself(self, i: int) -> bool:
        """Whether the station of unit `i` has gone to its city by itself, since no other city was left."""
        record = self.units[i].record
        if type(record) is not theirs.PlaceToken or not record.tokener or record.entity_type == "company":
            return False
        hex_id, stop = self.find_city(record.city)
        companies = (self.game.state.tokens.get(f"{hex_id}.{stop}.{n}") for n in range(MAX_CIRCLES))
        return record.tokener in companies and not self.game.legal(self.decode_unit(i))
