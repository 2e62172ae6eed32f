"""Reads a game of 18xx.games and plays it in our engine: undone actions left out, implicit passes filled in.

The site skips steps that ours asks about and asks about steps that ours skips, so a recorded `pass` may belong to nothing here
and ours may need one that was never recorded. Both are settled by looking at what our engine asks, and at the action recorded
next, never at numbers of actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy

from bot.interchange.decode_action import decode_action, record_type
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.import_state import Imported, Unit
from bot.interchange.metadata import (
    find_profile,
    list_seats,
    make_rules,
    read_options,
    rename_train_types,
    seat_names,
    split_units,
)
from bot.interchange.passes.missing import MissingPasses
from bot.interchange.passes.recorded import RecordedPasses
from bot.interchange.passes.waiting_steps import WaitingSteps
from bot.interchange.playback import Playback
from bot.interchange.site import records as theirs
from bot.interchange.site.decoding import decode
from bot.interchange.site.entry_counts import count_entries
from bot.interchange.site.ledgers import kind_of
from bot.interchange.site.records import Damaged, Record
from bot.interchange.site.undo_filter import filter_undone
from game import actions as ours
from game.places import POOL
from game.play import Game
from game.rules import Illegal
from game.steps.trains import DiscardTrains

NOT_PLAYED = {*theirs.ORDERS, theirs.EndGame}
HOMES = {theirs.PlaceToken, theirs.LayTile}  # what settles the home of a company bought in between


def read_game(data: bytes) -> Imported:
    """Read and play a file; raises Damaged with one sentence where the file cannot be read or an action is not legal."""
    importer = Importer(data)
    for _ in importer.play_all():
        pass
    return importer.imported


class Importer(Playback):
    """A game being read, from the bytes of its file to the last recorded action; `play_all` plays it."""

    def __init__(self, data: bytes, wanted: Sequence[str] = ()) -> None:
        """`data`: the file; `wanted`: the lenient options of the profile that are in force from the start."""
        saved, everything = decode(data)
        kept = filter_undone(everything)
        self.counts = count_entries(everything, kept)
        profile = find_profile(saved)
        parts = [*split_units(kept)]
        if profile.trains:
            parts = [u._replace(record=rename_train_types(u.record, profile)) for u in parts]
        options = (*read_options(saved, profile), *(o for o in profile.lenient_options if o in wanted))
        sitting = list_seats(saved)
        rules = make_rules(profile, options, len(sitting))
        players = seat_names([s.name for s in sitting], {*rules.data.companies, *rules.data.cards})
        seats = {s.key: p for s, p in zip(sitting, players, strict=True)}
        game = Game.new(rules, players, seed=profile.shuffle_seed(saved), seated=True)
        imported = Imported(profile.title, options, players, tuple(s.name for s in sitting), game)
        super().__init__(saved, profile, parts, seats, imported, EXPORT_PROFILES[profile.title].turn)
        steps = WaitingSteps(self)
        self.recorded_passes = RecordedPasses(self, steps)
        self.missing_passes = MissingPasses(self, steps, self.recorded_passes)
        self.midway = False  # between units that are one action of ours, or before the end of a step there
        self._early: list[int] = []  # units with homes and discards for which ours has not asked yet
        self._first = self._last = -1  # units of the action that is being gathered

    def play_all(self) -> Iterator[int]:
        """Play everything, and yield the number of each recorded action once it has been played; raises Damaged naming the
        action that does not fit.
        """
        for i, unit in enumerate(self.units):
            try:
                self._play_or_wait(i, unit.record)
            except Damaged as error:
                raise Damaged(f"{self._unit_words(unit)}: {error}") from error
            except Illegal as error:
                raise Damaged(f"{self._unit_words(unit)} is not legal here: {error}.") from error
            if unit.last:
                yield unit.number

    @staticmethod
    def _unit_words(unit: Unit) -> str:
        """A unit in words, for errors: its number, its kind and who acted."""
        return f"Action {unit.number} ({record_type(unit.record)} by {str(unit.record.entity)[:20]})"

    @property
    def ended_by_hand(self) -> bool:
        """Whether players ended the game by hand."""
        return any(type(u.record) is theirs.EndGame for u in self.units[-1:])

    def _play_or_wait(self, i: int, record: Record) -> None:
        """Play unit `i` and the passes that belong after it, or wait until all units of an action of ours have come."""
        if i > self._last:
            self._first, self._last = i, i + self.profile.count_together(self, i) - 1
        self.midway = i < self._last
        if not self.midway:
            first, self._first = self._first, -1
            self._play_lay(first, self.units[first].record)
            self._note_runs(record)
            if self.profile.leaves_turn_open_at(self, i):
                self.recorded_passes.drop_next_pass(i + 1, record)
            self.missing_passes.align_with(i + 1)
            held = self.missing_passes.holds or self.missing_passes.past_runs(i + 1)
            self.midway = held or self.only_ends_step(i) or bool(self._early) or self._is_asked_piecemeal()

    def _play_lay(self, i: int, record: Record) -> None:
        """Play a unit that may be a tile. Where the next tile is legal only under the lenient options, they are in force from
        this tile on: our turn may be over without them.
        """
        lenient = [o for o in self.profile.lenient_options if o not in self.imported.options]
        another_follows = i + 1 < len(self.units) and type(self.units[i + 1].record) is theirs.LayTile
        if not (lenient and another_follows and type(record) is theirs.LayTile):
            self._play_unit(i, record)
            return
        count, before = len(self.imported.plays), deepcopy((self.turn, self.ran, self.owed_passes, self.early_passes))
        self._play_unit(i, record)
        if len(self.imported.plays) != count + 1 or self.fits_now(i + 1):
            return
        options = (*self.imported.options, *lenient)
        rules = make_rules(self.profile, options, len(self.game.state.order))
        trial = Game.load(rules, self.game.past[-1])
        trial.play(self.imported.plays[-1][1])
        if trial.legal(decode_action(self, self.units[i + 1].record)):
            _, action = self.take_back()
            self.turn, self.ran, self.owed_passes, self.early_passes = before
            self.game.rules, self.imported.options = rules, options
            self.game.state.options = sorted(rules.options)
            self.play_action(i, action)

    def _play_unit(self, i: int, record: Record) -> None:
        """Play a unit as our engine has it: as one action, as none, or as one with the actions that follow from it."""
        if type(record) in NOT_PLAYED:
            return
        if type(record) is theirs.Pass:
            self.recorded_passes.play_pass(i, record)
            return
        if type(record) is theirs.Bankrupt:
            self._sell_everything(i, record)
        if type(record) is theirs.DiscardTrain:
            if self._discards_later(record):
                self._early.append(i)
                return
            if self._is_discarded(record):
                return
        if self.earns_nothing(i) or self.has_placed_itself(i):
            return
        action = self.decode_unit(i)
        self.play_action(i, action)
        homes = []
        self.books.note_record(record, action)
        for j in range(i + 1, self._last + 1):
            other = self.units[j].record
            if type(other) in HOMES:
                homes.append(j)
            else:
                self.books.note_record(other, action)
        second = self.profile.second_decoders.get(type(record))
        more = second(self, record) if second else None
        if more is not None:
            self.play_action(i, more)
        self._last = i
        self._early += homes
        self._settle_early()

    def _settle_early(self) -> None:
        """Play the homes chosen between two certificates of a purchase, or the discards of several companies, in the order in
        which ours asks for them.
        """
        for i in [*self._early]:
            record = self.units[i].record
            awaited = any(getattr(s, "company", "") == record.entity for s in self.game.state.agenda)
            if i in self._early and (self.fits_now(i) or not awaited):
                self._early.remove(i)
                last, self._last = self._last, i
                self._play_unit(i, record)
                self._last = last

    def _is_asked_piecemeal(self) -> bool:
        """Whether ours is in the middle of a question that the site asks in another order."""
        companies = self.profile.asked_companies
        return bool(companies) and self.game.state.step_key in companies

    def only_ends_step(self, i: int) -> bool:
        """Whether the unit after `i` only ends a step there, by a pass or by running nothing, or names the one place of a home:
        ours may have left that step already; or whether a private's tile follows, for which ours has kept the step open.
        """
        if i + 1 >= len(self.units):
            return False
        following, record = self.units[i + 1].record, self.units[i].record
        if not self.profile.waits_for_passes:
            same = following.entity == record.entity and record.entity_type != "player"
            passes_again = same and type(following) is theirs.Pass and type(record) is theirs.Pass
            return passes_again or type(following) is theirs.Assign or self._only_buys_privates(i + 1)
        if (
            type(following) is theirs.PlaceToken
            and following.entity_type == "corporation"
            and self.has_placed_itself(i + 1)
        ):
            return True
        if type(following) is theirs.LayTile and following.entity_type == "company":
            return True
        empty = type(following) is theirs.RunRoutes and not any(r.connections for r in following.routes)
        on_turn = (self.units[i].record.entity, self.turn.company if self.turn else "")
        return empty or (type(following) is theirs.Pass and following.entity in on_turn)

    def _only_buys_privates(self, i: int) -> bool:
        """Whether from unit `i` on a company buys privates and then passes: the site has kept its step open for them."""
        buyer, j = self.units[i].record.entity, i
        while j < len(self.units) and type(self.units[j].record) is theirs.BuyCompany:
            if self.units[j].record.entity != buyer:
                return False
            j += 1
        return (
            i < j < len(self.units)
            and type(self.units[j].record) is theirs.Pass
            and self.units[j].record.entity == buyer
        )

    def _note_runs(self, record: Record) -> None:
        """Remember that a company's runs have been read, unless its next turn has begun with them."""
        if type(record) is theirs.RunRoutes and (company := self.company_acting(record)):
            self.run_again[company] += 1
            played = company in self.game.state.companies and self.game.company(company).has_run
            first = getattr(self.game.top_step(), "laid", None) == []
            if not (self.has_just_begun(company) and (played or first)):
                self.ran[company] = self.game.state.seq

    def _discards_later(self, record: theirs.DiscardTrain) -> bool:
        """Whether ours asks another company for its discard first: at the site the order is that of its table."""
        asked = [s.company for s in reversed(self.game.state.agenda) if isinstance(s, DiscardTrains)]
        owned = self.fleet.owner(record.train) == record.entity
        return owned and record.entity in asked[1:] and record.entity != asked[0]

    def _is_discarded(self, record: theirs.DiscardTrain) -> bool:
        """Whether ours has discarded the recorded train by itself, since all trains were alike; the ledger then takes that in."""
        place = self.game.state.place
        asked = self.is_asked(record) and self.listed_actions(ours.DiscardTrain, self.player_acting(record))
        pooled = any(kind_of(t) == kind_of(record.train) for t in self.game.rules.data.train_cards if place[t] == POOL)
        if asked or not pooled:
            return False
        train, company = record.train, str(record.entity)
        left, owned, alike = (
            [t for t in listed if kind_of(t) == kind_of(train)]
            for listed in (self.fleet.list_trains(company), self.list_trains(company), self.fleet.list_trains(POOL))
        )
        if train in left and len(left) == len(owned) and alike:
            self.fleet.move(alike[-1], company)  # the ledger has taken that one for the discarded train
        self.fleet.move(train, POOL)
        self.fleet.settle(place)
        return True

    def _sell_everything(self, i: int, record: Record) -> None:
        """Play the sales of a bankrupt president, which the site makes by itself and does not record."""
        by = self.player_acting(record)
        while not self.game.legal(ours.Bankrupt(by=by)):
            sales = self.listed_actions(ours.SellShares, by)
            if not sales:
                return
            company = sales[0].company
            self.play_action(i, max((s for s in sales if s.company == company), key=lambda s: s.shares))
            self.imported.implied.add(len(self.imported.plays))
