"""Reads a game of 18xx.games and plays it in our engine: undone actions left out, implicit passes filled in.

The site skips steps that ours asks about and asks about steps that ours skips, so a recorded `pass` may belong to nothing here
and ours may need one that was never recorded. Both are settled by looking at what our engine asks, and at the action recorded
next, never at numbers of actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from bot.interchange.decode_action import structs_tag, translate
from bot.interchange.implicit_passes import Passes
from bot.interchange.metadata import Unit, dialect_of, in_our_words, our_options, rules_of, seat_names, seats_of, units
from bot.interchange.site import records as theirs
from bot.interchange.site.asset_ledger import Books
from bot.interchange.site.certificate_ledgers import POOL, kind
from bot.interchange.site.decoding import decode
from bot.interchange.site.dropped_bidders import Dropped
from bot.interchange.site.records import Damaged, Record
from bot.interchange.site.route_mapping import face
from bot.interchange.site.site_turn import Turn, follow
from bot.interchange.site.undo_filter import in_force
from bot.interchange.site_names import city_numbers
from game import actions as ours
from game.events import TurnBegan
from game.play import Game
from game.rules import Illegal

if TYPE_CHECKING:
    from game.actions import Action

A = TypeVar("A", bound="ours.Action")
FEW = 6  # circles; no city has more
AFTER_RUNS = (
    "pullman",
    "trains",
    "treasury",
    "sell holdings",
    "buy holding",
    "last chance",
)  # steps of a turn that come after the runs


@dataclass
class Imported:
    """A whole game, read and played."""

    title: str
    options: tuple[str, ...]
    players: tuple[str, ...]  # names in our engine, in order of seats
    names: tuple[str, ...]  # as the file writes them
    game: Game
    plays: list[tuple[int, Action]] = field(default_factory=list)  # number of the recorded action, ours
    implied: set[int] = field(default_factory=set)  # numbers of plays, from 1, that the site makes by itself


def read(data: bytes) -> Imported:
    """Read and play a file; raises Damaged with one sentence when any of it cannot be read or is not legal here."""
    reader = Reader(data)
    for _ in reader.positions():
        pass
    return reader.imported


class Reader:
    """A game being read. `positions` yields the number of each recorded action once it has been played."""

    def __init__(self, data: bytes) -> None:
        self.saved, everything = decode(data)
        self.dialect = dialect_of(self.saved)
        self.units = [u._replace(record=in_our_words(u.record, self.dialect)) for u in units(in_force(everything))]
        self.options = our_options(self.saved, self.dialect)
        seats = seats_of(self.saved)
        rules = rules_of(self.dialect, self.options, len(seats))
        players = seat_names([s.name for s in seats], {*rules.data.companies, *rules.data.cards})
        self.seats = {s.key: p for s, p in zip(seats, players, strict=True)}
        self.game = Game.new(rules, players, seed=self.dialect.seed(self.saved), seated=True)
        self.books = Books(self.game, self.dialect)
        self.certificates, self.fleet, self.copies = self.books.certificates, self.books.fleet, self.books.copies
        self.imported = Imported(self.dialect.title, self.options, players, tuple(s.name for s in seats), self.game)
        self._meant: tuple[int, int, Action] | None = None  # unit and play it was translated for
        self.passes = Passes(self)
        self._dropped = Dropped(self.game)
        self.turn: Turn | None = None  # of the company that acts
        self.memory: dict[str, Any] = {}  # what the title's dialect has to remember
        self.midway = False  # between units that are one action of ours, or before the end of a step there
        self.looking = 0  # the unit that is being translated
        self.stayed = False  # the last action has left the company in its step
        self._ran: dict[
            str, int
        ] = {}  # companies whose runs of this turn have been read, with the number of plays then
        self._first = self._last = -1  # units of the action that is being gathered

    def positions(self) -> Iterator[int]:
        """Play everything; raises Damaged naming the action that does not fit."""
        for i, unit in enumerate(self.units):
            try:
                self._gather(i, unit.record)
            except Damaged as error:
                raise Damaged(f"{self._where(unit)}: {error}") from error
            except Illegal as error:
                raise Damaged(f"{self._where(unit)} is not legal here: {error}.") from error
            if unit.last:
                yield unit.number

    @staticmethod
    def _where(unit: Unit) -> str:
        return f"Action {unit.number} ({structs_tag(unit.record)} by {str(unit.record.entity)[:20]})"

    @property
    def stopped(self) -> bool:
        """Whether players ended the game by hand."""
        return any(isinstance(u.record, theirs.EndGame) for u in self.units[-1:])

    # ------------------------------------------------------------------ playing

    def _gather(self, i: int, record: Record) -> None:
        """Play a unit, or wait until all units of an action of ours have come."""
        if i > self._last:
            self._first, self._last = i, i + self.dialect.together(self, i) - 1
        self.midway = i < self._last
        if not self.midway:
            first, self._first = self._first, -1
            self._play(first, self.units[first].record)
            self._note_runs(record)
            if self.dialect.stays_open(self, i):
                self.passes.drop_next(i + 1, record)
            self.passes.align(i + 1)
            self.midway = self.passes.holds or self.ends_step(i)

    def _play(self, i: int, record: Record) -> None:
        if isinstance(record, (*theirs.ORDERS, theirs.EndGame)):
            return
        if isinstance(record, theirs.Pass):
            self.passes.play(i, record)
            return
        if isinstance(record, theirs.Bankrupt):
            self._sell_everything(i, record)
        if isinstance(record, theirs.DiscardTrain) and self._discarded(record):
            return
        if self._for_nothing(i) or self._stands(i):
            return
        before = self.books.before()
        action = self._meaning(i)
        self.ours(i, action)
        homes = []
        for j, unit in enumerate(self.units[i : max(i, self._last) + 1], i):
            if j > i and isinstance(unit.record, (theirs.PlaceToken, theirs.LayTile)):
                homes.append(j)
            else:
                self.books.note(unit.record, action, before)
        second = self.dialect.also.get(type(record))
        more = second(self, record) if second else None
        if more is not None:
            self.ours(i, more)
        self._last = i
        for home in homes:
            self._play(home, self.units[home].record)

    def ours(self, i: int, action: Action) -> None:
        before, step = self.books.before(), self.game.asked()
        if self.turn:
            self.turn.act(self.game, step, action)
        self.game.play(action)
        self.turn = follow(self.turn, self.game, self.game.events)
        after = self.game.asked()
        self.stayed = (type(step), getattr(step, "company", "")) == (type(after), getattr(after, "company", None))
        self._ran = {company: at for company, at in self._ran.items() if not self.begins(company)}
        if isinstance(action, ours.Pass):  # which may end an auction, and so bring a share with a private
            self.books.note(theirs.Pass(entity=""), action, before)
        self.books.settle()
        self.passes.owe([*self._dropped.after(action, self.game.events), *self.dialect.owed(self)])
        self.imported.plays.append((self.units[i].number, action))

    def _meaning(self, i: int) -> Action:
        """The action that unit `i` means in the present position."""
        if self._meant and self._meant[:2] == (i, self.game.state.seq):
            return self._meant[2]
        self.looking = i
        action = translate(self, self.units[i].record)
        self._meant = (i, self.game.state.seq, action)
        return action

    def fits(self, i: int) -> bool:
        """Whether unit `i` can be played now."""
        record = self.units[i].record
        if isinstance(record, theirs.Pass):
            return self.asks(record)
        if self._for_nothing(i):
            return True
        try:
            return self.game.legal(self._meaning(i)) or self._stands(i)
        except Damaged:
            return False

    def ends_step(self, i: int) -> bool:
        """Whether the unit after `i` only ends a step there, by a pass or by running nothing, or names the one place of a home;
        ours may have left that step already.
        """
        if not self.dialect.waits or i + 1 >= len(self.units):
            return False
        said = self.units[i + 1].record
        if isinstance(said, theirs.PlaceToken) and said.entity_type == "corporation" and self._stands(i + 1):
            return True
        empty = isinstance(said, theirs.RunRoutes) and not any(r.connections for r in said.routes)
        return empty or (isinstance(said, theirs.Pass) and said.entity == self.units[i].record.entity)

    def _for_nothing(self, i: int) -> bool:
        """Whether these are runs that nothing could be earned with: ours has gone on without asking, to the trains or, where
        none can be bought, to the end of the turn.
        """
        record = self.units[i].record
        if not isinstance(record, theirs.RunRoutes):
            return False
        step, company = self.game.asked(), self.company(record)
        if company not in self.game.state.companies or self.game.company(company).ran:
            return False
        if company in self._ran and not (self.game.state.seq > self._ran[company] and self.begins(company)):
            return False  # a turn has one set of runs: these are of the next
        on_turn = self.last_company(i) == company
        if self.asks(record):
            after = step is not None and step.key in AFTER_RUNS
            next_turn = getattr(step, "laid", None) == [] and on_turn and not any(r.connections for r in record.routes)
            return after or next_turn
        return on_turn

    def _note_runs(self, record: Record) -> None:
        """Remember that a company's runs have been read, unless its next turn has begun with them."""
        if isinstance(record, theirs.RunRoutes) and (company := self.company(record)):
            played = company in self.game.state.companies and self.game.company(company).ran
            first = getattr(self.game.asked(), "laid", None) == []
            if not (self.begins(company) and (played or first)):
                self._ran[company] = self.game.state.seq

    def begins(self, company: str) -> bool:
        """Whether a turn of that company has begun with the last play."""
        return any(isinstance(e, TurnBegan) and e.who == company for e in self.game.events)

    def last_company(self, i: int) -> str:
        """The company that acted before unit `i`, itself or by its private. A private may be gone since."""
        for unit in reversed(self.units[:i]):
            entity = str(unit.record.entity)
            owner = self.game.state.place.get(entity, entity)
            if unit.record.entity_type != "company" or owner in self.game.state.companies:
                return owner
        return ""

    def _stands(self, i: int) -> bool:
        """Whether that station has gone to its city by itself, since no other was left."""
        record = self.units[i].record
        if not isinstance(record, theirs.PlaceToken) or not record.tokener or self.game.legal(self._meaning(i)):
            return False
        hex_id, stop = self.city(record.city)
        mine = (self.game.state.tokens.get(f"{hex_id}.{stop}.{n}") for n in range(FEW))
        return record.entity_type != "company" and record.tokener in mine

    def _discarded(self, record: theirs.DiscardTrain) -> bool:
        """Whether ours has discarded by itself, since all the trains were alike."""
        place = self.game.state.place
        asked = self.asks(record) and self.listed(ours.DiscardTrain, self.actor(record))
        pooled = any(kind(t) == kind(record.train) for t in self.game.rules.data.train_cards if place[t] == POOL)
        if asked or not pooled:
            return False
        self.fleet.move(record.train, POOL)
        self.fleet.settle(place)
        return True

    def _sell_everything(self, i: int, record: Record) -> None:
        """The site sells all that a bankrupt president may sell by itself; ours wants the sales said."""
        by = self.actor(record)
        while not self.game.legal(ours.Bankrupt(by=by)):
            sales = self.listed(ours.SellShares, by)
            if not sales:
                return
            company = sales[0].company
            self.ours(i, max((s for s in sales if s.company == company), key=lambda s: s.shares))
            self.imported.implied.add(len(self.imported.plays))

    # ------------------------------------------------------------------ who and where

    def actor(self, record: Record) -> str:
        """The player who acts; raises Damaged for nobody."""
        if record.entity_type == "player":
            if record.entity not in self.seats:
                raise Damaged(f"Nobody with the number {str(record.entity)[:20]} plays in this game.")
            return self.seats[record.entity]
        owner = self.company(record)
        state = self.game.state.companies.get(owner)
        return state.president if state else owner

    def company(self, record: Record) -> str:
        """The company that acts, or for a private its owner; raises Damaged for nobody."""
        name = str(record.entity)
        if record.entity_type == "player":
            return ""
        if record.entity_type == "company":
            name = self.game.state.place.get(name, "")
        if name not in self.game.state.companies and name not in self.game.state.order:
            raise Damaged(f"There is no company {str(record.entity)[:20]} that could act.")
        return name

    def asks(self, record: Record) -> bool:
        """Whether our engine waits for the player or company that acted."""
        step = self.game.asked()
        if step is None or self.actor(record) not in self.game.deciders():
            return False
        company = self.dialect.speaker.get(step.key, getattr(step, "company", ""))
        if record.entity_type == "player":
            return not (company and isinstance(record, theirs.Pass))
        return company == self.company(record)

    def listed(self, kind: type[A], by: str = "") -> list[A]:
        """The listed legal actions of a class, of one player or of all."""
        found: list[A] = []
        for choice in self.game.choices(by or None):
            if choice.kind is kind:
                found += choice.actions  # type: ignore[arg-type]
        return found

    def trains_of(self, company: str) -> list[str]:
        """Our train cards of a company, in order of sale."""
        place = self.game.state.place
        return [t for t in self.game.rules.data.train_cards if place[t] == company]

    def city(self, said: str) -> tuple[str, str]:
        """Hex and stop of "57-0-1": the second city of the tile 57-0, or of a hex as printed."""
        head, _, index = said.rpartition("-")
        hex_id = self.copies.hex_of(head) or head.rpartition("-")[0] or head
        if hex_id not in self.game.rules.data.hexes or not index.isdecimal():
            raise Damaged(f"There is no city {said[:20]}.")
        cities = face(self.game, hex_id).tile.cities
        numbers = city_numbers(self.books, hex_id) or range(len(cities))
        if int(index) not in numbers:
            raise Damaged(f"{hex_id} has no city number {index}.")
        return hex_id, self._as_turned(hex_id, cities[numbers.index(int(index))].name)

    def _as_turned(self, hex_id: str, stop: str) -> str:
        """Our name of a stop: the one at the same sides. The file may have turned the tile otherwise to the same track."""
        if hex_id not in self.game.state.tiles:
            return stop
        here = face(self.game, hex_id)
        sides = here.tile.faces[self.copies.turned(hex_id) % 6].sides[stop]
        return next((name for name, at in here.sides.items() if at == sides), stop)
