"""Reads a game of 18xx.games and plays it in our engine: undone actions left out, implicit passes filled in.

The site skips steps that ours asks about and asks about steps that ours skips, so a recorded `pass` may belong to nothing here
and ours may need one that was never recorded. Both are settled by looking at what our engine asks, and at the action recorded
next, never at numbers of actions.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import structs

from bot.interchange import records as theirs
from bot.interchange.history import in_force
from bot.interchange.ledgers import IPO, POOL, Certificates, Copies, Fleet, kind, renamed
from bot.interchange.records import Damaged, Record, Saved, decode
from bot.interchange.runs import face
from bot.interchange.titles import PRESET, Dialect, dialects
from bot.interchange.translate import shares_of, structs_tag, translate
from game import actions as ours
from game.play import Game
from game.rules import Illegal
from titles import TITLES

if TYPE_CHECKING:
    from game.actions import Action
    from game.rules import Rules

A = TypeVar("A", bound="ours.Action")
AFTER_RUNS = ("trains", "last chance")  # steps of a turn that come after the runs
PATIENCE = 40  # passes tried to reach the position of the next recorded action


class Unit(NamedTuple):
    """One recorded action, or one that followed it by itself. `number`: the action's id in the file."""

    number: int
    record: Record
    last: bool  # the last of those with this number


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
        self.dialect = _dialect(self.saved)
        self.units = [u._replace(record=in_our_words(u.record, self.dialect)) for u in _units(in_force(everything))]
        self.options = our_options(self.saved, self.dialect)
        seats = _in_order(self.saved)
        rules = _rules(self.dialect, self.options, len(seats))
        players = seat_names([s.name for s in seats], {*rules.data.companies, *rules.data.cards})
        self.seats = {s.key: p for s, p in zip(seats, players, strict=True)}
        self.game = Game.new(rules, players, seed=self.dialect.seed(self.saved), seated=True)
        self.certificates = Certificates(self.game.rules.data)
        self.fleet = Fleet(self.dialect.fleet)
        self.fleet.ours |= {
            t: card for t in self.dialect.fleet if (card := counted_from_one(t)) in rules.data.train_set
        }
        self.copies = Copies()
        self.imported = Imported(self.dialect.title, self.options, players, tuple(s.name for s in seats), self.game)
        self._meant: tuple[int, int, Action] | None = None  # unit and play it was translated for
        self._dropped = 0  # passes before this unit belong to nothing here
        self.midway = False  # between units that are one action of ours, or before the end of a step there
        self.looking = 0  # the unit that is being translated
        self._first = self._last = -1  # units of the action that is being gathered
        self._counted = -1  # up to this unit passes have been counted

    def positions(self) -> Iterator[int]:
        """Play everything; raises Damaged naming the action that does not fit."""
        for i, unit in enumerate(self.units):
            try:
                self._gather(i, unit.record)
            except Damaged as error:
                raise Damaged(_line(f"{self._where(unit)}: {error}")) from error
            except Illegal as error:
                raise Damaged(_line(f"{self._where(unit)} is not legal here: {error}.")) from error
            if unit.last:
                yield unit.number

    @staticmethod
    def _where(unit: Unit) -> str:
        return f"Action {unit.number} ({structs_tag(unit.record)} by {str(unit.record.entity)[:20]})"

    # ------------------------------------------------------------------ playing

    def _gather(self, i: int, record: Record) -> None:
        """Play a unit, or wait until all units of an action of ours have come."""
        if i > self._last:
            self._first, self._last = i, i + self.dialect.together(self, i) - 1
        self.midway = i < self._last
        if not self.midway:
            first, self._first = self._first, -1
            self._play(first, self.units[first].record)
            if self.dialect.stays_open(self, i):
                self._drop_pass(i + 1, record)
            self._align(i + 1)
            self.midway = self.ends_step(i)

    def _drop_pass(self, i: int, record: Record) -> None:
        """The next pass of whoever has just bought only ends his turn, which is over here; a home may be chosen before."""
        for j in range(i, len(self.units)):
            said = self.units[j].record
            if said.entity_type == "player" and not isinstance(said, theirs.ORDERS):
                if isinstance(said, theirs.Pass) and said.entity == record.entity:
                    self._dropped = j + 1
                return

    def _play(self, i: int, record: Record) -> None:
        if isinstance(record, (*theirs.ORDERS, theirs.EndGame)):
            return
        if isinstance(record, theirs.Pass):
            self._pass(i, record)
            return
        if isinstance(record, theirs.Bankrupt):
            self._sell_everything(i, record)
        if isinstance(record, theirs.DiscardTrain) and self._discarded(record):
            return
        if self._for_nothing(i):
            return
        presidents = {c: s.president for c, s in self.game.state.companies.items()}
        places = dict(self.game.state.place)
        action = self._meaning(i)
        self._ours(i, action)
        self.note(record, action, presidents, places)
        second = self.dialect.also.get(type(record))
        more = second(self, record) if second else None
        if more is not None:
            self._ours(i, more)

    def _ours(self, i: int, action: Action) -> None:
        self.game.play(action)
        self.imported.plays.append((self.units[i].number, action))

    def _meaning(self, i: int) -> Action:
        """The action that unit `i` means in the present position."""
        if self._meant and self._meant[:2] == (i, self.game.state.seq):
            return self._meant[2]
        self.looking = i
        action = translate(self, self.units[i].record)
        self._meant = (i, self.game.state.seq, action)
        return action

    def _fits(self, i: int) -> bool:
        """Whether unit `i` can be played now."""
        record = self.units[i].record
        if isinstance(record, theirs.Pass):
            return self.asks(record)
        if self._for_nothing(i):
            return True
        try:
            return self.game.legal(self._meaning(i))
        except Damaged:
            return False

    def _pass(self, i: int, record: Record) -> None:
        """A recorded pass: of a step that ours asks too, or of one that ours has skipped."""
        if i < self._dropped or not self.asks(record):
            return
        if record.entity_type != "player" and i > self._counted:
            self._count_passes(i, record)
        action = ours.Pass(by=self.actor(record))
        if i >= self._dropped and self.game.legal(action):
            self._ours(i, action)

    def _count_passes(self, i: int, record: Record) -> None:
        """Where the site passes more often before the company's next action, or the end of its turn, than ours has to,
        its first passes belong to steps that ours has left already.
        """
        passes, following = self._rest_of_turn(i, record)
        self._counted = passes[-1]
        if len(passes) == 1:
            self._dropped = i + 1 if following and self._fits(following) else i
            return
        needed = 0
        while needed < len(passes) and not (self._fits(following) if following else not self.asks(record)):
            action = ours.Pass(by=self.actor(record))
            if not (self.asks(record) and self.game.legal(action)):
                break
            self.game.play(action)
            needed += 1
        for _ in range(needed):
            self.game.undo()
        extra = len(passes) - needed
        self._dropped = passes[extra] if needed else passes[-1] + 1

    def _rest_of_turn(self, i: int, record: Record) -> tuple[list[int], int]:
        """The company's passes from unit `i` on, and its next action of this turn that belongs to one step only (0: none).

        Privates are bought at any time, so a purchase says nothing about the step.
        """
        passes = [i]
        for j in range(i + 1, len(self.units)):
            later = self.units[j].record
            if isinstance(later, theirs.Pass) and later.entity == record.entity:
                passes.append(j)
            elif not isinstance(later, (*theirs.ORDERS, theirs.BuyCompany)):
                mine = later.entity_type != "player" and self.company(later) == record.entity
                return passes, j if mine else 0
        return passes, 0

    def _align(self, i: int) -> None:
        """Pass what the site did not ask, until the next recorded action is possible; if it never is, leave all as it was."""
        while i < len(self.units) and self._says_nothing(i):
            i += 1
        if i < len(self.units) and isinstance(self.units[i].record, theirs.EndGame):
            return
        if i == len(self.units) and (self.saved.status != "finished" or self.saved.by_hand):
            return
        if i < len(self.units) and self._fits(self._past_unasked(i)):
            return
        played = 0
        while not (self.game.state.over if i == len(self.units) else self._fits(i)):
            action = next((a for a in self.listed(ours.Pass)), None)
            if action is None or played == PATIENCE:
                for _ in range(played):
                    self.game.undo()
                    self.imported.plays.pop()
                return
            self._ours(min(i, len(self.units) - 1), action)
            played += 1

    def _past_unasked(self, i: int) -> int:
        """The first unit from `i` on that is no pass of a player whose turn ours has skipped."""
        j = i
        while j + 1 < len(self.units) and self._unasked(self.units[j].record):
            j += 1
        return j

    def _unasked(self, record: Record) -> bool:
        return isinstance(record, theirs.Pass) and record.entity_type == "player" and not self.asks(record)

    def ends_step(self, i: int) -> bool:
        """Whether the unit after `i` only ends a step there, by a pass or by running nothing; ours may have left it already."""
        if not self.dialect.waits or i + 1 >= len(self.units):
            return False
        said = self.units[i + 1].record
        empty = isinstance(said, theirs.RunRoutes) and not any(r.connections for r in said.routes)
        return empty or (isinstance(said, theirs.Pass) and said.entity == self.units[i].record.entity)

    def _says_nothing(self, i: int) -> bool:
        """Whether unit `i` is an order, or a pass that belongs to nothing here."""
        record = self.units[i].record
        return isinstance(record, theirs.ORDERS) or (i < self._dropped and isinstance(record, theirs.Pass))

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
        before = self.units[max(i - 1, 0)].record
        on_turn = self.game.state.place.get(str(before.entity), str(before.entity)) == company
        if self.asks(record):
            after = step is not None and step.key in AFTER_RUNS
            next_turn = getattr(step, "laid", None) == [] and on_turn and not any(r.connections for r in record.routes)
            return after or next_turn
        return on_turn

    def _discarded(self, record: theirs.DiscardTrain) -> bool:
        """Whether ours has discarded by itself, since all the trains were alike."""
        place = self.game.state.place
        asked = self.listed(ours.DiscardTrain, self.actor(record))
        pooled = any(kind(t) == kind(record.train) for t in self.game.rules.data.train_cards if place[t] == POOL)
        if asked or not pooled:
            return False
        self.fleet.move(record.train, POOL)
        return True

    def _sell_everything(self, i: int, record: Record) -> None:
        """The site sells all that a bankrupt president may sell by itself; ours wants the sales said."""
        by = self.actor(record)
        while not self.game.legal(ours.Bankrupt(by=by)):
            sales = self.listed(ours.SellShares, by)
            if not sales:
                return
            company = sales[0].company
            self._ours(i, max((s for s in sales if s.company == company), key=lambda s: s.shares))
            self.imported.implied.add(len(self.imported.plays))

    # ------------------------------------------------------------------ ledgers

    def note(self, record: Record, action: Action, presidents: dict[str, str], places: dict[str, str]) -> None:
        """Keep the ledgers in step with what has just been played."""
        state = self.game.state
        if isinstance(record, theirs.BuyShares) and self.dialect.ledger:
            for card in record.shares:
                self.certificates.move(card, IPO if record.entity_type == "corporation" else action.by)
        elif isinstance(record, theirs.Par):
            self.certificates.move(f"{record.corporation}_0", action.by)
        elif isinstance(record, theirs.LayTile):
            self.copies.laid(record.tile, record.hex)
        elif isinstance(record, theirs.BuyTrain):
            by = str(record.entity)
            self.fleet.move(record.train, places.get(by, by))  # of a private whose power is used, the owner
            self.fleet.ours[record.train] = getattr(action, "train", "")
        elif isinstance(record, theirs.DiscardTrain):
            self.fleet.move(record.train, POOL)
        if not self.dialect.ledger:
            return
        if isinstance(record, theirs.SellShares):
            company = self.certificates.company(record.shares[0])
            new = state.companies[company].president
            successor = new if new != presidents[company] else ""
            self.certificates.sold(action.by, record.shares, shares_of(self, record), successor)
        else:
            self._gifts(places, record)
            self._underwritten(places)
            self._unsaid(places, getattr(action, "train", ""))
            for company, old in presidents.items():
                new = state.companies[company].president
                if old and new and new != old:
                    self.certificates.presidency(company, old, new)

    def _gifts(self, places: dict[str, str], record: Record) -> None:
        """Shares that came with a private: the first single certificate of that place."""
        named = {c.replace("_", ".") for c in getattr(record, "shares", ())}
        for card, place in self.game.state.place.items():
            company, dot, index = card.rpartition(".")
            if (
                not dot
                or place == places[card]
                or index == "0"
                or card in named
                or isinstance(record, theirs.BuyShares)
            ):
                continue
            source = {"treasury": IPO}.get(places[card], places[card])
            if place in self.game.state.order and source in (IPO, POOL):
                mine = [c for c in self.certificates.held(source, company) if not c.endswith("_0")]
                self.certificates.move(mine[0], place)

    def _underwritten(self, places: dict[str, str]) -> None:
        """Shares that went from a treasury to the market by themselves: all that were left there."""
        for card, place in self.game.state.place.items():
            if place == POOL and places[card] == "treasury":
                for left in self.certificates.held("ipo", card.rpartition(".")[0]):
                    self.certificates.move(left, POOL)

    def _unsaid(self, places: dict[str, str], named: str) -> None:
        """Trains beside the one that is named which went from a company to another, or to the market."""
        companies = self.game.state.companies
        for card in self.game.rules.data.train_cards:
            old, place = places[card], self.game.state.place[card]
            if card != named and place != old and old in companies and (place == POOL or place in companies):
                self.fleet.one_to(kind(card), old, place)

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
        company = getattr(step, "company", "")
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
        if int(index) >= len(cities):
            raise Damaged(f"{hex_id} has no city number {index}.")
        return hex_id, cities[int(index)].name


def _units(records: Sequence[Record]) -> Iterator[Unit]:
    """Each action followed by those that came by themselves."""
    for record in records:
        group = [record, *record.auto_actions]
        for i, part in enumerate(group):
            yield Unit(record.id, part, i == len(group) - 1)


def in_our_words(record: Record, dialect: Dialect) -> Record:
    """The record with the types of its trains as ours."""
    kinds = dialect.trains
    if kinds and isinstance(record, (theirs.BuyTrain, theirs.DiscardTrain)):
        record = structs.replace(record, train=renamed(record.train, kinds))
    if kinds and isinstance(record, theirs.BuyTrain) and record.variant:
        return structs.replace(record, variant=renamed(record.variant, kinds))
    if kinds and isinstance(record, theirs.RunRoutes):
        routes = tuple(structs.replace(r, train=renamed(r.train, kinds)) for r in record.routes)
        return structs.replace(record, routes=routes)
    return record


def _dialect(saved: Saved) -> Dialect:
    found = dialects().get(saved.title)
    if found is None or found.title not in TITLES:
        known = ", ".join(sorted(dialects()))
        raise Damaged(f"{_clean(saved.title)} is not played here; read are games of {known}.")
    return found


def our_options(saved: Saved, dialect: Dialect) -> tuple[str, ...]:
    """The preset of 18xx.games and the options of the file as ours; raises Damaged for one that is not played here."""
    found = []
    for name in saved.settings.optional_rules:
        if name in dialect.refused:
            raise Damaged(f"{dialect.refused[name]}.")
        if name not in dialect.options:
            raise Damaged(f"The option {_clean(name)} of {dialect.title} is not known here.")
        found.append(dialect.options[name])
    return (PRESET, *filter(None, found))


def _rules(dialect: Dialect, options: Sequence[str], players: int) -> Rules:
    title = TITLES[dialect.title]
    low, high = title.file.players
    if not low <= players <= high:
        raise Damaged(f"{title.name} is played by {low} to {high}, not by {players}.")
    try:
        return title.rules(options, players)
    except ValueError as error:
        raise Damaged(f"The game cannot be set up: {error}.") from error


def _in_order(saved: Saved) -> list[theirs.Seat]:
    """The players in order of seats."""
    seats = list(saved.players)
    if len({s.key for s in seats}) != len(seats):
        raise Damaged("Two players have the same number.")
    order = saved.settings.player_order
    if order and set(order) == {s.key for s in seats}:
        seats.sort(key=lambda s: order.index(s.key))
    return seats


def counted_from_one(train: str) -> str:
    """Our card for a train of the file that is dealt at the start: "2-0" is our "2-1"."""
    return f"{kind(train)}-{int(train.rpartition('-')[2]) + 1}"


def _line(text: str) -> str:
    """One line, whatever a file has put into a name."""
    return " ".join(text.split())


def _clean(text: str) -> str:
    """Text of a file, fit to be shown."""
    return re.sub(r"[^\w .&-]", "?", text)[:40] or "Nothing"


def seat_names(names: Sequence[str], forbidden: Container[str] = ()) -> tuple[str, ...]:
    """Names that our engine takes: letters, digits and underscores, all different, none of them forbidden.

    >>> seat_names(["Player 1", "ann", "ann", "CoG"], {"CoG"})
    ('Player_1', 'ann', 'ann_3', 'CoG_4')
    """
    taken = {"bank", "ipo", "pool", "depot", "gone", "hidden", "deck", "aside", "treasury", "public"}
    found: list[str] = []
    for seat, name in enumerate(names, 1):
        plain = re.sub(r"\W+", "_", name)[:30].strip("_") or "player"
        if plain.lower() in taken or plain in forbidden or plain in found:
            plain = f"{plain}_{seat}"
        found.append(plain)
    return tuple(found)
